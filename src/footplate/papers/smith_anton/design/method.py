"""The method as a command: ``footplate design smith-anton``, on any board or on a new graph (docs/smith-anton.md)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from footplate.boards import Board
from footplate.design.methods import DesignMethod, DesignTask
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError
from footplate.learning.settings import Options, option
from footplate.papers.smith_anton.design.experiments import (
    blank,
    generated_graph,
    original_canvas,
    original_graph,
    three_sub_games,
)
from footplate.papers.smith_anton.design.features import TICKET_VALUES
from footplate.papers.smith_anton.design.graph_optimizer import all_free, random_board
from footplate.papers.smith_anton.design.playtests import MethodOptions, Playtester

_BOARD, _SEARCH = "The board", "The search"  # panels of the help
_TRIES = 20


@dataclass(frozen=True)
class MethodSettings(Options):
    """The command's options; what it says nothing of is as in ``MethodOptions``."""

    keep_lengths: int | None = option(
        None, "How far a length may be from the given one, 1 in their restricted experiment.", panel=_BOARD, least=0
    )
    sub_games: bool = option(False, "Without BOARD: join three sub-games, each optimised by itself.", panel=_BOARD)
    ticket_values: tuple[int, ...] = option(
        TICKET_VALUES, "The points that a ticket may have, such as 5,8,12 or 4-22.", panel=_BOARD
    )
    evaluations: int = option(600, "Boards that phase one looks at, at most.", panel=_SEARCH)
    games_each: int = option(20, "Games on each of them, rounded up to whole deals.", panel=_SEARCH)
    samples: int = option(240, "Boards at random with which phase two begins.", panel=_SEARCH)
    first_threshold: float = option(0.2, "Phase one ends at a distance consistently below.", panel=_SEARCH)
    second_threshold: float = option(0.1, "Phase two likewise.", panel=_SEARCH)


def make(task: DesignTask, settings: MethodSettings) -> Board:
    """On the task's board, or on a graph that is chosen for it."""
    options = MethodOptions(
        games=settings.games_each,
        first_threshold=settings.first_threshold,
        second_threshold=settings.second_threshold,
        evaluations=settings.evaluations,
        samples=settings.samples,
        ticket_values=settings.ticket_values,
    )
    rng = np.random.default_rng(task.seed)
    playtester = Playtester(
        task.playing, task.target, options,
        seed=task.seed, progress=task.progress, seconds=task.seconds, keep=task.keep,
    )  # fmt: skip
    if task.board is None:
        if settings.keep_lengths is not None:
            raise FootplateError("a new graph has no lengths that could be kept; --keep-lengths needs a BOARD")
        experiment = three_sub_games if settings.sub_games else generated_graph
        return experiment(playtester, options, rng).board
    if settings.sub_games:
        raise FootplateError("sub-games make a graph of their own; --sub-games goes without a BOARD")
    check_board(task.board, task.playing.players, options)
    return original_graph(task.board, playtester, options, rng, keep_lengths=settings.keep_lengths).board


def check_board(board: Board, players: int, options: MethodOptions) -> None:
    """FootplateError says why the method can't work with a board."""
    make_tables(board, players)
    if board.rules.progress:
        raise FootplateError(f"{board.name} gives its tickets away: the method is for boards with drawn tickets")
    rng = np.random.default_rng(0)
    canvas = original_canvas(blank(board), rng)
    drawn = [random_board(canvas, all_free(canvas, options.ticket_values), rng) for _ in range(_TRIES)]
    if all(one.problems for one in drawn):
        raise FootplateError(f"the method makes no sound boards of {board.name}: {drawn[0].problems[0]}")


METHOD = DesignMethod(
    name="smith-anton",
    summary="The two phases of Smith & Anton: tickets and double routes, then lengths and colours, by tree search.",
    settings=MethodSettings,
    make=make,
    example="footplate design smith-anton usa --keep-lengths 1 --win-rates 25,25,25,25 --seed 1 -o fair.json",
)
