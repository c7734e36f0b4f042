"""Locomotives that don't count everywhere, ferries, and cards of any kind in place of others, worked out by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import product

import pytest

from footplate.actions import ClaimRoute, GiveCard
from footplate.boards import Board, Route, load_board
from footplate.game import Game
from footplate.view import Phase
from tests.support.claim_boards import alps
from tests.support.invariants import check_state
from tests.support.positions import empty_the_deck, give, set_market, started


def ways(game: Game, a: str, b: str, colour: str | None = None) -> set[str]:
    """The ways to pay for the routes between two cities."""
    claims = [action for action in game.legal_actions() if isinstance(action, ClaimRoute)]
    there = [claim for claim in claims if {claim.a, claim.b} == {a, b} and colour in (None, claim.color)]
    return {claim.text.partition(" with ")[2] for claim in there}


def hand(name: str, **cards: int) -> Game:
    game = started(load_board(name))
    give(game, **cards)
    return game


# ---------------------------------------------------------------- locomotives that don't count everywhere


def test_in_switzerland_locomotives_pay_for_tunnels_only():
    game = hand("switzerland", yellow=2, locomotive=3, green=1)
    assert ways(game, "Basel", "Delemont") == {"2 yellow", "1 yellow 1 locomotive", "2 locomotive"}
    game = hand("switzerland", orange=1, locomotive=3)
    tunnels = {claim.route for claim in game.legal_actions() if isinstance(claim, ClaimRoute) and claim.locomotives}
    assert tunnels
    assert all(game.board.routes[route].tunnel for route in tunnels)
    assert all(game.board.routes[claim.route].tunnel for claim in game.tables.claims if claim.locomotives)


def test_in_the_nordic_countries_they_pay_for_tunnels_and_ferries_only():
    game = hand("nordic", red=1, locomotive=3)
    assert ways(game, "Norrkoping", "Stockholm", "red") == {"1 red"}
    assert ways(game, "Alborg", "Kristiansand") == {
        "1 red 1 locomotive", "2 locomotive", "1 red 3 others", "1 locomotive 3 others",
    }  # fmt: skip
    assert ways(game, "Kiruna", "Narvik", "pink") == {"1 locomotive"}


# ---------------------------------------------------------------- face-up locomotives


def test_a_face_up_locomotive_may_be_one_of_two_cards():
    game = hand("nordic", red=1)
    set_market(game, ["locomotive", "locomotive", "locomotive", "locomotive", "red"])
    game.push("take locomotive")
    assert (game.phase, game.to_move) == (Phase.SECOND_CARD, 0)
    assert sum(game.market.values()) == 5
    assert "take locomotive" in {action.text for action in game.legal_actions()}
    game.push("take locomotive")
    assert game.to_move == 1
    assert game.hand_of(0)["locomotive"] == 2


def test_the_nordic_market_is_never_dealt_again():
    game = hand("nordic", red=1)
    set_market(game, ["locomotive"] * 4 + ["red"])
    game.push("draw")
    assert game.market["locomotive"] == 4
    assert not game.history[-1].redealt


def test_where_only_locomotives_are_left_the_second_card_may_be_one():
    game = started(alps(face_up_locomotive_counts_as_two_draws=False))
    set_market(game, ["locomotive"] * 5)
    empty_the_deck(game)
    game.push("take locomotive")
    assert {action.text for action in game.legal_actions()} == {"take locomotive"}


# ---------------------------------------------------------------- ferries and substitutes


def test_a_plain_ferry_needs_its_locomotives():
    game = hand("europe", red=2, locomotive=2)
    assert ways(game, "Amsterdam", "London") == {"2 locomotive"}
    assert ways(game, "Dieppe", "London") == {"1 red 1 locomotive", "2 locomotive"}
    game = hand("europe", red=4, blue=4)
    assert not ways(game, "Dieppe", "London"), "nothing stands for a locomotive"


def test_three_cards_stand_for_a_locomotive_of_a_nordic_ferry():
    """The rules' example: red 6 with 2 symbols, paid with 3 red, 1 extra locomotive and 6 others."""
    game = hand("nordic", red=3, locomotive=1, blue=4, green=2)
    assert ways(game, "Mo i Rana", "Trondheim", "red") == {"3 red 1 locomotive 6 others"}
    claim = game.parse("claim Mo i Rana-Trondheim#2 6 red with 3 red 1 locomotive 6 others")
    game.push(claim)
    check_state(game)
    assert (game.phase, game.due, game.pending, game.to_move) == (Phase.SUBSTITUTES, 6, claim, 0)
    assert {action.text for action in game.legal_actions()} == {"give blue", "give green"}
    for card, left in (("blue", 5), ("green", 4), ("blue", 3), ("blue", 2), ("green", 1)):
        game.push(GiveCard(card))
        check_state(game)
        assert (game.due, game.history[-1].route) == (left, None)
    game.push("give blue")
    check_state(game)
    assert game.owners[claim.route] == 0
    assert (game.history[-1].route, game.history[-1].points) == (claim.route, 15)
    assert (game.trains[0], game.hand_sizes[0], game.to_move, game.due, game.pending) == (34, 0, 1, 0, None)


