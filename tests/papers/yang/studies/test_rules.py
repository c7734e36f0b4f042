"""The sweep of open rules: games cut off by a slow twin, the arena's games, and a small sweep."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footplate import Game
from footplate.agents.learned.network import load_settings
from footplate.arena import play_match
from footplate.arena.statistics import Estimate
from footplate.boards import load_board
from footplate.papers.yang.studies import rules
from footplate.papers.yang.studies.rule_networks import Comparison
from footplate.papers.yang.studies.rules import (
    ENDINGS,
    OFFICIAL,
    SMALL,
    YANG,
    OpenRules,
    Sweep,
    cut_off,
    distance,
    play,
)
from footplate.studies import run_study, studies
from footplate.studies.study import Training


def cut_off_slowly(seed: int, moves: list[int], turns: int) -> tuple[int, list[int]]:
    """(steps of the first player, points) where the last round has so many turns less."""
    game, steps = Game("small", seed=seed), 0
    for move in moves:
        steps += game.to_move == 0
        game.push(move)
        if game.turns_left is not None and game.turns_left <= turns:
            break
    return steps, [score.total for score in game.scores()]


def test_games_are_cut_off_as_a_slow_twin_does_it():
    rng, seeds, logs = random.Random(1), range(12), []
    for seed in seeds:
        game = Game("small", seed=seed)
        while not game.is_over:
            game.push(rng.choice(game.legal_actions()))
        logs.append(list(game.moves))
    actions = np.zeros((len(logs), max(map(len, logs))), np.int64)
    for row, moves in zip(actions, logs, strict=True):
        row[: len(moves)] = moves
    lengths = []
    for turns in ENDINGS.values():
        games = cut_off(load_board("small"), np.array(seeds, np.uint64), actions, np.zeros((12, 2), np.int64), turns)
        for i, seed in enumerate(seeds):
            steps, points = cut_off_slowly(seed, logs[i], turns)
            assert (games.steps[i], games.totals[i].tolist()) == (steps, points)
            best = max(points)
            assert games.shares[i].tolist() == [(one == best) / points.count(best) for one in points]
        lengths.append(games.steps.sum())
    assert lengths[0] > lengths[2]


def test_the_official_ending_is_the_arena_s():
    ours = play(load_board("small"), ("cf-base", "cf-adversarial"), 20, 3)[OFFICIAL]
    theirs = play_match("small", ["cf-base", "cf-adversarial"], 20, seed=3).results
    by_agent = np.take_along_axis(ours.totals, np.argsort(ours.agent_at, axis=1), axis=1)
    assert by_agent.tolist() == theirs.totals.tolist()
    assert (ours.steps < theirs.decisions).all()


def test_rules_as_they_stand_are_those_of_small():
    assert SMALL.board().rules_hash == load_board("small").rules_hash
    assert YANG.board().rules_hash == load_board("small:yang").rules_hash
    assert str(YANG) == "small:yang: 3 trains, 2 cards, 1 of 2 tickets, 6 wild"
    other = OpenRules(end_trains=0, initial_cards=2, tickets=(3, 2), locomotives=8, two_cards_at_once=True)
    assert not other.board().problems
    assert str(other) == "0 trains, 2 cards, 2 of 3 tickets, 8 wild, two cards at once"
    assert SMALL.agree_with_text
    assert not other.agree_with_text


def test_what_is_printed_is_at_no_distance():
    printed = {name: Estimate(*3 * [one.value]) for name, one in rules.PRINTED.items()}
    assert distance(printed) == 0
    assert distance(printed | {"player 1": Estimate(0.56, 0.5, 0.6)}) == pytest.approx(0.5)
    assert distance(printed | {"score against random": Estimate(5, 4, 6)}) == 0


def test_a_small_sweep_counts_its_games_and_says_what_is_nearest():
    values = {"end_trains": (2, 3), "tickets": ((2, 1), (3, 2))}
    sweep = Sweep(values, ("cf-base", "cf-random"), nearest=1)
    study = replace(studies()["yang-rules"], measure=sweep.measure, total=sweep.total)
    played: list[int] = []
    report = run_study(study, 6, seed=1, progress=played.append)
    assert sum(played) == study.in_all(6) == 3 * (4 * 6 + 2 * 60)
    alone, nearest, other_endings = report.tables
    assert len({cell.row for cell in alone.cells}) == 3 + 2  # small, two with one rule changed, two endings
    assert alone.cells[0].row == str(SMALL)
    rows = list(dict.fromkeys(cell.row for cell in nearest.cells))
    assert len(rows) == 2
    assert str(YANG) in rows
    assert all("of 2 tickets" in row for row in rows)
    assert sorted(row.rsplit(", ", 1)[0] for row in {cell.row for cell in other_endings.cells}) == sorted(rows)
    assert all(row.endswith(("one more turn", "ends at once")) for row in {c.row for c in other_endings.cells})
    outside = [cell.ours.mean for cell in nearest.cells if cell.column == "outside"]
    assert outside == sorted(outside)
    assert json.dumps(report.to_dict())
    assert run_study(study, 6, seed=1).tables == report.tables


def test_networks_learn_on_each_set_of_rules_and_are_used_again(tmp_path: Path):
    comparison = Comparison((OpenRules(), YANG), ("cf-base",), timed_games=6)
    study = replace(studies()["yang-rule-networks"], measure=comparison.measure, total=comparison.total)
    training, played = Training(steps=300, seeds=1, checkpoints=1), []
    report = run_study(study, 4, training=training, seed=1, progress=played.append, runs=tmp_path)
    assert sum(played) == study.in_all(4, training)
    boards = {load_board(str(path)).rules_hash for path in tmp_path.glob("boards/*.json")}
    assert boards == {OpenRules().board().rules_hash, YANG.board().rules_hash}
    assert {load_settings(path).rules_hash for path in tmp_path.glob("*/network.safetensors")} == boards
    scores, rates = ({(c.row, c.column): c for c in table.cells} for table in report.tables)
    assert {row for row, _ in scores} == {row for row, _ in rates} == {str(OpenRules()), str(YANG)}
    assert rates[str(YANG), "win rate, self-play"].published == 0.75
    assert 500 < scores[str(YANG), "games, lowest"].ours.mean < 3000
    assert run_study(study, 4, training=training, seed=1, runs=tmp_path).tables == report.tables
