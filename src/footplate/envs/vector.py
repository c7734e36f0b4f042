"""Many games at once for Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.agents import AgentLike
from footplate.arguments import whole
from footplate.boards import Board
from footplate.boards.limits import MAX_PLAYERS
from footplate.envs.batched import BatchedEnv
from footplate.envs.gym import RENDER_MODES, check_render_mode, made_legal, observation_box, render_game
from footplate.extras import needing

with needing("an environment of Gymnasium", "footplate[envs]"):
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Rows = npt.NDArray[np.int8]
Step = tuple[Rows, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]


class TicketToRideVectorEnv(VectorEnv[Rows, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """``num_envs`` games of ``TicketToRideEnv`` in one call (``gymnasium.make_vec``).

    A game that is over is followed by the next in the same step: the observation is the new game's first one, and
    ``info["totals"]`` and ``info["won"]`` have the old game's end. No game is cut short, so nobody needs its last
    observation, and none is given.
    """

    metadata = {"render_modes": RENDER_MODES, "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        board: Board | str | PathLike[str] = "small",
        players: int = 2,
        *,
        opponents: Sequence[AgentLike] = ("greedy",),
        encoder: str = "features",
        actions: str = "lean",
        reward: str = "margin",
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        players, num_envs = whole("players", players, 1, MAX_PLAYERS), whole("num_envs", num_envs, 1)
        self.num_envs, self.render_mode = num_envs, render_mode
        self.games = BatchedEnv(
            board, players, num_envs, opponents=opponents if players > 1 else None,
            encoder=encoder, actions=actions, reward=reward, threads=threads,
        )  # fmt: skip
        self.single_observation_space = observation_box(self.games)
        self.single_action_space = gymnasium.spaces.Discrete(self.games.actions.size)
        self.observation_space = observation_box(self.games, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Rows, dict[str, Any]]:
        super().reset(seed=seed)
        self.games.reset(int(self.np_random.integers(2**63)))
        return self.games.observation.copy(), self._info()

    def step(self, actions: npt.NDArray[np.int64]) -> Step:
        games, learner = self.games, self.games.seat.astype(np.int64)
        chosen, illegal = made_legal(games, actions, self.np_random)
        games.step(chosen)
        rows, info = np.arange(self.num_envs), self._info()
        info["illegal"] = illegal
        if games.done.any():
            info |= {"totals": games.totals.copy(), "_totals": games.done.copy()}
            info |= {"won": games.won[rows, learner], "_won": games.done.copy()}
        reward = games.reward[rows, learner].astype(np.float64)
        return games.observation.copy(), reward, games.done.copy(), np.zeros(self.num_envs, np.bool_), info

    def render(self) -> tuple[Any, ...]:
        return tuple(render_game(self.games, i, self.render_mode) for i in range(self.num_envs))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.games.mask.astype(np.int8), "seat": self.games.seat.astype(np.int64)}