def test_the_others_may_be_of_any_kind_but_only_for_the_symbols():
    game = hand("nordic", pink=1, locomotive=3, red=2)
    assert ways(game, "Bergen", "Stavanger") == {
        "1 pink 1 locomotive", "2 locomotive", "1 pink 3 others", "1 locomotive 3 others",
    }  # fmt: skip
    game = hand("nordic", red=9)
    assert not ways(game, "Bergen", "Stavanger"), "three cards never stand for a card of the colour"


def test_in_a_variant_three_cards_stand_for_any_locomotive_of_a_ferry():
    game = hand("nordic:any_locomotive", red=9)
    assert ways(game, "Bergen", "Stavanger") == {"6 others"}
    game = hand("nordic:any_locomotive", pink=1, locomotive=3, red=2)
    assert ways(game, "Bergen", "Stavanger") == {
        "1 pink 1 locomotive", "2 locomotive", "1 pink 3 others", "1 locomotive 3 others", "6 others",
    }  # fmt: skip
    game.push("claim Bergen-Stavanger 2 pink with 6 others")
    for card in ("red", "red", "pink", *["locomotive"] * 3):
        game.push(f"give {card}")
        check_state(game)
    assert (game.route_points[0], game.hand_sizes[0], game.to_move) == (2, 0, 1)


def payments(board: Board, route: Route, cards: Mapping[str, int], everywhere: bool) -> set[str]:
    """The slow twin: each space of a ferry takes a locomotive, a card of the colour, or any three cards."""
    found = set()
    colours = board.colors if route.color == "grey" else (route.color,)
    for colour in colours:
        for spaces in product(("coloured", "locomotive", "others"), repeat=route.length):
            coloured, locomotives, replaced = (spaces.count(kind) for kind in ("coloured", "locomotive", "others"))
            others = route.substitutes * replaced
            if locomotives + replaced < route.locomotives or (replaced > route.locomotives and not everywhere):
                continue
            if coloured > cards.get(colour, 0) or locomotives > cards.get("locomotive", 0):
                continue
            if coloured + locomotives + others > sum(cards.values()):
                continue
            parts = (coloured, colour), (locomotives, "locomotive"), (others, "others")
            found.add(" ".join(f"{n} {what}" for n, what in parts if n))
    return found


@pytest.mark.parametrize("name", ["nordic", "nordic:any_locomotive"])
def test_ferries_are_paid_as_the_slow_twin_says(name: str):
    board, chance = load_board(name), random.Random(7)
    ferries = [(r, route) for r, route in enumerate(board.routes) if route.locomotives]
    game, seen = started(board), 0
    for _ in range(25):
        kinds = chance.choices([*board.colors, "locomotive"], k=chance.randrange(2, 22))
        cards = {kind: min(kinds.count(kind), 6) for kind in kinds}
        give(game, **cards)
        claims = [action for action in game.legal_actions() if isinstance(action, ClaimRoute)]
        for r, route in ferries:
            there = {claim.text.partition(" with ")[2] for claim in claims if claim.route == r}
            assert there == payments(board, route, cards, everywhere=":" in name)
            assert (game.observe(0).obstacle(r) is None) == bool(there)
            seen += len(there)
    assert seen > 500


def test_murmansk_lieksa_takes_four_cards_for_one_of_the_colour():
    """The rules' example: 7 green and 8 others."""
    game = hand("nordic", green=7, red=5, locomotive=3)
    assert ways(game, "Lieksa", "Murmansk") == {"7 green 8 others"}
    game.push("claim Lieksa-Murmansk 9 grey with 7 green 8 others")
    for card in [*["red"] * 5, *["locomotive"] * 3]:
        game.push(f"give {card}")
    check_state(game)
    assert (game.route_points[0], game.trains[0], game.hand_sizes[0]) == (27, 31, 0)
    game = hand("nordic", green=8, locomotive=3)
    assert not ways(game, "Lieksa", "Murmansk"), "a locomotive stands for no card there"


def test_tunnels_take_no_substitutes():
    board = load_board("nordic")
    assert not any(route.tunnel and route.substitutes for route in board.routes)
    assert {(r.locomotives > 0, r.substitutes) for r in board.routes if r.substitutes} == {(True, 3), (False, 4)}
    assert all(route.substitutes == 3 for route in board.routes if route.locomotives)


@pytest.mark.parametrize("players", [2, 3])
def test_unequal_parallel_routes_of_the_nordic_countries_are_a_double_route(players: int):
    game = started(load_board("nordic"), players)
    tunnel, ferry = (r for r, route in enumerate(game.board.routes) if {route.a, route.b} == {"Mo i Rana", "Trondheim"})
    give(game, red=4, locomotive=2)
    game.push("claim Mo i Rana-Trondheim#2 6 red with 4 red 2 locomotive")
    assert not game.is_open(tunnel, 0), "nobody has both"
    assert game.is_open(tunnel, 1) == (players == 3)
    assert game.owners[ferry] == 0
