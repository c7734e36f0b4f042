"""Text of strangers: names that can be seen, and nothing that commands a terminal."""

from __future__ import annotations

import json
import unicodedata
from io import StringIO

import pytest
from rich.table import Table
from rich.text import Text

from footplate.cli.output import SafeConsole, print_json, print_table
from footplate.plain_text import has_ink, is_name, printable

ESCAPES = "\x1b[31mred\x1b]0;title\x07\x9b2J\x08\r\u202egnp.exe\u2066"
NAMES = [
    "Ann",
    "Ännchen 🚂",
    "李",
    "عمر",
    "J. Smith",
    "7",
    "👩\u200d🚀",
    "می\u200cخواهم",
    "❤\ufe0f",
    "O'Brien",
    "-",
    "🫩",
]
NO_NAMES = [
    "", " ", "\u200b", "\u200b\u200d\u2060", "\u202e", "\u2066\u2069", "\u00ad", "\ufeff", "\x00", "\x1b[31m", "a\tb",
    "a\u202eb", "a\u200bb", "\u3164", "a\u3164", "\u2800", "\u0301", "\ufe0f", "\u200d", "\U000e0041", "\ud800", "\x7f",
    "a\nb", "a\x9b", "\u2028", "\u00a0",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_names_of_people_everywhere(name):
    assert is_name(name)
    assert printable(name) == name


@pytest.mark.parametrize("name", NO_NAMES)
def test_what_nobody_can_see_is_no_name(name):
    assert not is_name(name)


def test_what_commands_a_terminal_is_taken_out_and_nothing_else():
    assert printable(ESCAPES) == "[31mred]0;title2Jgnp.exe"
    assert printable("two\nlines\tand a tab") == "two\nlines\tand a tab"
    left = printable("".join(map(chr, range(0x110000))))
    assert {unicodedata.category(character) for character in left}.isdisjoint({"Cs", "Zl", "Zp"})
    assert [character for character in left if unicodedata.category(character) == "Cc"] == ["\t", "\n"]
    bidi = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    assert bidi.isdisjoint(unicodedata.bidirectional(character) for character in left)


def test_ink():
    assert has_ink(" x ")
    assert not has_ink(" \u200b\u3164")


def test_a_console_shows_strangers_text_without_its_commands_and_keeps_its_own_colours():
    screen = StringIO()
    console = SafeConsole(file=screen, force_terminal=True, color_system="standard", width=200)
    table = Table(ESCAPES)
    table.add_row(Text(ESCAPES, style="bold"))
    for shown in (ESCAPES, Text(ESCAPES), table):
        console.print(shown, markup=False, highlight=False)
    text = screen.getvalue()
    assert "\x1b[1m" in text  # bold, by the console
    for wrong in ("\x1b[31mred", "\x1b]0", "\x07", "\x9b", "\x08", "\r", "\u202e", "\u2066"):
        assert wrong not in text


def test_tables_and_json_of_commands(capsys):
    print_table(ESCAPES, ["name"], [[ESCAPES]])
    print_json({"name": ESCAPES})
    table, _, data = capsys.readouterr().out.partition("{")
    assert printable(table + data) == table + data
    assert json.loads("{" + data) == {"name": ESCAPES}
