"""Printed boards: true sizes, tiles that fit together, cards, and a PDF of vectors."""

from __future__ import annotations

import re
import sys
import zlib
from xml.etree import ElementTree

import pytest

from footplate.boards import load_board
from footplate.design.printing.cards import HEIGHT, WIDTH, card_sheets, ticket_cards, train_cards
from footplate.design.printing.paper import A3, A4, LETTER, OVERLAP, Paper, tiling
from footplate.design.printing.sheets import TRAIN, board_sheet, print_board, print_files, scoring_sheet
from footplate.errors import FootplateError

POINTS = 72 / 25.4  # in a millimetre


def words(svg: str) -> list[str]:
    return [
        "".join(element.itertext()) for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")
    ]


def page_sizes(pdf: bytes) -> list[tuple[int, int]]:
    """In whole millimetres."""
    text = pdf.decode("latin-1")
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            text += zlib.decompress(stream).decode("latin-1")
        except zlib.error:
            continue
    boxes = re.findall(r"/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+)", text)
    return [(round(float(w) / POINTS), round(float(h) / POINTS)) for w, h in boxes]


def test_a_board_as_large_as_a3_is_four_sheets_of_a4() -> None:
    tiles = tiling(*A3.landscape, A4)
    assert (tiles.rows, tiles.columns, tiles.sheet) == (2, 2, A4.landscape)
    assert {(tile.width, tile.height) for tile in tiles.tiles} == {(215, 153.5)}


@pytest.mark.parametrize("paper", [A4, LETTER, A3])
@pytest.mark.parametrize("size", [(800, 520), (360, 575), (200, 120)])
def test_tiles_cover_the_board_and_fit_on_their_sheets(paper: Paper, size: tuple[float, float]) -> None:
    tiles = tiling(*size, paper)
    last = tiles.tiles[-1]
    assert (last.x + last.width, last.y + last.height) == pytest.approx(size)
    for tile in tiles.tiles:
        assert tile.left >= 7
        assert tile.top >= 7  # room for cut marks
        if tile.column:
            neighbour = tiles.tiles[tile.number - 2]
            assert neighbour.x + neighbour.width - tile.x == pytest.approx(OVERLAP)


