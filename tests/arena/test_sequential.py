"""The test that may look at any time: its error rate, its power, and intervals that hold at all times."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from footplate.arena import play_match
from footplate.arena.sequential import FIRST_LOOK, anytime_estimate, certainly_best, is_rejected, log_wealth, looks

Floats = npt.NDArray[np.float64]


def deals_of(chance: np.random.Generator, n: int, share: float, luck: float) -> Floats:
    """Two games on each deal; ``luck`` of the deals give a game to either seat, so that pairs are 1/2 more often."""
    games = (chance.random((n, 2)) < share).astype(float)
    split = chance.random(n) < luck
    games[split] = [0.0, 1.0]
    return np.asarray(games.mean(axis=1))


@pytest.mark.parametrize("luck", [0.0, 0.5, 0.95])
def test_equal_agents_are_rarely_told_apart_however_often_one_looks(luck: float) -> None:
    """The wealth is looked at after each of 2,000 deals; the promise is at most 5 % of false alarms."""
    chance = np.random.default_rng(round(100 * luck))
    alarms = sum(is_rejected(deals_of(chance, 2000, 0.5, luck), 0.5) for _ in range(1000))
    assert 2 <= alarms <= 65  # 5 % and two standard errors; a test that never fires would prove nothing


def test_looking_with_an_ordinary_interval_would_fail_that() -> None:
    """Why it is needed: looking at a 95 % interval after every deal finds a difference where there is none."""
    chance = np.random.default_rng(1)
    n = np.arange(1, 2001)
    alarms = 0
    for _ in range(300):
        values = deals_of(chance, 2000, 0.5, 0)
        error = np.sqrt(0.125 / n)
        alarms += bool((np.abs(np.cumsum(values) / n - 0.5) > 1.96 * error)[50:].any())
    assert alarms > 60


@pytest.mark.parametrize(("share", "deals"), [(0.75, 40), (0.6, 270), (0.55, 1200)])
def test_real_differences_are_found(share: float, deals: int) -> None:
    """Nine times in ten within 2.5 times the deals (16, 126, 520) that a test of fixed length needs for that."""
    chance = np.random.default_rng(deals)
    found = sum(is_rejected(deals_of(chance, deals, share, 0), 0.5) for _ in range(200))
    assert found >= 180


def test_the_wealth_is_a_fair_game() -> None:
    """Its mean stays 1 if the null is true: no stake can be better than none."""
    chance = np.random.default_rng(4)
    for null in (0.2, 0.5):
        values = (chance.random((20_000, 30)) < null).astype(float)
        wealth = np.exp([log_wealth(row, null)[-1] for row in values])
        assert wealth.mean() == pytest.approx(1, abs=5 * wealth.std() / np.sqrt(wealth.size))


def test_the_stake_does_not_know_the_deal_it_is_on() -> None:
    values = np.full(20, 0.9)
    for last in (0.0, 1.0):
        changed = np.append(values[:-1], last)
        np.testing.assert_array_equal(log_wealth(values, 0.5)[:-1], log_wealth(changed, 0.5)[:-1])
    assert log_wealth(np.append(values, 0.5), 0.5)[-1] == pytest.approx(log_wealth(values, 0.5)[-1])


@pytest.mark.parametrize("share", [0.1, 0.5, 0.8])
def test_intervals_hold_at_all_times(share: float) -> None:
    chance = np.random.default_rng(round(10 * share))
    misses = 0
    for _ in range(60):
        values = deals_of(chance, 400, share, 0)
        intervals = [anytime_estimate(values[:n]) for n in (1, 10, 50, 100, 200, 400)]
        misses += any(not e.low <= share <= e.high for e in intervals)
        assert all(0 <= e.low <= e.mean <= e.high <= 1 for e in intervals)
        assert intervals[-1].high - intervals[-1].low < 0.2
    assert misses <= 7


def test_extremes() -> None:
    certain = anytime_estimate(np.ones(100))
    assert certain.high == 1
    assert 0.8 < certain.low < 1
    assert anytime_estimate(np.array([0.5])).low < 0.05


def test_the_best_of_three() -> None:
    chance = np.random.default_rng(2)
    shares = chance.dirichlet([8, 1, 1], 300)
    assert certainly_best(shares) == 0
    assert certainly_best(shares[:, [1, 2, 0]]) == 2
    assert certainly_best(chance.dirichlet([4, 4, 0.1], 300)) is None  # two are better than the third: no one is best
    assert certainly_best(np.ones((50, 1))) is None


def test_looks_are_fixed_and_end_with_the_match() -> None:
    assert list(looks(100)) == [32, 48, 72, 100]
    assert list(looks(5)) == [5]
    assert list(looks(FIRST_LOOK)) == [FIRST_LOOK]
    assert list(looks(10_000))[:5] == list(looks(1_000))[:5]


def test_a_match_until_certain() -> None:
    result = play_match("small", ["greedy", "random"], 100_000, until_certain=True)
    assert result.games == 2 * FIRST_LOOK
    assert result.best == 0
    whole = play_match("small", ["greedy", "random"], result.games)
    np.testing.assert_array_equal(result.results.totals, whole.results.totals)
    assert result.agents[0].win_rate.low < whole.agents[0].win_rate.low  # the price of having looked


def test_equal_agents_play_to_the_end() -> None:
    result = play_match("mini", ["random", "random"], 1000, until_certain=True)
    assert (result.games, result.best) == (1000, None)
