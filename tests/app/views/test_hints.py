"""Banners and reasons, word for word as designed."""

from __future__ import annotations

import random

import pytest

from footplate.actions import ClaimRoute
from footplate.app.thinking.jobs import Thought
from footplate.app.views import game as views
from footplate.app.views import hints
from footplate.app.views.opinion import report
from footplate.game import Game
from footplate.sentences import deed, move_words
from tests.support.app.games import first_turn, found
from tests.support.claim_boards import alps, tunnel
from tests.support.positions import give, started

NAMES = ["You", "Adaptive"]


def test_people_are_to_move_and_bots_think():
    game = first_turn("small")
    game.push("draw")
    game.push("draw")
    assert hints.banner(game.observe(0), 0, NAMES)["words"] == "is thinking"
    assert hints.banner(game.observe(0), 0, NAMES, people=[0, 1]) == {
        "kind": "wait",
        "title": "Adaptive",
        "words": "is to move",
    }
    assert hints.banner(game, None, NAMES, people=[0])["words"] == "is thinking"
    assert hints.why_not_now(game.observe(0), NAMES) == "Not your turn: Adaptive is thinking."
    view = views.seat_view(game, 0, ["You", "Bob"], people=[0, 1])
    assert view["why_not"]["deck"] == "Not your turn: Bob is to move."
    assert views.watcher_view(game, ["Ann", "Bob"], people=[0, 1])["banner"]["words"] == "is to move"


def test_your_turn_in_its_phases():
    game = first_turn("usa")
    said = [hints.banner(game.observe(0), 0, NAMES)]
    game.push("draw")
    said.append(hints.banner(game.observe(0), 0, NAMES))
    assert [(banner["kind"], banner["title"]) for banner in said] == [("turn", "Your turn"), ("turn", "One more card")]
    assert said[0]["words"] == "Draw two cards, claim a route or take tickets."


def last(players: int, left: int, mover: int | None = None) -> Game:
    return found(
        "usa" if players > 2 else "small",
        lambda game: game.turns_left == left and game.phase.name == "TURN" and mover in (None, game.to_move),
        players,
        moves=900,
    )


def test_the_last_round_is_announced_as_designed():
    game = last(2, 2, mover=0)
    n = game.trains[1]
    assert hints.last_round(game, 0, NAMES) == (
        f"Adaptive is down to {n} train{'s' * (n != 1)}. One more turn for everyone, you first."
    )
    assert hints.last_round(game, 1, ["Ann", "You"]) == (
        f"You are down to {n} train{'s' * (n != 1)}. One more turn for everyone, Ann first."
    )
    while game.turns_left == 2:
        game.push(game.legal_actions()[0])
    n = game.trains[1]
    assert (
        hints.last_round(game, 0, NAMES)
        == f"Adaptive was down to {n} train{'s' * (n != 1)} and now plays the last turn."
    )
    assert (
        hints.last_round(game, 1, ["Ann", "You"])
        == f"You were down to {n} train{'s' * (n != 1)} and now play the last turn."
    )


def test_between_the_first_and_the_last_turn_of_the_last_round_they_are_counted():
    game = last(3, 2)
    names = ["Ann", "Bob", "Cyd"]
    names[game.to_move] = "You"
    assert "2 turns are left; you move now." in (hints.last_round(game, game.to_move, names) or "")
    assert f"2 turns are left; {names[game.to_move]} moves now." in (hints.last_round(game, None, names) or "")


def test_in_the_last_round_the_second_card_is_still_asked_for():
    game = last(2, 2, mover=0)
    game.push("draw")
    assert (hints.last_round(game.observe(0), 0, NAMES) or "").endswith("One more card.")
    assert not (hints.last_round(game.observe(1), 1, NAMES) or "").endswith("One more card.")


def reasons(game: Game, seat: int = 0) -> set[str]:
    view = views.seat_view(game, seat, NAMES)["why_not"]
    return {view["deck"], view["tickets"], *view["market"].values(), *view["routes"].values()}


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ("usa", "Closed. With two players only one track of a double route can be claimed."),
        ("usa", "You own this route."),
        ("usa", "Claimed by Adaptive."),
        ("small", "No tickets left."),
        ("usa", "A locomotive can't be the second card."),
        ("usa", "First take your second card."),
        ("usa", "First choose your tickets."),
    ],
)
def test_reasons_are_those_of_the_design(board, reason):
    assert reason in reasons(found(board, lambda game: game.to_move == 0 and reason in reasons(game)))


def test_a_tunnel_and_what_can_be_done_about_it():
    game = tunnel("red", "blue", "locomotive", red=4, locomotive=1)
    assert hints.banner(game.observe(0), 0, NAMES) == {
        "kind": "turn",
        "title": "Tunnel",
        "words": "Two of three cards match. Pay 2 more or take your cards back.",
    }
    view = views.seat_view(game, 0, NAMES)
    assert [(way["words"], way["others"]) for way in view["legal"]["pay"]] == [("2 red", 0), ("1 red, 1 locomotive", 0)]
    assert game.actions.action(view["legal"]["decline"]).text == "decline"
    assert view["why_not"]["deck"] == "Finish the tunnel first."
    assert view["fresh"] == []
    assert view["events"][-1]["route"] is None  # nothing is laid yet
    turned = [(card["card"], card["matches"]) for card in view["tunnel"]["cards"]]
    assert turned == [("red", True), ("blue", False), ("locomotive", True)]
    assert (view["tunnel"]["route"], view["tunnel"]["due"]) == (0, 2)
    assert views.seat_view(game, 1, ["Ann", "You"])["fresh"] == []
    game.push("pay 2 red")
    assert views.seat_view(game, 1, ["Ann", "You"])["fresh"] == [0]
    assert views.seat_view(game, 1, ["Ann", "You"])["log"][-1]["points"] == 2


