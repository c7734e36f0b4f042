"""Bots in compiled code. They get an erased observation, so they can't peek.

A kernel is a plain function ``f(b, o, w, bot) -> action number``: board record, the observation of the player to move,
scratch (with the bot's own chance in ``w.rng`` and its memory of the game in ``w.memory``) and its parameters. It is
compiled when a bot of that kind first plays, and handed to matches as a value, so that a match compiles no other bots.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np

from footplate.engine.doors import BOARDS, STATES, door
from footplate.engine.jit import first_class, jit
from footplate.engine.layout import BOARD, SCRATCH, STATE, Int, Record, Records, new_records

Kernel = Callable[[Record, Record, Record, Record], Int]

PARAMETERS = 24
ASKED = 6  # addresses of compiled functions and arrays that a kernel needs besides
NEVER, TURN_REACHED, TRAINS_LEFT = 0, 1, 2  # when a bot changes its play
BOT = np.dtype(
    [
        ("params", np.float64, (PARAMETERS,)), ("asks", np.uint64, (ASKED,)),
        ("switch", np.int64), ("limit", np.int64), ("cheats", np.int64),
    ],
    align=True,
)  # fmt: skip


@cache
def compiled(kernel: Kernel) -> Any:
    """The kernel as a value for compiled code."""
    return first_class(kernel, np.int64, BOARD, STATE, SCRATCH, BOT)


@jit
def is_switched(b: Record, o: Record, bot: Record) -> bool:
    """Whether the bot has changed over to its second way of playing."""
    p = o.player
    if bot.switch == TURN_REACHED:
        return o.turn // b.n_players >= bot.limit
    return bot.switch == TRAINS_LEFT and o.trains[p] <= bot.limit


@jit
def ask(kernels: Any, others: Any, a: Int, b: Record, o: Record, w: Record, bots: Record) -> Int:
    """The action of agent ``a`` of a match: kernels[a] with bots[a, 0], or others[a] with bots[a, 1] once switched."""
    if is_switched(b, o, bots[a, 0]):
        return others[a](b, o, w, bots[a, 1])
    return kernels[a](b, o, w, bots[a, 0])


def ask_one(kernel: Kernel, boards: Records, states: Records, scratch: Records, bot: Records) -> int:
    """The same from Python, for one kernel and one-record arrays."""
    if numba.config.DISABLE_JIT:
        return int(kernel(boards[0], states[0], scratch[0], bot[0]))
    answer: int = compiled(kernel).ask(boards, states, scratch, bot)
    return answer


@door(BOARDS, STATES, numba.typeof(new_records(BOT)))
def has_switched(boards: Record, states: Record, bot: Record) -> bool:
    """The same as ``is_switched``, from Python."""
    return is_switched(boards[0], states[0], bot[0])


@jit
def start_bot(w: Record, seed: Int) -> None:
    """A new game: the bot's own chance begins at ``seed``, and it remembers nothing."""
    w.rng = np.uint64(seed)
    for i in range(w.memory.size):
        w.memory[i] = 0
