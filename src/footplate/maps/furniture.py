"""What stands on the map's sheet beside the map: the cartouche, the compass of turned boards, and the frame."""

from __future__ import annotations

from footplate.boards.board import Board
from footplate.maps.geometry import CARTOUCHE_TITLE_SIZE, MapGeometry, cartouche_columns
from footplate.maps.layout import Box
from footplate.maps.svg import escaped, group, px, rect
from footplate.maps.theme import DISPLAY_FACE, FIGURES_FACE, TEXT_FACE, Theme


def cartouche(board: Board, geometry: MapGeometry, theme: Theme) -> str:
    """The plate with the board's title and how many points a route of each length brings."""
    box = geometry.cartouche
    if box is None:
        return ""
    x, y, points = box.x, box.y, sorted(board.rules.route_points.items())
    columns = cartouche_columns(board, box.width)
    lengths = [f'<text x="{px(x + dx)}" y="{px(y + 39)}">{points[i][0]}</text>' for i, dx in enumerate(columns)]
    values = [f'<text x="{px(x + dx)}" y="{px(y + 53)}">{points[i][1]}</text>' for i, dx in enumerate(columns)]
    left, inner = px(x + 11), Box(x + 3, y + 3, box.width - 6, box.height - 6)
    captions = [f'<text x="{left}" y="{px(y + dy)}">{word}</text>' for word, dy in (("Trains", 39), ("Points", 53))]
    title = f'<text x="{left}" y="{px(y + 19)}">{escaped(geometry.title)}</text>'
    figures = {"font_family": FIGURES_FACE, "text_anchor": "middle"}
    return group(
        (
            rect(box, rx=3, fill=theme["panel"], fill_opacity=0.9, stroke=theme["coast"]),
            rect(inner, rx=1.5, fill="none", stroke=theme["coast"], stroke_width=0.6),
            group((title,), font_family=DISPLAY_FACE, font_weight=700, font_size=CARTOUCHE_TITLE_SIZE),
            f'<path d="M{px(x + 10)} {px(y + 25.5)}h{px(box.width - 20)}" stroke="{theme["rule-strong"]}"'
            ' stroke-width=".8"/>',
            group(captions, font_family=TEXT_FACE, font_size=11, fill=theme["ink-2"]),
            group(lengths, **figures, font_size=12, fill=theme["ink-2"]),
            group(values, **figures, font_size=12.5, font_weight=700),
        ),
        fill=theme["ink"],
    )


def compass(geometry: MapGeometry, theme: Theme) -> str:
    """Only on turned boards, where north is to the left."""
    box = geometry.compass
    if box is None:
        return ""
    return (
        f'<g transform="translate({px(box.x + box.width / 2)} {px(box.y + box.height / 2)})" fill="{theme["ink"]}">'
        f'<circle r="17" fill="{theme["panel"]}" stroke="{theme["coast"]}"/><path d="M-13 0 6-4.5 3.5 0 6 4.5Z"/>'
        f'<text x="10.5" y="4" text-anchor="middle" font-family="{DISPLAY_FACE}" font-weight="700" font-size="11">N'
        "</text></g>"
    )


def frame(geometry: MapGeometry, theme: Theme) -> str:
    inner = Box(4.5, 4.5, geometry.width - 9, geometry.height - 9)
    return rect(inner, rx=5, fill="none", stroke=theme["coast"], opacity=0.5)
