"""What a balanced board must keep of the given one, and the bounds that it must stay within."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil, floor
from typing import Any, NamedTuple

from footplate.boards.limits import MAX_ROUTES, MAX_TICKETS
from footplate.design.balance.candidate import Candidate, Canvas
from footplate.errors import FootplateError


class Bounds(NamedTuple):
    """The least and the most."""

    least: float
    most: float

    def outside(self, value: float) -> float:
        """By how much a value lies outside."""
        return max(0.0, self.least - value, value - self.most)

    def __str__(self) -> str:
        return f"{self.least:g} to {self.most:g}"


@dataclass(frozen=True, kw_only=True)
class Constraints:
    """``None`` leaves something free, within what is usual (``Limits``). A double route counts as two.

    ``keep_lengths`` is by how much a length may differ from the given one, ``keep_colours`` how many routes may have
    another colour than before. ``keep_routes`` keeps double routes double and single ones single, ``keep_tickets`` the
    tickets with their points. ``grey`` is in percent of the routes, ``routes_a_colour`` holds for every other colour.
    """

    keep_lengths: int | None = None
    keep_routes: bool = False
    keep_colours: int | None = None
    keep_tickets: bool = False
    routes: Bounds | None = None
    routes_a_colour: Bounds | None = None
    grey: Bounds | None = None
    total_length: Bounds | None = None
    tickets: Bounds | None = None

    def to_dict(self) -> dict[str, Any]:
        return {key: list(value) if isinstance(value, Bounds) else value for key, value in vars(self).items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Constraints:
        values: dict[str, Any] = {k: Bounds(*value) if isinstance(value, list) else value for k, value in data.items()}
        return cls(**values)


class Reason(NamedTuple):
    """Why a candidate isn't allowed: by how much something is too much or too little, and what in words."""

    excess: float
    words: str


