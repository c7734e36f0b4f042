"""The MIT thesis's trained players on T2R (Tables 5.2 to 5.4, A.1, A.2, Figures 5-2 to 5-7 and A-1), with ours.

The networks come with the package (``thesis-net``), or were trained by the study ``thesis-seeds``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, product
from typing import Protocol

import numpy as np

from footplate.agents import Agent, make_agent
from footplate.agents.learned.agent import NetworkAgent, play_network
from footplate.agents.learned.network import Network
from footplate.arena.statistics import mean_estimate
from footplate.boards import load_board
from footplate.charts import draw_histograms
from footplate.engine.tables import make_tables
from footplate.learning.evaluation import claims
from footplate.maps.route_use import draw_route_use
from footplate.papers.thesis.bots import NETWORKS
from footplate.papers.thesis.studies.heuristics import (
    BOTS,
    PUBLISHED_GAMES,
    Duel,
    Floats,
    Rewards,
    as_first,
    duel_cells,
)
from footplate.studies.published import Figure, Place, beside
from footplate.studies.study import Picture, Printed, Study, StudyRun, StudyTable

COMPLETE, INCOMPLETE, DIFFERENT = "t2r:open", "t2r", "t2r:different"
POLICY = 0.1  # routes that are claimed in more games than this are a player's policy, in the thesis's words


@dataclass(frozen=True)
class Trained:
    """A trained player of the thesis, and which network of ours stands for it."""

    network: str
    learned_on: str


@dataclass(frozen=True)
class Suite:
    """Who plays whom. By first player: its wins in 1,000 games against each (trained ones, then BOTS); rewards of both.

    What its heuristics do among themselves is another study's.
    """

    title: str
    board: str
    trained: Mapping[str, Trained]
    wins: Mapping[str, Sequence[int]]
    rewards: Mapping[str, Sequence[Rewards]] = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        return (*self.trained, *BOTS)

    @property
    def opponents(self) -> tuple[str, ...]:
        """Whom the published rows are against; for different objectives these are the heuristics alone."""
        return self.players[-len(next(iter(self.wins.values()))) :]

    def by_place(self, rows: Mapping[str, Sequence[Figure]]) -> dict[Place, Figure]:
        """Printed rows by their first player and its opponents, as many as are printed."""
        return {
            (first, second): figure
            for first, row in rows.items()
            for second, figure in zip(self.opponents, row, strict=False)
        }

    def pairs(self) -> Iterator[Place]:
        """Each is a match; both of a pair are the first player in half of its games."""
        for one, other in combinations_with_replacement(self.players, 2):
            if one in self.wins and other in self.opponents and one not in BOTS:
                yield one, other


SUITES = (
    Suite(
        "Tables 5.2 and A.1, complete information, same objectives", COMPLETE,
        {
            "SupervisedPG": Trained("pg-supervised", COMPLETE), "SelfplayPG": Trained("pg-self-play", COMPLETE),
            "SupervisedES": Trained("es-supervised", COMPLETE), "SelfplayES": Trained("es-self-play", COMPLETE),
        },
        {
            "SupervisedPG": (517, 483, 745, 886, 805, 290, 690),
            "SelfplayPG": (538, 551, 780, 900, 842, 353, 719),
            "SupervisedES": (307, 290, 509, 674, 609, 140, 445),
            "SelfplayES": (144, 143, 311, 512, 404, 72, 271),
            "t2r-random": (208, 186, 380, 563),
            "t2r-greedy": (764, 691, 864, 947),
            "t2r-frugal": (368, 376, 573, 762),
        },
        {
            "SupervisedPG": (
                (4.99, 4.93), (4.94, 4.94), (5.19, 4.17), (5.26, 3.18),
                (5.18, 3.68), (4.84, 5.41), (5.18, 4.56),
            ),
            "SelfplayPG": (
                (4.99, 4.89), (5.04, 4.86), (5.17, 4.12), (5.24, 3.12),
                (5.21, 3.58), (4.86, 5.34), (5.24, 4.45),
            ),
            "SupervisedES": (
                (4.21, 5.07), (4.23, 5.05), (4.40, 4.34), (4.55, 3.69),
                (4.51, 4.01), (3.99, 5.47), (4.55, 4.75),
            ),
            "SelfplayES": (
                (3.41, 5.26), (3.29, 5.24), (3.74, 4.56), (3.91, 3.88),
                (3.78, 4.21), (3.21, 5.55), (3.80, 4.79),
            ),
            "t2r-random": ((3.74, 5.16), (3.67, 5.16), (4.03, 4.54), (4.16, 3.84)),
            "t2r-greedy": ((5.51, 4.75), (5.43, 4.74), (5.56, 4.03), (5.59, 3.04)),
            "t2r-frugal": ((4.67, 5.07), (4.64, 5.08), (4.82, 4.52), (4.88, 3.76)),
        },
    ),
    Suite(
        "Tables 5.3 and A.2, incomplete information, same objectives", INCOMPLETE,
        {
            "CompletePG": Trained("pg-self-play", COMPLETE), "IncompletePG": Trained("pg-self-play", INCOMPLETE),
            "CompleteES": Trained("es-supervised", COMPLETE), "IncompleteES": Trained("es-supervised", INCOMPLETE),
        },
        {
            "CompletePG": (491, 484, 781, 809, 789, 300, 645),
            "IncompletePG": (551, 553, 826, 863, 815, 308, 769),
            "CompleteES": (219, 190, 470, 565, 489, 83, 388),
            "IncompleteES": (244, 202, 482, 522, 452, 111, 292),
            "t2r-random": (233, 212, 492, 570),
            "t2r-greedy": (712, 718, 928, 936),
            "t2r-frugal": (386, 312, 717, 753),
        },
        {
            "CompletePG": (
                (4.67, 4.77), (4.74, 4.92), (4.97, 3.79), (5.03, 2.85),
                (5.00, 3.68), (4.59, 5.35), (4.96, 4.53),
            ),
            "IncompletePG": (
                (4.98, 4.68), (5.03, 4.87), (5.22, 3.75), (5.31, 2.87),
                (5.20, 3.67), (4.89, 5.38), (5.33, 4.51),
            ),
            "CompleteES": (
                (3.86, 4.95), (3.81, 5.16), (4.18, 4.36), (4.33, 3.31),
                (4.04, 4.19), (3.54, 5.50), (4.34, 4.65),
            ),
            "IncompleteES": (
                (2.79, 5.06), (2.86, 5.28), (3.26, 4.33), (3.47, 3.56),
                (3.17, 4.34), (2.72, 5.56), (3.34, 4.94),
            ),
            "t2r-random": ((3.73, 4.97), (3.79, 5.17), (4.17, 4.17), (4.28, 3.36)),
            "t2r-greedy": ((5.41, 4.54), (5.45, 4.78), (5.58, 3.46), (5.58, 2.78)),
            "t2r-frugal": ((4.59, 4.90), (4.64, 5.20), (4.77, 4.17), (4.95, 3.30)),
        },
    ),
    Suite(
        "Table 5.4, incomplete information, different objectives", DIFFERENT,
        {"PG": Trained("pg-self-play", INCOMPLETE), "ES": Trained("es-supervised", INCOMPLETE)},
        {"PG": (970, 743, 869), "ES": (703, 370, 511)},
    ),
)  # fmt: skip
ALONE = {"PG": ("pg-solitaire", 5.0), "ES": ("es-solitaire", 4.0)}  # the ends of Figure A-1's curves, read off
_READ_OFF = 0.1  # standard error of reading them


class Networks(Protocol):
    """Where the trained networks are, by name and the board on which they learned."""

    def spec(self, name: str, learned_on: str) -> str:
        """One as an agent on its own board."""

    def network(self, name: str, learned_on: str, players: int) -> Network: ...


class Shipped:
    """The package's."""

    def spec(self, name: str, learned_on: str) -> str:
        return f"{NETWORKS.kind}:{name}"

    def network(self, name: str, learned_on: str, players: int) -> Network:
        return NETWORKS.find(name, make_tables(load_board(learned_on), players))


