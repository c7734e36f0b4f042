"""Evolution Strategies: they learn, whatever the threads, and their games are those of ``Game``."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from footplate.agents import Agent, make_agent
from footplate.agents.learned.agent import play_network
from footplate.arena import play_game
from footplate.arena.runners import PoolRunner
from footplate.engine.random import seed_stream
from footplate.errors import FootplateError
from footplate.learning.settings import Task
from footplate.papers.thesis.training import es, methods
from footplate.papers.thesis.training.es import ES, ranked
from footplate.papers.thesis.training.methods import ESSettings

TINY = {"networks": 8, "games": 4, "hidden": 8}


def trainer_of(settings: dict[str, Any] | None = None, **task: Any) -> ES:
    values = {**methods.ES.task, "threads": 1, "seed": 5, **task}
    return ES(Task(**values), ESSettings(**{**TINY, **(settings or {})}))  # type: ignore[arg-type]


@pytest.mark.parametrize(("fitness", "noise"), [("ranks", "mirrored"), ("raw", "mirrored"), ("raw", "independent")])
def test_they_learn_solitaire_in_seconds(fitness: str, noise: str) -> None:
    settings = {"networks": 40, "games": 10, "hidden": 32, "fitness": fitness, "noise": noise}
    trainer = trainer_of(settings, players=(1,))
    rewards = [trainer.iterate(0).figures["reward"] for _ in range(24)]
    assert np.mean(rewards[-5:]) > np.mean(rewards[:3]) + 0.4


@pytest.mark.parametrize("opponents", [("self-play",), ("greedy", "t2r-random")])
def test_a_run_can_be_repeated_on_any_threads_and_goes_on_as_if_it_had_not_stopped(opponents: tuple[str, ...]) -> None:
    whole, again = trainer_of(opponents=opponents), trainer_of(opponents=opponents, threads=3)
    assert [whole.iterate(0).figures for _ in range(2)] == [again.iterate(0).figures for _ in range(2)]
    resumed = trainer_of(opponents=opponents)
    resumed.restore(whole.state())
    left, right = whole.iterate(0), resumed.iterate(0)
    assert (left.steps, left.games, left.figures, left.score) == (right.steps, right.games, right.figures, right.score)
    np.testing.assert_array_equal(whole.vector, resumed.vector)


class InOneThread(PoolRunner):
    """A runner whose tasks travel as they do to another machine."""

    def submit(self, task: Any) -> Any:
        return super().submit(pickle.loads(pickle.dumps(task)))


def test_a_runner_of_the_arena_plays_the_same_generation(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def make(name: str, workers: int | None, address: str | None) -> InOneThread:
        asked.append((name, workers, address))
        return InOneThread(ThreadPoolExecutor(1), 3)

    monkeypatch.setattr(es, "make_runner", make)
    here, away = trainer_of(opponents=("greedy",)), trainer_of({"runner": "ray"}, opponents=("greedy",), threads=2)
    assert asked == [("ray", 2, None)]
    assert [here.iterate(0).figures for _ in range(2)] == [away.iterate(0).figures for _ in range(2)]
    np.testing.assert_array_equal(here.vector, away.vector)
    stale = es.Part(away.task, away.settings, away.vector, 1, 0, 1, version="0.0.1")
    with pytest.raises(FootplateError, match="the worker has footplate"):
        stale.play()


@pytest.mark.parametrize(
    ("players", "opponents", "board"),
    [(1, ("self-play",), "t2r"), (2, ("self-play",), "t2r:open"), (2, ("t2r-greedy",), "t2r")],
)
def test_the_objective_is_what_the_network_earns_in_games(players: int, opponents: tuple[str], board: str) -> None:
    """Without noise every network is the center: its mean reward is that of the network that plays."""
    settings = {"networks": 2, "games": 6, "deviation": 0.0, "temperature": 0.0}
    trainer = trainer_of(settings, players=(players,), opponents=opponents, board=board)
    fitness, decisions = trainer.play()
    totals = []
    for k in range(6):
        deal = int(seed_stream(np.uint64(trainer.seed_of_iteration()), np.int64(k)))
        seeds = [int(seed_stream(np.uint64(deal), np.int64(p))) for p in range(players)]
        learner = k % players
        itself = play_network(trainer.network())
        agents: list[Agent] = [
            itself if p == learner or opponents == ("self-play",) else make_agent(opponents[0]) for p in range(players)
        ]
        outcome = play_game(board, agents, deal, agent_seeds=seeds).outcome()
        assert outcome is not None
        earned = outcome.totals
        totals.append(sum(earned) / players if opponents == ("self-play",) else earned[learner])
    np.testing.assert_allclose(fitness, np.mean(totals), atol=1e-5)
    assert decisions > 0


def test_with_independent_noise_a_step_is_that_of_algorithm_1() -> None:
    """theta + alpha / (N sigma) times the sum of a_n times noise n, a being the rewards standardised."""
    trainer = trainer_of({"networks": 7, "fitness": "raw", "noise": "independent"}, players=(1,))
    before = trainer.vector.copy()
    fitness, _ = trainer_of({"networks": 7, "fitness": "raw", "noise": "independent"}, players=(1,)).play()
    assert fitness.shape == (7, 1)
    trainer.iterate(0)
    share = (fitness[:, 0] - fitness.mean()) / fitness.std()
    step = 0.05 / (7 * 0.05) * (share @ trainer.noise)
    np.testing.assert_allclose(trainer.vector - before, step, atol=1e-5)
    assert np.abs(np.corrcoef(trainer.noise)[0, 1:]).max() < 0.1


def test_ranks_count_only_by_order() -> None:
    assert ranked(np.array([[5.0, -100.0], [6.0, 1000.0]])).ravel() == pytest.approx([-1 / 3, -1, 1 / 3, 1])


@pytest.mark.parametrize(
    ("settings", "task", "words"),
    [
        ({"networks": 7}, {}, "even number"),
        ({}, {"reward": "margin"}, "nobody gains"),
        ({}, {"encoder": "vector"}, "planes"),
    ],
)
def test_what_they_can_not_do_is_a_sentence(settings: dict[str, Any], task: dict[str, Any], words: str) -> None:
    with pytest.raises(FootplateError, match=words):
        trainer_of(settings, **task)
