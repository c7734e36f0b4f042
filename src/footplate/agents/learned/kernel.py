"""A network's decision in compiled code."""

from __future__ import annotations

import numpy as np

from footplate.agents.learned import layers as L
from footplate.agents.learned.forward import choose_code, hidden_rows, logits_of
from footplate.agents.learned.layers import encoder_of, fact
from footplate.compile import jit, new_array, weights_of
from footplate.encoders.actions import decode_action, encode_action
from footplate.encoders.kernels import encode
from footplate.encoders.layout import MEMORY
from footplate.engine.layout import Int, Record
from footplate.engine.moves import legal_actions


@jit
def start_memories(weights: Record, memories: Record) -> None:
    """Memories for the encoder of this network."""
    encoder = encoder_of(weights)
    for i in range(memories.size):
        memories[i].encoder = encoder
        memories[i].seats = fact(weights, L.SEATS)
        memories[i].shows_hands = fact(weights, L.SHOWS_HANDS)
        memories[i].private = fact(weights, L.PRIVATE)


@jit
def list_codes(weights: Record, b: Record, s: Record, acts: Record, is_listed: Record, codes: Record) -> Int:
    """The codes of all legal actions, each once; how many. ``is_listed`` is False everywhere, and is so again."""
    n, which = 0, fact(weights, L.ACTION_CODE)
    for i in range(legal_actions(b, s, acts)):
        code = encode_action(which, b, s, acts[i])
        if not is_listed[code]:
            is_listed[code] = True
            codes[n] = code
            n += 1
    for i in range(n):
        is_listed[codes[i]] = False
    return n


@jit
def add_history(w: Record, x: Record, seen: Int) -> None:
    """Write what the seat saw at its last decisions behind what it sees now, and remember all but the oldest."""
    past = w.memory.view(np.int8)[: x.size - seen]
    x[seen:] = past
    past[:] = x[: past.size]


@jit
def decide(b: Record, o: Record, w: Record, bot: Record, memories: Record) -> Int:
    """The network's action. The caller keeps the memory: numba frees an array whose records are still in use."""
    weights = weights_of(bot)
    outputs = fact(weights, L.CODES)
    codes = np.empty(outputs, np.int64)
    n = list_codes(weights, b, o, w.acts, np.zeros(outputs, np.bool_), codes)
    xs = np.empty((1, fact(weights, L.INPUTS_SEEN)), np.int8)
    seen = xs.shape[1] // (1 + fact(weights, L.HISTORY))
    start_memories(weights, memories)
    encode(b, o, o.player, memories[0], xs[0, :seen])
    if seen < xs.shape[1]:
        add_history(w, xs[0], seen)
    buffers, logits = np.empty((2, 1, fact(weights, L.WIDEST)), np.float32), np.empty(n, np.float32)
    hidden = buffers[hidden_rows(weights, xs, buffers, 1), 0]
    logits_of(weights, hidden, codes, n, logits)
    chosen = codes[choose_code(logits, n, bot.params[0], w.scratch)]
    return np.int64(decode_action(fact(weights, L.ACTION_CODE), b, o, chosen))


def network_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    """The network's most likely action, or with a temperature (the first parameter) one by chance.

    Where only one is legal it is not asked, but it remembers what it saw.
    """
    if legal_actions(b, o, w.acts) == 1 and fact(weights_of(bot), L.HISTORY) == 0:
        return np.int64(w.acts[0])
    return decide(b, o, w, bot, new_array(1, MEMORY))
