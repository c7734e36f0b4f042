"""Games: setting one up, finding it again, its record, its replay."""

from __future__ import annotations

import asyncio
import io
import secrets
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import segno
from fastapi import APIRouter, Query, Response
from pydantic import AfterValidator, BaseModel, Field

from footplate.app.database import times
from footplate.app.database.identities import NOBODY
from footplate.app.database.models import Player, StoredGame
from footplate.app.database.new_games import NewSeat
from footplate.app.database.tables import LinkUsed
from footplate.app.database.times import Timing, timing_of
from footplate.app.http.boards import OF_GAME, find_board
from footplate.app.http.context import AddressHere, Context, ContextHere, ReaderHere, VisitorHere, costs, needs_room
from footplate.app.http.errors import Problem, existing
from footplate.app.live.game import LiveGame
from footplate.app.people.opponents import SEES, cheats, check_fit, is_allowed, ladder_view, name_of, opponents
from footplate.app.people.seating import name_in, practice_view, unrated
from footplate.boards import board_names, board_title
from footplate.engine.layout import PLAYERS
from footplate.plain_text import NAME_RULE, is_name
from footplate.words import listed

router = APIRouter(prefix="/api", tags=["games"])

LIVERIES = 5
_LONG_AWAY = 300.0  # seconds
Livery = Annotated[int, Field(ge=1, le=LIVERIES)]


def checked_name(name: str) -> str:
    """A name that every database keeps and everybody can see, or none at all."""
    name = name.strip()
    if name and not is_name(name):
        raise ValueError(NAME_RULE)
    return name


class SeatRequest(BaseModel):
    """A seat: ``spec`` names a bot, ``name`` a person."""

    kind: Literal["person", "bot"]
    spec: str = Field(default="", max_length=200)
    name: Annotated[str, AfterValidator(checked_name)] = Field(default="", max_length=40)
    livery: Livery
    here: bool = False  # a person who shares your screen


class TimingRequest(BaseModel):
    """The time of people: none, a clock each with seconds added a turn, or a limit for every turn."""

    kind: Literal["none", "clock", "turn"] = "none"
    seconds: float = Field(default=600, ge=10, le=24 * 3600)
    added: float = Field(default=0, ge=0, le=3600)  # a turn, to a clock
    away: float | None = Field(default=None, ge=10, le=24 * 3600)  # seconds until a bot stands in; None: never

    def timing(self) -> Timing:
        seconds = 0.0 if self.kind == "none" else self.seconds
        return Timing(self.kind, seconds, self.added if self.kind == "clock" else 0.0, self.away)


class GameRequest(BaseModel):
    board: str = Field(max_length=80)
    seats: list[SeatRequest] = Field(min_length=1, max_length=PLAYERS)
    you: int | None = Field(default=0, ge=0, lt=PLAYERS)  # your seat; None to watch
    seed: int | None = Field(default=None, ge=0, lt=1 << 64)  # only where no other people play
    help: bool = False  # whether people may ask the search though others play, too
    timing: TimingRequest | None = None  # only where several people play


class Link(BaseModel):
    """What stands in a link behind the game."""

    token: str = Field(max_length=200)


class SeatTaken(Link):
    """Sit down by a link, under a name; where somebody cheats, only who agrees to that sits down."""

    name: Annotated[str, AfterValidator(checked_name)] = Field(default="", max_length=40)
    agrees: bool = False


class WantedSeat(BaseModel):
    seat: int = Field(ge=0, lt=PLAYERS)


class WantedLink(WantedSeat):
    replace: bool = False  # the host's, to take the seat from whoever has it


@router.get("/opponents")
async def list_opponents() -> list[dict[str, Any]]:
    """Whom one can play against."""
    return opponents()


@router.get("/ladder")
async def show_ladder(
    context: ContextHere, board: str, players: Annotated[int, Query(ge=1, le=PLAYERS)] = 2
) -> dict[str, Any]:
    """How strong the six levels are on a board with so many players."""
    found = await find_board(context, board)
    times = context.move_times.of(found, players) if context.preparation.is_ready else ()
    return await asyncio.to_thread(ladder_view, found, players, times)


