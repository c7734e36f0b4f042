"""What the registry knows of a kind of agent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from footplate.agents.base import Agent, Knowledge, PlayedGame
from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.kernels import Kernel

Value = bool | int | float | str
Range = tuple[float, float]  # the least and the greatest that a number may be
# From an agent's parameters, what such agents know and a game to what they know then.
Learn = Callable[[Mapping[str, Any], Knowledge, PlayedGame], Knowledge]


@dataclass(frozen=True)
class Trained:
    """A network that a kind plays with, by its name: "self-play" of "ppo:self-play"."""

    name: str
    board: str
    rules_hash: str  # of that board; "": it plays any
    players: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class AgentKind:
    """A kind of agent. ``parameters`` gives each parameter's default, whose type is the parameter's type."""

    name: str
    family: str
    summary: str  # one line on its play
    make: Callable[..., Agent]  # takes the parameters by name; those among ``parts`` are Specs
    parameters: Mapping[str, Value] = field(default_factory=dict)
    description: str = ""  # what `footplate agents NAME` tells beyond the summary
    made_for: str = "every board, 2 to 5 players"
    cheats: bool = False  # sees more than its seat may
    learn: Learn | None = None  # how a game changes the way in which it plays the next, if it does
    runs_foreign_code: bool = False  # code that is not Footplate's; its ``make`` takes the Spec
    parts: tuple[str, ...] = ()  # parameters that are spec strings themselves
    files: tuple[str, ...] = ()  # parameters that name files
    ranges: Mapping[str, Range] = field(default_factory=dict)  # of every parameter that is a number
    renamed: Mapping[str, str] = field(default_factory=dict)  # parameters by their former names, which are still read
    # The networks that there are of a kind that plays with one, and only where one fits. Its parameter ``name`` says
    # which, and may be given without "name=", first of all: "net:usa".
    trained: Callable[[], Sequence[Trained]] | None = None

    @property
    def learns(self) -> bool:
        return self.learn is not None


def kernel_kind(
    name: str,
    family: str,
    kernel: Kernel,
    summary: str,
    *,
    parameters: Mapping[str, bool | int | float] | None = None,
    fixed: tuple[float, ...] = (),
    decides_all: bool = False,
    **more: Any,
) -> AgentKind:
    """A bot whose kernel finds its parameters in ``bot.params``, in their order, after the ``fixed`` ones."""

    def make(**values: bool | int | float) -> Agent:
        return KernelAgent(name, kernel, [*fixed, *map(float, values.values())], decides_all=decides_all)

    return AgentKind(name=name, family=family, summary=summary, make=make, parameters=parameters or {}, **more)
