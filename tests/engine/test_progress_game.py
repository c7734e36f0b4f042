"""The thesis's game on t2r: given tickets, blind double draws, progress rewards with decay."""

from __future__ import annotations

import pytest

from footplate.actions import ClaimRoute
from footplate.arena import play_match
from footplate.game import Game
from footplate.view import Phase


def test_the_deal_gives_cards_trains_and_tickets_and_nothing_to_choose():
    game = Game("t2r", 2, seed=1)
    assert game.phase is Phase.TURN
    assert game.hand_sizes == (5, 5)
    assert game.trains == (10, 10)
    assert game.deck_size == 72 - 10
    assert sum(game.market.values()) == 0
    assert [str(t) for t in game.tickets_of(0)] == [str(t) for t in game.tickets_of(1)]


def test_different_objectives():
    game = Game("t2r:different", 2, seed=1)
    assert [(t.a, t.b) for t in game.tickets_of(0)] == [("City 1", "City 5"), ("City 2", "City 3")]
    assert [(t.a, t.b) for t in game.tickets_of(1)] == [("City 3", "City 6"), ("City 0", "City 2")]


def test_a_draw_takes_two_cards_blind_and_ends_the_turn():
    game = Game("t2r", 2, seed=1)
    event = game.push("draw")
    assert event.n_cards == 2
    assert game.hand_sizes == (7, 5)
    assert game.to_move == 1
    assert {action.text for action in game.legal_actions() if not isinstance(action, ClaimRoute)} == {"draw"}


def claim_when_possible(game: Game, a: str, b: str) -> int:
    """Draw with both seats until seat 0 can claim a route between two cities; returns seat 0's turn number."""
    while True:
        for action in game.legal_actions():
            if game.to_move == 0 and isinstance(action, ClaimRoute) and {action.a, action.b} == {a, b}:
                turn = game.turn // game.players
                game.push(action)
                return turn
        game.push("draw")


def test_a_claim_earns_the_shortened_way_times_decay_to_the_own_turn():
    game = Game("t2r", 2, seed=3)
    before = sum(game.trains_needed(ticket, 0) for ticket in game.tickets_of(0))
    assert before == 3 + 5
    turn = claim_when_possible(game, "City 3", "City 5")  # length 1, on the way of both tickets
    assert game.rewards[0] == pytest.approx(0.91**turn * 2)
    game.push("draw")
    turn2 = claim_when_possible(game, "City 1", "City 3")  # length 2, finishes (1, 5)
    assert game.rewards[0] == pytest.approx(0.91**turn * 2 + 0.91**turn2 * 2)
    assert game.rewards[1] == 0


def test_a_useless_claim_earns_nothing():
    game = Game("t2r", 1, seed=3)
    claim_when_possible(game, "City 0", "City 4")
    assert game.rewards == (0.0,)


def test_one_player_may_own_both_tracks_here():
    game = Game("t2r", 2, seed=3)
    claim_when_possible(game, "City 0", "City 4")
    game.push("draw")
    claim_when_possible(game, "City 0", "City 4")
    assert len(game.routes_of(0)) == 2


def test_it_ends_when_the_deck_is_empty_and_nothing_is_reshuffled():
    game = Game("t2r", 1, seed=1)
    claim_when_possible(game, "City 0", "City 4")
    while not game.is_over:
        game.push("draw")
    assert game.deck_size == 0
    assert sum(game.discard.values()) == 1
    assert game.outcome().ended_by == "the deck is empty"


def test_it_ends_when_a_player_has_finished_its_tickets():
    ended = set()
    for seed in range(40):
        game = Game("t2r", 1, seed)
        for a, b in [("City 3", "City 5"), ("City 1", "City 3"), ("City 2", "City 6"), ("City 5", "City 6")]:
            while not game.is_over:
                claims = [x for x in game.legal_actions() if isinstance(x, ClaimRoute) and {x.a, x.b} == {a, b}]
                game.push(claims[0] if claims else "draw")
                if claims:
                    break
        ended.add(game.outcome().ended_by)
        if game.outcome().ended_by == "all tickets of a player are done":
            assert all(game.connects(ticket, 0) for ticket in game.tickets_of(0))
            assert game.outcome().scores[0].completed == 2
            assert 0 < game.outcome().totals[0] < 8
    assert "all tickets of a player are done" in ended


def test_the_larger_reward_wins():
    result = play_match("t2r", ["greedy", "random"], 200, seed=1)
    assert (result.results.shares[:, 0] == (result.results.totals[:, 0] > result.results.totals[:, 1])).all()


def test_the_greedy_player_earns_about_what_the_thesis_prints():
    """Table A.1 on the fitted map: greedy first 5.56, random second 3.42; greedy wins 912 of 1,000."""
    result = play_match("t2r", ["t2r-greedy", "t2r-random"], 4000, seed=1)
    greedy_first = result.results.seat_of[:, 0] == 0
    means = result.results.totals[greedy_first].mean(axis=0)
    assert means[0] == pytest.approx(5.56, abs=0.2)
    assert means[1] == pytest.approx(3.42, abs=0.35)
    assert result.results.shares[greedy_first, 0].mean() == pytest.approx(0.912, abs=0.03)
