"""A study's games in a file: another session goes on from them, and none is played twice or by other rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tools import games as tool
from typer.testing import CliRunner

from footplate.arena import play_match
from footplate.arena.results import MatchResult
from footplate.cli.main import app
from footplate.errors import FootplateError
from footplate.studies import registry, run_study
from footplate.studies import results as shelf
from footplate.studies.kept_games import FILE, KnownGames, read_games
from footplate.studies.published import beside
from footplate.studies.results import read_result, shipped_games
from footplate.studies.study import Study, StudyRun, StudyTable

BOTS = ("random", "greedy")
Played = list[tuple[str, int, int]]  # opponent, first deal, games of each match


def measure(run: StudyRun) -> list[StudyTable]:
    rates = {("base", bot): run.play("mini", "base", bot).agents[0].win_rate for bot in BOTS}
    return [StudyTable("t", beside(rates), percent=True)]


STUDY = Study("some", "Some bots", "ours", "mini", 12, measure, lambda games: len(BOTS) * games)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    """The matches that the ledger plays."""
    matches: Played = []

    def watched(board: Any, agents: Sequence[str], games: int, *, first_deal: int = 0, **more: Any) -> MatchResult:
        matches.append((str(agents[1]), first_deal, games))
        return play_match(board, agents, games, first_deal=first_deal, **more)

    monkeypatch.setattr("footplate.studies.ledger.play_match", watched)
    return matches


@pytest.fixture
def known(tmp_path: Path) -> Path:
    """A file with four games of each match."""
    run_study(STUDY, 4, seed=3, folder=tmp_path / "first", games_file=tmp_path / FILE)
    return tmp_path / FILE


def go_on(known: Path, games: int, folder: Path) -> registry.StudyReport:
    """In another folder, which keeps the games and the file."""
    return run_study(
        STUDY, games, seed=3, folder=folder, keep_games=True, known=read_games(known), games_file=folder / FILE
    )


@pytest.fixture
def other_code(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes it other code, by its hash."""
    return lambda: monkeypatch.setattr("footplate.arena.sources.kernel_hash", lambda: "other kernels")


def test_a_file_holds_every_game_of_the_study(known: Path) -> None:
    kept = read_games(known)
    assert (kept.study, kept.seed, kept.iterations) == ("some", 3, None)
    assert [(match.agents, match.games) for match in kept.matches.values()] == [(("base", bot), 4) for bot in BOTS]
    for match in kept.matches.values():
        again = play_match("mini", match.agents, 4, seed=3).results
        assert match.ends_with(again)
        assert np.array_equal(match.results.totals, again.totals)


def test_another_folder_goes_on_from_a_file_and_plays_only_what_is_missing(
    known: Path, tmp_path: Path, played: Played
) -> None:
    report = go_on(known, 10, tmp_path / "second")
    assert played == [(bot, 2, 6) for bot in BOTS]
    assert (report.taken, report.refused) == (8, 0)
    assert report.seconds > read_games(known).seconds
    played.clear()
    assert report.tables == run_study(STUDY, 10, seed=3).tables
    after = read_games(tmp_path / "second" / FILE)
    assert [match.games for match in after.matches.values()] == [10, 10]
    assert [session["games"] for session in after.sessions] == [10]  # the same code went on


def test_fewer_games_than_are_known_lose_none(known: Path, tmp_path: Path, played: Played) -> None:
    assert go_on(known, 2, tmp_path / "second").tables == run_study(STUDY, 2, seed=3).tables
    played.clear()
    assert [match.games for match in read_games(tmp_path / "second" / FILE).matches.values()] == [4, 4]
    go_on(known, 4, tmp_path / "second")
    assert played == []


