"""``vector`` decodes back to what the seat may know."""

from __future__ import annotations

from hypothesis import given

from footplate.encoders import make_encoding
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
        colors = len(game.board.colors)
        assert views["face_up"][:colors].tolist() == list(seen.market.values())[:colors]
        assert views["hand"][:colors].tolist() == list(seen.hand.values())[:colors]
        assert views["hand"].sum() == seen.hand_sizes[seat]
        tickets = game.tables.tickets
        assert [tickets[t] for t in views["tickets"].nonzero()[0]] == list(seen.tickets)
        offered = [tickets[t] for row in views["offer"] for t in row.nonzero()[0]]
        assert offered == (list(seen.offer) if seen.is_my_turn else [])
