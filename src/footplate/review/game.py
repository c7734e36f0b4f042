"""The review of a whole game: chances by turn, luck and play of every seat, and the costliest decisions.

For every seat, in chance to win and in points of margin:

    start + luck + play + others = result

``start`` is what the seat is worth before anything is dealt, or in the position in which practice began. ``play`` is
what its own decisions brought it, and ``others`` what the decisions of the others did. Each decision is measured
against what the player who plays the deals out would have done, from what its seat could know. ``luck`` is all the
rest: the cards, the tickets, and what others turned out to hold.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from footplate.arena.results import plain
from footplate.arguments import instance, seed_number, thread_count, whole
from footplate.errors import InvalidRecord
from footplate.game import Game
from footplate.observation import Observation
from footplate.records import GameRecord
from footplate.review.decisions import DEALS, Decision, judge
from footplate.review.playouts import AS_POLICY, FULL, NEW_GAME, Playouts

MOST_LISTED = 8  # costly decisions of a seat
LEAST_DEALS, MOST_DEALS = 10, 1_000_000
_SEEDS, _APART = 1 << 62, 1_000_003

Progress = Callable[[int, int], None]


class Question(NamedTuple):
    """A decision to judge: its number among the game's actions, what its seat knew, and what it did."""

    number: int
    seen: Observation
    played: int


@dataclass(frozen=True, kw_only=True)
class Account:
    """Where a seat's result comes from, in shares of a win or in points."""

    start: float
    luck: float
    play: float
    others: float
    result: float


@dataclass(frozen=True, kw_only=True)
class Point:
    """What a seat could expect when its turn began."""

    turn: int
    win: float
    margin: float


@dataclass(frozen=True, kw_only=True)
class SeatReview:
    """``costliest`` are at most 8 decisions, the costliest first; ``accounts`` are there once all are judged."""

    name: str
    curve: tuple[Point, ...]
    costliest: tuple[Decision, ...]
    decisions: int  # of its own that were judged
    win: Account | None
    margin: Account | None


@dataclass(frozen=True, kw_only=True)
class Review:
    """``judged`` of the ``decisions`` in which there was something to decide have been judged so far."""

    board: str
    rules: str
    players: int
    turns: int
    seed: int
    deals: int
    result: str
    judged: int
    decisions: int
    seats: tuple[SeatReview, ...]

    @property
    def is_whole(self) -> bool:
        return self.judged == self.decisions

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        found: dict[str, Any] = plain(self)
        return found


