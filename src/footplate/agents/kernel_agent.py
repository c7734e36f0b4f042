"""Compiled bots as Python agents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from footplate.actions import Action
from footplate.agents.base import Agent, Budget, Decision
from footplate.agents.kernels import NEVER, Kernel, Players, compiled, is_switched, start_bot
from footplate.agents.layout import BOT, WORK
from footplate.boards.limits import MAX_PLAYERS
from footplate.engine.doors import BOARDS, STATES, door
from footplate.engine.layout import Record, Records, new_records
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


@door(BOARDS, STATES, numba.typeof(new_records(BOT)))
def has_switched(boards: Record, states: Record, bot: Record) -> bool:
    """``is_switched``, from Python."""
    return is_switched(boards[0], states[0], bot[0])


def ask_one(kernel: Kernel, boards: Records, states: Records, works: Records, bot: Records) -> int:
    """What a kernel does, asked with one-record arrays."""
    if numba.config.DISABLE_JIT:
        return int(kernel(boards[0], states[0], works[0], bot[0]))
    answer: int = compiled(kernel).ask(boards, states, works, bot)
    return answer


class KernelAgent(Agent):
    """A bot whose play is compiled. With ``second`` it changes over to another's play when ``switch`` says so.

    Its kernel finds ``parameters`` in ``bot.params``, and ``weights``, of which a copy is made, by ``weights_of(bot)``:
    all numbers of an array of any shape, as float32.
    """

    is_timed = False
    plays_compiled = True  # whether matches may ask its kernel instead of ``act``

    def __init__(
        self,
        name: str,
        kernel: Kernel,
        parameters: Sequence[float] = (),
        *,
        weights: npt.ArrayLike = (),
        second: KernelAgent | None = None,
        switch: int = NEVER,
        limit: int = 0,
        cheats: bool = False,
    ) -> None:
        self.name, self.cheats = name, cheats
        self.kernel, self.second = kernel, second
        self.weights = np.array(weights, np.float32).ravel()
        self.bots = new_records(BOT, 2)
        self.bots[0].params[: len(parameters)] = parameters
        self.bots[0].switch, self.bots[0].limit, self.bots[0].cheats = switch, limit, cheats
        if second:
            self.bots[1] = second.bots[0]
        self._works = new_records(WORK)
        self._point_at_weights()

    def _point_at_weights(self) -> None:
        """BOT records know where weights lie; the agents keep them there."""
        for bot, agent in zip(self.bots, (self, self.second), strict=True):
            if agent:
                bot.weights, bot.n_weights = agent.weights.ctypes.data, agent.weights.size

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy, perhaps in another process, has weights of its own."""
        self.__dict__.update(state)
        self._point_at_weights()

    def start(self, seat: int, seed: int) -> None:
        start_bot(self._works[0], np.uint64(seed))

    def act(self, observation: Observation, budget: Budget) -> Decision | Action:
        self.check_sight(observation)
        boards, states = observation.tables.records, observation.records
        kernel, bot = self.kernel, self.bots[:1]
        if self.second and has_switched(boards, states, bot):
            kernel, bot = self.second.kernel, self.bots[1:]
        with kernel_errors(self.name):
            number = ask_one(kernel, boards, states, self._works, bot)
        return observation.actions.action(number)

    def check_sight(self, observation: Observation) -> None:
        """A player who cheats would read what isn't there."""
        if self.cheats and not observation.shows_all:
            raise FootplateError(f"{self.name} cheats: show it everything (game.reveal), not what a seat may see")


def players_of(agents: Sequence[KernelAgent]) -> Players:
    """The agents of a match, for ``ask``. They must live as long as that."""
    first = [compiled(agent.kernel) for agent in agents]
    second = [compiled(agent.second.kernel if agent.second else agent.kernel) for agent in agents]
    fill = [first[0]] * (MAX_PLAYERS - len(agents))
    bots = new_records(BOT, 2 * len(agents)).reshape(len(agents), 2)
    for a, agent in enumerate(agents):
        bots[a] = agent.bots
    return Players((*first, *fill), (*second, *fill), bots)
