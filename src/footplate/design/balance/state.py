"""How far balancing has come: values that can be kept, written down and gone back to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from footplate.design.balance.candidate import Candidate
from footplate.design.distance import Tally


@dataclass(frozen=True)
class Contender:
    """A board and its games."""

    candidate: Candidate
    tally: Tally
    expected: float  # distance, on average of all that it may really be

    def to_dict(self) -> dict[str, Any]:
        return {"candidate": self.candidate.to_dict(), "tally": self.tally.to_dict(), "expected": self.expected}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Contender:
        return cls(Candidate.from_dict(data["candidate"]), Tally.from_dict(data["tally"]), data["expected"])


@dataclass(frozen=True)
class State:
    """After so many rounds and games. Contenders are all boards that are remembered, the best first; ``weights`` is
    what the model has learned, ``collected`` are balanced boards that differ."""

    rounds: int = 0
    games: int = 0
    contenders: tuple[Contender, ...] = ()
    collected: tuple[Contender, ...] = ()
    weights: tuple[float, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "games": self.games,
            "contenders": [one.to_dict() for one in self.contenders],
            "collected": [one.to_dict() for one in self.collected],
            "weights": list(self.weights),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> State:
        return cls(
            data["rounds"], data["games"], _read(data["contenders"]), _read(data["collected"]), tuple(data["weights"])
        )


def _read(contenders: Iterable[Mapping[str, Any]]) -> tuple[Contender, ...]:
    return tuple(map(Contender.from_dict, contenders))
