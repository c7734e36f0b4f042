"""What stands on the map's sheet beside the map: the cartouche, the compass of turned boards, and the frame."""

from __future__ import annotations

from footplate.boards.board import Board
from footplate.maps.corners import CARTOUCHE_HEIGHT, CARTOUCHE_TITLE_SIZE, aim_words, cartouche_columns, has_ferries
from footplate.maps.geometry import MapGeometry
from footplate.maps.layout import Box
from footplate.maps.svg import escaped, group, px, rect
from footplate.maps.theme import DISPLAY_FACE, FIGURES_FACE, SYMBOLS, TEXT_FACE, Theme

KEY_CAR = (24.0, 9.0)  # px of the sample of a tunnel and of a ferry


def cartouche(board: Board, geometry: MapGeometry, theme: Theme) -> str:
    """The plate with the board's title and how many points a route of each length brings, or what wins instead."""
    box = geometry.cartouche
    if box is None:
        return ""
    x, y, points = box.x, box.y, sorted(board.rules.route_points.items())
    aim = aim_words(board)
    columns = [] if aim else cartouche_columns(board, box.width)
    lengths = [f'<text x="{px(x + dx)}" y="{px(y + 39)}">{points[i][0]}</text>' for i, dx in enumerate(columns)]
    values = [f'<text x="{px(x + dx)}" y="{px(y + 53)}">{points[i][1]}</text>' for i, dx in enumerate(columns)]
    left, inner = px(x + 11), Box(x + 3, y + 3, box.width - 6, box.height - 6)
    rows = [(aim, 39)] if aim else [("Trains", 39), ("Points", 53)]
    captions = [f'<text x="{left}" y="{px(y + dy)}">{word}</text>' for word, dy in rows]
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
            _key(board, box, theme) if box.height > CARTOUCHE_HEIGHT else "",
        ),
        fill=theme["ink"],
    )


def _key(board: Board, box: Box, theme: Theme) -> str:
    """How a tunnel and a ferry are drawn, where the board has some."""
    x, y, pieces = box.x + 11, box.y + CARTOUCHE_HEIGHT + 4, []
    for word, shown in (("Tunnel", any(route.tunnel for route in board.routes)), ("Ferry", has_ferries(board))):
        if not shown:
            continue
        look = {"stroke_width": theme["slot-line"], "stroke_opacity": theme["slot-edge-o"]}
        if word == "Tunnel":
            look = {"stroke_width": theme["tunnel-line"], "stroke_opacity": theme["tunnel-o"]}
            look["stroke_dasharray"] = theme["tunnel-dash"]
        car = Box(x, y, KEY_CAR[0], KEY_CAR[1])
        pieces.append(rect(car, rx=1.8, fill=theme["grey"], stroke=theme["slot-edge"], **look))
        if word == "Ferry":
            wheel = SYMBOLS["loco"].format(ink=theme["grey-on"])
            at = f"translate({px(x + KEY_CAR[0] / 2)} {px(y + KEY_CAR[1] / 2)}) scale({KEY_CAR[1] / 10:g})"
            pieces.append(f'<g transform="{at}">{wheel}</g>')
        pieces.append(f'<text x="{px(x + KEY_CAR[0] + 6)}" y="{px(y + 8)}">{word}</text>')
        x += KEY_CAR[0] + 52
    return group(pieces, font_family=TEXT_FACE, font_size=11, fill=theme["ink-2"])


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
