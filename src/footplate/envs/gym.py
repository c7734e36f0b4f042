"""One game at a time for Gymnasium: a learner's seat, with the opponents inside."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from footplate.agents import AgentLike
from footplate.arguments import one_of, whole
from footplate.array_arguments import whole_numbers
from footplate.boards import Board, board_names
from footplate.boards.limits import MAX_PLAYERS
from footplate.envs.batched import BatchedEnv
from footplate.errors import InvalidArgument
from footplate.extras import needing
from footplate.maps.draw import draw_board

with needing("an environment of Gymnasium", "footplate[envs]"):
    import gymnasium

Row = npt.NDArray[np.int8]

RENDER_MODES = ["ansi", "svg"]


def check_render_mode(mode: str | None) -> None:
    if mode is not None:
        one_of("render mode", mode, RENDER_MODES)


def render_game(env: BatchedEnv, i: int, mode: str | None) -> str | None:
    """What the table shows of game i: as text, or the map as SVG; nothing hidden is in it."""
    view = env.view(i)
    if mode == "ansi":
        return str(view)
    return draw_board(env.board, width=960, position=view.position()) if mode == "svg" else None


def observation_box(env: BatchedEnv, *shape: int) -> gymnasium.Space[Row]:
    """Of one game, or of as many as ``shape`` says."""
    box: Any = gymnasium.spaces.Box(-128, 127, (*shape, env.observation.shape[1]), np.int8)
    return cast("gymnasium.Space[Row]", box)


def made_legal(
    env: BatchedEnv, codes: npt.ArrayLike, chance: np.random.Generator
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """The codes, and which of them were not legal: these are replaced by legal ones at random."""
    chosen = whole_numbers("actions", codes, env.n).copy()
    size = env.mask.shape[1]
    known = (chosen >= 0) & (chosen < size)
    if not known.all():
        raise InvalidArgument(f"there is no action {chosen[known.argmin()]}; there are 0 to {size - 1}")
    illegal = ~env.mask[np.arange(env.n), chosen] & ~env.over
    for i in np.flatnonzero(illegal):
        chosen[i] = chance.choice(np.flatnonzero(env.mask[i]))
    return chosen, illegal


class TicketToRideEnv(gymnasium.Env[Row, np.int64]):
    """A game from a learner's seat, which goes round from game to game; ``info["seat"]`` says which it is.

    Observations are what ``encoder`` writes. ``info["action_mask"]``, and ``action_masks()`` for sb3-contrib, say which
    actions are legal. For an illegal one a random legal one is taken, and ``info["illegal"]`` says so. The reward is
    the learner's. With one player there are no opponents. The other options are those of ``BatchedEnv``.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        board: Board | str | PathLike[str] = "small",
        players: int = 2,
        *,
        opponents: Sequence[AgentLike] = ("greedy",),
        encoder: str = "features",
        actions: str = "lean",
        reward: str = "margin",
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self.render_mode, players = render_mode, whole("players", players, 1, MAX_PLAYERS)
        self.games = BatchedEnv(
            board, players, 1, opponents=opponents if players > 1 else None,
            encoder=encoder, actions=actions, reward=reward, autoreset=False,
        )  # fmt: skip
        self.observation_space = observation_box(self.games)
        self.action_space = gymnasium.spaces.Discrete(self.games.actions.size)
        self._is_dealt = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """With a seed the first of its games, without one the next."""
        super().reset(seed=seed)
        if seed is not None or not self._is_dealt:
            self.games.reset(int(self.np_random.integers(2**63)))
            self._is_dealt = True
        else:
            self.games.next_games(np.ones(1, np.bool_))
        return self._seen()

    def step(self, action: np.int64) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        games, learner = self.games, self.games.seat[0]
        chosen, illegal = made_legal(games, [action], self.np_random)
        games.step(chosen)
        observation, info = self._seen()
        if illegal[0]:
            info["illegal"] = True
        if games.done[0]:
            info |= {"totals": games.totals[0].copy(), "won": bool(games.won[0, learner])}
        return observation, float(games.reward[0, learner]), bool(games.done[0]), False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, as sb3-contrib asks for them."""
        return np.array(self.games.mask[0])

    def render(self) -> str | None:
        return render_game(self.games, 0, self.render_mode)

    def _seen(self) -> tuple[Row, dict[str, Any]]:
        games = self.games
        return games.observation[0].copy(), {"action_mask": games.mask[0].astype(np.int8), "seat": int(games.seat[0])}


def env_id(board: str) -> str:
    """ "new_york" -> "footplate/NewYork-v0"."""
    return f"footplate/{''.join(word.capitalize() for word in board.split('_'))}-v0"


def register_all() -> None:
    """footplate/TicketToRide-v0, whose board is an argument, and one name for each board."""
    names: dict[str, dict[str, str]] = {env_id(name): {"board": name} for name in board_names()}
    names["footplate/TicketToRide-v0"] = {}
    for name, arguments in names.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="footplate.envs.gym:TicketToRideEnv",
                vector_entry_point="footplate.envs.vector:TicketToRideVectorEnv",
                kwargs=arguments,
            )
