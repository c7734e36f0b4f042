"""What the points of a match's games are for, as arrays and as a file."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from footplate.actions import Action
from footplate.agents import Agent, Budget
from footplate.arena import MatchResult, play_match
from footplate.arena.export import write_scores
from footplate.observation import Observation
from footplate.outcome import POINTS_FOR, Outcome
from tests.support.asking import ThroughGame


def rows_of(result: MatchResult) -> list[dict[str, str]]:
    text = io.StringIO()
    write_scores([agent.agent for agent in result.agents], result.results, text)
    return list(csv.DictReader(io.StringIO(text.getvalue())))


@pytest.mark.parametrize(
    ("board", "agents"),
    [
        ("small:warwick", ["base", "hoarder"]),
        ("europe", ["greedy", "random", "planner"]),
        ("usa", ["random", "greedy"]),
        ("t2r", ["random"]),
    ],
)
def test_the_points_are_those_of_the_games(board: str, agents: list[str]) -> None:
    result = play_match(board, agents, 6, seed=3, keep_scores=True, keep_records=True)
    rows = rows_of(result)
    assert len(rows) == len(result.results.records)
    for n, (row, record) in enumerate(zip(rows, result.results.records, strict=True), start=1):
        game = record.replay()
        outcome = game.outcome()
        assert isinstance(outcome, Outcome)
        assert (row["game"], row["seed"], row["turns"]) == (str(n), str(record.seed), str(game.turn))
        assert row["nanoseconds"] == row["nanoseconds_since_start"] == ""
        for seat, score in enumerate(outcome.scores):
            own = {name.removesuffix(f"_{seat + 1}"): value for name, value in row.items()}
            assert float(own["score"]) == pytest.approx(score.total)
            assert float(own["score_floored"]) == pytest.approx(max(score.total, 0))
            assert int(own["score_routes_only"]) == score.routes
            for name in POINTS_FOR:
                assert int(own[f"points_{name}"]) == getattr(score, name)
            bonus = sum(getattr(score, name) for name in POINTS_FOR[3:])
            assert int(own["score_no_tickets"]) == score.routes + bonus
            assert (own["agent"], own["won"]) == (record.seats[seat], str(int(seat in outcome.winners)))


def test_compiled_and_other_games_have_the_same_scores() -> None:
    agents = ["greedy", "base", "random"]
    compiled = play_match("small", agents, 12, keep_scores=True, threads=2)
    asked = play_match("small", [ThroughGame(agent) for agent in agents], 12, keep_scores=True)
    timed = play_match("small", agents, 12, keep_scores=True, clock=True)
    assert compiled.results.scores is not None
    for other in (asked, timed):
        np.testing.assert_array_equal(compiled.results.scores, other.results.scores)


def test_points_add_up_by_agent() -> None:
    results = play_match("usa", ["greedy", "random"], 20, keep_scores=True).results
    assert results.scores is not None
    np.testing.assert_array_equal(results.scores["points"].sum(axis=2)[:, :2], results.totals)


def test_scores_and_times_are_kept_only_when_asked_for() -> None:
    results = play_match("mini", ["random"], 2).results
    assert results.scores is None
    assert results.clock is None


def test_times_follow_one_another() -> None:
    result = play_match("mini", ["random", "greedy"], 6, keep_scores=True, clock=True, threads=2)
    clock = result.results.clock
    assert clock is not None
    ticks = clock.ravel()
    assert ticks[0] >= 0
    assert (np.diff(ticks) >= 0).all()
    assert ticks[-1] <= result.seconds
    for row, (began, ended) in zip(rows_of(result), clock, strict=True):
        assert int(row["nanoseconds"]) == pytest.approx(1e9 * (ended - began), abs=2)
        assert int(row["nanoseconds_since_start"]) == pytest.approx(1e9 * ended, abs=2)


class Rude(Agent):
    name = "rude"

    def act(self, observation: Observation, budget: Budget) -> Action:
        if observation.turn > 4:
            raise ValueError("enough")
        return observation.legal_actions()[-1]


def test_a_lost_game_has_the_points_so_far() -> None:
    result = play_match("small", [Rude(), "greedy"], 2, keep_scores=True)
    assert len(result.results.forfeits) == 2
    rows = rows_of(result)
    assert [(row["agent_1"], row["won_1"]) for row in rows] == [("rude", "0"), ("greedy", "1")]
    for row, totals in zip(rows, result.results.totals, strict=True):
        assert sorted([int(row["score_1"]), int(row["score_2"])]) == sorted(totals)
        assert int(row["turns"]) < 8