class Limits:
    """Constraints on a canvas, ready to judge candidates; FootplateError if they contradict each other.

    What is left free stays near the given board, so that no method makes a board that is fair and dull. Routes, total
    length and tickets stay within a fifth, the share of grey within 15 points. Every other colour has between half and
    twice its fair part of the rest. Every length stays between half and twice as frequent, or up to a twentieth of the
    routes. No route is more than a segment longer than the longest one.
    """

    def __init__(self, canvas: Canvas, constraints: Constraints) -> None:
        self.canvas, self.constraints = canvas, constraints
        given, links = canvas.given.features, len(canvas.given.links)
        self.routes = constraints.routes or _around(given.routes, 0.2, links, min(2 * links, MAX_ROUTES))
        scale = min(max(given.routes, self.routes.least), self.routes.most) / given.routes
        self.total_length = constraints.total_length or _around(given.total_length * scale, 0.2, links, 10_000)
        self.grey = constraints.grey or Bounds(max(0.0, 100 * given.grey - 15), min(100.0, 100 * given.grey + 15))
        fair = given.routes * scale * (1 - given.grey) / len(canvas.board.colors)
        self.routes_a_colour = constraints.routes_a_colour or Bounds(floor(fair / 2), ceil(2 * fair))
        dealt = canvas.board.rules.initial_tickets.deal * canvas.board.rules.players[1]
        self.tickets = constraints.tickets or _around(given.tickets, 0.2, dealt, MAX_TICKETS)
        self._shares = {
            length: Bounds(
                given.by_length[length] / given.routes / 2, max(0.05, 2 * given.by_length[length] / given.routes)
            )
            for length in range(1, canvas.longest + 1)
        }
        for words in self._contradictions():
            raise FootplateError(words)

    def allows(self, candidate: Candidate) -> bool:
        return not any(True for _ in self.reasons(candidate))

    def excess(self, candidate: Candidate) -> float:
        """0 for a candidate that is allowed."""
        return sum(reason.excess for reason in self.reasons(candidate))

    def reasons(self, candidate: Candidate) -> Iterator[Reason]:
        """Everything that this candidate breaks."""
        keep, given, features = self.constraints, self.canvas.given, candidate.features
        pairs = list(zip(given.links, candidate.links, strict=True))
        if keep.keep_lengths is not None:
            off = sum(max(0, abs(old.length - new.length) - keep.keep_lengths) for old, new in pairs)
            yield from _broken(off, f"lengths differ by more than {keep.keep_lengths} from the given ones")
        if keep.keep_routes:
            changed = sum(len(old.colours) != len(new.colours) for old, new in pairs)
            yield from _broken(changed, f"{changed} routes are double that were single, or the other way round")
        if keep.keep_colours is not None:
            changed = colour_changes(given, candidate)
            words = f"{changed} routes have another colour, but at most {keep.keep_colours} may"
            yield from _broken(changed - keep.keep_colours, words)
        if keep.keep_tickets:
            yield from _broken(candidate.tickets != given.tickets, "the tickets are not the given ones")
        yield from _outside("routes", self.routes, features.routes)
        yield from _outside("the total length", self.total_length, features.total_length)
        yield from _outside("the share of grey in percent", self.grey, 100 * features.grey)
        for colour in self.canvas.board.colors:
            yield from _outside(f"{colour} routes", self.routes_a_colour, features.by_colour[colour])
        for length, share in self._shares.items():
            bounds = Bounds(floor(share.least * features.routes), ceil(share.most * features.routes))
            yield from _outside(f"routes of length {length}", bounds, features.by_length[length])
        if not keep.keep_tickets:
            yield from _outside("the number of tickets", self.tickets, features.tickets)

    def _contradictions(self) -> Iterator[str]:
        """What no board on this graph can have; the rest is seen when no move leads there."""
        keep, given, n_links = self.constraints, self.canvas.given.features, len(self.canvas.given.links)
        n_colours = len(self.canvas.board.colors)
        for name, bounds in (("routes", self.routes), ("the total length", self.total_length), ("grey", self.grey)):
            if bounds.least > bounds.most:
                yield f"{name}: {bounds} holds nothing; the least comes first"
        if self.routes.most < n_links or self.routes.least > 2 * n_links:
            yield (
                f"{self.routes} routes: this graph joins {n_links} pairs of cities, so a board on it has "
                f"{n_links} to {2 * n_links} routes"
            )
        if keep.keep_routes and self.routes.outside(given.routes):
            yield f"{self.routes} routes, but --keep-routes keeps the {given.routes} that there are"
        if keep.keep_tickets and keep.tickets:
            yield "the number of tickets can't be bounded where --keep-tickets keeps all of them"
        shortest, longest = self._reachable_lengths()
        if self.total_length.most < shortest or self.total_length.least > longest:
            yield (
                f"a total length of {self.total_length}, but with these routes and lengths it is {shortest:g} to "
                f"{longest:g}"
            )
        if n_colours * self.routes_a_colour.least > self.routes.most * (1 - self.grey.least / 100):
            yield (
                f"{self.routes_a_colour} routes of each of {n_colours} colours don't fit into {self.routes} routes of "
                f"which {self.grey} percent are grey"
            )
        if n_colours * self.routes_a_colour.most < self.routes.least * (1 - self.grey.most / 100):
            yield (
                f"{self.routes_a_colour} routes of each of {n_colours} colours don't fill {self.routes} routes of "
                f"which {self.grey} percent are grey"
            )

    def _reachable_lengths(self) -> tuple[int, int]:
        """The total length, if every route were as short, or as long, as it may be."""
        play, links = self.constraints.keep_lengths, self.canvas.given.links
        play = self.canvas.longest if play is None else play
        short = [max(1, link.length - play) for link in links]
        long = [min(self.canvas.longest, link.length + play) for link in links]
        if self.constraints.keep_routes:
            tracks = [len(link.colours) for link in links]
            return _dot(short, tracks), _dot(long, tracks)
        return sum(short), 2 * sum(long)


def colour_changes(given: Candidate, candidate: Candidate) -> int:
    """How many routes that are on both boards have another colour."""
    changes = 0
    for old, new in zip(given.links, candidate.links, strict=True):
        if old.colours != new.colours:
            rest = list(new.colours)
            for colour in old.colours:
                if colour in rest:
                    rest.remove(colour)
            changes += min(len(old.colours), len(new.colours)) - (len(new.colours) - len(rest))
    return changes


def _dot(lengths: list[int], tracks: list[int]) -> int:
    return sum(length * n for length, n in zip(lengths, tracks, strict=True))


def _around(value: float, part: float, least: float, most: float) -> Bounds:
    return Bounds(max(least, floor(value * (1 - part))), min(most, ceil(value * (1 + part))))


def _broken(excess: float, words: str) -> Iterator[Reason]:
    if excess > 0:
        yield Reason(excess, words)


def _outside(name: str, bounds: Bounds, value: float) -> Iterator[Reason]:
    if excess := bounds.outside(value):
        yield Reason(excess, f"{name}: {value:g}, but it must be {bounds}")
