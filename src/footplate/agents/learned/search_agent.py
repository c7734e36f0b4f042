"""Agents that search with a network."""

from __future__ import annotations

import math
from typing import ClassVar

from footplate.agents.learned.agent import FindNetwork, weights_for
from footplate.agents.learned.layers import POINTS, VALUES
from footplate.agents.learned.search import (
    ENTRIES,
    begin_network_search,
    choose_by_network,
    continue_network_search,
    network_search_kernel,
)
from footplate.agents.learned.tries import MEMORIES, TRY, new_tries
from footplate.agents.search.agent import SearchAgent
from footplate.agents.search.evaluators.evaluator import Evaluator
from footplate.agents.search.options import MOST_DECISIONS, NetworkSearchOptions, SearchOptions
from footplate.agents.search.searcher import MoveFigures, Searcher
from footplate.arguments import seed_number, whole
from footplate.boards.limits import MAX_PLAYERS
from footplate.compile import EntryPoint
from footplate.encoders.layout import MEMORY
from footplate.engine.layout import STATE, Records, new_records
from footplate.engine.tables import Tables
from footplate.errors import InvalidNetwork

CLOSE, MOST_POINTS = 15.0, 500.0
_SCALE = CLOSE / math.log(3)


def in_points(move: MoveFigures, points: float) -> MoveFigures:
    """From units of the reward to a margin and a share of wins: the two that belong together and are worth as much.

    They are guessed, since the critic says only what both are worth: a lead of CLOSE points wins three games of four.
    """
    if points == 0:
        return move._replace(mean=0.0, spread=0.0, win=min(1.0, max(0.0, (move.mean + 1) / 2)))
    low, high = -MOST_POINTS, MOST_POINTS
    for _ in range(40):
        margin = (low + high) / 2
        if margin / points + math.tanh(margin / (2 * _SCALE)) < move.mean:
            low = margin
        else:
            high = margin
    ahead = math.tanh(margin / (2 * _SCALE))
    per_point = 1 / points + (1 - ahead**2) / (2 * _SCALE)
    return move._replace(mean=margin, spread=move.spread / per_point, win=(1 + ahead) / 2)


class NetworkSearcher(Searcher):
    """A search with a network. What tries bring is in units of the network's reward."""

    entries: ClassVar[tuple[EntryPoint, ...]] = ENTRIES

    def __init__(self, options: SearchOptions, evaluator: Evaluator) -> None:
        super().__init__(options, evaluator)
        n = int(self.fields["options"]["tries"][0])
        tries, worlds, memories = new_records(TRY, n), new_records(STATE, n), new_records(MEMORY, MEMORIES)
        self._tries = new_tries(evaluator.weights, tries, worlds, memories)

    def begin(self, tables: Tables, states: Records) -> None:
        self._tables = tables
        self._roots[0] = states[0]
        self.fields["n_nodes"] = 0
        self._make_room(int(tables.bare[0].n_actions))
        begin_network_search(*self._memory)

    def iterate(self, n: int) -> None:
        self._make_room(MOST_DECISIONS * n)
        continue_network_search(*self._memory, n)

    def choose(self) -> int:
        return int(choose_by_network(self.nodes, self.searches, self.works))

    def moves(self) -> list[MoveFigures]:
        return [in_points(move, float(self._evaluator.weights[POINTS])) for move in super().moves()]

    @property
    def _memory(self) -> tuple[object, ...]:
        return self._tables.records, self._roots, self.nodes, self.searches, self.works, self._tries


class NetworkSearchAgent(SearchAgent):
    """Searches with a network before every decision."""

    searcher: ClassVar[type[Searcher]] = NetworkSearcher

    def __init__(self, name: str, find: FindNetwork, options: NetworkSearchOptions) -> None:
        super().__init__(name, options, evaluator=Evaluator(), kernel=network_search_kernel)
        self._find = find
        self._seated: tuple[int, int] | None = None  # once a game has begun: our seat and our seed
        self._tables: Tables | None = None

    def fit(self, tables: Tables) -> None:
        if tables is self._tables:
            return
        network = self._find(tables)
        weights = weights_for(network, tables, self.name)
        if network.critic and network.settings.reward not in ("margin", "win"):
            raise InvalidNetwork(f"{self.name} can't search: its network's critic knows neither margins nor wins")
        if network.settings.history:
            raise InvalidNetwork(
                f"{self.name} can't search: its network remembers, and a search has no past to show it"
            )
        if tables.players > 2 and network.critic and weights[VALUES] < tables.players:
            raise InvalidNetwork(f"{self.name} can't search: its network's critic knows nothing of the other players")
        self.weights = weights
        self.evaluator, self._tables, self._searchers = Evaluator(weights=self.weights), tables, []
        if self._seated:
            super().start(*self._seated)

    def start(self, seat: int, seed: int) -> None:
        self._seated = whole("seat", seat, 0, MAX_PLAYERS - 1), seed_number(seed)
        if self._tables is not None:
            super().start(seat, seed)
