"""Bots in compiled code. They get an erased observation, so they can't peek.

A kernel is a plain function ``f(b, o, w, bot) -> action number``: board record, the observation of the player to move,
what it works on (a WORK record, with the bot's own chance and its memory of the game) and what it was made with (a BOT
record). It is compiled when a bot of that kind first plays, and matches are handed its address, so a match compiles no
other bots. It names the phases that it knows: ``chooses_tickets`` refuses the others.

A bot need not know the decisions that only some boards have: unless its BOT says ``decides_all``, whoever asks it makes
them for it (``settle``, ``in_full``), and it lists what it may do by ``planning.special.usual_actions``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from footplate.agents.layout import BOT, WORK
from footplate.agents.planning.special import default_answer, default_split
from footplate.compile import FunctionPointer, call_at, function_pointer, indirect_call, jit
from footplate.engine import layout as L
from footplate.engine.layout import BOARD, STATE, Int, Record, Records
from footplate.engine.random import seed_stream
from footplate.engine.special import has_special_actions
from footplate.engine.two_cards import begin_pair, end_pair, needs_second, pair_of

Kernel = Callable[[Record, Record, Record, Record], Int]

CHARACTER = 0xC4A2  # stream of a game's seed
NEVER, TURN_REACHED, TRAINS_LEFT = 0, 1, 2  # when a bot changes its play


@cache
def compiled(kernel: Kernel) -> FunctionPointer:
    """The kernel, for compiled code and for Python."""
    return function_pointer(kernel, BOARD, STATE, WORK, BOT)


# ---------------------------------------------------------------- for whoever asks


class Players(NamedTuple):
    """The agents of a match, for compiled code. By agent, its own and what it changes over to."""

    kernels: npt.NDArray[np.uint64]  # their addresses
    bots: Records  # their BOT records


@jit
def is_switched(b: Record, o: Record, bot: Record) -> bool:
    """Whether the bot has changed over to its second way of playing."""
    p = o.player
    if bot.switch == TURN_REACHED:
        return o.turn // b.n_players >= bot.limit
    return bot.switch == TRAINS_LEFT and o.trains[p] <= bot.limit


@jit
def settle(b: Record, o: Record, w: Record, bot: Record) -> Int:
    """The action of a bot that leaves a decision like this one to whoever asks it; -1 if it decides itself."""
    if bot.decides_all or not has_special_actions(b):
        return np.int64(-1)
    return default_answer(b, o, w)


@jit
def in_full(b: Record, o: Record, w: Record, action: Int) -> Int:
    """A bot's answer as the board has it: who wants new tickets where there are two decks takes them from one."""
    return default_split(b, o, w) if b.two_decks and action == L.DRAW_TICKETS else action


@indirect_call(int, BOARD, STATE, WORK, BOT, numba.types.uint64, int)
def ask_for_second(b: Record, o: Record, w: Record, bot: Record, kernel: Int, action: Int) -> Int:
    """The pair that a bot draws where two cards are drawn at once: if ``action`` is the first, it names the second."""
    if not needs_second(b, o, action):
        return in_full(b, o, w, action)
    begin_pair(o, action)
    second = call_at(kernel, b, o, w, bot)
    end_pair(o, action)
    return pair_of(b, action, second)


@jit
def ask(players: Players, a: Int, b: Record, o: Record, w: Record) -> Int:
    """The action of agent ``a`` of a match; the observation is as before when it returns."""
    bots = players.bots
    way = 1 if is_switched(b, o, bots[a, 0]) else 0
    action = settle(b, o, w, bots[a, way])
    if action >= 0:
        return action
    kernel, bot = players.kernels[a, way], bots[a, way]
    action = np.int64(call_at(kernel, b, o, w, bot))
    return ask_for_second(b, o, w, bot, kernel, action) if b.two_cards else in_full(b, o, w, action)


@jit
def start_bot(w: Record, seed: Int) -> None:
    """A new game: the bot's own chance begins at ``seed``, and it remembers nothing."""
    w.scratch.rng = np.uint64(seed)
    w.character = seed_stream(np.uint64(seed), CHARACTER) >> np.uint64(11)
    w.kept.maker = 0
    for i in range(w.memory.size):
        w.memory[i] = 0


# ---------------------------------------------------------------- for kernels


@jit
def chooses_tickets(o: Record) -> bool:
    """Whether the player to move chooses tickets; if not, it has a turn or its second card. No bot knows more phases.

    One that learns a new phase looks at ``o.phase`` before it asks here.
    """
    if o.phase == L.TURN or o.phase == L.SECOND_CARD:
        return False
    if o.phase == L.FIRST_TICKETS or o.phase == L.TICKET_CHOICE:
        return True
    raise ValueError("this bot does not know what is to be decided: the game is in a phase that is new to it")
