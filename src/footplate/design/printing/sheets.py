"""A board to print: the map with its key, tickets, train cards and scoring, as one PDF of vectors at true size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Any, Literal, get_args

from footplate.arguments import instance, one_of
from footplate.boards import Board, board_title
from footplate.boards.limits import GREY
from footplate.boards.parts import PassengerRules, RaceRules
from footplate.design.printing.cards import card_sheets, ticket_cards, train_cards
from footplate.design.printing.paper import (
    A3,
    A4,
    LETTER,
    MM,
    OVERLAP,
    POINT,
    Tile,
    Tiling,
    cut_marks,
    drawing,
    tiling,
    words_at,
)
from footplate.extras import needing
from footplate.maps.draw import Size, draw_board
from footplate.maps.geometry import map_geometry
from footplate.maps.ground import place_label
from footplate.maps.layout import Box, natural_height, shown_aspect
from footplate.maps.svg import px, rect
from footplate.maps.theme import DISPLAY_FACE, FIGURES_FACE, HATCHINGS, LIGHT, SYMBOLS
from footplate.sentences import passenger_gates

PaperName = Literal["a4", "a3", "letter", "poster"]
BoardSize = Literal["a3", "trains"]

TRAIN = 20.0  # mm: so long are plastic and wooden trains, and about 7 wide
_EDGE, _KEY = 8.0, 12.0  # mm: white round the map, and the strip below it
_WIDTH = 868.0  # px in which the map is laid out
_LARGEST = 1200.0  # mm
_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # the same board gives the same file
_MAIN = "main.typ"
_LINE = 120  # characters of 11 pt on the scoring sheet


@dataclass(frozen=True)
class BoardSheet:
    """The whole board in mm, however it is cut: the map with its frame, and below it the key and a line to check."""

    board: Board
    width: float
    height: float

    @property
    def map_size(self) -> tuple[float, float]:
        return self.width - 2 * _EDGE, self.height - 2 * _EDGE - _KEY

    @property
    def cars(self) -> list[float]:
        """How long the spaces for trains are, in mm, from the shortest on."""
        width, height = self.map_size
        geometry = map_geometry(self.board, _WIDTH, round(_WIDTH * height / width, 1))
        return sorted(car.width * width / _WIDTH for route in geometry.routes for car in route.cars)

    def map_svg(self) -> str:
        width, height = self.map_size
        return draw_board(self.board, width=_WIDTH, size=Size(width, height, "mm"))

    def overlay(self) -> str:
        return drawing(self.width, self.height, board_title(self.board), [self._frame(), self._key(), self._line()])

    def _frame(self) -> str:
        width, height = self.map_size
        box = Box(_EDGE * MM, _EDGE * MM, width * MM, height * MM)
        return rect(box, fill="none", stroke=LIGHT["ink"], stroke_width=0.4 * MM)

    def _key(self) -> str:
        """A car of each colour with its symbol and its name."""
        pieces, y = [], self.height - _EDGE - 4
        colours = (*self.board.colors, *([GREY] if any(r.color == GREY for r in self.board.routes) else []))
        step = min(30.0, (self.width - 2 * _EDGE - 64) / len(colours))
        for i, colour in enumerate(colours):
            x = _EDGE + i * step
            look: dict[str, Any] = {"fill": LIGHT[colour], "stroke": LIGHT["slot-edge"], "stroke_width": 0.25 * MM}
            pieces.append(rect(Box(x * MM, (y - 2.5) * MM, 11 * MM, 5 * MM), rx=0.8 * MM, **look))
            if colour != GREY:
                mark = SYMBOLS[colour].format(ink=LIGHT[f"{colour}-on"])
                place = f"translate({px((x + 5.5) * MM)} {px(y * MM)}) scale({px(0.42 * MM)})"
                pieces.append(f'<g transform="{place}">{mark}</g>')
            word = "any one colour" if colour == GREY else colour
            pieces.append(words_at((x + 12.5) * MM, (y + 1.2) * MM, word, 8 * POINT))
        return "".join(pieces)

    def _line(self) -> str:
        """Whoever prints it can see whether it came out at its size."""
        right, y = self.width - _EDGE, self.height - _EDGE - 2
        path = f"M{px((right - 50) * MM)} {px(y * MM)}h{px(50 * MM)}m0 {px(-MM)}v{px(2 * MM)}"
        path += f"m{px(-50 * MM)} 0v{px(-2 * MM)}"
        words = words_at((right - 25) * MM, (y - 1.5) * MM, "50 mm", 8 * POINT, anchor="middle")
        return f'<path d="{path}" fill="none" stroke="{LIGHT["ink"]}" stroke-width="{px(0.3 * MM)}"/>' + words


def board_sheet(board: Board, size: BoardSize) -> BoardSheet:
    """As large as A3, or so large that most of its spaces hold a train; upright where the map is higher than wide."""
    if size == "a3":
        width, height = (A3.width, A3.height) if shown_aspect(board) < 1 else A3.landscape
        return BoardSheet(board, width, height)
    high = natural_height(board, _WIDTH)
    geometry = map_geometry(board, _WIDTH, high)
    middle = median(car.width for route in geometry.routes for car in route.cars)
    scale = min(TRAIN / middle, _LARGEST / _WIDTH)
    return BoardSheet(board, _WIDTH * scale + 2 * _EDGE, high * scale + 2 * _EDGE + _KEY)


def print_board(board: Board, paper: PaperName = "a4", size: BoardSize | None = None, *, cards: bool = False) -> bytes:
    """The PDF: the board on one page (a3, poster) or cut into tiles; tickets, scoring, and train ``cards`` if wanted.

    Without a ``size`` the board is so large that trains fit on it; on A3 paper it is one page.
    """
    with needing("printing", "footplate[print]"):
        import typst
    with TemporaryDirectory() as folder:
        for name, content in print_files(board, paper, size, cards=cards).items():
            (Path(folder) / name).write_text(content, encoding="utf-8")
        return typst.compile(Path(folder) / _MAIN, format="pdf", timestamp=_DATE)


def default_size(paper: PaperName) -> BoardSize:
    return "a3" if paper == "a3" else "trains"


def print_files(
    board: Board, paper: PaperName = "a4", size: BoardSize | None = None, *, cards: bool = False
) -> dict[str, str]:
    """What is given to Typst: ``main.typ`` and the drawings that it puts on pages."""
    instance("board", board, Board, "a Board, as load_board gives it")
    one_of("paper", paper, get_args(PaperName))
    if size is not None:
        one_of("size", size, get_args(BoardSize))
    sheet = board_sheet(board, size or default_size(paper))
    small = LETTER if paper == "letter" else A4
    files = {"map.svg": sheet.map_svg(), "board.svg": sheet.overlay()}
    pages = []
    if paper == "poster" or (paper == "a3" and sheet.width * sheet.height <= A3.width * A3.height + 1):
        pages.append(_page(sheet.width, sheet.height, "#board"))
    else:
        tiles = tiling(sheet.width, sheet.height, A3 if paper == "a3" else small)
        for tile in tiles.tiles:
            files[f"tile-{tile.number}.svg"] = _tile_overlay(tiles, tile)
            pages.append(_page(*tiles.sheet, _tile(tile)))
    others = [*card_sheets(ticket_cards(board), small), scoring_sheet(board, *small.landscape)]
    if cards:
        others += card_sheets(train_cards(board), small, [colour for colour in board.colors if colour in HATCHINGS])
    for number, svg in enumerate(others, start=1):
        files[f"sheet-{number}.svg"] = svg
        pages.append(_page(*small.landscape, f'#image("sheet-{number}.svg", width: 100%)'))
    files[_MAIN] = _document(sheet, pages)
    return files


def _document(sheet: BoardSheet, pages: list[str]) -> str:
    width, height = sheet.map_size
    title = board_title(sheet.board).replace("\\", "").replace('"', "")
    return "\n".join(
        [
            f'#set document(title: "{title}")',
            "#set page(margin: 0mm)",
            f"#let board = box(width: {sheet.width}mm, height: {sheet.height}mm)[",
            f'#place(dx: {_EDGE}mm, dy: {_EDGE}mm, image("map.svg", width: {width}mm, height: {height}mm))',
            f'#place(image("board.svg", width: {sheet.width}mm, height: {sheet.height}mm))]',
            *pages,
        ]
    )


def _page(width: float, height: float, content: str) -> str:
    return f"#page(width: {width}mm, height: {height}mm)[{content}]"


def _tile(tile: Tile) -> str:
    moved = f"place(dx: {-tile.x}mm, dy: {-tile.y}mm, board)"
    part = f"box(width: {tile.width}mm, height: {tile.height}mm, clip: true, {moved})"
    return f'#place(dx: {tile.left}mm, dy: {tile.top}mm, {part})#place(image("tile-{tile.number}.svg", width: 100%))'


def _tile_overlay(tiles: Tiling, tile: Tile) -> str:
    """Cut marks, the hatched strip that the neighbour is glued on, and words on where the tile goes."""
    wide, high = tiles.sheet
    pieces = [f"<defs>{_strip_pattern()}</defs>"]
    if tile.column:
        pieces.append(_strip(Box(tile.left, tile.top, OVERLAP, tile.height)))
    if tile.row:
        pieces.append(_strip(Box(tile.left, tile.top, tile.width, OVERLAP)))
    xs, ys = (tile.left, tile.left + tile.width), (tile.top, tile.top + tile.height)
    pieces.append(cut_marks(xs, ys))
    left, y = tile.left + 4, tile.top + tile.height + 6
    pieces.append(
        f'<circle cx="{px(left * MM)}" cy="{px((y - 1.2) * MM)}" r="{px(3.4 * MM)}" fill="{LIGHT["enamel"]}"/>'
    )
    number = {"face": DISPLAY_FACE, "weight": 700, "ink": LIGHT["on-enamel"], "anchor": "middle"}
    pieces.append(words_at(left * MM, y * MM, str(tile.number), 10 * POINT, **number))  # type: ignore[arg-type]
    pieces.append(words_at((left + 6) * MM, y * MM, _where(tiles, tile), 9 * POINT))
    return drawing(wide, high, f"Tile {tile.number}", pieces)


def _where(tiles: Tiling, tile: Tile) -> str:
    goes = []
    if tile.column:
        goes.append(f"right of {tile.number - 1}")
    if tile.row:
        goes.append(f"below {tile.number - tiles.columns}")
    words = f"{tile.number} of {len(tiles.tiles)}"
    if not goes:
        return f"{words}. Cut at the marks; the others are glued under its edges."
    return f"{words}, goes {' and '.join(goes)}. Glue on the hatched {OVERLAP:g} mm."


def _strip_pattern() -> str:
    hatching = HATCHINGS["closed"].format(ink=LIGHT["ink"]).replace("rotate(45)", f"rotate(45) scale({px(0.3 * MM)})")
    return hatching.replace("<pattern", '<pattern id="glue"', 1)


def _strip(box: Box) -> str:
    whole = Box(box.x * MM, box.y * MM, box.width * MM, box.height * MM)
    return rect(whole, fill="url(#glue)", opacity=0.35)


def scoring_sheet(board: Board, width: float, height: float) -> str:
    """The strip from 1 to 100, the table of points and what else counts; of a race, what wins it."""
    left, top, cell = (width - 250) / 2, 30.0, 10.0
    pieces = [words_at(left * MM, (top - 9) * MM, f"{board_title(board)}: scoring", 16 * POINT, DISPLAY_FACE, 700)]
    if board.rules.race:
        lines = enumerate(_race_lines(board.rules.race))
        pieces += [words_at(left * MM, (top + 6 + 6 * i) * MM, line, 11 * POINT) for i, line in lines]
        return drawing(width, height, "Scoring", pieces)
    for i in range(100):
        x, y = left + i % 25 * cell, top + i // 25 * cell
        is_ten = (i + 1) % 10 == 0
        look = {"fill": LIGHT["enamel-tint"] if is_ten else LIGHT["panel-3"], "stroke": LIGHT["rule-strong"]}
        pieces.append(rect(Box(x * MM, y * MM, cell * MM, cell * MM), **look, stroke_width=0.25 * MM))
        pieces.append(words_at((x + 5) * MM, (y + 6.4) * MM, str(i + 1), 11 * POINT, FIGURES_FACE,
                             700 if is_ten else 400, anchor="middle"))  # fmt: skip
    pieces += _points_table(board, left, top + 4 * cell + 14)
    for i, line in enumerate(_also(board)):
        pieces.append(words_at(left * MM, (top + 4 * cell + 48 + 6 * i) * MM, line, 11 * POINT))
    pieces.append(cut_marks((left, left + 250), (top, top + 4 * cell)))
    return drawing(width, height, "Scoring", pieces)


def _points_table(board: Board, left: float, top: float) -> Iterator[str]:
    points = sorted(board.rules.route_points.items())
    for row, (name, place) in enumerate((("Trains", 0), ("Points", 1))):
        y = top + 11 * row
        yield words_at((left + 2) * MM, (y + 7.4) * MM, name, 12 * POINT)
        for i, pair in enumerate(points):
            x = left + 24 + 12 * i
            box = Box(x * MM, y * MM, 12 * MM, 11 * MM)
            yield rect(box, fill=LIGHT["panel-3"], stroke=LIGHT["rule-strong"], stroke_width=0.25 * MM)
            weight = 700 if place else 400
            yield words_at(
                (x + 6) * MM, (y + 7.4) * MM, str(pair[place]), 13 * POINT, FIGURES_FACE, weight, anchor="middle"
            )


def _also(board: Board) -> list[str]:
    rules = board.rules
    bonuses = {
        f"longest path {rules.longest_path_bonus}": rules.longest_path_bonus,
        f"most tickets done {rules.globetrotter_bonus}": rules.globetrotter_bonus,
        f"each attraction reached {rules.attraction_points}": rules.attraction_points,
    }
    found = [words for words, points in bonuses.items() if points]
    return [
        f"Also: {', '.join([*found, 'ticket done + its value', 'ticket open − its value'])}.",
        *_of_this_board(board),
        f"Each player has {rules.trains} trains. The last round begins when somebody has {rules.end_trains} or fewer.",
    ]


def _race_lines(race: RaceRules) -> list[str]:
    wins = f"Whoever first has {race.tickets} tickets done wins."
    coasts = (
        f"Linking the two coasts counts as one more, once each, for the first {race.coast_cards} players who do it."
    )
    last = "If somebody lays the last train before that, most tickets done win. There are no points."
    return [wins, *([coasts] if race.coast_cards else []), last]


def _of_this_board(board: Board) -> list[str]:
    """What few boards score."""
    rules, found = board.rules, []
    if rules.districts:
        found.append("Each district whose cities are all connected: its value.")
    if rules.grand_tour:
        numbers = [f"{n + 1}: {points}" for n, points in enumerate(rules.grand_tour)]
        found.append(f"Tickets done by two ways without a common route, {', '.join(numbers)}.")
    if rules.stations:
        found.append(f"Each station not built: {rules.stations.points}.")
    if rules.passengers:
        most, second = rules.passengers.most, rules.passengers.second
        found.append(f"Most passengers of a colour: {most}, second most: {second}.")
        found += wrap(_waiting(board, rules.passengers), _LINE)
    return found


def _waiting(board: Board, passengers: PassengerRules) -> str:
    """How many passengers wait where at the start."""
    places: dict[int, list[str]] = {}
    for place, n in sorted(passengers.places, key=lambda at: -at[1]):
        places.setdefault(n, []).append(place_label(board, place))
    where = "; ".join(f"{n} in {', '.join(names)}" for n, names in places.items())
    each = sum(n for _, n in passengers.places) // len(passengers.colors)
    bag = f"{each} of each of {len(passengers.colors)} colours"
    return f"At the start passengers wait, drawn blindly from {bag}: {where}. {passenger_gates(board)}".rstrip()
