"""What happened in a game beyond its result, measured by replaying it in compiled code.

- turns: of all players together. A turn ends with the second card, the kept tickets, a claim or a pass.
- lead changes: how often another player than the last sole leader becomes the sole leader in points for routes, which
  everybody can see.
- tickets done, tickets held: at the end of the game.
- routes: how many of each length a player owns at the end.
- blocks: a claim blocks a player if it makes longer, or impossible, that player's cheapest way for a ticket in hand
  that is not done and could be. The cheapest way is the one with the fewest trains still to be placed; nobody asks
  whether the player has so many. A claim counts once for each player whom it blocks, however many tickets it spoils.
"""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import CITIES, CLAIM, HELD, LENGTHS, NOBODY, PLAYERS, TICKETS, Int, Record
from footplate.engine.networks import CUT_OFF, connects, distance, distances_from, ends
from footplate.engine.routes import owner
from footplate.engine.setup import deal
from footplate.engine.step import step

# Figures by player stand in the order of seats in compiled code, and in that of agents in GameResults.
METRICS = np.dtype(
    [
        ("turns", np.int16), ("lead_changes", np.int16),
        ("tickets_done", np.int8, (PLAYERS,)), ("tickets_held", np.int8, (PLAYERS,)),
        ("blocks", np.int16, (PLAYERS,)), ("routes", np.int8, (PLAYERS, LENGTHS)),
    ],
    align=True,
)  # fmt: skip
BY_PLAYER = ("tickets_done", "tickets_held", "blocks", "routes")


@jit
def ways_through(b: Record, s: Record, q: Int, x: Int, y: Int, need: Record) -> Int:
    """need[t] = trains that q still needs for ticket t, if it is open and a cheapest way may lead from x to y or back.

    Else need[t] is 0. Returns how many are not.
    """
    far = np.empty(CITIES, np.int32)
    n = 0
    for t in range(b.n_tickets):
        need[t] = 0
        if ticket_place(s, t) == HELD + q and not connects(b, s, q, t):
            start, goals = ends(b, t)
            distances_from(b, s, q, start, far)
            goal = np.int32(CUT_OFF)
            for c in range(b.n_cities):
                if goals >> np.uint64(c) & np.uint64(1):
                    goal = min(goal, far[c])
            if goal < CUT_OFF and far[x] != far[y] and min(far[x], far[y]) < goal:
                need[t] = goal
                n += 1
    return n


@jit
def is_longer(b: Record, s: Record, q: Int, need: Record) -> bool:
    """Whether one of the ways that ``ways_through`` found has become longer."""
    longer = False
    for t in range(b.n_tickets):
        longer |= need[t] > 0 and distance(b, s, q, t) > need[t]
    return longer


@jit
def route_of(b: Record, s: Record, action: Int) -> Int:
    """The route that an action claims, or pays the rest for; -1 if there is none."""
    if CLAIM <= action < CLAIM + b.n_claims:
        return np.int64(b.claim_route[action - CLAIM])
    return np.int64(b.claim_route[np.int64(s.pending) - 1]) if s.pending > 0 else np.int64(-1)


@jit
def look_through(b: Record, s: Record, r: Int, need: Record, found: Record) -> None:
    """By other player, the tickets whose ways lead through route r, what they need, and how many they are."""
    for q in range(b.n_players):
        found[q] = ways_through(b, s, q, b.route_a[r], b.route_b[r], need[q]) if q != s.player else 0


@jit
def count_blocked(b: Record, s: Record, need: Record, found: Record) -> Int:
    """How many players need more than before for one of these tickets."""
    blocked = 0
    for q in range(b.n_players):
        if found[q] > 0 and is_longer(b, s, q, need[q]):
            blocked += 1
    return blocked


@jit
def sole_leader(b: Record, s: Record) -> Int:
    """Who has most points for routes; NOBODY if several have."""
    best = 0
    for p in range(1, b.n_players):
        if s.points[p] > s.points[best]:
            best = p
    for p in range(b.n_players):
        if p != best and s.points[p] == s.points[best]:
            return NOBODY
    return best


@jit
def measure_end(b: Record, s: Record, m: Record) -> None:
    m.turns = s.turn
    for t in range(b.n_tickets):
        p = np.int64(ticket_place(s, t)) - HELD
        if 0 <= p < b.n_players:
            m.tickets_held[p] += 1
            if connects(b, s, p, t):
                m.tickets_done[p] += 1
    for r in range(b.n_routes):
        p = owner(s, r)
        if p != NOBODY:
            m.routes[p, b.route_length[r]] += 1


@jit
def measure_game(b: Record, s: Record, log: Record, n: Int, seed: Int, m: Record) -> None:
    """Replay in ``s`` the n decisions of ``log`` (rows of seat and action) on deal ``seed``; fill the blank ``m``."""
    need, found = np.zeros((PLAYERS, TICKETS), np.int32), np.zeros(PLAYERS, np.int64)
    deal(b, s, seed)
    leader = NOBODY
    for i in range(n):
        action = np.int64(log[i, 1])
        p, r = np.int64(s.player), route_of(b, s, action)
        if r >= 0:
            look_through(b, s, r, need, found)
        step(b, s, action)
        if r < 0:
            continue
        m.blocks[p] += count_blocked(b, s, need, found)
        ahead = sole_leader(b, s)
        if ahead != NOBODY and ahead != leader:
            if leader != NOBODY:
                m.lead_changes += 1
            leader = ahead
    measure_end(b, s, m)
