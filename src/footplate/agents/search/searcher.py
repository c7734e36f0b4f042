"""A search with its memory, to be continued as long as there is time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from footplate.agents.search.layout import NODE, NODE_LIMIT, OPTIONS, SEARCH
from footplate.agents.search.run import LOGS, begin_search, choose_action, continue_search
from footplate.agents.search.tree import make_logs
from footplate.engine.layout import SCRATCH, STATE, Records, new_records, plain
from footplate.engine.tables import Tables

FIRST_NODES = 1 << 12
_FIRST_ITERATIONS = 4
_CHUNK = 0.02  # of the time that is left; never more than _LONGEST_CHUNK seconds
_LONGEST_CHUNK = 0.02
_IRRESISTIBLE = 1e9  # points that make UCB1 go to a node again and again


@dataclass(frozen=True)
class MoveFigures:
    """What a search found out about one action at the root."""

    action: int
    visits: int
    mean: float  # margin in points
    spread: float  # standard deviation of the margin
    win: float  # share of the playouts that were won


class Searcher:
    """One tree and its memory; the pool of nodes grows up to a limit, then the search goes on without growing it."""

    def __init__(self, parameters: list[float], node_limit: int = NODE_LIMIT) -> None:
        self._roots, self._work = new_records(STATE), new_records(STATE, 2)
        self.scratch = new_records(SCRATCH)
        self._searches = new_records(SEARCH)
        for name, value in zip(OPTIONS, parameters, strict=True):
            self._searches[0][name] = value
        self.fields = plain(self._searches, SEARCH)
        self._node_limit = node_limit
        self.nodes = new_records(NODE, min(FIRST_NODES, node_limit))
        self._logs = make_logs(LOGS)

    def begin(self, tables: Tables, states: Records) -> None:
        """Search the position of an observation (or of a true state, for players who cheat) from now on."""
        self._tables = tables
        self._roots[0] = states[0]
        begin_search(tables.records, self._roots, self.nodes, self._searches, self.scratch)

    @property
    def done(self) -> int:
        """Iterations so far."""
        return int(self.fields["done"][0])

    @property
    def n_nodes(self) -> int:
        return int(self.fields["n_nodes"][0])

    def iterate(self, n: int) -> None:
        """n more iterations (a few more where whole trees are voting)."""
        players = self._tables.players
        while n > 0:
            self._make_room(n + players)
            chunk = min(n, max(1, self.nodes.size // (2 * players)))
            before = self.done
            states = self._roots, self._work
            memory = self.nodes, self._searches, self.scratch, self._logs
            continue_search(self._tables.records, *states, *memory, chunk)
            n -= self.done - before

    def iterate_until(self, deadline: float, most: int) -> None:
        """As many iterations as fit before ``deadline`` (on time.perf_counter), at least one, at most ``most``."""
        chunk, began = _FIRST_ITERATIONS, time.perf_counter()
        while self.done < most:
            before = self.done
            self.iterate(min(chunk, most - before))
            now = time.perf_counter()
            rate = max(1e-7, (now - began) / max(1, self.done))
            left = deadline - now
            if left < rate:
                return
            chunk = max(1, min(4 * chunk, int(min(_CHUNK * left, _LONGEST_CHUNK) / rate)))

    def look_at(self, action: int, n: int) -> None:
        """n more iterations through one action at the root, which must have been tried (with one tree only)."""
        nodes, child = plain(self.nodes, NODE), 0
        for child in _children(nodes, 0):
            if nodes["action"][child] == action:
                break
        nodes["value"][child] += _IRRESISTIBLE
        self.iterate(n)
        plain(self.nodes, NODE)["value"][child] -= _IRRESISTIBLE

    def choose(self) -> int:
        return int(choose_action(self._searches, self.scratch))

    def add(self, other: Searcher) -> None:
        """Add what another search of the same position has found out about the root."""
        for name in ("visits", "value", "squares", "wins", "done", "n_nodes"):
            self.fields[name] += other.fields[name]

    def moves(self) -> list[MoveFigures]:
        """The actions at the root, the most visited first."""
        q = self.fields[0]
        found = []
        for action in q["actions"][: q["n_actions"]].tolist():
            visits = int(q["visits"][action])
            mean = float(q["value"][action]) / max(1, visits)
            variance = max(0.0, float(q["squares"][action]) / max(1, visits) - mean * mean)
            win = float(q["wins"][action]) / max(1, visits)
            found.append(MoveFigures(action, visits, mean, variance**0.5, win))
        return sorted(found, key=lambda move: -move.visits)

    def line(self, action: int, most: int = 8) -> list[int]:
        """The actions expected after ``action``, itself first: down the tree by visits."""
        nodes = plain(self.nodes, NODE)
        line: list[int] = []
        node = 0
        while len(line) < most:
            children = list(_children(nodes, node))
            if node == 0:
                children = [c for c in children if nodes["action"][c] == action]
            if not children:
                break
            node = max(children, key=lambda c: int(nodes["visits"][c]))
            line.append(int(nodes["action"][node]))
        return line

    def _make_room(self, wanted: int) -> None:
        size = self.nodes.size
        while size < self._node_limit and size < self.n_nodes + wanted:
            size = min(2 * size, self._node_limit)
        if size > self.nodes.size:
            nodes = new_records(NODE, size)
            nodes[: self.n_nodes] = self.nodes[: self.n_nodes]
            self.nodes = nodes


def _children(nodes: Records, node: int) -> Iterator[int]:
    child = int(nodes["first_child"][node])
    while child:
        yield child
        child = int(nodes["next_sibling"][child])
