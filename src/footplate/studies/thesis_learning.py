"""The MIT thesis's trained players on T2R (Tables 5.2 to 5.4, A.1, A.2 and Figure A-1), with networks of ours.

The networks come with the package (``thesis-net``); docs/training.md has the commands that trained them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from footplate.agents.learned.agent import NetworkAgent, play_network
from footplate.agents.learned.shipped import network_for
from footplate.arena.statistics import mean_estimate, share_estimate
from footplate.boards import load_board
from footplate.engine.tables import make_tables
from footplate.studies.ledger import Ledger
from footplate.studies.study import Cell, Study, StudyTable, share_error
from footplate.studies.thesis import BOTS, PUBLISHED_GAMES

KIND = "thesis-net"
COMPLETE, INCOMPLETE, DIFFERENT = "t2r:open", "t2r", "t2r:different"


@dataclass(frozen=True)
class Trained:
    """A trained player of the thesis: its wins in 1,000 games as the first player, and its rewards, against BOTS."""

    name: str
    network: str  # ours
    learned_on: str
    wins: Sequence[int]
    rewards: Sequence[float] = ()


@dataclass(frozen=True)
class Suite:
    title: str
    board: str
    players: Sequence[Trained]


SUITES = (
    Suite(
        "Tables 5.2 and A.1, complete information, same objectives", COMPLETE,
        (
            Trained("SupervisedPG", "pg-supervised", COMPLETE, (805, 290, 690), (5.18, 4.84, 5.18)),
            Trained("SelfplayPG", "pg-self-play", COMPLETE, (842, 353, 719), (5.21, 4.86, 5.24)),
            Trained("SupervisedES", "es-supervised", COMPLETE, (609, 140, 445), (4.51, 3.99, 4.55)),
            Trained("SelfplayES", "es-self-play", COMPLETE, (404, 72, 271), (3.78, 3.21, 3.80)),
        ),
    ),
    Suite(
        "Tables 5.3 and A.2, incomplete information, same objectives", INCOMPLETE,
        (
            Trained("CompletePG", "pg-self-play", COMPLETE, (789, 300, 645), (5.00, 4.59, 4.96)),
            Trained("IncompletePG", "pg-self-play", INCOMPLETE, (815, 308, 769), (5.20, 4.89, 5.33)),
            Trained("CompleteES", "es-supervised", COMPLETE, (489, 83, 388), (4.04, 3.54, 4.34)),
            Trained("IncompleteES", "es-supervised", INCOMPLETE, (452, 111, 292), (3.17, 2.72, 3.34)),
        ),
    ),
    Suite(
        "Table 5.4, incomplete information, different objectives", DIFFERENT,
        (
            Trained("PG", "pg-self-play", INCOMPLETE, (970, 743, 869)),
            Trained("ES", "es-supervised", INCOMPLETE, (703, 370, 511)),
        ),
    ),
)  # fmt: skip
ALONE = {"PG": ("pg-solitaire", 5.0), "ES": ("es-solitaire", 4.0)}  # the ends of Figure A-1's curves, read off
_READ_OFF = 0.1  # standard error of reading them


def player_of(name: str, learned_on: str, board: str, players: int = 2) -> NetworkAgent:
    """A network of ours at play on a board; on another than its own it sees what is to be seen there.

    It chooses by chance, as in the thesis.
    """
    network = network_for(KIND, name, make_tables(load_board(learned_on), players))
    here = load_board(board)
    settings = replace(network.settings, board=here.name, rules_hash=here.rules_hash)
    return play_network(replace(network, settings=settings), f"{KIND}:{name} of {learned_on}", temperature=1.0)


def _measure(games: int, seed: int, ledger: Ledger) -> Sequence[StudyTable]:
    tables = [_alone(games, seed, ledger)]
    for suite in SUITES:
        tables += _suite(suite, games, seed, ledger)
    return tables


def _alone(games: int, seed: int, ledger: Ledger) -> StudyTable:
    cells = []
    for name, (network, published) in ALONE.items():
        totals = ledger.play(INCOMPLETE, [f"{KIND}:{network},temperature=1"], games, seed).results.totals[:, 0]
        ours = mean_estimate(np.ascontiguousarray(totals))
        cells.append(Cell(name, "solitaire", ours, published, _READ_OFF))
    return StudyTable("Figure A-1: mean reward in T2R-Solitaire after training", tuple(cells))


def _suite(suite: Suite, games: int, seed: int, ledger: Ledger) -> list[StudyTable]:
    """Wins and rewards of the first player. Each pair plays twice the games; those with swapped seats don't count."""
    wins, rewards = [], []
    for player in suite.players:
        for i, bot in enumerate(BOTS):
            agent = player_of(player.network, player.learned_on, suite.board)
            results = ledger.play_series(suite.board, agent, bot, 2 * games, seed, agent.name).results
            first = results.seat_of[:, 0] == 0
            share, totals = player.wins[i] / PUBLISHED_GAMES, np.ascontiguousarray(results.totals[first, 0])
            error = share_error(share, PUBLISHED_GAMES)
            wins.append(Cell(player.name, bot, share_estimate(results.shares[first, 0]), share, error))
            reward = player.rewards[i] if player.rewards else None
            deviation = float(totals.std()) / math.sqrt(PUBLISHED_GAMES)
            rewards.append(Cell(player.name, bot, mean_estimate(totals), reward, deviation))
    return [
        StudyTable(f"{suite.title}: wins of the first player, %", tuple(wins), digits=1, percent=True),
        StudyTable(f"{suite.title}: its mean rewards", tuple(rewards)),
    ]


def _total(games: int) -> int:
    return games * len(ALONE) + sum(2 * games * len(BOTS) * len(suite.players) for suite in SUITES)


STUDIES = (
    Study(
        name="thesis-learning",
        title="REINFORCE and Evolution Strategies on T2R",
        source="MIT thesis, Tables 5.2 to 5.4, A.1, A.2 and Figure A-1 (trained players against its heuristics)",
        board="t2r",
        games=PUBLISHED_GAMES,
        measure=_measure,
        total=_total,
        remarks=(
            "The networks come with the package; docs/training.md has the commands that trained them.",
            "The thesis prints neither its step sizes nor its batches, nor the noise and size of its populations; its "
            "map is a picture, and ours was fitted to the games of its heuristics.",
            "Figure A-1 is a picture: 5 and 4 are where its curves end.",
        ),
    ),
)
