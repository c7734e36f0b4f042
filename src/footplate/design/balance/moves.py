"""Local moves: small changes of a candidate, by chance; ``Mover`` makes those that don't leave the limits.

A move gives back the candidate itself where it can't be made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from footplate.boards.limits import GREY
from footplate.design.balance.candidate import Candidate, Canvas, Link, Pair
from footplate.design.balance.constraints import Limits
from footplate.errors import FootplateError

Chance = np.random.Generator
Move = Callable[[Canvas, Candidate, Chance], Candidate]

_TRIES = 200  # until it is said that no move is allowed
_TRIES_OF_A_MOVE = 20
_PATIENCE = 1500  # moves in a row that bring a board no nearer to its bounds


# ---------------------------------------------------------------- routes


def longer(canvas: Canvas, candidate: Candidate, chance: Chance) -> Candidate:
    """One route a segment longer."""
    return _lengthen(canvas, candidate, _any_link(candidate, chance), 1)


def shorter(canvas: Canvas, candidate: Candidate, chance: Chance) -> Candidate:
    """One route a segment shorter."""
    return _lengthen(canvas, candidate, _any_link(candidate, chance), -1)


def shift_length(canvas: Canvas, candidate: Candidate, chance: Chance) -> Candidate:
    """A segment from one route to another."""
    longer = _lengthen(canvas, candidate, _any_link(candidate, chance), 1)
    return _lengthen(canvas, longer, _any_link(candidate, chance), -1)


def recolour(canvas: Canvas, candidate: Candidate, chance: Chance) -> Candidate:
    """Another colour, or grey; both tracks of a double route are grey or neither is."""
    i = _any_link(candidate, chance)
    old = candidate.links[i]
    if len(old.colours) == 1:
        return _with_colours(candidate, i, (_any_colour(canvas, chance),))
    if old.colours[0] == GREY or chance.random() < 1 / (1 + len(canvas.board.colors)):
        return _with_colours(candidate, i, _two_colours(canvas, chance))
    colours = list(old.colours)
    colours[chance.integers(2)] = str(chance.choice(canvas.board.colors))
    return _with_colours(candidate, i, tuple(colours))


def make_grey(canvas: Canvas, candidate: Candidate, chance: Chance) -> Candidate:
    i = _any_link(candidate, chance)
    return _with_colours(candidate, i, (GREY,) * len(candidate.links[i].colours))


def make_coloured(canvas: Canvas, candidate: Candidate, chance: Chance) -> Candidate:
    """A grey route gets a colour, or two."""
    i = _any_link(candidate, chance)
    colours = candidate.links[i].colours
    if colours[0] != GREY:
        return candidate
    return _with_colours(candidate, i, tuple(str(chance.choice(canvas.board.colors)) for _ in colours))


def swap_colours(canvas: Canvas, candidate: Candidate, chance: Chance) -> Candidate:
    """Two routes change their colours; so many routes have each colour as before."""
    i, j = _any_link(candidate, chance), _any_link(candidate, chance)
    one, other = candidate.links[i], candidate.links[j]
    if len(one.colours) != len(other.colours):
        if GREY in (*one.colours, *other.colours):
            return candidate
        mine, yours = list(one.colours), list(other.colours)
        a, b = chance.integers(len(mine)), chance.integers(len(yours))
        mine[a], yours[b] = yours[b], mine[a]
        return _with_colours(_with_colours(candidate, i, tuple(mine)), j, tuple(yours))
    return _with_colours(_with_colours(candidate, i, other.colours), j, one.colours)


def make_double(canvas: Canvas, candidate: Candidate, chance: Chance) -> Candidate:
    """A second track beside a single route."""
    i = _any_link(candidate, chance)
    colours = candidate.links[i].colours
    if len(colours) == 2:
        return candidate
    second = GREY if colours[0] == GREY else str(chance.choice(canvas.board.colors))
    return _with_colours(candidate, i, (*colours, second))


def make_single(canvas: Canvas, candidate: Candidate, chance: Chance) -> Candidate:
    """One track of a double route less."""
    i = _any_link(candidate, chance)
    colours = candidate.links[i].colours
    return _with_colours(candidate, i, (colours[chance.integers(len(colours))],))


def _any_link(candidate: Candidate, chance: Chance) -> int:
    return int(chance.integers(len(candidate.links)))


def _any_colour(canvas: Canvas, chance: Chance) -> str:
    """Grey or a colour, as often as on the given board."""
    if chance.random() < canvas.given.features.grey:
        return GREY
    return str(chance.choice(canvas.board.colors))


def _two_colours(canvas: Canvas, chance: Chance) -> tuple[str, ...]:
    first = _any_colour(canvas, chance)
    return (GREY, GREY) if first == GREY else (first, str(chance.choice(canvas.board.colors)))


def _lengthen(canvas: Canvas, candidate: Candidate, i: int, segments: int) -> Candidate:
    length = min(max(1, candidate.links[i].length + segments), canvas.longest)
    return _with_link(candidate, i, candidate.links[i]._replace(length=length))


def _with_colours(candidate: Candidate, i: int, colours: tuple[str, ...]) -> Candidate:
    """Unless both tracks had the same colour, which only grey ones may."""
    if len(colours) == 2 and colours[0] == colours[1] != GREY:
        return candidate
    return _with_link(candidate, i, candidate.links[i]._replace(colours=colours))


def _with_link(candidate: Candidate, i: int, link: Link) -> Candidate:
    return replace(candidate, links=(*candidate.links[:i], link, *candidate.links[i + 1 :]))


# ---------------------------------------------------------------- tickets


def change_ticket(canvas: Canvas, candidate: Candidate, chance: Chance) -> Candidate:
    return add_ticket(canvas, remove_ticket(canvas, candidate, chance), chance)


def longer_ticket(canvas: Canvas, candidate: Candidate, chance: Chance) -> Candidate:
    """Another ticket instead of one, between cities that are farther from each other on the given board."""
    return _changed_ticket(canvas, candidate, chance, 1)


def shorter_ticket(canvas: Canvas, candidate: Candidate, chance: Chance) -> Candidate:
    return _changed_ticket(canvas, candidate, chance, -1)


def _changed_ticket(canvas: Canvas, candidate: Candidate, chance: Chance, sign: int) -> Candidate:
    changed = change_ticket(canvas, candidate, chance)
    gone, new = set(candidate.tickets) - set(changed.tickets), set(changed.tickets) - set(candidate.tickets)
    ways = canvas.given_ways
    farther = sum(ways[one.a, one.b] for one in new) - sum(ways[one.a, one.b] for one in gone)
    return changed if new and sign * farther > 0 else candidate


def add_ticket(canvas: Canvas, candidate: Candidate, chance: Chance) -> Candidate:
    """Between any two cities that are no neighbours and have no ticket yet."""
    a, b = canvas.pairs[chance.integers(len(canvas.pairs))]
    if any({pair.a, pair.b} == {a, b} for pair in candidate.tickets):
        return candidate
    return replace(candidate, tickets=(*candidate.tickets, Pair(a, b, canvas.usual_extra)))


def remove_ticket(canvas: Canvas, candidate: Candidate, chance: Chance) -> Candidate:
    i = int(chance.integers(len(candidate.tickets)))
    return replace(candidate, tickets=(*candidate.tickets[:i], *candidate.tickets[i + 1 :]))


ON_LENGTHS: tuple[Move, ...] = (longer, shorter, shift_length)
ON_ROUTES: tuple[Move, ...] = (make_double, make_single)
ON_COLOURS: tuple[Move, ...] = (recolour, swap_colours, make_grey, make_coloured)
ON_TICKETS: tuple[Move, ...] = (change_ticket, longer_ticket, shorter_ticket, add_ticket, remove_ticket)


# ---------------------------------------------------------------- within the limits


class Mover:
    """Changes candidates without leaving the limits."""

    def __init__(self, limits: Limits) -> None:
        keep = limits.constraints
        self._limits, self._canvas = limits, limits.canvas
        free = (keep.keep_lengths != 0, not keep.keep_routes, keep.keep_colours != 0, not keep.keep_tickets)
        groups = (ON_LENGTHS, ON_ROUTES, ON_COLOURS, ON_TICKETS)
        self._groups = [group for group, is_free in zip(groups, free, strict=True) if is_free]
        if not self._groups:
            raise FootplateError("everything is to be kept: lengths, routes, colours and tickets; nothing can change")

    def begin(self, chance: Chance) -> Candidate:
        """The given board if it is within the limits, else one near it that is; FootplateError if none is found."""
        candidate, vain = self._canvas.given, 0
        excess = self._limits.excess(candidate)
        while excess > 0 and vain < _PATIENCE:
            changed = self._any_kind(chance)(self._canvas, candidate, chance)
            now = self._limits.excess(changed)
            vain = 0 if now < excess else vain + 1
            if now <= excess:
                candidate, excess = changed, now
        if excess == 0:
            return candidate
        words = "; ".join(reason.words for reason in self._limits.reasons(candidate))
        raise FootplateError(f"no change that is allowed leads to a board within all bounds: {words}")

    def change(self, candidate: Candidate, moves: int, chance: Chance) -> Candidate:
        """So many moves on, or fewer, by way of allowed candidates only, to one that makes a sound board."""
        for _ in range(_TRIES):
            changed = self.vary(candidate, moves, chance)
            if changed != candidate and self.is_sound(changed):
                return changed
        raise FootplateError("the constraints leave nothing to change on this board")

    def vary(self, candidate: Candidate, moves: int, chance: Chance) -> Candidate:
        """The same, whether it makes a sound board or not. Half of the times all moves are of one kind: effects of
        moves of all kinds partly cancel each other out, those of one kind add up."""
        move = self._any_kind(chance) if chance.random() < 0.5 else None
        for _ in range(moves):
            changed = self._allowed_move(candidate, chance, move)
            if changed == candidate:
                break
            candidate = changed
        return candidate

    def is_sound(self, candidate: Candidate) -> bool:
        """Whether it is within the limits and makes a board without problems."""
        return self._limits.allows(candidate) and not self._canvas.make_board(candidate, "candidate").problems

    def _allowed_move(self, candidate: Candidate, chance: Chance, move: Move | None) -> Candidate:
        """The candidate itself if no such move is allowed."""
        for _ in range(_TRIES_OF_A_MOVE):
            changed = (move or self._any_kind(chance))(self._canvas, candidate, chance)
            if changed != candidate and self._limits.allows(changed):
                return changed
        return candidate

    def _any_kind(self, chance: Chance) -> Move:
        group = self._groups[chance.integers(len(self._groups))]
        return group[chance.integers(len(group))]
