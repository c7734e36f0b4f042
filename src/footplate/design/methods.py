"""Whole methods of making boards, each a command of ``footplate design``. Papers and other plug-ins add them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from footplate.boards import Board
from footplate.design.distance import Floats
from footplate.design.playing import Playing
from footplate.plugins import DESIGN_METHODS, with_plugins


@dataclass(frozen=True, kw_only=True)
class DesignTask:
    """What a method is asked for, and whom it tells.

    ``target`` has the wished win share of each agent of ``playing``. ``keep`` gets the best board so far whenever there
    is a better one, for whoever stops the method, and ``progress`` the number of games after each few of them.
    """

    board: Board | None  # to begin with; None: a completely new one is wished
    target: Floats
    playing: Playing
    seed: int
    seconds: float | None  # after which it should come to its end
    keep: Callable[[Board], None]
    progress: Callable[[int], None]


@dataclass(frozen=True)
class DesignMethod:
    """A method: ``make`` gives its board; ``settings`` is a dataclass of options (``footplate.learning.settings``)."""

    name: str
    summary: str
    settings: type
    make: Callable[[DesignTask, Any], Board]
    example: str  # a command that makes a board


@cache
def design_methods() -> dict[str, DesignMethod]:
    """What plug-ins add; the core's own ways have commands of their own."""
    return with_plugins(DESIGN_METHODS, DesignMethod, ())
