"""Many games at once for Stable-Baselines3 and sb3-contrib, which are not among Footplate's dependencies."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.arguments import instance, seed_number
from footplate.envs.batched import BatchedEnv
from footplate.envs.gym import made_legal, observation_box
from footplate.extras import needing

with needing("an environment of Gymnasium", "footplate[envs]"):
    import gymnasium
with needing("an environment of Stable-Baselines3", "sb3-contrib"):
    from stable_baselines3.common.vec_env import VecEnv

Step = tuple[npt.NDArray[np.int8], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]


class SB3VecEnv(VecEnv):  # type: ignore[misc]  # it is not installed where types are checked
    """The games of a ``BatchedEnv`` with opponents; MaskablePPO trains on it as it is.

    A rollout of SB3 keeps what it is handed, so whatever this hands out is a copy. The next game's first observation
    stands for the last one of a game that ended: no game is cut short, so nobody looks at that.
    """

    render_mode: str | None = None

    def __init__(self, games: BatchedEnv, seed: int = 0) -> None:
        instance("games", games, BatchedEnv, "a BatchedEnv with opponents")
        seed = seed_number(seed)
        super().__init__(games.n, observation_box(games), gymnasium.spaces.Discrete(games.mask.shape[1]))
        self.games, self._next_seed = games, seed
        self._chance = np.random.default_rng(seed)
        self._earned, self._steps = np.zeros(games.n), np.zeros(games.n, np.int64)
        self._began = time.perf_counter()

    def reset(self) -> npt.NDArray[np.int8]:
        """Every reset deals other games; ``seed`` says which come next."""
        self.games.reset(self._next_seed)
        self._next_seed += 1
        self._earned[:], self._steps[:] = 0, 0
        return self.games.observation.copy()

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        self._actions, _ = made_legal(self.games, actions, self._chance)

    def step_wait(self) -> Step:
        games, learner = self.games, self.games.seat.astype(np.int64)
        games.step(self._actions)
        observation, done = games.observation.copy(), games.done.copy()
        reward = games.reward[np.arange(games.n), learner]
        self._earned += reward
        self._steps += 1
        infos: list[dict[str, Any]] = [{} for _ in range(games.n)]
        for i in np.flatnonzero(done):
            took = time.perf_counter() - self._began
            infos[i]["episode"] = {"r": float(self._earned[i]), "l": int(self._steps[i]), "t": took}
            infos[i]["terminal_observation"] = observation[i]
        self._earned[done], self._steps[done] = 0, 0
        return observation, reward, done, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        return self.games.mask.copy()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        if seed is not None:
            self._next_seed, self._chance = seed, np.random.default_rng(seed)
        return [seed] * self.games.n

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"these games have no method {method_name!r}")
        return list(self.action_masks()[list(self._get_indices(indices))])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Of the games as a whole: single ones have none."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError("attributes of single games can't be set: they are one object")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """There is nothing to close."""
