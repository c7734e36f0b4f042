"""One drawing under way: what is drawn, where it lies, in which colours."""

from __future__ import annotations

from dataclasses import dataclass

from footplate.boards import Board
from footplate.maps.geometry import MapGeometry
from footplate.maps.position import Highlight, Position
from footplate.maps.theme import Theme


@dataclass(frozen=True, slots=True)
class Sheet:
    """``prefix`` keeps its ids apart from those of other drawings on the same page."""

    board: Board
    map: MapGeometry
    theme: Theme
    position: Position
    highlight: Highlight
    prefix: str
