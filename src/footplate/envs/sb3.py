"""Many games at once for Stable-Baselines3 and sb3-contrib, which are not among Footplate's dependencies."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from stable_baselines3.common.vec_env import VecEnv

from footplate.envs.vector import TicketToRideVectorEnv


class SB3VecEnv(VecEnv):  # type: ignore[misc]  # it is not installed where types are checked
    """The games of a ``TicketToRideVectorEnv``; MaskablePPO trains on it as it is. Whatever it hands out is a copy."""

    def __init__(self, games: TicketToRideVectorEnv, seed: int = 0) -> None:
        super().__init__(games.num_envs, games.single_observation_space, games.single_action_space)
        self.games = games
        self._seed: int | None = seed
        self._earned, self._steps = np.zeros(games.num_envs), np.zeros(games.num_envs, np.int64)
        self._began = time.perf_counter()

    def reset(self) -> npt.NDArray[np.int8]:
        self._earned[:], self._steps[:] = 0, 0
        observation, _ = self.games.reset(seed=self._seed)
        self._seed = None
        return observation

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[Any]]:
        observation, reward, done, _, _ = self.games.step(self._actions)
        self._earned += reward
        self._steps += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(done):
            took = time.perf_counter() - self._began
            infos[i]["episode"] = {"r": float(self._earned[i]), "l": int(self._steps[i]), "t": took}
            infos[i]["terminal_observation"] = observation[i]  # never looked at: no game is cut short
        self._earned[done], self._steps[done] = 0, 0
        return observation, reward.astype(np.float32), done, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        return self.games.games.mask.copy()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Counts from the next reset on."""
        self._seed = seed
        return [seed] * self.num_envs

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"these games have no method {method_name!r}")
        return list(self.action_masks()[self._get_indices(indices)])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        owner = self if attr_name == "action_masks" else self.games
        return [getattr(owner, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError("attributes of single games can't be set: they are one object")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        self.games.close()
