"""Studies: published tables are typed in faithfully, measured, compared honestly and drawn."""

from __future__ import annotations

import json
import math
import shlex
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import pytest
from typer.testing import CliRunner

from footplate.agents import Budget, make_agent
from footplate.agents.registry import agent_kind
from footplate.agents.search.policies import STRONGEST
from footplate.arena import play_match
from footplate.arena.sources import play_hash
from footplate.arena.statistics import Estimate, ratio_estimate, share_estimate
from footplate.boards import load_board
from footplate.cli.main import app
from footplate.engine.layout import DRAW_DECK
from footplate.errors import UnknownStudy
from footplate.game import Game
from footplate.studies import run_study, studies
from footplate.studies.chart import draw_table
from footplate.studies.judge import Judge
from footplate.studies.ledger import Ledger
from footplate.studies.published import beside, columns, grid, mean_of, means, shares
from footplate.studies.registry import StudyInterrupted, study_named, training_of
from footplate.studies.study import Cell, Printed, Study, StudyReport, StudyRun, StudyTable
from footplate.studies.target_win_rate import make_adaptive, play_series
from footplate.version import __version__
from tests.support.forking import forking

Floats = npt.NDArray[np.float64]

NAMES = [  # ours, then each paper's
    "skill-ladder", "skill-ladder-new-york", "levels", "target-win-rate", "target-win-rate-boards",
    "target-win-rate-players",
    "smith-anton-original-board", "smith-original-graph", "smith-restricted", "smith-generated-graph",
    "smith-three-sub-games", "smith-original-graph-as-described", "smith-restricted-as-described",
    "smith-generated-graph-as-described", "smith-three-sub-games-as-described", "thesis-heuristics",
    "thesis-learning", "thesis-learning-ours", "thesis-seeds", "thesis-seeds-tuned", "thesis-evolution",
    "thesis-evolution-more",
    "warwick-round-robin", "warwick-round-robin-one-by-one", "warwick-dda", "warwick-dda-30000",
    "warwick-readings",
    "warwick-exploration", "warwick-posas", "warwick-momentum", "warwick-methods", "warwick-methods-dropout",
    "warwick-payoff", "warwick-trees", "warwick-targets", "yang-boards", "yang-heuristics", "yang-learning",
    "yang-rules", "yang-rule-networks", "yang-variants",
]  # fmt: skip


def cell(ours: float, half: float, published: float | None, error: float = 0.0) -> Cell:
    theirs = None if published is None else Printed(published, error)
    return Cell("a", "b", Estimate(ours, ours - half, ours + half), theirs)


def test_within_means_within_the_error_of_both():
    assert cell(0.50, 0.02, 0.515).is_within
    assert not cell(0.50, 0.02, 0.53).is_within
    assert cell(0.50, 0.02, 0.53, error=0.02).is_within
    assert cell(0.50, 0.02, None).is_within is None
    assert cell(0.50, 0.02, 0.53).difference == pytest.approx(-0.03)


def test_the_side_towards_the_published_figure_counts():
    """Near 0 and 100 % an interval has one long side: only what it reaches is within."""
    all_won = Estimate(1.0, 0.839, 1.0)
    assert Cell("a", "b", all_won, Printed(0.912)).is_within
    assert not Cell("a", "b", all_won, Printed(0.82)).is_within
    assert not Cell("a", "b", Estimate(0.05, 0.04, 0.20), Printed(0.01)).is_within  # half of the width would say yes
    assert Cell("a", "b", Estimate(0.05, 0.04, 0.20), Printed(0.19)).is_within  # and here no
    assert not Cell("a", "b", Estimate(0.05, 0.04, 0.20), Printed(0.01, 0.019)).is_within
    assert Cell("a", "b", Estimate(0.05, 0.04, 0.20), Printed(0.01, 0.02)).is_within
    assert Cell("a", "b", all_won, Printed(1.0)).is_within


def test_a_table_sums_up_its_differences():
    table = StudyTable("t", (cell(1.0, 0.1, 1.3), cell(2.0, 0.1, 1.6), cell(5.0, 0.1, None)))
    assert table.rms_difference == pytest.approx(math.sqrt((0.09 + 0.16) / 2))
    assert (len(table.compared), table.n_within) == (2, 0)
    assert table.text(-1.0) == "−1.00"
    assert table.text(None) == "–"
    assert StudyTable("t", (), digits=1, percent=True).text(0.4612) == "46.1"


