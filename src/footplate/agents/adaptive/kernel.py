"""The decision of the adaptive player: its network's, warm, and without hoarding.

``bot.params`` are the temperature, and the most cards and the longest wait that it allows itself. A wait is a run of
its own turns without a claim. In ``w.memory`` it keeps how many trains it had at its last turn, in which turn it first
had so few, and what it would have done at full strength.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.learned import layers as L
from footplate.agents.learned.forward import choose_code, hidden_rows, log_share, logits_of
from footplate.agents.learned.kernel import list_codes, start_memories
from footplate.agents.learned.layers import fact
from footplate.agents.planning.claims import is_claim
from footplate.compile import jit, new_array, weights_of
from footplate.encoders.actions import decode_action
from footplate.encoders.kernels import encode
from footplate.encoders.layout import MEMORY
from footplate.engine.layout import DRAW_TICKETS, KINDS, SECOND_CARD, TURN, Int, Record
from footplate.engine.moves import legal_actions

TEMPERATURE, MOST_CARDS, LONGEST_WAIT = range(3)  # in bot.params
TRAINS, SINCE, BEST, SHARE = range(4)  # in w.memory; a share is counted in millionths
MILLION = 1_000_000
A_TURN = 2  # cards drawn


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
def action_of(b: Record, o: Record, bot: Record, code: Int) -> Int:
    return np.int64(decode_action(fact(weights_of(bot), L.ACTION_CODE), b, o, code))


@jit
def allowed_codes(b: Record, o: Record, w: Record, bot: Record, codes: Record) -> Int:
    """The codes to choose from; how many. Who would hoard has only claims, if there are any."""
    weights = weights_of(bot)
    n = list_codes(weights, b, o, w.acts, np.zeros(codes.size, np.bool_), codes)
    if o.phase != TURN:
        return n
    waited = turns_waited(b, o, w)
    if cards_held(o) + A_TURN <= bot.params[MOST_CARDS] and waited < bot.params[LONGEST_WAIT]:
        return n
    claims = 0
    for i in range(n):
        code = codes[i]
        if is_claim(b, action_of(b, o, bot, code)):
            codes[claims] = code
            claims += 1
    return claims if claims > 0 else n


@jit
def decide(b: Record, o: Record, w: Record, bot: Record, memories: Record) -> Int:
    """The caller keeps the memory: numba frees an array whose records are still in use."""
    weights, temperature = weights_of(bot), bot.params[TEMPERATURE]
    codes = np.empty(fact(weights, L.CODES), np.int64)
    n = allowed_codes(b, o, w, bot, codes)
    xs = np.empty((1, fact(weights, L.INPUTS_SEEN)), np.int8)
    start_memories(weights, memories)
    encode(b, o, o.player, memories[0], xs[0])
    buffers, logits = np.empty((2, 1, fact(weights, L.WIDEST)), np.float32), np.empty(n, np.float32)
    logits_of(weights, buffers[hidden_rows(weights, xs, buffers, 1), 0], codes, n, logits)
    best = choose_code(logits, n, 0.0, w.scratch)
    chosen = choose_code(logits, n, temperature, w.scratch)
    is_turn = o.phase == TURN or o.phase == SECOND_CARD
    if not is_turn or action_of(b, o, bot, codes[chosen]) == DRAW_TICKETS:
        chosen = best
    w.memory[BEST] = action_of(b, o, bot, codes[best])
    w.memory[SHARE] = np.int64(MILLION * np.exp(log_share(logits, n, 1.0, chosen)))
    return action_of(b, o, bot, codes[chosen])


def adaptive_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    """The network's action, e times rarer for each ``temperature`` that its logit is lower.

    Tickets, and whether to draw new ones, are decided at full strength: what they cost could not be made good.
    """
    if legal_actions(b, o, w.acts) == 1:
        w.memory[BEST], w.memory[SHARE] = w.acts[0], MILLION
        return np.int64(w.acts[0])
    return decide(b, o, w, bot, new_array(1, MEMORY))