def test_cards_that_are_laid_down_for_a_tunnel_are_not_left_in_the_hand():
    game = tunnel("red", "blue", "green", claim="claim Alp-Bern 2 red with 1 red 1 locomotive", red=1, locomotive=1)
    view = views.seat_view(game, 0, NAMES)
    assert view["legal"]["pay"] == []
    assert view["tunnel"]["verdict"] == "Asks for 1 more, red or loco"
    assert view["tunnel"]["short"] == "You have no red and no locomotive left."
    assert view["banner"]["words"] == "One of three cards matches. You can't pay 1 more: take your cards back."


def test_cards_of_any_kind_are_asked_for_one_by_one():
    game = started(alps(locomotives_only_on=["tunnel", "ferry"], face_up_locomotive_counts_as_two_draws=False))
    give(game, red=3, locomotive=2, blue=3)
    view = views.seat_view(game, 0, NAMES)
    ways = [(way["words"], way["why"]) for way in view["legal"]["claim"]["2"]]
    assert ways == [("3 red, 2 locomotives, 3 others", "the only way")]
    green = next(r for r, route in enumerate(game.board.routes) if route.color == "green")
    assert view["why_not"]["routes"][str(green)] == "You need 2 green; you have 0."
    assert hints.take_use(game, "locomotive") == "Stands for any colour on tunnels and ferries only."
    game.push(view["legal"]["claim"]["2"][0]["action"])
    view = views.seat_view(game, 0, NAMES)
    assert (view["banner"]["title"], view["banner"]["words"]) == ("Any cards", "Choose 3 cards to give.")
    assert set(view["legal"]["give"]) == {"blue"}
    assert view["why_not"]["tickets"] == "First choose the cards that you give."


def test_cards_that_lie_in_hands_leave_the_deck_empty():
    game = first_turn("small")
    while game.deck_size:
        game.push("draw")
    assert "The deck and the discard are empty." in reasons(game, game.to_move)


def test_the_log_writes_cities_as_the_map_does():
    game, chance = Game("usa", 2, 5), random.Random(5)
    while not game.is_over:
        game.push(chance.choice(game.legal_actions()))
    told = " ".join(line["words"] for line in views.log(game.history, game.board))
    assert "Montréal" in told
    assert "Montreal" not in told


def test_a_new_market_says_how_many_locomotives_lay_open():
    game = found("usa", lambda game: bool(game.history) and game.history[-1].redealt)
    assert "Three locomotives lay open: the market was dealt again." in deed(game.history[-1], game.board)


def test_moves_of_a_search_in_words():
    game = first_turn("usa")
    claims = [action for action in game.actions if action.text.startswith("claim Boston-Montreal#1 2 grey with 2 red")]
    assert move_words(claims[0], game.board) == ("Boston–Montréal", "claim Boston–Montréal with 2 red")
    assert move_words(game.actions.parse("draw"), game.board) == ("Draw from the deck", "draw from the deck")
    assert move_words(game.actions.parse("take locomotive"), game.board)[1] == "take a locomotive"
    assert move_words(game.actions.parse("keep 1 3"), game.board)[0] == "Keep A and C"


def test_a_report_of_a_search_has_each_route_once_with_its_best_payment():
    game = found("new_york", lambda game: game.phase.name == "TURN" and several_payments(game) != [])
    one, other = several_payments(game)[:2]
    told = [
        {"action": action, "visits": visits, "mean": 1.5, "spread": 3.0, "win": 0.5}
        for action, visits in (("draw", 60), (one, 30), (other, 10))
    ]
    shown = report(game, Thought(figures={"moves": told, "iterations": 100, "seconds": 0.2, "line": []}))
    assert [(move["visits"], move["win"]) for move in shown["moves"]] == [(60, 0.5), (40, 0.5)]
    assert shown["moves"][0]["words"] == "Draw from the deck"
    assert shown["moves"][1]["sentence"].startswith(f"claim {shown['moves'][1]['words']} with ")
    assert game.actions.action(shown["moves"][1]["action"]).text == one
    assert (shown["iterations"], shown["seconds"]) == (100, 0.2)
    assert report(game, Thought(action=0))["moves"] == []


def several_payments(game: Game) -> list[str]:
    """The ways to pay for the first route that has more than one."""
    ways: dict[int, list[str]] = {}
    for action in game.legal_actions():
        if isinstance(action, ClaimRoute):
            ways.setdefault(action.route, []).append(action.text)
    return next((texts for texts in ways.values() if len(texts) > 1), [])
