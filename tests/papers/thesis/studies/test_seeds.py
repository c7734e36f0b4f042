"""The thesis's networks trained with several seeds: the plans are the shipped ones', and a study in miniature."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from footplate.agents.learned.network import load_settings
from footplate.errors import FootplateError
from footplate.papers.thesis.bots import NETWORKS
from footplate.papers.thesis.studies import learning
from footplate.papers.thesis.studies.learning import OURS, Programme
from footplate.papers.thesis.studies.seeds import RECIPES, TUNED, Key, Recipe, Repetition, plan_of
from footplate.papers.thesis.studies.suites import ALONE, INCOMPLETE, SUITES, Trained
from footplate.studies import run_study, studies
from footplate.studies.chart import draw_table
from footplate.studies.study import Training

TINY = Training(steps=100, seeds=2, checkpoints=2)  # one generation


DIFFERENT = SUITES[-1]
ONLY_ES = Repetition(  # two networks, which need no training library, and one suite in which one of them plays
    {key: TUNED[key] for key in (("es-supervised", INCOMPLETE), ("es-solitaire", INCOMPLETE))},
    Programme(
        [replace(DIFFERENT, trained={"ES": DIFFERENT.trained["ES"]}, wins={"ES": DIFFERENT.wins["ES"]})],
        {"ES": ALONE["ES"]},
    ),
    evaluation_games=4,
)
STUDY = replace(studies()["thesis-seeds"], measure=ONLY_ES.measure, total=ONLY_ES.total)


def test_there_is_a_recipe_for_every_network_of_the_thesis() -> None:
    wanted = {player for suite in SUITES for player in suite.trained.values()}
    wanted |= {Trained(network, INCOMPLETE) for network, _ in ALONE.values()}
    assert {Trained(*key) for key in RECIPES} == {Trained(*key) for key in TUNED} == wanted


def test_all_networks_of_a_method_are_trained_alike() -> None:
    """Then supervised and self-play, complete and incomplete information differ by nothing else."""
    training = Training(steps=10**9, seeds=1, checkpoints=1)
    for method in ("reinforce", "es"):
        plans = [plan_of(one, key[1], 1, training) for key, one in RECIPES.items() if one.method.name == method]
        assert len({(str(plan.settings), plan.run.iterations) for plan in plans}) == 1
        assert len(plans) == 4
    assert {one.method.name: plan_of(one, "t2r", 1, training).settings for one in RECIPES.values()}["es"].noise == (
        "independent"
    )


@pytest.mark.parametrize(("prefix", "recipes"), [("", RECIPES), (OURS, TUNED)])
def test_plans_are_those_of_the_networks_that_are_shipped(prefix: str, recipes: Mapping[Key, Recipe]) -> None:
    commands = {(one.name, one.board): load_settings(path).training["command"] for path, one in NETWORKS.files.items()}
    for (name, board), recipe in recipes.items():
        said = shlex.split(commands[prefix + name, board])
        options = dict(zip(said[3::2], said[4::2], strict=True))
        plan = plan_of(recipe, board, 1, Training(steps=10**9, seeds=1, checkpoints=1))
        assert said[:3] == ["footplate", "train", plan.method]
        assert options.get("--board", "t2r") == plan.task.board == board
        preset = recipe.method.presets.get(options.get("--preset", ""))
        iterations = options.get("--iterations") or (preset and preset.run["iterations"])
        assert int(iterations or 0) == plan.run.iterations == recipe.iterations
        assert options.get("--preset", "") == recipe.preset
        assert int(options.get("--players", 2)) == plan.task.players[0]
        assert options.get("--opponents", "self-play") == plan.task.opponents[0]
        assert (plan.task.seed, plan.task.encoder, plan.task.reward) == (1, "planes", "progress")


def test_a_study_trains_and_says_how_seeds_differ(tmp_path: Path) -> None:
    played: list[int] = []
    report = run_study(STUDY, 4, training=TINY, seed=1, progress=played.append, runs=tmp_path)
    assert sum(played) == STUDY.in_all(4, TINY)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{name}-t2r-{seed}" for name in ("es-solitaire", "es-supervised") for seed in (1, 2)
    ]
    one = run_study(STUDY, 4, training=replace(TINY, seeds=1), seed=1, runs=tmp_path)
    for table, mine in zip(report.tables, one.tables, strict=True):
        assert [cell.published for cell in table.cells] == [cell.published for cell in mine.cells]
    wins, of_one = ({cell.column: cell.ours for cell in tables[2].cells} for tables in (report.tables, one.tables))
    assert wins.keys() == set(learning.BOTS)
    for bot, estimate in wins.items():
        assert estimate.low < estimate.mean < estimate.high or estimate.mean == of_one[bot].mean
    alone, of_one_alone = (tables[0].cells[0].ours for tables in (report.tables, one.tables))
    assert alone.mean != of_one_alone.mean
    assert alone.low < alone.mean < alone.high
    claims, of_one_claims = (tables[1].claims for tables in (report.tables, one.tables))  # of waiting
    assert [claim.text for claim in claims] == [claim.text for claim in of_one_claims]
    assert claims != of_one_claims
    curves = report.tables[-1].curves
    assert [curve.name for curve in curves] == ["es-supervised", "es-solitaire"]
    assert ElementTree.fromstring(draw_table(report.tables[-1])).findall(".//{*}polyline")


def test_a_run_that_is_too_long_is_refused(tmp_path: Path) -> None:
    longer = replace(TINY, steps=20_000, seeds=1)
    run_study(STUDY, 4, training=longer, seed=1, runs=tmp_path)
    with pytest.raises(
        FootplateError, match=r"is longer than this study's \(.* steps\): name another number of --steps"
    ):
        run_study(STUDY, 4, training=replace(longer, steps=100), seed=1, runs=tmp_path)
