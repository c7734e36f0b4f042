"""Yang et al.'s eight networks: the published figures, a whole study in miniature, the networks that are shipped."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

from footplate.agents.learned.network import load_settings
from footplate.arena import play_match
from footplate.arena.statistics import Estimate
from footplate.cli.main import app
from footplate.errors import FootplateError, UnknownStudy
from footplate.papers.yang.bots.kinds import NETWORKS
from footplate.papers.yang.studies import printed
from footplate.papers.yang.studies.curves import after_a_fifth, crosses, their_score
from footplate.papers.yang.studies.heuristics import BOTS
from footplate.papers.yang.studies.learning import WHOLE, Experiment
from footplate.papers.yang.studies.printed import SCHEMES
from footplate.studies import run_study, studies
from footplate.studies.chart import draw_table
from footplate.studies.registry import training_of
from footplate.studies.study import StudyTable, Training

TINY = Training(steps=300, seeds=1, checkpoints=2)
FEW = Experiment(
    {name: SCHEMES[name] for name in ("random", "self-play")},
    BOTS[:2],
    evaluation_games=4,
    timed_games=6,
    run_games=200,
)
STUDY = replace(studies()["yang-learning"], measure=FEW.measure, total=FEW.total)


def test_the_published_figures_agree_with_each_other():
    low, high = (figure.value for figure in printed.WIN_RATES_BUT_RANDOM)
    rates = {scheme: figure.value for (scheme, _), figure in printed.WIN_RATES.items()}
    assert rates["adversarial"] == high > rates["self-play"] > low > rates["random"]
    for scheme, (lowest, highest) in printed.MATCH_WIN_RATES_OF.items():
        assert lowest.value < rates[scheme] < highest.value
    for scheme, (lowest, highest) in printed.MATCH_SCORES_OF.items():
        assert lowest.value < printed.SCORES[scheme, "score"].value < highest.value
    assert printed.MATCH_SCORES[0] == printed.MATCH_SCORES_OF["random"][0]
    assert sum(figure.value for figure in printed.OTHERS_ROBIN) == pytest.approx(1)  # the matrix is symmetric
    highest = printed.ROBIN["random", "but action-eval, highest"]
    assert highest.value + printed.SELF_PLAY_ROBIN[0].value < 1


def test_the_plan_is_the_paper_s():
    plan = WHOLE.plan("self-play", 3, Training(steps=1_000_000, seeds=5, checkpoints=100))
    task, ppo = plan.task, plan.settings
    assert (task.board, task.opponents, task.seed) == ("small:yang", ("self-play",), 3)
    assert (task.encoder, task.actions, task.reward) == ("slots", "slots", "shaped")
    assert (ppo.layers, ppo.activation, ppo.learning_rate, ppo.discount, ppo.clip) == (
        (64, 64),
        "tanh",
        3e-4,
        0.99,
        0.2,
    )
    assert (ppo.games, ppo.horizon, ppo.minibatch, ppo.epochs) == (1, 2048, 64, 10)
    assert (ppo.replace_every, ppo.opponent_age, ppo.turn_every) == (1_000, 1_000, 10_000)
    assert plan.run.evaluate_every == 10_000
    assert len(SCHEMES) == 8


def test_a_study_trains_measures_and_uses_what_was_trained(tmp_path: Path):
    """Two schemes, one iteration each. The second time nothing is trained, and the figures are the same."""
    played: list[int] = []
    report = run_study(STUDY, 4, training=TINY, seed=1, progress=played.append, runs=tmp_path)
    in_runs, untrained = 2 * 2 * 2 * 200, 2 * 2 * 4
    assert sum(played) == STUDY.in_all(4, TINY) == (2 * 2 + 1) * 4 + 6 + in_runs + untrained + 2 * (300 // 14)
    networks = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*/network.safetensors")}
    assert sorted(path.parent.name for path in networks) == ["random-1", "self-play-1"]
    again = run_study(STUDY, 4, training=TINY, seed=1, runs=tmp_path)
    assert again.tables == report.tables
    assert {path: path.stat().st_mtime_ns for path in networks} == networks
    table = {table.title.split(":")[0]: table for table in report.tables if "games" not in table.title}
    assert _published(table["Figure 8"])["self-play", "win rate"] == 0.75
    assert _published(table["Figure 8 in 30 runs of 1,000 steps"])["self-play", "by chance"] == 0.75
    assert _published(table["Figure 7"])["lowest", "by chance"] == 0.75
    assert _published(table["Figure 12"])["self-play", "any, lowest"] == 0.59
    first, both = (
        {(cell.row, cell.column): cell.ours.mean for cell in table[title].cells}
        for title in ("Figure 12", "Figure 12 in both seats")
    )
    assert both["random", "self-play"] + both["self-play", "random"] == pytest.approx(1)
    assert first["random", "self-play"] + 1 - first["self-play", "random"] == pytest.approx(
        2 * both["random", "self-play"]
    )
    assert first["random", "self-play"] + first["self-play", "random"] == pytest.approx(2 * first["all", "player 1"])
    games = {(cell.row, cell.column): cell for cell in report.tables[-1].cells}
    assert games["all", "any, highest"].published == 2222
    assert 500 < games["random", "self-play"].ours.mean < 3000
    for title in ("Figure 4", "Figure 6"):
        assert {curve.steps for curve in table[title].curves} == {(0, 2048)}
    assert [curve.name for curve in table["Figure 4"].curves][2:] == ["self-play", "heuristics against self-play"]
    assert len(table["Figure 4"].claims) == 4
    assert len(ElementTree.fromstring(draw_table(table["Figure 6"])).findall(".//{*}polyline")) == 2
    assert json.loads(json.dumps(report.to_dict()))["training"] == {"steps": 300, "seeds": 1, "checkpoints": 2}


def _published(table: StudyTable) -> dict[tuple[str, str], float | None]:
    return {(cell.row, cell.column): cell.published for cell in table.cells}


def test_sides_cross_where_ours_scores_more_for_the_first_time(tmp_path: Path):
    from footplate.learning.progress import Evaluation, Match
    from footplate.learning.runs import create_run

    run, one = create_run(tmp_path / "one", WHOLE.plan("base", 1, TINY), "test"), Estimate(1, 0, 2)
    for steps in (0, 100, 200, 400, 1000):
        match = Match("cf-base", 4, one, one, 0.5, Estimate(steps, 0, 0))
        run.add_evaluation(Evaluation(0, steps, 0, 0.0, 0.0, (match,)))
    ours, theirs = np.array([1.0, 2, 3, 2, 5]), np.array([4.0, 3, 2, 4, 1])
    assert crosses(run, ours, theirs) == 0.2
    assert crosses(run, theirs - 4, theirs) == 1.0
    assert after_a_fifth(run, np.array([ours, theirs])).tolist() == [3, 2]
    assert [their_score(match) for e in run.history.evaluations for match in e.matches] == [0, 100, 200, 400, 1000]


def test_runs_of_another_task_are_refused(tmp_path: Path):
    from footplate.learning.runs import create_run

    create_run(tmp_path / "random-1", WHOLE.plan("self-play", 1, TINY), "test")
    with pytest.raises(FootplateError, match="random-1 is another one: --opponents is self-play, not cf-random"):
        run_study(STUDY, 4, training=TINY, seed=1, runs=tmp_path)


def test_training_is_for_studies_that_train():
    study = studies()["yang-heuristics"]
    with pytest.raises(UnknownStudy, match="nobody is trained in study 'yang-heuristics', so it has no steps"):
        training_of(study, 100, None, None)
    assert training_of(study, None, None, None) is None
    assert training_of(studies()["yang-learning"], 500, 2, None) == Training(500, 2, 10)
    result = CliRunner().invoke(app, ["study", "run", "yang-heuristics", "--runs", "there"])
    assert result.exit_code == 2


@pytest.mark.parametrize("board", ["small", "small:yang"])
def test_the_networks_are_shipped_and_play(board: str):
    """By name and without files; each says how it was trained and what it reached."""
    files = {one.name: path for path, one in NETWORKS.files.items() if one.board == board}
    assert set(SCHEMES) <= set(files)
    for path in files.values():
        settings = load_settings(path)
        assert path.stat().st_size < 200_000
        assert settings.training["command"].startswith("footplate train ppo --preset paper")
        assert settings.training["steps"] >= 1_000_000
        assert len(settings.results) == len(BOTS)
    result = play_match(board, ["ppo:self-play", "cf-random"], 60, seed=1)
    assert result.agents[0].win_rate.low > 0.5


def test_the_study_of_heuristics_names_six_bots_and_the_two_printed_values():
    table = run_study("yang-heuristics", 4).tables[0]
    assert [c.row for c in table.cells] == [*BOTS, "lowest", "highest"]
    assert [c.published for c in table.compared] == [0.75, 0.91]
