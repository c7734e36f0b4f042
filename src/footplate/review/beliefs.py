"""Which tickets others are likely to hold: those that fit what they have built.

``determinize`` deals hidden tickets as if all were equally likely. Others build for theirs, so a seat that thinks so
takes itself for too far ahead. Here two hidden tickets change places again and again, by the rule of Metropolis, until
a deal is about as frequent as it is likely.

How likely a ticket is in a hand was fitted (logistic regression) to what searching and planning players held on small
and usa: the more of its way they have laid, the nearer it is once many trains are laid, and the more it is worth.
"""

from __future__ import annotations

import math

import numpy as np

from footplate.compile import jit
from footplate.engine.cards import ticket_known_by, ticket_place
from footplate.engine.layout import HELD, UNKNOWN, Int, Record
from footplate.engine.networks import distance
from footplate.engine.random import rand_below
from footplate.engine.ticket_decks import deck_head, deck_left, deck_slot

CHANGES = 12  # tried for each hidden ticket
_CHANCES = 1 << 30
# Log-likelihood of a ticket in a hand: for all of its way laid, for all trains to go when all are laid, and for being
# worth what tickets are in the mean.
_LAID, _FAR, _WORTH = 4.0, 24.0, 1.4


@jit
def weigh_hidden(b: Record, root: Record, empty: Record, likely: Record) -> None:
    """likely[p, t] = log-likelihood that p holds ticket t, as far as the observer sees; ``empty`` is a copy of root."""
    trains, points = np.float64(b.n_trains), 0.0
    for r in range(b.n_routes):
        empty.route[r] = 0
    for t in range(b.n_tickets):
        points += b.ticket_points[t] / b.n_tickets
    for t in range(b.n_tickets):
        first = max(1.0, min(trains, distance(b, empty, 0, t)))
        for p in range(b.n_players):
            if p != root.observer:
                left = min(trains, distance(b, root, p, t))
                laid = (trains - root.trains[p]) / trains
                value = _LAID * (1.0 - left / first) - _FAR * laid * left / trains
                likely[p, t] = value + _WORTH * b.ticket_points[t] / max(1.0, points)


@jit
def list_hidden(b: Record, root: Record, hidden: Record) -> Int:
    """The tickets of which the observer knows nothing; how many.

    In a race and in the progress game it is known that what others hold isn't done, so tickets stay where they are.
    """
    n = 0
    for t in range(b.n_tickets if b.race == 0 and not b.progress else 0):
        if ticket_place(root, t) == UNKNOWN and ticket_known_by(root, t) == 0:
            hidden[n] = t
            n += 1
    return n


@jit
def note_slots(b: Record, s: Record, slots: Record, long: bool) -> None:
    """slots[t] = where ticket t lies in its deck."""
    for i in range(deck_left(s, long)):
        slot = deck_slot(b, deck_head(s, long) + i, long)
        slots[s.ticket_deck[slot]] = np.int64(slot)


@jit
def log_likelihood(b: Record, s: Record, likely: Record, place: Int, t: Int) -> float:
    """Log-likelihood of ticket t at a place: anywhere but in a hand all are alike."""
    return likely[place - HELD, t] if HELD <= place < HELD + b.n_players else 0.0


@jit
def swap(s: Record, slots: Record, t: Int, u: Int) -> None:
    at_t, at_u, slot_t, slot_u = np.int64(s.ticket[t]), np.int64(s.ticket[u]), slots[t], slots[u]
    s.ticket[t], s.ticket[u] = np.uint16(at_u), np.uint16(at_t)
    slots[t], slots[u] = slot_u, slot_t
    if slot_u >= 0:
        s.ticket_deck[np.uint64(slot_u)] = t
    if slot_t >= 0:
        s.ticket_deck[np.uint64(slot_t)] = u


@jit
def place_by_belief(b: Record, s: Record, w: Record, likely: Record, hidden: Record, n: Int, slots: Record) -> None:
    """Let hidden tickets of a deal change places."""
    if n < 2:
        return
    for i in range(b.n_tickets):
        slots[i] = -1
    note_slots(b, s, slots, False)
    note_slots(b, s, slots, True)
    for _ in range(CHANGES * n):
        t, u = np.int64(hidden[rand_below(w, n)]), np.int64(hidden[rand_below(w, n)])
        x, y = ticket_place(s, t), ticket_place(s, u)
        if x == y or b.ticket_long[t] != b.ticket_long[u]:
            continue
        gain = log_likelihood(b, s, likely, y, t) + log_likelihood(b, s, likely, x, u)
        gain -= log_likelihood(b, s, likely, x, t) + log_likelihood(b, s, likely, y, u)
        if gain >= 0.0 or rand_below(w, _CHANCES) < math.exp(gain) * _CHANCES:
            swap(s, slots, t, u)
