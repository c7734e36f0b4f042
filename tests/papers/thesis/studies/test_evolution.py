"""What the thesis leaves open of ES, tried: with how many games, in which steps, and beside which printed figures."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import pytest

from footplate.learning.settings import Task
from footplate.papers.thesis.studies import evolution
from footplate.papers.thesis.studies.evolution import ALONE, MORE_NUMBERS, PRESET, Numbers, Trials
from footplate.papers.thesis.training import es
from footplate.papers.thesis.training.methods import ES, ESSettings
from footplate.studies import run_study, studies
from footplate.studies.study import Training


def test_the_step_is_the_thesis_s_in_our_units() -> None:
    """Its α / (ε N) multiplies noise of deviation ε, ours α / (σ N) noise of deviation 1."""
    plan = Numbers(3.0, 0.1).plan(ALONE, 1, Training(steps=10**9, seeds=1, checkpoints=1))
    assert isinstance(plan.settings, ESSettings)
    assert (plan.settings.deviation, plan.settings.learning_rate) == (3.0, pytest.approx(0.3))
    assert plan.run.iterations == 100


def test_the_preset_has_numbers_that_were_tried() -> None:
    training = Training(steps=10**9, seeds=1, checkpoints=1)
    tried = [asdict(numbers.plan(ALONE, 1, training).settings) for numbers in evolution.ALL_NUMBERS]
    assert asdict(ESSettings(**ES.presets["thesis"].settings)) in tried


def test_more_than_the_step_is_tried() -> None:
    training = Training(steps=10**9, seeds=1, checkpoints=1)
    settings = {str(numbers): numbers.plan(ALONE, 1, training).settings for numbers in MORE_NUMBERS}
    assert len(settings) == len(MORE_NUMBERS)
    assert settings["ε 1, α 0.03, 100 networks"].networks == 100
    assert settings["ε 1, α 0.03, first weights of 3"].initial == 3
    assert settings["ε 1, α 0.1, most probable actions"].temperature == 0
    names = [numbers.folder(ALONE) for numbers in (*evolution.ALL_NUMBERS, *MORE_NUMBERS[1:])]
    assert len(set(names)) == len(names)


def test_with_larger_first_weights_a_new_network_chooses_less_evenly() -> None:
    """Its logits grow as its last layer does."""
    task = Task(board="t2r", players=(1,), encoder="planes", actions="squares", reward="progress", seed=1)
    last = [es.ES(task, ESSettings(initial=initial)).network().actor[-1].weight for initial in (0.1, 3.0)]
    assert last[1] == pytest.approx(30 * last[0], rel=1e-3)


def test_all_numbers_are_played_beside_what_is_printed(tmp_path: Path) -> None:
    trials = Trials("thesis-evolution", (evolution.ALL_NUMBERS[0], replace(PRESET, temperature=0.0)))
    study = replace(studies()["thesis-evolution"], measure=trials.measure, total=trials.total)
    played: list[int] = []
    training = Training(steps=100, seeds=2, checkpoints=1)  # one generation
    report = run_study(study, 4, training=training, seed=1, progress=played.append, runs=tmp_path)
    assert sum(played) == study.in_all(4, training)
    curve, wins, rewards = report.tables
    assert [cell.published for cell in curve.cells] == [2.0, 4.0] * 2
    assert curve.cells[0].ours == curve.cells[1].ours  # there is one generation
    assert [cell.published for cell in wins.cells][:9] == [
        *(0.609, 0.140, 0.445, 0.404, 0.072, 0.271, 0.452, 0.111, 0.292)
    ]
    assert [cell.published for cell in rewards.cells][-1] == 3.34
