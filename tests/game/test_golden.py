"""Golden games: one readable record per board. A change of the rules, the bots or the generator shows up as a diff.

``python -m tests.game.test_golden`` writes them anew; look at the diff before you commit it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from footplate.agents import make_agent
from footplate.arena import play_game
from footplate.boards import board_names
from footplate.records import GameRecord, read_records
from tests.support.project import GOLDEN

GAMES = [
    ("small", ["greedy", "random"]),
    ("small:warwick", ["random", "greedy"]),
    ("mini", ["greedy", "greedy"]),
    ("t2r", ["greedy"]),
    ("t2r:different+open", ["greedy", "random"]),
    ("t2r:private", ["greedy", "random", "greedy"]),
    ("new_york", ["greedy", "random", "greedy"]),
    ("usa", ["greedy", "greedy"]),
    ("usa", ["random", "greedy", "greedy", "random", "greedy"]),
    ("usa_1910", ["greedy", "greedy", "greedy"]),
    ("london", ["greedy", "random", "greedy"]),
    ("india", ["greedy", "random", "greedy", "greedy"]),
    ("nordic", ["random", "random"]),
    ("nordic", ["greedy", "random", "greedy"]),
    ("switzerland", ["greedy", "random"]),
    ("switzerland", ["random", "random", "random"]),
    ("europe", ["random", "random"]),
    ("europe", ["random", "random", "random"]),
    ("europe", ["greedy", "random", "greedy", "greedy"]),
    ("germany", ["random", "random"]),
    ("germany", ["greedy", "random", "greedy"]),
    ("first_journey_usa", ["greedy", "random"]),
]


def test_every_board_has_a_golden_game():
    assert {board.split(":")[0] for board, _ in GAMES} == set(board_names())


def golden_file(board: str, seats: list[str]) -> Path:
    return GOLDEN / f"{board.replace(':', '-')}-{len(seats)}.txt"


def play(board: str, seats: list[str]) -> GameRecord:
    """The game that the golden file holds, played now."""
    game = play_game(board, [make_agent(seat) for seat in seats], seed=2026, agent_seeds=range(1, len(seats) + 1))
    return GameRecord.of(game, seats)


@pytest.mark.parametrize(("board", "seats"), GAMES)
def test_golden_game(board: str, seats: list[str]):
    text = golden_file(board, seats).read_text(encoding="utf-8")
    assert play(board, seats).to_text() == text
    (record,) = read_records(golden_file(board, seats))
    assert record.replay().is_over


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for board, seats in GAMES:
        golden_file(board, seats).write_text(play(board, seats).to_text(), encoding="utf-8")
