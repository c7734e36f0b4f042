"""Every encoder: equal inputs from a state and from what a seat knows of it, whatever memory it is given."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from footplate import Game
from footplate.boards import load_board
from footplate.encoders import Encoding, encoders, make_encoding
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError
from tests.support.look_alikes import shuffled_where_unseen
from tests.support.strategies import chances, games_in_play


def rows(encoding: Encoding, game: Game, memory: np.ndarray | None = None) -> np.ndarray:
    """What each seat sees of the state itself; places that the encoder leaves out show."""
    out = np.full((game.players, encoding.size), 99, np.int8)
    for seat in range(game.players):
        kept = encoding.new_memory(1) if memory is None else memory
        encoding.encode(game.records, np.array([seat], np.int8), kept, out[seat : seat + 1])
    return out


@pytest.mark.parametrize("name", encoders())
@given(game=games_in_play(), rng=chances)
def test_only_what_a_seat_knows_is_in_its_inputs(name, game, rng):
    encoding = make_encoding(name, game.tables, min(5, game.players + rng.randrange(2)))
    from_state = rows(encoding, game)
    for seat in range(game.players):
        assert encoding.of(game.observe(seat)).tolist() == from_state[seat].tolist()
        twin = shuffled_where_unseen(game, seat, rng)
        assert rows(encoding, twin)[seat].tolist() == from_state[seat].tolist()


@pytest.mark.parametrize("name", encoders())
@pytest.mark.parametrize(("board", "players"), [("small", 2), ("new_york", 3), ("t2r", 1), ("usa", 2)])
def test_memory_never_shows(name, board, players):
    """One memory through two whole games, and a new one for each decision."""
    encoding = make_encoding(name, make_tables(load_board(board), players), seats=max(2, players))
    memory, rng = encoding.new_memory(1), np.random.default_rng(3)
    for seed in range(2):
        game = Game(board, players, seed)
        while not game.is_over:
            game.push(rng.choice(game.legal_actions()))
            if rng.random() < 0.3:
                assert (rows(encoding, game, memory) == rows(encoding, game)).all()


@pytest.mark.parametrize("name", encoders())
def test_blocks_cover_a_row(name):
    encoding = make_encoding(name, make_tables(load_board("usa"), 3), seats=5)
    ends = [0, *(block.end for block in (*encoding.blocks,))]
    assert [block.first for block in encoding.blocks] == ends[:-1]
    assert encoding.size == ends[-1] == len(encoding.scale)
    legend = encoding.legend()
    assert all(block.name in legend and block.meaning in legend for block in encoding.blocks)
    x = encoding.of(Game("usa", 3).observe(1))
    for block in encoding.blocks:
        view = encoding.views(x)[block.name]
        assert view.shape == block.shape
        assert np.shares_memory(view, x)


def test_bad_input_is_told():
    tables = make_tables(load_board("usa"), 3)
    with pytest.raises(FootplateError, match="no encoder 'nothing'; there are features"):
        make_encoding("nothing", tables)
    with pytest.raises(FootplateError, match="no room for 3; it must be 3 to 5"):
        make_encoding("vector", tables, seats=2)
    with pytest.raises(ValueError, match="inputs, not an array of the shape"):
        make_encoding("vector", tables).views(np.zeros(3, np.int8))
