"""Reviews of games that are over: what luck and play made of them, and one's own costliest decisions."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from footplate.app.database.models import StoredSeat
from footplate.app.database.new_games import NewSeat
from footplate.app.database.store import Practice
from footplate.app.database.times import STAND_IN
from footplate.app.http.context import AddressHere, ContextHere, ReaderHere, costs, needs_room, needs_rules
from footplate.app.http.errors import Problem
from footplate.app.http.games import find_open_game, new_seed
from footplate.app.people.opponents import name_of
from footplate.app.thinking.jobs import PracticeJob

router = APIRouter(prefix="/api", tags=["reviews"], dependencies=[needs_rules])


@router.get("/games/{game}/review", dependencies=[costs("replays")])
async def show_review(context: ContextHere, address: AddressHere, player: ReaderHere, game: str) -> dict[str, Any]:
    """The review as far as it is; asking for it begins it. Curve and decisions are the asker's, luck and play all's."""
    live = await find_open_game(context, game)
    if not live.saved.game.is_over:
        raise Problem(409, "a review is there when the game is over")
    record = await asyncio.to_thread(live.saved.record)
    you = next(iter(live.saved.seating.stored.seats_of(player.id)), 0)
    found = await context.reviews.look(game, record, address)
    seats = zip(live.saved.names(you), live.saved.seating.seats, found["seats"], strict=True)
    shown = [{"name": name, "livery": seat.livery, "margin": one["margin"]} for name, seat, one in seats]
    mine = found["seats"][you]
    outcome = live.saved.game.outcome()
    assert outcome is not None
    return {
        **{name: found[name] for name in ("judged", "decisions", "deals", "turns", "whole", "failed")},
        "you": you,
        "mine": bool(live.saved.seating.stored.seats_of(player.id)),
        "result": outcome.sentence(live.saved.names(you)),
        "players": shown,
        "own": mine["decisions"],
        "curve": mine["curve"],
        "share": (you in outcome.winners) / len(outcome.winners),
        "costliest": mine["costliest"],
    }


class Decision(BaseModel):
    """One of one's own decisions, by its number among the actions of the game."""

    number: int = Field(ge=0, lt=1 << 16)


@router.post("/games/{game}/practice", status_code=201, dependencies=[costs("games"), needs_room("games")])
async def try_again(
    context: ContextHere, address: AddressHere, player: ReaderHere, game: str, wanted: Decision
) -> dict[str, str]:
    """A game of practice from before the decision, with what one knew then; all else is dealt anew."""
    live = await find_open_game(context, game)
    if not live.saved.game.is_over:
        raise Problem(409, "a decision is tried again when the game is over")
    stored = live.saved.seating.stored
    record = await asyncio.to_thread(live.saved.record)
    mine = stored.seats_of(player.id)
    if wanted.number >= len(record.moves) or record.moves[wanted.number].seat not in mine:
        raise Problem(422, "this is no decision of yours: one's own are tried again")
    if await context.store.run_read(context.store.open_games_of, player.id) >= context.settings.most_open_games:
        raise Problem(429, "you have too many unfinished games: finish or delete some")
    seed = new_seed()
    job = PracticeJob(record=record.to_text(), number=wanted.number, seed=seed)
    dealt = await context.thinking.deal(job, owner=address)
    if dealt is None:
        raise Problem(503, "the cards could not be dealt anew: try once more")
    you = record.moves[wanted.number].seat
    practice = Practice(position=dealt.position, turn=dealt.turn, origin=game)
    new_game, seats = context.store.new_game, [_in_practice(seat, you, player.id) for seat in stored.seats]
    more = {"host_id": player.id, "practice": practice}
    made, _ = await context.store.run_write(new_game, stored.board, stored.board_json, seed, seats, **more)
    return {"id": made}


def _in_practice(seat: StoredSeat, you: int, player_id: str) -> NewSeat:
    """Oneself, and bots: those of the game, and one in place of each other person."""
    if seat.seat == you:
        return NewSeat(name=seat.name, livery=seat.livery, player_id=player_id)
    spec = seat.spec or STAND_IN
    return NewSeat(name=name_of(spec), livery=seat.livery, spec=spec)
