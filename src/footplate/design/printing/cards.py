"""Cards to print: tickets and train cards of 68 x 44 mm, side by side on sheets with cut marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from footplate.boards import Board, Ticket
from footplate.design.printing.paper import CUT, MM, POINT, Paper, cut_marks, drawing, words_at
from footplate.maps.ground import place_label
from footplate.maps.labels import text_width
from footplate.maps.layout import Box
from footplate.maps.svg import px, rect
from footplate.maps.theme import DISPLAY_FACE, FIGURES_FACE, HATCHINGS, LIGHT, SYMBOLS, TEXT_FACE, WAGONS

WIDTH, HEIGHT = 68.0, 44.0  # mm
LOCO = "loco"
_NAME = 13 * POINT
_LEAST_NAME = 8 * POINT
_HATCHING = 0.2  # opacity on a card
_SCREEN = WIDTH * MM / 104  # units of a drawing in a pixel of a card on the screen

Card = Callable[[], str]  # what is drawn from 0, 0 to WIDTH x HEIGHT, in units of a drawing


@dataclass(frozen=True)
class _TicketCard:
    board: Board
    ticket: Ticket

    def __call__(self) -> str:
        """Enamel bands, the cities of the map as dots with those of the ticket, their names and the points."""
        wide = (4.2 if self.ticket.long else 2.2) * MM
        w, h = WIDTH * MM, HEIGHT * MM
        pieces = [rect(Box(0, 0, w, h), fill=LIGHT["panel-3"])]
        pieces += [rect(Box(0, y, w, wide), fill=LIGHT["enamel"]) for y in (0.0, h - wide)]
        pieces += self._dots(Box(8 * MM, 7 * MM, 52 * MM, (13 if self.ticket.lesser_goals else 18.5) * MM))
        base = h - wide - 2.6 * MM
        pieces += self._goals(base) if self.ticket.lesser_goals else self._ends(base)
        if self.ticket.long:
            y = wide + 4.6 * MM
            pieces.append(words_at(w - 9.25 * MM, y, "LONG", 8 * POINT, TEXT_FACE, 700, anchor="middle"))
            word = Box(w - 15.5 * MM, y - 3.2 * MM, 12.5 * MM, 4.4 * MM)
            pieces.append(rect(word, rx=0.6 * MM, fill="none", stroke=LIGHT["ink"], stroke_width=0.25 * MM))
        return "".join(pieces)

    def _ends(self, base: float) -> Iterator[str]:
        """Two names, one under the other, and the points."""
        names = [place_label(self.board, name) for name in (self.ticket.a, self.ticket.b)]
        room = 46 * MM
        size = max(_LEAST_NAME, min(_NAME, *(room / text_width(name, 1.0) for name in names)))
        for i, name in enumerate(reversed(names)):
            yield words_at(4 * MM, base - 1.15 * i * size, name, size, DISPLAY_FACE, 700)
        if self.board.rules.race:  # there tickets are worth no points
            return
        right = (WIDTH - 4) * MM
        yield words_at(right, base, f"{self.ticket.points}", 26 * POINT, FIGURES_FACE, 700, anchor="end")

    def _goals(self, base: float) -> Iterator[str]:
        """A name, every goal with its points, and what counts."""
        goals = self.ticket.goals
        line, rows = 1.2 * _LEAST_NAME, -(-len(goals) // 2)
        missed = f"Highest reached counts; none: −{self.ticket.least_points}"
        yield words_at(4 * MM, base, missed, _LEAST_NAME, TEXT_FACE, 400)
        for i, (name, points) in enumerate(goals):
            x, y = (4 + 30 * (i % 2)) * MM, base - (rows - i // 2) * line
            yield words_at(x, y, f"{place_label(self.board, name)} {points}", _LEAST_NAME, TEXT_FACE, 700)
        name = place_label(self.board, self.ticket.a)
        yield words_at(4 * MM, base - (rows + 1.1) * line, name, _NAME, DISPLAY_FACE, 700)

    def _dots(self, box: Box) -> Iterator[str]:
        places = _fitted(self.board, box)
        names = (self.ticket.a, *(name for name, _ in self.ticket.goals))
        ends = [[places[self.board.city_index[city]] for city in self.board.places[name]] for name in names]
        for x, y in places:
            yield f'<circle cx="{px(x)}" cy="{px(y)}" r="{px(0.42 * MM)}" fill="{LIGHT["rule-strong"]}"/>'
        (x1, y1), (x2, y2) = (_middle(cities) for cities in ends[:2])
        if not self.ticket.lesser_goals:
            yield (
                f'<path d="M{px(x1)} {px(y1)}L{px(x2)} {px(y2)}" stroke="{LIGHT["ink"]}" '
                f'stroke-width="{px(0.3 * MM)}" stroke-dasharray="{px(MM)} {px(0.7 * MM)}"/>'
            )
        for i, cities in enumerate(ends):
            fill = LIGHT["ink" if self.ticket.lesser_goals and not i else "panel-3"]  # where it begins
            look = f'fill="{fill}" stroke="{LIGHT["ink"]}" stroke-width="{px(0.45 * MM)}"'
            if len(cities) == 1:
                x, y = cities[0]
                yield f'<circle cx="{px(x)}" cy="{px(y)}" r="{px(1.15 * MM)}" {look}/>'
                continue
            for x, y in cities:
                yield f'<path d="M{px(x - 6.5)} {px(y - 6.5)}h13v13h-13Z" {look}/>'


def _middle(places: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _fitted(board: Board, box: Box) -> list[tuple[float, float]]:
    """The cities inside the box, in the map's proportions."""
    xs, ys = [city.x * board.aspect for city in board.cities], [city.y for city in board.cities]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    scale = min(box.width / (wide or 1.0), box.height / (high or 1.0))
    left, top = box.x + (box.width - wide * scale) / 2, box.y + (box.height - high * scale) / 2
    return [(left + (x - min(xs)) * scale, top + (y - min(ys)) * scale) for x, y in zip(xs, ys, strict=True)]


