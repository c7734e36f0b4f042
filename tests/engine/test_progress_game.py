"""The thesis's game on t2r: given tickets, blind double draws, progress rewards with decay."""

from __future__ import annotations

from collections import Counter

import pytest

from footplate.actions import ClaimRoute
from footplate.agents import make_agent
from footplate.arena import play_game, play_match
from footplate.engine.layout import HELD, OUT, PLAYERS
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


# ---------------------------------------------------------------- private tickets, more players

PRIVATE = "t2r:private"


def test_private_tickets_are_dealt_by_chance_and_seen_by_their_owner_alone():
    hands = set()
    for seed in range(30):
        game = Game(PRIVATE, 4, seed)
        mine = [game.tickets_of(seat) for seat in range(4)]
        assert [len(tickets) for tickets in mine] == [2] * 4
        assert len({str(ticket) for tickets in mine for ticket in tickets}) == 8
        hands.add(tuple(sorted(map(str, mine[0]))))
        for seat in range(4):
            seen = game.observe(seat)
            assert set(seen.tickets) == set(mine[seat])
            assert all(seen.tickets_known_of(other) == () for other in range(4) if other != seat)
    assert len(hands) > 15


def test_the_tickets_of_t2r_are_known_to_all_as_before():
    seen = Game("t2r", 2, seed=1).observe(0)
    assert len(seen.tickets_known_of(1)) == 2


def test_swapped_tickets_that_a_seat_does_not_see_give_equal_observations():
    """A twin of the game, with one of the other's tickets exchanged for one that is out."""
    for seed in range(10):
        game = Game(PRIVATE, 2, seed)
        twin, tickets = game.copy(), game.record.ticket
        theirs = next(t for t in range(11) if tickets[t] >> PLAYERS == HELD + 1)
        out = next(t for t in range(11) if tickets[t] >> PLAYERS == OUT)
        twin.record.ticket[[theirs, out]] = tickets[[out, theirs]]
        assert set(twin.tickets_of(1)) != set(game.tickets_of(1))
        assert twin.observe(0).to_bytes() == game.observe(0).to_bytes()
        assert twin.observe(1).to_bytes() != game.observe(1).to_bytes()


def test_every_pair_of_unseen_tickets_comes_up_as_often_in_samples():
    game, n = Game(PRIVATE, 2, seed=4), 3600
    seen = game.observe(0)
    counts = Counter(frozenset(map(str, Game.sample(seen, seed).tickets_of(1))) for seed in range(n))
    assert len(counts) == 9 * 8 // 2
    assert all(pair.isdisjoint(map(str, game.tickets_of(0))) for pair in counts)
    assert max(abs(count - n / 36) for count in counts.values()) < 5 * (n / 36) ** 0.5


def test_in_samples_nobody_has_completed_all_of_its_tickets():
    some = 0
    for seed in range(12):
        game = play_game(PRIVATE, [make_agent("t2r-greedy"), make_agent("t2r-random")], seed=seed)
        game.undo()
        while game.turn > 20:
            game.undo()
        for chance in range(40):
            sample = Game.sample(game.observe(1), chance)
            done = sum(sample.connects(ticket, 0) for ticket in sample.tickets_of(0))
            assert done < 2
            some += done
    assert some > 20


@pytest.mark.parametrize(("board", "players"), [(PRIVATE, 3), (PRIVATE, 4), ("t2r:several", 3), ("t2r:several", 4)])
def test_three_and_four_play_with_two_tickets_each(board: str, players: int):
    result = play_match(board, ["t2r-greedy", *["t2r-random"] * (players - 1)], 120, seed=1)
    assert result.agents[0].win_rate.low > 1 / players
    assert all(len(Game(board, players, 1).tickets_of(seat)) == 2 for seat in range(players))
