"""Boards that a network learns on, by name; and how games are shared among them."""

from __future__ import annotations

import pytest

from footplate.boards import listed_boards
from footplate.errors import FootplateError
from footplate.learning.boards import learning_boards, rules_of
from footplate.learning.rollouts import plan_environments, players_by_board
from footplate.learning.settings import PPOSettings, Task


def names(text: str) -> list[str]:
    return [board.name for board in learning_boards(text)]


def test_boards_by_name() -> None:
    assert names("usa") == ["usa"]
    assert names("usa, small:warwick") == ["usa", "small:warwick"]
    assert names("catalogue,-usa,-t2r") == [name for name in listed_boards() if name not in ("usa", "t2r")]
    assert names("small*2,usa") == ["small", "small", "usa"]
    first, again, other = learning_boards("generated:2:5,generated:1:5")[0], *learning_boards("generated:2:5")
    assert first == again != other
    assert first.name == "map_5"
    assert rules_of("usa") == learning_boards("usa")[0].rules_hash != rules_of("usa,small")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("usa,-usa", "names no board"),
        ("generated:many", "'many' is no number of boards"),
        ("usa*0", "'0' is no number of boards"),
        ("nowhere", "there is no board of this name"),
    ],
)
def test_bad_names_are_told(text: str, message: str) -> None:
    with pytest.raises(FootplateError, match=message):
        learning_boards(text)


def test_numbers_of_players_go_round() -> None:
    boards = learning_boards("small*2,usa*3,new_york")
    assert players_by_board(boards, (2, 2, 5)) == [2, 2, 5, 2, 2, 4]  # new_york is for four at most


def test_games_are_shared() -> None:
    settings = PPOSettings(games=100, contested=0.25)
    one = learning_boards("usa")
    assert [(t.players, t.games) for t in plan_environments(Task(players=(2, 3)), settings, one, has_others=False)] == [
        ((2,), 50), ((3,), 50),
    ]  # fmt: skip
    several = learning_boards("usa,small,new_york,europe")
    found = plan_environments(Task(players=(2,), device="cuda"), settings, several, has_others=True)
    assert [(t.games, t.is_contested) for t in found] == [(38, False), (12, True), (38, False), (12, True)]
    first, again, second, _ = ([board.name for board in t.boards] for t in found)
    assert (first, sorted(first + second)) == (again, sorted(board.name for board in several))
    with pytest.raises(FootplateError, match="2 games are too few"):
        plan_environments(Task(), PPOSettings(games=2), several, has_others=False)