def test_published_figures_stand_beside_ours():
    printed = shares(grid(["a", "b"], ["x", "y"], [[50, 20], [80, 0]]), games=100, of=100)
    assert printed["a", "y"] == Printed(0.2, pytest.approx(0.04))
    assert mean_of([printed["a", "x"], printed["b", "y"]]) == Printed(0.25, pytest.approx(0.025))
    assert means({("a", "x"): 4.0}, 100, {("a", "x"): 2.0}) == {("a", "x"): Printed(4.0, 0.2)}
    one = Estimate(0.4, 0.3, 0.5)
    assert beside({("a", "y"): one, ("c", "y"): one}, printed) == (
        Cell("a", "y", one, Printed(0.2, pytest.approx(0.04))), Cell("c", "y", one),
    )  # fmt: skip
    assert columns(["a", "b"], {"x": [1, 2]}) == {("a", "x"): 1, ("b", "x"): 2}
    for ragged in ([[1, 2]], [[1], [2]]):
        with pytest.raises(ValueError, match="zip"):
            grid(["a", "b"], ["x", "y"], ragged)


def test_all_studies_are_there():
    assert list(studies()) == NAMES
    with pytest.raises(UnknownStudy, match="there is no study 'nothing'; studies: skill-ladder"):
        run_study("nothing")


ELSEWHERE = {
    "yang-learning",
    "yang-rules",
    "yang-rule-networks",
    "yang-variants",
    "thesis-learning-ours",
    "thesis-seeds",
    "thesis-seeds-tuned",
    "thesis-evolution",
    "thesis-evolution-more",
    "smith-original-graph",
    "smith-restricted",
    "smith-generated-graph",
    "smith-three-sub-games",
    "target-win-rate-players",
    "warwick-dda-30000",
    "warwick-methods",
    "warwick-methods-dropout",
    "warwick-payoff",
    "warwick-trees",
    "warwick-targets",
    *(f"smith-{name}-as-described" for name in ("original-graph", "restricted", "generated-graph", "three-sub-games")),
}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ELSEWHERE])  # they have files of their own
def test_a_study_runs_and_counts_its_games(name: str):
    """Of target-win-rate, whatever ``games`` and ``iterations`` leave long is short, too: it would take a minute."""
    study = studies()[name]
    if name.startswith("target-win-rate"):
        study = study.quickly()
    played = []
    games, iterations = 4, None if study.iterations is None else 2
    report = run_study(study, games, iterations=iterations, seed=1, progress=played.append)
    assert sum(played) == study.total(games)
    assert all(table.cells for table in report.tables)
    plain = json.loads(json.dumps(report.to_dict()))
    assert (plain["games"], plain["iterations"]) == (games, iterations)
    again = run_study(study, games, iterations=iterations, seed=1)
    assert again.tables == report.tables


def test_iterations_are_for_studies_of_searches():
    with pytest.raises(UnknownStudy, match="nobody searches in study 'yang-heuristics'"):
        run_study("yang-heuristics", 4, iterations=100)


def test_a_share_of_moves_takes_the_game_as_its_unit():
    """If a game's moves are all silly or none is, 800 moves of 40 games tell no more than 40."""
    games = np.array([1.0, 0.0] * 20)
    one, many = ratio_estimate(games, np.ones(40)), ratio_estimate(20 * games, np.full(40, 20.0))
    assert one == share_estimate(games)
    assert (many.mean, many.low, many.high) == pytest.approx((one.mean, one.low, one.high))
    uneven = ratio_estimate(np.array([1.0, 0.0, 2.0]), np.array([2.0, 1.0, 7.0]))
    assert uneven.mean == pytest.approx(0.3)


def test_the_judge_looks_at_moves_that_its_search_never_tried():
    """With a prior a search tries few of the many payments of a full hand; another one must be judged all the same."""
    game = Game("usa", seed=3)
    bot = make_agent("greedy")
    for seat in (0, 1):
        bot.start(seat, 1)
        game.push(bot.act(game.observe(seat), Budget()).text)  # type: ignore[union-attr]
    for _ in range(60):
        game.push(game.actions.action(DRAW_DECK))
    observation = game.observe(game.to_move)
    judge = Judge(game.tables, 1, replace(STRONGEST, iterations=3000))
    searcher = judge.searcher
    searcher.begin(game.tables, observation.records)
    searcher.iterate(judge.iterations)
    untried = [move.action for move in searcher.moves() if move.visits == 0]
    assert untried, "every move was tried: choose another position"
    verdict = judge.verdict(observation.records, untried[0])
    looked = {move.action: move.visits for move in searcher.moves()}[untried[0]]
    assert looked >= judge.iterations // 2
    assert math.isfinite(verdict.points)
    assert sum(move.visits for move in searcher.moves()) == searcher.done == 2 * judge.iterations
    nodes = {int(searcher.nodes[child].action): int(searcher.nodes[child].visits) for child in searcher.children(0)}
    assert nodes[untried[0]] == looked
    with pytest.raises(ValueError, match="not one of those"):
        searcher.look_at(60_000, 1)


