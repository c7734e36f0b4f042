"""Several drawings on one page."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from footplate.boards import load_board
from footplate.maps.panels import Panel, draw_panels
from footplate.maps.route_use import draw_route_use

SVG = "{http://www.w3.org/2000/svg}"


def test_panels_stand_in_rows_and_have_names_of_their_own() -> None:
    board = load_board("mini")
    maps = [draw_route_use(board, [0.5] * len(board.routes), width=200, place=str(i)) for i in range(3)]
    page = ElementTree.fromstring(draw_panels("three", [Panel(f"map {i}", maps[i]) for i in range(3)], 2))
    places = [(float(one.attrib["x"]), float(one.attrib["y"])) for one in page.iter(f"{SVG}svg") if "x" in one.attrib]
    assert len(places) == 3
    assert places[0][1] == places[1][1] < places[2][1]
    assert places[0][0] == places[2][0] < places[1][0]
    ids = [element.attrib["id"] for element in page.iter() if "id" in element.attrib]
    assert len(set(ids)) == len(ids) > 0
    assert {one.text for one in page.iter(f"{SVG}text")} >= {"map 0", "map 1", "map 2"}


def test_a_panel_is_a_whole_drawing() -> None:
    with pytest.raises(ValueError, match="a whole SVG"):
        draw_panels("nothing", [Panel("a", "<svg>")], 1)
