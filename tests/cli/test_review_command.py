"""``footplate review``: tables for people, JSON for machines, sentences for what can't be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from footplate import Game, GameRecord, play_game
from tests.support.commands import plain, refuses, run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    record = GameRecord.of(play_game("small", ["planner", "random"], 2), ["planner", "random"])
    begun = Game("small", 2, 1)
    begun.push(begun.legal_actions()[0])
    path.write_text(record.to_text() + GameRecord.of(begun, ["a", "b"]).to_text(), "utf-8")
    return path


def test_a_review_for_people(file: Path) -> None:
    answer = run("review", file, "--deals", 30)
    assert answer.exit_code == 0
    words = plain(answer.output)
    assert "planner wins by" in words
    assert "Luck and play" in words
    assert "random: chance to win by turn" in words
    assert "Costliest decisions:" in words
    assert "█" in words


def test_a_review_for_machines(file: Path) -> None:
    answer = json.loads(run("review", file, "--deals", 30, "--json", "--seed", 3).stdout)
    again = json.loads(run("review", file, "--deals", 30, "--json", "--seed", 3, "--seat", 2).stdout)
    assert answer["judged"] == answer["decisions"]
    assert [again["seats"][0]] == answer["seats"][1:]
    assert answer["seats"][1]["costliest"][0]["better"]["action"]


def test_what_cannot_be_reviewed_is_a_sentence(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refuses(["review", str(file), "--game", "2"], "game 2: the game is not finished", monkeypatch, capsys)
    refuses(["review", str(file), "--game", "3"], "holds 2 games", monkeypatch, capsys)
    refuses(["review", str(file), "--seat", "3"], "the game has 2 seats", monkeypatch, capsys)
