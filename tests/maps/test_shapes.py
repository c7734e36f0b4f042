"""One drawing of a map: what the page is sent is what files are drawn with."""

from __future__ import annotations

import json
import re

import pytest

from footplate.boards import load_board
from footplate.maps.draw import Highlight, Position, draw_board
from footplate.maps.geometry import map_geometry
from footplate.maps.shapes import page_json
from footplate.maps.svg import Size, px
from footplate.maps.theme import DARK, LIGHT, LIVERIES, PATTERNS, SYMBOLS, TOKENS


def test_the_page_is_sent_the_shapes_of_the_drawing() -> None:
    board = load_board("usa")
    sent = json.loads(page_json(board, map_geometry(board, 868, 560)))
    owners = {0: 0, 5: 3}
    drawn = draw_board(board, width=868, height=560, position=Position(owners))
    # the legend takes room from the map, so owned routes are laid out for less height
    own = json.loads(page_json(board, map_geometry(board, 868, float(height_of_map(drawn)))))
    shapes = own["shapes"]
    assert f'd="{shapes["graticule"]}"' in drawn
    nets = [markup.split('-net"')[1].split("/>")[0] for markup in (shapes["ground"], drawn)]
    assert nets[0] == nets[1]
    ground = drawn.split("</defs>")[1].split('d="' + shapes["graticule"])[0]
    assert _stroke_widths(shapes["ground"].split("</defs>")[1]) == _stroke_widths(ground)
    assert len(_stroke_widths(ground)) == 13  # four waterlines of two strokes each, the coast, the land; lakes have 3
    for route in owners:
        assert len(shapes["wagons"][route]) == board.routes[route].length
        assert all(f'class="car" d="{wagon}"' in drawn for wagon in shapes["wagons"][route])
    assert sent.keys() == own.keys() == {*json.loads(map_geometry(board, 868, 560).to_json())} - {"land"} | {"shapes"}


@pytest.mark.parametrize("name", ["usa", "new_york", "small"])
def test_the_page_has_the_cartouche_and_the_nameboards_of_the_drawing(name: str) -> None:
    board = load_board(name)
    shapes = json.loads(page_json(board, map_geometry(board, 868, 560)))["shapes"]
    drawn = draw_board(board, width=868, height=560, highlight=Highlight(cities=range(len(board.cities))))
    furniture = re.sub(r"var\(--([\w-]+)\)", lambda token: LIGHT[token[1]], shapes["furniture"])
    assert furniture
    assert furniture in drawn.replace("\n", "")
    corners = [f'rx="{px(plate[3])}"' for plate in shapes["plates"]]
    assert [drawn.count(corner) - furniture.count(corner) for corner in corners] == [len(board.cities)] * 2
    for city, (x, lower) in zip(map_geometry(board, 868, 560).cities, shapes["nameboards"], strict=True):
        if city.label.anchor == "middle" and 80 < x < 788:  # away from the edges, where boards are pushed in
            assert f'<text x="{px(x)}" y="{px(city.label.baselines[0] + lower)}"' in drawn


def _stroke_widths(markup: str) -> list[str]:
    return re.findall(r'<use [^>]*stroke-width="([^"]+)"', markup)


def height_of_map(drawn: str) -> str:
    """Of the sea, which is the first rectangle."""
    return drawn.split("<rect ")[1].split('height="')[1].split('"')[0]


def test_colours_and_marks_are_those_of_the_page() -> None:
    tokens, patterns = TOKENS.read_text("utf-8"), PATTERNS.read_text("utf-8")
    assert set(LIGHT) == set(DARK)
    assert all(f"--{name}: {value};" in tokens for theme in (LIGHT, DARK) for name, value in theme.items())
    assert (LIGHT["sea"], DARK["sea"], DARK["on-enamel"]) == ("#DCE0D2", "#111922", "#FBF5E6")
    assert len(LIVERIES) == 5
    assert len(SYMBOLS) == 9
    assert all(mark.format(ink="currentColor") in patterns for mark in (*SYMBOLS.values(), *LIVERIES))


def test_a_drawing_comes_out_as_big_as_is_asked_with_the_same_on_it() -> None:
    board = load_board("usa")
    printed = draw_board(board, size=Size.of("800x500mm"))
    shown = draw_board(board, width=1280, height=800)
    assert 'width="800mm" height="500mm" viewBox="0 0 1280 800"' in printed
    assert printed.replace('width="800mm" height="500mm"', 'width="1280" height="800"', 1) == shown
    assert draw_board(board, size=Size.of("31.5x19.6875in")).split("viewBox")[1] == shown.split("viewBox")[1]


@pytest.mark.parametrize("text", ["800x500", "800mm", "0x5mm", "axbmm", "800x500miles", "-1x5mm"])
def test_what_is_no_size_is_told(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no size; a size is written like 800x500mm, in mm, cm, in, pt, px"):
        Size.of(text)
