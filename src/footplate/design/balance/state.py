"""How far balancing has come: values that can be kept, written down and gone back to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from footplate.design.balance.candidate import Candidate
from footplate.design.distance import Tally

ENOUGH = 120  # games of held-out opponents, so that a board can be the best


@dataclass(frozen=True)
class Contender:
    """A board and its games."""

    candidate: Candidate
    tally: Tally
    held_out: Tally  # what was counted in their games
    expected: float  # distance, on average of all that it may really be
    outside: float  # how far held-out opponents' games are outside the range of published boards; 0 inside

    @property
    def is_known(self) -> bool:
        """Whether held-out opponents have played enough on it."""
        return self.held_out.deals >= ENOUGH

    @property
    def is_good(self) -> bool:
        """Whether held-out opponents certainly have a good game on it."""
        return self.is_known and not self.outside

    def to_dict(self) -> dict[str, Any]:
        return {
            "candidate": self.candidate.to_dict(),
            "tally": self.tally.to_dict(),
            "strangers": self.held_out.to_dict(),
            "expected": self.expected,
            "outside": self.outside,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Contender:
        tally, held_out = (Tally.from_dict(data[name]) for name in ("tally", "strangers"))
        return cls(Candidate.from_dict(data["candidate"]), tally, held_out, data["expected"], data["outside"])


@dataclass(frozen=True)
class State:
    """After so many rounds and games. Contenders are all boards that are remembered, the most promising first;
    ``collected`` are balanced boards that differ. The weights are the kernel weights of the surrogate."""

    rounds: int = 0
    games: int = 0
    contenders: tuple[Contender, ...] = ()
    collected: tuple[Contender, ...] = ()
    weights: tuple[float, ...] = ()
    held_out_weights: tuple[float, ...] = ()

    @property
    def best(self) -> Contender:
        """The most promising of those that are known, and one that is good, if any is."""
        return min(self.contenders, key=lambda one: (not one.is_known, not one.is_good))

    def to_dict(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "games": self.games,
            "contenders": [one.to_dict() for one in self.contenders],
            "collected": [one.to_dict() for one in self.collected],
            "weights": list(self.weights),
            "stranger_weights": list(self.held_out_weights),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> State:
        return cls(
            data["rounds"],
            data["games"],
            _read(data["contenders"]),
            _read(data["collected"]),
            tuple(data["weights"]),
            tuple(data["stranger_weights"]),
        )


def _read(contenders: Iterable[Mapping[str, Any]]) -> tuple[Contender, ...]:
    return tuple(map(Contender.from_dict, contenders))