@router.get("/address")
async def show_address(context: ContextHere) -> dict[str, str | None]:
    """Where others reach this server; null if only its own machine can."""
    settings = context.settings
    return {"address": None if settings.is_local else settings.address}


@router.get("/preparation")
async def show_preparation(context: ContextHere) -> dict[str, Any]:
    """How far the server is with what it does once, at its first start; games begin when it is ready."""
    return context.preparation.view()


@router.post("/games", status_code=201, dependencies=[costs("games"), needs_room("games")])
async def new_game(
    context: ContextHere, visitor: VisitorHere, wanted: GameRequest, response: Response
) -> dict[str, Any]:
    """Set up a game. The answer has, by seat, the links for people elsewhere; each of them is good once."""
    board = await find_board(context, wanted.board)
    _check(wanted)
    least, most = board.rules.players
    if not least <= len(wanted.seats) <= most:
        raise Problem(422, f"{board.title} has {least} to {most} seats, not {len(wanted.seats)}")
    for seat in wanted.seats:
        await asyncio.to_thread(check_fit, seat.spec, board, len(wanted.seats))
    player = await visitor.player(response)
    if await context.store.run_read(context.store.open_games_of, player.id) >= context.settings.most_open_games:
        raise Problem(429, "you have too many unfinished games: finish or delete some")
    seats = [_seat(seat, number == wanted.you, player) for number, seat in enumerate(wanted.seats)]
    seed = new_seed() if wanted.seed is None else wanted.seed
    game, links = await context.store.run_write(
        context.store.new_game,
        wanted.board,
        await asyncio.to_thread(board.to_json),
        seed,
        seats,
        host_id=player.id,
        help_allowed=wanted.help,
        seed_chosen=wanted.seed is not None,
        timing=_timing(wanted),
    )
    if context.preparation.is_ready:
        await find_game(context, game)
    return {"id": game, "links": links}


def _timing(wanted: GameRequest) -> Timing | None:
    """The time that was asked for; else a bot stands in for people elsewhere who are away for long."""
    if wanted.timing:
        return wanted.timing.timing()
    elsewhere = any(seat.kind == "person" and not seat.here and n != wanted.you for n, seat in enumerate(wanted.seats))
    return Timing(away=_LONG_AWAY) if elsewhere else None


def new_seed() -> int:
    """A seed that nobody knows: it tells every card."""
    return secrets.randbits(64)


def _check(wanted: GameRequest) -> None:
    liveries = [seat.livery for seat in wanted.seats]
    if len(set(liveries)) < len(liveries):
        raise Problem(422, "every seat needs a livery of its own")
    for seat in wanted.seats:
        if seat.kind == "bot" and not is_allowed(seat.spec):
            raise Problem(422, f"there is no opponent {seat.spec!r} to play against here")
    if wanted.you is not None and (wanted.you >= len(wanted.seats) or wanted.seats[wanted.you].kind == "bot"):
        raise Problem(422, f"seat {wanted.you + 1} is not a person's")
    others = any(seat.kind == "person" and number != wanted.you for number, seat in enumerate(wanted.seats))
    if wanted.timing and not others:
        raise Problem(422, "time is set where several people play: bots wait for you")
    if wanted.seed is not None and others:
        raise Problem(422, "whoever knows the seed knows every hand: choose one only where all others are bots")


def _seat(seat: SeatRequest, is_you: bool, player: Player) -> NewSeat:
    if seat.kind == "bot":
        return NewSeat(name=name_of(seat.spec), livery=seat.livery, spec=seat.spec)
    name = seat.name or (player.name if is_you else NOBODY)
    return NewSeat(name=name, livery=seat.livery, player_id=player.id if is_you or seat.here else None)


async def find_game(context: Context, game: str) -> LiveGame:
    return existing(await context.games.find(game), "game")


async def find_open_game(context: Context, game: str) -> LiveGame:
    """A game of which everything may be told once it is over: none of a study, where that says who the opponent is."""
    live = await find_game(context, game)
    if live.saved.seating.stored.is_study:
        raise Problem(403, "this game belongs to a study: its record, replay and review are not given out")
    return live


