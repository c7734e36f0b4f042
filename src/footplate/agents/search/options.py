"""What a searching agent can be told in its spec string, checked and turned into the numbers that kernels read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from footplate.agents.base import Budget
from footplate.agents.kinds import Range
from footplate.agents.search import layout
from footplate.agents.search.evaluators import PLAYOUTS, playouts
from footplate.agents.search.evaluators.evaluator import Evaluator
from footplate.agents.search.layout import OPTIONS
from footplate.agents.specs import check_range, what_exists
from footplate.arguments import number, shown, whole
from footplate.errors import UnknownAgent

WORLDS = {"true": layout.TRUE_WORLD, "one-tree": layout.ONE_TREE, "tree-per-player": layout.TREE_PER_PLAYER,
          "tree-per-world": layout.TREE_PER_WORLD}  # fmt: skip
FINAL = {"mean": layout.BY_MEAN, "visits": layout.BY_VISITS}
DDA = {"none": (layout.WIN, 0), "rosas": (layout.ROSAS, 0), "posas": (layout.POSAS, 0),
       "true-rosas": (layout.ROSAS, 1), "true-posas": (layout.POSAS, 1)}  # fmt: skip
MOMENTUM = {"signed": 0, "abs": 1}
# What the numbers may be: a search of a day at most, and no tree, team or weight that no machine could have.
_LOT = 1_000_000
RANGES: Mapping[str, Range] = {
    "iterations": (1, 1000 * _LOT), "ms": (0, 86_400_000), "threads": (1, 256), "trees": (1, _LOT), "cp": (0, _LOT),
    "threshold": (0, _LOT), "momentum": (-_LOT, _LOT), "target": (-_LOT, _LOT), "epsilon": (0, 1), "prior": (0, _LOT),
    "temperature": (0, _LOT),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """The parameters of a searching agent, by the names that spec strings use."""

    worlds: str = "one-tree"
    iterations: int = 10_000
    ms: float = 0.0  # time for a decision; 0: as many iterations as it says
    threads: int = 1
    cp: float = 4.0
    availability: bool = True
    final: str = "mean"
    dda: str = "none"
    threshold: float = 5.0
    momentum: float = 0.0
    momentum_kind: str = "signed"
    target: float = 0.0
    trees: int = 20
    playouts: str = "random"
    epsilon: float = 0.1  # share of random actions in guided playouts
    prior: float = 0.0  # weight of what a planning player would do, in points of the small board
    scale: bool = False  # exploration grows with the spread of the margins
    prune: bool = False  # leave out payments that have a better one
    temperature: float = 0.0

    @property
    def budget(self) -> Budget:
        """What a decision takes."""
        return Budget(seconds=self.ms / 1000) if self.ms else Budget(iterations=self.iterations)

    def check(self, agent: str) -> None:
        for name, known in (
            ("worlds", WORLDS), ("final", FINAL), ("dda", DDA), ("momentum_kind", MOMENTUM), ("playouts", PLAYOUTS),
        ):  # fmt: skip
            value = getattr(self, name)
            if not isinstance(value, str) or value not in known:
                there_are = what_exists("there are", known, str(value))
                raise UnknownAgent(f"agent {agent!r}: {name}={shown(value)}; {there_are}")
        for name, allowed in RANGES.items():
            value, is_whole = getattr(self, name), isinstance(getattr(SearchOptions, name), int)
            (whole if is_whole else number)(f"agent {agent!r}: {name}", value)
            check_range(agent, name, value, allowed)

    def parameters(self) -> list[float]:
        """As the kernels read them, in the order of OPTIONS."""
        aim, in_tree = DDA[self.dda]
        coded: Mapping[str, Any] = {
            "worlds": WORLDS[self.worlds],
            "final": FINAL[self.final],
            "aim": aim,
            "in_tree": in_tree,
            "momentum_size": MOMENTUM[self.momentum_kind],
        }
        return [float(coded.get(name, getattr(self, name, 0))) for name in OPTIONS]

    def evaluator(self) -> Evaluator:
        """What the search asks for values and priors."""
        return playouts(self.playouts, with_priors=self.prior > 0)
