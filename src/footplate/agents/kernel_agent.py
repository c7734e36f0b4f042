"""Compiled bots as Python agents."""

from __future__ import annotations

import numpy as np

from footplate.actions import Action
from footplate.agents.base import Agent, Budget
from footplate.agents.kernels import BOT, choose
from footplate.engine.layout import SCRATCH, Record, new_records
from footplate.observation import Observation


class KernelAgent(Agent):
    """A bot whose play is compiled; ``bot`` is its BOT record."""

    def __init__(self, name: str, kind: int) -> None:
        self.name = name
        self.bot: Record = new_records(BOT)[0]
        self.bot.kind = kind
        self._scratch = new_records(SCRATCH)[0]

    def start(self, seat: int, seed: int) -> None:
        self._scratch.rng = np.uint64(seed)

    def act(self, observation: Observation, budget: Budget) -> Action:
        number = choose(observation.tables.record, observation.record, self._scratch, self.bot)
        return observation.actions.action(int(number))
