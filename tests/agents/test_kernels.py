"""What kernels can count on: arrays of weights wherever they play, and phases that they know."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from footplate.agents import Budget, agent_kinds, make_agent
from footplate.agents.kernel_agent import KernelAgent, ask_one
from footplate.agents.kernels import TURN_REACHED, chooses_tickets
from footplate.agents.layout import WORK
from footplate.arena import play_match
from footplate.compile import weights_of
from footplate.engine.layout import (
    ACTIONS,
    DRAW_TICKETS,
    FACE_UP,
    FIRST_TICKETS,
    KINDS,
    LOCO,
    OVER,
    SECOND_CARD,
    SPLIT_FIRST,
    STATE,
    TICKET_CHOICE,
    TURN,
    copy_records,
    new_records,
)
from footplate.engine.moves import legal_actions
from footplate.errors import KernelFailed
from footplate.game import Game

INPUTS = KINDS + 1
NEW_PHASE = SPLIT_FIRST + 1
COMPILED = [kind.name for kind in agent_kinds() if not kind.trained and isinstance(make_agent(kind.name), KernelAgent)]


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
    agent, taken = KernelAgent("locos", linear_kernel, weights=wants_locos), 0
    for seed in range(4):
        game = Game("small", 2, seed)
        while game.outcome() is None:
            observation = game.observe(game.to_move)
            action = game.actions.id(agent.act(observation, Budget()))
            legal = [game.actions.id(one) for one in observation.legal_actions()]
            assert (action == FACE_UP + LOCO) == (FACE_UP + LOCO in legal)
            taken += action == FACE_UP + LOCO
            game.push(action)
    assert taken > 0


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
        np.full(copies[0].weights.size, 7.0, np.float32)  # lies where theirs lay, perhaps
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


def ask_in_phase(agent: KernelAgent, phase: int) -> int:
    """What its kernel does in a game whose phase is a number."""
    observation = Game("small", 2, seed=1).reveal(0)
    states = copy_records(observation.records)
    states["phase"] = phase
    agent.fit(observation.tables)
    return ask_one(agent.kernel, observation.tables.records, states, new_records(WORK), agent.records()[:1])


@pytest.mark.parametrize("name", COMPILED)
def test_no_bot_takes_an_unknown_phase_for_one_that_it_knows(name):
    agent = make_agent(name)
    assert ask_in_phase(agent, FIRST_TICKETS) > DRAW_TICKETS
    with pytest.raises(ValueError, match="phase"):
        ask_in_phase(agent, NEW_PHASE)


def test_phases_are_those_that_bots_know():
    state = new_records(STATE)[0]
    for phase, expected in ((FIRST_TICKETS, True), (TICKET_CHOICE, True), (TURN, False), (SECOND_CARD, False)):
        state.phase = phase
        assert chooses_tickets(state) == expected
    for phase in (OVER, NEW_PHASE):
        state.phase = phase
        with pytest.raises(ValueError, match="this bot does not know what is to be decided"):
            chooses_tickets(state)


def test_a_bot_that_meets_a_new_phase_has_not_lost():
    observation = Game("small", 2, seed=1).observe(0)
    observation.records["phase"] = NEW_PHASE
    with pytest.raises(KernelFailed, match="compiled code of planner failed"):
        make_agent("planner").act(observation, Budget())
