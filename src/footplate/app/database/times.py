"""Time at a table of people: clocks, who is away, and when a bot stands in. All of it follows from what is stored.

Time runs once nobody is awaited any more, and while somebody is at the table: whoever comes first after all were
gone finds the clocks as they were left. A person is here while a page of theirs is open; the server that knows it
says so from time to time (``LEASE``), so that a server that was killed leaves nobody here for ever.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from footplate.app.database.models import StoredGame, StoredSeat

STAND_IN = "fireman"  # the bot that plays for somebody who is out of time, away, or has left
LEASE = timedelta(seconds=45)
LEAST = 10.0  # seconds with which every turn begins at least
PATIENCE = 3  # turns out of time, after which a bot keeps the seat until the person comes back
MOST_FOR_OTHERS = 3  # turns that bots may play for a person in a game that is rated

Kind = Literal["none", "clock", "turn"]
Why = Literal["time", "away"]


@dataclass(frozen=True)
class Timing:
    """What the host has set. ``seconds`` are each person's for the game, with ``added`` ones a turn, or for a turn.

    ``away`` is how many seconds a bot waits for somebody who is gone; None: for ever.
    """

    kind: Kind = "none"
    seconds: float = 0.0
    added: float = 0.0
    away: float | None = None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def timing_of(game: StoredGame) -> Timing:
    return Timing(**(game.timing or {}))


def runs(game: StoredGame) -> bool:
    """Whether time runs: the game goes on, and nobody is awaited for the first time."""
    return game.result is None and not any(seat.is_free for seat in game.seats)


def is_here(seat: StoredSeat, moment: datetime) -> bool:
    return seat.here and seat.here_until is not None and seat.here_until > moment


def away_since(seat: StoredSeat, moment: datetime) -> datetime | None:
    """None for somebody who is here."""
    if is_here(seat, moment) or seat.here_until is None:
        return None
    return min(seat.here_until, moment)


# ---------------------------------------------------------------- what is left, and when it is over


def left(game: StoredGame, seat: StoredSeat, moment: datetime, deciding: Collection[int]) -> float | None:
    """Seconds on a person's clock; None without one. It runs for those who are ``deciding``."""
    timing = timing_of(game)
    if timing.kind == "none":
        return None
    full = timing.seconds if timing.kind == "turn" or seat.clock is None else seat.clock
    began = game.turn_began
    if seat.seat not in deciding or began is None or not runs(game):
        return full
    return max(0.0, full - (moment - began).total_seconds())


def bot_comes(game: StoredGame, seat: StoredSeat, moment: datetime) -> datetime | None:
    """When a bot stands in for somebody who is away, if nothing changes."""
    timing = timing_of(game)
    if timing.away is None or game.awake is None or not seat.is_held or seat.stand_in or not runs(game):
        return None
    if is_here(seat, moment):
        return None
    return max(game.awake, away_since(seat, moment) or game.awake) + timedelta(seconds=timing.away)


def overdue(game: StoredGame, moment: datetime, deciding: Collection[int]) -> dict[int, Why]:
    """The seats for which a bot has to stand in now, with the reason."""
    found: dict[int, Why] = {}
    for seat in game.seats:
        if not seat.is_held or seat.stand_in or not runs(game):
            continue
        comes = bot_comes(game, seat, moment)
        if comes is not None and comes <= moment:
            found[seat.seat] = "away"
        elif seat.seat in deciding and left(game, seat, moment, deciding) == 0:
            found[seat.seat] = "time"
    return found


# ---------------------------------------------------------------- what changes it


def wake(game: StoredGame, moment: datetime) -> None:
    """Somebody comes. If nobody was here, the clocks stood still meanwhile."""
    if any(is_here(seat, moment) for seat in game.seats):
        return
    gone = [seat.here_until for seat in game.seats if seat.here_until]
    if game.turn_began and gone:
        game.turn_began += max(moment - max(gone), timedelta())
    game.awake = moment


def begin(game: StoredGame, moment: datetime) -> None:
    """The last person who was awaited sits down: time begins to run."""
    if game.turn_began is None and runs(game):
        game.turn_began = game.awake = moment


def stand_in(seat: StoredSeat, why: Why, turn: int) -> None:
    """A bot begins to play for a person."""
    seat.stand_in = why
    seat.overruns += why == "time"
    if seat.absent_from is None:
        seat.absent_from = turn


def come_back(game: StoredGame, seat: StoredSeat, moment: datetime, *, is_turn: bool) -> None:
    """The person plays on, with a whole turn if it is theirs. What was played meanwhile is told until they move."""
    seat.stand_in, seat.overruns = "", 0
    if is_turn and game.turn_began:
        game.turn_began = moment
        seat.clock = None if seat.clock is None else max(seat.clock, LEAST)


def charge(game: StoredGame, seat: StoredSeat, moment: datetime) -> None:
    """A turn is over: take its time off the clock of whoever had it, and add what a turn brings."""
    timing, rest = timing_of(game), left(game, seat, moment, {seat.seat})
    if timing.kind == "clock" and rest is not None and seat.is_held:
        seat.clock = max(rest + timing.added, LEAST)


def moved(game: StoredGame, seat: StoredSeat, moment: datetime, *, ends_turn: bool, is_charged: bool) -> None:
    """Somebody, or a bot in their place, has moved. First tickets were charged when they were chosen."""
    if seat.stand_in:
        seat.absent_turns += ends_turn
        seat.bot_turns += ends_turn
        if ends_turn and seat.stand_in == "time" and seat.overruns < PATIENCE:
            seat.stand_in = ""
    else:
        seat.absent_from, seat.absent_turns = None, 0
        seat.overruns = 0 if ends_turn else seat.overruns
    if ends_turn:
        if is_charged:
            charge(game, seat, moment)
        game.turn_began = moment if runs(game) else game.turn_began