@pytest.mark.parametrize("n", [1, 5, 40])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_tables_are_drawn(n: int, theme):
    cells = tuple(Cell(f"row <{i}>", "x", Estimate(i / n, i / n - 0.1, i / n + 0.1), Printed(i / n)) for i in range(n))
    root = ElementTree.fromstring(draw_table(StudyTable("A & B", cells, percent=True), theme))
    circles = root.findall(".//{http://www.w3.org/2000/svg}circle")
    assert len(circles) == (n if n > 24 else 2 * n)


@pytest.mark.parametrize("n", [1, 40])
def test_an_interval_without_ends_is_drawn_across_the_chart(n: int):
    """Of two games on one deal, the error of a mean is unknown."""
    unknown = Estimate(0.5, -math.inf, math.inf)
    drawn = draw_table(StudyTable("A", tuple(Cell(f"row {i}", "x", unknown, Printed(i / n)) for i in range(n))))
    ElementTree.fromstring(drawn)
    assert "inf" not in drawn
    assert "nan" not in drawn


def run(*arguments: str):
    return CliRunner().invoke(app, ["study", *arguments])


def test_the_command_lists_and_runs(tmp_path: Path):
    assert all(name in run("list").stdout for name in NAMES)
    assert [row["name"] for row in json.loads(run("list", "--json").stdout)] == NAMES
    result = run("run", "thesis-heuristics", "--games", "10", "--out", str(tmp_path / "out"))
    assert result.exit_code == 0
    assert "Table 5.2" in result.stdout
    assert "root mean square" in result.stdout
    files = {file.name for file in (tmp_path / "out").iterdir()}
    assert files == {"report.md", "report.json"} | {f"table-{i}.svg" for i in range(1, 7)}
    text = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert "theirs" in text
    data = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert data["footplate"] == __version__
    assert f"Footplate {__version__}, by `{data['command']}`." in text
    again = json.loads(run(*shlex.split(data["command"])[2:], "--json").stdout)
    assert again["tables"] == data["tables"]