@dataclass(frozen=True)
class _TrainCard:
    board: Board
    colour: str

    def __call__(self) -> str:
        """As on the screen: ground, hatching, wagon with the symbol on its side, symbol and name in the corners."""
        ground, ink = LIGHT[self.colour], LIGHT[f"{self.colour}-on"]
        w, h = WIDTH * MM, HEIGHT * MM
        pieces = [rect(Box(0, 0, w, h), fill=ground)]
        if self.colour in HATCHINGS:
            hatched = rect(Box(0, 0, w / _SCREEN, h / _SCREEN), fill=f"url(#hatch-{self.colour})", opacity=_HATCHING)
            pieces.append(f'<g transform="scale({px(_SCREEN, 3)})">{hatched}</g>')
        wagon = WAGONS[self.colour].format(ink=ink).replace("var(--card,#E7D9BB)", ground)
        on_side = "" if self.colour == LOCO else _symbol(self.colour, ground, 32, 14, 1.1)
        scale = 46 * MM / 64
        pieces.append(
            f'<g transform="translate({px(11 * MM)} {px(9.5 * MM)}) scale({px(scale, 3)})">{wagon}{on_side}</g>'
        )
        pieces.append(_symbol(self.colour, ink, 5.6 * MM, 5.6 * MM, 0.62 * MM))
        word = "LOCOMOTIVE" if self.colour == LOCO else self.colour.upper()
        pieces.append(
            words_at(4 * MM, h - (7 if self.colour == LOCO else 3.6) * MM, word, 9 * POINT, TEXT_FACE, 700, ink)
        )
        if self.colour == LOCO:
            pieces += self._strip(w, h)
        return "".join(pieces)

    def _strip(self, w: float, h: float) -> Iterator[str]:
        """A locomotive stands for every colour."""
        each = (w - 8 * MM) / len(self.board.colors)
        for i, colour in enumerate(self.board.colors):
            box = Box(4 * MM + i * each, h - 5 * MM, each, 2.2 * MM)
            yield rect(box, fill=LIGHT[colour], stroke=LIGHT["card-edge"], stroke_width=0.12 * MM)


def _symbol(colour: str, ink: str, x: float, y: float, scale: float) -> str:
    return f'<g transform="translate({px(x)} {px(y)}) scale({px(scale, 3)})">{SYMBOLS[colour].format(ink=ink)}</g>'


def ticket_cards(board: Board) -> list[Card]:
    return [_TicketCard(board, ticket) for ticket in board.tickets]


def train_cards(board: Board) -> list[Card]:
    rules = board.rules
    cards: list[Card] = [_TrainCard(board, colour) for colour in board.colors for _ in range(rules.cards_per_color)]
    return cards + [_TrainCard(board, LOCO) for _ in range(rules.locomotives)]


def card_sheets(cards: Sequence[Card], paper: Paper, colours: Sequence[str] = ()) -> list[str]:
    """Drawings of whole sheets, landscape: as many cards as have room, touching, with one cut for two of them."""
    wide, high = paper.landscape
    columns, rows = int((wide - 2 * CUT) // WIDTH), int((high - 2 * CUT) // HEIGHT)
    left, top = (wide - columns * WIDTH) / 2, (high - rows * HEIGHT) / 2
    patterns = "".join(
        HATCHINGS[colour].format(ink=LIGHT[f"{colour}-on"]).replace("<pattern", f'<pattern id="hatch-{colour}"', 1)
        for colour in colours
    )
    sheets = []
    for first in range(0, len(cards), columns * rows):
        some = cards[first : first + columns * rows]
        used = -(-len(some) // columns)
        pieces = [f"<defs>{patterns}</defs>"]
        for i, card in enumerate(some):
            x, y = (left + i % columns * WIDTH) * MM, (top + i // columns * HEIGHT) * MM
            pieces.append(f'<g transform="translate({px(x)} {px(y)})">{card()}</g>')
        xs = [left + i * WIDTH for i in range(columns + 1)]
        ys = [top + i * HEIGHT for i in range(used + 1)]
        pieces.append(cut_marks(xs, ys))
        inner = [f"M{px(x * MM)} {px(top * MM)}v{px(used * HEIGHT * MM)}" for x in xs[1:-1]]
        inner += [f"M{px(left * MM)} {px(y * MM)}h{px(columns * WIDTH * MM)}" for y in ys[1:-1]]
        dashes = f'stroke-width="{px(0.12 * MM)}" stroke-dasharray="{px(MM)} {px(MM)}"'
        pieces.append(f'<path d="{"".join(inner)}" fill="none" stroke="{LIGHT["rule-strong"]}" {dashes}/>')
        sheets.append(drawing(wide, high, "Cards to cut out", pieces))
    return sheets
