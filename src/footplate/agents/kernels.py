"""Bots in compiled code. They get an erased observation, so they can't peek; ``choose`` is the door to all of them.

A BOT record says which bot plays. Whole matches run on this inside numba, and ``KernelAgent`` lets the same bots play
in Python: the same seed gives the same game either way.
"""

from __future__ import annotations

import numpy as np

from footplate.agents.greedy import greedy_action
from footplate.engine.jit import jit
from footplate.engine.layout import Int, Record
from footplate.engine.moves import random_action

BOT = np.dtype([("kind", np.int64)], align=True)

RANDOM, GREEDY = 0, 1


@jit
def choose(b: Record, o: Record, w: Record, bot: Record) -> Int:
    """The action of ``bot`` for the observation ``o`` of the player to move; ``w.rng`` is the bot's own chance."""
    if bot.kind == GREEDY:
        return greedy_action(b, o, w)
    return random_action(b, o, w)