def test_two_games_make_a_report(tmp_path: Path):
    result = run("run", "warwick-round-robin", "--games", "2", "--out", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output


def test_the_command_of_a_study_says_all_that_its_figures_depend_on() -> None:
    study = study_named("yang-learning")
    training = training_of(study, 500, 2, 3)
    report = StudyReport(study, 8, None, training, 5, 0.0, ())
    options = "--games=8 --seed=5 --steps=500 --seeds=2 --checkpoints=3"
    assert report.command == f"footplate study run yang-learning {options}"
    assert "--iterations=64 --seed=0" in replace(report, iterations=64, seed=0, training=None).command


def test_the_command_prints_json_for_machines():
    report = json.loads(run("run", "smith-anton-original-board", "--games", "4", "--json").stdout)
    assert report["tables"][0]["cells"][0]["published"] == 0.2025


class Pressed:
    """Ctrl-C after so many games."""

    def __init__(self, games: int) -> None:
        self.left, self.seen = games, 0

    def __call__(self, games: int) -> None:
        self.seen += games
        self.left -= games
        if self.left <= 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize(("name", "games"), [("yang-heuristics", 12), ("smith-anton-original-board", 24)])
def test_a_study_that_was_stopped_goes_on(name: str, games: int, tmp_path: Path) -> None:
    whole = run_study(name, games, seed=1)
    with pytest.raises(StudyInterrupted) as stopped:
        run_study(name, games, seed=1, progress=Pressed(15), folder=tmp_path / "kept")
    assert 0 < sum(match.games for match in stopped.value.matches) < study_named(name).total(games)
    watching = Pressed(10**9)
    resumed = run_study(name, games, seed=1, progress=watching, folder=tmp_path / "kept")
    assert resumed.tables == whole.tables
    assert watching.seen == study_named(name).total(games)
    assert list(tmp_path.iterdir()) == []  # nothing is left of what was kept


def test_another_seed_begins_anew(tmp_path: Path) -> None:
    folders = set()
    for seed in (1, 2):
        with pytest.raises(StudyInterrupted):
            run_study("yang-heuristics", 12, seed=seed, progress=Pressed(10), folder=tmp_path)
        folders |= set(tmp_path.iterdir())
    assert len(folders) == 2


def test_more_games_are_added_to_those_that_were_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    monkeypatch.setattr(
        "footplate.studies.ledger.play_match",
        lambda board, agents, games, **k: played.append(games) or play_match(board, agents, games, **k),
    )
    few, more, seconds = 4, 10, [0.0]
    for games in (few, more):
        last = run_study("yang-heuristics", games, seed=1, folder=tmp_path / "kept", keep_games=True)
        seconds.append(last.seconds)
    assert sorted(set(seconds)) == seconds  # with the time of those that were kept
    matches = len(played) // 2
    assert played == [few] * matches + [more - few] * matches
    assert last.games == more
    assert last.tables == run_study("yang-heuristics", more, seed=1).tables
    assert last.tables == run_study("yang-heuristics", more, seed=1, folder=tmp_path / "kept").tables
    assert list(tmp_path.iterdir()) == []  # the last one didn't keep them


KILLED = """
import os, signal, time
from footplate.studies import run_study

left, began = [36], time.perf_counter()  # games that may be played; four matches and a half

def progress(games):
    left[0] -= games
    if left[0] <= 0:
        with open("seconds", "w") as file:
            file.write(str(time.perf_counter() - began))
        os.kill(os.getpid(), signal.SIGKILL)

run_study("yang-heuristics", 8, seed=1, progress=progress, folder=__import__("pathlib").Path("kept"))
"""


def test_a_study_that_was_killed_goes_on_with_its_games_and_their_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "killed.py").write_text(KILLED, "utf-8")
    assert forking().run(["killed.py"], tmp_path).status != 0
    (kept,) = (tmp_path / "kept").iterdir()
    before, in_all = float((kept / "seconds.txt").read_text("utf-8")), float((tmp_path / "seconds").read_text("utf-8"))
    assert 0 < before <= in_all + 0.1
    played: list[tuple[str, ...]] = []
    monkeypatch.setattr(
        "footplate.studies.ledger.play_match",
        lambda board, agents, games, **k: played.append(tuple(agents)) or play_match(board, agents, games, **k),
    )
    again = run_study("yang-heuristics", 8, seed=1, folder=tmp_path / "kept")
    assert again.seconds > before
    missing = set(played)
    assert again.tables == run_study("yang-heuristics", 8, seed=1).tables
    assert len(set(played) - missing) == 4


def test_kept_games_are_good_as_long_as_what_decides_them_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other code may change between two commits; not the kernels, and not the numbers that a bot's kernel reads."""

    def missing() -> int:
        """Games that a study of a bot and of one that a series is played with would play now."""
        played: list[int] = []
        with monkeypatch.context() as watched:
            watched.setattr(
                "footplate.studies.ledger.play_match",
                lambda board, agents, games, **k: played.append(games) or play_match(board, agents, games, **k),
            )
            run_study(study, seed=1, folder=tmp_path, keep_games=True)
        return sum(played)

    def measure(run: StudyRun) -> list[StudyTable]:
        return [StudyTable("t", beside({("a", "b"): run.play("mini", "base", "random").agents[0].win_rate}))]

    study = Study("some", "t", "ours", "mini", 4, measure, lambda games: games)
    assert missing() == 4
    monkeypatch.setattr("footplate.arena.sources.code_hash", lambda *rooms: "after a commit")
    monkeypatch.setattr("footplate.studies.ledger.code_hash", lambda *rooms: "after a commit")
    assert missing() == 0
    with monkeypatch.context() as other_kernels:
        other_kernels.setattr("footplate.arena.sources.kernel_hash", lambda: "other kernels")
        assert missing() == 4
    monkeypatch.setitem(agent_kind("base").parameters, "ticket_trains", 9)  # the same spec string plays otherwise
    assert missing() == 4


def test_games_of_agents_that_are_not_compiled_are_good_for_their_code(monkeypatch: pytest.MonkeyPatch) -> None:
    board, tables = load_board("mini"), (["greedy", "random"], ["adaptive", "random"])
    before = [play_hash(board, table) for table in tables]
    monkeypatch.setattr("footplate.arena.sources.code_hash", lambda: "after a commit")
    after = [play_hash(board, table) for table in tables]
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False]


