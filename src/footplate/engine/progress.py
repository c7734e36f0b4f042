"""How far a player's tickets still are, and what the progress game of the thesis makes of it."""

from __future__ import annotations

import numpy as np

from footplate.engine.cards import ticket_place
from footplate.engine.jit import jit
from footplate.engine.layout import CITIES, HELD, Int, Record
from footplate.engine.moves import is_open, owner

CUT_OFF = 10_000  # the distance between cities that a player can no longer join


@jit
def distances(b: Record, s: Record, p: Int, start: Int, far: Record) -> None:
    """far[c] = trains that p still needs from ``start`` to city c: own routes cost 0, closed ones can't be used."""
    for c in range(b.n_cities):
        far[c] = CUT_OFF
    far[start] = 0
    changed = True
    while changed:
        changed = False
        for r in range(b.n_routes):
            mine = owner(s, r) == p
            if mine or is_open(s, r, p):
                cost = 0 if mine else np.int64(b.route_length[r])
                x, y = b.route_a[r], b.route_b[r]
                if far[x] + cost < far[y]:
                    far[y] = far[x] + cost
                    changed = True
                if far[y] + cost < far[x]:
                    far[x] = far[y] + cost
                    changed = True


@jit
def distance(b: Record, s: Record, p: Int, t: Int) -> Int:
    """Trains that p still needs for ticket t, at least CUT_OFF if it can't be done any more."""
    far = np.empty(CITIES, np.int32)
    distances(b, s, p, b.ticket_a[t], far)
    return np.int64(far[b.ticket_b[t]])


@jit
def open_distance(b: Record, s: Record, p: Int) -> Int:
    """Sum of the distances of p's tickets, each at most what the board says for one that is cut off."""
    total = 0
    for t in range(b.n_tickets):
        if ticket_place(s, t) == HELD + p:
            total += min(distance(b, s, p, t), b.cut_off_distance)
    return total


@jit
def is_done(b: Record, s: Record, p: Int, t: Int) -> bool:
    """Whether p's network connects the cities of ticket t."""
    return s.component[p, b.ticket_a[t]] == s.component[p, b.ticket_b[t]]


@jit
def progress_is_over(b: Record, s: Record) -> bool:
    """Over when the player to move has finished all its tickets, or the deck is empty."""
    if s.deck_n == 0:
        return True
    for t in range(b.n_tickets):
        if ticket_place(s, t) == HELD + s.player and not is_done(b, s, s.player, t):
            return False
    return True
