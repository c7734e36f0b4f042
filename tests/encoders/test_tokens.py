"""``tokens`` says of every route what ``features`` and the board say, in a row of one size."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given

from footplate import Game
from footplate.boards import Board, load_board
from footplate.boards.limits import COLOURS, MAX_ROUTES
from footplate.encoders import make_encoding
from footplate.encoders.tokens import COLUMNS
from footplate.engine.tables import make_tables
from tests.support.strategies import games_in_play

BOARDS = ("europe", "london", "new_york", "first_journey_usa", "switzerland", "nordic", "india", "germany")
SAME = ("mine", "open", "lack", "need", "near", "want", "planned", "touch_mine", "touch_theirs", "pending")


def columns_of(encoding, x):
    tokens = encoding.views(x)["tokens"]
    return {name: tokens[:, k] for k, (name, _, _) in enumerate(COLUMNS)}


def check_routes(game: Game, seat: int) -> None:
    features, encoding = (make_encoding(name, game.tables, 5) for name in ("features", "tokens"))
    seen = game.observe(seat)
    theirs, mine = features.views(features.of(seen)), columns_of(encoding, encoding.of(seen))
    n, board = len(game.board.routes), game.board
    for name in SAME:
        if name in theirs:
            assert mine[name][:n].tolist() == theirs[name].tolist(), name
    for k in range(4):
        assert mine[f"theirs_{k + 1}"][:n].tolist() == theirs["theirs"][k].tolist()
    ends = np.zeros((len(board.cities), 3), np.int64)
    if "stations" in theirs:
        ends[:, 0], ends[:, 1] = theirs["stations"][0], theirs["stations"][1:].sum(axis=0)
    if "waiting" in theirs:
        ends[:, 2] = theirs["waiting"].sum(axis=1)
    for r, route in enumerate(board.routes):
        a, b = board.city_index[route.a], board.city_index[route.b]
        assert (mine["end_a"][r], mine["end_b"][r], mine["length"][r]) == (a, b, route.length)
        assert mine["colour"][r] == (8 if route.color == "grey" else board.colors.index(route.color))
        assert (mine["present"][r], mine["points"][r]) == (1, board.rules.route_points[route.length])
        assert mine["tunnel"][r] == route.tunnel
        twins = [one for group in board.parallel_routes if r in group for one in group if one != r]
        assert mine["double"][r] == (len(twins) > 0)
        assert mine["twin_open"][r] == any(mine["open"][one] for one in twins)
        assert mine["twin_mine"][r] == any(mine["mine"][one] for one in twins)
        assert mine["twin_theirs"][r] == any(mine[f"theirs_{k}"][one] for one in twins for k in range(1, 5))
        assert mine["cards"][r] == seen.held_for(r)
        for column, amount in zip(("my_stations", "their_stations", "waiting"), ends[a] + ends[b], strict=True):
            assert mine[column][r] == amount, column
    assert not encoding.views(encoding.of(seen))["tokens"][n:].any()


@given(game=games_in_play())
def test_tokens_of_random_games(game):
    for seat in range(game.players):
        check_routes(game, seat)


@pytest.mark.parametrize("board", BOARDS)
def test_tokens_with_rules_of_their_own(board: str):
    rng, game = random.Random(board), Game(board, 3, seed=4)
    while not game.is_over:
        if rng.random() < 0.03:
            check_routes(game, rng.randrange(3))
        game.push(rng.choice(game.legal_actions()))


@given(game=games_in_play())
def test_the_table_is_that_of_features(game):
    """With room for five players and all kinds of card."""
    features, encoding = (make_encoding(name, game.tables, 5) for name in ("features", "tokens"))
    kinds = [*range(len(game.board.colors)), len(COLOURS)]
    for seat in range(game.players):
        seen = game.observe(seat)
        theirs, mine = features.views(features.of(seen)), encoding.views(encoding.of(seen))
        for name in ("hand", "face_up", "discard", "unseen", "fresh", "known", "plan_cards", "plan_lack"):
            assert mine[name][..., kinds].tolist() == theirs[name].tolist(), name
            assert mine[name].sum(dtype=np.int64) == theirs[name].sum(dtype=np.int64), name
        for name in ("mover", "phase", "hand_sizes", "trains", "points", "largest", "ticket_counts", "piles", "round"):
            assert mine[name].tolist() == theirs[name].tolist(), name
        for name in ("offer_points", "offer_distance", "offer_extra"):
            assert mine[name][: len(theirs[name])].tolist() == theirs[name].tolist(), name
        for name in ("special_phase", "stations_left", "done", "coasts"):
            assert mine[name].tolist() == (theirs[name].tolist() if name in theirs else [0] * len(mine[name])), name


def test_every_board_has_rows_of_one_size():
    boards = (("mini", 2), ("usa", 5), ("germany", 3))
    encodings = [make_encoding("tokens", make_tables(load_board(name), players)) for name, players in boards]
    assert len({(one.size, one.private_size, one.seats) for one in encodings}) == 1
    assert all((one.scale == encodings[0].scale).all() for one in encodings)
    assert encodings[0].views(np.zeros(encodings[0].size, np.int8))["tokens"].shape == (MAX_ROUTES, len(COLUMNS))


def test_what_a_critic_sees():
    """Of the others what they see themselves: hands, and by route what their open tickets need."""
    game, rng = Game("usa", 3, seed=5), random.Random(5)
    for _ in range(60):
        game.push(rng.choice(game.legal_actions()))
    encoding = make_encoding("tokens", game.tables)
    out = np.full((1, encoding.private_size), 99, np.int8)
    encoding.encode_private(game.records, np.array([1], np.int8), encoding.new_memory(1), out)
    views = encoding.private_views(out[0])
    for k, seat in enumerate((2, 0)):
        theirs = encoding.of(game.observe(seat))
        assert views["hands"][k].tolist() == encoding.views(theirs)["hand"].tolist()
        assert views["needs"][:, k].tolist() == columns_of(encoding, theirs)["need"].tolist()
        done, left = encoding.views(theirs)["at_stake"].tolist()
        assert views["at_stakes"][k].tolist() == [left, done, encoding.views(theirs)["plan_size"][0]]
    assert not views["needs"][:, 2:].any()


@pytest.mark.parametrize("name", ["new_york", "london", "usa"])
def test_what_is_at_the_ends(name):
    board, game, rng = load_board(name), Game(name, 2, seed=1), random.Random(1)
    while not game.is_over:
        if rng.random() < 0.1:
            check_ends(board, game, rng.randrange(2))
        game.push(rng.choice(game.legal_actions()))


def check_ends(board: Board, game: Game, seat: int) -> None:
    encoding, seen = make_encoding("tokens", game.tables), game.observe(seat)
    columns = columns_of(encoding, encoding.of(seen))
    touched = {end for r in seen.routes_of(seat) for end in (board.routes[r].a, board.routes[r].b)}
    wanted = [ticket for ticket in seen.tickets if game.trains_needed(ticket, seat) != 0]
    spots = [city.name for city in board.cities if city.attraction and city.name not in touched]
    for r, route in enumerate(board.routes):
        ends = (route.a, route.b)
        assert columns["goals"][r] == sum((t.a == end) + (t.b == end) for t in wanted for end in ends)
        assert columns["attractions"][r] == (sum(end in spots for end in ends) if board.rules.attraction_points else 0)
        if not touched:
            points = [d.points for d in board.rules.districts for end in ends if end in d.cities]
            assert columns["districts"][r] == sum(points)
