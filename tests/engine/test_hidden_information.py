"""What a seat can't see is not in its observation, and what it has seen is in every sample."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.actions import KeepTickets
from footplate.engine.layout import LOCO
from footplate.errors import InvalidArgument
from footplate.game import Game
from tests.support.invariants import check_state
from tests.support.look_alikes import shuffled_where_unseen
from tests.support.strategies import chances, games_in_play


@given(game=games_in_play(), seed=st.integers(0, 2**64 - 1))
def test_a_sample_looks_the_same_to_the_observer(game, seed):
    for seat in range(game.players):
        observation = game.observe(seat)
        sample = Game.sample(observation, seed)
        check_state(sample)
        assert sample.observe(seat).to_bytes() == observation.to_bytes()
        assert Game.sample(observation, seed).to_bytes() == sample.to_bytes()


@given(game=games_in_play(), seed=st.integers(0, 2**64 - 1), rng=chances)
def test_states_that_look_alike_stay_alike_while_nothing_hidden_shows(game, seed, rng):
    """Play the observer's own non-chance actions in two look-alike states: legal actions and views stay equal."""
    seat = game.to_move
    twin = Game.sample(game.observe(seat), seed)
    for _ in range(4):
        if game.is_over or game.to_move != seat:
            break
        assert game.observe(seat).legal_actions() == twin.observe(seat).legal_actions()
        quiet = [a for a in game.legal_actions() if isinstance(a, KeepTickets)]
        if not quiet:
            break
        action = rng.choice(quiet)
        game.push(action)
        twin.push(action)
        if game.record.offer_n == 0:
            assert game.observe(seat).to_bytes() == twin.observe(seat).to_bytes()


@given(game=games_in_play(), rng=chances)
def test_states_that_a_seat_cannot_tell_apart_give_equal_bytes(game, rng):
    for seat in range(game.players):
        twin = shuffled_where_unseen(game, seat, rng)
        check_state(twin)
        assert twin.observe(seat).to_bytes() == game.observe(seat).to_bytes()


def usa_in_the_middle(actions: int = 60) -> Game:
    game, rng = Game("usa", 3, seed=5), random.Random(5)
    for _ in range(actions):
        game.push(rng.choice(game.legal_actions()))
    return game


def test_samples_vary_in_what_is_hidden():
    game = usa_in_the_middle()
    samples = [Game.sample(game.observe(0), seed) for seed in range(50)]
    assert len({tuple(sample.hand_of(1).items()) for sample in samples}) > 5
    assert len({sample.tickets_of(1) for sample in samples}) > 5
    assert len({sample.record.deck.tobytes() for sample in samples}) > 45
    assert len({int(sample.record.rng) for sample in samples}) == 50


def test_samples_are_uniform_over_hidden_cards():
    """Every unseen card is equally likely to be in a hidden hand: expected counts are proportional."""
    game = usa_in_the_middle(10)
    seat, other, n = 0, 1, 4000
    observation = game.observe(seat)
    unseen = {kind: 14 if kind == LOCO else 12 for kind in range(9)}
    s = observation.record
    for kind in unseen:
        unseen[kind] -= int(s.face_up[kind] + s.discard[kind] + s.hand[:, kind].sum())
    hidden = int(s.hand_n[other] - s.hand[other].sum())
    counts = dict.fromkeys(unseen, 0)
    for seed in range(n):
        sample = Game.sample(observation, seed).record
        for kind in counts:
            counts[kind] += int(sample.hand[other, kind] - s.hand[other, kind])
    for kind, count in counts.items():
        expected = n * hidden * unseen[kind] / sum(unseen.values())
        assert abs(count - expected) < 6 * expected**0.5 + 6


def test_the_generator_and_the_deck_are_not_in_an_observation():
    s = usa_in_the_middle().observe(1).record
    assert s.rng == 0
    assert not s.deck.any()
    assert (s.hand[0] == s.known[0]).all()


def test_cards_taken_face_up_stay_known_until_they_are_paid():
    game = Game("usa", 2, seed=3)
    game.push("keep 1 2")
    game.push("keep 1 2")
    colour = next(c for c, n in game.market.items() if n and c != "locomotive")
    game.push(f"take {colour}")
    assert game.observe(1).known_cards(0)[colour] == 1
    for seed in range(20):
        assert Game.sample(game.observe(1), seed).hand_of(0)[colour] >= 1


def test_a_returned_ticket_is_known_to_lie_at_the_bottom():
    game = Game("small:warwick", 2, seed=1)
    offer = game.observe(0).offer
    game.push("keep 1 2")
    assert game.observe(0).tickets_known_in_deck == (offer[2],)
    assert game.observe(1).tickets_known_in_deck == ()
    for seed in range(20):
        sample = Game.sample(game.observe(0), seed)
        assert offer[2] not in sample.tickets_of(1)
        last = (int(sample.record.ticket_head) + int(sample.record.ticket_n) - 1) % len(game.tables.tickets)
        assert game.tables.tickets[sample.record.ticket_deck[last]] == offer[2]


def test_tickets_on_offer_are_known_to_the_chooser_only():
    game = Game("usa", 2, seed=1)
    assert None not in game.observe(0).offer
    assert game.observe(1).offer == (None, None, None)


def test_who_knew_a_ticket_follows_it_only_as_far_as_can_be_known():
    """On the small board the deck is short: seat 0's returned ticket is soon offered to seat 1."""
    found = 0
    for seed in range(300):
        game = Game("small", 2, seed)
        returned = game.observe(0).offer[1]
        game.push("keep 1")
        game.push("keep 1")
        while game.tickets_left and not game.is_over and found < 20:
            game.push("tickets" if game.to_move == 1 else game.legal_actions()[0])
            if game.to_move == 1 and returned in game.observe(1).offer:
                assert returned in game.observe(0).offer, "it was the next one: seat 0 knows that it is on offer"
                keep_all = game.copy()
                keep_all.push("keep " + " ".join(str(i + 1) for i in range(len(game.observe(1).offer))))
                assert returned in keep_all.observe(0).tickets_known_of(1)
                game.push("keep 1")
                if len(game.observe(1).offer) > 1:
                    assert returned not in game.observe(0).tickets_known_of(1)
                found += 1
                break
            if game.phase.name == "TICKET_CHOICE":
                game.push("keep 1")
    assert found >= 10


def test_open_hands_are_seen_in_the_complete_information_variant():
    hidden, shown = Game("t2r", 2, seed=1), Game("t2r:open", 2, seed=1)
    assert hidden.observe(0).hand_of(1) is None
    assert shown.observe(0).hand_of(1) == shown.hand_of(1)


@given(game=games_in_play())
def test_histories_hide_what_observations_hide(game):
    for seat in range(game.players):
        for event in game.observe(seat).history:
            if event.seat != seat:
                assert event.cards == () or event.cards is None
                assert event.tickets == () or event.tickets is None
                assert not isinstance(event.action, KeepTickets)


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_are_only_the_game_s_seats(seat):
    with pytest.raises(InvalidArgument, match=r"seat: .*, but it must be a whole number from 0 to 1"):
        Game("small", 2).observe(seat)
