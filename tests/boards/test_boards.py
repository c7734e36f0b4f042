"""Boards: the catalogue, loading, variants, and the way to JSON and back."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import networkx as nx
import pytest

from footplate.boards import Board, board_names, board_title, listed_boards, load_board
from footplate.boards.catalog import __file__ as catalog_file
from footplate.boards.check import OPTIONAL, REQUIRED
from footplate.boards.check.map import CITY_EXTRAS, CITY_FIELDS, ROUTE_EXTRAS, ROUTE_FIELDS
from footplate.boards.check.special import KNOWN
from footplate.boards.check.tickets import TICKET_EXTRAS, TICKET_FIELDS
from footplate.errors import InvalidBoard
from footplate.game import Game
from tests.support.project import ROOT


@pytest.mark.parametrize("name", board_names())
def test_every_board_of_the_catalogue_is_played(name: str) -> None:
    board = load_board(name)
    for players in range(board.rules.players[0], board.rules.players[1] + 1):
        assert Game(board, players).legal_actions()


def test_titles_and_order_come_from_the_files() -> None:
    assert listed_boards()[:3] == ("usa", "europe", "new_york")
    assert set(board_names()) - set(listed_boards()) == {"mini"}
    usa = load_board("usa")
    assert [board_title(load_board(name)) for name in ("usa", "small:warwick")] == ["United States", "Eight Cities"]
    of_before = Board.from_dict({key: value for key, value in usa.data.items() if key not in ("short_title", "order")})
    assert (board_title(of_before), of_before.rules_hash) == ("United States", usa.rules_hash)
    assert board_title(usa.with_rules(title="Ticket to Ride: Mars (draft)")) == "United States"
    mine = replace(usa, title="Ticket to Ride: Mars (draft)")
    assert (board_title(mine), "short_title" in mine.data) == ("Mars", False)
    with pytest.raises(InvalidBoard, match="short_title: 3, but it must be a line of text"):
        usa.with_rules(short_title=3)
    with pytest.raises(InvalidBoard, match="order: 0, but it must be a whole number from 1 to 1000"):
        usa.with_rules(order=0)


@pytest.mark.parametrize("name", board_names())
def test_a_file_is_called_like_its_board(name: str) -> None:
    assert load_board(name).name == name


def test_only_a_race_draws_another_number_of_cards() -> None:
    with pytest.raises(InvalidBoard, match=r"draw_cards: 1, but only a race \(special.objective\) without face-up"):
        load_board("usa").with_rules(special={"draw_cards": 1})
    race = load_board("first_journey_usa")
    assert race.with_rules(special={**race.data["special"], "draw_cards": 3}).rules.race.cards_per_draw == 3


def test_ferries_are_playable() -> None:
    data = dict(load_board("usa").data)
    data["routes"] = [{**route, "locomotives": min(2, route["length"])} for route in data["routes"]]
    assert Game(Board.from_dict(data), 2).legal_actions()


@pytest.mark.parametrize("name", [*board_names(), "small:warwick", "t2r:different+open", "usa_1910:big_cities"])
def test_to_json_and_back(name: str) -> None:
    board = load_board(name)
    assert Board.from_json(board.to_json()) == board


@pytest.mark.parametrize("name", board_names())
def test_the_network_is_one_piece(name: str) -> None:
    board = load_board(name)
    graph = nx.Graph((route.a, route.b) for route in board.routes)
    assert set(graph) == set(board.city_index)
    assert nx.is_connected(graph)


def test_no_private_file_names_in_the_catalogue() -> None:
    files = list(Path(catalog_file).parent.glob("*.json"))
    assert len(files) == len(board_names())
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not any(word in text for word in ("agents.md", "3ccdf657", "bf8ad7a6", "0abd2ee0", "search index")), file


def test_small_has_the_rules_of_two_papers() -> None:
    yang, warwick = load_board("small").rules, load_board("small:warwick").rules
    assert (yang.initial_tickets.deal, yang.initial_tickets.keep) == (2, 1)
    assert (warwick.initial_tickets.deal, warwick.initial_tickets.keep) == (3, 2)
    assert (warwick.draw_tickets.deal, warwick.draw_tickets.keep) == (3, 1)
    assert yang.tie_breaks == warwick.tie_breaks == ()


def test_mini_is_warwicks_test_map() -> None:
    mini = load_board("mini")
    assert (len(mini.cities), len(mini.routes), len(mini.tickets)) == (4, 3, 12)
    assert (len(mini.colors), mini.rules.cards_per_color, mini.rules.locomotives, mini.rules.trains) == (3, 6, 6, 10)
    assert nx.is_isomorphic(nx.Graph((route.a, route.b) for route in mini.routes), nx.path_graph(4))
    ends = [frozenset((ticket.a, ticket.b)) for ticket in mini.tickets]
    assert len(set(ends)) == 6
    assert all(ends.count(pair) == 2 for pair in ends)


def test_new_york_warwick_is_their_big_map() -> None:
    """Table 12.6: 15 cities, 30 routes for two, 18 tickets, 15 cars, 6 cards a colour and 8 locomotives."""
    board = load_board("new_york:warwick")
    rules = board.rules
    assert (len(board.cities), len({frozenset((r.a, r.b)) for r in board.routes}), len(board.tickets)) == (15, 30, 18)
    assert (len(board.colors), rules.trains, rules.cards_per_color, rules.locomotives) == (6, 15, 6, 8)
    assert (rules.initial_tickets.deal, rules.initial_tickets.keep, rules.draw_tickets.keep) == (3, 2, 1)
    assert (rules.longest_path_bonus, rules.attraction_points, rules.two_cards_at_once) == (0, 0, True)
    assert not any(city.attraction for city in board.cities)
    assert rules.players == (2, 2)
    assert Board.from_json(board.to_json()) == board
    assert load_board("new_york").cities[1].attraction


def test_t2r_and_its_variants() -> None:
    t2r, other = load_board("t2r"), load_board("t2r:different+open")
    assert t2r.variants == ("different", "open", "private", "several")
    assert t2r.rules.progress is not None
    assert t2r.rules.progress.given == ((0, 1),)
    assert not t2r.rules.open_hands
    assert other.name == "t2r:different+open"
    assert other.rules.progress is not None
    assert other.rules.progress.given == ((0, 1), (2, 3))
    assert other.rules.open_hands
    assert load_board("t2r:open").rules.progress == t2r.rules.progress
    private = load_board("t2r:private")
    assert private.rules.progress is not None
    assert private.rules.progress.given == ()
    assert len({frozenset((ticket.a, ticket.b)) for ticket in private.tickets}) == 11
    assert Board.from_json(replace(private, title="Mine").to_json()).rules == private.rules


def test_usa_1910_and_its_variants() -> None:
    tickets = {name: len(load_board(f"usa_1910:{name}").tickets) for name in ("1910", "mega", "big_cities")}
    assert tickets == {"1910": 35, "mega": 69, "big_cities": 35}
    big = load_board("usa_1910:big_cities")
    assert big.rules.globetrotter_bonus == big.rules.longest_path_bonus == 0
    cities = set(big.data["special"]["big_cities"])
    assert all({ticket.a, ticket.b} & cities for ticket in big.tickets)


def test_official_tie_breaks_unless_the_file_says_otherwise() -> None:
    assert load_board("usa").rules.tie_breaks == ("tickets", "longest_path")
    assert load_board("new_york").rules.tie_breaks == ("tickets",)


def test_a_board_is_not_touched_by_its_variant() -> None:
    before = load_board("small").to_json()
    load_board("small").with_variant("warwick")
    assert load_board("small").to_json() == before


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("usaa", "there is no board of this name; there are usa, europe, "),
        ("usaa", "did you mean 'usa'?"),
        ("small:oxford", "it has no variant 'oxford'; its variants: warwick"),
        ("usa:", "it has no variant ''; its variants: none"),
        ("t2r:open+shut", "it has no variant 'shut'; its variants: different, open"),
        ("no/such/file.json", "the file can't be read: No such file or directory"),
    ],
)
def test_names_that_load_nothing(name: str, words: str) -> None:
    with pytest.raises(InvalidBoard) as caught:
        load_board(name)
    assert words in str(caught.value)


def test_files(tmp_path: Path) -> None:
    small = load_board("small")
    for odd_name in ("mine.json", "a:b.json"):
        file = tmp_path / odd_name
        file.write_text("\ufeff" + small.to_json(), encoding="utf-8")
        assert load_board(str(file)) == small
        assert load_board(f"{file}:warwick") == load_board("small:warwick")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"trains": ' + b"9" * 5000 + b"}", "not JSON"),
        (b"\xff\xfe", "the file is not text in UTF-8"),
        (b"[]", "a board file holds an object with name, cities, routes, tickets"),
        (b"{}", "the field 'cities' is missing"),
    ],
)
def test_files_that_load_nothing(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    with pytest.raises(InvalidBoard, match=words):
        load_board(str(file))


def test_the_example_of_the_board_format_is_playable() -> None:
    page = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
    lean, complete = re.findall(r"```json\n(\{.*?)```", page, re.DOTALL)
    assert Game(Board.from_json(complete), 2).legal_actions()
    assert Board.from_json(lean) == Board.from_json(complete)


def test_fields_that_a_lean_file_leaves_out() -> None:
    """Any of them can be missing: the board is the same, and so is the way back to a file."""
    for name in board_names():
        full = json.loads(load_board(name).to_json())
        lean = {key: value for key, value in full.items() if value or key not in ("special", "sources", "notes")}
        lean["routes"] = [
            {
                k: v
                for k, v in route.items()
                if k not in ("pair", "double") and (v or k not in ("tunnel", "locomotives"))
            }
            for route in full["routes"]
        ]
        lean["tickets"] = [{k: v for k, v in t.items() if v or k != "long"} for t in full["tickets"]]
        assert Board.from_dict(lean).parallel_routes == Board.from_dict(full).parallel_routes
        numbered = [{**route, "pair": old["pair"]} for route, old in zip(lean["routes"], full["routes"], strict=True)]
        assert Board.from_dict({**lean, "routes": numbered}) == load_board(name)


def test_one_number_does_for_both_tracks_and_others_get_free_ones() -> None:
    data = json.loads(load_board("new_york").to_json())
    tracks = [r for r in data["routes"] if r["double"]][:2]
    for route in data["routes"]:
        del route["pair"]
    tracks[0]["pair"] = 3
    board = Board.from_dict(data)
    assert board.routes[data["routes"].index(tracks[1])].pair == 3
    assert len({route.pair for route in board.routes}) == len(board.parallel_routes)
    assert board.parallel_routes == load_board("new_york").parallel_routes


def test_keys_that_are_there_twice_are_named() -> None:
    text = load_board("small").to_json()
    text = text.replace('"trains": 10,', '"trains": 10, "trains": 12,', 1).replace('"x":', '"x": 0.3, "x":', 1)
    text = text.replace('"length": 1,', '"length": 1, "length": 2, "length": 1,', 1)
    with pytest.raises(InvalidBoard) as caught:
        Board.from_json(text)
    assert "the key 'trains' is there 2 times (10 and 12); one must go" in caught.value.reasons
    assert any(r.startswith("city Arindale: the key 'x' is there 2 times (0.3 and ") for r in caught.value.reasons)
    assert any(r.startswith("route ") and "the key 'length' is there 3 times" in r for r in caught.value.reasons)
    assert len(caught.value.reasons) == 3


def test_what_is_wrong_with_a_file_is_said_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    for content in ("{}", "{", '{"name": "usa"}', '{"name": 1, "name": 2}'):
        file.write_text(content, encoding="utf-8")
        with pytest.raises(InvalidBoard, match=r"mine\.json' can't be used") as caught:
            load_board(str(file))
        assert "without a name" not in str(caught.value)


def test_the_board_format_names_every_field() -> None:
    page = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
    fields = {
        *REQUIRED,
        *OPTIONAL,
        *CITY_FIELDS,
        *CITY_EXTRAS,
        *ROUTE_FIELDS,
        *ROUTE_EXTRAS,
        *TICKET_FIELDS,
        *TICKET_EXTRAS,
        *KNOWN,
    }
    assert {field for field in fields if f"`{field}`" not in page} == set()


def test_nothing_half_valid_is_ever_loaded() -> None:
    data = json.loads(load_board("usa").to_json())
    data["routes"][0]["length"] = 12
    data["tickets"][0]["a"] = "Atlantis"
    with pytest.raises(InvalidBoard) as caught:
        Board.from_dict(data)
    assert len(caught.value.reasons) >= 2
    with pytest.raises(InvalidBoard, match="trains: 0"):
        load_board("usa").with_rules(trains=0)
