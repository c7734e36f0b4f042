"""What decides and what happens is named, phase by phase and kind by kind; anything else is an error."""

from __future__ import annotations

import numpy as np
import pytest

from footplate.engine.layout import ACTIONS, CLAIM, DRAW_TICKETS, SPLIT_FIRST, SWAP, TURN
from footplate.engine.moves import least_kept, legal_actions
from footplate.engine.setup import next_first_tickets
from footplate.engine.step import step
from footplate.game import Game


@pytest.mark.parametrize("phase", [SPLIT_FIRST + 1, -1])
def test_an_unknown_phase_is_an_error(phase: int):
    game = Game("small", 2, 1)
    game.record.phase = phase
    with pytest.raises(ValueError, match="no such phase"):
        legal_actions(game.tables.record, game.record, np.empty(ACTIONS, np.uint16))
    with pytest.raises(ValueError, match="no tickets are chosen"):
        step(game.tables.record, game.record, DRAW_TICKETS + 1)


def test_tickets_are_chosen_where_they_are_on_offer():
    game = Game("small", 2, 1)
    game.record.phase = TURN
    assert least_kept(game.tables.record, game.record) == 0
    with pytest.raises(ValueError, match="no tickets are chosen"):
        step(game.tables.record, game.record, DRAW_TICKETS + 1)


@pytest.mark.parametrize("board", ["small", "t2r"])
def test_an_action_of_no_kind_is_an_error(board: str):
    game = Game(board, 2, 1)
    if board == "small":
        next_first_tickets(game.tables.record, game.record, 2)
    for action in (-1, CLAIM + game.tables.record.n_claims, ACTIONS + 1):
        with pytest.raises(ValueError, match="no such action"):
            step(game.tables.record, game.record, action)


def test_the_progress_game_has_no_tickets_to_draw():
    game = Game("t2r", 2, 1)
    with pytest.raises(ValueError, match="the progress game has no such action"):
        step(game.tables.record, game.record, DRAW_TICKETS)


def test_the_first_number_behind_the_last_kind_is_no_pass():
    """Without a race there is no SWAP, and the number where it would begin is the next kind's."""
    game = Game("small", 2, 1)
    board, state = game.tables.record, game.record
    next_first_tickets(board, state, 2)
    with pytest.raises(ValueError, match="no such action"):
        step(board, state, board.special_first[SWAP])
    assert state.passes == 0
