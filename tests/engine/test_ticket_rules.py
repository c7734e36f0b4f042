"""Rules about tickets that only some boards have, in any mix: whatever is played, all of it holds."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.boards import Board
from footplate.engine.layout import HELD, IN_DECK, OUT, PLAYERS
from footplate.game import Game
from footplate.records import GameRecord, digest_of
from tests.support.invariants import check_state
from tests.support.strategies import at_most, chances
from tests.support.ticket_boards import DECKS, play_one, ticket_board, ticket_boards, ticket_games


@given(ticket_boards)
def test_such_boards_read_back(board: Board):
    assert board.problems == ()
    back = Board.from_json(board.to_json())
    assert (back, back.tickets, back.rules) == (board, board.tickets, board.rules)


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("seed", range(12))
def test_whole_games_keep_every_ticket(decks: str, seed: int):
    rng = random.Random(f"{decks} {seed}")
    board = ticket_board(rng, decks)
    game = Game(board, at_most(board, rng.randint(1, 5)), seed=seed)
    for _ in range(3000):
        check_state(game)
        if game.is_over:
            break
        play_one(game, rng)
    assert game.is_over
    record = GameRecord.of(game, ["bot"] * game.players)
    assert digest_of(GameRecord.from_text(record.to_text()).replay()) == digest_of(game)


@settings(deadline=None, max_examples=60)
@given(game=ticket_games(), seed=st.integers(0, 2**64 - 1))
def test_a_sample_looks_the_same_to_the_observer(game: Game, seed: int):
    for seat in range(game.players):
        observation = game.observe(seat)
        sample = Game.sample(observation, seed)
        check_state(sample)
        assert sample.observe(seat).to_bytes() == observation.to_bytes()


@settings(deadline=None, max_examples=60)
@given(game=ticket_games())
def test_a_position_reads_back(game: Game):
    back = Game.from_json(game.to_json())
    assert back.to_bytes() == game.to_bytes()


def swapped_where_unseen(game: Game, seat: int, rng: random.Random) -> Game:
    """The same game with two tickets of one kind swapped that the seat knows nothing of: in decks, hands, or gone."""
    twin = game.copy()
    s, n = twin.record, len(twin.tables.tickets)
    vague = [int(v) & 127 for v in s.vague[: s.vague_n] if int(v) >> 7 >> seat & 1]
    unseen = [t for t in range(n) if not s.ticket[t] >> seat & 1 and t not in vague]
    unseen = [t for t in unseen if s.ticket[t] >> PLAYERS in (IN_DECK, OUT, *range(HELD, HELD + twin.players))]
    if len(unseen) < 2:
        return twin
    x, y = rng.sample(unseen, 2)
    apart = game.board.rules.ticket_decks or game.board.rules.first_long_tickets
    if apart and twin.tables.tickets[x].long != twin.tables.tickets[y].long:
        return twin
    slots = s.ticket_deck[:n].tolist()
    in_deck = [slots.index(t) if s.ticket[t] >> PLAYERS == IN_DECK else None for t in (x, y)]
    for slot, t in zip(in_deck, (y, x), strict=True):
        if slot is not None:
            s.ticket_deck[slot] = t
    s.ticket[x], s.ticket[y] = int(s.ticket[y]), int(s.ticket[x])
    return twin


@settings(deadline=None, max_examples=60)
@given(game=ticket_games(), rng=chances)
def test_states_that_a_seat_cannot_tell_apart_give_equal_bytes(game: Game, rng: random.Random):
    for seat in range(game.players):
        for _ in range(4):
            twin = swapped_where_unseen(game, seat, rng)
            assert twin.observe(seat).to_bytes() == game.observe(seat).to_bytes()


@settings(deadline=None, max_examples=60)
@given(game=ticket_games())
def test_others_see_no_ticket_that_is_not_shown(game: Game):
    for seat in range(game.players):
        for event in game.observe(seat).history:
            if event.seat != seat and event.n_tickets:
                assert event.tickets is None
