"""Balancing: rounds that come nearer to the target, and can be repeated, undone, stopped and gone on with."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from footplate import load_board
from footplate.arena.deals import seed_of
from footplate.arena.service import Cancelled, Watch
from footplate.design.balance.archive import Cell, CollectingRound
from footplate.design.balance.balancing import Balance, BalancingTask
from footplate.design.balance.candidate import Canvas
from footplate.design.balance.constraints import Limits
from footplate.design.balance.moves import Mover
from footplate.design.balance.rounds import Effort, Workshop, last_seed
from footplate.design.balance.state import Contender, State
from footplate.design.balance.traits import Traits
from footplate.design.distance import Tally
from footplate.errors import FootplateError

TASK = BalancingTask(board=load_board("small"), agents=("greedy", "path"), win_rates=(50.0, 50.0), seed=3)
LITTLE = Effort(first_boards=16, proposals=6, steps=4)


def played(task: BalancingTask, rounds: int, threads: int | None = None) -> dict:
    with Balance(task, threads=threads, effort=LITTLE) as balance:
        for _ in range(rounds):
            balance.step()
        return balance.to_dict()


def test_the_same_seed_gives_the_same_boards_on_any_number_of_threads():
    one, three = (played(TASK, 2, threads) for threads in (1, 3))
    assert one == three
    assert played(replace(TASK, seed=4), 2) != one


@pytest.mark.parametrize("agent", ["adaptive", "ismcts:ms=5", "ismcts:threads=2"])
def test_agents_that_are_not_compiled_are_refused_before_they_play(agent: str):
    with pytest.raises(FootplateError, match=r"not compiled\. .* iterations instead of ms"):
        Balance(replace(TASK, agents=("greedy", agent)))


def test_rounds_come_nearer_to_the_wish():
    with Balance(TASK, effort=LITTLE) as balance:
        balance.step()
        first = balance.best.expected
        for _ in range(4):
            balance.step()
        assert balance.best.expected < first
        board = balance.board(balance.best, "made")
        assert board.problems == ()
        before, after = (balance.measure(one, 2000) for one in (TASK.board, board))
    assert after.distance.mean < before.distance.mean - 0.05
    assert after.games >= 2000


def test_a_round_can_be_undone():
    with Balance(TASK, effort=LITTLE) as balance:
        balance.step()
        one = balance.to_dict()
        two = balance.step().to_dict()
        balance.undo()
        assert balance.to_dict() == one
        assert balance.step().to_dict() == two
        for _ in range(5):
            balance.undo()
        assert balance.state.rounds == 0


def test_cancelling_a_round_leaves_everything_as_it_was():
    with Balance(TASK, effort=LITTLE) as balance:
        balance.step()
        state, seen = balance.state, []
        with pytest.raises(Cancelled):
            balance.step(Watch(seen.append, lambda: sum(seen) > 100))
        assert balance.state is state
        assert list(balance.run(watch=Watch(is_cancelled=lambda: True))) == []
        assert balance.best.candidate == state.contenders[0].candidate


def test_what_was_written_down_goes_on_as_if_nothing_had_been():
    with Balance(TASK, effort=LITTLE) as balance:
        balance.step()
        balance.step()
        written = json.dumps(balance.to_dict())
        balance.step()
        whole = balance.to_dict()
    with Balance(TASK, effort=LITTLE) as again:
        again.resume(json.loads(written))
        again.step()
        assert again.to_dict() == whole
    with (
        Balance(replace(TASK, seed=9), effort=LITTLE) as other,
        pytest.raises(FootplateError, match="differs in seed; "),
    ):
        other.resume(json.loads(written))
    with Balance(TASK, effort=LITTLE) as balance, pytest.raises(FootplateError, match="no state of balancing"):
        balance.resume({"version": 0})
    kept = json.loads(written)
    best = kept["state"]["contenders"][0]
    damaged = (
        {**kept, "state": {"rounds": 1}},
        {**kept, "state": {**kept["state"], "rounds": -1}},
        {**kept, "state": {**kept["state"], "contenders": 7}},
        {**kept, "state": {**kept["state"], "contenders": [{**best, "expected": float("nan")}]}},
        {**kept, "state": {**kept["state"], "weights": [1.0]}},
        {**kept, "check": None},
    )
    for one in damaged:
        with (
            Balance(TASK, effort=LITTLE) as balance,
            pytest.raises(FootplateError, match=r"damaged; without --resume it begins anew"),
        ):
            balance.resume(one)


def test_before_anything_has_played_there_is_something_to_go_on_with():
    with Balance(TASK, effort=LITTLE) as balance:
        written = json.dumps(balance.to_dict())
        assert list(balance.run(watch=Watch(is_cancelled=lambda: True))) == []
        assert balance.state.contenders == ()
    with Balance(TASK, effort=LITTLE) as again:
        again.resume(json.loads(written))
        given, first = again.run(rounds=1, watch=Watch())
        assert (given.rounds, len(given.contenders), first.rounds) == (0, 1, 1)
        assert again.best.expected <= given.best.expected


def test_running_ends_by_rounds_and_by_certainty():
    with Balance(TASK, effort=LITTLE) as balance:
        assert [state.rounds for state in balance.run(rounds=2, watch=Watch())] == [0, 1, 2]
        assert list(balance.run(within=0.9, watch=Watch())) == []  # it is certain already
        assert list(balance.run(seconds=0, watch=Watch())) == []


def test_finished_boards_are_measured_on_deals_that_no_round_has_seen(monkeypatch: pytest.MonkeyPatch):
    seeds = []
    with Balance(TASK, effort=LITTLE) as balance:
        play = balance.playing.win_shares

        def spy(boards, seed, deals, watch):
            seeds.append(seed)
            return play(boards, seed, deals, watch)

        monkeypatch.setattr(balance.playing, "win_shares", spy)
        for _ in range(3):
            balance.step()
        in_rounds = set(seeds)
        seeds.clear()
        balance.measure(TASK.board, 100)
    assert seeds == [last_seed(TASK.seed)]
    assert last_seed(TASK.seed) not in in_rounds
    assert len({seed_of(3, purpose, number) for purpose in range(3) for number in range(50)}) == 150


def test_balanced_boards_that_differ_are_collected(tmp_path):
    """Between an agent and itself every board is fair."""
    with Balance(replace(TASK, agents=("path", "path")), collect=True, effort=LITTLE) as balance:
        while not len(balance.state.collected) > 2:
            balance.step()
            assert balance.state.rounds < 10
            assert all(one.expected <= 0.025 and one.is_good for one in balance.state.collected)
        cells = [Cell.of(one.candidate.features) for one in balance.state.collected]
        assert len(set(cells)) == len(cells)
        balance.write_archive(tmp_path / "archive")
        collected, written = {one.candidate for one in balance.state.collected}, balance.to_dict()
    alike = replace(TASK, agents=("path", "path"))
    with Balance(alike, effort=LITTLE) as balance:  # which collects nothing, but keeps what there is
        balance.resume(written)
        assert {one.candidate for one in balance.step().collected} == collected
    index = json.loads((tmp_path / "archive" / "archive.json").read_text())
    assert len(index) == len(cells)
    for entry in index:
        assert entry["expected_distance"] <= 0.025
        assert entry["distance"]["mean"] < 0.03
        assert load_board(str(tmp_path / "archive" / entry["file"])).problems == ()


def test_collected_boards_with_few_games_play_on_and_are_given_up_if_they_are_worse():
    """The given board, on which path wins four games of five, has seemed fair in its first games."""
    canvas = Canvas(TASK.board)
    mover = Mover(Limits(canvas, TASK.constraints))
    with Balance(TASK, effort=LITTLE) as balance:
        shop = Workshop(canvas, Traits(canvas), mover, balance.playing, balance.guard, TASK.target, TASK.seed, LITTLE)
        held_out = balance.guard.play([TASK.board], 1, range(120), Watch())[0]
        lucky = Contender(canvas.given, Tally.of(np.full((60, 2), 0.5)), held_out, expected=0.001, outside=0.0)
        after = CollectingRound(shop, State(5, 720, (lucky,), (lucky,)), Watch()).play()
    now = next(one for one in after.contenders if one.candidate == lucky.candidate)
    assert now.tally.deals == 60 + 300
    assert now.expected > 0.1
    assert lucky.candidate not in {one.candidate for one in after.collected}
