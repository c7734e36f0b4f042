"""Worlds in which others hold tickets that fit what they have built, and cards that are good for them."""

from __future__ import annotations

import numpy as np
import pytest

from footplate.agents import Budget
from footplate.agents.learned.belief import weigh_tickets
from footplate.agents.learned.search_agent import NetworkSearchAgent
from footplate.agents.learned.shipped import ShippedNetworks
from footplate.agents.search.options import NetworkSearchOptions
from footplate.engine.entry_points import ticket_distance
from footplate.engine.layout import PLAYERS, TICKETS
from footplate.game import Game
from tests.support.networks import game_after


def test_tickets_that_fit_are_likelier() -> None:
    game, likely = game_after("small", 30), np.zeros((PLAYERS, TICKETS))
    tables, seat = game.tables, game.to_move
    weigh_tickets(tables.record, game.observe(seat).records[0], seat, likely)
    assert not likely[seat].any()
    needed = [int(ticket_distance(tables.records, game.records, 1 - seat, t)) for t in range(tables.record.n_tickets)]
    by_need = sorted(range(len(needed)), key=needed.__getitem__)
    other = likely[1 - seat][by_need]
    assert (np.diff(other) <= 0).all()
    assert other[0] > other[-1]


def test_before_anything_is_built_all_tickets_are_alike() -> None:
    game, likely = Game("small", 2, seed=1), np.ones((PLAYERS, TICKETS))
    weigh_tickets(game.tables.record, game.observe(0).records[0], 0, likely)
    assert not likely[:2, : game.tables.record.n_tickets].any()


def expected(moves: int, belief: float) -> float:
    """What a search expects on the whole, in units of the reward, with a critic that has learned."""
    game = game_after("small", moves)
    options = NetworkSearchOptions(iterations=300, belief=belief, turns=1, confidence=1000.0)
    agent = NetworkSearchAgent("mine", lambda tables: ShippedNetworks("net").find("small", tables), options)
    agent.fit(game.tables)
    agent.start(game.to_move, 1)
    searcher = agent.search(game.observe(game.to_move), Budget(), 0.0)
    actions, root = searcher.actions(), searcher.root
    return float(root["value"][actions].sum() / root["visits"][actions].sum())


@pytest.mark.parametrize("moves", [8, 14, 20])
def test_the_more_belief_the_less_a_search_expects(moves: int) -> None:
    at = [expected(moves, belief) for belief in (0.0, 1.0, 3.0)]
    assert at[0] > at[1] > at[2]
    assert expected(moves, 1.0) == at[1]
