"""Districts, the grand tour and ties: examples worked by hand."""

from __future__ import annotations

import pytest

from footplate.boards import Board, load_board
from footplate.game import Game
from tests.support.positions import finished, hold, lay, level


def test_a_district_is_held_when_all_its_cities_are_connected():
    """London's district 3: Waterloo, Globe Theatre and Elephant & Castle; 1: British Museum and Covent Garden."""
    game = finished("london")
    level(game)
    lay(game, 0, "Waterloo-Globe Theatre")
    assert [score.districts for score in game.scores()] == [0, 0]
    lay(game, 0, "Globe Theatre-Elephant & Castle")
    lay(game, 1, "British Museum-Covent Garden")
    assert [score.districts for score in game.scores()] == [3, 1]
    assert game.scores()[0].total == 3


def test_the_way_may_lead_through_other_districts_and_everybody_can_hold_each():
    """Seat 0 goes from Waterloo by Trafalgar Square, Covent Garden and St Paul's to the Globe, seat 1 straight."""
    game = finished("london")
    level(game)
    lay(game, 0, "Waterloo-Elephant & Castle", "Waterloo-Trafalgar Square", "Trafalgar Square-Covent Garden")
    lay(game, 1, "Globe Theatre-Elephant & Castle", "Waterloo-Globe Theatre")
    assert [score.districts for score in game.scores()] == [0, 3]
    lay(game, 0, "Covent Garden-St Paul's", "St Paul's-Globe Theatre")
    assert [score.districts for score in game.scores()] == [3, 3]


def test_cities_of_a_district_in_two_networks_are_not_connected():
    game = finished("london")
    level(game)
    lay(game, 0, "Trafalgar Square-Big Ben", "Piccadilly Circus-Buckingham Palace")
    assert game.scores()[0].districts == 0
    lay(game, 0, "Trafalgar Square-Piccadilly Circus")
    assert game.scores()[0].districts == 2


def ring() -> Board:
    """A-B-C-D-A with a tail D-E and an eight at A (A-F-G-A), tickets between all of them."""
    small = load_board("small")
    data = {**small.data, "name": "ring", "special": {"grand_tour_bonus": {"by_number_of_tickets": {"1": 5, "2": 12}}}}
    places = zip("ABCDEFG", (0.5, 0.7, 0.7, 0.5, 0.4, 0.3, 0.3), (0.5, 0.5, 0.7, 0.7, 0.9, 0.5, 0.3), strict=True)
    data["cities"] = [{"name": name, "x": x, "y": y} for name, x, y in places]
    ends = ("AB", "BC", "CD", "DA", "DE", "AF", "FG", "GA")
    data["routes"] = [{"a": a, "b": b, "length": 1, "color": "grey"} for a, b in ends]
    pairs = ("AC", "CE", "CG", "FB", "AE", "BD")
    data["tickets"] = [{"a": a, "b": b, "points": 2} for a, b in pairs]
    data["initial_tickets"] = data["draw_tickets"] = {"deal": 1, "keep": 1}
    return Board.from_dict(data)


@pytest.mark.parametrize(
    ("routes", "tickets", "points"),
    [
        ("AB BC CD", "AC", 0),  # one way
        ("AB BC CD DA", "AC", 5),
        ("AB BC CD DA DE", "AC CE AE", 5),  # E hangs on one route
        ("AB BC CD DA AF FG GA", "CG", 5),  # both ways pass A: a city may be shared
        ("AB BC CD DA AF FG GA", "CG FB", 12),
        ("AB BC CD DA AF FG GA", "CG FB AC BD", 12),  # more than the table has: as its last
        ("AB BC CD DA AF", "FB", 0),
    ],
)
def test_a_ticket_counts_whose_cities_two_ways_without_a_common_route_join(routes: str, tickets: str, points: int):
    game = Game(ring(), 2, 1)
    level(game)
    lay(game, 0, *("-".join(pair) for pair in routes.split()))
    for a, b in tickets.split():
        hold(game, 0, a, b)
    assert [score.grand_tour for score in game.scores()] == [points, 0]


def test_indias_table():
    assert load_board("india").rules.grand_tour == (5, 10, 20, 30, 40)


def test_the_order_of_tie_breaks_is_the_boards():
    """Seat 0 has a ticket more, seat 1 the longest path: whichever the board asks first decides."""
    for order, winner, why in (
        (["tickets", "longest_path"], 0, "completed tickets"),
        (["longest_path", "tickets"], 1, "longest path"),
    ):
        game = finished(load_board("usa").with_rules(tie_breaks=order))
        level(game)
        lay(game, 0, "Dallas-Houston", "Dallas-Oklahoma City", "Oklahoma City-Kansas City")
        hold(game, 0, "Kansas City", "Houston")  # 5 points
        lay(game, 1, "New York-Washington", "Washington-Raleigh", "Raleigh-Pittsburgh")
        game.record.points[:2] = [20, 15]
        outcome = game.outcome()
        assert (outcome.totals, outcome.winners, outcome.decided_by) == ((25, 25), (winner,), why)


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("europe", ("tickets", "fewest_stations", "longest_path")),
        ("nordic", ("tickets", "longest_path")),
        ("switzerland", ("tickets", "longest_path")),
        ("india", ("tickets", "longest_path")),
        ("germany", ("tickets", "passengers")),
        ("london", ("tickets",)),
        ("first_journey_usa", ("tickets",)),
        ("small", ()),
    ],
)
def test_tie_breaks_of_the_boards(name: str, order: tuple[str, ...]):
    assert load_board(name).rules.tie_breaks == order


def test_the_longest_path_breaks_ties_where_it_has_no_bonus():
    """Then the players who are level are compared, also when a third has a longer one."""
    board = load_board("usa").with_rules(longest_path_bonus=None, tie_breaks=["longest_path"])
    game = finished(board, 3)
    level(game)
    lay(game, 0, "New York-Washington")
    lay(game, 1, "Dallas-Houston", "Dallas-Oklahoma City")
    lay(game, 2, "Seattle-Helena")
    game.record.points[:3] = [20, 20, 10]
    outcome = game.outcome()
    assert [score.path_length for score in outcome.scores] == [2, 3, 6]
    assert (outcome.totals, outcome.winners, outcome.decided_by) == ((20, 20, 10), (1,), "longest path")