def test_games_are_kept_only_in_a_folder_that_is_named(tmp_path: Path) -> None:
    words = ["run", "yang-heuristics", "--games", "4", "--keep-games"]
    assert run(*words).exit_code == 2
    assert run(*words, "--out", str(tmp_path)).exit_code == 0
    assert list((tmp_path / "played").iterdir())


def test_kept_games_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    monkeypatch.setattr(
        "footplate.studies.ledger.play_match",
        lambda *a, first_deal=0, **k: played.append(first_deal) or play_match(*a, first_deal=first_deal, **k),
    )
    with pytest.raises(KeyboardInterrupt):
        Ledger(Pressed(6), tmp_path).play("mini", ["greedy", "random"], 2000, 3)
    again = Ledger(folder=tmp_path).play("mini", ["greedy", "random"], 2000, 3)
    assert played[0] == 0
    assert played[1] > 0
    assert again.agents == play_match("mini", ["greedy", "random"], 2000, seed=3).agents


def test_a_series_of_one_that_learns_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    def series(ledger: Ledger) -> list[float]:
        return play_series(ledger, make_adaptive(0.5), ["random"], 4, 1, "mini").shares.tolist()

    with pytest.raises(KeyboardInterrupt):
        series(Ledger(Pressed(2), tmp_path))
    first = series(Ledger(folder=tmp_path))
    assert first == series(Ledger()) == series(Ledger(folder=tmp_path))
    figures = Ledger(folder=tmp_path).keep("something", 4, lambda: [0.25, 1.0])
    assert Ledger(folder=tmp_path).keep("something", 4, list) == figures == [0.25, 1.0]


def test_a_series_keeps_the_last_positions(tmp_path: Path) -> None:
    def finals(ledger: Ledger) -> bytes:
        match = ledger.play_series("mini", make_agent("greedy"), ["random"], 4, 1, "greedy", keep_finals=True)
        assert match.results.finals is not None
        return match.results.finals.tobytes()

    first = finals(Ledger(folder=tmp_path))
    assert first == finals(Ledger()) == finals(Ledger(folder=tmp_path))
    without = Ledger(folder=tmp_path).play_series("mini", make_agent("greedy"), ["random"], 4, 1, "greedy")
    assert without.results.finals is None


def test_the_command_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rich.progress.Progress.advance", lambda self, task, n: pressed(n))
    for words, kept in ((["--out", str(tmp_path / "out")], tmp_path / "out"), (["--json"], None)):
        pressed = Pressed(15)
        result = run("run", "yang-heuristics", "--games", "12", *words)
        assert result.exit_code == 130, result.output
        assert "The same command goes on from there." in " ".join(result.stderr.split())
        if kept:
            assert "Played so far" in result.stdout
            assert [path.name for path in kept.iterdir()] == ["played"]
        else:
            data = json.loads(result.stdout)
            assert data["interrupted"] is True
            assert data["matches"][0]["games"] == 12


def test_a_report_that_no_study_wrote_is_kept(tmp_path: Path) -> None:
    words = ["run", "yang-heuristics", "--games", "4", "--out", str(tmp_path)]
    for name, text in (("report.md", "mine"), ("report.json", "[1]")):
        (tmp_path / name).write_text(text)
        assert run(*words).exit_code == 2
        assert (tmp_path / name).read_text() == text
        (tmp_path / name).unlink()
    assert run(*words).exit_code == run(*words).exit_code == 0


def test_bad_seeds_and_places_are_refused_before_anything_is_played(tmp_path: Path) -> None:
    assert run("run", "levels", "--seed", "-1").exit_code == 2
    assert run("run", "levels", "--seed", str(2**64)).exit_code == 2
    (tmp_path / "file").touch()
    result = run("run", "yang-heuristics", "--games", "4", "--out", str(tmp_path / "file"))
    assert isinstance(result.exception, FileExistsError)
    assert result.stdout == ""


def test_the_command_says_so_where_a_study_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pressed = Pressed(15)
    monkeypatch.setattr("rich.progress.Progress.advance", lambda self, task, n: pressed(n))
    result = run("run", "smith-original-graph", "--games", "12", "--out", str(tmp_path / "out"))
    assert result.exit_code == 130, result.output
    assert "It begins anew the next time." in " ".join(result.stderr.split())
    assert "goes on from there" not in result.stderr
