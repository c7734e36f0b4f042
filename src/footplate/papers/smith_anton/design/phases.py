"""The two phases: destinations with double routes, then lengths with colours.

In each, two optimisers search side by side. They exchange what they are trying: a candidate of the one is completed
with a candidate of the other, and the rest at random, to a whole board, on which a few games are played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np

from footplate.boards import Board
from footplate.papers.smith_anton.design.features import (
    Assignment,
    Canvas,
    Colours,
    Design,
    Destinations,
    Doubles,
    Feature,
)
from footplate.papers.smith_anton.design.playtests import WHOLE, MethodOptions, Playtester, Stage
from footplate.papers.smith_anton.design.search import TreeSearch

Pair = tuple[tuple[int, ...], tuple[int, ...]]  # complete assignments of two optimisers, by variable
Met = tuple[Assignment, Assignment]  # partial ones that were exchanged
_AT_ONCE = 16  # boards that are played together
_FIRST = 0.35  # of the time that there is: phase one
_CHECKED = 2  # candidates below the threshold that are played again at one step


class PairSearch:
    """Two optimisers at work. ``make_board`` makes a board of complete assignments of both."""

    def __init__(
        self,
        one: TreeSearch,
        other: TreeSearch,
        make_board: Callable[[Pair], Board],
        playtester: Playtester,
        options: MethodOptions,
        rng: np.random.Generator,
        *,
        is_over: Callable[[], bool] = lambda: False,
        note: Callable[[float, Board], None] = lambda distance, board: None,
    ) -> None:
        self._one, self._other, self._make_board = one, other, make_board
        self._playtester, self._options, self._rng = playtester, options, rng
        self._is_over, self._note = is_over, note
        self._explored: list[tuple[float, Pair]] = []

    def by_labels(self) -> Pair:
        """Phase one: on from the lowest labels, until a pair is consistently good or nothing or no time is left.

        One step is always made.
        """
        one, other, options = self._one, self._other, self._options
        goes_on = True
        while goes_on and len(self._explored) < options.evaluations and not (self._explored and self._is_over()):
            mine, theirs = one.candidates(options.breadth), other.candidates(options.breadth)
            met = [(mine[i % len(mine)], theirs[i % len(theirs)]) for i in range(max(len(mine), len(theirs)))]
            labels, good = self._play(met, options.first_threshold)
            if good:
                return good
            for side, search in enumerate((one, other)):
                if not search.is_complete:
                    for node, label in _means(met, labels, side).items():
                        search.label(node, label)
            goes_on = self._advance()
        return self._best()

    def by_combinations(self) -> Pair:
        """Phase two: of the best values of the next variables all combinations, until no variable is left.

        A value's score is the average over all boards so far that had it; it begins with boards at random.
        """
        searches, options = (self._one, self._other), self._options
        for _ in range(0, options.samples, _AT_ONCE):
            self._play([(self._one.here, self._other.here)] * _AT_ONCE, 0.0)
        while not all(search.is_complete for search in searches) and not self._is_over():
            met = list(product(self._one.best_nodes(options.best), self._other.best_nodes(options.best)))
            _, good = self._play(met, options.second_threshold)
            if good:
                return good
            for search in searches:
                search.choose(search.best_nodes(1)[0])
        self._play([(self._one.here, self._other.here)], 0.0)
        return self._best()

    def _advance(self) -> bool:
        """A complete assignment waits for the other optimiser; once both are complete, both go back."""
        searches = (self._one, self._other)
        if all(search.is_complete for search in searches):
            moved = [search.advance() for search in searches]
            return any(moved)
        for search in searches:
            if not search.is_complete:
                search.advance()
        return True

    def _play(self, met: Sequence[Met], threshold: float) -> tuple[list[float], Pair | None]:
        """The distances of candidates, and one of them that is consistently below the threshold."""
        pairs = [(self._one.completed(a, self._rng), self._other.completed(b, self._rng)) for a, b in met]
        boards = [self._make_board(pair) for pair in pairs]
        labels = self._playtester.distances(boards)
        for label, pair, board in zip(labels, pairs, boards, strict=True):
            self._note(label, board)
            self._explored.append((label, pair))
            for search, values in zip((self._one, self._other), pair, strict=True):
                search.note(values, label)
        for i in np.argsort(labels, kind="stable")[:_CHECKED]:
            if labels[i] < threshold and self._playtester.is_consistent(partial(self._make_board, pairs[i]), threshold):
                return labels, pairs[i]
        return labels, None

    def _best(self) -> Pair:
        """The best complete assignment explored."""
        candidates = [(label, partial(self._make_board, pair)) for label, pair in self._explored]
        return self._explored[self._playtester.best(candidates)][1]


def _means(met: Sequence[Met], labels: Sequence[float], side: int) -> dict[Assignment, float]:
    """The labels of one optimiser's candidates; one that met several of the other's has their mean."""
    found: dict[Assignment, list[float]] = {}
    for nodes, label in zip(met, labels, strict=True):
        found.setdefault(nodes[side], []).append(label)
    return {node: float(np.mean(several)) for node, several in found.items()}


@dataclass(frozen=True)
class Freedom:
    """The values that each variable of a board may take."""

    doubles: Sequence[Sequence[int]]  # by edge
    tickets: Sequence[Sequence[int]]  # by journey
    lengths: Sequence[Sequence[int]]  # by edge
    colours: Sequence[Sequence[int]]  # by edge and track

    def features(self, canvas: Canvas, rng: np.random.Generator) -> tuple[Doubles, Destinations, Feature, Colours]:
        return (
            Doubles(self.doubles, canvas.most_routes, rng),
            Destinations(self.tickets, canvas.least_tickets, rng),
            Feature(self.lengths, rng),
            Colours(self.colours, rng),
        )


def random_design(canvas: Canvas, freedom: Freedom, rng: np.random.Generator) -> Design:
    """Every feature at random."""
    return Design(*(f.by_variable(f.completed((), rng)) for f in freedom.features(canvas, rng)))


def optimized(
    canvas: Canvas,
    freedom: Freedom,
    playtester: Playtester,
    options: MethodOptions,
    rng: np.random.Generator,
    stage: Stage = WHOLE,
) -> Design:
    """Both phases, one after the other."""
    doubles, tickets, lengths, colours = freedom.features(canvas, rng)
    first, second = options.first_threshold, options.second_threshold

    def noted(phase: int) -> Callable[[float, Board], None]:
        return partial(playtester.note, phase) if stage.is_whole else lambda distance, board: None

    def at_random(pair: Pair) -> Board:
        rest = (feature.by_variable(feature.completed((), rng)) for feature in (lengths, colours))
        return canvas.board(Design(pair[1], pair[0], *rest))

    searches = TreeSearch(tickets, first, rng), TreeSearch(doubles, first, rng)
    worth, double = PairSearch(
        *searches, at_random, playtester, options, rng,
        is_over=partial(playtester.is_over, stage.until(_FIRST)), note=noted(1),
    ).by_labels()  # fmt: skip
    tracks = [values if double[i // 2] >= i % 2 else values[:1] for i, values in enumerate(freedom.colours)]
    searches = TreeSearch(lengths, second, rng), TreeSearch(Colours(tracks, rng), second, rng)

    def whole(pair: Pair) -> Board:
        return canvas.board(Design(double, worth, *pair))

    rest = PairSearch(
        *searches, whole, playtester, options, rng, is_over=partial(playtester.is_over, stage.end), note=noted(2)
    ).by_combinations()
    return Design(double, worth, *rest)
