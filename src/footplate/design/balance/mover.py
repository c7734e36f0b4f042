"""Moves one after the other, none of which leaves the limits."""

from __future__ import annotations

from footplate.design.balance.candidate import Candidate
from footplate.design.balance.constraints import Limits
from footplate.design.balance.moves import ON_COLOURS, ON_LENGTHS, ON_ROUTES, ON_TICKETS, Chance, Move
from footplate.errors import FootplateError

_TRIES = 200  # until it is said that no move is allowed
_TRIES_OF_A_MOVE = 20
_PATIENCE = 1500  # moves in a row that bring a board no nearer to its bounds


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
