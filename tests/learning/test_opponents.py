"""Self-play against selves of a certain age."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footplate.agents import make_agent
from footplate.agents.kernel_agent import KernelAgent, all_compiled
from footplate.envs import BatchedEnv
from footplate.learning.opponents import Opponents, scheme_of
from footplate.learning.settings import PPOSettings

STEPS = 96  # of a rollout


class Selves:
    """Opponents whose actor is a single number, the steps that it learned from; a greedy bot plays for it."""

    def __init__(self, settings: PPOSettings) -> None:
        self.born: dict[int, int] = {}  # by id of the agent
        self.envs = [BatchedEnv("small", 2, 4), BatchedEnv("small", 2, 4)]
        self.opponents = Opponents(scheme_of(("self-play",), settings), self._agent_of)

    def _agent_of(self, actor: Any) -> KernelAgent:
        (agent,) = all_compiled([make_agent("greedy")], "play")
        self.born[id(agent)] = int(actor["steps"])
        return agent

    def seat(self, steps: int) -> list[int | None]:
        """What the opponents of new games have learned from, in every environment; None: they play at random."""
        self.opponents.seat(self.envs, steps, {"steps": np.array(steps)})
        newest = [env.opponents[-1] for env in self.envs]
        assert all((agent.name == "random") == (id(agent) not in self.born) for agent in newest)
        return [self.born.get(id(agent)) for agent in newest]


@pytest.mark.parametrize(("age", "replace_every"), [(0, 100), (1, 100), (96, 96), (250, 100), (1_000, 1_000), (300, 1)])
def test_selves_are_as_old_as_is_said_also_after_a_resumption(age: int, replace_every: int) -> None:
    settings = PPOSettings(opponent_age=age, replace_every=replace_every)
    selves, seated, came = Selves(settings), [], 0
    for steps in range(0, 40 * STEPS, STEPS):
        if steps // replace_every != (steps - STEPS) // replace_every or not steps:
            came = steps
        one, other = selves.seat(steps)
        assert one == other
        if came < age:
            assert one is None
        else:
            assert one is not None
            assert came - age - STEPS < one <= came - age  # the newest that is old enough
        seated.append(one)
        resumed = Selves(settings)
        resumed.opponents.restore(selves.opponents.state(selves.envs), resumed.envs, {"steps": np.array(0)})
        assert resumed.opponents.state(resumed.envs).keys() == selves.opponents.state(selves.envs).keys()
        selves = resumed
    assert len(set(seated)) > 3
