"""What a search asks: an evaluator, made of compiled functions and the numbers that they read.

Each function is plain Python ``f(b, s, w, q) -> int``: board record, the state that the search has come to, WORK and
SEARCH record. It is compiled when a search first needs it and called by its address, which lies in SEARCH: one compiled
search works with every evaluator, also with those that are written elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.agents.layout import WORK
from footplate.agents.search.layout import SEARCH
from footplate.agents.search.selection import child_by_puct, child_by_ucb1
from footplate.compile import Weights, as_weights, first_class, function_address
from footplate.engine.layout import BOARD, STATE, Int, Record
from footplate.engine.playout import playout

Asked = Callable[[Record, Record, Record, Record], Int]


@dataclass(frozen=True, eq=False)
class Evaluator:
    """What is left out is not asked. Only ``priors`` and ``select`` return something that counts."""

    # The value of a leaf: play ``s`` to the end of the game, whose points are then counted; or fill ``q.payoff`` (by
    # player, points over the best other) and ``q.win`` (the searcher's share of a win). Only networks have none: they
    # look at many leaves at once (agents/learned).
    value: Asked | None = None
    # What to try in ``s``: list it in ``w.acts`` (``pruning.actions_to_try`` does) with weights that add up to 1 in
    # ``q.weight``; how many. ``q.depth`` is 0 at the root.
    priors: Asked | None = None
    prepare: Asked | None = None  # once for a search, whose root is ``s``
    follow: Asked | None = None  # ``q.action`` is about to be taken in ``s``, in the tree
    # The child of node ``q.node`` of ``nodes_of(q)`` to go to, new (``tree.add_child``) or not; 0: none. If it is left
    # out: PUCT with priors, else UCB1.
    select: Asked | None = None
    weights: Weights = field(default_factory=lambda: as_weights(()))  # ``weights_of(q)`` gives them

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", as_weights(self.weights))

    def addresses(self) -> npt.NDArray[np.uint64]:
        """For ``asks`` of a SEARCH or BOT record; compiles what is not compiled yet."""
        select = self.select or (child_by_puct if self.priors else child_by_ucb1)
        asked = (select if self.value else None, self.value, self.priors, self.prepare, self.follow)
        functions = (function_address(compiled(function)) if function else 0 for function in asked)
        return np.fromiter(functions, np.uint64)


@cache
def compiled(function: Asked) -> Any:
    """A function of an evaluator as a value for compiled code; Python can call it, too."""
    return first_class(function, np.int64, BOARD, STATE, WORK, SEARCH)


def random_playout(b: Record, s: Record, w: Record, q: Record) -> Int:
    """The value of a leaf: everybody plays at random."""
    return playout(b, s, w.scratch)
