"""Lean board files: rules that are left out, other spellings, cities by latitude and longitude."""

from __future__ import annotations

import copy
import json
import math
from typing import Any

import pytest

from footplate import Game
from footplate.boards import Board, load_board
from footplate.boards.check import problems
from footplate.boards.lean import DEFAULTS, WIDEST, filled, projected
from footplate.boards.variants import RULE_FIELDS

CITIES = [{"name": name, "x": x, "y": y} for name, x, y in (("A", 0.1, 0.1), ("B", 0.9, 0.2), ("C", 0.5, 0.9))]
PAIRS = (("A", "B"), ("B", "C"), ("A", "C"))


def lean() -> dict[str, Any]:
    return {
        "name": "tiny",
        "cities": copy.deepcopy(CITIES),
        "routes": [{"a": a, "b": b, "length": 2, "color": "red"} for a, b in PAIRS],
        "tickets": [{"a": a, "b": b, "points": 2} for a, b in PAIRS * 5],
    }


def on_earth(**places: tuple[float, float]) -> dict[str, Any]:
    """The tiny board with its cities where they are on the earth."""
    return {**lean(), "cities": [{"name": name, "lat": lat, "lon": lon} for name, (lat, lon) in places.items()]}


def test_rules_that_are_left_out_are_those_of_usa() -> None:
    board, usa = Board.from_dict(lean()), load_board("usa")
    assert {**board.rules.route_points, **usa.rules.route_points} == board.rules.route_points
    for key in DEFAULTS.keys() - {"route_points"}:
        assert board.data[key] == usa.data[key], key
    assert board.title == "tiny"
    assert Game(board, 5).legal_actions()


@pytest.mark.parametrize("field", RULE_FIELDS)
def test_every_rule_field_has_a_default(field: str) -> None:
    data = {key: value for key, value in load_board("usa").data.items() if key != field}
    assert problems(data) == []
    assert not Board.from_dict(data).problems


@pytest.mark.parametrize(("face_up", "limit"), [(0, None), (2, 2), (3, 3), (5, 3)])
def test_no_more_face_up_locomotives_than_cards(face_up: int, limit: int | None) -> None:
    assert Board.from_dict({**lean(), "face_up": face_up}).rules.max_face_up_locomotives == limit


def test_both_spellings_are_read_and_one_is_written() -> None:
    british = lean()
    british |= {"colours": ["red", "blue"], "cards_per_colour": 20}
    british["routes"] = [{"a": r["a"], "b": r["b"], "length": 2, "colour": "gray"} for r in british["routes"]]
    british["special"] = {"variants": {"one": {"colours": ["red"], "cards_per_colour": 30}}}
    board = Board.from_dict(british)
    assert (board.colors, board.rules.cards_per_color) == (("red", "blue"), 20)
    assert {route.color for route in board.routes} == {"grey"}
    assert board.with_variant("one").colors == ("red",)
    assert "colour" not in board.to_json()
    assert "gray" not in board.to_json()
    assert Board.from_json(board.to_json()) == board


def test_two_spellings_at_once_are_refused() -> None:
    data = {**lean(), "colors": ["red"], "colours": ["blue"]}
    assert problems(data) == ["there is no field 'colours'; did you mean 'colors'?"]
    data = lean()
    data["routes"][0]["colour"] = "blue"
    assert problems(data) == ["route A–B: there is no field 'colour'; did you mean 'color'?"]


# ---------------------------------------------------------------- latitude and longitude


def test_a_map_on_the_earth_has_north_up_and_true_proportions() -> None:
    board = Board.from_dict(on_earth(A=(57.15, -2.1), B=(55.86, -4.25), C=(57.48, -4.22)))  # in Scotland
    aberdeen, glasgow, inverness = ((c.x * board.aspect, c.y) for c in board.cities)
    assert inverness[1] < aberdeen[1] < glasgow[1]
    assert glasgow[0] < aberdeen[0]
    near, far = math.dist(aberdeen, inverness), math.dist(glasgow, inverness)
    assert near / far == pytest.approx(132.6 / 180.1, rel=0.01)  # km on the sphere, by the haversine formula
    assert Board.from_json(board.to_json()) == board
    assert filled(board.data) == board.data


def test_a_map_across_the_180th_meridian_is_in_one_piece() -> None:
    board = Board.from_dict(on_earth(A=(-17, 178), B=(-17, -178), C=(-21, -175)))  # Fiji and Tonga
    x = [city.x for city in board.cities]
    assert x == sorted(x)
    assert x[1] - x[0] == pytest.approx(x[2] - x[1], rel=0.5)


@pytest.mark.parametrize("latitudes", [(-10, 10, 0), (0, 0, 0), (80, 89, 85), (-60, -40, -50)])
def test_any_part_of_the_earth_fits_on_the_map(latitudes: tuple[float, float, float]) -> None:
    a, b, c = latitudes
    board = Board.from_dict(on_earth(A=(a, 10), B=(b, 40), C=(c, 25)))
    assert all(0.02 < place < 0.98 for city in board.cities for place in (city.x, city.y))
    assert 0.4 < board.aspect < WIDEST + 0.2


def test_the_map_fits_into_proportions_that_the_file_asks_for() -> None:
    data = on_earth(A=(57.15, -2.1), B=(55.86, -4.25), C=(57.48, -4.22))
    wide = Board.from_dict({**data, "layout": {"aspect": 2}})
    own = Board.from_dict(data)
    assert wide.aspect == 2
    for i in (1, 2):
        shape = [(c.x - b.cities[0].x) * b.aspect / (c.y - b.cities[0].y) for b in (wide, own) for c in [b.cities[i]]]
        assert shape[0] == pytest.approx(shape[1], rel=0.001)


def test_cities_at_one_place_are_too_close_and_nothing_fails() -> None:
    assert any("cities need more than" in reason for reason in problems(on_earth(A=(5, 5), B=(5, 5), C=(5, 5))))


def test_distances_along_meridians_are_true() -> None:
    (_, north), (_, south), _ = projected([(60, 10), (50, 10), (55, 10)])
    assert south - north == pytest.approx(math.radians(10), abs=1e-9)


@pytest.mark.parametrize("wrong", ["5", None, float("nan"), float("inf"), 91, True, [], 10**400])
def test_wrong_degrees_are_told_once(wrong: object) -> None:
    data = on_earth(A=(1, 1), B=(2, 8), C=(7, 3))
    data["cities"][1]["lat"] = wrong
    (reason,) = problems(data)
    assert reason.startswith("city B: lat is ")
    assert reason.endswith("but it must be a number of degrees from -90 to 90")


def test_a_city_without_any_place() -> None:
    data = on_earth(A=(1, 1), B=(2, 8), C=(7, 3))
    del data["cities"][0]["lat"], data["cities"][0]["lon"]
    assert problems(data) == ["city A: the field 'x' is missing", "city A: the field 'y' is missing"]


def test_a_lean_file_says_which_key_is_there_twice() -> None:
    text = json.dumps(on_earth(A=(1, 1), B=(2, 8), C=(7, 3))).replace('"lat": 1', '"lat": 1, "lat": 2')
    assert "city A: the key 'lat' is there 2 times (1 and 2); one must go" in _refusal(text)


def _refusal(text: str) -> str:
    with pytest.raises(Exception, match="can't be used") as refused:
        Board.from_json(text)
    return str(refused.value)
