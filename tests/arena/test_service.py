"""The service that plays games: the same bytes in the same order on any runner, and nothing goes on afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

from footplate.agents import Agent, make_agent
from footplate.arena.deals import Request
from footplate.arena.results import GameResults, join
from footplate.arena.runners import InThisThread, PoolRunner, Runner, make_runner
from footplate.arena.service import Cancelled, Piece, Watch, play_games
from footplate.boards import load_board
from footplate.errors import FootplateError
from tests.support.slow_runner import OneByOne

SMALL, MINI = load_board("small"), load_board("mini")
REQUESTS = [
    Request(board=SMALL, agents=("greedy", "random"), seed=1, deals=range(40), metrics=True),
    Request(board=MINI, agents=("greedy", "random", "path"), seed=2, deals=range(7, 7)),
    Request(board=MINI, agents=("greedy", "random", "path"), seed=2, deals=range(7, 30), keep_finals=True),
    Request(board=SMALL, agents=("path", "path"), seed=3, deals=range(25), each_deal_once=True, keep_records=True),
]
ENDLESS = [Request(board=SMALL, agents=("greedy", "random"), deals=range(10_000_000))]


def bytes_of(results: GameResults) -> list[object]:
    arrays = [results.seeds, results.seat_of, results.totals, results.shares, results.decisions]
    more = [array.tobytes() for array in (results.metrics, results.finals) if array is not None]
    return [*(array.tobytes() for array in arrays), *more, [record.to_text() for record in results.records]]


def played(runner: Runner, **more: Any) -> list[list[object]]:
    """By request; and they must come in order."""
    parts: list[list[GameResults]] = [[] for _ in REQUESTS]
    reached = [request.deals.start for request in REQUESTS]
    pieces = list(play_games(REQUESTS, runner, **more))
    assert [piece.number for piece in pieces] == sorted(piece.number for piece in pieces)
    for number, first, results in pieces:
        assert first == reached[number]
        reached[number] += results.seeds.size // REQUESTS[number].games_per_deal
        parts[number].append(results)
    assert reached == [request.deals.stop for request in REQUESTS]
    return [bytes_of(join(some)) if some else [] for some in parts]


@pytest.fixture(scope="module")
def expected() -> list[list[object]]:
    return played(InThisThread(), seconds=60)


@pytest.mark.parametrize(
    ("name", "workers"), [("threads", 1), ("threads", 2), ("threads", 3), ("processes", 2), ("ray", 1)]
)
def test_every_runner_plays_the_same_bytes(name: str, workers: int, expected: list[list[object]]) -> None:
    if name == "ray":
        pytest.importorskip("ray")
    with closing(make_runner(name, workers)) as runner:
        assert played(runner) == expected


def test_pieces_are_about_as_long_as_wanted() -> None:
    """A worker that is slow, or plays for slow agents, gets a deal at a time, so that little is lost with it."""

    def sizes(runner: Runner, seconds: float) -> list[int]:
        return [piece.results.seeds.size // 2 for piece in play_games(REQUESTS[:1], runner, seconds=seconds)]

    assert sizes(InThisThread(), 0.0) == sizes(OneByOne(), 60.0) == [1] * 40
    first, second, *_ = sizes(InThisThread(), 60.0)
    assert (first, second) == (1, 16)


@pytest.mark.parametrize("seconds", [0.0, 0.001, 60.0])
def test_how_deals_are_cut_does_not_matter(seconds: float, expected: list[list[object]]) -> None:
    with closing(make_runner("threads", 3)) as runner:
        assert played(runner, seconds=seconds) == expected
    assert played(OneByOne(), seconds=seconds) == expected


def test_progress_counts_all_games() -> None:
    told: list[int] = []
    with closing(make_runner("threads", 2)) as runner:
        list(play_games(REQUESTS, runner, Watch(told.append)))
    assert sum(told) == 40 * 2 + 23 * 6 + 25


# ---------------------------------------------------------------- the end


class Remembering(PoolRunner):
    """Two threads, and whether anything goes on."""

    def __init__(self) -> None:
        super().__init__(ThreadPoolExecutor(2), 2)
        self.submitted: list[Future[Any]] = []

    def submit(self, work: Callable[[], Any]) -> Future[Any]:
        self.submitted.append(super().submit(work))
        return self.submitted[-1]

    @property
    def is_idle(self) -> bool:
        return all(future.done() for future in self.submitted)


def raising(error: type[BaseException]) -> Callable[[int], None]:
    def progress(games: int) -> None:
        raise error

    return progress


@pytest.mark.parametrize(
    ("watch", "error"),
    [
        (Watch(raising(KeyboardInterrupt)), KeyboardInterrupt),
        (Watch(raising(RuntimeError)), RuntimeError),
        (Watch(is_cancelled=iter((False, False, False, True)).__next__), Cancelled),
    ],
)
def test_whatever_ends_it_leaves_nothing_running(watch: Watch, error: type[BaseException]) -> None:
    with closing(Remembering()) as runner:
        with pytest.raises(error):
            list(play_games(ENDLESS, runner, watch))
        assert runner.is_idle
        assert runner.submitted


def test_who_looks_at_no_more_pieces_leaves_nothing_running() -> None:
    with closing(Remembering()) as runner:
        pieces = play_games(ENDLESS, runner)
        next(pieces)
        pieces.close()
        assert runner.is_idle


def test_what_was_finished_is_handed_out_before_the_error() -> None:
    def taken(pieces: Iterator[Piece]) -> Iterator[Piece]:
        with pytest.raises(KeyboardInterrupt):
            yield from pieces

    told: list[int] = []

    def interrupt_once(games: int) -> None:
        told.append(games)
        if len(told) == 1:
            raise KeyboardInterrupt

    with closing(Remembering()) as runner:
        found = list(taken(play_games(ENDLESS, runner, Watch(interrupt_once))))
        begun = sum(not future.cancelled() for future in runner.submitted)
    assert len(found) == begun > 1
    assert sum(told) == sum(piece.results.seeds.size for piece in found)


# ---------------------------------------------------------------- live agents


class First(Agent):
    name = "first"

    def __init__(self) -> None:
        self.games = 0

    def start(self, seat: int, seed: int) -> None:
        self.games += 1

    def act(self, observation: Any, budget: Any) -> Any:
        return observation.legal_actions()[0]


def test_agents_in_python_play_here_one_game_after_the_other() -> None:
    first = First()
    request = Request(board=MINI, agents=(first, make_agent("random")), deals=range(3))
    with closing(make_runner("threads", 2)) as runner:
        pieces = list(play_games([request], runner))
    assert [piece.first for piece in pieces] == sorted(piece.first for piece in pieces)
    assert sum(piece.results.seeds.size for piece in pieces) == first.games == 6


def test_a_live_agent_cannot_travel() -> None:
    request = Request(board=MINI, agents=(make_agent("greedy"), "random"), deals=range(3))
    with (
        closing(make_runner("processes", 1)) as runner,
        pytest.raises(FootplateError, match="greedy is no spec string"),
    ):
        list(play_games([request], runner))
