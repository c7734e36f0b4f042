"""Which games a learner plays side by side: how they are shared among environments, boards and numbers of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from footplate.boards import Board
from footplate.errors import FootplateError
from footplate.learning.settings import PPOSettings, Task


class EnvironmentPlan(NamedTuple):
    """An environment: its boards, the number of players on each, its games, and whether others sit opposite."""

    boards: Sequence[Board]
    players: Sequence[int]
    games: int
    is_contested: bool


def plan_environments(
    task: Task, settings: PPOSettings, boards: Sequence[Board], has_others: bool
) -> list[EnvironmentPlan]:
    """One environment for each number of players, or one for all boards; on a GPU two, so that one steps meanwhile.

    Where others sit opposite in some games, these are environments of their own. Boards are mixed, since some take
    several times as long as others, and each thread plays some in a row.
    """
    halves = 1 if task.device == "cpu" else 2
    if len(boards) == 1:
        numbers = task.players * halves if len(task.players) == 1 else task.players
        groups: list[tuple[Sequence[Board], Sequence[int]]] = [(boards, (number,)) for number in numbers]
    else:
        players = players_by_board(boards, task.players)
        spread = np.random.default_rng(task.seed).permutation(len(boards)).tolist()
        groups = [
            ([boards[k] for k in spread[half::halves]], [players[k] for k in spread[half::halves]])
            for half in range(halves)
        ]
    shares = [1 - settings.contested, settings.contested] if has_others else [1.0]
    ends = [round(settings.games * i / len(groups)) for i in range(len(groups) + 1)]
    found = []
    for (its_boards, its_players), first, end in zip(groups, ends, ends[1:], strict=False):
        middle = first + round((end - first) * shares[0])
        for is_contested, games in ((False, middle - first), (True, end - middle)):
            if games:
                found.append(EnvironmentPlan(its_boards, its_players, games, is_contested))
    if len(found) < len(groups) or any(len(one.boards) > one.games for one in found):
        raise FootplateError(
            f"{settings.games} games are too few: there must be one at least for each board and number of players"
        )
    return found


def players_by_board(boards: Sequence[Board], numbers: Sequence[int]) -> list[int]:
    """The numbers in turn, from board to board and each time that a board comes again, as far as its rules allow."""
    first: dict[str, int] = {}
    times: dict[str, int] = {}
    found = []
    for k, board in enumerate(boards):
        turn = first.setdefault(board.name, k) + times.setdefault(board.name, 0)
        times[board.name] += 1
        least, most = board.rules.players
        found.append(min(max(numbers[turn % len(numbers)], least), most))
    return found
