"""Boards: those of the catalogue and those that people upload, as data, as maps and as small drawings."""

from __future__ import annotations

import asyncio
import json
from functools import lru_cache
from typing import Annotated, Any

from cachetools import LRUCache
from fastapi import APIRouter, Query, Request, Response

from footplate.app.database.store import CUSTOM
from footplate.app.http.caching import EtagContent
from footplate.app.http.context import Context, ContextHere, ReaderHere, VisitorHere, costs, needs_room, spend
from footplate.app.http.errors import Problem, existing
from footplate.app.http.rates import client_address
from footplate.app.thinking.jobs import Upload, board_of
from footplate.app.views.board_facts import board_facts
from footplate.app.views.practice import NAME as PRACTICE
from footplate.app.views.practice import practice_board
from footplate.app.views.rules import rules_view
from footplate.boards import Board, catalogue_board, listed_boards
from footplate.errors import InvalidBoard
from footplate.maps.geometry import map_geometry
from footplate.maps.shapes import page_json
from footplate.maps.theme import ThemeName
from footplate.maps.thumbnail import draw_thumbnail
from footplate.records import GameRecord

router = APIRouter(prefix="/api/boards", tags=["boards"])

OF_GAME, OF_REPLAY = "game-", "replay-"
MOST_KEPT = 50  # boards of one player
_STEP = 10  # map sizes are rounded down to this, so that few of them have to be computed
_maps: LRUCache[tuple[Board, int, int], EtagContent] = LRUCache(256)
Side = Annotated[int, Query(ge=240, le=4000)]


async def find_board(context: Context, name: str) -> Board:
    """A board by its name: of the catalogue, of a person (custom-…), that of a game, a replay or the practice."""
    if name == PRACTICE:
        return await asyncio.to_thread(practice_board)
    if name.startswith(CUSTOM):
        file, _, variant = name.partition(":")
        text = await context.store.run_read(context.store.board, file)
        return await asyncio.to_thread(_board, existing(text, "board"), variant)
    if name.startswith(OF_GAME):
        game = await context.store.run_read(context.store.seating, name.removeprefix(OF_GAME))
        return await asyncio.to_thread(_board, existing(game, "board").board_json, "")
    if name.startswith(OF_REPLAY):
        record = await context.store.run_read(context.store.replay, name.removeprefix(OF_REPLAY))
        return (await asyncio.to_thread(GameRecord.from_text, existing(record, "board"))).board
    try:
        return await asyncio.to_thread(load_board_of_catalogue, name)
    except InvalidBoard as error:
        raise Problem(404, f"board {name!r}: {'; '.join(error.reasons)}") from None


@lru_cache(maxsize=128)
def _board(text: str, variant: str) -> Board:
    return board_of(text).with_variant(variant) if variant else board_of(text)


@lru_cache(maxsize=128)
def load_board_of_catalogue(name: str) -> Board:
    """A board of the catalogue, loaded once: maps, drawings and tables are kept by their board."""
    return catalogue_board(name)


@router.get("")
async def list_boards(context: ContextHere, player: ReaderHere) -> list[dict[str, Any]]:
    """All boards in the order of the set-up page, the player's own last."""
    mine = [board.name for board in await context.store.run_read(context.store.boards_of, player.id)]
    ours = await asyncio.to_thread(lambda: [facts_of_catalogue(name) for name in listed_boards()])
    return [*ours, *[await asyncio.to_thread(_facts, name, await find_board(context, name)) for name in mine]]


def facts_of_catalogue(name: str) -> dict[str, Any]:
    return _facts(name, load_board_of_catalogue(name))


_facts = lru_cache(maxsize=256)(board_facts)


@router.get("/{name}")
async def show_board(context: ContextHere, request: Request, name: str) -> Response:
    """The board's file."""
    return (await asyncio.to_thread(_file, await find_board(context, name))).answer(request)


@lru_cache(maxsize=256)
def _file(board: Board) -> EtagContent:
    return EtagContent(board.to_json().encode(), "application/json")


@router.get("/{name}/rules")
async def show_rules(context: ContextHere, request: Request, name: str) -> Response:
    """The board's rules in words, and what its routes cost."""
    return (await asyncio.to_thread(_rules, await find_board(context, name))).answer(request)


@lru_cache(maxsize=256)
def _rules(board: Board) -> EtagContent:
    return EtagContent(json.dumps(rules_view(board), ensure_ascii=False).encode(), "application/json")


@router.get("/{name}/map")
async def show_map(context: ContextHere, request: Request, name: str, width: Side, height: Side) -> Response:
    """Where everything lies in a panel of about that size (width and height of the answer count)."""
    size = (await find_board(context, name), width // _STEP * _STEP, height // _STEP * _STEP)
    if (drawn := _maps.get(size)) is None:
        spend("maps", request)
        async with context.heavy_work.turn(client_address(request)):
            if (drawn := _maps.get(size)) is None:  # nobody has drawn it meanwhile
                drawn = await asyncio.to_thread(_map, *size)
                _maps[size] = drawn
    return drawn.answer(request)


def _map(board: Board, width: int, height: int) -> EtagContent:
    return EtagContent(page_json(board, map_geometry(board, width, height)).encode(), "application/json")


@router.get("/{name}/thumbnail.svg")
async def show_thumbnail(context: ContextHere, request: Request, name: str, theme: ThemeName = "light") -> Response:
    return (await asyncio.to_thread(thumbnail, await find_board(context, name), theme)).answer(request)


@lru_cache(maxsize=256)
def thumbnail(board: Board, theme: ThemeName) -> EtagContent:
    return EtagContent(draw_thumbnail(board, theme=theme).encode(), "image/svg+xml", keep=3600)


@router.post("", status_code=201, dependencies=[costs("uploads"), needs_room("boards")])
async def upload_board(
    context: ContextHere, visitor: VisitorHere, request: Request, response: Response
) -> dict[str, str]:
    """Check a board file and keep it for its player."""
    text = (await request.body()).decode("utf-8", errors="replace")
    checked = await context.thinking.check(Upload(kind="board", text=text), owner=client_address(request))
    if checked.problems:
        raise Problem(422, "this board can't be used", checked.problems)
    player = await visitor.player(response)
    kept = await context.store.run_write(context.store.add_board, player.id, checked.text, MOST_KEPT)
    return {"name": kept}
