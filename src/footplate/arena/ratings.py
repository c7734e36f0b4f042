"""Ratings of agents from the results of tables: Elo by the model of Bradley, Terry and Luce, and OpenSkill."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.arena.statistics import Z95, Estimate, student95
from footplate.extras import needing

Floats = npt.NDArray[np.float64]

MEAN_ELO = 1500.0
_ELO = 400 / math.log(10)  # Elo points for a factor e in the odds
OPENSKILL_GAMES = 20_000  # a rating by OpenSkill is settled long before, and a game takes it 0.1 ms


@dataclass(frozen=True)
class Shares:
    """The results of a table: who sits there (as numbers of agents, all different), and shares by deal and agent."""

    members: tuple[int, ...]
    by_deal: Floats
    games_per_deal: int


def elo_ratings(agents: int, tables: Sequence[Shares]) -> list[Estimate]:
    """Elo ratings whose mean is 1500, each with its 95 % interval.

    The model: at a table agent a wins with probability exp(r_a) / sum of exp(r). A draw of n is 1/n of a win for each.
    One drawn game is added to each table, so that the rating of one that always wins is finite. The intervals take a
    deal as one observation, with all its games at all tables: the tables play the same deals. One deal alone says
    nothing about the error.
    """
    ratings = np.zeros(agents)
    for _ in range(100):
        change = np.linalg.solve(_information(ratings, tables), _gradient(ratings, tables))
        ratings += change * min(1.0, 2.0 / max(float(np.abs(change).max()), 1e-12))
        if np.abs(change).max() < 1e-10:
            break
    ratings -= ratings.mean()
    deals = max(table.by_deal.shape[0] for table in tables)
    # With the added deal there is one observation more than deals, so the degrees of freedom are as many as deals.
    half_widths = student95(deals) * _errors(ratings, tables) if deals > 1 else np.full(agents, math.inf)
    means, halves = MEAN_ELO + _ELO * ratings, _ELO * half_widths
    return [Estimate(float(m), float(m - h), float(m + h)) for m, h in zip(means, halves, strict=True)]


def _probabilities(ratings: Floats, table: Shares) -> Floats:
    strengths = np.exp(ratings[list(table.members)] - ratings[list(table.members)].max())
    probabilities: Floats = strengths / strengths.sum()
    return probabilities


def _gradient(ratings: Floats, tables: Sequence[Shares]) -> Floats:
    """Of the log likelihood: wins seen minus wins expected."""
    gradient = np.zeros_like(ratings)
    for table in tables:
        games = table.by_deal.shape[0] * table.games_per_deal
        wins = table.by_deal.sum(axis=0) * table.games_per_deal + 1 / len(table.members)
        gradient[list(table.members)] += wins - (games + 1) * _probabilities(ratings, table)
    return gradient


def _information(ratings: Floats, tables: Sequence[Shares]) -> Floats:
    """The Fisher information, with 1 added to every element.

    By itself it is singular, as a constant added to all ratings changes no probability. The ones fix the mean rating.
    """
    information = np.ones((ratings.size, ratings.size))
    for table in tables:
        games = table.by_deal.shape[0] * table.games_per_deal
        p = _probabilities(ratings, table)
        information[np.ix_(table.members, table.members)] += (games + 1) * (np.diag(p) - np.outer(p, p))
    return information


def _errors(ratings: Floats, tables: Sequence[Shares]) -> Floats:
    """Standard errors of the centred ratings: the sandwich estimate with the deal as its unit.

    A few deals tell their own variance badly, and two may be equal by chance. So one deal is added as the model would
    have it, in which all games of a table agree. The drawn games are observations too: without them the rating of an
    agent that always wins would seem to be known exactly.
    """
    deals = max(table.by_deal.shape[0] for table in tables)
    surprises = np.zeros((deals, ratings.size))
    added = []
    for table in tables:
        members, places = list(table.members), np.eye(ratings.size)[list(table.members)]
        surprises[: len(table.by_deal), members] += table.games_per_deal * (table.by_deal - table.by_deal.mean(axis=0))
        expected = _probabilities(ratings, table)
        added.append((1 / len(members) - expected) @ places)
        wins = (deals * expected + 1 / len(members)) / (deals + 1)
        agreed = table.games_per_deal * np.sqrt(wins)[:, None] * (np.eye(wins.size) - wins)
        added.extend(agreed @ places)
    moved = np.vstack([surprises, *added]) @ np.linalg.inv(_information(ratings, tables))
    errors: Floats = np.sqrt((moved**2).sum(axis=0))  # a sum of squares can't be negative
    return errors


def has_openskill() -> bool:
    return find_spec("openskill") is not None


Game = tuple[tuple[int, ...], npt.NDArray[np.int64]]  # agents, and their ranks: the smaller the better


def openskill_ratings(agents: int, games: Sequence[Game]) -> list[Estimate]:
    """OpenSkill's mu with its interval, mu ± 1.96 sigma, after the given games one by one, in their order.

    Needs the package openskill.
    """
    with needing("a rating by OpenSkill", "footplate[arena]"):
        model: Any = import_module("openskill.models").PlackettLuce()
    ratings = [model.rating() for _ in range(agents)]
    for members, ranks in games:
        rated = model.rate([[ratings[a]] for a in members], ranks=ranks.tolist())
        for a, (rating,) in zip(members, rated, strict=True):
            ratings[a] = rating
    return [Estimate(r.mu, r.mu - Z95 * r.sigma, r.mu + Z95 * r.sigma) for r in ratings]


def openskill_games(tables: Sequence[tuple[tuple[int, ...], Floats, Floats]], games_per_deal: int) -> list[Game]:
    """Games for ``openskill_ratings``: deal by deal, each deal at all tables, 20,000 games at most.

    A table is (agents, totals by game and agent, shares by game and agent). Winners rank first, the others by totals.
    """
    deals = max(1, OPENSKILL_GAMES // (max(1, len(tables)) * games_per_deal))
    games = []
    for deal in range(deals):
        for members, totals, shares in tables:
            for g in range(deal * games_per_deal, min((deal + 1) * games_per_deal, len(totals))):
                value = np.where(shares[g] > 0, math.inf, totals[g])
                games.append((members, (value[None, :] > value[:, None]).sum(axis=1)))
    return games
