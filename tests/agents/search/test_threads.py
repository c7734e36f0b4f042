"""Root-parallel search: several threads, one answer."""

from __future__ import annotations

import random

from footplate.agents import make_agent
from footplate.agents.base import Decision
from footplate.game import Game
from tests.support.asking import decision


def answer(game: Game, spec: str, seed: int) -> Decision:
    agent = make_agent(spec)
    agent.start(game.to_move, seed)
    return decision(agent, game)


def figures(found: Decision) -> dict[str, object]:
    """The statistics of a search but for its time."""
    return {name: value for name, value in found.figures.items() if name != "seconds"}


def new_york_in_the_middle() -> Game:
    game, rng = Game("new_york", 2, seed=9), random.Random(9)
    while game.turn < 4 or game.phase.name != "TURN":
        game.push(rng.choice(game.legal_actions()))
    return game


def test_two_threads_find_the_same_for_the_same_seed():
    game = new_york_in_the_middle()
    answers = [answer(game, "ismcts:iterations=400,threads=2", 5) for _ in range(4)]
    assert all(figures(other) == figures(answers[0]) for other in answers)
    assert all(other.action == answers[0].action for other in answers)
    assert figures(answer(game, "ismcts:iterations=400,threads=2", 6)) != figures(answers[0])


def test_threads_share_the_iterations_and_add_up_what_they_find():
    game = new_york_in_the_middle()
    alone, shared = answer(game, "ismcts:iterations=400", 5), answer(game, "ismcts:iterations=401,threads=3", 5)
    assert alone.figures["iterations"] == 400
    assert shared.figures["iterations"] == 402, "401 iterations on three threads: 134 each"
    n_legal = len(game.legal_actions())
    assert n_legal <= 12, "all moves are told"
    assert sum(move["visits"] for move in shared.figures["moves"]) == 402


def test_threads_search_different_worlds():
    """Two threads of 200 iterations are no copy of one: their visits are not simply doubled."""
    game = new_york_in_the_middle()
    half, both = answer(game, "ismcts:iterations=200", 5), answer(game, "ismcts:iterations=400,threads=2", 5)
    doubled = {move["action"]: 2 * move["visits"] for move in half.figures["moves"]}
    assert doubled != {move["action"]: move["visits"] for move in both.figures["moves"]}
