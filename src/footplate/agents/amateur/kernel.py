"""Another bot's play with people's weaknesses: too many tickets, forgotten ones, short sight, hoarding, late claims.

How weak it is, from 0 to 1, is one number, and its lapses follow from its character, which is drawn when a game begins:

- it keeps as many tickets as it is offered, and forgets some for the whole game, long ones first;
- in some turns it looks no further than that turn, and plays as ``greedy`` does;
- in some turns it takes the colour that it has most of, whatever its plan needs;
- in some turns it draws cards where it wanted to claim a route.

A lapse holds for a whole turn, both cards. Without any lapse it plays as the other bot does.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.heuristic.greedy import best_card, greedy_action
from footplate.agents.kernels import chooses_tickets
from footplate.agents.layout import ASKED, PARAMETERS
from footplate.agents.planning.claims import is_claim
from footplate.compile import call_at, jit
from footplate.engine.cards import put_ticket, ticket_place
from footplate.engine.layout import DRAW_TICKETS, HELD, SPLIT_FIRST, TICKETS, TUNNEL, TURN, UNKNOWN, Int, Record
from footplate.engine.moves import bits, legal_actions, legal_singly
from footplate.engine.random import seed_stream

# Its places in a BOT record, behind what the other bot has there.
WEAKNESS = PARAMETERS - 1
PLAYS = ASKED - 1

# How likely a lapse is for the weakest.
FORGETS, KEEPS_MANY, SHORT_SIGHT, HOARDS, LATE = 1.0, 1.0, 1.0, 1.0, 0.7
_LAPSES = 4  # that can happen in a turn
_KEEPS_MANY, _SHORT_SIGHT, _HOARDS, _LATE = range(_LAPSES)
FULL_HAND = 8  # cards, and one for every second train: with more it claims at once


@jit
def chance(w: Record, number: Int) -> float:
    """From 0 to 1, always the same for a number in one game."""
    return np.float64(seed_stream(w.character, number) >> np.uint64(11)) * 2.0**-53


@jit
def lapses(o: Record, w: Record, lapse: Int, likely: float) -> bool:
    """Whether it has this lapse in this turn."""
    return chance(w, TICKETS + _LAPSES * np.int64(o.turn) + lapse) < likely


@jit
def forget_tickets(b: Record, o: Record, w: Record, likely: float) -> Int:
    """Take the tickets that it forgets out of the observation, the more points the likelier; how many."""
    most, n = np.int64(0), np.int64(0)
    for t in range(b.n_tickets):
        most = max(most, np.int64(b.ticket_points[t]))
    for t in range(b.n_tickets):
        weight = (1.0 + b.ticket_points[t]) / (1.0 + most)
        if ticket_place(o, t) == HELD + o.player and chance(w, t) < likely * weight:
            put_ticket(o, t, UNKNOWN, 0)
            n += 1
    return n


@jit
def some_card(b: Record, o: Record, w: Record) -> Int:
    """A card of the colour that it has most of; -1 if there is no card."""
    return best_card(b, o, w, legal_singly(b, o, w.acts))


@jit
def most_tickets(b: Record, o: Record, w: Record) -> Int:
    """Keep as many of the offered tickets as may be."""
    best, most = np.int64(w.acts[0]), np.int64(-1)
    for i in range(legal_actions(b, o, w.acts)):
        n = bits(np.int64(w.acts[i]) - DRAW_TICKETS)
        if n > most:
            best, most = np.int64(w.acts[i]), n
    return best


@jit
def action_with_lapses(b: Record, o: Record, w: Record, bot: Record) -> Int:
    weakness = bot.params[WEAKNESS]
    if TUNNEL <= o.phase <= SPLIT_FIRST:
        return np.int64(call_at(bot.asks[PLAYS], b, o, w, bot))
    if chooses_tickets(o) and lapses(o, w, _KEEPS_MANY, KEEPS_MANY * weakness):
        return most_tickets(b, o, w)
    if lapses(o, w, _SHORT_SIGHT, SHORT_SIGHT * weakness):
        action = greedy_action(b, o, w)
    else:
        action = np.int64(call_at(bot.asks[PLAYS], b, o, w, bot))
    if chooses_tickets(o):
        return action
    hoards = action < DRAW_TICKETS and lapses(o, w, _HOARDS, HOARDS * weakness)
    is_late = is_claim(b, action) and o.phase == TURN and o.last_turns < 0 and lapses(o, w, _LATE, LATE * weakness)
    if hoards or (is_late and 2 * (np.int64(o.hand_n[o.player]) - FULL_HAND) < b.n_trains):
        card = some_card(b, o, w)
        return card if card >= 0 else action
    return action


def amateur_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    """The other bot's action, or what a lapse makes of it. The observation is as before when it returns."""
    tickets = o.ticket.copy()
    forget_tickets(b, o, w, FORGETS * bot.params[WEAKNESS])
    action = action_with_lapses(b, o, w, bot)
    o.ticket[:] = tickets
    return action