def player_of(networks: Networks, player: Trained, board: str) -> NetworkAgent:
    """A network of ours at play on a board; on another than its own it sees what is to be seen there.

    It chooses by chance, as in the thesis.
    """
    network = networks.network(player.network, player.learned_on, 2)
    here = load_board(board)
    settings = replace(network.settings, board=here.name, rules_hash=here.rules_hash)
    name = f"{networks.spec(player.network, player.learned_on)} of {player.learned_on}"
    return play_network(replace(network, settings=settings), name, temperature=1.0)


@dataclass(frozen=True)
class Programme:
    """What is played: duels by suite, and who plays alone, with its network and its published reward."""

    suites: Sequence[Suite]
    alone: Mapping[str, tuple[str, float]]

    def measure(self, networks: Networks, run: StudyRun) -> list[StudyTable]:
        """The thesis's tables, with pictures of how the networks play."""
        tables = [_alone(networks, self.alone, run)]
        for suite in self.suites:
            tables += _suite(networks, suite, run)
        return tables

    def total(self, games: int) -> int:
        """How many games that takes."""
        alone = 2 * games * (len(self.alone) + len(BOTS))
        duels = sum(2 * games * len(list(suite.pairs())) for suite in self.suites)
        policies = sum(games * len(suite.trained) * len(suite.opponents) for suite in self.suites)
        return alone + duels + policies


EVERYTHING = Programme(SUITES, ALONE)


# ---------------------------------------------------------------- solitaire


