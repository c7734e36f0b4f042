"""The MIT thesis's trained players on T2R (Tables 5.2 to 5.4, A.1, A.2, Figures 5-2 to 5-7 and A-1), with ours.

The networks come with the package (``thesis-net``), or were trained by the study ``thesis-seeds``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product
from typing import Protocol

import numpy as np

from footplate.agents import Agent, make_agent
from footplate.agents.learned.agent import NetworkAgent, play_network
from footplate.agents.learned.network import Network
from footplate.arena.statistics import mean_estimate, share_estimate
from footplate.boards import Board, load_board
from footplate.charts import draw_histograms
from footplate.engine.tables import make_tables
from footplate.papers.thesis.bots import NETWORKS
from footplate.papers.thesis.studies.heuristics import BOTS, PUBLISHED_GAMES, Duel, Floats, as_first, duel_cells
from footplate.papers.thesis.studies.parts import (
    POLICY,
    Part,
    Wait,
    claiming,
    part_of,
    policies,
    together,
    wait_of,
    waiting_alone,
)
from footplate.papers.thesis.studies.suites import (
    ALONE,
    DIFFERENT,
    INCOMPLETE,
    READ_OFF,
    SUITES,
    Suite,
    Trained,
)
from footplate.studies.findings import Claim, in_order, more
from footplate.studies.published import Place, beside, share
from footplate.studies.study import Cell, Picture, Printed, Study, StudyRun, StudyTable


class Networks(Protocol):
    """Where the trained networks are, by name and the board on which they learned."""

    def spec(self, name: str, learned_on: str) -> str:
        """One as an agent on its own board."""

    def network(self, name: str, learned_on: str, players: int) -> Network: ...


@dataclass(frozen=True)
class Shipped:
    """The package's: those that were trained alike, or with ``OURS`` before their names those found arm by arm."""

    prefix: str = ""

    def spec(self, name: str, learned_on: str) -> str:
        return f"{NETWORKS.kind}:{self.prefix}{name}"

    def network(self, name: str, learned_on: str, players: int) -> Network:
        network = NETWORKS.find(self.prefix + name, make_tables(load_board(learned_on), players))
        assert isinstance(network, Network)  # the thesis's are each for one board
        return network


OURS = "ours-"


def player_of(networks: Networks, player: Trained, board: str) -> NetworkAgent:
    """A network of ours at play on a board."""
    name = f"{networks.spec(player.network, player.learned_on)} of {player.learned_on}"
    return play_on(networks.network(player.network, player.learned_on, 2), load_board(board), name)


def play_on(network: Network, board: Board, name: str, temperature: float = 1.0) -> NetworkAgent:
    """It chooses by chance, as in the thesis; on another board than its own it sees what is to be seen there."""
    settings = replace(network.settings, board=board.name, rules_hash=board.rules_hash)
    return play_network(replace(network, settings=settings), name, temperature=temperature)


@dataclass(frozen=True)
class Programme:
    """What is played: duels by suite, and who plays alone, with its network and its published reward."""

    suites: Sequence[Suite]
    alone: Mapping[str, tuple[str, float]]

    def measure(self, networks: Networks, run: StudyRun) -> list[StudyTable]:
        """The thesis's tables, with pictures of how everybody plays."""
        tables = _alone(networks, self.alone, run)
        all_games = [_play(networks, suite, run) for suite in self.suites]
        for games in all_games:
            tables += _tables(games)
        by_board = {games.suite.board: games for games in all_games}
        if {INCOMPLETE, DIFFERENT} <= by_board.keys():
            tables.append(_adjustment(by_board[INCOMPLETE], by_board[DIFFERENT]))
        return tables

    def total(self, games: int) -> int:
        """How many games that takes."""
        each = 2 * games + looked_at_of(games)
        duels = sum(each * len(list(suite.pairs())) for suite in self.suites)
        return games * (len(self.alone) + len(BOTS)) + duels


EVERYTHING = Programme(SUITES, ALONE)


def looked_at_of(games: int) -> int:
    """How many games of a pair are looked at move by move."""
    return 2 * min(games, 100)


# ---------------------------------------------------------------- solitaire


def _alone(networks: Networks, alone: Mapping[str, tuple[str, float]], run: StudyRun) -> list[StudyTable]:
    """Rewards of everybody, the heuristics too: Figure 5-2 is their histogram, Figure 5-3 their policies."""
    specs = {name: f"{networks.spec(network, INCOMPLETE)},temperature=1" for name, (network, _) in alone.items()}
    specs |= dict(zip(BOTS, BOTS, strict=True))
    board = load_board(INCOMPLETE)
    matches = {name: run.ledger.play_to_look(INCOMPLETE, [spec], run.games, run.seed) for name, spec in specs.items()}
    rewards = {name: np.ascontiguousarray(match.results.totals[:, 0]) for name, match in matches.items()}
    ours = {(name, "solitaire"): mean_estimate(totals) for name, totals in rewards.items()}
    theirs = {(name, "solitaire"): Printed(reward, READ_OFF) for name, (_, reward) in alone.items()}
    histogram = Picture("Figure 5-2: rewards", draw_histograms("Figure 5-2: rewards in T2R-Solitaire", rewards))
    parts = {name: part_of(board, match.results) for name, match in matches.items()}
    title = "Figure A-1: mean reward in T2R-Solitaire after training"
    pictures = histogram, policies("Figure 5-3: policies in T2R-Solitaire", board, parts, 3)
    return [StudyTable(title, beside(ours, theirs), pictures=pictures), waiting_alone(board, matches)]


