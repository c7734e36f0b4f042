"""The win rates of a tournament as a picture (SVG): green above an even share, red below, paper in between."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from footplate.arena.statistics import Estimate
from footplate.maps.theme import FIGURES_FACE, LIGHT, TEXT_FACE, mix

_CELL, _NAME, _LETTER, _GAP = 60, 13, 7.4, 10  # pixels


def heat_map(names: Sequence[str], cells: Sequence[Sequence[Estimate | None]], even: float) -> str:
    """Row against column; ``even`` is the share of one among equals. Rows and columns in the order given."""
    n = len(names)
    left = max(len(name) for name in names) * _LETTER + 2 * _GAP
    top = max(len(name) for name in names) * _LETTER * 0.75 + 2 * _GAP
    width, height = left + n * _CELL + 0.75 * top, top + n * _CELL + _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img" aria-label="Win rates, row against column" '
        f'font-family="{escape(TEXT_FACE)}" font-size="{_NAME}">',
        f'<rect width="100%" height="100%" fill="{LIGHT["panel"]}"/>',
    ]
    for i, name in enumerate(names):
        middle = i * _CELL + _CELL / 2
        parts.append(
            f'<text x="{left - _GAP:.1f}" y="{top + middle + 4:.1f}" text-anchor="end" fill="{LIGHT["ink"]}">'
            f"{escape(name)}</text>"
            f'<text transform="translate({left + middle + 4:.1f} {top - _GAP:.1f}) rotate(-50)" '
            f'fill="{LIGHT["ink"]}">{escape(name)}</text>'
        )
        for j, cell in enumerate(cells[i]):
            title = f"{name} against {names[j]}"
            parts.append(_cell(left + j * _CELL, top + i * _CELL, cell, even, title))
    parts.append("</svg>")
    return "".join(parts)


def _cell(x: float, y: float, cell: Estimate | None, even: float, title: str) -> str:
    fill, ink = cell_colours(cell.mean, even) if cell else (LIGHT["land"], LIGHT["ink-2"])
    box = f'<rect x="{x:.1f}" y="{y:.1f}" width="{_CELL - 2}" height="{_CELL - 2}" rx="3" fill="{fill}"/>'
    if cell is None:
        return box
    middle = (_CELL - 2) / 2
    figures = f'text-anchor="middle" font-family="{escape(FIGURES_FACE)}" fill="{ink}"'
    interval = f"{100 * cell.low:.1f}–{100 * cell.high:.1f}"
    return (
        f"<g><title>{escape(title)}: {cell.percent()}</title>{box}"
        f'<text x="{x + middle:.1f}" y="{y + middle + 2:.1f}" font-size="14" {figures}>{100 * cell.mean:.1f}</text>'
        f'<text x="{x + middle:.1f}" y="{y + middle + 14:.1f}" font-size="9" {figures}>{interval}</text></g>'
    )


def cell_colours(share: float, even: float) -> tuple[str, str]:
    """(fill, ink) for a share: full enamel for 1, full red for 0, paper for an even share."""
    strength = (share - even) / (1 - even) if share >= even else (even - share) / even
    full = LIGHT["enamel"] if share >= even else LIGHT["red"]
    fill = mix(LIGHT["city"], full, 0.92 * strength)
    return fill, max(LIGHT["on-enamel"], LIGHT["ink"], key=lambda ink: contrast(ink, fill))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, as the web's guidelines define it: 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
