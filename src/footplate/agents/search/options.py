"""The options of a searching agent: each is declared once, for spec strings, for Python and for compiled code.

The declaration is a dataclass. Compiled code reads the same names in a record (OPTIONS) that is made from its fields,
all of them float64: a choice of words is the number of the word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from footplate.agents.base import Budget
from footplate.agents.kinds import Range
from footplate.agents.specs import check_range, what_exists
from footplate.arguments import number, shown, whole
from footplate.compile import jit
from footplate.engine.layout import Record
from footplate.errors import UnknownAgent

# The words of each option that is a choice, and their numbers in compiled code.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "worlds": ("true", "one-tree", "tree-per-player", "tree-per-world", "tree-of-seen"),
    "payoff": ("margin", "win"),
    "final": ("mean", "visits"),
    "dda": ("none", "rosas", "posas", "true-rosas", "true-posas"),
    "momentum_kind": ("signed", "abs"),
    "playouts": ("random", "guided"),
}
TRUE_WORLD, ONE_TREE, TREE_PER_PLAYER, TREE_PER_WORLD, TREE_OF_SEEN = range(5)  # worlds
POINTS, WON_OR_LOST = range(2)  # payoff
BY_MEAN, BY_VISITS = range(2)  # final
WIN, ROSAS, POSAS, TRUE_ROSAS, TRUE_POSAS = range(5)  # dda
SIGNED, SIZE = range(2)  # momentum_kind

MOST_TRIES = 128  # under way at once
MOST_DECISIONS = 16  # of the searcher's own in one simulation of a search with a network
_MILLION = 1_000_000


def _option(default: Any, least: float, most: float) -> Any:
    """A number and what it may be: no search of more than a day, and no weight or team that no machine could have."""
    return field(default=default, metadata={"range": (least, most)})


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """The parameters of a searching agent, by the names that spec strings use."""

    worlds: str = "one-tree"
    iterations: int = _option(10_000, 1, 1000 * _MILLION)
    ms: float = _option(0.0, 0, 86_400_000)  # time for a decision; 0: as many iterations as it says
    threads: int = _option(1, 1, 256)
    cp: float = _option(4.0, 0, _MILLION)  # exploration constant
    availability: bool = True  # count how often an action could be chosen, instead of its parent's visits
    payoff: str = "margin"  # what the end of a game is worth; "win": 1 for a win, -1 for a loss
    final: str = "mean"  # how the move is chosen in the end
    dda: str = "none"  # what is aimed at; with "true-" also in the tree
    threshold: float = _option(5.0, 0, _MILLION)  # of POSAS, in points
    momentum: float = _option(0.0, -_MILLION, _MILLION)
    momentum_kind: str = "signed"  # "abs" penalises the size of a swing, not its direction
    target: float = _option(0.0, -_MILLION, _MILLION)  # margin that ROSAS and POSAS aim at
    early: float = _option(0.0, -_MILLION, _MILLION)  # what the target has more at the beginning of a game
    trees: int = _option(20, 1, _MILLION)  # with a tree per world: how many worlds share the iterations
    playouts: str = "random"
    epsilon: float = _option(0.1, 0, 1)  # share of random actions in guided playouts
    prior: float = _option(0.0, 0, _MILLION)  # weight of the evaluator's priors, in points of the small board
    scale: bool = False  # exploration grows with the spread of the margins
    prune: bool = False  # leave out payments that have a better one
    temperature: float = _option(0.0, 0, _MILLION)  # choose worse moves too, more of them the higher it is

    @property
    def budget(self) -> Budget:
        """What a decision takes."""
        return Budget(seconds=self.ms / 1000) if self.ms else Budget(iterations=self.iterations)

    def check(self, agent: str) -> None:
        for option in fields(self):
            name, value = option.name, getattr(self, option.name)
            if name in CHOICES and (not isinstance(value, str) or value not in CHOICES[name]):
                there_are = what_exists("there are", CHOICES[name], str(value))
                raise UnknownAgent(f"agent {agent!r}: {name}={shown(value)}; {there_are}")
            if "range" in option.metadata:
                (whole if isinstance(option.default, int) else number)(f"agent {agent!r}: {name}", value)
                check_range(agent, name, value, option.metadata["range"])

    def numbers(self) -> tuple[float, ...]:
        """As compiled code reads them, in the order of OPTIONS; 0 for options of other searches."""
        values = ((name, getattr(self, name, 0)) for name in OPTIONS.names or ())
        return tuple(float(CHOICES[name].index(value) if name in CHOICES else value) for name, value in values)


@dataclass(frozen=True, kw_only=True)
class NetworkSearchOptions(SearchOptions):
    """Those of a search with a network, which has more, and other defaults."""

    iterations: int = _option(1000, 1, 1000 * _MILLION)
    cp: float = _option(1.0, 0, _MILLION)
    prior: float = _option(1.0, 0, _MILLION)  # weight of the actor's logits in its priors; 0: all actions are alike
    tries: int = _option(16, 1, MOST_TRIES)  # simulations under way at once, which the network sees as one batch
    replies: float = _option(1.0, 0, 1000)  # temperature of the policy of the other players
    tau: float = _option(0.03, 0, 1000)  # value that counts as much as a prior e times as high
    confidence: float = _option(1.0, 0, 1000)  # width of the confidence intervals of the race, in standard errors
    turns: int = _option(2, 1, MOST_DECISIONS)  # depth of a simulation, in the searcher's turns from the present one
    belief: float = _option(1.0, 0, 1000)  # weight of the evidence in the posterior of worlds; 0: none


OPTIONS = np.dtype([(option.name, np.float64) for option in fields(NetworkSearchOptions)])
N_OPTIONS = len(fields(NetworkSearchOptions))


def ranges_of(options: type[SearchOptions]) -> dict[str, Range]:
    """What the numbers may be."""
    return {option.name: option.metadata["range"] for option in fields(options) if option.metadata}


@jit
def read_options(q: Record, params: Record) -> None:
    """The options of a search from the parameters of a bot, which has ``SearchOptions.numbers`` there."""
    q.options = params[:N_OPTIONS].view(OPTIONS)[0]
