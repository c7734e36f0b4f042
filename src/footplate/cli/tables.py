"""Tables that fit the screen: lines end between words, never within one.

Where a table is too wide even so, each row becomes a small list. A word that is wider than the screen stays whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.table import Table
from rich.text import Text

_WORD = re.compile(r"\s*\S+\s*")
_NARROWEST = 24  # columns for a value beside its name; where there are fewer, it begins a line of its own


class FittedTable:
    """A table as rich's, to be printed with ``crop=False``. Cells are plain text: "[red]" is printed as such."""

    def __init__(
        self, columns: Sequence[str], *, right: Iterable[str] = (), title: str = "", is_inner: bool = False
    ) -> None:
        self.columns, self.caption = columns, ""
        self._right, self._title, self._is_inner = set(right), title, is_inner
        self._rows: list[tuple[list[Text], str]] = []

    def add_row(self, *cells: Text | str, style: str = "") -> None:
        self._rows.append(([cell if isinstance(cell, Text) else Text(cell) for cell in cells], style))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table | Text]:
        room = options.max_width - self._frame(console, options)
        widths = self._widths(room, first_stays=True) or self._widths(room, first_stays=False)
        if widths:
            yield self._table(widths)
        else:
            yield from self._lists(options.max_width)

    def _widths(self, room: int, *, first_stays: bool) -> list[int] | None:
        """The widths of the columns; None if their longest words don't fit. The widest columns give way first."""
        columns = [[Text(name), *(cells[i] for cells, _ in self._rows)] for i, name in enumerate(self.columns)]
        natural = [max(_width(cell) for cell in column) for column in columns]
        least = [max(_longest_word(cell) for cell in column) for column in columns]
        if first_stays:
            least[0] = natural[0]
        if sum(least) > room:
            return None
        cap = max(natural)
        while sum(widths := [max(low, min(high, cap)) for low, high in zip(least, natural, strict=True)]) > room:
            cap -= 1
        return widths

    def _frame(self, console: Console, options: ConsoleOptions) -> int:
        """What lies between and around the columns."""
        table = self._table([1] * len(self.columns), empty=True)
        return console.measure(table, options=options.update(width=10_000)).maximum - len(self.columns)

    def _table(self, widths: Sequence[int], *, empty: bool = False) -> Table:
        inner = self._is_inner
        table = Table(
            title=Text(self._title) if self._title and not empty else None,
            title_justify="left",
            box=box.SIMPLE_HEAD,
            padding=(0, 1, 0, 0),
            pad_edge=not inner,
            show_edge=not inner,
            header_style="dim" if inner else "table.header",
            caption=Text(self.caption) if self.caption and not empty else None,
            caption_justify="left",
        )
        for name, width in zip(self.columns, widths, strict=True):
            table.add_column(Text(name), justify="right" if name in self._right else "left", width=width)
        for cells, style in () if empty else self._rows:
            table.add_row(*cells, style=style)
        return table

    def _lists(self, width: int) -> Iterator[Text]:
        """Each row as lines of names and values."""
        if self._title:
            yield from hanging(Text(), Text(self._title, style="table.title"), 0, width)
        for cells, _ in self._rows:
            yield Text()
            yield from fact_lines([pair for pair in zip(self.columns, cells, strict=True) if pair[1].plain], width)
        if self.caption:
            yield from hanging(Text(), Text(self.caption), 0, width)


def fact_lines(facts: Sequence[tuple[str, Text]], width: int) -> Iterator[Text]:
    """Two columns without lines: what, and how much."""
    begin = max((cell_len(name) for name, _ in facts), default=0) + 2
    is_narrow = width - begin < _NARROWEST
    for name, value in facts:
        if is_narrow and name:
            yield Text(name, style="dim")
            yield from hanging(Text("  "), value, 2, width)
        else:
            yield from hanging(Text(name, style="dim"), value, begin, width)


def hanging(label: Text, value: Text, indent: int, width: int) -> Iterator[Text]:
    """The lines of a text, indented, with a label before the first one."""
    for i, line in enumerate(_lines(value, width - indent)):
        before = label if i == 0 else Text()
        gap = " " * (indent - cell_len(before.plain))
        yield Text.assemble(before, gap, line, no_wrap=True, overflow="ignore")


def _lines(text: Text, width: int) -> Iterator[Text]:
    """The lines of a cell, broken between words; rich would break long words, or none."""
    for line in text.split("\n", allow_blank=True):
        breaks, used = [], 0
        for word in _WORD.finditer(line.plain):
            if used and used + cell_len(word[0].rstrip()) > width:
                breaks.append(word.start())
                used = 0
            used += cell_len(word[0])
        for part in line.divide(breaks):
            part.rstrip()
            yield part


def _width(text: Text) -> int:
    return max((cell_len(line) for line in text.plain.split("\n")), default=0)


def _longest_word(text: Text) -> int:
    return max((cell_len(word) for word in text.plain.split()), default=0)
