"""``footplate train``: its options, how a run is shown, stopped and resumed, and its report."""

from __future__ import annotations

import io
import json
import os
import signal
import threading
from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from pathlib import Path

import pytest
from rich.console import Console, Group

from footplate.arena.statistics import Estimate, wilson
from footplate.boards import load_board
from footplate.cli.main import main
from footplate.cli.training_screen import KEYS, WIDTH, Moment, duration, line_of, screen, spark
from footplate.cli.training_watch import Watch
from footplate.learning.progress import Evaluation, Match
from footplate.learning.runs import Run, create_run, open_run
from footplate.learning.settings import RunSettings, Task, methods
from footplate.learning.trainer import Progress
from tests.support import commands
from tests.support.commands import plain
from tests.support.learning.dummy import Dummy, dummy_trainer, plan_of

BASIC = ("ppo", "--opponents", "random", "--iterations", "3", "--evaluate-games", "4")


@pytest.fixture(autouse=True)
def _dummy() -> Iterator[None]:
    with dummy_trainer():
        yield


train = partial(commands.run, "train")


def refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    """What the command says when it refuses."""
    monkeypatch.setattr("sys.argv", ["footplate", "train", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    return plain(capsys.readouterr().err)


@pytest.mark.parametrize("method", methods())
def test_help_has_every_setting_in_panels_and_an_example(method: str) -> None:
    text = plain(train(method, "--help").stdout)
    assert f"Example: footplate train {method}" in text
    for kind in (Task, methods()[method].settings, RunSettings):
        for item in fields(kind):
            assert f"--{item.name.replace('_', '-')}" in text
    assert "Learner" in text
    assert "Run" in text


@pytest.mark.parametrize("method", methods().values(), ids=lambda method: method.name)
def test_no_two_settings_of_a_command_have_one_name(method: object) -> None:
    names = [item.name for kind in (Task, method.settings, RunSettings) for item in fields(kind)]  # type: ignore[attr-defined]
    assert len(names) == len(set(names))


def test_a_run_prints_its_result_and_leaves_a_report(tmp_path: Path) -> None:
    out = tmp_path / "run"
    result = train(*BASIC, "--seed", "5", "--out", str(out))
    assert result.exit_code == 0, result.output
    text = plain(result.stdout)
    assert "small, after 6,144 steps and 153 games" in text
    assert f"net:file={out / 'network.safetensors'}" in result.stdout.replace("\n", "")
    names = {path.name for path in out.iterdir()}
    assert {"settings.json", "progress.jsonl", "network.safetensors", "report.html", "policy.svg"} <= names
    settings = json.loads((out / "settings.json").read_text("utf-8"))
    assert settings["task"]["seed"] == 5
    assert settings["command"].startswith("footplate train ppo --opponents random")


def test_presets_and_options(tmp_path: Path) -> None:
    options = "--steps 1 --games 8 --layers 32,16 --no-residual --players 3-4 --evaluate random --evaluate-games 6"
    train("ppo", "--preset", "champion", *options.split(), "--out", str(tmp_path / "run"))
    plan = open_run(tmp_path / "run").plan
    assert plan.task.opponents == ("pool",)
    assert plan.task.players == (3, 4)
    assert (plan.settings.layers, plan.settings.residual, plan.settings.horizon) == ((32, 16), False, 64)
    assert plan.run.steps == 1
    assert open_run(tmp_path / "run").history.opponents() == ["random, 3 players", "random, 4 players"]


def test_who_plays_alone_is_measured_by_the_score(tmp_path: Path) -> None:
    result = train(*BASIC, "--board", "t2r", "--players", "1", "--out", str(tmp_path / "run"))
    assert result.exit_code == 0, result.output
    run = open_run(tmp_path / "run")
    assert run.history.opponents() == ["alone"]
    assert "points, " in line_of(run, 1.0) + ", "
    text = "\n".join(line.plain for line in screen(run, [load_board("t2r")], 1.0, Moment()))
    assert "Score" in text
    assert "Scores" in (tmp_path / "run" / "report.html").read_text("utf-8")


def test_json_is_a_line_for_everything(tmp_path: Path) -> None:
    result = train(*BASIC, "--json", "--out", str(tmp_path / "run"))
    *lines, end = map(json.loads, result.stdout.splitlines())
    assert [line["what"] for line in lines] == ["evaluation"] + ["iteration", "evaluation"] * 3
    assert end == {
        "what": "end", "finished": True, "steps": 6144,
        "network": str(tmp_path / "run" / "network.safetensors"), "report": str(tmp_path / "run" / "report.html"),
    }  # fmt: skip


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_iteration_saves_and_says_how_to_go_on(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = signal.getsignal(number)
    monkeypatch.setattr(Dummy, "pause", 0.2)
    out = str(tmp_path / "run")
    first = threading.Event()
    monkeypatch.setattr(Watch, "line", lambda self, line: first.set() if line["what"] == "iteration" else None)
    threading.Thread(target=lambda: first.wait(60) and os.kill(os.getpid(), number), daemon=True).start()
    result = train(*BASIC[:3], "--iterations", "500", "--evaluate-games", "4", "--out", out)
    assert result.exit_code == 130, result.output
    said = plain(result.stderr)
    assert "Stopping after this iteration; Ctrl-C again stops at once" in said
    assert f"all is saved. To go on: footplate train ppo --out {out} --resume" in said
    stopped = open_run(Path(out)).history.last.iteration
    assert 1 <= stopped < 500
    monkeypatch.setattr(Dummy, "pause", 0.0)
    result = train("ppo", "--out", out, "--resume", "--iterations", str(stopped + 2))
    assert result.exit_code == 0, result.output
    assert open_run(Path(out)).history.last.iteration == stopped + 2
    assert signal.getsignal(number) == before


def test_who_stops_before_the_first_evaluation_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watch, "wants_stop", True)
    result = train(*BASIC, "--out", str(tmp_path / "run"))
    assert "Stopped after 0 steps; all is saved." in plain(result.stderr), result.output
    monkeypatch.undo()
    with dummy_trainer():
        assert train("ppo", "--resume", "--out", str(tmp_path / "run")).exit_code == 0


def test_the_second_signal_stops_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    watch = Watch(a_run(tmp_path))
    watch.stop()
    assert (watch.wants_stop, ended) == (True, [])
    watch.stop()
    assert ended == [130]


def test_keys_pause_save_and_stop(tmp_path: Path) -> None:
    watch = Watch(a_run(tmp_path))
    watch.press("s")
    assert (watch.wants_save(), watch.wants_save()) == (True, False)
    watch.press("p")
    assert watch.moment.attention == "Paused; p goes on."
    waiting = threading.Thread(target=watch.between)
    waiting.start()
    waiting.join(0.3)
    assert waiting.is_alive()
    watch.press("p")
    waiting.join(10)
    assert not waiting.is_alive()
    watch.press("r")
    watch.between()
    assert (watch.run.path / "report.html").exists()
    watch.press("q")
    assert watch.wants_stop
    assert watch.signals == 0


def test_what_is_wrong_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = ("--out", str(tmp_path / "run"))
    assert "there is no run in" in refused(capsys, monkeypatch, "ppo", "--resume", *out)
    assert "no agent 'nobody'" in refused(capsys, monkeypatch, "ppo", "--evaluate", "nobody", *out)
    assert "no list of whole numbers" in refused(capsys, monkeypatch, "ppo", "--players", "5-3", *out)
    assert "nowhere" in refused(capsys, monkeypatch, "ppo", "--board", "nowhere", *out)
    assert not (tmp_path / "run").exists()  # so that the next try finds nothing in its way
    train(*BASIC, *out)
    assert "has a run in it already; --resume goes on" in refused(capsys, monkeypatch, *BASIC, *out)
    said = refused(capsys, monkeypatch, "ppo", "--resume", "--layers", "8", *out)
    assert "--layers is 64,64, not 8" in said


def test_reports_of_several_runs(tmp_path: Path) -> None:
    for seed in "12":
        train(*BASIC, "--seed", seed, "--out", str(tmp_path / seed))
    result = train("report", str(tmp_path / "1"), str(tmp_path / "2"), "--out", str(tmp_path / "both"))
    assert result.exit_code == 0, result.output
    assert "2 seeds" in (tmp_path / "both" / "report.html").read_text("utf-8")


# ---- the screen


def a_run(folder: Path, rates: tuple[float, ...] = (0.1, 0.5)) -> Run:
    run = create_run(folder / "run", plan_of(steps=100_000), "footplate train ppo")
    for k, rate in enumerate(rates, start=1):
        figures = {"value error": 1 / k, "entropy": 1.62}
        run.history.add(Progress(k, 10_000 * k, 300 * k, figures, {"playing": 3.0, "learning": 1.0}), 60.0 * k)
        match = Match("random", 400, wilson(rate, 200), Estimate(1, 0, 2))
        claims = (0.71, *([0.0] * 15))
        run.history.evaluations.append(Evaluation(k, 10_000 * k, 300 * k, 60.0 * k, 1.0, (match,), claims))
    return run


def shown(run: Run, width: int = WIDTH, moment: Moment | None = None) -> str:
    file = io.StringIO()
    lines = screen(run, [load_board("small")], 120.0, moment or Moment(), width)
    Console(file=file, width=width).print(Group(*lines))
    assert max(len(line.rstrip()) for line in file.getvalue().splitlines()) <= width
    return file.getvalue()


def test_the_screen_says_how_far_how_fast_and_how_well(tmp_path: Path) -> None:
    text = shown(a_run(tmp_path))
    for words in (
        "footplate train", "2 players, seed 3", "2 min, 8 min left", "20,000 of 100,000, 600 games", "20 %",
        "playing 75 %, learning 25 %", "Win rate against", "50 %   ± 7", "each mark 10,000 steps", "value error",
        "It claims most", "71 %", "It never claims",
    ):  # fmt: skip
        assert words in text, words
    for key, words in KEYS:
        assert f" {key}  {words}" in text
    assert "▁▄" in text or "▁▅" in text


@pytest.mark.parametrize("width", [78, 60, 40])
def test_the_screen_fits_and_small_bars_go_first(tmp_path: Path, width: int) -> None:
    text = shown(a_run(tmp_path), width)
    assert "50 %" in text
    assert ("each mark" in text) == (width == WIDTH)


def test_one_thing_is_yellow_and_has_words(tmp_path: Path) -> None:
    run = a_run(tmp_path, (0.1, 0.9, 0.4))
    assert "is behind its best" in shown(run)
    yellow = [
        span
        for line in screen(run, [load_board("small")], 1.0, Moment())
        for span in line.spans
        if span.style == "yellow"
    ]
    assert len(yellow) == 1
    assert "is behind its best" not in shown(run, moment=Moment(attention="Paused; p goes on."))


def test_lines_for_logs(tmp_path: Path) -> None:
    assert line_of(a_run(tmp_path), 120.0) == "20,000 steps, random 50 % ± 7, 8 min left"


def test_durations_and_small_bars() -> None:
    assert [duration(s) for s in (48, 41 * 60, 80 * 60)] == ["48 s", "41 min", "1 h 20"]
    assert spark([0, 0.5, 1], 9, 0, 1) == "▁▅█"
    assert len(spark(list(range(100)), 17)) == 17
