"""What an agent is: something that answers an observation with an action."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, cast

from footplate.actions import Action
from footplate.arguments import instance, number_above_0, whole
from footplate.boards import Board
from footplate.engine.tables import Tables
from footplate.errors import FootplateError
from footplate.observation import Observation

Answer = Action | int | str  # an action, its number or its text
Memory = Mapping[str, Any]  # plain data for JSON: what an agent remembers within a game
Knowledge = Mapping[str, Any]  # plain data for JSON: what a kind of agent has learnt from game to game


@dataclass(frozen=True, kw_only=True)
class Budget:
    """How long an agent may think about one decision; None is no limit. Searches look at ``stop``."""

    seconds: float | None = None
    iterations: int | None = None
    stop: Callable[[], bool] | None = field(default=None, compare=False)  # asked now and then whether to end at once

    def __post_init__(self) -> None:
        if self.seconds is not None:
            number_above_0("seconds", self.seconds)
        if self.iterations is not None:
            whole("iterations", self.iterations, 1)

    @property
    def patience(self) -> float | None:
        """Seconds after which a decision loses the game: a tenth more than allowed, and at least 50 ms more."""
        return None if self.seconds is None else self.seconds + max(0.1 * self.seconds, 0.05)


@dataclass(frozen=True)
class Decision:
    """An action with the reasons for it: one sentence for people, figures for tools."""

    action: Action  # an agent may give its number or its text: whoever asked it makes an Action of that
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


@dataclass(frozen=True)
class PlayedGame:
    """A game that is over, for the agent in one of its seats; ``memory`` is what it remembered last."""

    board: Board
    names: Sequence[str]  # by seat
    seat: int
    memory: Memory
    ending: Ending


class Agent(ABC):
    """Base of all players. Only ``act`` must be written.

    Whoever is taken out of a game and comes back (a bot in a server's worker, after an undo, in a saved game) is made
    anew: ``fit``, ``know``, ``meet``, ``start``, ``recall`` with what ``memory`` gave after its last decision, ``act``.
    """

    name = "agent"
    is_timed = True  # whether others should measure the time that ``act`` takes
    cheats = False  # whether it is shown everything (``Game.reveal``) instead of what its seat can see
    learns = False  # whether a game changes how it plays the next: its matches are played in order
    thinks: Budget | None = None  # what a decision takes where nobody sets a budget; None: a moment, by a rule

    def fit(self, tables: Tables) -> None:  # noqa: B027
        """First of all: which board, and for how many. FootplateError if it can't play there."""

    def know(self, knowledge: Knowledge) -> None:  # noqa: B027
        """Before ``start``, if somebody else keeps what such agents learn (``AgentKind.learn``): all of it so far."""

    def meet(self, names: Sequence[str]) -> None:  # noqa: B027
        """Before ``start``: who plays the coming game, by seat."""

    def start(self, seat: int, seed: int) -> None:  # noqa: B027  (agents that don't care need not write it)
        """A new game begins: ``seat`` is ours, ``seed`` is for our own chance (it says nothing about the deal)."""

    def recall(self, board: Board, memory: Memory) -> None:  # noqa: B027
        """After ``start``: go on with a game on that board as the one did who had this ``memory``."""

    def memory(self) -> Memory:
        """What must be known at the next decision of this game; empty if that is nothing."""
        return {}

    @abstractmethod
    def act(self, observation: Observation, budget: Budget) -> Decision | Answer:
        """Decide; the answer is one of ``observation.legal_actions()``, its number, its text, or a Decision for it."""

    def end(self, ending: Ending) -> None:  # noqa: B027
        """The game is over, or somebody has lost it by misbehaviour."""

    def close(self) -> None:  # noqa: B027
        """Let go of what was opened outside (a process); a later ``start`` opens it again."""


class HasAct(Protocol):
    """What any object needs to play."""

    def act(self, observation: Observation, budget: Budget) -> Any: ...


class ObjectAgent(Agent):
    """Any object that can act, as an agent. What it has of an Agent's methods and facts is used."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.name = str(getattr(bot, "name", type(bot).__name__))
        self.is_timed, self.cheats, self.learns = (
            bool(getattr(bot, fact, getattr(Agent, fact))) for fact in ("is_timed", "cheats", "learns")
        )

    def meet(self, names: Sequence[str]) -> None:
        self._tell("meet", names)

    def start(self, seat: int, seed: int) -> None:
        self._tell("start", seat, seed)

    def recall(self, board: Board, memory: Memory) -> None:
        if self._remembers:
            self.bot.recall(board, memory)

    def memory(self) -> Memory:
        return dict(self.bot.memory()) if self._remembers else {}

    @property
    def _remembers(self) -> bool:
        """Both must be there: a method called ``memory`` alone may be anything."""
        return all(callable(getattr(self.bot, what, None)) for what in ("memory", "recall"))

    def act(self, observation: Observation, budget: Budget) -> Decision | Answer:
        check_question(self, observation, budget)
        answer: Decision | Answer = self.bot.act(observation, budget)
        return answer

    def end(self, ending: Ending) -> None:
        self._tell("end", ending)

    def close(self) -> None:
        self._tell("close")

    def _tell(self, what: str, *news: Any) -> None:
        if hasattr(self.bot, what):
            getattr(self.bot, what)(*news)


def check_question(agent: Agent, observation: Observation, budget: Budget) -> None:
    """Refuse what can't be asked: another seat's decision, an observation of the wrong kind, or no Budget."""
    instance("observation", observation, Observation, "an Observation: game.observe(seat) gives what a seat may see")
    instance("budget", budget, Budget, "a Budget, such as Budget() or Budget(seconds=1)")
    if agent.cheats and not observation.shows_all:
        raise FootplateError(f"{agent.name} cheats: show it everything (game.reveal), not what a seat may see")
    if observation.shows_all and not agent.cheats:
        raise FootplateError(
            f"{agent.name} does not cheat: show it what its seat may see (game.observe), not everything"
        )
    if observation.is_over:
        raise FootplateError(f"{agent.name} has nothing to decide: the game is over")
    if observation.to_move != observation.seat:
        seen, decides = observation.seat, observation.to_move
        raise FootplateError(f"seat {seen} has nothing to decide now: show {agent.name} what seat {decides} sees")


class OneAtATime:
    """Held while an agent thinks: compiled code works on the agent's own memory, and two threads would spoil it.

    A copy of an agent has one of its own.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise FootplateError(
                "this agent is asked by two threads at the same time: it plays one game at a time, so make one for "
                "each thread (make_agent)"
            )

    def __exit__(self, *error: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[type[OneAtATime], tuple[()]]:
        return OneAtATime, ()


def decision_of(answer: Decision | Answer, observation: Observation) -> Decision:
    """An Action alone will do as an answer, and so will its number or its text; anything else is an IllegalAction."""
    decision = answer if isinstance(answer, Decision) else Decision(cast(Action, answer))
    action = observation.actions.understood(decision.action, observation.legal_actions)
    return decision if action is decision.action else replace(decision, action=action)
