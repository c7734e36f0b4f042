"""Tunnels, worked out by hand on a small board."""

from __future__ import annotations

import pytest

from footplate.actions import Decline, PayDue
from footplate.engine.tunnels import MOST_TURNS
from footplate.game import Game
from footplate.view import Phase
from tests.support.claim_boards import RED_TUNNEL, alps, put_on_top, tunnel
from tests.support.invariants import check_state
from tests.support.positions import empty_the_deck, give, move_cards, started


def texts(game: Game) -> set[str]:
    return {action.text for action in game.legal_actions()}


def test_without_a_match_the_tunnel_is_claimed_at_once():
    game = tunnel("blue", "green", "yellow", red=3)
    assert (game.phase, game.to_move, game.owners[0]) == (Phase.TURN, 1, 0)
    assert {card: n for card, n in game.discard.items() if n} == {"red": 2, "blue": 1, "green": 1, "yellow": 1}
    assert (game.hand_of(0)["red"], game.trains[0], game.route_points[0]) == (1, 18, 2)
    event = game.history[-1]
    assert (event.turned_up, event.due, event.route, event.points) == (("blue", "green", "yellow"), 0, 0, 2)


def test_each_card_of_the_colour_and_each_locomotive_asks_for_one_more():
    game = tunnel("red", "blue", "locomotive", red=4, locomotive=1)
    assert (game.phase, game.to_move, game.due) == (Phase.TUNNEL, 0, 2)
    assert game.turned_up == ("red", "blue", "locomotive")
    assert game.owners[0] is None
    assert game.hand_of(0)["red"] == 4, "nothing is paid yet"
    assert texts(game) == {"pay 2 red", "pay 1 red 1 locomotive", "decline"}
    game.push("pay 1 red 1 locomotive")
    check_state(game)
    assert game.owners[0] == 0
    assert game.hand_sizes[0] == 1
    assert {card: n for card, n in game.discard.items() if n} == {"red": 4, "blue": 1, "locomotive": 2}
    assert game.trains[0] == 18, "as many trains as the route is long"
    assert (game.history[-1].route, game.history[-1].points, game.to_move) == (0, 2, 1)


def test_what_is_due_may_be_paid_in_locomotives_alone():
    game = tunnel("red", "red", "blue", red=2, locomotive=2)
    assert texts(game) == {"pay 2 locomotive", "decline"}
    game.push(PayDue(None, 0, 2))
    assert game.hand_sizes[0] == 0


def test_a_payment_of_locomotives_alone_is_matched_and_paid_by_locomotives_alone():
    claim = "claim Alp-Bern 2 red with 2 locomotive"
    assert tunnel("red", "red", "blue", claim=claim, red=3, locomotive=2).owners[0] == 0
    game = tunnel("red", "locomotive", "blue", claim=claim, red=3, locomotive=3)
    assert game.due == 1
    assert texts(game) == {"pay 1 locomotive", "decline"}
    game = tunnel("red", "locomotive", "blue", claim=claim, red=3, locomotive=2)
    assert texts(game) == {"decline"}


def test_a_grey_tunnel_has_the_colour_that_was_shown():
    claim = "claim Bern-Chur 3 grey with 2 green 1 locomotive"
    game = tunnel("red", "green", "blue", claim=claim, green=3, locomotive=1)
    assert texts(game) == {"pay 1 green", "decline"}


def test_the_cards_may_be_taken_back_and_the_turn_is_over():
    game = tunnel("red", "blue", "locomotive", red=4, locomotive=1)
    game.push("decline")
    check_state(game)
    assert (game.owners[0], game.to_move, game.phase, game.due) == (None, 1, Phase.TURN, 0)
    assert game.hand_sizes[0] == 5
    assert {card: n for card, n in game.discard.items() if n} == {"red": 1, "blue": 1, "locomotive": 1}
    assert game.observe(1).known_cards(0) == {"red": 2, "blue": 0, "green": 0, "yellow": 0, "locomotive": 0}
    assert game.history[-1].due == 2


def test_who_has_too_few_cards_can_only_take_them_back():
    assert texts(tunnel("red", "red", "locomotive", red=4)) == {"decline"}


def test_a_short_deck_turns_up_what_there_is():
    game = started(alps())
    give(game, red=3)
    empty_the_deck(game)
    move_cards(game, "red", 2, "hand", "deck", seat=1)
    game.push(RED_TUNNEL)
    check_state(game)
    assert (game.turned_up, game.due, game.deck_size) == (("red", "red"), 2, 0)
    game = started(alps())
    give(game, red=3)
    empty_the_deck(game)
    game.push(RED_TUNNEL)
    assert game.owners[0] == 0, "no card, no extra cost"


def test_the_discard_is_shuffled_for_it_without_the_payment():
    game = started(alps())
    give(game, red=3)
    empty_the_deck(game)
    move_cards(game, "blue", 3, "hand", "discard", seat=1)
    game.push(RED_TUNNEL)
    assert game.owners[0] == 0
    assert game.history[-1].turned_up == ("blue",) * 3
    assert game.history[-1].reshuffled
    assert game.record.discard_n == 5


def test_a_board_says_how_many_cards_are_turned_up():
    game = started(alps(tunnels={"reveal": 1}))
    give(game, red=3)
    put_on_top(game, "blue", "red", "red")
    game.push(RED_TUNNEL)
    assert game.history[-1].turned_up == ("blue",)


def test_where_locomotives_pay_for_ferries_only_a_tunnel_takes_none():
    game = started(alps(locomotives_only_on=["ferry"]))
    give(game, red=3, locomotive=4)
    assert {text for text in texts(game) if "Alp-Bern" in text} == {RED_TUNNEL}
    put_on_top(game, "red", "locomotive", "blue")
    game.push(RED_TUNNEL)
    assert game.due == 2, "they match all the same"
    assert texts(game) == {"decline"}


def test_a_game_in_which_cards_are_taken_back_for_ever_ends():
    game = tunnel("red", "red", "locomotive", red=4)
    game.record.turn = MOST_TURNS
    game.push(Decline())
    assert game.is_over
    assert game.outcome().ended_by == "cards were taken back for too long"


@pytest.mark.parametrize("name", ["europe", "switzerland", "nordic"])
def test_the_published_tunnels_turn_up_three_cards(name: str):
    game = Game(name, 2, 1)
    assert game.board.rules.tunnel_cards == 3
    assert sum(route.tunnel for route in game.board.routes) == {"europe": 18, "switzerland": 42, "nordic": 10}[name]