@pytest.mark.parametrize("name", ["usa", "new_york", "small"])
def test_trains_fit_on_most_spaces(name: str) -> None:
    sheet = board_sheet(load_board(name), "trains")
    cars = sheet.cars
    assert cars[len(cars) // 2] >= TRAIN - 0.01
    a3 = board_sheet(load_board(name), "a3")
    upright = load_board(name).aspect < 1
    assert (a3.width, a3.height) == ((297, 420) if upright else (420, 297))


def test_the_map_is_drawn_in_its_size_and_the_line_is_50_mm() -> None:
    sheet = board_sheet(load_board("usa"), "a3")
    width, height = sheet.map_size
    assert f'width="{width:g}mm" height="{height:g}mm"' in sheet.map_svg()
    overlay = sheet.overlay()
    assert 'viewBox="0 0 4200 2970"' in overlay  # ten units in a millimetre
    assert "h500" in overlay
    assert words(overlay) == [*load_board("usa").colors, "any one colour", "50 mm"]


def test_every_ticket_has_a_card() -> None:
    europe = load_board("europe")
    sheets = card_sheets(ticket_cards(europe), A4)
    assert len(sheets) == 3  # 16 on each
    found = [word for sheet in sheets for word in words(sheet)]
    assert found.count("LONG") == sum(bool(ticket.get("long")) for ticket in europe.data["tickets"]) > 0
    labels = {city.name: city.label for city in europe.cities}  # names as the map has them
    for ticket in europe.tickets:
        assert {labels[ticket.a], labels[ticket.b], str(ticket.points)} <= set(found)
    assert A4.height >= 4 * WIDTH
    assert A4.width >= 4 * HEIGHT


def test_tickets_to_countries_have_cards_with_all_their_goals() -> None:
    germany, switzerland = load_board("germany"), load_board("switzerland")
    found = [word for sheet in card_sheets(ticket_cards(germany), A4) for word in words(sheet)]
    assert found.count("LONG") == sum(ticket.long for ticket in germany.tickets) > 0
    assert found.count("Österreich") == sum("Osterreich" in (t.a, t.b) for t in germany.tickets) > 0
    (card,) = (
        card
        for card, t in zip(ticket_cards(switzerland), switzerland.tickets, strict=True)
        if t.a == "Zurich" and t.lesser_goals
    )
    told = words(f"<svg>{card()}</svg>")
    assert sorted(told) == sorted(
        ["Zürich", "Italia 11", "France 7", "Österreich 7", "Deutschland 3", "Highest reached counts; none: −3"]
    )


def test_the_deck_is_complete() -> None:
    usa = load_board("usa")
    assert len(train_cards(usa)) == 12 * 8 + 14
    sheets = card_sheets(train_cards(usa), A4, usa.colors)
    found = [word for sheet in sheets for word in words(sheet)]
    assert (found.count("RED"), found.count("LOCOMOTIVE")) == (12, 14)
    assert 'id="hatch-red"' in sheets[0]


def test_scoring_says_what_the_board_gives() -> None:
    found = words(scoring_sheet(load_board("usa"), *A4.landscape))
    assert [str(n) for n in range(1, 101)] == found[1:101]
    assert found[found.index("Points") + 1 :][:6] == ["1", "2", "4", "7", "10", "15"]
    assert any(word.startswith("Also: longest path 10, ticket done") for word in found)
    york = words(scoring_sheet(load_board("new_york"), *LETTER.landscape))
    assert any("each attraction reached 1" in word for word in york)


def test_a_race_is_printed_without_points() -> None:
    race, scored = load_board("first_journey_usa"), load_board("london")
    found = words(scoring_sheet(race, *A4.landscape))
    assert "Whoever first has 6 tickets done wins." in found
    assert not {"Points", "100"} & set(found)
    assert not any(word.isdigit() for card in ticket_cards(race) for word in words(f"<svg>{card()}</svg>"))
    assert any(word.isdigit() for card in ticket_cards(scored) for word in words(f"<svg>{card()}</svg>"))


def test_scoring_says_where_passengers_wait() -> None:
    germany = load_board("germany")
    found = " ".join(words(scoring_sheet(germany, *A4.landscape)))
    assert "10 of each of 6 colours: 5 in Berlin; 4 in Hamburg, Köln, Frankfurt, München; 3 in Leipzig" in found
    assert found.count(", Lindau.") == 1


def test_tiles_say_where_they_go() -> None:
    files = print_files(load_board("usa"), "a4", "a3")
    assert "3 of 4, goes below 1. Glue on the hatched 10 mm." in words(files["tile-3.svg"])
    assert "4 of 4, goes right of 3 and below 2. Glue on the hatched 10 mm." in words(files["tile-4.svg"])
    assert files["tile-1.svg"].count("url(#glue)") == 0
    assert files["tile-4.svg"].count("url(#glue)") == 2


def test_the_pdf_has_pages_of_the_right_sizes_and_no_pixels() -> None:
    pytest.importorskip("typst")
    small = load_board("small")
    pdf = print_board(small, "a3", cards=True)
    assert pdf.startswith(b"%PDF")
    assert b"/Subtype/Image" not in pdf.replace(b" ", b"")
    assert sorted(set(page_sizes(pdf))) == [(297, 210), (420, 297)]
    assert print_board(small, "a3", cards=True) == pdf  # the same board, the same file
    poster = board_sheet(small, "trains")
    assert (round(poster.width), round(poster.height)) in page_sizes(print_board(small, "poster"))


def test_without_typst_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(FootplateError, match=r"pip install 'footplate\[print\]'"):
        print_board(load_board("small"))