@router.get("/games")
async def my_games(context: ContextHere, player: ReaderHere) -> list[dict[str, Any]]:
    """The player's games, those changed last first; games of a study are on its page."""
    games = await context.store.run_read(context.store.games_of, player.id)
    return [game_facts(game, player.id) for game in games if not game.is_study]


@router.get("/games/{game}")
async def show_game(context: ContextHere, player: ReaderHere, game: str) -> dict[str, Any]:
    """One of the player's games, as in the list."""
    found = await context.store.run_read(context.store.game_of, player.id, game)
    return game_facts(existing(found, "game"), player.id)


def game_facts(game: StoredGame, player_id: str) -> dict[str, Any]:
    mine, moment = game.seats_of(player_id), datetime.now(UTC)
    seats = [
        {
            "name": name_in(seat),
            "spec": "masked" if seat.masked else seat.spec,
            "livery": seat.livery,
            "you": seat.seat in mine,
            "free": seat.is_free,
            "left": seat.left,
            "here": times.is_here(seat, moment),
            "plays": seat.stand_in,
        }
        for seat in game.seats
    ]
    return {
        "id": game.id,
        "board": game.board,
        "own_board": game.board.partition(":")[0] not in board_names(),
        "created": game.created.isoformat(),
        "changed": game.changed.isoformat(),
        "seats": seats,
        "result": game.result,
        "is_host": game.host_id == player_id,
        "timing": timing_of(game).to_dict(),
        "webhook": (game.webhook or "") if game.host_id == player_id else "",  # its address may be a secret
        "webhook_failures": game.webhook_failures,
        "began": game.changed != game.created,
        "unrated": unrated(game),
        "practice": practice_view(game),
    }


@router.get("/games/{game}/record")
async def show_record(context: ContextHere, game: str) -> Response:
    """The record of a finished game, as a file that replays anywhere."""
    live = await find_open_game(context, game)
    if not live.saved.game.is_over:
        raise Problem(409, "the record of a game tells everything: it is given out when the game is over")
    text = await asyncio.to_thread(lambda: live.saved.record().to_text())
    return Response(text, media_type="text/plain; charset=utf-8")


# ---------------------------------------------------------------- who sits where


@router.post("/games/{game}/link")
async def look_at_link(context: ContextHere, player: ReaderHere, game: str, link: Link) -> dict[str, Any]:
    """Where a link leads, without using it up."""
    found = existing(await context.store.run_read(context.store.seating, game), "game")
    seat = await context.store.run_read(context.store.seat_of_link, game, link.token)
    if seat is None:
        raise LinkUsed
    board = await find_board(context, f"{OF_GAME}{game}")
    return {
        "seat": seat.seat,
        "name": seat.name,
        "livery": seat.livery,
        "free": seat.is_free,  # else another device of the seat's player is invited
        "title": board_title(board),
        "others": [name_in(other) for other in found.seats if other.seat != seat.seat and not other.is_free],
        "yours": bool(found.seats_of(player.id)),
        "help": found.help,
        "cheats": cheats_of(found),
    }


def cheats_of(game: StoredGame) -> str:
    """Who cheats at a table, and what they see; "": nobody does."""
    names = dict.fromkeys(name_in(seat) for seat in game.seats if seat.spec and cheats(seat.spec))
    return f"{listed(list(names), 'and')} cheats. {SEES}" if names else ""


@router.post("/games/{game}/seat")
async def take_seat(
    context: ContextHere, visitor: VisitorHere, game: str, wanted: SeatTaken, response: Response
) -> dict[str, int]:
    """Sit down by a link, which is used up by that: from now on the cookie says whose seat it is."""
    seat = await context.store.run_read(context.store.seat_of_link, game, wanted.token)
    if seat is None:
        raise LinkUsed
    found = existing(await context.store.run_read(context.store.seating, game), "game")
    if seat.is_free and not wanted.agrees and (why := cheats_of(found)):
        raise Problem(422, f"{why} Only who agrees to that sits down")
    player = await visitor.player(response)
    moment = context.settings.clock()
    name = wanted.name or (player.name if seat.name == NOBODY else seat.name)
    number = await context.store.run_write(context.store.take_seat, game, wanted.token, player.id, name, moment)
    await context.games.people_changed(game)
    return {"seat": number}


