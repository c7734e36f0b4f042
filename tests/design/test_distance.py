"""The distance of Smith & Anton 2022 and what chance does to it."""

from __future__ import annotations

import numpy as np
import pytest

from footplate.arena.deals import games_per_deal
from footplate.design.distance import Tally, as_printed, chance_within, distance, fairness, target_shares
from footplate.errors import FootplateError

EVEN = np.full(4, 0.25)
PRINTED = {  # Tables 1, 2, 6 to 9
    "original": ((0.2025, 0.0325, 0.3045, 0.4605), 0.212),
    "complete": ((0.215, 0.151, 0.251, 0.382), 0.1068),
    "restricted": ((0.212, 0.141, 0.243, 0.402), 0.121),
    "generated": ((0.3079, 0.123, 0.2907, 0.277), 0.10103),
    "sub-games": ((0.241, 0.091, 0.29, 0.378), 0.134),
}


def deals_of(shares: np.ndarray, deals: int, seed: int = 0) -> np.ndarray:
    """Deals whose games are independent."""
    games = games_per_deal(len(shares))
    return np.random.default_rng(seed).multinomial(games, shares, deals) / games


def test_the_papers_worked_example():
    assert distance((0.35, 0.4, 0.25), (0.34, 0.38, 0.28)) == pytest.approx(0.04)
    assert distance((0.35, 0.4, 0.25), (0, 0, 1)) == pytest.approx(1)
    assert distance((0.35, 0.4, 0.25), (0.35, 0.4, 0.25)) == 0


def test_rows_of_shares_have_a_distance_each():
    rows = [(0.25, 0.25, 0.25, 0.25), (1, 0, 0, 0), (0.5, 0.5, 0, 0)]
    assert distance(EVEN, rows) == pytest.approx([0, 1, 2 / 3])


@pytest.mark.parametrize("board", PRINTED)
def test_the_papers_tables_have_another_denominator(board: str):
    shares, printed = PRINTED[board]
    assert as_printed(distance(EVEN, shares)) == pytest.approx(printed, abs=0.0015)


@pytest.mark.parametrize(
    ("percents", "agents", "says"),
    [
        ((30, 30, 30), 3, "add up to 90"),
        ((50, 50), 3, "2 target win rates (50, 50) for 3 agents"),
        ((120, -20), 2, "target win rate: 120, but it must be a number from 0 to 100"),
        ((float("nan"), 50), 2, "target win rate: nan, but it must be a number from 0 to 100"),
        ((100,), 1, "two agents or more"),
    ],
)
def test_impossible_wishes_are_refused_with_a_sentence(percents, agents, says):
    with pytest.raises(FootplateError, match=says.replace("(", r"\(").replace(")", r"\)")):
        target_shares(percents, agents)


def test_wishes_may_be_rounded():
    assert target_shares((33.3, 33.3, 33.3), 3) == pytest.approx([1 / 3] * 3)
    assert target_shares((40, 30, 20, 10), 4) == pytest.approx([0.4, 0.3, 0.2, 0.1])


def test_tallies_add_up_and_are_kept():
    by_deal = deals_of(np.array([0.5, 0.3, 0.2]), 50)
    both = Tally.of(by_deal[:20]) + Tally.of(by_deal[20:])
    assert both.games == 300
    assert both.mean == pytest.approx(by_deal.mean(axis=0))
    again = Tally.from_dict(both.to_dict())
    assert again.deals == 50
    assert again.products == pytest.approx(Tally.of(by_deal).products)


def test_the_error_is_what_repeated_measurements_show():
    """200 measurements of the same board scatter by the error that each of them states."""
    real = np.array([0.4, 0.2, 0.2, 0.2])
    measured = [fairness(EVEN, Tally.of(deals_of(real, 40, seed))) for seed in range(200)]
    scatter = np.std([one.distance.mean for one in measured])
    assert np.mean([one.error for one in measured]) == pytest.approx(scatter, rel=0.15)
    covered = [one.distance.low <= distance(EVEN, real) <= one.distance.high for one in measured]
    assert np.mean(covered) > 0.9
    assert np.mean([low.low <= 0.4 <= low.high for low in (one.shares[0] for one in measured)]) > 0.9


def test_what_chance_alone_shows():
    """1,000 games on a perfect board show about 0.029."""
    chance = fairness(EVEN, Tally.of(deals_of(EVEN, 84))).by_chance
    assert chance == pytest.approx(0.029, rel=0.15)


def test_how_probable_it_is_to_be_within_a_limit():
    fair, unfair = (Tally.of(deals_of(shares, 1000)) for shares in (EVEN, np.array([0.4, 0.2, 0.2, 0.2])))
    assert chance_within(EVEN, fair, 0.03) > 0.99
    assert chance_within(EVEN, unfair, 0.03) < 0.01
    assert 0 < chance_within(EVEN, Tally.of(deals_of(EVEN, 4)), 0.03) < 0.3