# ---------------------------------------------------------------- duels


@dataclass(frozen=True)
class SuiteGames:
    """What was played for a suite: by (first, second) player the duels, and by (player, opponent) its part in both, and
    how long it waited."""

    suite: Suite
    board: Board
    duels: dict[Place, Duel] = field(default_factory=dict)
    parts: dict[Place, Part] = field(default_factory=dict)
    waits: dict[Place, Wait] = field(default_factory=dict)

    def parts_of(self, name: str) -> dict[str, Part]:
        """A player's, by opponent."""
        return {other: part for (one, other), part in self.parts.items() if one == name}

    def twins(self, suite: Suite) -> dict[str, str]:
        """By trained player the name that the same network has in another suite."""
        names = {trained: name for name, trained in suite.trained.items()}
        return {name: names[trained] for name, trained in self.suite.trained.items() if trained in names}


def _play(networks: Networks, suite: Suite, run: StudyRun) -> SuiteGames:
    """A pair plays twice the games, each as first player in half; some more are looked at move by move."""
    agents = {name: _agent(networks, suite, name) for name in suite.players}
    games = SuiteGames(suite, load_board(suite.board))
    for one, other in suite.pairs():
        me, them = agents[one], agents[other]
        results = run.ledger.play_series(
            suite.board, me, [them], 2 * run.games, run.seed, known_as=me.name, keep_finals=True
        ).results
        looked_at = run.ledger.play_to_look(suite.board, [me, them], looked_at_of(run.games), run.seed)
        for first, second, agent in ((other, one, 1), (one, other, 0)):
            games.duels[first, second] = as_first(results, agent)
            games.parts[first, second] = part_of(games.board, results, agent)
            games.waits[first, second] = wait_of(games.board, looked_at, agent)
    return games


def _agent(networks: Networks, suite: Suite, name: str) -> Agent:
    return make_agent(name) if name in BOTS else player_of(networks, suite.trained[name], suite.board)


def _tables(games: SuiteGames) -> list[StudyTable]:
    """Wins of the first player, its total, rewards of both, and how often everybody claims."""
    suite = games.suite
    printed_wins, printed_rewards = suite.by_place(suite.wins), suite.by_place(suite.rewards)
    wins, mean_rewards = [], []
    for pair in product(suite.wins, suite.players):
        if pair in games.duels and not set(pair) <= set(BOTS):
            won, *earned = duel_cells(pair, games.duels[pair], printed_wins.get(pair), printed_rewards.get(pair))
            wins.append(won)
            mean_rewards += earned
    return [
        StudyTable(f"{suite.title}: wins of the first player, %", tuple(wins), digits=1, percent=True),
        _totals(games),
        StudyTable(f"{suite.title}: mean rewards of both", tuple(mean_rewards), pictures=_pictures(games)),
        claiming(f"{suite.figure}: how often players claim", {
            name: list(games.parts_of(name).values()) for name in suite.players if name in suite.wins
        }, {
            name: [wait for (one, _), wait in games.waits.items() if one == name] for name in suite.wins
        }),
    ]  # fmt: skip


def _totals(games: SuiteGames) -> StudyTable:
    """The last column of the thesis's tables, with the order and the tiers that it reads off."""
    suite = games.suite
    by_deal = {
        first: np.mean([games.duels[first, second].shares for second in suite.opponents], axis=0)
        for first in suite.wins
    }
    printed, played = suite.totals(), PUBLISHED_GAMES * len(suite.opponents)
    cells = [
        Cell(first, "against all", share_estimate(shares), share(printed[first] / played, played))
        for first, shares in by_deal.items()
    ]
    claims = (*in_order(printed, by_deal, "wins"), *tiers_of(suite, by_deal))
    return StudyTable(f"{suite.title}: Total, %", tuple(cells), digits=1, percent=True, claims=claims)


def tiers_of(suite: Suite, by_deal: Mapping[str, Floats]) -> list[Claim]:
    """That the worst of a tier wins more than the best of the next one."""
    claims = []
    for number, (upper, lower) in enumerate(pairwise(suite.tiers), start=1):
        worst = min((by_deal[name] for name in upper), key=np.mean)
        best = max((by_deal[name] for name in lower), key=np.mean)
        claims.append(more(f"all of tier {number} win more than tier {number + 1} ({', '.join(lower)})", worst, best))
    return claims


