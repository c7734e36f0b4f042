"""The standings of a tournament: ratings, win rates with intervals, scores, and figures of the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.arena import ratings
from footplate.arena.deals import games_per_deal
from footplate.arena.luck import ReducedResult, less_luck, shares_less_luck
from footplate.arena.results import AgentResult, GameResults, measure, plain, plain_fields
from footplate.arena.sequential import anytime_estimate
from footplate.arena.statistics import Estimate, mean_estimate, share_estimate
from footplate.arena.storage import TournamentFolder
from footplate.arena.tournament import TournamentSettings, deals_played
from footplate.version import __version__

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class TableResult:
    """The figures of a table; ``members`` are numbers of agents."""

    members: tuple[int, ...]
    games: int
    agents: tuple[AgentResult, ...]
    margin: Estimate  # the first agent's score minus the best other's
    first_seat_win_rate: Estimate
    best: int | None  # as in MatchResult
    less_luck: ReducedResult | None = None  # if luck was taken out


@dataclass(frozen=True)
class PlayFigures:
    """How an agent plays, on average in a game."""

    tickets_done: Estimate
    tickets_held: Estimate
    blocks: Estimate
    routes_by_length: tuple[float, ...]  # from 1 on


@dataclass(frozen=True)
class Standing:
    """An agent's figures over its tables, every table counting the same; tables full of itself don't count."""

    number: int  # among the tournament's agents
    agent: str
    games: int
    elo: Estimate
    openskill: Estimate | None  # None if the package is not installed
    win_rate: Estimate
    mean_score: Estimate
    play: PlayFigures | None  # None without metrics
    less_luck: Estimate | None  # the win rate, if luck was taken out


@dataclass(frozen=True)
class TournamentResult:
    settings: TournamentSettings
    games: int
    tables: tuple[TableResult, ...]
    standings: tuple[Standing, ...]  # best rating first
    matrix: tuple[tuple[Estimate | None, ...], ...]  # by number: the first agent's win rate where the second one sits
    first_seat_win_rate: Estimate
    turns: Estimate | None
    lead_changes: Estimate | None

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        names = self.settings.agents
        return {
            "footplate": __version__,
            "command": self.settings.command,
            "board": self.settings.board.name,
            "rules": self.settings.board.rules_hash,
            "players": self.settings.players,
            "seed": self.settings.seed,
            "games": self.games,
            "standings": [_plain_standing(standing) for standing in self.standings],
            "tables": [_plain_table(table, names) for table in self.tables],
            "matrix": {"agents": list(names), "win_rate": plain(self.matrix)},
            **plain_fields(self, ("first_seat_win_rate", "turns", "lead_changes")),
        }


def _plain_standing(standing: Standing) -> dict[str, Any]:
    names = ("agent", "games", "elo", "openskill", "win_rate", "mean_score")
    less = {"win_rate_less_luck": plain(standing.less_luck)} if standing.less_luck else {}
    return {**plain_fields(standing, names), **less, **(plain(standing.play) if standing.play else {})}


def _plain_table(table: TableResult, names: Sequence[str]) -> dict[str, Any]:
    best = None if table.best is None else names[table.members[table.best]]
    less = {"less_luck": table.less_luck.to_dict()} if table.less_luck else {}
    return {**plain_fields(table, ("agents", "games", "margin", "first_seat_win_rate")), **less, "best": best}


@dataclass(frozen=True)
class _DealMeans:
    """The means of a table's deals, from which tables are counted together."""

    members: tuple[int, ...]
    shares: Floats  # by deal and agent
    totals: Floats
    first_seat: Floats
    metrics: dict[str, Floats]
    less_luck: Floats | None  # shares with luck taken out

    @property
    def is_mixed(self) -> bool:
        return len(set(self.members)) > 1


def sum_up(settings: TournamentSettings, folder: TournamentFolder) -> TournamentResult:
    """The figures of a tournament whose games are all in its folder."""
    tables, rows, games = [], [], []
    for number, members in enumerate(settings.tables):
        results = folder.read(number, deals_played(settings, folder, number))
        rows.append(_table_result(settings, members, results))
        tables.append(_by_deal(members, results))
        if tables[-1].is_mixed:
            games.append(
                (members, results.totals[: ratings.OPENSKILL_GAMES], results.shares[: ratings.OPENSKILL_GAMES])
            )
    standings = _standings(settings, tables, rows, games)
    return TournamentResult(
        settings=settings,
        games=sum(row.games for row in rows),
        tables=tuple(rows),
        standings=standings,
        matrix=_matrix(settings, tables),
        first_seat_win_rate=share_estimate(across([table.first_seat for table in tables])),
        turns=_over_all(tables, "turns"),
        lead_changes=_over_all(tables, "lead_changes"),
    )


