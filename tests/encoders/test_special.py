"""Encoders and action codes on boards with rules of their own."""

from __future__ import annotations

import random

import numpy as np
import pytest

from footplate.boards import load_board
from footplate.encoders import make_actions, make_encoding
from footplate.encoders.special import special_parts
from footplate.engine.layout import SCRATCH, new_records
from footplate.engine.tables import make_tables
from footplate.game import Game

BOARDS = ("europe", "london", "first_journey_usa", "switzerland", "nordic", "india", "germany")


def rows(game: Game, name: str, seat: int) -> tuple[np.ndarray, np.ndarray]:
    """What the seat sees, from the state and from its observation."""
    encoding, seats = make_encoding(name, game.tables), np.array([seat], np.int8)
    found = np.full((2, encoding.size), 99, np.int8)
    for row, records in zip(found, (game.records, game.observe(seat).records), strict=True):
        encoding.encode(records, seats, encoding.new_memory(1), row[None])
    return found[0], found[1]


@pytest.mark.parametrize("board", BOARDS)
def test_a_state_and_what_a_seat_sees_of_it_give_the_same_row(board: str):
    rng = random.Random(board)
    for players in load_board(board).rules.players:
        game = Game(board, players, seed=rng.randrange(1000))
        while not game.is_over:
            if rng.random() < 0.1:
                for name in ("features", "vector", "tokens"):
                    state, seen = rows(game, name, rng.randrange(players))
                    assert (state == seen).all()
            game.push(rng.choice(game.legal_actions()))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", ["full", "lean", "any"])
def test_every_legal_action_has_a_legal_code_and_back(board: str, name: str):
    rng, scratch = random.Random(board), new_records(SCRATCH)
    game = Game(board, 2, seed=3)
    code = make_actions(name, game.tables)
    mask = np.zeros((1, code.size), np.bool_)
    while not game.is_over:
        legal = {game.actions.id(action): action for action in game.legal_actions()}
        code.mask(game.records, scratch, mask)
        codes = {int(code.encode(game.records, [number])[0]) for number in legal}
        assert codes == set(mask[0].nonzero()[0].tolist())
        for one in codes:
            assert int(code.decode(game.records, [one])[0]) in legal
            assert code.text(one)
        game.push(rng.choice(list(legal.values())))


def test_blocks_tell_what_the_board_has():
    names = {board: {part.name for part in special_parts(make_tables(load_board(board), 2), 2)} for board in BOARDS}
    assert {"turned_up", "owed", "pending", "stations", "building"} <= names["europe"]
    assert names["london"] == {"districts"}
    assert {"done", "coasts"} <= names["first_journey_usa"]
    assert {"passengers", "waiting", "long_tickets"} <= names["germany"]
    assert names["india"] == set()
    assert special_parts(make_tables(load_board("usa"), 2), 2) == []


def test_the_state_of_stations_and_passengers_is_in_the_row():
    game = Game("europe", 2, seed=1)
    city = game.board.city_index["Wien"]
    game.record.station[1, 0], game.record.building = city + 1, city + 1
    encoding = make_encoding("features", game.tables)
    views = encoding.views(encoding.of(game.observe(0)))
    assert views["stations"].nonzero()[0].tolist() == [1]
    assert views["stations"][1, city] == 1
    assert views["stations_left"].tolist() == [3, 2]
    assert views["building"].nonzero()[0].tolist() == [city]
    game = Game("germany", 2, seed=1)
    game.record.passenger[0] = 2 | 1 << 3
    encoding = make_encoding("features", game.tables)
    views = encoding.views(encoding.of(game.observe(1)))
    assert views["passengers"].tolist() == [[0] * 6, [0, 0, 1, 0, 0, 0]]
    waiting = {place: sum(colours.values()) for place, colours in game.waiting.items()}
    for name, i in game.board.city_index.items():
        if name in waiting:
            assert views["waiting"][i].sum() == waiting[name]
