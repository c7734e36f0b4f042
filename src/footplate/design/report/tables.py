"""The papers' tables in a designer's report: a board's lengths, colours and sizes beside those of published boards."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from statistics import median

from footplate.arena.pages import section
from footplate.boards import Board, board_title, load_board
from footplate.boards.limits import COLOURS, GREY
from footplate.design.evaluation.evaluation import Evaluation
from footplate.design.evaluation.figures import PUBLISHED, BoardFeatures, Trait, features_of, traits_of
from footplate.maps.theme import SYMBOLS

_FAR = 0.2  # from the median of the colours, as a share of it: worth a line under the figure


def board_tables(now: Evaluation, before: Evaluation | None) -> str:
    rows = [("This board", now.board), *([("Before", before.board)] if before else [])]
    rows += [(board_title(board), board) for board in map(load_board, PUBLISHED)]
    named = [(name, features_of(board)) for name, board in rows]
    return (
        f'<div class="row even"><div>{_lengths(named)}</div><div>{_sizes(rows)}</div></div>'
        f'<div class="row even"><div>{_colours(named)}</div><div>{_traits(now.board)}</div></div>'
    )


def _table(head: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Cells are HTML; the first row is the board's own."""
    cells = "".join(f"<th>{cell}</th>" for cell in head)
    lines = "".join(
        f'<tr{"" if i else " class=own"}><td class="name">{escape(name)}</td>'
        + "".join(f"<td>{cell}</td>" for cell in row)
        + "</tr>"
        for i, (name, row) in enumerate(rows)
    )
    return f'<div class="wide"><table><tr>{cells}</tr>{lines}</table></div>'


def _lengths(rows: Sequence[tuple[str, BoardFeatures]]) -> str:
    longest = max(len(features.lengths) for _, features in rows)
    found = []
    for name, features in rows:
        counts = [features.lengths.get(length, 0) for length in range(1, longest + 1)]
        found.append((name, [*(_amount(n) for n in counts), f"{features.mean_length:.2f}"]))
    head = ["Length", *map(str, range(1, longest + 1)), "mean"]
    return section("Lengths", "number of routes", _table(head, found))


def _colours(rows: Sequence[tuple[str, BoardFeatures]]) -> str:
    colours = [colour for colour in COLOURS if any(features.colors.get(colour) for _, features in rows)]
    found = []
    for i, (name, features) in enumerate(rows):
        own = [features.colors.get(colour, 0) for colour in colours]
        middle = median(n for n in own if n) if any(own) else 0
        cells = [f"<u>{n}</u>" if i == 0 and n and abs(n - middle) > _FAR * middle else _amount(n) for n in own]
        spaces = [features.trains_by_color[colour] for colour in colours if features.colors.get(colour)]
        across = f"{min(spaces)}–{max(spaces)}" if spaces else "–"
        found.append((name, [*cells, _amount(features.colors[GREY]), across]))
    head = ["Colour", *map(_chip, (*colours, GREY)), "spaces of a colour"]
    far = any("<u>" in cell for cell in found[0][1])
    return section("Colours", "number of routes" + ("; underlined: far from the others" if far else ""),
                   _table(head, found))  # fmt: skip


def _amount(n: int) -> str:
    return str(n) if n else "·"


def _chip(colour: str) -> str:
    """A car of the colour with its symbol."""
    mark = SYMBOLS[colour].format(ink=f"var(--{colour}-on)") if colour != GREY else ""
    return (
        f'<svg width="26" height="16" viewBox="-13 -8 26 16" role="img" style="display:inline">'
        f'<title>{colour}</title><rect x="-12.5" y="-7.5" width="25" height="15" rx="2.5" fill="var(--{colour})" '
        f'stroke="var(--slot-edge)"/>{mark}</svg>'
    )


def _sizes(rows: Sequence[tuple[str, Board]]) -> str:
    found = []
    for name, board in rows:
        features = features_of(board)
        shares = [f"{100 * features.double_share:.0f}", f"{100 * features.grey_share:.0f}"]
        shares.append(f"{100 * features.same_color:.0f}")
        found.append(
            (name, [str(len(board.cities)), str(features.routes), *shares, str(features.trains),
                    f"{features.tickets}", f"{features.ticket_value:.1f}"])
        )  # fmt: skip
    head = ["Sizes", "cities", "routes", "double %", "grey %", "same colour %", "spaces", "tickets", "mean value"]
    return section(
        "Sizes",
        "double: of the pairs of cities; same colour: of the routes that meet at a city, in pairs",
        _table(head, found),
    )


def _traits(board: Board) -> str:
    def row(trait: Trait) -> tuple[str, list[str]]:
        marked = trait.amount if trait.is_usual else f'<span class="out">{trait.amount}, unusual</span>'
        return trait.name, [marked, trait.range]

    table = _table(["Trait", "this board", "published"], [row(trait) for trait in traits_of(board)])
    return section("What published boards share", "Yang et al. 2023, Appendix A", table.replace(" class=own", ""))
