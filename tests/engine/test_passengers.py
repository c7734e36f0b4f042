"""Passengers: where they wait, who takes them along, and what they are worth, worked by hand."""

from __future__ import annotations

import pytest

from footplate.actions import ClaimRoute, Decline, TakePassenger
from footplate.boards import Board, load_board
from footplate.game import Game
from footplate.sentences import by_turn, passenger_gates, turn_deed
from footplate.view import Phase
from tests.support.invariants import check_state
from tests.support.positions import finished, give, level, started

COLOURS = ["red", "green", "blue"]
WAITING = {"Dallas": 3, "Houston": 1, "Miami": 2}


def usa(**changes: object) -> Board:
    """The United States with six passengers."""
    special = {"passengers": {"per_city": WAITING, "colors": COLOURS}}
    return load_board("usa").with_rules(special=special, name="usa_passengers", **changes)


def wait(game: Game, *colours: str) -> None:
    """Those in Dallas, Houston and Miami, in this order, have these colours."""
    game.record.passenger[: len(colours)] = [COLOURS.index(colour) for colour in colours]
    check_state(game)


def test_as_many_of_each_colour_are_placed_at_random():
    games = [Game(usa(), 2, seed) for seed in range(20)]
    for game in games:
        check_state(game)
        assert {place: sum(there.values()) for place, there in game.waiting.items()} == WAITING
    assert len({str(game.waiting) for game in games}) > 10
    assert Game(usa(), 2, 3).waiting == games[3].waiting


def test_who_claims_a_route_takes_one_from_each_end_and_chooses_where_there_are_colours():
    game = started(usa())
    wait(game, "red", "blue", "blue", "green", "red", "green")
    give(game, red=1)
    game.push("claim Dallas-Houston red")
    assert (game.phase, game.to_move, game.passengers_at) == (Phase.PASSENGER, 0, "Dallas")
    assert game.legal_actions() == [TakePassenger("red"), TakePassenger("blue"), Decline()]
    event = game.push("passenger blue")
    assert event.passengers == (("Dallas", "blue"), ("Houston", "green"))  # the only one in Houston comes along
    check_state(game)
    assert (game.phase, game.to_move) == (Phase.TURN, 1)
    assert game.passengers_of(0) == {"red": 0, "green": 1, "blue": 1}
    assert game.waiting == {"Dallas": {"red": 1, "blue": 1}, "Miami": {"red": 1, "green": 1}}
    assert turn_deed(by_turn(game.history)[-1]) == (
        "claimed Dallas–Houston with 1 red. Then took a blue passenger along in Dallas. "
        "Passengers came along: a green one from Houston."
    )


def test_passengers_may_be_left_where_there_is_a_choice():
    game = started(usa())
    wait(game, "red", "blue", "blue", "green", "red", "green")
    give(game, red=1)
    game.push("claim Dallas-Houston red")
    game.push("decline")
    assert game.passengers_of(0) == {"red": 0, "green": 1, "blue": 0}
    assert game.waiting["Dallas"] == {"red": 1, "blue": 2}
    assert game.to_move == 1


def test_without_a_choice_nothing_is_asked():
    game = started(usa())
    wait(game, "red", "red", "blue", "blue", "green", "green")
    give(game, green=6)
    event = game.push("claim Houston-El Paso green")
    assert (event.passengers, game.to_move) == ((("Houston", "blue"),), 1)
    assert turn_deed([event]) == "claimed El Paso–Houston with 6 green. Passengers came along: a blue one from Houston."


def test_a_countrys_passenger_waits_at_all_its_crossings():
    """On the map of Germany one waits for both routes to Denmark, and only the first takes it along."""
    germany = load_board("germany")
    assert dict(germany.rules.passengers.places)["Danemark"] == 1
    assert sum(n for _, n in germany.rules.passengers.places) == 60


@pytest.mark.parametrize(
    ("city", "gate", "cards", "comes"),
    [
        ("Lindau", "Osterreich 3", {"pink": 2}, {"Lindau"}),
        ("Munchen", "Osterreich 2", {"red": 3}, {"Munchen", "Osterreich"}),
        ("Regensburg", "Osterreich 1", {"yellow": 4}, {"Regensburg", "Osterreich"}),
    ],
)
def test_the_passenger_in_austria_waits_at_its_large_picture(
    city: str, gate: str, cards: dict[str, int], comes: set[str]
):
    game = Game("germany", 2)
    while game.phase is not Phase.TURN:
        game.push(game.legal_actions()[0])
    give(game, **cards)
    before = {place: sum(there.values()) for place, there in game.waiting.items()}
    claims = [action for action in game.legal_actions() if isinstance(action, ClaimRoute)]
    game.push(next(claim for claim in claims if {claim.a, claim.b} == {city, gate}))
    if game.phase is Phase.PASSENGER:
        game.push(game.legal_actions()[0])
    check_state(game)
    assert game.to_move == 1
    after = {place: sum(there.values()) for place, there in game.waiting.items()}
    assert {place for place, n in before.items() if after.get(place, 0) < n} == comes


def test_where_passengers_wait_at_some_gates_only_is_said():
    assert passenger_gates(load_board("germany")) == (
        "In Österreich they wait where routes from München and Regensburg end, nowhere else."
    )
    assert passenger_gates(usa()) == ""


@pytest.mark.parametrize(
    ("red", "points"),
    [
        ((3, 2, 1), (20, 10, 0)),
        ((2, 2, 1), (20, 20, 0)),  # tied for most: nobody is second
        ((2, 2, 2), (20, 20, 20)),
        ((3, 1, 1), (20, 10, 10)),  # tied for second
        ((3, 0, 0), (20, 0, 0)),  # none is not second
        ((0, 0, 0), (0, 0, 0)),
    ],
)
def test_most_and_second_most_of_a_colour(red: tuple[int, ...], points: tuple[int, ...]):
    board = load_board("usa").with_rules(
        special={"passengers": {"per_city": {"Dallas": 30}, "colors": COLOURS}}, name="usa_passengers"
    )
    game = finished(board, 3)
    level(game)
    owners = [seat + 1 for seat, n in enumerate(red) for _ in range(n)]
    game.record.passenger[:30] = 0
    game.record.passenger[: len(owners)] = [owner << 3 for owner in owners]
    game.record.passenger[10:30] = [1] * 10 + [2] * 10
    assert tuple(score.passengers for score in game.scores()) == points
    assert tuple(score.passengers_taken for score in game.scores()) == red


def test_more_passengers_break_a_tie():
    game = finished(usa(tie_breaks=["tickets", "passengers"]))
    level(game)
    game.record.passenger[:6] = [0, 1, 2, 0, 1 | 1 << 3, 2 | 1 << 3]
    game.record.points[:2] = [10, 50]
    outcome = game.outcome()
    assert (outcome.totals, outcome.winners, outcome.decided_by) == ((50, 50), (0,), "most passengers")


def test_both_ends_in_one_country_are_asked_one_after_the_other():
    game = started(usa())
    wait(game, "red", "blue", "blue", "green", "red", "green")
    place = game.board.city_index["Dallas"]
    tables = game.tables
    tables.records["city_place"][0, game.board.city_index["Houston"]] = place
    try:
        give(game, red=1)
        game.push("claim Dallas-Houston red")
        game.push("passenger blue")
        assert game.phase is Phase.PASSENGER
        game.push("passenger blue")
        assert game.to_move == 1
        assert game.passengers_of(0) == {"red": 0, "green": 0, "blue": 2}
    finally:
        tables.records["city_place"][0, game.board.city_index["Houston"]] = game.board.city_index["Houston"]
