"""Games for PettingZoo: every seat is an agent, and each acts when it is its turn."""

from __future__ import annotations

from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.arguments import one_of, seed_number
from footplate.boards import Board
from footplate.envs.batched import BatchedEnv
from footplate.envs.gym import RENDER_MODES, check_render_mode, observation_box, render_game
from footplate.errors import FootplateError
from footplate.extras import needing

with needing("an environment of PettingZoo", "footplate[envs]"):
    import gymnasium
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

Seen = dict[str, npt.NDArray[np.int8]]


def env(board: Board | str | PathLike[str] = "small", players: int = 2, **options: Any) -> Any:
    """A game with PettingZoo's usual guards: an illegal action ends it, and whoever took it loses a point."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(
            wrappers.TerminateIllegalWrapper(raw_env(board, players, **options), illegal_reward=-1)
        )
    )


class raw_env(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The game itself; agents are player_0, player_1, and so on, by seat. Options are those of ``BatchedEnv``.

    Observations are {"observation", "action_mask"}; the mask of whoever does not decide now is empty.
    """

    def __init__(
        self,
        board: Board | str | PathLike[str] = "small",
        players: int = 2,
        *,
        encoder: str = "features",
        actions: str = "lean",
        reward: str = "margin",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.games = BatchedEnv(board, players, 1, encoder=encoder, actions=actions, reward=reward, autoreset=False)
        self.metadata = {"render_modes": RENDER_MODES, "name": f"footplate_{self.games.board.name}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.games.players)]
        size = self.games.actions.size
        see = gymnasium.spaces.Dict(
            {
                "observation": observation_box(self.games),
                "action_mask": gymnasium.spaces.Box(0, 1, (size,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, see)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(size) for agent in self.possible_agents}
        self._memory = self.games.encoding.new_memory(1)
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[one_of("agent", agent, self.possible_agents)]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[one_of("agent", agent, self.possible_agents)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """With a seed the first of its games, without one the next."""
        if seed is not None or self._chance is None:
            self._chance = np.random.default_rng(None if seed is None else seed_number(seed))
        self.games.reset(int(self._chance.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._decider()

    def observe(self, agent: str) -> Seen:
        seat = self.possible_agents.index(one_of("agent", agent, self.possible_agents))
        row = np.zeros((1, self.games.encoding.size), np.int8)
        self.games.encoding.encode(self.games.states, np.array([seat], np.int8), self._memory, row)
        mask = self.games.mask[0] & (seat == self.games.seat[0])
        return {"observation": row[0], "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        if self._chance is None:
            raise FootplateError("no game has been dealt yet: reset(seed) deals one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.games.step(np.array([action]))
        self.rewards = dict(zip(self.possible_agents, map(float, self.games.reward[0]), strict=True))
        if self.games.done[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._decider()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return render_game(self.games, 0, self.render_mode)

    def _decider(self) -> str:
        return self.possible_agents[int(self.games.seat[0])]
