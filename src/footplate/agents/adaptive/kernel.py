"""The decision of the adaptive player: the strongest player's of the board, less lapses of people, and no hoarding.

``bot.params`` say who is the strongest player, how likely each lapse is, and the most cards and the longest wait that
it allows itself. A wait is a run of its own turns without a claim. In ``w.memory`` it keeps how many trains it had at
its last turn, in which turn it first had so few, and what it would have done at full strength.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.amateur.kernel import forget_tickets, lapses, most_tickets, some_card
from footplate.agents.heuristic.planner import planner_action
from footplate.agents.learned import layers as L
from footplate.agents.learned.forward import choose_code, hidden_rows, logits_of
from footplate.agents.learned.kernel import list_codes, start_memories
from footplate.agents.learned.layers import fact
from footplate.agents.planning.claims import is_claim, is_legal
from footplate.compile import jit, new_array, weights_of
from footplate.encoders.actions import decode_action
from footplate.encoders.kernels import encode
from footplate.encoders.layout import MEMORY
from footplate.engine.layout import (
    DRAW_TICKETS,
    FIRST_TICKETS,
    KINDS,
    SPLIT_FIRST,
    TICKET_CHOICE,
    TUNNEL,
    TURN,
    Int,
    Record,
)
from footplate.engine.moves import legal_actions, legal_singly

PLANS, MOST_CARDS, LONGEST_WAIT, FORGETS, LATE, HOPES, KEEPS = range(7)  # in bot.params; PLANS: it is the planner
TRAINS, SINCE, BEST = range(3)  # in w.memory
A_TURN = 2  # cards drawn
_LATE, _HOPES, _KEEPS = range(3)  # numbers of lapses


@jit
def turns_waited(b: Record, o: Record, w: Record) -> Int:
    """How many of its own turns have gone by since its last claim."""
    trains, turn = np.int64(o.trains[o.player]), np.int64(o.turn) // b.n_players
    if trains != w.memory[TRAINS]:
        w.memory[TRAINS], w.memory[SINCE] = trains, turn
    return turn - np.int64(w.memory[SINCE])


@jit
def cards_held(o: Record) -> Int:
    held = np.int64(0)
    for kind in range(KINDS):
        held += np.int64(o.hand[o.player, kind])
    return held


@jit
def would_hoard(b: Record, o: Record, w: Record, bot: Record) -> bool:
    """Whether it holds as much or waits as long as it may, so that it must claim."""
    if o.phase != TURN:
        return False
    waited = turns_waited(b, o, w)
    return bool(cards_held(o) + A_TURN > bot.params[MOST_CARDS] or waited >= bot.params[LONGEST_WAIT])


@jit
def action_of(b: Record, o: Record, bot: Record, code: Int) -> Int:
    return np.int64(decode_action(fact(weights_of(bot), L.ACTION_CODE), b, o, code))


@jit
def only_claims(b: Record, o: Record, bot: Record, codes: Record, n: Int) -> Int:
    """Move claims to the front; how many codes there are to choose from: the claims, if there are any."""
    claims = 0
    for i in range(n):
        if is_claim(b, action_of(b, o, bot, codes[i])):
            codes[claims] = codes[i]
            claims += 1
    return claims if claims > 0 else n


@jit
def by_network(b: Record, o: Record, w: Record, bot: Record, must_claim: bool, memories: Record) -> Int:
    """The network's action. The caller keeps the memory: numba frees an array whose records are still in use."""
    weights = weights_of(bot)
    codes = np.empty(fact(weights, L.CODES), np.int64)
    n = list_codes(weights, b, o, w.acts, np.zeros(codes.size, np.bool_), codes)
    if must_claim:
        n = only_claims(b, o, bot, codes, n)
    xs = np.empty((1, fact(weights, L.INPUTS_SEEN)), np.int8)
    start_memories(weights, memories)
    encode(b, o, o.player, memories[0], xs[0])
    buffers, logits = np.empty((2, 1, fact(weights, L.WIDEST)), np.float32), np.empty(n, np.float32)
    logits_of(weights, buffers[hidden_rows(weights, xs, buffers, 1), 0], codes, n, logits)
    return action_of(b, o, bot, codes[choose_code(logits, n, 0.0, w.scratch)])


@jit
def at_full_strength(b: Record, o: Record, w: Record, bot: Record, must_claim: bool) -> Int:
    """What the strongest player does; the network makes it claim where the planner would hoard."""
    if bot.params[PLANS] > 0.0:
        action = planner_action(b, o, w)
        if not must_claim or is_claim(b, action):
            return action
    return by_network(b, o, w, bot, must_claim, new_array(1, MEMORY))


@jit
def lapse_in_turn(b: Record, o: Record, w: Record, bot: Record, action: Int) -> Int:
    """What it does instead of ``action`` in a turn where nothing makes it claim."""
    if o.last_turns >= 0:
        return action
    if lapses(o, w, _HOPES, bot.params[HOPES]) and is_legal(w, legal_singly(b, o, w.acts), DRAW_TICKETS):
        return np.int64(DRAW_TICKETS)
    if is_claim(b, action) and lapses(o, w, _LATE, bot.params[LATE]):
        card = some_card(b, o, w)
        return card if card >= 0 else action
    return action


@jit
def weakly(b: Record, o: Record, w: Record, bot: Record, must_claim: bool, full: Int) -> Int:
    """What it does with its lapses; ``full`` is what it does without. It may change its tickets in ``o``."""
    if TUNNEL <= o.phase <= SPLIT_FIRST:
        return full
    if (o.phase == FIRST_TICKETS or o.phase == TICKET_CHOICE) and lapses(o, w, _KEEPS, bot.params[KEEPS]):
        return most_tickets(b, o, w)
    action = full
    if forget_tickets(b, o, w, bot.params[FORGETS]) > 0:
        action = at_full_strength(b, o, w, bot, must_claim)
    return lapse_in_turn(b, o, w, bot, action) if o.phase == TURN and not must_claim else action


def adaptive_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    """The strongest player's action, or what a lapse makes of it. The observation is as before when it returns."""
    must_claim = would_hoard(b, o, w, bot)
    if legal_actions(b, o, w.acts) == 1:
        w.memory[BEST] = w.acts[0]
        return np.int64(w.acts[0])
    full = at_full_strength(b, o, w, bot, must_claim)
    w.memory[BEST] = full
    tickets = o.ticket.copy()
    action = weakly(b, o, w, bot, must_claim, full)
    o.ticket[:] = tickets
    return action
