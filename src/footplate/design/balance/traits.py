"""A candidate in numbers, so that what was seen on one board says something about others.

Many numbers belong to one place: how long a route is, whether it is double or grey, which colours it has, whether two
cities have a ticket. Others belong to the whole board, such as how many routes are six long, or what a ticket is worth
on average: styles of play react to those.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from footplate.boards.limits import GREY
from footplate.design.balance.candidate import Candidate, Canvas

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
_REMEMBERED = 4096  # candidates whose numbers needn't be worked out again


class Traits:
    """Turns candidates of a canvas into rows of numbers, as differences from the given board.

    ``groups[j]`` is the group of column j: columns of a group matter about as much as each other. Every number that
    belongs to the whole board is a group of its own.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._colours = {colour: k for k, colour in enumerate(canvas.board.colors)}
        cities = len(canvas.board.cities)
        self._ticket = np.full((cities, cities), -1)
        pairs = {(min(a, b), max(a, b)) for a, b, *_ in (*canvas.pairs, *canvas.given.tickets)}
        for k, (a, b) in enumerate(sorted(pairs)):
            self._ticket[a, b] = self._ticket[b, a] = k
        self._n_tickets = len(pairs)
        self._hops = canvas.ways(tuple(link._replace(length=1) for link in canvas.given.links))
        worth = [canvas.given_ways[pair.a, pair.b] for pair in canvas.given.tickets]
        self._short, self._long = np.quantile(worth, (0.25, 0.75))
        self._row = lru_cache(_REMEMBERED)(self._worked_out)
        local, whole = self._local(canvas.given), self._whole(canvas.given)
        sizes = [*(len(part) for part in local), *(1 for _ in whole)]
        self.groups: Ints = np.repeat(np.arange(len(sizes)), sizes)
        self._given = np.concatenate([*local, whole])

    def rows(self, candidates: Sequence[Candidate]) -> Floats:
        return np.array([self._row(candidate) for candidate in candidates]).reshape(-1, len(self._given))

    def _worked_out(self, candidate: Candidate) -> Floats:
        row: Floats = np.concatenate([*self._local(candidate), self._whole(candidate)]) - self._given
        return row

    def _local(self, candidate: Candidate) -> list[Floats]:
        links = candidate.links
        lengths = np.array([link.length for link in links], np.float64)
        doubles = np.array([len(link.colours) - 1 for link in links], np.float64)
        greys = np.array([link.colours[0] == GREY for link in links], np.float64)
        colours = np.zeros((len(links), len(self._colours)))
        for i, link in enumerate(links):
            for colour in link.colours:
                if colour != GREY:
                    colours[i, self._colours[colour]] = 1
        tickets = np.zeros(self._n_tickets)
        tickets[[self._ticket[pair.a, pair.b] for pair in candidate.tickets]] = 1
        return [lengths, doubles, greys, colours.ravel(), tickets]

    def _whole(self, candidate: Candidate) -> Floats:
        features, ends = candidate.features, np.array([(pair.a, pair.b) for pair in candidate.tickets])
        worth = self._canvas.ways(candidate.links)[ends[:, 0], ends[:, 1]]
        hops = self._hops[ends[:, 0], ends[:, 1]]
        visits = np.bincount(ends.ravel(), minlength=len(self._hops))
        grey = [link.length for link in candidate.links if link.colours[0] == GREY]
        double = [link.length for link in candidate.links if len(link.colours) == 2]
        return np.array(
            [
                *(features.by_length[length] for length in range(1, self._canvas.longest + 1)),
                features.total_length,
                features.doubles,
                100 * features.grey,
                np.var([features.by_colour[colour] for colour in self._colours]),
                np.mean(grey) if grey else 0,
                np.mean(double) if double else 0,
                features.tickets,
                worth.mean(),
                worth.std(),
                (worth < self._short).mean(),
                (worth > self._long).mean(),
                hops.mean(),
                (visits**2).mean(),
            ]
        )
