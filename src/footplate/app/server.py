"""The server: routes, static files, start and stop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from footplate.app.api import boards, games, live, opinion, players, replays
from footplate.app.api.context import Context
from footplate.app.api.errors import add_error_handlers
from footplate.app.api.guard import Guard
from footplate.app.database import Store
from footplate.app.protocol import server_config
from footplate.app.rates import Rates
from footplate.app.settings import Settings
from footplate.app.tables import Tables
from footplate.app.tasks import start
from footplate.app.thinking import Thinking
from footplate.app.warming import prepare_pages, warm_tables
from footplate.app.web_files import WebFiles
from footplate.version import __version__

WEB = Path(__file__).parent / "web"


def create_app(settings: Settings) -> FastAPI:
    """The application; its database is opened when it starts."""
    web, rates = WebFiles(WEB), Rates(settings.limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store, thinking = Store(settings), Thinking(settings.workers)
        thinking.warm_up()
        await asyncio.to_thread(store.open)
        await asyncio.to_thread(prepare_pages)
        tables = Tables(store, thinking, settings)
        app.state.context = Context(settings, store, thinking, tables, rates)
        warming = start(warm_tables(lambda: web.is_quiet))
        yield
        warming.cancel()
        await tables.close()
        await thinking.close()
        store.close()

    app = FastAPI(title="Footplate", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    add_error_handlers(app)
    app.add_middleware(Guard, settings=settings, rates=rates)

    for part in (boards, games, players, replays, opinion, live):
        app.include_router(part.router)
    app.mount("/", web, name="web")
    return app


def prepare(settings: Settings) -> None:
    """Make the database or bring it up to date; a FootplateError says what is wrong with it before anything starts."""
    store = Store(settings)
    store.open()
    store.close()


def run(settings: Settings, on_start: Callable[[], None] = lambda: None) -> None:
    """Serve until Ctrl-C; ``on_start`` is called once the server listens."""

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                on_start()

    Server(server_config(create_app(settings), settings)).run()
