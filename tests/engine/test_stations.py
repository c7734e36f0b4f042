"""Stations: what they cost, where they stand, and what they are good for at the end, worked by hand."""

from __future__ import annotations

import pytest

from footplate.actions import BuildStation, PayDue
from footplate.boards import Board, load_board
from footplate.errors import IllegalAction
from footplate.game import Game
from footplate.outcome import Loan
from footplate.view import Phase
from tests.support.invariants import check_state
from tests.support.positions import end_turn, finished, give, hold, lay, level, started

RULES = {"cost_cards": [1, 2, 3], "unused_points": 4}


def usa(**changes: object) -> Board:
    """The United States with Europe's stations."""
    return load_board("usa").with_rules(special={"stations": RULES}, name="usa_stations", **changes)


def stand(game: Game, seat: int, *cities: str) -> None:
    game.record.station[seat] = 0
    for i, city in enumerate(cities):
        game.record.station[seat, i] = game.board.city_index[city] + 1


def payments(game: Game) -> set[str]:
    return {action.text for action in game.legal_actions() if isinstance(action, PayDue)}


def test_the_first_costs_one_card_the_second_two_the_third_three_of_one_colour():
    game = started(usa())
    give(game, red=4, blue=1, locomotive=2)
    game.push("station Denver")
    assert (game.phase, game.due, game.to_move) == (Phase.STATION_PAYMENT, 1, 0)
    assert payments(game) == {"pay 1 red", "pay 1 blue", "pay 1 locomotive"} == {a.text for a in game.legal_actions()}
    event = game.push("pay 1 blue")
    assert (event.city, game.to_move, game.stations[0], game.stations_left) == ("Denver", 1, ("Denver",), (2, 3))
    check_state(game)
    end_turn(game)
    give(game, red=3, blue=1, locomotive=2)
    game.push("station Miami")
    assert payments(game) == {"pay 2 red", "pay 1 red 1 locomotive", "pay 1 blue 1 locomotive", "pay 2 locomotive"}
    game.push("pay 1 red 1 locomotive")
    end_turn(game)
    game.push("station Boston")
    assert payments(game) == {"pay 2 red 1 locomotive"}
    game.push("pay 2 red 1 locomotive")
    end_turn(game)
    check_state(game)
    assert game.stations_left == (0, 3)
    assert not any(isinstance(action, BuildStation) for action in game.legal_actions())


def test_one_station_to_a_city_and_none_that_cant_be_paid():
    game = started(usa())
    game.push("station Denver")
    game.push(game.legal_actions()[0])
    give(game, red=1)
    with pytest.raises(IllegalAction):
        game.push("station Denver")
    assert game.is_legal(game.actions.id(BuildStation("Miami")))
    stand(game, 1, "Boston", "Atlanta")  # the third costs 3
    give(game, red=1, blue=1, locomotive=1)
    assert not any(isinstance(action, BuildStation) for action in game.legal_actions())
    give(game, red=1, locomotive=2)
    assert game.is_legal(game.actions.id(BuildStation("Miami")))


def stations_at_the_end(**changes: object) -> Game:
    """Everybody has 0 points but for stations."""
    game = finished(usa(**changes))
    level(game)
    game.record.station[:] = 0
    return game


def test_unbuilt_stations_are_worth_four_each():
    game = stations_at_the_end()
    stand(game, 0, "Denver")
    assert [score.stations for score in game.scores()] == [8, 12]
    assert [score.total for score in game.scores()] == [8, 12]


def test_a_station_lends_one_route_for_tickets_and_nothing_else():
    """Seat 0 has Dallas–Houston and a ticket to Kansas City; seat 1 the two routes between."""
    game = stations_at_the_end()
    hold(game, 0, "Kansas City", "Houston")  # 5 points
    lay(game, 0, "Dallas-Houston")
    lay(game, 1, "Dallas-Oklahoma City", "Oklahoma City-Kansas City")
    assert [(s.tickets_done, s.tickets_open) for s in game.scores()] == [(0, -5), (0, 0)]
    stand(game, 0, "Oklahoma City")  # lends Dallas–Oklahoma City, and the other way is still open
    assert game.scores()[0].tickets_open == -5
    lay(game, 0, "Oklahoma City-Kansas City")
    outcome = game.outcome()
    assert (outcome.scores[0].tickets_done, outcome.scores[0].completed, outcome.scores[0].stations) == (5, 1, 8)
    assert [score.path_length for score in outcome.scores] == [2, 2]  # the lent route is no part of the path
    r = next(i for i, route in enumerate(game.board.routes) if {route.a, route.b} == {"Dallas", "Oklahoma City"})
    assert outcome.loans == ((Loan("Oklahoma City", r, 1),), ())
    assert outcome.loan_sentences(["You", "Fireman"], game.board) == (
        "Station in Oklahoma City: borrowed Fireman's Dallas–Oklahoma City.",
    )


def test_several_stations_serve_one_ticket_and_no_own_route_is_needed():
    game = stations_at_the_end()
    hold(game, 0, "Kansas City", "Houston")
    lay(game, 1, "Dallas-Houston", "Dallas-Oklahoma City", "Oklahoma City-Kansas City")
    stand(game, 0, "Houston", "Oklahoma City")
    assert game.scores()[0].completed == 0
    stand(game, 0, "Houston", "Oklahoma City", "Kansas City")
    assert (game.scores()[0].completed, game.scores()[0].stations) == (1, 0)


def test_the_same_route_serves_all_tickets():
    """From Dallas one loan leads to Houston or to Oklahoma City, not to both: the better ticket is chosen."""
    game = stations_at_the_end()
    tickets = {(t.a, t.b): t.points for t in game.board.tickets}
    assert (tickets["Kansas City", "Houston"], tickets["Duluth", "Houston"]) == (5, 8)
    hold(game, 0, "Kansas City", "Houston")
    hold(game, 0, "Duluth", "Houston")
    lay(game, 0, "Kansas City-Oklahoma City")
    lay(game, 0, "Duluth-Omaha", "Omaha-Denver", "Denver-Santa Fe", "Santa Fe-El Paso", "El Paso-Houston")
    lay(game, 1, "Houston-Dallas", "Dallas-Oklahoma City")
    assert game.scores()[0].completed == 1
    stand(game, 0, "Dallas")
    assert game.scores()[0].completed == 1
    stand(game, 0, "Dallas", "Oklahoma City")
    assert (game.scores()[0].completed, game.scores()[0].tickets_done) == (2, 13)


def test_fewer_stations_break_ties_before_the_path():
    """Seat 0 has built one, seat 1 none; routes make up for the 4 points."""
    for order, winner, why, said in (
        (["tickets", "fewest_stations", "longest_path"], 1, "fewest stations", "fewest stations used"),
        (["tickets", "longest_path", "fewest_stations"], 0, "longest path", "longest path"),
    ):
        game = stations_at_the_end(tie_breaks=order)
        stand(game, 0, "Denver")
        lay(game, 0, "New York-Washington")
        game.record.points[:2] = [0, 6]
        outcome = game.outcome()
        assert (outcome.totals, outcome.winners, outcome.decided_by) == ((18, 18), (winner,), why)
        assert outcome.sentence(["Ann", "Bob"]).endswith(f"equal on points, decided by {said}.")
