"""The server: routes, static files, start and stop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType

import uvicorn
from fastapi import FastAPI

from footplate.app.background import shorten_accept_errors, start
from footplate.app.database import Store
from footplate.app.http import (
    boards,
    games,
    players,
    practice,
    replays,
    research,
    reviews,
    studies,
    webhooks,
    websocket,
)
from footplate.app.http.boards import load_board_of_catalogue
from footplate.app.http.caching import WebFiles
from footplate.app.http.context import Context
from footplate.app.http.errors import add_error_handlers
from footplate.app.http.guard import Guard
from footplate.app.http.notices import Notices, Refusals
from footplate.app.http.protocol import raise_limit_of_files, server_config
from footplate.app.http.rates import Rates
from footplate.app.live.games import LiveGames
from footplate.app.move_times import MoveTimes
from footplate.app.preparing import Preparation
from footplate.app.reviews import Reviews
from footplate.app.settings import ServerSettings
from footplate.app.thinking.work_queues import Thinking
from footplate.app.upkeep import load_rules, prepare_pages, sweep_daily, warm_up
from footplate.app.user_studies.reviewing import review_games
from footplate.compiling import later_steps, mark_done, steps_to_do
from footplate.maps.theme import PATTERNS, TOKENS
from footplate.version import __version__

FIRST_BOARD = "usa"  # that the set-up page shows
WEB = Path(__file__).parent / "web"
SHARED = {"css/tokens.css": Path(str(TOKENS)), "patterns.svg": Path(str(PATTERNS))}  # with drawings in files


def create_app(settings: ServerSettings, preparation: Preparation | None = None) -> FastAPI:
    """The application; its database is opened when it starts, and ``preparation`` begins."""
    web, rates, notices = WebFiles(WEB, SHARED), Rates(settings.limits), Notices()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings)
        thinking = Thinking(settings.workers, processor_seconds=settings.most_seconds_of_short_work)
        first_start = preparation or Preparation()

        async def get_ready() -> None:
            if not first_start.is_ready:
                await first_start.run(load_rules)
            if first_start.is_ready:
                thinking.warm_up()
                start(first_start.backlog.run())
            await warm_up(lambda: web.is_quiet)
            if first_start.is_ready and settings.measures_at_start:
                move_times.of(load_board_of_catalogue(FIRST_BOARD), 2)

        shorten_accept_errors(asyncio.get_running_loop())
        getting_ready = start(get_ready())
        await asyncio.to_thread(store.open)
        if settings.study:
            await store.run_write(store.studies.open, settings.study.to_dict())
        await asyncio.to_thread(prepare_pages)
        live_games = LiveGames(store, thinking, settings, first_start)
        reviewing = Reviews(store, thinking, settings.workers)
        move_times = MoveTimes(thinking)
        context = Context(settings, store, thinking, live_games, rates, notices, first_start, reviewing, move_times)
        app.state.context = context
        beside = [start(live_games.watch(partial(context.live_pages.close_signed_out, store)))]
        beside.append(start(live_games.keep_time()))
        if settings.study:
            beside.append(start(review_games(settings.study.name, store, live_games, reviewing)))
        if settings.keep_days is not None:
            beside.append(start(sweep_daily(store, settings.keep_days)))
        yield
        for task in beside:
            task.cancel()
        first_start.stop()
        getting_ready.cancel()
        reviewing.close()
        move_times.close()
        await live_games.close()
        await thinking.close()
        store.close()

    app = FastAPI(title="Footplate", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    add_error_handlers(app)
    app.add_middleware(Guard, settings=settings, rates=rates)
    app.add_middleware(Refusals, notices=notices)

    study = (studies, research) if settings.study else ()
    for part in (boards, games, players, practice, replays, reviews, webhooks, websocket, *study):
        app.include_router(part.router)
    app.mount("/", web, name="web")
    return app


def prepare(settings: ServerSettings) -> str:
    """Make the database or bring it up to date; a FootplateError says what is wrong with it before anything starts.

    Gives a new key for the researcher, if the server runs a study.
    """
    store, key = Store(settings), ""
    store.open()
    try:
        if settings.study:
            store.studies.open(settings.study.to_dict())
            key = store.studies.new_key(settings.study.name)
    finally:
        store.close()
    return key


def run(settings: ServerSettings, on_start: Callable[[], None] = lambda: None) -> None:
    """Serve until Ctrl-C; ``on_start`` is called once the server listens."""

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                on_start()

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            super().handle_exit(sig, frame)
            preparation.stop()  # a second Ctrl-C skips all that is done at the end

    raise_limit_of_files()
    settings = replace(settings, measures_at_start=True)
    preparation = Preparation(steps_to_do(), on_compiled=mark_done, later=later_steps())
    Server(server_config(create_app(settings, preparation), settings)).run()