class Reviewer:
    """Judges the decisions of a finished game one by one, and says what they make together."""

    def __init__(self, record: GameRecord, *, seed: int = 0, deals: int = DEALS) -> None:
        instance("record", record, GameRecord, "a GameRecord: read_records(file) gives them")
        if not record.is_finished:
            raise InvalidRecord("the game is not finished, and only a finished one is reviewed")
        self.record, self.seed = record, seed_number(seed)
        self.deals = whole("deals", deals, LEAST_DEALS, MOST_DEALS)
        self.questions: list[Question] = []
        self._game = self._replay()

    def _replay(self) -> Game:
        game = self.record.begin()
        for number in range(len(self.record.moves)):
            seen = game.observe(game.to_move) if not game.is_over else None
            self.record.push_next(game)
            action = game.history[-1].action
            if seen is not None and action is not None and len(seen.legal_numbers()) > 1:
                self.questions.append(Question(number, seen, game.actions.id(action)))
        if not game.is_over:
            raise InvalidRecord("the record says that the game is over, but after its last action it is not")
        return game

    def playouts(self) -> Playouts:
        """Memory to judge with, for one thread."""
        return Playouts(self._game.tables)

    def judge(self, question: Question, playouts: Playouts) -> Decision:
        """Judge one of the ``questions``; the same whoever asks, and in whatever order."""
        number = question.number
        found = judge(
            playouts, question.seen, question.played, number=number, seed=self._seed_of(number), deals=self.deals
        )
        assert found is not None
        return found

    def _seed_of(self, number: int) -> int:
        return (self.seed * _APART + 2 * number + 2) % _SEEDS

    def review(self, decisions: Iterable[Decision]) -> Review:
        """What the decisions that were judged so far make together."""
        found = sorted(decisions, key=lambda one: one.number)
        outcome = self._game.outcome()
        assert outcome is not None
        accounts = self._accounts(found) if len(found) == len(self.questions) else [(None, None)] * self.record.players
        names = self.record.seats
        return Review(
            board=self.record.board.name,
            rules=self.record.board.rules_hash,
            players=self.record.players,
            turns=self._game.turn,
            seed=self.seed,
            deals=self.deals,
            result=outcome.sentence(names),
            judged=len(found),
            decisions=len(self.questions),
            seats=tuple(self._of_seat(seat, found, *accounts[seat]) for seat in range(self.record.players)),
        )

    def _of_seat(
        self, seat: int, decisions: Sequence[Decision], win: Account | None, margin: Account | None
    ) -> SeatReview:
        own = [one for one in decisions if one.seat == seat]
        costly = sorted((one for one in own if one.cost and one.is_costly), key=_cost, reverse=True)
        first_of_turn = {one.turn: one for one in reversed(own)}
        return SeatReview(
            name=self.record.seats[seat],
            curve=tuple(
                Point(turn=turn, win=one.win, margin=one.margin) for turn, one in sorted(first_of_turn.items())
            ),
            costliest=tuple(costly[:MOST_LISTED]),
            decisions=len(own),
            win=win,
            margin=margin,
        )

    def _accounts(self, decisions: Sequence[Decision]) -> list[tuple[Account, Account]]:
        outcome = self._game.outcome()
        assert outcome is not None
        n = self.record.players
        kind, first = (FULL if self.record.position else NEW_GAME), self.record.begin()
        new = self.playouts().play(kind, first.records, [AS_POLICY], self.deals, seed=self._seed_of(-1))
        shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(n)]
        totals = outcome.totals
        margins = [totals[p] - max((totals[r] for r in range(n) if r != p), default=0.0) for p in range(n)]
        return [
            (
                _account(seat, new.wins[:, 0].mean(axis=0), shares, [(one.seat, one.effect) for one in decisions]),
                _account(
                    seat, new.margins[:, 0].mean(axis=0), margins, [(one.seat, one.effect_margin) for one in decisions]
                ),
            )
            for seat in range(n)
        ]


def _cost(decision: Decision) -> float:
    assert decision.cost is not None
    return decision.cost.mean


def _account(
    seat: int, starts: Any, results: Sequence[float], effects: Sequence[tuple[int, tuple[float, ...]]]
) -> Account:
    start, result = float(starts[seat]), float(results[seat])
    play = float(np.sum([effect[seat] for mover, effect in effects if mover == seat]))
    others = float(np.sum([effect[seat] for mover, effect in effects if mover != seat]))
    return Account(start=start, luck=result - start - play - others, play=play, others=others, result=result)


def judge_all(
    reviewer: Reviewer, *, threads: int | None = None, is_cancelled: Callable[[], bool] = lambda: False
) -> Iterator[Decision]:
    """Every decision of the game, on all cores; they come as they are judged."""
    workers = thread_count(threads if threads is not None else os.cpu_count() or 1)
    free = [reviewer.playouts() for _ in range(workers)]
    waiting = list(reversed(reviewer.questions))
    flying: dict[Future[Decision], Playouts] = {}
    with ThreadPoolExecutor(workers) as pool:
        while (waiting or flying) and not is_cancelled():
            while waiting and free:
                playouts = free.pop()
                flying[pool.submit(reviewer.judge, waiting.pop(), playouts)] = playouts
            done, _ = wait(flying, return_when=FIRST_COMPLETED)
            for future in done:
                free.append(flying.pop(future))
                yield future.result()


def review_game(
    record: GameRecord,
    *,
    seed: int = 0,
    deals: int = DEALS,
    threads: int | None = None,
    progress: Progress = lambda judged, decisions: None,
) -> Review:
    """Review a finished game. The same seed gives the same review, on any number of threads."""
    reviewer = Reviewer(record, seed=seed, deals=deals)
    found = []
    for decision in judge_all(reviewer, threads=threads):
        found.append(decision)
        progress(len(found), len(reviewer.questions))
    return reviewer.review(found)
