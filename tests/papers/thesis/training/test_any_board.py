"""The thesis's network on boards that the thesis doesn't know: both methods train it, and it plays."""

from __future__ import annotations

from typing import Any

import pytest

from footplate.agents.learned.agent import play_network
from footplate.arena import play_match
from footplate.errors import FootplateError
from footplate.learning.settings import SELF_PLAY, Task
from footplate.papers.thesis.training.es import ES
from footplate.papers.thesis.training.methods import ESSettings, ReinforceSettings
from footplate.papers.thesis.training.reinforce import Reinforce


def task_on(board: str, **more: Any) -> Task:
    settings = {"encoder": "planes", "actions": "lean", "reward": "win", "opponents": ("greedy",), "seed": 1, **more}
    return Task(board=board, **settings)


@pytest.mark.parametrize("board", ["usa", "first_journey_usa", "small"])
def test_it_is_trained_and_plays(board: str) -> None:
    task = task_on(board)
    for trainer in (ES(task, ESSettings(networks=2, games=1, hidden=8)), Reinforce(task, ReinforceSettings(games=2))):
        before = trainer.vector.copy()
        assert trainer.iterate(0).steps > 0
        agent = play_network(trainer.network(), temperature=1.0)
        assert play_match(board, [agent, "greedy"], 2, seed=1).games == 2
    assert not (trainer.vector == before).all()


def test_three_play_on_it_too() -> None:
    task = task_on("small", players=(3,), opponents=("greedy", "random"))
    trainer = ES(task, ESSettings(networks=2, games=1, hidden=8))
    assert trainer.iterate(0).games == 2
    assert play_match("small", [play_network(trainer.network()), "greedy", "random"], 6, seed=1).games == 6


@pytest.mark.parametrize(("board", "players"), [("t2r:private", 2), ("t2r:private", 4), ("t2r:several", 3)])
def test_it_learns_and_plays_with_private_tickets_and_with_more_than_two(board: str, players: int) -> None:
    """As on t2r: squares, progress, in every seat."""
    more = {"actions": "squares", "reward": "progress", "opponents": (SELF_PLAY,), "players": (players,)}
    task = task_on(board, **more)
    for trainer in (ES(task, ESSettings(networks=4, games=4)), Reinforce(task, ReinforceSettings(games=4))):
        before = trainer.vector.copy()
        score = trainer.iterate(0).score
        assert score is not None
        assert 0 < score < 11
        assert not (trainer.vector == before).all()
        agents = [play_network(trainer.network(), temperature=1.0), *["t2r-random"] * (players - 1)]
        assert play_match(board, agents, 2 * players, seed=1).results.totals.max() > 1


def test_squares_are_refused_with_the_actions_that_there_are() -> None:
    with pytest.raises(FootplateError, match="usa has other actions: lean or full"):
        ES(task_on("usa", actions="squares"), ESSettings())
