"""Variants of how networks learn, in miniature."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from footplate.papers.yang.studies.heuristics import BOTS
from footplate.papers.yang.studies.learning import WHOLE
from footplate.papers.yang.studies.variants import PUBLISHED, VARIANTS, Comparison
from footplate.studies import run_study, studies
from footplate.studies.study import Training

TINY = Training(steps=300, seeds=2, checkpoints=1)


def test_variants_change_what_they_say() -> None:
    published = WHOLE.plan("self-play", 1, TINY)
    plans = {name: variant.plan(published) for name, variant in VARIANTS.items()}
    assert plans[PUBLISHED] == published
    assert plans["three earlier views"].settings == replace(published.settings, history=3)
    ours = plans["our inputs and actions"].task
    assert (ours.encoder, ours.actions) == ("vector", "full")


def test_a_small_comparison(tmp_path: Path) -> None:
    few = Comparison(("self-play",), {name: VARIANTS[name] for name in (PUBLISHED, "one earlier view")}, BOTS[:1])
    study = replace(studies()["yang-variants"], measure=few.measure, total=few.total)
    played: list[int] = []
    report = run_study(study, 4, training=TINY, seed=1, progress=played.append, runs=tmp_path)
    assert sum(played) == study.in_all(4, TINY) == 2 * (3 * 4 + 2 * (300 // 14))
    assert {path.name for path in tmp_path.iterdir()} >= {"self-play-1", "self-play-1-view-2"}
    rates, _, against = report.tables
    assert [(cell.row, cell.column) for cell in rates.cells] == [
        ("self-play", v) for v in (PUBLISHED, "one earlier view")
    ]
    assert len(rates.claims) == len(against.cells) == 1
