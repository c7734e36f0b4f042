"""Reports of runs: sentences, curves over seeds, and the policy's map."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from footplate.arena import play_match
from footplate.arena.statistics import Estimate, wilson
from footplate.boards import load_board
from footplate.errors import FootplateError
from footplate.learning.evaluation import ALONE, claims
from footplate.learning.progress import Evaluation, Match
from footplate.learning.report import curves, final_rates, headline, remarks, while_learning, write_report
from footplate.learning.runs import Run, create_run, open_run
from footplate.learning.settings import Plan, PPOSettings, RunSettings, Task
from footplate.learning.trainer import Progress


def run_with(
    folder: Path, rates: dict[str, list[float]], *, seed: int = 1, even: float = 0.5, board: str = "small"
) -> Run:
    """A run that was evaluated every thousand steps, with these win rates."""
    plan = Plan("ppo", Task(board=board, seed=seed), PPOSettings(), RunSettings(steps=10_000))
    run = create_run(folder / f"seed-{seed}", plan, f"footplate train ppo --seed {seed}")
    shares = tuple(k / 20 for k in range(len(load_board(board).routes)))
    for k in range(len(next(iter(rates.values())))):
        run.add_iteration(Progress(k + 1, 1000 * k, 10 * k), float(k))
        matches = tuple(
            Match(name, 400, wilson(values[k], 200), Estimate(10, 9, 11), even) for name, values in rates.items()
        )
        run.add_evaluation(Evaluation(k + 1, 1000 * k, 10 * k, float(k), 0.1, matches, shares))
    return run


def test_a_report_is_one_page_with_a_sentence_first(tmp_path: Path) -> None:
    run = run_with(tmp_path, {"random": [0.5, 0.9], "planner": [0.2, 0.61]})
    files = write_report([run], tmp_path / "report")
    page = files[0].read_text("utf-8")
    assert [file.name for file in files] == ["report.html", "curves.svg", "policy.svg", "rates.svg"]
    assert "<h1>Beats planner in 61 of 100 games</h1>" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")  # nothing is fetched from anywhere
    for file in files[1:]:
        assert file.read_text("utf-8").strip() in page
        ElementTree.parse(file)


def test_a_report_shows_the_scores_while_learning(tmp_path: Path) -> None:
    run = run_with(tmp_path, {"random": [0.5, 0.9]})
    assert not while_learning([run.history])
    for k in range(1000):
        run.add_iteration(Progress(k + 3, 2000 + 10 * k, 50 + k, score=k / 100), 3.0 + k)
    (curve,) = while_learning([run.history])
    assert [curve.middle[0], curve.middle[-1]] == pytest.approx([0, 9.97], abs=0.03)
    files = write_report([run], tmp_path / "report")
    assert [file.name for file in files][-2:] == ["scores.svg", "rates.svg"]
    assert "While learning" in files[0].read_text("utf-8")


def test_headlines(tmp_path: Path) -> None:
    beaten = run_with(tmp_path / "a", {"random": [0.9], "planner": [0.3]})
    assert headline([beaten]) == "Beats random in 90 of 100 games"
    weak = run_with(tmp_path / "b", {"random": [0.4], "planner": [0.3]})
    assert headline([weak]) == "Beats random in only 40 of 100 games"
    table = run_with(tmp_path / "c", {"planner, 4 players": [0.42]}, even=0.25)
    assert headline([table]) == "Wins 42 of 100 games at a table of planner, 4 players; 25 would be even"
    alone = run_with(tmp_path / "d", {ALONE: [1.0]}, even=1)
    assert headline([alone]) == "Scores 10.00 alone"
    assert [file.name for file in write_report([alone], tmp_path)] == ["report.html", "curves.svg", "policy.svg"]


def test_remarks_say_whether_it_still_learns_and_who_lags_behind(tmp_path: Path) -> None:
    rising = [run_with(tmp_path, {"random": [0.1, 0.5, 0.8 - 0.3 * (seed == 3)]}, seed=seed) for seed in (1, 2, 3)]
    assert remarks(rising) == (
        "After 2,000 steps. Still learning: the last 1,000 steps brought 30 points. Seed 3 lags behind."
    )
    flat = run_with(tmp_path / "flat", {"random": [0.5, 0.5]})
    assert "Hardly learning any more" in remarks([flat])
    worse = run_with(tmp_path / "worse", {"random": [0.9, 0.5]})
    assert "Getting worse: the last 1,000 steps cost 40 points." in remarks([worse])


def test_several_seeds_give_their_median_and_range(tmp_path: Path) -> None:
    runs = [run_with(tmp_path, {"random": [0.0, rate]}, seed=i) for i, rate in enumerate((0.2, 0.6, 0.7))]
    (curve,) = curves([run.history for run in runs])
    assert (curve.middle[-1], curve.low[-1], curve.high[-1]) == (0.6, 0.2, 0.7)
    ((_, rate),) = final_rates(runs)
    assert rate.mean == pytest.approx(0.5)
    assert rate.low < 0.2
    assert "3 seeds" in write_report(runs, tmp_path / "report")[0].read_text("utf-8")


def test_runs_that_cannot_be_compared_are_refused(tmp_path: Path) -> None:
    one = run_with(tmp_path / "a", {"random": [0.5]})
    with pytest.raises(FootplateError, match="measured against others"):
        write_report([one, run_with(tmp_path / "b", {"planner": [0.5]})], tmp_path)
    with pytest.raises(FootplateError, match="trained for another game"):
        write_report([one, run_with(tmp_path / "c", {"random": [0.5]}, board="mini")], tmp_path)
    empty = create_run(tmp_path / "d", one.plan, "")
    with pytest.raises(FootplateError, match="no evaluation yet"):
        write_report([empty], tmp_path)


def test_what_was_evaluated_comes_back_from_the_file(tmp_path: Path) -> None:
    run = run_with(tmp_path, {"random": [0.5, 0.6]})
    assert open_run(run.path).history == run.history
    lines = (run.path / "progress.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["what"] for line in lines] == ["iteration", "evaluation"] * 2


def test_claims_are_the_routes_that_an_agent_owns_at_the_end() -> None:
    result = play_match("small", ["planner", "greedy"], 20, keep_finals=True, keep_records=True)
    board = load_board("small")
    counted = [0] * len(board.routes)
    for record, seats in zip(result.results.records, result.results.seat_of, strict=True):
        *_, game = record.steps()
        for route, owner in enumerate(game.owners):
            counted[route] += owner == seats[0]
    assert claims(result)[: len(board.routes)].tolist() == counted
