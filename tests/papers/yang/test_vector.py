"""``vector`` and ``slots`` decode back to what the seat may know."""

from __future__ import annotations

import math

from hypothesis import given

from footplate.boards import load_board
from footplate.boards.analysis import board_stats
from footplate.encoders import make_encoding
from footplate.engine.tables import make_tables
from tests.support.strategies import games_in_play


@given(game=games_in_play())
def test_vector_says_what_the_observation_says(game):
    encoding = make_encoding("vector", game.tables)
    for seat in range(game.players):
        seen = game.observe(seat)
        views = encoding.views(encoding.of(seen))
        order = [(seat + k) % game.players for k in range(game.players)]
        owners = [None, *order]
        for r, owner in enumerate(seen.owners):
            assert views["board"][:, r].tolist() == [int(owner == other) for other in owners]
        assert views["trains"].tolist() == [seen.trains[p] for p in order]
        colours = len(game.board.colors)
        assert views["face_up"][:colours].tolist() == list(seen.market.values())[:colours]
        assert views["hand"][:colours].tolist() == list(seen.hand.values())[:colours]
        assert views["hand"].sum() == seen.hand_sizes[seat]
        tickets = game.tables.tickets
        assert [tickets[t] for t in views["tickets"].nonzero()[0]] == list(seen.tickets)
        offered = [tickets[t] for row in views["offer"] for t in row.nonzero()[0]]
        assert offered == (list(seen.offer) if seen.is_my_turn else [])


@given(game=games_in_play())
def test_slots_say_what_the_observation_says(game):
    encoding = make_encoding("slots", game.tables)
    for seat in range(game.players):
        seen = game.observe(seat)
        views = encoding.views(encoding.of(seen))
        order = [(seat + k) % game.players for k in range(game.players)]
        assert views["board"].tolist() == [[None, *order].index(owner) for owner in seen.owners]
        assert views["trains"].tolist() == [seen.trains[p] for p in order]
        cards = [k for k, n in enumerate(seen.market.values(), 1) for _ in range(n)]
        assert views["face_up"].tolist() == cards + [0] * (game.board.rules.face_up - len(cards))
        colours = len(game.board.colors)
        assert views["hand"][:colours].tolist() == list(seen.hand.values())[:colours]
        assert views["hand"].sum() == seen.hand_sizes[seat]
        tickets = game.tables.tickets
        assert [tickets[t] for t in views["tickets"].nonzero()[0]] == list(seen.tickets)
        offered = [tickets[t - 1] for t in views["offer"] if t]
        assert offered == (list(seen.offer) if seen.is_my_turn else [])


def test_the_sizes_are_the_paper_s():
    """Equations 1 to 7: as many inputs as variables, which together have as many values as there are states.

    The paper's number of them, 1.7e20, is that without the tickets on offer.
    """
    board = load_board("small")
    encoding, rules = make_encoding("slots", make_tables(board, 2)), board.rules
    sizes = {"board": 16, "trains": 2, "face_up": 5, "hand": 5, "tickets": 8, "offer": 2}
    assert {block.name: block.size for block in encoding.blocks} == sizes
    values = {"board": 3, "trains": rules.trains + 1, "face_up": 6, "hand": 7, "tickets": 2, "offer": 9}
    states = math.prod(values[name] ** size for name, size in sizes.items())
    stats = board_stats(board)
    assert states == stats.observable_states * stats.offer_states
    assert f"{stats.observable_states:.1e}" == "1.7e+20"
