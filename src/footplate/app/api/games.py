"""Games: setting one up, finding it again, its record, its replay."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Response
from pydantic import AfterValidator, BaseModel, Field

from footplate.app.address import address_of
from footplate.app.api.boards import find_board
from footplate.app.api.context import Context, ContextHere, ReaderHere, VisitorHere, costs
from footplate.app.api.errors import Problem, not_found
from footplate.app.database.models import Player, StoredGame
from footplate.app.database.store import NOBODY, NewSeat
from footplate.app.opponents import is_allowed, name_of, opponents
from footplate.app.table import LiveTable
from footplate.engine.layout import PLAYERS

router = APIRouter(prefix="/api", tags=["games"])

LIVERIES = 5
Livery = Annotated[int, Field(ge=1, le=LIVERIES)]


def without_control(name: str) -> str:
    """A name that every database keeps and every page shows."""
    if any(ord(character) < ord(" ") for character in name):
        raise ValueError("a name has no control characters")
    return name


class SeatRequest(BaseModel):
    """A seat: ``spec`` names a bot, ``name`` a person."""

    kind: Literal["person", "bot"]
    spec: str = Field(default="", max_length=200)
    name: Annotated[str, AfterValidator(without_control)] = Field(default="", max_length=40)
    livery: Livery


class GameRequest(BaseModel):
    board: str = Field(max_length=80)
    seats: list[SeatRequest] = Field(min_length=1, max_length=PLAYERS)
    you: int | None = Field(default=0, ge=0, lt=PLAYERS)  # your seat; None to watch
    seed: int | None = Field(default=None, ge=0, lt=1 << 64)


@router.get("/opponents")
async def list_opponents() -> list[dict[str, str]]:
    """Whom one can play against."""
    return opponents()


@router.get("/address")
async def show_address(context: ContextHere) -> dict[str, str | None]:
    """Where others reach this server; null if only its own machine can."""
    settings = context.settings
    return {"address": None if settings.is_local else address_of(settings)}


@router.post("/games", status_code=201, dependencies=[costs("games")])
async def new_game(
    context: ContextHere, visitor: VisitorHere, wanted: GameRequest, response: Response
) -> dict[str, Any]:
    """Set up a game. The answer has the tokens of all seats of people: links to give away."""
    board = await find_board(context, wanted.board)
    _check(wanted)
    least, most = board.rules.players
    if not least <= len(wanted.seats) <= most:
        raise Problem(422, f"{board.title} has {least} to {most} seats, not {len(wanted.seats)}")
    if missing := board.missing_rules:
        raise Problem(422, f"{board.title} can't be played yet: {'; '.join(missing)}")
    player = await visitor.player(response)
    if await asyncio.to_thread(context.store.open_games_of, player.id) >= context.settings.most_open_games:
        raise Problem(429, "you have too many unfinished games: finish or delete some")
    seats = [_seat(seat, number == wanted.you, player) for number, seat in enumerate(wanted.seats)]
    seed = secrets.randbits(64) if wanted.seed is None else wanted.seed
    made = await asyncio.to_thread(lambda: context.store.new_game(wanted.board, board.to_json(), seed, seats))
    game, tokens = made
    if await context.tables.table(game) is None:
        raise not_found("game")
    return {"id": game, "tokens": tokens}


def _check(wanted: GameRequest) -> None:
    liveries = [seat.livery for seat in wanted.seats]
    if len(set(liveries)) < len(liveries):
        raise Problem(422, "every seat needs a livery of its own")
    for seat in wanted.seats:
        if seat.kind == "bot" and not is_allowed(seat.spec):
            raise Problem(422, f"there is no opponent {seat.spec!r} to play against here")
    if wanted.you is not None and (wanted.you >= len(wanted.seats) or wanted.seats[wanted.you].kind == "bot"):
        raise Problem(422, f"seat {wanted.you + 1} is not a person's")


def _seat(seat: SeatRequest, is_you: bool, player: Player) -> NewSeat:
    if seat.kind == "bot":
        return NewSeat(name=name_of(seat.spec), livery=seat.livery, spec=seat.spec)
    name = seat.name.strip() or (player.name if is_you else NOBODY)
    return NewSeat(name=name, livery=seat.livery, player_id=player.id if is_you else None)


async def find_table(context: Context, game: str) -> LiveTable:
    table = await context.tables.table(game)
    if table is None:
        raise not_found("game")
    return table


@router.get("/games")
async def my_games(context: ContextHere, player: ReaderHere) -> list[dict[str, Any]]:
    """The player's games, those changed last first."""
    return [game_facts(game, player.id) for game in await asyncio.to_thread(context.store.games_of, player.id)]


@router.get("/games/{game}")
async def show_game(context: ContextHere, player: ReaderHere, game: str) -> dict[str, Any]:
    """One of the player's games, as in the list."""
    found = await asyncio.to_thread(context.store.game_of, player.id, game)
    if found is None:
        raise not_found("game")
    return game_facts(found, player.id)


def game_facts(game: StoredGame, player_id: str) -> dict[str, Any]:
    seats = [{"name": name_of(seat.spec) if seat.spec else seat.name, "spec": seat.spec, "livery": seat.livery,
              "you": seat.player_id == player_id} for seat in game.seats]  # fmt: skip
    return {
        "id": game.id,
        "board": game.board,
        "created": game.created.isoformat(),
        "changed": game.changed.isoformat(),
        "seats": seats,
        "result": game.result,
    }


@router.get("/games/{game}/record")
async def show_record(context: ContextHere, game: str) -> Response:
    """The record of a finished game, as a file that replays anywhere."""
    table = await find_table(context, game)
    if not table.game.is_over:
        raise Problem(409, "the record of a game tells everything: it is given out when the game is over")
    text = await asyncio.to_thread(lambda: table.record().to_text())
    return Response(text, media_type="text/plain; charset=utf-8")


@router.delete("/games/{game}", status_code=204)
async def delete_game(context: ContextHere, player: ReaderHere, game: str) -> None:
    """Only a person who plays it can delete a game."""
    table = await find_table(context, game)
    if all(seat.player_id != player.id for seat in table.seats):
        raise Problem(403, "this is not your game")
    await asyncio.to_thread(context.store.delete_game, game)
    await context.tables.forget(game)
