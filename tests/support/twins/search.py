"""A slow twin of the searches in plain Python: trees of objects, formulas as the papers print them.

It uses the engine's own deals of hidden cards, playouts and scores, and asks chance in the same order, so a search and
its twin must agree on every node.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from footplate.agents.search.layout import NODE
from footplate.agents.search.searcher import Searcher
from footplate.engine.determinize import determinize
from footplate.engine.layout import DRAW_TICKETS, NOBODY, OVER, PASS, SCRATCH, STATE, new_records, plain
from footplate.engine.moves import legal_actions
from footplate.engine.playout import playout
from footplate.engine.random import rand_below
from footplate.engine.score import score_game, winners
from footplate.engine.step import step
from footplate.observation import Observation

Value = Callable[[float, float], float]  # from a node's mean and its parent's to how much it is liked


@dataclass
class TwinNode:
    mover: int
    visits: int = 0
    total: float = 0.0
    available: int = 1
    children: dict[int, TwinNode] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        return self.total / self.visits


@dataclass
class Twin:
    """``value`` is given in the true variants: then all nodes hold the searcher's margins and all movers seek it.

    ``wins`` counts 1 for a win and -1 for a loss instead of margins.
    """

    observation: Observation
    worlds: str
    seed: int
    cp: float
    availability: bool
    value: Value | None = None
    wins: bool = False

    def __post_init__(self) -> None:
        self.b = self.observation.tables.record
        self.scratch, self.work = new_records(SCRATCH), new_records(STATE)
        self.w, self.s = self.scratch[0], self.work[0]
        self.w.rng = self.seed
        self.searcher = self.observation.to_move
        self.margins: dict[int, list[float]] = {}  # by root action, what every iteration brought
        self.plant()

    def plant(self) -> None:
        self.trees = [TwinNode(self.searcher) for _ in range(self.b.n_players)]
        self.root = self.trees[self.searcher]

    def iterate(self, n: int) -> None:
        for _ in range(n):
            self.work[0] = self.observation.records[0]
            if self.worlds == "true":
                self.s.observer = NOBODY
            else:
                determinize(self.b, self.s, self.w)
            self.iteration()

    def vote(self, n: int, each: int) -> None:
        """n iterations in worlds of ``each``."""
        world = new_records(STATE)
        for _ in range(n // each):
            world[0] = self.observation.records[0]
            determinize(self.b, world[0], self.w)
            self.plant()
            for _ in range(each):
                self.work[0] = world[0]
                self.iteration()

    def iteration(self) -> None:
        path, first = self.descend()
        playout(self.b, self.s, self.w)
        score_game(self.b, self.s, self.w, False)
        points = self.w.total[: self.b.n_players].tolist()
        margins = [own - max(points[:p] + points[p + 1 :]) for p, own in enumerate(points)]
        if self.wins:
            won = [p for p in range(len(points)) if (int(winners(self.b, self.w)) >> p) & 1]
            margins = [(2 / len(won) - 1 if p in won else -1.0) for p in range(len(points))]
        mine = margins[self.searcher]
        self.root.visits += 1
        self.root.total += mine
        for node in path:
            node.visits += 1
            node.total += mine if self.value else margins[node.mover]
        self.margins.setdefault(first, []).append(mine)

    def descend(self) -> tuple[list[TwinNode], int]:
        """Down the tree until it grows: the nodes visited (in all trees) and the first action."""
        at = list(self.trees)
        path: list[TwinNode] = []
        first, grown = -1, False
        while self.s.phase != OVER and not grown:
            p = int(self.s.player)
            node = at[p if self.worlds == "tree-per-player" else self.searcher]
            action, grown = self.choose(node, p)
            first = action if first < 0 else first
            if self.worlds == "tree-per-player":
                for r in range(self.b.n_players):
                    seen = action if r == p else seen_by_others(action)
                    if seen not in at[r].children:
                        at[r].children[seen] = TwinNode(p)
                        grown = True
                    at[r] = at[r].children[seen]
                    path.append(at[r])
            else:
                at[self.searcher] = node.children[action]
                path.append(at[self.searcher])
            step(self.b, self.s, self.played(action) if self.sees_little(p) else action)
        return path, first

    def sees_little(self, p: int) -> bool:
        """Whether p's move is known only as others see it."""
        return self.worlds == "tree-of-seen" and p != self.searcher

    def played(self, seen: int) -> int:
        """One of the moves that look so, by chance: the last of them replaces the one so far with chance 1 / k."""
        if not DRAW_TICKETS < seen < PASS:
            return seen
        chosen, alike = seen, 0
        for action in self.w.acts[: legal_actions(self.b, self.s, self.w.acts)].tolist():
            if seen_by_others(action) == seen:
                alike += 1
                chosen = action if int(rand_below(self.w, alike)) == 0 else chosen
        return chosen

    def choose(self, node: TwinNode, p: int) -> tuple[int, bool]:
        """(action, whether its node is new)"""
        legal = self.w.acts[: legal_actions(self.b, self.s, self.w.acts)].tolist()
        if self.sees_little(p):
            legal = list(dict.fromkeys(map(seen_by_others, legal)))
        known = [action for action in reversed(node.children) if action in legal]
        for action in known:
            node.children[action].available += 1
        untried = [action for action in legal if action not in node.children]
        if untried:
            action = untried[int(rand_below(self.w, len(untried)))]
            node.children[action] = TwinNode(p)
            return action, True
        return max(known, key=lambda action: self.ucb(node, node.children[action])), False

    def ucb(self, parent: TwinNode, child: TwinNode) -> float:
        n = child.available if self.availability and self.worlds not in ("true", "tree-per-world") else parent.visits
        liked = self.value(child.mean, parent.mean) if self.value else child.mean
        return liked + 2 * self.cp * math.sqrt(2 * math.log(n) / child.visits)


def seen_by_others(action: int) -> int:
    if DRAW_TICKETS < action < PASS:
        return DRAW_TICKETS + 2 ** (action - DRAW_TICKETS).bit_count() - 1
    return action


def assert_same_tree(searcher: Searcher, twin: TwinNode, node: int = 0) -> int:
    """Every node under ``node`` has the twin's statistics; returns how many were compared."""
    nodes = plain(searcher.nodes, NODE)
    assert nodes["visits"][node] == twin.visits
    assert math.isclose(nodes["value"][node], twin.total, abs_tol=1e-6)
    children = {int(nodes["action"][child]): child for child in searcher.children(node)}
    assert list(children) == list(reversed(twin.children))
    return 1 + sum(assert_same_tree(searcher, twin.children[action], child) for action, child in children.items())
