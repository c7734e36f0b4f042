"""Values of a position for a player, in units of a network's reward."""

from __future__ import annotations

import numpy as np

from footplate.agents.learned.forward import ACTOR_LAYERS, CRITIC_LAYERS, OUTPUTS, POINTS, fact, layer_fact
from footplate.compile import jit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import HELD, Int, Record
from footplate.engine.moves import bits
from footplate.engine.networks import label_networks
from footplate.engine.score import score_game, winners
from footplate.engine.ticket_points import points_for


@jit
def points_ahead(b: Record, s: Record, w: Record, p: Int) -> float:
    """Points of p over the mean of the others as it stands, with tickets that are not done as lost."""
    label_networks(b, s, w.scratch)
    for r in range(b.n_players):
        w.scratch.total[r] = s.points[r]
    for ticket in range(b.n_tickets):
        r = ticket_place(s, ticket) - HELD
        if 0 <= r < b.n_players:
            w.scratch.total[r] += points_for(b, w.scratch, r, ticket)
    return ahead(b, w, p)


@jit
def ahead(b: Record, w: Record, p: Int) -> float:
    others = 0.0
    for r in range(b.n_players):
        others += w.scratch.total[r] if r != p else 0.0
    return w.scratch.total[p] - others / max(1, b.n_players - 1)


@jit
def value_at_end(weights: Record, b: Record, s: Record, w: Record, p: Int) -> float:
    """What p gets when the game is over: its points ahead in units of the reward, and 1 for a win."""
    score_game(b, s, w.scratch, False)
    won = winners(b, w.scratch)
    share = np.float64((won >> p) & 1) / bits(won)
    worth = share - (1.0 - share) / max(1, b.n_players - 1)
    points = np.float64(weights[POINTS])
    return worth + (ahead(b, w, p) / points if points > 0.0 else 0.0)


@jit
def value_at_leaf(weights: Record, b: Record, s: Record, w: Record, p: Int, values: Record) -> float:
    """What p may expect: what it is ahead by now, and what the critic says of the rest.

    The critic's first number is that of the player to move; one that has no more knows the other of two players by it.
    """
    points, k = np.float64(weights[POINTS]), (p - np.int64(s.player) + b.n_players) % b.n_players
    made = points_ahead(b, s, w, p) / points if points > 0.0 else 0.0
    numbers = layer_fact(weights, fact(weights, ACTOR_LAYERS) + fact(weights, CRITIC_LAYERS) - 1, OUTPUTS)
    return made + (np.float64(values[k]) if k < numbers else -np.float64(values[0]))
