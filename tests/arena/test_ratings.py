"""Ratings: known answers, intervals that cover, draws, and OpenSkill."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest

from footplate.arena.ratings import (
    MEAN_ELO,
    OPENSKILL_GAMES,
    Shares,
    elo_ratings,
    openskill_games,
    openskill_ratings,
)

Floats = npt.NDArray[np.float64]


def pair(a: int, b: int, share: float, deals: int) -> Shares:
    """a wins ``share`` of the games; two on each deal."""
    wins = np.zeros(deals)
    wins[: round(share * deals)] = 1
    return Shares((a, b), np.stack([wins, 1 - wins], axis=1), 2)


def test_two_agents_by_the_formula() -> None:
    """Elo: 400 points are odds of ten to one."""
    better, worse = elo_ratings(2, [pair(0, 1, 10 / 11, 110_000)])
    assert better.mean - worse.mean == pytest.approx(400, abs=0.1)
    assert better.mean + worse.mean == pytest.approx(2 * MEAN_ELO)


def test_the_interval_of_two_agents_is_that_of_the_win_rate() -> None:
    """By the delta method: the error of the log odds is that of the share over p (1 - p); each rating has half."""
    table = pair(0, 1, 0.75, 400)
    better, _ = elo_ratings(2, [table])
    error = table.by_deal[:, 0].std(ddof=1) / math.sqrt(400) / (0.75 * 0.25)
    half = 1.96 * 400 / math.log(10) * error / 2
    assert better.high - better.mean == pytest.approx(half, rel=0.02)


def strengths_to_tables(chance: np.random.Generator, ratings: Floats, k: int, deals: int) -> list[Shares]:
    """Games of the model itself at all tables of k; two games on a deal, the same deal luck at all tables."""
    from itertools import combinations

    tables = []
    for members in combinations(range(ratings.size), k):
        p = np.exp(ratings[list(members)])
        winners = chance.choice(k, size=(deals, 2), p=p / p.sum())
        tables.append(Shares(members, np.eye(k)[winners].mean(axis=1), 2))
    return tables


@pytest.mark.parametrize(("agents", "k"), [(4, 2), (4, 3), (5, 4)])
def test_ratings_find_the_strengths_and_the_intervals_cover_them(agents: int, k: int) -> None:
    chance = np.random.default_rng(agents + k)
    strengths = np.linspace(-1, 1, agents)
    truth = MEAN_ELO + 400 / math.log(10) * strengths
    covered = 0
    for _ in range(100):
        ratings = elo_ratings(agents, strengths_to_tables(chance, strengths, k, 150))
        assert [r.mean for r in ratings] == pytest.approx(truth, abs=150)
        covered += sum(r.low <= t <= r.high for r, t in zip(ratings, truth, strict=True))
    assert 0.91 <= covered / (100 * agents) <= 0.98


@pytest.mark.parametrize(("agents", "k", "fields"), [(2, 2, 1000), (4, 2, 400), (4, 3, 200)])
@pytest.mark.parametrize("deals", [2, 3, 5, 10, 30])
def test_few_deals_are_not_believed_too_much(agents: int, k: int, fields: int, deals: int) -> None:
    """At least 93 % of the intervals cover the truth; they were 72 to 89 % of those of 2 to 5 deals."""
    chance = np.random.default_rng(10 * deals + k)
    strengths = np.linspace(-1, 1, agents)
    truth = MEAN_ELO + 400 / math.log(10) * strengths
    covered = 0
    with np.errstate(all="raise"):
        for _ in range(fields):
            ratings = elo_ratings(agents, strengths_to_tables(chance, strengths, k, deals))
            covered += sum(r.low <= t <= r.high for r, t in zip(ratings, truth, strict=True))
    assert covered / (fields * agents) >= 0.93


def test_deals_that_agree_by_chance_have_an_error_all_the_same() -> None:
    """Four agents, every game a draw or every deal the same: the errors were nan or 0."""
    with np.errstate(all="raise"):
        for share in (0.5, 1.0):
            tables = [Shares((a, b), np.tile([share, 1 - share], (2, 1)), 2) for a in range(4) for b in range(a)]
            assert all(100 < r.high - r.mean < 1000 for r in elo_ratings(4, tables))


def test_tables_that_share_their_deals_are_not_independent() -> None:
    """If all tables agree deal by deal, three tables know no more about agent 0 than one."""
    chance = np.random.default_rng(3)
    wins = (chance.random(500) < 0.6).astype(float)
    shared = [Shares((0, a), np.stack([wins, 1 - wins], axis=1), 2) for a in (1, 2, 3)]
    shuffled = [
        Shares((0, a), np.stack([w, 1 - w], axis=1), 2) for a, w in ((a, chance.permutation(wins)) for a in (1, 2, 3))
    ]
    width = [r[0].high - r[0].low for r in (elo_ratings(4, shared), elo_ratings(4, shuffled))]
    assert width[0] > 1.4 * width[1]


def test_draws_count_for_both() -> None:
    half = Shares((0, 1), np.full((100, 2), 0.5), 2)
    one, other = elo_ratings(2, [half])
    assert one.mean == pytest.approx(other.mean)


def test_one_that_always_wins_has_a_finite_rating_and_a_wide_interval() -> None:
    always, never = elo_ratings(2, [pair(0, 1, 1.0, 100)])
    assert 400 < always.mean - never.mean < 1500
    assert always.high - always.low > 200
    more, _ = elo_ratings(2, [pair(0, 1, 1.0, 1000)])
    assert more.mean > always.mean


def test_one_deal_says_nothing_about_the_error() -> None:
    assert elo_ratings(2, [pair(0, 1, 1.0, 1)])[0].high == math.inf


def test_openskill_orders_agents() -> None:
    pytest.importorskip("openskill")
    chance = np.random.default_rng(0)
    wins = (chance.random(600) < 0.8).astype(float)
    tables = [((a, b), np.stack([10 * wins, 10 - 10 * wins], 1), np.stack([wins, 1 - wins], 1))
              for a, b in ((0, 1), (1, 2), (0, 2))]  # fmt: skip
    ratings = openskill_ratings(3, openskill_games(tables, 2))
    assert ratings[0].mean > ratings[1].mean > ratings[2].mean
    assert all(r.low < r.mean < r.high for r in ratings)


def test_openskill_games_rank_winners_first_then_points_and_are_limited() -> None:
    totals = np.array([[5.0, 9.0, 9.0], [7.0, 3.0, 3.0]])
    shares = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
    games = openskill_games([((4, 5, 6), totals, shares)], 1)
    assert [(members, ranks.tolist()) for members, ranks in games] == [((4, 5, 6), [2, 1, 0]), ((4, 5, 6), [0, 1, 1])]
    many = np.tile(totals, (OPENSKILL_GAMES, 1))
    assert len(openskill_games([((0, 1, 2), many, many)] * 2, 2)) <= OPENSKILL_GAMES


def test_openskill_games_come_deal_by_deal() -> None:
    shares = np.array([[1.0, 0.0]] * 4)
    games = openskill_games([((0, 1), shares, shares), ((2, 3), shares, shares)], 2)
    assert [members[0] for members, _ in games] == [0, 0, 2, 2, 0, 0, 2, 2]
