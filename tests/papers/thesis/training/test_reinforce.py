"""REINFORCE with the thesis's network: it learns, it can be repeated and resumed, and it is the network that plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footplate.agents.learned.forward import through
from footplate.arena import play_match
from footplate.envs import BatchedEnv
from footplate.errors import FootplateError
from footplate.learning.settings import Task
from footplate.papers.thesis.training.methods import REINFORCE, ReinforceSettings
from footplate.papers.thesis.training.reinforce import Episodes, Reinforce, logits
from footplate.records import write_records


def trainer_of(settings: dict[str, Any] | None = None, **task: Any) -> Reinforce:
    values = {**REINFORCE.task, "seed": 3, **task}
    return Reinforce(Task(**values), ReinforceSettings(**{"games": 16, "hidden": 16, **(settings or {})}))


def test_it_learns_solitaire_in_seconds() -> None:
    trainer = trainer_of({"games": 64, "hidden": 64, "learning_rate": 3e-3, "baseline": "mean"}, players=(1,))
    scores = [trainer.iterate(i / 24).score for i in range(24)]
    assert np.mean(scores[-5:]) > np.mean(scores[:5]) + 0.3  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "task", [{"players": (1,)}, {"opponents": ("greedy", "t2r-frugal")}, {"board": "t2r:open"}], ids=str
)
def test_a_run_can_be_repeated_and_goes_on_as_if_it_had_not_stopped(task: dict[str, Any]) -> None:
    whole, again = trainer_of(**task), trainer_of(**task)
    first = [whole.iterate(0) for _ in range(2)]
    assert [p.figures for p in first] == [again.iterate(0).figures for _ in range(2)]
    resumed = trainer_of(**task)
    resumed.restore(whole.state())
    left, right = whole.iterate(0.5), resumed.iterate(0.5)
    assert (left.steps, left.games, left.figures, left.score) == (right.steps, right.games, right.figures, right.score)
    for name, array in whole.state().items():
        np.testing.assert_array_equal(array, resumed.state()[name], err_msg=name)
    assert trainer_of(**task, seed=4).iterate(0).figures != first[0].figures


@pytest.mark.parametrize("is_recorded", [True, False])
def test_it_begins_by_imitating(is_recorded: bool, tmp_path: Path) -> None:
    """Recorded games, or a bot's: surprise falls, and a run that stopped goes on as if it had not."""
    teacher = "greedy"
    if is_recorded:
        records = play_match("t2r", ["t2r-greedy", "t2r-frugal"], 30, seed=1, keep_records=True).results.records
        teacher = str(tmp_path / "games.txt")
        with Path(teacher).open("w", encoding="utf-8") as file:
            write_records(records, file)
    settings = {"clone": teacher, "clone_steps": 1280, "learning_rate": 0.1}
    trainer = trainer_of(settings)
    progress = [trainer.iterate(0) for _ in range(6)]
    resumed = trainer_of(settings)
    resumed.restore(trainer.state())
    rest, again = ([one.iterate(0) for _ in range(5)] for one in (trainer, resumed))
    assert [p.figures for p in rest] == [p.figures for p in again]
    progress += rest
    assert [p.stage for p in progress] == [f"cloning {teacher}"] * 10 + [""]
    assert np.mean([p.figures["surprise"] for p in progress[7:10]]) < 0.9 * progress[0].figures["surprise"]
    assert progress[-1].steps > 0


def test_what_learns_is_what_plays() -> None:
    trainer = trainer_of(board="t2r:open")
    trainer.iterate(0)
    env = BatchedEnv("t2r:open", 2, 32, encoder="planes", actions="squares", reward="progress")
    env.reset(1)
    for _ in range(12):
        env.step(env.mask.argmax(axis=1))
    learning = logits(trainer.cnn, trainer.map, trainer.vector, trainer.cnn.looked_at(env.observation), env.mask)
    playing = through(trainer.network().actor, env.observation)
    np.testing.assert_allclose(np.asarray(learning)[env.mask], playing[env.mask], atol=1e-5)


def test_returns_are_a_seats_own_rewards_by_its_own_decisions() -> None:
    trainer = trainer_of()
    env = BatchedEnv("t2r", 2, 4, encoder="planes", actions="squares", reward="progress", autoreset=False)
    env.reset(2)
    games = Episodes(env)
    while not env.over.all():
        last = env.mask.shape[1] - 1 - env.mask[:, ::-1].argmax(axis=1)  # a claim where there is one
        games.step(trainer.cnn.looked_at(env.observation), last.astype(np.int32))
    value, number = games.returns(1.0)
    assert value[number == 0].sum() == pytest.approx(env.totals.sum(), abs=1e-4)
    halved, _ = games.returns(0.5)
    assert (halved[number == 0] <= value[number == 0] + 1e-6).all()
    assert number.max() > 5


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ({"encoder": "features"}, "planes"),
        ({"opponents": ("pool",)}, "not 'pool'"),
        ({"opponents": ("self-play", "greedy")}, "not 'self-play, greedy'"),
        ({"players": (1, 2)}, "one number of players"),
    ],
)
def test_what_it_can_not_do_is_a_sentence(task: dict[str, Any], words: str) -> None:
    with pytest.raises(FootplateError, match=words):
        trainer_of(**task)
