"""What an agent is: something that answers an observation with an action."""

from __future__ import annotations

import reprlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from footplate.actions import Action
from footplate.errors import IllegalAction
from footplate.observation import Observation


@dataclass(frozen=True, kw_only=True)
class Budget:
    """How long an agent may think about one decision; None is no limit."""

    seconds: float | None = None
    iterations: int | None = None

    @property
    def patience(self) -> float | None:
        """Seconds after which a decision loses the game: a tenth more than allowed, and at least 50 ms more."""
        return None if self.seconds is None else self.seconds + max(0.1 * self.seconds, 0.05)


@dataclass(frozen=True)
class Decision:
    """An action with the reasons for it: one sentence for people, figures for tools."""

    action: Action
    reason: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Forfeit:
    """A game lost by misbehaviour."""

    seat: int
    reason: str

    def __str__(self) -> str:
        return f"seat {self.seat + 1}: {self.reason}"


@dataclass(frozen=True)
class Ending:
    """How a game ended, by seat. After a forfeit the scores are those of the position in which play stopped."""

    totals: tuple[float, ...]
    winners: tuple[int, ...]
    forfeit: Forfeit | None = None


class Agent(ABC):
    """Base of all players. Only ``act`` must be written."""

    name = "agent"
    is_timed = True  # whether others should measure the time that ``act`` takes
    cheats = False  # whether it is shown everything (``Game.reveal``) instead of what its seat can see
    learns = False  # whether a game changes how it plays the next: its matches are played in order

    def meet(self, names: Sequence[str]) -> None:  # noqa: B027
        """Before ``start``: who plays the coming game, by seat."""

    def start(self, seat: int, seed: int) -> None:  # noqa: B027  (agents that don't care need not write it)
        """A new game begins: ``seat`` is ours, ``seed`` is for our own chance (it says nothing about the deal)."""

    @abstractmethod
    def act(self, observation: Observation, budget: Budget) -> Decision | Action:
        """Decide; the action must be one of ``observation.legal_actions()``."""

    def end(self, ending: Ending) -> None:  # noqa: B027
        """The game is over, or somebody has lost it by misbehaviour."""

    def close(self) -> None:  # noqa: B027
        """Let go of what was opened outside (a process); a later ``start`` opens it again."""


def decision_of(answer: Decision | Action) -> Decision:
    """An Action alone will do as an answer; anything else is an IllegalAction."""
    decision = answer if isinstance(answer, Decision) else Decision(answer)
    if not isinstance(decision.action, Action):
        given = reprlib.repr(decision.action)
        raise IllegalAction(f"answered with {given} ({type(decision.action).__name__}) instead of an Action")
    return decision