def test_after_other_code_the_last_deal_is_played_again(
    known: Path, tmp_path: Path, played: Played, other_code: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    other_code()
    monkeypatch.setattr(registry, "code_of_studies", lambda: "another commit")
    report = go_on(known, 8, tmp_path / "second")
    assert played == [one for bot in BOTS for one in ((bot, 1, 2), (bot, 2, 4))]
    assert (report.taken, report.refused) == (8, 0)
    assert "up to 4 games a figure" in report.study.remarks[-1]
    assert "up to 8 games a figure" in report.study.remarks[-1]
    played.clear()
    go_on(known, 8, tmp_path / "second")
    assert played == []  # neither the check nor the games


def test_a_match_that_goes_otherwise_is_played_anew(
    known: Path, tmp_path: Path, played: Played, other_code: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the present code played against greedy with another outcome."""
    kept = read_games(known)
    changed = [match for match in kept.matches.values() if match.agents[1] == "greedy"]
    changed[0].results.totals[-1, 0] += 1
    other_code()
    report = run_study(STUDY, 8, seed=3, folder=tmp_path / "second", known=kept)
    assert played == [("random", 1, 2), ("random", 2, 4), ("greedy", 1, 2), ("greedy", 0, 8)]
    assert (report.taken, report.refused) == (4, 1)
    assert report.tables == run_study(STUDY, 8, seed=3).tables


def test_games_of_another_study_or_seed_are_refused(known: Path, tmp_path: Path) -> None:
    kept = read_games(known)
    with pytest.raises(ValueError, match="added to those of a folder"):
        run_study(STUDY, 4, seed=3, known=kept)
    with pytest.raises(FootplateError, match=r"the games are of some --seed=3, and some --seed=4 plays others"):
        run_study(STUDY, 4, seed=4, folder=tmp_path, known=kept)
    for text in (b"", b"no zip", known.read_bytes()[:-40]):
        (tmp_path / "broken.zip").write_bytes(text)
        with pytest.raises(FootplateError, match=r"broken\.zip has no games of a study"):
            read_games(tmp_path / "broken.zip")
    with pytest.raises(FootplateError, match="has no games of a study"):
        read_games(tmp_path / "nothing.zip")


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A package with this study only, of which nothing was played yet."""
    monkeypatch.setattr(registry, "studies", lambda: {"some": STUDY})
    for module in (shelf, tool):
        monkeypatch.setattr(module, "SHELF", tmp_path / "package")
    monkeypatch.setattr(tool, "WORK", tmp_path / "build")
    (tmp_path / "package").mkdir()
    return tmp_path / "package"


def test_the_command_goes_on_from_a_file_and_from_the_package(package: Path, tmp_path: Path, played: Played) -> None:
    def run(*words: str) -> int:
        result = CliRunner().invoke(app, ["study", "run", "some", "--seed", "1", *words])
        said.append(" ".join(result.output.split()))
        return result.exit_code

    said: list[str] = []

    first, second = tmp_path / "a", tmp_path / "b"
    assert run("--games", "4", "--out", str(first), "--add-to", "package") == 2
    assert "no games of 'some' come with Footplate" in said[-1].replace("│ │ ", "")
    assert run("--games", "4", "--out", str(first), "--keep-games") == 0
    played.clear()
    assert run("--games", "6", "--out", str(second), "--add-to", str(first / FILE)) == 0
    assert played == [(bot, 2, 2) for bot in BOTS]
    (package / "games").mkdir()
    (package / "games" / "some.zip").write_bytes((first / FILE).read_bytes())
    played.clear()
    assert run("--games", "8", "--out", str(tmp_path / "c"), "--add-to", "package") == 0
    assert played == [(bot, 2, 4) for bot in BOTS]
    assert "8 games are from package." in said[-1]
    data = json.loads((tmp_path / "c" / "report.json").read_text("utf-8"))
    assert data["command"] == "footplate study run some --games=8 --seed=1"


def test_rounds_add_games_to_the_package(
    package: Path, played: Played, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def rounds(*words: str) -> list[int]:
        monkeypatch.setattr("sys.argv", ["games", "some", *words])
        tool.main()
        path = shipped_games("some")
        assert path is not None
        return [match.games for match in read_games(path).matches.values()]

    tool.play_on("some", 4, tool.WORK / "some")
    assert rounds("--step", "6") == [12, 12]
    assert played == [(bot, deal, games) for deal, games in ((0, 4), (2, 6), (5, 2)) for bot in BOTS]
    assert read_result(package / "some.json").games == 12
    played.clear()
    assert rounds("--step", "6") == [12, 12]  # all are there
    assert played == []
    assert "some: 12 games a figure, " in capsys.readouterr().out


def test_a_round_that_is_stopped_leaves_what_was_whole(
    package: Path, played: Played, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tool.play_on("some", 4, tool.WORK / "some")

    def stopped(board: Any, agents: Sequence[str], *a: Any, **more: Any) -> MatchResult:
        raise KeyboardInterrupt

    with monkeypatch.context() as interrupted:
        interrupted.setattr("footplate.studies.ledger.play_match", stopped)
        interrupted.setattr("sys.argv", ["games", "some", "--step", "4"])
        tool.main()
    assert "The same command goes on" in capsys.readouterr().out
    assert read_result(package / "some.json").games == 4


def test_games_of_the_package_belong_to_its_results() -> None:
    """Of as many games for each figure, with the same seed and iterations."""
    for path in sorted((shelf.SHELF / "games").glob("*.zip")):
        kept: KnownGames = read_games(path)
        report = read_result(shelf.SHELF / f"{path.stem}.json")
        assert (kept.study, kept.iterations, kept.seed) == (report.study.name, report.iterations, report.seed)
        assert {match.games for match in kept.matches.values()} == {report.games}