def _pictures(games: SuiteGames) -> tuple[Picture, ...]:
    """Rewards of the trained players; everybody's policy against all, and as in the appendix against each."""
    suite, board = games.suite, games.board
    parts = {name: games.parts_of(name) for name in suite.players}
    rewards = {
        name: np.concatenate([games.duels[name, other].rewards[:, 0] for other in suite.opponents])
        for name in suite.trained
    }
    histogram = draw_histograms("Rewards of the first player, all opponents together", rewards)
    whole = {name: together(list(its_parts.values())) for name, its_parts in parts.items()}
    return (
        Picture("rewards", histogram),
        policies(f"{suite.figure}: policies against all opponents together", board, whole),
        *(
            policies(f"Appendix: policy of {name} by opponent", board, {
                f"{name} against {other}": part for other, part in parts[name].items()
            })
            for name in suite.players
        ),
    )  # fmt: skip


# ---------------------------------------------------------------- other objectives


def _adjustment(same: SuiteGames, different: SuiteGames) -> StudyTable:
    """Figure 5-7: networks' policies against heuristics that have the same objectives, and that have others."""
    cells, claims = [], []
    maps: dict[str, Part] = {}
    gone_out: dict[str, Floats] = {}
    red = [route.color == "red" and {route.a, route.b} == {"City 3", "City 5"} for route in same.board.routes]
    for name, twin in different.twins(same.suite).items():
        before = together([same.parts[twin, bot] for bot in BOTS])
        after = together([different.parts[name, bot] for bot in BOTS])
        maps |= {f"{name}, same objectives": before, f"{name}, different objectives": after}
        is_outside = np.array(before.use) <= POLICY
        outside: list[Floats] = []
        of_red: list[Floats] = []
        for words, part in (("same", before), ("different", after)):
            outside.append(np.asarray(part.claimed[:, is_outside].sum(axis=1), np.float64))
            of_red.append(np.asarray(part.claimed[:, red].any(axis=1), np.float64))
            cells.append(Cell(name, f"routes beside its policy, {words}", mean_estimate(outside[-1])))
            cells.append(Cell(name, f"games with the red route 3-5, {words}", share_estimate(of_red[-1])))
        gone_out[name] = outside[1] - outside[0]
        if name == "PG":
            claims.append(more("PG claims the red route 3-5 more often with different objectives", *of_red[::-1]))
        if name == "ES":
            words = "ES claims more routes beside its policy with different objectives"
            claims.append(more(words, *outside[::-1], are_shares=False))
    if gone_out.keys() >= {"PG", "ES"}:
        words = "with different objectives ES goes beside its policy more than PG does"
        claims.append(more(words, gone_out["ES"], gone_out["PG"], are_shares=False))
    title = "Figure 5-7: policies with the same and with different objectives"
    return StudyTable(title, tuple(cells), pictures=(policies(title, same.board, maps, 2),), claims=tuple(claims))


def _study(name: str, title: str, networks: Networks, remark: str, unshipped: str = "") -> Study:
    return Study(
        name=name,
        title=title,
        source="MIT thesis, Tables 5.2 to 5.4, A.1, A.2 and Figures 5-2 to 5-7 and A-1 (its trained players)",
        board="t2r",
        games=PUBLISHED_GAMES,
        measure=lambda run: EVERYTHING.measure(networks, run),
        total=EVERYTHING.total,
        takes="45 s on 16 cores",
        unshipped=unshipped,
        remarks=(
            remark,
            "The thesis prints neither its step sizes nor its batches, nor the noise and size of its populations; its "
            "map is a picture, and ours was fitted to the games of its heuristics.",
            "Figure A-1 is a picture: 5 and 4 are where its curves end.",
            "--out also writes the histograms of rewards, and policies as maps: routes that are claimed in more than "
            "10 % of a player's games, the darker the more often; against all opponents, and against each.",
            "Tiers hold if the worst of one wins more than the best of the next.",
        ),
    )


STUDIES = (
    _study(
        "thesis-learning", "REINFORCE and Evolution Strategies on T2R", Shipped(),
        "The networks come with the package. They are those of seed 1 of thesis-seeds, trained alike as in the "
        "thesis's Algorithms 1 and 2. Intervals are of their games alone: networks of other seeds differ by more.",
        "thesis-seeds has the figures of these networks and of four seeds more",
    ),
    _study(
        "thesis-learning-ours", "REINFORCE and Evolution Strategies on T2R, as ours were trained", Shipped(OURS),
        "The networks come with the package (thesis-net:ours-…); docs/thesis.md has the commands that trained them, "
        "which differ from arm to arm: supervised and self-play, complete and incomplete can't be compared by them.",
    ),
)  # fmt: skip
