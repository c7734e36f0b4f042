"""The six levels: on every board, as strong as their order says, and only rated where somebody measured."""

from __future__ import annotations

import dataclasses
import json

import pytest

from footplate.agents import agent_kinds, make_agent
from footplate.agents.ladder import measured
from footplate.agents.ladder.words import LEVELS
from footplate.arena import play_match
from footplate.boards import Board, board_names, load_board
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError

NAMES = [level.spec for level in LEVELS]
BOARDS = [
    (name, players)
    for name in board_names()
    for players in range(*(load_board(name).rules.players[0], load_board(name).rules.players[1] + 1))
]


def stranger() -> Board:
    """A board that nobody has measured: usa with other points for a ticket."""
    usa = load_board("usa")
    first, *others = usa.tickets
    return dataclasses.replace(usa, tickets=(dataclasses.replace(first, points=first.points + 1), *others))


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_whom_a_level_plays_as_can_play_there(board: str, players: int):
    tables = make_tables(load_board(board), players)
    for rung in measured.ladder_for(tables.board, players).rungs:
        make_agent(rung.plays).fit(tables)


def test_what_was_measured_rises_from_level_to_level():
    for one in measured.measured():
        heights = [rung.rating[0] for rung in one.ladder.rungs if rung.rating]
        assert len(heights) == len(LEVELS)
        assert heights == sorted(heights), one.ladder.of


def test_a_board_that_nobody_has_measured_is_not_rated_and_played_all_the_same():
    board = stranger()
    ladder = measured.ladder_for(board, 2)
    assert not ladder.is_measured
    assert all(rung.rating is None for rung in ladder.rungs)
    assert play_match(board, ["driver", "porter"], 2, seed=1).games == 2


def test_another_number_of_players_of_a_measured_board_is_not_rated(monkeypatch: pytest.MonkeyPatch):
    usa = load_board("usa")
    rungs = tuple(measured.Rung(f"amateur:skill={n / 10}", (1600.0 + 200 * n,) * 3) for n in range(6))
    one = measured.Measured(measured.Ladder(rungs, True, "usa"), usa.rules_hash, 2, measured.sizes_of(usa), True)
    monkeypatch.setattr(measured, "measured", lambda: (one,))
    assert measured.ladder_for(usa, 2).is_measured
    three = measured.ladder_for(usa, 3)
    assert not three.is_measured
    assert [rung.plays for rung in three.rungs] == [rung.plays for rung in rungs]
    assert three.of == "usa"


def test_better_levels_win_more_games():
    """Neighbours are about 200 points apart, three of four games; two steps are nine of ten."""
    for weak, strong in (("porter", "fireman"), ("shunter", "driver"), ("fireman", "inspector")):
        assert play_match("new_york", [strong, weak], 60, seed=2).agents[0].win_rate.mean > 0.5


def test_all_but_the_strongest_play_compiled():
    kinds = {kind.name: kind for kind in agent_kinds()}
    assert [kinds[name].family for name in NAMES] == ["levels"] * 6
    assert [make_agent(name).thinks is None for name in NAMES] == [True] * 5 + [False]


def test_a_level_that_knows_no_board_says_so():
    with pytest.raises(FootplateError, match="must be told first on which board it plays"):
        make_agent("porter").records()  # type: ignore[attr-defined]


def test_the_file_is_small():
    text = json.dumps(json.loads(measured.text()))
    assert len(text) < 100_000
