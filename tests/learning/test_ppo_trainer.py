"""The trainer: runs that stop and go on, opponents by scheme, imitation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footplate.agents.learned.network import save_network
from footplate.errors import FootplateError
from footplate.learning.opponents import scheme_of
from footplate.learning.ppo import PPO
from footplate.learning.settings import PARTNERS, PPOSettings, Task

TINY: dict[str, Any] = {"layers": (16,), "games": 8, "horizon": 12, "minibatch": 32, "epochs": 2}
SMALL = Task(board="small", opponents=("pool",), encoder="vector", actions="lean", reward="margin", seed=3)


def task_of(opponents: str, **others: Any) -> Task:
    return Task(**{**vars(SMALL), "opponents": (opponents,), **others})


def learn(trainer: PPO, first: int, end: int) -> list[Any]:
    return [trainer.iterate(i / 8) for i in range(first, end)]


CASES = {
    "pool": (task_of("pool"), PPOSettings(**TINY, past_every=2)),
    "clone": (task_of("pool"), PPOSettings(**TINY, clone="greedy", clone_steps=300, critic_first=1, private=True)),
    "self-play": (task_of("self-play", reward="shaped"), PPOSettings(**TINY, replace_every=100)),
    "older selves": (
        task_of("self-play", reward="shaped"),
        PPOSettings(**TINY, replace_every=100, opponent_age=250),
    ),
    "ensemble": (task_of("ensemble", reward="shaped"), PPOSettings(**TINY, turn_every=100)),
}


@pytest.mark.parametrize("case", list(CASES))
def test_a_run_that_stopped_goes_on_as_if_it_had_not(case: str) -> None:
    task, settings = CASES[case]
    whole = PPO(task, settings)
    first = learn(whole, 0, 5)
    saved = whole.state()
    rest = learn(whole, 5, 8)
    resumed = PPO(task, settings)
    resumed.restore(saved)
    again = learn(resumed, 5, 8)
    assert [(p.steps, p.games, p.figures, p.score, p.won) for p in rest] == [
        (p.steps, p.games, p.figures, p.score, p.won) for p in again
    ]
    left, right = whole.state(), resumed.state()
    assert left.keys() == right.keys()
    for name in left:
        np.testing.assert_array_equal(left[name], right[name], err_msg=name)
    assert first[-1].games < rest[-1].games
    assert whole.network().settings.players == (2,)
    assert (first[0].stage == "cloning greedy") == (case == "clone")


def test_opponents_follow_the_scheme() -> None:
    settings = PPOSettings()
    ensemble = scheme_of(("ensemble",), settings)
    assert [*ensemble.partners(ensemble.stage(9_999)), *ensemble.partners(ensemble.stage(10_000))] == [*PARTNERS[:2]]
    assert ensemble.partners(ensemble.stage(50_000)) == ["cf-base"]  # the sixth is a vote of these five
    assert scheme_of(("self-play",), settings).stage(2_500) == 2
    assert scheme_of(("greedy", "planner"), settings).partners(0) == ("greedy", "planner")
    assert scheme_of(("pool",), settings).all_learn
    both = scheme_of(("pool", "greedy"), settings)
    assert (both.all_learn, both.others) == (True, ("greedy",))
    with pytest.raises(FootplateError, match="not 'greedy, pool'"):
        scheme_of(("greedy", "pool"), settings)


def test_several_numbers_of_players_share_a_network() -> None:
    trainer = PPO(Task(**{**vars(SMALL), "board": "usa", "players": (3, 4)}), PPOSettings(**TINY))
    progress = learn(trainer, 0, 2)[-1]
    assert progress.steps == 2 * 8 * 12
    network = trainer.network()
    assert network.settings.players == (3, 4)
    assert network.settings.seats == network.critic[-1].outputs == 4


def test_a_device_that_is_not_there() -> None:
    with pytest.raises(FootplateError, match="no device 'cuda'"):
        PPO(task_of("pool", device="cuda"), PPOSettings(**TINY))


def test_one_learner_goes_on_from_a_network_that_learned_in_all_seats(tmp_path: Path) -> None:
    first = PPO(SMALL, PPOSettings(**TINY))
    path = tmp_path / "first.safetensors"
    save_network(path, first.network(), bits=32)
    alone = PPO(task_of("greedy"), PPOSettings(**TINY, begin_with=str(path)))
    theirs, mine = first.network().critic[-1].dense(), alone.network().critic[-1].dense()
    assert (theirs.outputs, mine.outputs) == (2, 1)
    np.testing.assert_allclose(mine.weight[:, 0], theirs.weight[:, 0], rtol=1e-5, atol=1e-7)


def test_a_run_goes_on_from_another_ones_network(tmp_path: Path) -> None:
    first = PPO(SMALL, PPOSettings(**TINY))
    first.iterate(0.0)
    path = tmp_path / "first.safetensors"
    save_network(path, first.network(), bits=32)
    again = PPO(SMALL, PPOSettings(**TINY, begin_with=str(path)))
    for mine, theirs in zip(again.network().actor, first.network().actor, strict=True):
        np.testing.assert_allclose(mine.dense().weight, theirs.dense().weight, rtol=1e-5, atol=1e-7)
    with pytest.raises(FootplateError, match="its reward is margin, and this run's is win"):
        PPO(task_of("pool", reward="win"), PPOSettings(**TINY, begin_with=str(path)))
    with pytest.raises(FootplateError, match="other layers; its hidden layers are"):
        PPO(SMALL, PPOSettings(**{**TINY, "layers": (8,)}, begin_with=str(path)))
    with pytest.raises(FootplateError, match="layer 1 computes something else"):
        PPO(SMALL, PPOSettings(**TINY, activation="relu", begin_with=str(path)))
