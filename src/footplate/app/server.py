"""The server: routes, static files, start and stop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Request, Response

from footplate.app.api import boards, games, live, opinion, players, replays
from footplate.app.api.context import Context
from footplate.app.api.errors import add_error_handlers, answer
from footplate.app.database import Store
from footplate.app.settings import Settings
from footplate.app.tables import Tables
from footplate.app.thinking import Thinking
from footplate.app.warming import prepare_pages, warm_bots, warm_tables
from footplate.app.web_files import WebFiles

WEB = Path(__file__).parent / "web"
_PAGE_RULES = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


def create_app(settings: Settings) -> FastAPI:
    """The application; its database is opened when it starts."""
    web = WebFiles(WEB)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store, thinking = Store(settings), Thinking(settings.workers)
        warming = [asyncio.create_task(warm_bots(thinking))]
        await asyncio.to_thread(store.open)
        await asyncio.to_thread(prepare_pages)
        tables = Tables(store, thinking, settings)
        app.state.context = Context(settings, store, thinking, tables)
        warming += [asyncio.create_task(warm_tables(lambda: web.is_quiet))]
        yield
        for task in warming:
            task.cancel()
        await tables.close()
        await asyncio.to_thread(thinking.close)
        store.close()

    app = FastAPI(title="Footplate", version=version("footplate"), lifespan=lifespan, docs_url=None, redoc_url=None)
    add_error_handlers(app)

    @app.middleware("http")
    async def guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        """Bound sizes, refuse changes from other sites, and tell browsers what pages may do."""
        if "transfer-encoding" in request.headers:
            return answer(411, "a request says how long it is, with a Content-Length")
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > settings.most_bytes:
            return answer(413, f"a request has at most {settings.most_bytes} bytes")
        if request.headers.get("sec-fetch-site") == "cross-site" and request.method not in ("GET", "HEAD"):
            return answer(403, "requests from other sites are refused")
        response = await call_next(request)
        response.headers["Content-Security-Policy"] = _PAGE_RULES
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        return response

    for part in (boards, games, players, replays, opinion, live):
        app.include_router(part.router)
    app.mount("/", web, name="web")
    return app


def run(settings: Settings, on_start: Callable[[], None] = lambda: None) -> None:
    """Serve until Ctrl-C; ``on_start`` is called once the server listens."""

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                on_start()

    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_level="warning",
        ws_max_size=settings.most_bytes,
        timeout_graceful_shutdown=3,
    )
    Server(config).run()