def _table_result(settings: TournamentSettings, members: tuple[int, ...], results: GameResults) -> TableResult:
    names = [settings.agents[a] for a in members]
    match = measure(settings.board.name, names, settings.seed, results, 0, stopped_early=settings.until_certain)
    assert match.margin is not None
    less = less_luck(results) if results.luck is not None else None
    return TableResult(members, match.games, match.agents, match.margin, match.first_seat_win_rate, match.best, less)


def _by_deal(members: tuple[int, ...], results: GameResults) -> _DealMeans:
    first_seat = (results.shares * (results.seat_of == 0)).sum(axis=1)
    metrics: dict[str, Floats] = {}
    if results.metrics is not None:
        values = {name: results.metrics[name].astype(np.float64) for name in results.metrics.dtype.names or ()}
        metrics = {name: results.by_deal(value) for name, value in values.items()}
    by_deal = results.by_deal
    shares = by_deal(results.shares)
    less = shares_less_luck(results) if results.luck is not None else None
    return _DealMeans(members, shares, by_deal(results.totals), by_deal(first_seat), metrics, less)


def across(tables: Sequence[Floats]) -> Floats:
    """Values by deal whose mean is that of the tables' means, and which vary as that mean does.

    Tables play the same deals, so a deal's values belong together. Tables may have played different numbers of deals.
    """
    deals = max(values.size for values in tables)
    mean = float(np.mean([values.mean() for values in tables]))
    together = np.full(deals, mean)
    for values in tables:
        together[: values.size] += (values - values.mean()) * (deals / values.size / len(tables))
    return together


def _over_all(tables: Sequence[_DealMeans], metric: str) -> Estimate | None:
    if metric not in tables[0].metrics:
        return None
    return mean_estimate(across([table.metrics[metric] for table in tables]))


def _matrix(settings: TournamentSettings, tables: Sequence[_DealMeans]) -> tuple[tuple[Estimate | None, ...], ...]:
    numbers = range(len(settings.agents))
    interval = anytime_estimate if settings.until_certain and settings.players == 2 else share_estimate

    def cell(a: int, b: int) -> Estimate | None:
        """a's win rate at the tables where b sits as well."""
        values = [
            table.shares[:, table.members.index(a)]
            for table in tables
            if (a in table.members and b in table.members and (a == b) != table.is_mixed)
        ]
        return interval(across(values)) if values else None

    return tuple(tuple(cell(a, b) for b in numbers) for a in numbers)


def _standings(
    settings: TournamentSettings, tables: Sequence[_DealMeans], rows: Sequence[TableResult], games: Sequence[Any]
) -> tuple[Standing, ...]:
    per_deal = games_per_deal(settings.players)
    mixed = [table for table in tables if table.is_mixed]
    n = len(settings.agents)
    elo = ratings.elo_ratings(n, [ratings.Shares(table.members, table.shares, per_deal) for table in mixed])
    skill = (
        ratings.openskill_ratings(n, ratings.openskill_games(games, per_deal))
        if ratings.has_openskill()
        else [None] * n
    )
    standings = []
    for a, agent in enumerate(settings.agents):
        own = [(table, table.members.index(a)) for table in mixed if a in table.members]
        standings.append(
            Standing(
                number=a,
                agent=agent,
                games=sum(row.games for row in rows if a in row.members and len(set(row.members)) > 1),
                elo=elo[a],
                openskill=skill[a],
                win_rate=share_estimate(across([table.shares[:, i] for table, i in own])),
                mean_score=mean_estimate(across([table.totals[:, i] for table, i in own])),
                play=_play_figures(own, settings) if settings.metrics else None,
                less_luck=_less_luck(own) if settings.reduce_luck else None,
            )
        )
    return tuple(sorted(standings, key=lambda standing: (-standing.elo.mean, standing.number)))


def _less_luck(own: Sequence[tuple[_DealMeans, int]]) -> Estimate:
    values = [table.less_luck[:, i] for table, i in own if table.less_luck is not None]
    return mean_estimate(across(values))


def _play_figures(own: Sequence[tuple[_DealMeans, int]], settings: TournamentSettings) -> PlayFigures:
    longest = max(route.length for route in settings.board.routes)

    routes = np.mean([table.metrics["routes"][:, i].mean(axis=0) for table, i in own], axis=0)

    def values(metric: str) -> Floats:
        return across([table.metrics[metric][:, i] for table, i in own])

    return PlayFigures(
        tickets_done=mean_estimate(values("tickets_done")),
        tickets_held=mean_estimate(values("tickets_held")),
        blocks=mean_estimate(values("blocks")),
        routes_by_length=tuple(routes[1 : longest + 1].tolist()),
    )
