"""Boards in the papers' figures, and beside published boards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from footplate.boards import Route, load_board
from footplate.design.evaluation.figures import PRINTED, PUBLISHED, features_of, traits_of


def test_the_united_states_are_a_row_of_the_papers_tables() -> None:
    """Table 3, with the two tracks of Salt Lake City – San Francisco at 5, which the paper has at 4."""
    usa = features_of(load_board("usa"))
    assert (usa.routes, usa.pairs, usa.trains, usa.tickets) == (100, 78, 309, 30)
    assert usa.ticket_value == pytest.approx(11.6, abs=0.05)
    assert 100 * usa.double_share == pytest.approx(28.2, abs=0.05)
    assert usa.mean_length == pytest.approx(3.09)
    assert usa.colors == {**dict.fromkeys(load_board("usa").colors, 7), "grey": 44}
    assert set(usa.trains_by_color.values()) == {27, 93}
    assert sum(usa.lengths.values()) == 100
    assert usa.to_dict()["grey_share"] == 0.44


def test_routes_of_one_colour_that_meet_are_counted_by_hand() -> None:
    """A–B red and blue side by side, B–C red, C–A grey: of five pairs that meet only the red ones at B are alike."""
    mini = load_board("mini")
    a, b, c = [city.name for city in mini.cities][:3]
    routes = (
        Route(a, b, 1, "red", 0), Route(a, b, 1, "blue", 0), Route(b, c, 2, "red", 1), Route(c, a, 2, "grey", 2),
    )  # fmt: skip
    assert features_of(replace(mini, routes=routes)).same_color == pytest.approx(1 / 5)
    assert features_of(load_board("usa")).same_color < 0.05


def test_published_boards_are_as_published_boards() -> None:
    for name in PUBLISHED:
        assert all(trait.is_usual for trait in traits_of(load_board(name))), name
    assert len(PRINTED) == 13


def test_what_stands_out_is_said() -> None:
    usa = load_board("usa")
    red = replace(usa, routes=tuple(replace(route, color="red") for route in usa.routes))
    unusual = [trait.name for trait in traits_of(red) if not trait.is_usual]
    assert unusual == ["spaces of the commonest colour for each of the rarest"]
    grey = replace(usa, routes=tuple(replace(route, color="grey") for route in usa.routes))
    assert "grey routes 100 % (published 0 to 45.7 %)" in [str(t) for t in traits_of(grey) if not t.is_usual]
