"""What kernels can count on: arrays of weights wherever they play, and phases that they know."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from footplate.agents import Budget, agent_kinds, make_agent
from footplate.agents.addresses import weights_of
from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.kernels import TURN_REACHED
from footplate.arena import play_match
from footplate.engine.layout import ACTIONS, FACE_UP, KINDS, LOCO, OVER
from footplate.engine.moves import legal_actions
from footplate.errors import KernelFailed
from footplate.game import Game
from footplate.observation import Observation

INPUTS = KINDS + 1
NEW_PHASE = 9
COMPILED = [kind.name for kind in agent_kinds() if isinstance(make_agent(kind.name), KernelAgent)]


def linear_kernel(b, o, w, bot):
    """The legal action with the highest value in a network of one layer: hand and trains in, a value per action out."""
    matrix = weights_of(bot).reshape(ACTIONS, INPUTS)
    n = legal_actions(b, o, w.acts)
    best, best_value = np.int64(w.acts[0]), -np.inf
    for i in range(n):
        value = np.float64(matrix[w.acts[i], KINDS]) * o.trains[o.player]
        for kind in range(KINDS):
            value += np.float64(matrix[w.acts[i], kind]) * o.hand[o.player, kind]
        if value > best_value:
            best, best_value = np.int64(w.acts[i]), value
    return best


def network(seed: int) -> KernelAgent:
    weights = np.random.default_rng(seed).normal(size=(ACTIONS, INPUTS))
    return KernelAgent(f"network {seed}", linear_kernel, weights=weights)


class Slow(KernelAgent):
    """The same player, asked through Game."""

    plays_compiled = False

    def __init__(self, agent: KernelAgent) -> None:
        super().__init__(agent.name, agent.kernel, weights=agent.weights)


def totals(*agents, threads=1, games=20):
    return play_match("small", agents, games, seed=4, threads=threads).results.totals.tolist()


# ---------------------------------------------------------------- weights


def test_a_network_plays_the_same_games_compiled_and_through_game():
    assert totals(network(1), "random") == totals(Slow(network(1)), "random")


def test_its_weights_decide_how_it_plays():
    assert totals(network(1), "random") != totals(network(2), "random")
    wants_locos = np.zeros((ACTIONS, INPUTS))
    wants_locos[FACE_UP + LOCO, KINDS] = 1.0
    agent, game = KernelAgent("locos", linear_kernel, weights=wants_locos), Game("small", 2, seed=3)
    while game.to_move is not None and len(game.history) < 60:
        observation = game.observe(game.to_move)
        action = agent.act(observation, Budget())
        assert (FACE_UP + LOCO in map(game.actions.id, observation.legal_actions())) == (
            game.actions.id(action) == FACE_UP + LOCO
        )
        game.push(action)


def test_networks_play_in_threads():
    alone = totals(network(1), network(2), games=200)
    assert totals(network(1), network(2), games=200, threads=2) == alone
    with ThreadPoolExecutor(4) as pool:
        assert all(found == alone for found in pool.map(lambda _: totals(network(1), network(2), games=200), range(8)))


def test_a_copy_of_an_agent_has_weights_of_its_own():
    """An agent that is gone takes its weights along."""
    expected = totals(network(1), "random")
    for copied in (copy.deepcopy, lambda agent: pickle.loads(pickle.dumps(agent))):
        copies = [copied(network(1)) for _ in range(3)]
        np.full(copies[0].weights.size, 7.0, np.float32)
        assert all(totals(agent, "random") == expected for agent in copies)


def test_a_mixed_bot_keeps_the_weights_of_both():
    one, two = network(1), network(2)
    mixed = KernelAgent("both", one.kernel, weights=one.weights, second=network(2), switch=TURN_REACHED, limit=3)
    assert totals(mixed, "random") not in (totals(one, "random"), totals(two, "random"))
    always = KernelAgent("second", one.kernel, weights=one.weights, second=two, switch=TURN_REACHED, limit=0)
    assert totals(always, "random") == totals(two, "random")


def test_a_network_without_weights_says_so():
    with pytest.raises(KernelFailed, match="there are no weights"):
        totals(KernelAgent("empty", linear_kernel), "random")


# ---------------------------------------------------------------- phases


def in_phase(phase: int) -> Observation:
    """What the player to move sees in a game whose phase is a number."""
    game = Game("small", 2, seed=1)
    game.record.phase = phase
    return game.reveal(0)


@pytest.mark.parametrize("name", COMPILED)
def test_no_bot_takes_an_unknown_phase_for_one_that_it_knows(name):
    agent = make_agent(name)
    agent.start(0, 1)
    agent.act(in_phase(0), Budget())
    for phase in (NEW_PHASE, OVER):
        with pytest.raises(KernelFailed, match=r"phase"):
            agent.act(in_phase(phase), Budget())
