"""A search with its memory, to be continued as long as there is time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from footplate.agents.layout import WORK
from footplate.agents.search.evaluators import evaluator_of
from footplate.agents.search.evaluators.evaluator import Evaluator
from footplate.agents.search.layout import NODE, NODE_LIMIT, SEARCH
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.search import (
    ENTRIES,
    TERMS,
    add_root_child,
    begin_search,
    choose_action,
    continue_search,
)
from footplate.agents.search.selection import make_terms
from footplate.arguments import instance, whole
from footplate.compile import EntryPoint, array_address
from footplate.engine.layout import STATE, Records, new_records, plain
from footplate.engine.tables import Tables

FIRST_NODES = 1 << 12
_FIRST_ITERATIONS = 4
_MOST_AT_ONCE = 1 << 16  # iterations; Ctrl-C is heard between them
_LONGEST = 0.02  # seconds between two looks at the clock
_LATEST = 0.01  # seconds that others may have the processor for at a time
_IRRESISTIBLE = 1e9  # points that make UCB1 go to a node again and again


class MoveFigures(NamedTuple):
    """What a search found out about one action at the root."""

    action: int
    visits: int
    mean: float  # margin in points
    spread: float  # standard deviation of the margin
    win: float  # share of the playouts that were won


class Searcher:
    """One tree and its memory; the pool of nodes grows up to a limit, then the search goes on without growing it."""

    entries: ClassVar[tuple[EntryPoint, ...]] = ENTRIES  # its compiled code

    def __init__(
        self, options: SearchOptions, evaluator: Evaluator | None = None, node_limit: int = NODE_LIMIT
    ) -> None:
        instance("options", options, SearchOptions, "SearchOptions")
        node_limit = whole("node_limit", node_limit, 1)
        for entry in self.entries:
            entry.load()  # so that no decision waits for it
        self._roots, self._work = new_records(STATE), new_records(STATE, 2)
        self.works = new_records(WORK)
        self.searches = new_records(SEARCH)
        self.fields = plain(self.searches, SEARCH)
        self.root = self.fields["root"][0]
        self.fields["options"] = options.numbers()
        self._evaluator = evaluator or evaluator_of(options)  # which must live as long as its addresses are here
        self.fields["asks"], weights = self._evaluator.addresses(), self._evaluator.weights
        self.fields["weights"], self.fields["n_weights"] = array_address(weights), weights.size
        self._node_limit = node_limit
        self.nodes = new_records(NODE, min(FIRST_NODES, node_limit))
        self._terms = make_terms(TERMS)

    def begin(self, tables: Tables, states: Records) -> None:
        """Search the position of an observation (or of a true state, for players who cheat) from now on."""
        self._tables = tables
        self._roots[0] = states[0]
        begin_search(tables.records, self._roots, self.nodes, self.searches, self.works)

    @property
    def done(self) -> int:
        """Iterations so far."""
        return int(self.fields["done"][0])

    @property
    def n_nodes(self) -> int:
        return int(self.fields["n_nodes"][0])

    def iterate(self, n: int) -> None:
        """n more iterations."""
        while n > 0:
            chunk = min(n, _MOST_AT_ONCE)
            self._make_room(self._tables.players * chunk)
            states = self._roots, self._work
            memory = self.nodes, self.searches, self.works, self._terms
            continue_search(self._tables.records, *states, *memory, chunk)
            n -= chunk

    def iterate_until(self, deadline: float, most: int, stop: Callable[[], bool] | None = None) -> None:
        """As many iterations as fit before ``deadline`` (on time.perf_counter), a few at least, at most ``most``.

        At every look at the clock ``stop`` may end it, too.

        The clock is looked at after a tenth of the time that is left, and towards the end after a hundredth of all. On
        a busy machine it stops as much earlier as it was late before.
        """
        chunk, began = _FIRST_ITERATIONS, time.perf_counter()
        expected, late = deadline, 0.0
        while self.done < most:
            self.iterate(min(chunk, most - self.done))
            now = time.perf_counter()
            each, left = max(1e-7, (now - began) / self.done), deadline - now
            late = min(max(late, now - expected), _LATEST)
            if left < max(each, late) or (stop and stop()):
                return
            until_next_look = min(max(left / 10, (deadline - began) / 100), left, _LONGEST)
            chunk = max(1, min(4 * chunk, int(until_next_look / each)))
            expected = now + chunk * each

    def look_at(self, action: int, n: int) -> None:
        """n more iterations through one action at the root, tried or not (with one tree only)."""
        nodes = plain(self.nodes, NODE)
        child = next((child for child in self.children(0) if nodes["action"][child] == action), 0)
        untried = not child
        if untried:
            if action not in self.actions():
                raise ValueError(f"action {action} is not one of those that are searched here")
            self._make_room(1)
            child = add_root_child(self.nodes, self.searches, action)
        plain(self.nodes, NODE)["value"][child] += _IRRESISTIBLE
        self.iterate(n)
        nodes = plain(self.nodes, NODE)
        nodes["value"][child] -= _IRRESISTIBLE
        nodes["visits"][child] -= untried

    def choose(self) -> int:
        return int(choose_action(self.searches, self.works))

    def add(self, other: Searcher) -> None:
        """Add what another search of the same position has found out about the root."""
        for name in ("visits", "value", "squares", "wins"):
            self.root[name] += other.root[name]
        for name in ("done", "n_nodes"):
            self.fields[name] += other.fields[name]

    def actions(self) -> npt.NDArray[np.uint16]:
        """Those that are searched at the root."""
        found: npt.NDArray[np.uint16] = self.root["actions"][: self.root["n_actions"]]
        return found

    def moves(self) -> list[MoveFigures]:
        """The actions at the root, the most visited first."""
        root, actions = self.root, self.actions()
        actions = actions[np.argsort(-root["visits"][actions], kind="stable")]
        visits = root["visits"][actions]
        tries = np.maximum(1, visits)
        means = root["value"][actions] / tries
        variances = np.maximum(0.0, root["squares"][actions] / tries - means * means).tolist()
        spreads = [variance**0.5 for variance in variances]
        wins = (root["wins"][actions] / tries).tolist()
        return list(map(MoveFigures, actions.tolist(), visits.tolist(), means.tolist(), spreads, wins))

    def line(self, action: int, most: int = 8) -> list[int]:
        """The actions expected after ``action``, itself first: down the tree by visits."""
        nodes = plain(self.nodes, NODE)
        line = [action]
        node = next((child for child in self.children(0) if nodes["action"][child] == action), 0)
        while node and len(line) < most:
            node = max(self.children(node), key=lambda child: int(nodes["visits"][child]), default=0)
            if node:
                line.append(int(nodes["action"][node]))
        return line

    def children(self, node: int) -> list[int]:
        """The nodes under a node; 0 is the root."""
        nodes = plain(self.nodes, NODE)
        found, child = [], int(nodes["first_child"][node])
        while child:
            found.append(child)
            child = int(nodes["next_sibling"][child])
        return found

    def _make_room(self, wanted: int) -> None:
        size = self.nodes.size
        while size < self._node_limit and size < self.n_nodes + wanted:
            size = min(2 * size, self._node_limit)
        if size > self.nodes.size:
            nodes = new_records(NODE, size)
            used = self.n_nodes * NODE.itemsize
            nodes.view(np.uint8)[:used] = self.nodes.view(np.uint8)[:used]  # NumPy would copy field by field
            self.nodes = nodes
