"""The rules of a board in words, with its own numbers."""

from __future__ import annotations

from typing import Any

import pytest

from footplate.app.views.rules import cost_words, rules_view
from footplate.boards import board_names, load_board


def told(board: Any) -> str:
    parts = [
        " ".join([section["title"], section["words"], *(f"{i['lead']} {i['words']}" for i in section["list"])])
        for section in rules_view(board)["sections"]
    ]
    return "\n".join(parts)


@pytest.mark.parametrize("name", board_names())
def test_every_board_is_explained_and_every_route_has_its_cost(name):
    board = load_board(name)
    told_of = rules_view(board)
    assert len(told_of["costs"]) == len(board.routes)
    assert all(section["words"] or section["list"] or section["points"] for section in told_of["sections"])


def test_the_numbers_are_the_board_s_own():
    usa, new_york = told(load_board("usa")), told(load_board("new_york"))
    assert (
        "Everybody has 45 trains and 4 cards, and is offered three tickets, of which at least two must be kept" in usa
    )
    assert "When three locomotives lie open, the market is dealt again." in usa
    assert "With fewer than four players, the second track closes" in usa
    assert "longest continuous path: 10 points" in usa
    assert "Attractions" not in usa
    assert "Attractions (cities with a star): 1 point for each" in new_york
    assert "Equal points: more tickets done win; then the longer path." in usa


def test_another_rule_is_told_otherwise():
    small = load_board("small")
    changed = small.with_rules(name="mine", end_trains=1, tie_breaks=[], double_routes_min_players=4)
    assert "ends a turn with 1 train or fewer" in told(changed)
    assert "Equal points are a draw." in told(changed)
    assert "no locomotives" in told(load_board("t2r"))
    assert "two given tickets" in told(load_board("t2r"))
    assert "two tickets, dealt by chance, which nobody else sees" in told(load_board("t2r:private"))


def test_what_a_route_costs():
    board = load_board("usa")
    by_colour = {route.color: cost_words(board, route) for route in board.routes if route.length == 2}
    assert by_colour["grey"] == "2 trains, 2 points. Any one colour."
    assert by_colour["red"] == "2 trains, 2 points. Red cards."
    europe = load_board("europe")
    ferries = [cost_words(europe, route) for route in europe.routes if route.locomotives]
    assert ferries[0].endswith("Any one colour. At least 1 locomotive.")
    tunnels = [cost_words(europe, route) for route in europe.routes if route.tunnel]
    assert all(words.endswith("A tunnel: 3 cards turned up may ask for more.") for words in tunnels)
    nordic = load_board("nordic")
    words = {frozenset((route.a, route.b)): cost_words(nordic, route) for route in nordic.routes}
    assert words[frozenset(("Alborg", "Oslo"))].endswith("At least 1 locomotive, or 3 cards of any kind for each.")
    assert words[frozenset(("Lieksa", "Murmansk"))].endswith("Any 4 cards may stand for one of the colour.")


def test_tunnels_ferries_and_locomotives_are_told():
    nordic, europe, usa = (told(load_board(name)) for name in ("nordic", "europe", "usa"))
    assert "stands for any card, but on tunnels and ferries only. It is taken like any other card" in nordic
    assert "Any three cards may stand for one of them. On Lieksa–Murmansk any four cards" in nordic
    assert "the market is dealt again" not in nordic
    assert "stands for any card. Taken face up it is your whole turn" in europe
    assert "Tunnels When you claim one, show your cards for it. Then 3 cards of the deck are turned up" in europe
    assert "tunnel" not in usa


def test_a_race_is_told_without_points():
    race = load_board("first_journey_usa")
    assert "The game ends when somebody has finished six tickets, and wins." in told(race)
    assert "Points at the end" not in told(race)
    assert all("point" not in cost_words(race, route) for route in race.routes)
