"""Boards from values: they read back, play by what they say, and are refused with every reason when they can't."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.boards import (
    Board,
    City,
    District,
    PassengerRules,
    ProgressRules,
    Route,
    Rules,
    StationRules,
    Ticket,
    TicketDeal,
    board_names,
    load_board,
)
from footplate.boards.check import problems
from footplate.boards.check.quick import is_plainly_sound
from footplate.boards.content import write_rules
from footplate.errors import InvalidBoard
from footplate.game import Game
from footplate.records import digest_of
from tests.support.strategies import random_boards


def from_values(board: Board) -> Board:
    return replace(board, file=None)


def is_plain(board: Board) -> bool:
    return is_plainly_sound(board, write_rules(board))


def test_a_board_of_your_own() -> None:
    rules = Rules(
        players=(2, 2), trains=8, cards_per_color=6, locomotives=4, initial_cards=2, face_up=3,
        max_face_up_locomotives=2, initial_tickets=TicketDeal(1, 1), draw_tickets=TicketDeal(1, 1),
        route_points={2: 2, 3: 4}, end_trains=2, double_routes_min_players=2, tie_breaks=("tickets",),
    )  # fmt: skip
    cities = (City("Alder", 0.1, 0.2, "Alder"), City("Birch", 0.9, 0.3, "Birch"), City("Cedar", 0.5, 0.8, "Cedar"))
    routes = (Route("Alder", "Birch", 3, "red", 0), Route("Birch", "Cedar", 2, "grey", 1, locomotives=1))
    tickets = (Ticket("Alder", "Birch", 3), Ticket("Birch", "Cedar", 2))
    board = Board("three_ports", "Three Ports", ("red", "blue"), cities, routes, tickets, rules)
    assert board.problems == ()
    assert Board.from_json(board.to_json()) == board
    game = Game(board, 2, seed=1)
    assert game.board is board
    with pytest.raises(InvalidBoard, match="route Alder–Birch: length 9, but a player has only 8 trains"):
        Game(replace(board, routes=(replace(routes[0], length=9), routes[1])), 2)


@pytest.mark.parametrize("name", [*board_names(), "small:warwick", "t2r:different+open", "usa_1910:mega"])
def test_values_alone_are_the_same_game_and_read_back(name: str) -> None:
    board = load_board(name)
    bare = from_values(board)
    assert bare.problems == ()
    assert bare.rules_hash == board.rules_hash
    back = Board.from_json(bare.to_json())
    assert (back, hash(back), back.data) == (bare, hash(bare), bare.data)
    assert digest_of(Game(bare, 2, seed=3)) == digest_of(Game(board, 2, seed=3))


@pytest.mark.parametrize("name", board_names())
def test_a_replaced_value_is_what_is_played_and_the_rest_of_the_file_stays(name: str) -> None:
    board = load_board(name)
    more = replace(board, title="Another", rules=replace(board.rules, initial_cards=1, longest_path_bonus=7))
    assert more.problems == ()
    assert (more == board, more.data["initial_cards"], more.data["longest_path_bonus"]) == (False, 1, 7)
    assert Board.from_json(more.to_json()) == more
    assert more.data["notes"] == board.data["notes"]
    assert more.data["cities"] == board.data["cities"]
    same = replace(more, title=board.title, rules=board.rules)
    assert (same, same.data, same.to_json()) == (board, board.data, board.to_json())


def test_a_game_on_a_replaced_board_has_the_new_tables() -> None:
    usa = load_board("usa")
    short = replace(usa, rules=replace(usa.rules, trains=20, end_trains=0), tickets=usa.tickets[-15:])
    game = Game(short, 2, seed=1)
    assert (game.tables.record.n_trains, game.tables.record.n_tickets) == (20, 15)
    assert game.observe(0).trains[0] == 20
    assert Game(usa, 2).tables.record.n_trains == 45


def test_what_belongs_to_a_city_or_a_ticket_goes_with_it() -> None:
    board = load_board("usa_1910")
    turned = replace(board, cities=board.cities[::-1], tickets=board.tickets[::-1])
    assert turned.data["cities"] == list(board.data["cities"])[::-1]
    found = [(t["a"], t["b"], t["points"], t["set"]) for t in turned.data["tickets"]]
    assert sorted(found) == sorted((t["a"], t["b"], t["points"], t["set"]) for t in board.data["tickets"])
    fewer = replace(board, tickets=board.tickets[:40])  # its variants say how many tickets they leave
    assert fewer.problems
    assert all(reason.startswith("variant") for reason in fewer.problems)


def changed_rules(**changes: Any) -> Callable[[Board], Board]:
    return lambda board: replace(board, rules=replace(board.rules, **changes))


def changed_route(**changes: Any) -> Callable[[Board], Board]:
    return lambda board: replace(board, routes=(replace(board.routes[0], **changes), *board.routes[1:]))


def changed_city(**changes: Any) -> Callable[[Board], Board]:
    return lambda board: replace(board, cities=(replace(board.cities[0], **changes), *board.cities[1:]))


def changed_ticket(**changes: Any) -> Callable[[Board], Board]:
    return lambda board: replace(board, tickets=(replace(board.tickets[0], **changes), *board.tickets[1:]))


def coloured(board: Board) -> Route:
    return next(route for route in board.routes if route.color != "grey")


WRONG: list[tuple[Callable[[Board], Board], str]] = [
    (changed_rules(trains=64), "trains: 64, but it must be a whole number from 1 to 63"),
    (changed_rules(trains=19), "ticket Seattle–New York: the shortest way takes 20 trains, but a player has only 19"),
    (changed_rules(locomotives=99), "the deck: 195 train cards"),
    (changed_rules(route_points={1: 1}), "route_points has no entry"),
    (changed_rules(draw_tickets=TicketDeal(2, 3)), "draw_tickets: keep 3, but only 2 are dealt"),
    (changed_rules(attraction_points=2), "special.attraction_points needs special.attractions as well"),
    (changed_rules(own_both_tracks=1), "same_player_double_route: 1, but it must be true or false"),
    (changed_rules(progress=ProgressRules(0.9, 12, ((0,),))), "the progress game has no cards face up"),
    (changed_route(length=0), "length 0, but routes are 1 to 9 long"),
    (changed_route(length=1.0), "length 1.0, but routes are 1 to 9 long"),
    (changed_route(color="mauve"), "colour 'mauve'"),
    (changed_route(pair=5), "pair 5 is also the number of"),
    (changed_route(a="Atlantis"), "there is no city 'Atlantis'"),
    (changed_route(locomotives=9), "locomotives: 9, but it must be a whole number from 0 to"),
    (changed_city(x=1.5), "x is 1.5, but coordinates go from 0 to 1"),
    (changed_city(x=float("nan")), "x is nan"),
    (changed_city(x=0.95, y=0.31), "cities Atlanta and Boston: only 0.001 of the map's height apart"),
    (changed_city(name="BOSTON"), "the names differ only in capital letters"),
    (changed_city(label=""), "city Atlanta: label: ''"),
    (changed_city(attraction=1), "attraction is 1"),
    (changed_ticket(points=0), "points: 0"),
    (changed_ticket(b="Atlantis"), "there is no city 'Atlantis'"),
    (lambda board: replace(board, tickets=board.tickets[:14]), "5 players get 3 tickets each, but there are only 14"),
    (lambda board: replace(board, tickets=board.tickets * 4), "tickets: 120, but a board has at most 96"),
    (lambda board: replace(board, routes=board.routes[1:]), ""),
    (lambda board: replace(board, routes=(*board.routes, coloured(board))), "two parallel routes are"),
    (lambda board: replace(board, routes=(*board.routes, *[board.routes[0]] * 3)), "parallel routes, but there can be"),
    (lambda board: replace(board, colors=("red", "red")), "'red' is listed more than once"),
    (lambda board: replace(board, name="my map"), "name: 'my map'"),
    (lambda board: replace(board, title=""), "title: ''"),
    (lambda board: replace(board, aspect=9.0), "aspect is 9.0"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "reason"), WRONG)
def test_wrong_values_are_told_as_in_a_file(change: Callable[[Board], Board], reason: str) -> None:
    for usa in (load_board("usa"), from_values(load_board("usa"))):
        board = change(usa)
        if not reason:
            assert board.problems == ()
            continue
        assert any(reason in line for line in board.problems), board.problems
        assert not is_plain(board)
        with pytest.raises(InvalidBoard):
            Game(board, 2)


def test_values_that_no_file_can_say_are_refused() -> None:
    board = load_board("t2r")
    given = replace(board.rules, progress=replace(board.rules.progress, cards_per_draw=3))
    (reason,) = replace(board, rules=given).problems
    assert reason.startswith("rules: a board file can't say this")


BONUSES: list[tuple[str, Any, str]] = [
    ("districts", (District(7, ("Boston", "New York")), District(0, ("Miami",))), "city Atlanta: it is in 0 districts"),
    ("grand_tour", (5, 10), ""),
    ("grand_tour", (5, 10, 20, 30, 40, 50), "special.grand_tour_bonus: by_number_of_tickets has"),
    ("stations", StationRules((1, 2), 4), ""),
    ("stations", StationRules((1, 2, 3, 4), 4), "special.stations: cost_cards is a list of 4"),
    ("passengers", PassengerRules((("Boston", 3), ("Miami", 1)), ("red", "blue"), 9, 4), ""),
    ("passengers", PassengerRules((("Boston", 3),), ("red", "blue")), "special.passengers: 3 in all"),
]


@pytest.mark.parametrize(("name", "value", "reason"), BONUSES)
def test_bonuses_are_values_too(name: str, value: Any, reason: str) -> None:
    usa = from_values(load_board("usa"))
    board = replace(usa, rules=replace(usa.rules, **{name: value}))
    assert not is_plain(board)
    if reason:
        assert any(reason in line for line in board.problems), board.problems
        return
    assert board.problems == ()
    assert getattr(Board.from_json(board.to_json()).rules, name) == value
    assert board.rules_hash != usa.rules_hash
    without = replace(Board.from_json(board.to_json()), rules=usa.rules)
    assert (without.problems, without.data["special"]) == ((), {})


def test_ways_to_pay_are_values_too() -> None:
    usa = from_values(load_board("usa"))
    rules = replace(usa.rules, locomotives_only_on=("tunnel",), tunnel_cards=2, face_up_locomotive_is_whole_draw=False)
    first = replace(usa.routes[0], tunnel=True)
    board = replace(usa, routes=(first, replace(usa.routes[1], substitutes=2), *usa.routes[2:]), rules=rules)
    assert is_plain(board)
    assert problems(board.data) == []
    again = Board.from_json(board.to_json())
    assert (again.rules, again.routes) == (board.rules, board.routes)
    assert board.rules_hash != usa.rules_hash
    assert Game(board, 2).board is board


def test_rules_of_nordic_and_germany_are_values_too() -> None:
    nordic, germany = load_board("nordic"), from_values(load_board("germany"))
    wide = replace(nordic, rules=replace(nordic.rules, substitutes_for_any_locomotive=True))
    assert wide.rules_hash == load_board("nordic:any_locomotive").rules_hash != nordic.rules_hash
    for board in (wide, germany, replace(germany, rules=replace(germany.rules, passenger_gates=()))):
        assert board.problems == ()
        again = Board.from_json(board.to_json())
        assert (again.rules, again.rules_hash) == (board.rules, board.rules_hash)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"tunnel_cards": 6}, "special.tunnels: reveal: 6, but it must be a whole number from 1 to 5"),
        ({"locomotives_only_on": ("bridge",)}, "special.locomotives_only_on: 'bridge', but it must be a list out of"),
    ],
)
def test_ways_to_pay_that_no_board_can_have(change: dict[str, Any], reason: str) -> None:
    usa = from_values(load_board("usa"))
    board = replace(usa, rules=replace(usa.rules, **change))
    assert not is_plain(board)
    assert any(line.startswith(reason) for line in board.problems), board.problems


# ---------------------------------------------------------------- the quick check and the full one


@settings(max_examples=100, deadline=None)
@given(random_boards, st.integers(0, 2**32))
def test_what_is_plainly_sound_is_sound(board: Board, seed: int) -> None:
    """The quick check never says yes where the full one has a reason, whatever is done to a board."""
    board, chance = from_values(board), random.Random(seed)
    bonuses = ("districts", "grand_tour", "stations", "passengers")
    has_bonuses = any(getattr(board.rules, name) for name in bonuses)
    assert is_plain(board) == (max(map(len, board.parallel_routes)) < 3 and not has_bonuses)  # both need a file's words
    for _ in range(8):
        board = mutated(board, chance)
        if is_plain(board):
            assert problems(board.data) == []
            assert Board.from_json(board.to_json()) == board


def mutated(board: Board, chance: random.Random) -> Board:
    """One value of one part, changed to something near it or to that of another."""
    kind = chance.choice(["cities", "routes", "tickets", "rules", "drop", "twice"])
    if kind == "rules":
        return replace(board, rules=changed_value(board.rules, board.rules, chance))
    values = list(getattr(board, kind if kind in ("cities", "routes", "tickets") else "routes"))
    if not values:
        return board
    i, j = (chance.randrange(len(values)) for _ in range(2))
    if kind == "drop":
        return replace(board, routes=tuple(values[:i] + values[i + 1 :]))
    if kind == "twice":
        return replace(board, routes=(*values, values[i]))
    values[i] = changed_value(values[i], values[j], chance)
    return replace(board, **{kind: tuple(values)})


def changed_value(value: Any, other: Any, chance: random.Random) -> Any:
    key = chance.choice([name for name in value.__dataclass_fields__ if name != "progress"])
    old = getattr(value, key)
    new = getattr(other, key) if chance.random() < 0.5 else old
    if isinstance(old, bool):
        new = not old
    elif isinstance(old, int):
        new = old + chance.choice([-2, -1, 1, 2])
    elif isinstance(old, float):
        new = old + chance.choice([-0.5, -0.01, 0.01, 0.5])
    elif isinstance(old, TicketDeal):
        new = TicketDeal(old.deal + chance.choice([-1, 0, 1]), old.keep + chance.choice([-1, 0, 1]))
    return replace(value, **{key: new})


@pytest.mark.parametrize("name", ["usa", "mini"])
def test_published_boards_of_common_rules_are_plainly_sound(name: str) -> None:
    assert is_plain(from_values(load_board(name)))
    assert is_plain(replace(load_board(name), title="Another"))
