"""Games of environments for people: a few lines, or the map."""

from __future__ import annotations

from footplate.arguments import one_of
from footplate.envs.batched import BatchedEnv
from footplate.maps.draw import draw_board

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
