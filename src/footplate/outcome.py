"""How a game ended: every player's points and where they come from, who won, and why."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from operator import attrgetter
from typing import Any, Literal

from footplate.boards import Board
from footplate.engine import layout as L
from footplate.engine.entry_points import score_all
from footplate.engine.score import winners
from footplate.engine.tables import Tables
from footplate.engine.tunnels import MOST_TURNS
from footplate.sentences import loan_words, result

EndedBy = Literal[
    "the last round",
    "nobody could do anything",
    "the deck is empty",
    "all tickets of a player are done",
    "cards were taken back for too long",
    "a player has enough tickets",
    "a player has laid the last train",
    "its players agreed to end it",
]
DecidedBy = Literal[  # "nothing": a draw
    "points", "completed tickets", "longest path", "fewest stations", "most passengers", "reward", "race", "nothing"
]


# What the points of each column of SCRATCH.score are for.
POINTS_FOR = (
    "routes", "tickets_done", "tickets_open", "longest_path", "globetrotter", "attractions", "stations", "districts",
    "grand_tour", "passengers",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Score:
    """A player's points by where they come from.

    ``total`` is the reward in the progress game, the tickets done in a race, else their sum.
    """

    total: float
    routes: int
    tickets_done: int
    tickets_open: int  # negative
    longest_path: int
    globetrotter: int
    attractions: int
    completed: int  # number of tickets
    path_length: int  # of the longest continuous path; 0 where the board doesn't look at it
    stations: int = 0
    districts: int = 0
    grand_tour: int = 0
    passengers: int = 0
    stations_left: int = 0  # number of those never built
    passengers_taken: int = 0  # number of them


@dataclass(frozen=True, slots=True)
class Loan:
    """The route that a station's owner used for tickets, and whose route it is."""

    city: str
    route: int
    lender: int


@dataclass(frozen=True, slots=True)
class Outcome:
    scores: tuple[Score, ...]
    winners: tuple[int, ...]
    ended_by: EndedBy
    decided_by: DecidedBy
    loans: tuple[tuple[Loan, ...], ...] = ()  # by seat, where stations borrowed something

    @property
    def is_draw(self) -> bool:
        return len(self.winners) > 1

    @property
    def totals(self) -> tuple[float, ...]:
        return tuple(score.total for score in self.scores)

    def sentence(self, names: Sequence[str]) -> str:
        """The result with its reason, in words."""
        return result(self, names)

    def loan_sentences(self, names: Sequence[str], board: Board) -> tuple[str, ...]:
        """What stations borrowed, a sentence each."""
        return tuple(loan_words(loan, names, board) for loans in self.loans for loan in loans)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def _scored(tables: Tables, states: L.Records) -> tuple[L.Records, int]:
    """The SCRATCH record of a scoring as if the game ended now, and the winners as a bit mask."""
    scratch = L.new_records(L.SCRATCH)
    mask: int = score_all(tables.records, states, scratch, True)
    return scratch, mask


def score_now(tables: Tables, states: L.Records) -> tuple[tuple[Score, ...], int]:
    """Every player's points if the game ended now, and the winners as a bit mask."""
    scratch, mask = _scored(tables, states)
    w = L.plain(scratch, L.SCRATCH)
    totals, completed, trails = w["total"][0].tolist(), w["done"][0].tolist(), w["trail"][0].tolist()
    unbuilt, fares = w["unbuilt"][0].tolist(), w["fares"][0].tolist()
    scores = tuple(
        Score(
            **dict(zip(POINTS_FOR, row, strict=True)),
            total=totals[p],
            completed=completed[p],
            path_length=trails[p],
            stations_left=unbuilt[p],
            passengers_taken=fares[p],
        )
        for p, row in enumerate(w["score"][0, : tables.players].tolist())
    )
    return scores, mask


def winners_without(tables: Tables, states: L.Records, seat: int) -> tuple[int, ...]:
    """Who would win among the other seats if the game ended now; nobody if there is no other seat."""
    scratch, _ = _scored(tables, states)
    scratch[0].total[seat] = -math.inf
    mask = int(winners(tables.record, scratch[0]))
    return tuple(p for p in range(tables.players) if mask >> p & 1 and p != seat)


def outcome_of(tables: Tables, states: L.Records) -> Outcome:
    """The outcome of a finished game."""
    scores, mask = score_now(tables, states)
    best = tuple(p for p in range(tables.players) if mask >> p & 1)
    why = _ended_by(tables, states[0]), _decided_by(tables, scores, best)
    return Outcome(scores, best, *why, loans_of(tables, states))


def completed_tickets(tables: Tables, states: L.Records) -> frozenset[int]:
    """The numbers of held tickets that would be completed if the game ended now, with the help of stations."""
    scratch, _ = _scored(tables, states)
    flags = L.plain(scratch, L.SCRATCH)["completed"][0].tolist()
    return frozenset(t for t, done in enumerate(flags) if done)


def loans_of(tables: Tables, states: L.Records) -> tuple[tuple[Loan, ...], ...]:
    """By seat, the best use of its stations if the game ended now; empty where the board has none."""
    board = tables.board
    if not board.rules.stations:
        return ()
    scratch, _ = _scored(tables, states)
    lent, state = L.plain(scratch, L.SCRATCH)["lent"][0].tolist(), L.plain(states, L.STATE)[0]
    stations, owners = state["station"].tolist(), (state["route"] >> L.PLAYERS).tolist()
    return tuple(
        tuple(
            Loan(board.cities[city - 1].name, route - 1, owners[route - 1] - 1)
            for city, route in zip(stations[p], lent[p], strict=True)
            if route
        )
        for p in range(tables.players)
    )


def _ended_by(tables: Tables, record: L.Record) -> EndedBy:
    if tables.record.progress:
        return "the deck is empty" if record.deck_n == 0 else "all tickets of a player are done"
    if tables.record.race:
        return _end_of_race(tables.record, record)
    if record.last_turns == 0:
        return "the last round"
    return "cards were taken back for too long" if record.turn > MOST_TURNS else "nobody could do anything"


def _end_of_race(b: L.Record, record: L.Record) -> EndedBy:
    if max(record.done_n) >= b.race:
        return "a player has enough tickets"
    low = any(trains <= b.end_trains for trains in record.trains[: b.n_players])
    return "a player has laid the last train" if low else "nobody could do anything"


def _decided_by(tables: Tables, scores: tuple[Score, ...], best: tuple[int, ...]) -> DecidedBy:
    if len(best) > 1:
        return "nothing"
    if tables.record.race:
        return "race"
    rules, winner = tables.board.rules, scores[best[0]]
    level = [score for seat, score in enumerate(scores) if seat != best[0] and score.total == winner.total]
    if not level:
        return "reward" if rules.progress else "points"
    for name in rules.tie_breaks:
        reason, value = _tie_break(name, bonus=rules.longest_path_bonus > 0)
        level = [score for score in level if value(score) == value(winner)]
        if not level:
            return reason
    raise AssertionError("somebody won alone, but no tie-break says why")


def _tie_break(name: str, *, bonus: bool) -> tuple[DecidedBy, Callable[[Score], int]]:
    """What a tie-break is called in a result, and what it compares; the longest path may have a bonus."""
    match name:
        case "tickets":
            return "completed tickets", attrgetter("completed")
        case "longest_path":
            return "longest path", attrgetter("longest_path" if bonus else "path_length")
        case "fewest_stations":
            return "fewest stations", attrgetter("stations_left")
        case "passengers":
            return "most passengers", attrgetter("passengers_taken")
        case _:
            raise ValueError(f"there is no tie-break {name!r}")