@router.post("/games/{game}/links", dependencies=[costs("games")])
async def new_link(context: ContextHere, player: ReaderHere, game: str, wanted: WantedLink) -> dict[str, str]:
    """A link to a free seat for the host to give away, or to one's own seat for another device.

    With ``replace`` the host gives a seat that somebody has to whoever opens the link.
    """
    new_link, more = context.store.new_link, {"replace": wanted.replace}
    return {"token": await context.store.run_write(new_link, game, wanted.seat, player.id, **more)}


class Text(BaseModel):
    text: str = Field(pattern=r"^https?://[!-~]+$", max_length=300)


@router.post("/qr")
async def draw_code(wanted: Text) -> Response:
    """An address as a QR code, dark on white, with its quiet edge."""
    drawing = io.BytesIO()
    segno.make(wanted.text, error="m", micro=False).save(drawing, kind="svg", border=4, dark="#1b1a17", light="#ffffff")
    return Response(drawing.getvalue(), media_type="image/svg+xml")


@router.post("/links", dependencies=[costs("links")])
async def find_link(context: ContextHere, link: Link) -> dict[str, str]:
    """The game to which the short address of a seat leads. Few may be tried, so that nobody finds one by guessing."""
    game = await context.store.run_read(context.store.game_of_link, link.token)
    if game is None:
        raise LinkUsed
    return {"id": game}


@router.post("/games/{game}/bot", status_code=204)
async def give_to_bot(context: ContextHere, player: ReaderHere, game: str, wanted: WantedSeat) -> None:
    """The host has a bot play in a free seat, or in place of a person, who then only watches."""
    moment = context.settings.clock()
    await context.store.run_write(context.store.give_to_bot, game, wanted.seat, player.id, moment)
    await context.games.people_changed(game)


@router.post("/games/{game}/give-back", status_code=204)
async def give_back(context: ContextHere, player: ReaderHere, game: str, wanted: WantedSeat) -> None:
    """The host frees a seat that shares the host's device, before the first move."""
    await context.store.run_write(context.store.give_back, game, wanted.seat, player.id)
    await context.games.people_changed(game)


@router.post("/games/{game}/close")
async def close_table(context: ContextHere, player: ReaderHere, address: AddressHere, game: str) -> dict[str, str]:
    """The host closes a table. If play has begun, all who are there must agree: this offers it, or ends the game."""
    existing(await context.store.run_read(context.store.seating, game), "game")
    if await context.store.run_write(context.store.close_table, game, player.id):
        context.notices.note(f"closed table {game}", address)
        await context.games.forget(game, "the host has closed this table")
        return {"closed": "deleted"}
    live = await find_game(context, game)
    await live.table.answer_end(player.id, agrees=True)
    return {"closed": "ended" if live.saved.game.is_over else "offered"}


@router.put("/games/{game}/timing", status_code=204)
async def set_timing(context: ContextHere, player: ReaderHere, game: str, wanted: TimingRequest) -> None:
    """The host sets the time before the first move, and at any time how long bots wait for those who are away."""
    await context.store.run_write(context.store.set_timing, game, player.id, wanted.timing())
    await context.games.people_changed(game)


@router.post("/games/{game}/next", status_code=201, dependencies=[costs("games"), needs_room("games")])
async def play_again(context: ContextHere, player: ReaderHere, game: str) -> dict[str, str]:
    """The same game once more, with the same people; whoever asks later gets the same game."""
    live = await find_game(context, game)
    after = await context.store.run_write(context.store.next_game, game, player.id, new_seed())
    await live.people_changed()
    return {"id": after}


@router.delete("/games/{game}", status_code=204)
async def leave_game(context: ContextHere, player: ReaderHere, address: AddressHere, game: str) -> None:
    """Only those who play a game can leave it. It is deleted when nobody else has it; until then the others go on."""
    existing(await context.store.run_read(context.store.seating, game), "game")
    stays = await context.store.run_write(context.store.leave, game, player.id)
    if not stays:
        context.notices.note(f"deleted game {game}", address)
    await (context.games.people_changed(game) if stays else context.games.forget(game))
