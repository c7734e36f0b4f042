"""What an agent is: something that answers an observation with an action."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from footplate.actions import Action
from footplate.observation import Observation


@dataclass(frozen=True, kw_only=True)
class Budget:
    """How long an agent may think about one decision; None is no limit."""

    seconds: float | None = None
    iterations: int | None = None


@dataclass(frozen=True)
class Decision:
    """An action with the reasons for it: one sentence for people, figures for tools."""

    action: Action
    reason: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)


class Agent(ABC):
    """Base of all players. Only ``act`` must be written."""

    name = "agent"

    def start(self, seat: int, seed: int) -> None:  # noqa: B027  (agents that don't care need not write it)
        """A new game begins: ``seat`` is ours, ``seed`` is for our own chance (it says nothing about the deal)."""

    @abstractmethod
    def act(self, observation: Observation, budget: Budget) -> Decision | Action:
        """Decide; the action must be one of ``observation.legal_actions()``."""


def decision_of(answer: Decision | Action) -> Decision:
    """An Action alone will do as an answer."""
    return answer if isinstance(answer, Decision) else Decision(answer)
