"""Whose trains are whose: a strip under the map with a wagon in each player's livery and the player's name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from footplate.maps.geometry import MapGeometry
from footplate.maps.labels import text_width
from footplate.maps.layout import Box
from footplate.maps.shapes import wagon
from footplate.maps.svg import escaped, group, px, rect, title_tag
from footplate.maps.theme import TEXT_FACE, Theme

LIVERY_NAMES = ("carmine", "prussian", "gold", "teal", "violet")
NAME_SIZE = 13.0
LONGEST_NAME = 40  # letters
ROW = 24.0
EDGE = 14.0
CAR = (32.0, 13.0)

Row = Sequence[tuple[int, str, float]]  # seat, name, where its entry begins


def legend_rows(players: Mapping[int, str], width: float) -> list[Row]:
    """The players, as many in a row as have room."""
    rows: list[list[tuple[int, str, float]]] = []
    x = width
    for seat, full in players.items():
        name = full if len(full) <= LONGEST_NAME else full[: LONGEST_NAME - 1] + "…"
        needed = CAR[0] + 8 + text_width(name, NAME_SIZE) + 22
        if x + needed > width - EDGE:
            rows.append([])
            x = EDGE
        rows[-1].append((seat, name, x))
        x += needed
    return list(rows)


def legend_height(rows: Sequence[Row]) -> float:
    return len(rows) * ROW + 8 if rows else 0.0


def legend(rows: Sequence[Row], geometry: MapGeometry, prefix: str, theme: Theme) -> str:
    """The strip under the map; ``prefix`` begins the ids of the liveries."""
    if not rows:
        return ""
    strip = Box(0, geometry.height, geometry.width, legend_height(rows))
    entries = [
        _entry(seat, name, x, geometry.height + 4 + ROW * (n + 0.5), prefix, theme)
        for n, row in enumerate(rows)
        for seat, name, x in row
    ]
    words = group(entries, fill=theme["ink"], font_family=TEXT_FACE, font_size=NAME_SIZE)
    return rect(strip, fill=theme["panel"]) + words


def _entry(seat: int, name: str, x: float, y: float, prefix: str, theme: Theme) -> str:
    player, (length, height) = f"p{seat + 1}", CAR
    middle = f"translate({px(x + length / 2)} {px(y)})"
    return group(
        (
            title_tag(f"{name}: {LIVERY_NAMES[seat]} trains"),
            f'<path class="legend" d="{wagon(length, height, True, True)}" transform="{middle}"'
            f' fill="{theme[player]}" stroke="{theme["train-edge"]}" stroke-width="1.1"/>',
            f'<use href="#{prefix}-{player}" transform="{middle}"/>',
            f'<text x="{px(x + length + 8)}" y="{px(y + 0.35 * NAME_SIZE)}">{escaped(name)}</text>',
        )
    )