def _alone(networks: Networks, alone: Mapping[str, tuple[str, float]], run: StudyRun) -> StudyTable:
    """Rewards of everybody, the heuristics too: Figure 5-2 is their histogram, Figure 5-3 their policies."""
    specs = {name: _by_chance(networks.spec(network, INCOMPLETE)) for name, (network, _) in alone.items()}
    specs |= dict(zip(BOTS, BOTS, strict=True))
    rewards, pictures = {}, []
    for name, spec in specs.items():
        rewards[name] = np.ascontiguousarray(run.play(INCOMPLETE, spec).results.totals[:, 0])
        pictures.append(_policy(f"Figure 5-3: policy of {name}", INCOMPLETE, [[spec]], run))
    ours = {(name, "solitaire"): mean_estimate(totals) for name, totals in rewards.items()}
    theirs = {(name, "solitaire"): Printed(reward, _READ_OFF) for name, (_, reward) in alone.items()}
    shown = draw_histograms("Figure 5-2: rewards in T2R-Solitaire", rewards)
    return StudyTable(
        "Figure A-1: mean reward in T2R-Solitaire after training", beside(ours, theirs),
        pictures=(Picture("Figure 5-2: rewards", shown), *pictures),
    )  # fmt: skip


def _by_chance(spec: str) -> str:
    return f"{spec},temperature=1"


# ---------------------------------------------------------------- duels


def _suite(networks: Networks, suite: Suite, run: StudyRun) -> list[StudyTable]:
    """Wins of the first player and rewards of both. A pair plays twice the games, each as first player in half."""
    agents = {name: _agent(networks, suite, name) for name in suite.players}
    duels: dict[Place, Duel] = {}
    rewards: dict[str, list[Floats]] = defaultdict(list)
    for one, other in suite.pairs():
        me, them, games = agents[one], agents[other], 2 * run.games
        results = run.ledger.play_series(suite.board, me, them, games, run.seed, known_as=me.name).results
        for first, second, agent in ((other, one, 1), (one, other, 0)):
            duels[first, second] = as_first(results, agent)
            rewards[first].append(duels[first, second].rewards[:, 0])
    printed_wins, printed_rewards = suite.by_place(suite.wins), suite.by_place(suite.rewards)
    wins, mean_rewards = [], []
    for pair in product(suite.wins, suite.players):
        if pair in duels:
            won, *earned = duel_cells(pair, duels[pair], printed_wins.get(pair), printed_rewards.get(pair))
            wins.append(won)
            mean_rewards += earned
    of_trained = {name: np.concatenate(rewards[name]) for name in suite.trained}
    pictures = [Picture("rewards", draw_histograms("Rewards of the first player, all opponents together", of_trained))]
    for name in suite.trained:
        against = [[agents[name], agents[other]] for other in suite.opponents]
        pictures.append(_policy(f"policy of {name}", suite.board, against, run))
    return [
        StudyTable(f"{suite.title}: wins of the first player, %", tuple(wins), digits=1, percent=True),
        StudyTable(f"{suite.title}: mean rewards of both", tuple(mean_rewards), pictures=tuple(pictures)),
    ]


def _agent(networks: Networks, suite: Suite, name: str) -> Agent:
    return make_agent(name) if name in BOTS else player_of(networks, suite.trained[name], suite.board)


def _policy(title: str, board: str, tables: Sequence[Sequence[Agent | str]], run: StudyRun) -> Picture:
    """How often the first agent claims each route, in games at all these tables."""
    loaded, ledger = load_board(board), run.ledger
    names = [[agent if isinstance(agent, str) else agent.name for agent in table] for table in tables]

    def find_out() -> list[float]:
        matches = [ledger.play_to_look(board, table, run.games, run.seed) for table in tables]
        claimed = np.sum([claims(match)[: len(loaded.routes)] for match in matches], axis=0)
        return [float(share) for share in claimed / sum(match.games for match in matches)]

    known_as = f"claims of {names} on {loaded.rules_hash}, seed {run.seed}"
    shares = ledger.keep(known_as, run.games * len(tables), find_out)
    return Picture(title, draw_route_use(loaded, shares, width=720, least=POLICY))


STUDIES = (
    Study(
        name="thesis-learning",
        title="REINFORCE and Evolution Strategies on T2R",
        source="MIT thesis, Tables 5.2 to 5.4, A.1, A.2 and Figures 5-2 to 5-7 and A-1 (its trained players)",
        board="t2r",
        games=PUBLISHED_GAMES,
        measure=lambda run: EVERYTHING.measure(Shipped(), run),
        total=EVERYTHING.total,
        remarks=(
            "The networks come with the package; docs/training.md has the commands that trained them.",
            "The thesis prints neither its step sizes nor its batches, nor the noise and size of its populations; its "
            "map is a picture, and ours was fitted to the games of its heuristics.",
            "Figure A-1 is a picture: 5 and 4 are where its curves end.",
            "--out also writes the histograms of rewards, and policies as maps: routes that are claimed in more than "
            "10 % of a player's games, the darker the more often.",
        ),
    ),
)
