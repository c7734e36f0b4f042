"""The opponents inside an environment: compiled bots by number, so that games can name who sits where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from footplate.agents import AgentLike, as_agent
from footplate.agents.kernel_agent import KernelAgent, all_compiled
from footplate.agents.kernels import compiled
from footplate.agents.layout import BOT
from footplate.engine.layout import new_records
from footplate.engine.tables import Tables


def compiled_agents(given: Iterable[AgentLike]) -> tuple[KernelAgent, ...]:
    """The agents that are meant; only compiled ones can play inside a step."""
    return all_compiled([as_agent(one) for one in given], "play inside an environment")


class Table:
    """Agents as compiled code asks them on one board. It keeps their weights: records only know where they lie."""

    def __init__(self, agents: Sequence[KernelAgent], tables: Tables) -> None:
        self.agents = tuple(agents)
        self.bots = new_records(BOT, 2 * len(self.agents)).reshape(-1, 2)
        self.kernels: npt.NDArray[np.uint64] = np.zeros((len(self.agents), 2), np.uint64)
        self._weights = []
        for i, agent in enumerate(self.agents):
            agent.fit(tables)
            self._weights.append(agent.weights)
            self.bots[i] = agent.records()
            second = agent.second or agent
            self.kernels[i] = [compiled(one.kernel).address for one in (agent, second)]
