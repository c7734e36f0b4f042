"""Compiled bots as Python agents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeGuard

import numba
import numpy as np
import numpy.typing as npt

from footplate.actions import Action
from footplate.agents.base import Agent, Budget, Decision, OneAtATime, check_question
from footplate.agents.kernels import NEVER, Kernel, Players, compiled, in_full, is_switched, settle, start_bot
from footplate.agents.layout import BOT, WORK, WORKS
from footplate.arguments import seed_number, whole
from footplate.boards.limits import MAX_PLAYERS
from footplate.compile import array_address, as_weights, entry_point
from footplate.engine.entry_points import BOARDS, INT, STATES
from footplate.engine.layout import Int, Record, Records, copy_records, new_records
from footplate.engine.tables import Tables
from footplate.engine.two_cards import begin_pair, needs_second, pair_of
from footplate.errors import FootplateError, KernelFailed
from footplate.observation import Observation


@contextmanager
def kernel_errors(who: str) -> Iterator[None]:
    """Whatever goes wrong in compiled code is KernelFailed: nobody loses a game by it, and no result counts."""
    try:
        yield
    except FootplateError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise KernelFailed(f"the compiled code of {who} failed ({reason}); nothing of this counts") from error


_BOTS = numba.typeof(new_records(BOT))


@entry_point(BOARDS, STATES, _BOTS)
def has_switched(boards: Record, states: Record, bot: Record) -> bool:
    """``is_switched``, from Python."""
    return is_switched(boards[0], states[0], bot[0])


@entry_point(BOARDS, STATES, WORKS, _BOTS)
def _settle_one(boards: Record, states: Record, works: Record, bot: Record) -> Int:
    return settle(boards[0], states[0], works[0], bot[0])


@entry_point(BOARDS, STATES, WORKS, INT)
def _one_in_full(boards: Record, states: Record, works: Record, action: Int) -> Int:
    return in_full(boards[0], states[0], works[0], action)


@entry_point(BOARDS, STATES, INT)
def _needs_second(boards: Record, states: Record, action: Int) -> bool:
    return needs_second(boards[0], states[0], action)


@entry_point(STATES, INT)
def _begin_pair(states: Record, draw: Int) -> None:
    begin_pair(states[0], draw)


@entry_point(BOARDS, INT, INT)
def _pair_of(boards: Record, one: Int, other: Int) -> Int:
    return pair_of(boards[0], one, other)


def load_asking() -> None:
    """Load the compiled code by which bots are asked, whichever they are."""
    for entry in (has_switched, _settle_one, _one_in_full, _needs_second):
        entry.load()


def ask_one(kernel: Kernel, boards: Records, states: Records, works: Records, bot: Records) -> int:
    """What a bot with this kernel does, asked with one-record arrays."""
    settled = int(_settle_one(boards, states, works, bot))
    if settled >= 0:
        return settled
    answer = int(compiled(kernel).call(boards, states, works, bot))
    if not _needs_second(boards, states, answer):
        return int(_one_in_full(boards, states, works, answer))
    seen = copy_records(states)
    _begin_pair(seen, answer)
    return int(_pair_of(boards, answer, compiled(kernel).call(boards, seen, works, bot)))


def is_compiled(agent: Agent) -> TypeGuard[KernelAgent]:
    """Whether games may ask its kernel instead of ``act``."""
    return isinstance(agent, KernelAgent) and agent.plays_compiled


def all_compiled(agents: Sequence[Agent], what: str) -> tuple[KernelAgent, ...]:
    """The agents, if all of them are compiled; else FootplateError says why they can't do ``what``."""
    for agent in agents:
        if not is_compiled(agent):
            raise FootplateError(
                f"{agent.name} can't {what}, because it is not compiled. Footplate's own agents are, "
                "except adaptive and searches with ms or threads; say iterations instead of ms"
            )
    return tuple(agent for agent in agents if is_compiled(agent))


class KernelAgent(Agent):
    """A bot whose play is compiled. With ``second`` it changes over to another's play when ``switch`` says so.

    Its kernel finds ``parameters`` in ``bot.params`` and ``weights``, an array of any shape, by ``weights_of(bot)``.
    With ``decides_all`` it is asked in every phase; otherwise those that only some boards have are settled for it.
    """

    is_timed = False
    plays_compiled = True

    def __init__(
        self,
        name: str,
        kernel: Kernel,
        parameters: Sequence[float] = (),
        *,
        weights: npt.ArrayLike = (),
        asks: Callable[[], npt.NDArray[np.uint64]] | None = None,
        second: KernelAgent | None = None,
        switch: int = NEVER,
        limit: int = 0,
        cheats: bool = False,
        decides_all: bool = False,
    ) -> None:
        self.name, self.cheats = name, cheats
        self.kernel, self.asks, self.second = kernel, asks, second
        self.weights = as_weights(weights)
        self.bots = new_records(BOT, 2)
        self.bots[0].params[: len(parameters)] = parameters
        self.bots[0].switch, self.bots[0].limit, self.bots[0].cheats = switch, limit, cheats
        self.bots[0].decides_all = decides_all
        self._works = new_records(WORK)
        self.alone = OneAtATime()

    def fit(self, tables: Tables) -> None:
        if self.second:
            self.second.fit(tables)

    def start(self, seat: int, seed: int) -> None:
        whole("seat", seat, 0, MAX_PLAYERS - 1)
        seed = seed_number(seed)
        with self.alone:
            start_bot(self._works[0], np.uint64(seed))

    def act(self, observation: Observation, budget: Budget) -> Decision | Action:
        check_question(self, observation, budget)
        with self.alone:
            self.fit(observation.tables)
            boards, states = observation.tables.records, observation.records
            kernel, bots = self.kernel, self.records()
            bot = bots[:1]
            if self.second and has_switched(boards, states, bot):
                kernel, bot = self.second.kernel, bots[1:]
            with kernel_errors(self.name):
                number = ask_one(kernel, boards, states, self._works, bot)
        return observation.actions.action(number)

    @property
    def numbers(self) -> bytes:
        """All that its kernel reads of it, its weights and the second's too: so two agents with one kernel differ."""
        bot = self.bots[:1].copy()
        bot["asks"], bot["weights"], bot["n_weights"] = 0, 0, 0  # set by ``records``
        own = f"{self.kernel.__module__}.{self.kernel.__name__}".encode() + bot.tobytes() + self.weights.tobytes()
        return own + (self.second.numbers if self.second else b"")

    def records(self) -> Records:
        """Its BOT records for compiled code: its own and the second's. What their kernels ask is compiled now.

        Records know where weights lie, and agents keep them there.
        """
        if self.asks:
            self.bots[0].asks[:] = self.asks()
        if self.weights.size:
            self.bots[0].weights, self.bots[0].n_weights = array_address(self.weights), self.weights.size
        if self.second:
            self.bots[1] = self.second.records()[0]
        return self.bots


def players_of(agents: Sequence[KernelAgent]) -> Players:
    """The agents of a match, for ``ask``. They must live as long as that."""
    pairs = [(agent.kernel, (agent.second or agent).kernel) for agent in agents]
    kernels = np.array([[compiled(kernel).address for kernel in pair] for pair in pairs], np.uint64)
    bots = new_records(BOT, 2 * len(agents)).reshape(len(agents), 2)
    for a, agent in enumerate(agents):
        bots[a] = agent.records()
    return Players(kernels, bots)
