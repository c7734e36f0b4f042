"""Reviews of whole games: what adds up, what is found, and what is never said."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from footplate import Game, GameRecord, make_agent, play_game, review_game
from footplate.agents import Budget
from footplate.agents.base import decision_of
from footplate.arena.statistics import mean_estimate
from footplate.errors import InvalidRecord
from footplate.review import Reviewer, judge_all


def record_of(board: str, players: int, seed: int, spec: str = "greedy") -> GameRecord:
    return GameRecord.of(play_game(board, [spec] * players, seed), [f"{spec} {seat}" for seat in range(players)])


@pytest.mark.parametrize(
    ("board", "players"),
    [("small", 2), ("europe", 3), ("new_york", 4), ("usa", 5), ("first_journey_usa", 2), ("t2r", 2), ("nordic", 3)],
)
def test_start_luck_and_play_make_the_result(board: str, players: int) -> None:
    record = record_of(board, players, 3)
    review = review_game(record, deals=10, threads=2)
    outcome = record.replay().outcome()
    assert outcome is not None
    assert review.is_whole
    for seat, one in enumerate(review.seats):
        assert one.win is not None
        assert one.margin is not None
        for account in (one.win, one.margin):
            parts = account.start + account.luck + account.play + account.others
            assert parts == pytest.approx(account.result)
        assert one.win.result == (seat in outcome.winners) / len(outcome.winners)
        others = [total for other, total in enumerate(outcome.totals) if other != seat]
        assert one.margin.result == pytest.approx(outcome.totals[seat] - max(others))
        assert [point.turn for point in one.curve] == sorted({point.turn for point in one.curve})
    for part in ("start", "luck"):
        whole = sum(getattr(one.win, part) for one in review.seats)
        assert whole == pytest.approx(1.0 if part == "start" else 0.0, abs=1e-9)


def test_the_same_seed_gives_the_same_review_on_any_number_of_threads() -> None:
    record = record_of("small", 2, 5)
    one, two = (review_game(record, seed=4, deals=20, threads=threads) for threads in (1, 2))
    assert one == two
    assert review_game(record, seed=5, deals=20, threads=2) != one


def test_a_review_grows() -> None:
    reviewer = Reviewer(record_of("small", 2, 5), deals=20)
    found = []
    for decision in judge_all(reviewer, threads=1):
        found.append(decision)
        part = reviewer.review(found)
        assert part.judged == len(found)
        assert (part.seats[0].win is not None) == part.is_whole
    assert part.is_whole
    assert [decision.number for decision in found] == [question.number for question in reviewer.questions]


def test_only_costs_beyond_their_error_are_told() -> None:
    for seed in range(3):
        for seat in review_game(record_of("small", 2, seed, "random"), deals=60, threads=2).seats:
            assert len(seat.costliest) <= 8
            costs = [decision.cost for decision in seat.costliest]
            assert all(cost is not None and cost.mean >= 0.03 and cost.low > 0 for cost in costs)
            assert costs == sorted(costs, key=lambda cost: -cost.mean if cost else 0)
            assert all(decision.headline and decision.reason for decision in seat.costliest)


def planted(seed: int) -> tuple[GameRecord, int]:
    """A game of a search against itself in which the first seat once claims at random instead of drawing a card, and
    that move's number; -1 if it never could."""
    chance = random.Random(seed)
    game, agent = Game("small", 2, seed), make_agent("guided-ismcts:iterations=400")
    agent.start(0, seed)
    number = -1
    while not game.is_over:
        seen = game.observe(game.to_move)
        action = decision_of(agent.act(seen, Budget()), seen).action
        claims = [move for move in seen.legal_actions() if move.kind == "claim" and move != action]
        if number < 0 and game.to_move == 0 and game.turn >= 4 and claims and action.kind != "claim":
            number, action = len(game.history), chance.choice(claims)
        game.push(action)
    return GameRecord.of(game, ["first", "second"]), number


def test_planted_blunders_come_first_or_second() -> None:
    """A short form of `benchmarks/reviews.py planted`: a random claim in place of a card."""
    found = 0
    games = [(record, number) for record, number in map(planted, range(11)) if number >= 0]
    assert len(games) == 9
    for record, number in games:
        reviewer = Reviewer(record, deals=400)
        playouts = reviewer.playouts()
        judged = [reviewer.judge(one, playouts) for one in reviewer.questions if one.seen.seat == 0]
        costs = sorted(
            ((one.cost.mean if one.cost and one.is_costly else 0.0, one.number) for one in judged), reverse=True
        )
        found += any(cost > 0 and number == where for cost, where in costs[:2])
    assert found >= 8


def test_luck_is_nothing_in_the_mean() -> None:
    lucks = []
    for seed in range(30):
        seat = review_game(record_of("small", 2, seed, "planner"), deals=20, threads=2).seats[0]
        assert seat.margin is not None
        lucks.append(seat.margin.luck)
    mean = mean_estimate(np.array(lucks))
    assert mean.low < 0 < mean.high
    assert np.std(lucks) > 2


def test_an_unfinished_game_is_refused() -> None:
    game = Game("small", 2, 1)
    game.push(game.legal_actions()[0])
    record = GameRecord.of(game, ["a", "b"])
    with pytest.raises(InvalidRecord, match="not finished"):
        Reviewer(record)
    with pytest.raises(InvalidRecord, match="it is not"):
        Reviewer(replace(record, is_finished=True))
