"""Runs in folders: what is saved, going on after a stop, and sentences for what is wrong."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footplate.agents.learned.network import load_network
from footplate.errors import FootplateError
from footplate.learning.progress import History, read_history, trend
from footplate.learning.runs import Run, create_run, open_run, resume_run
from footplate.learning.settings import PPO, Plan, PPOSettings, RunSettings, Task, methods
from footplate.learning.trainer import Progress, State, make_trainer
from footplate.learning.training import Watcher, share_done, train, trainer_of
from tests.support.learning.dummy import Dummy, dummy_trainer, plan_of


@pytest.fixture(autouse=True)
def _dummy() -> Iterator[None]:
    with dummy_trainer():
        yield


class StopAfter(Watcher):
    """Wants to stop after some iterations."""

    def __init__(self, iterations: int) -> None:
        self.left = iterations
        self.notes: list[str] = []

    @property
    def wants_stop(self) -> bool:  # type: ignore[override]
        return self.left <= 0

    def line(self, line: Any) -> None:
        self.left -= line["what"] == "iteration"

    def note(self, words: str) -> None:
        self.notes.append(words)


def begin(folder: Path, **run: object) -> Run:
    return create_run(folder, plan_of(**run), "footplate train ppo --out there")


def go_on(run: Run, watcher: Watcher | None = None) -> bool:
    return train(run, trainer_of(run.plan), watcher)


def comparable(history: History) -> list[dict[str, Any]]:
    """All but how long things took."""
    return [
        {name: value for name, value in line.items() if name not in ("elapsed", "seconds")} for line in history.lines()
    ]


def test_a_run_leaves_its_settings_checkpoints_networks_and_figures(tmp_path: Path) -> None:
    run = begin(tmp_path / "run", iterations=8)
    assert go_on(run)
    settings = json.loads((run.path / "settings.json").read_text("utf-8"))
    assert settings["command"] == "footplate train ppo --out there"
    assert (settings["method"], settings["task"]["seed"]) == ("ppo", 3)
    assert [path.stem for path in run.checkpoints()] == ["00000008"]
    network = load_network(run.path / "network.safetensors")
    assert network.settings.training["steps"] == run.history.last.steps == 8 * 2048
    assert network.settings.results["random"]["games"] == 4
    assert (run.path / "best.safetensors").exists()
    assert list((run.path / "tensorboard").glob("events*"))
    assert comparable(open_run(run.path).history) == comparable(run.history)
    assert len(run.history.iterations) == 8
    assert [evaluation.iteration for evaluation in run.history.evaluations] == list(range(9))


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = begin(tmp_path / "whole", iterations=9)
    go_on(whole)
    parts = begin(tmp_path / "parts", iterations=9)
    assert not go_on(parts, StopAfter(4))
    assert go_on(resume_run(parts.path, "ppo", {}))
    again = open_run(parts.path)
    assert comparable(again.history) == comparable(whole.history)
    one, other = whole.newest_state(), again.newest_state()
    assert one is not None
    assert other is not None
    assert all(np.array_equal(one[name], other[name]) for name in one)
    files = [load_network(run.path / "network.safetensors").actor[0].weight for run in (whole, again)]
    assert np.array_equal(*files)


def test_what_came_after_the_last_checkpoint_is_done_again(tmp_path: Path) -> None:
    run = begin(tmp_path / "run", iterations=6)
    go_on(run, StopAfter(3))
    with (run.path / "progress.jsonl").open("a") as file:  # two more iterations, and then the power failed
        for iteration in (4, 5):
            file.write(
                json.dumps({"what": "iteration", "iteration": iteration, "steps": 0, "games": 0, "elapsed": 1.0})
            )
            file.write("\n")
        file.write('{"what": "iter')
    (run.path / "checkpoints" / "00000005.npz.123.part").write_bytes(b"half a file")
    run = resume_run(run.path, "ppo", {})
    assert run.history.last.iteration == 3
    assert not list(run.path.rglob("*.part"))
    go_on(run)
    assert [p.iteration for p in open_run(run.path).history.iterations] == [1, 2, 3, 4, 5, 6]


def test_only_the_last_checkpoints_are_kept(tmp_path: Path) -> None:
    run = begin(tmp_path / "run", iterations=9, save_every=1e-9)
    go_on(run)
    assert [path.stem for path in run.checkpoints()] == ["00000007", "00000008", "00000009"]


def test_a_run_is_evaluated_as_often_as_it_says(tmp_path: Path) -> None:
    run = begin(tmp_path / "run", iterations=10, evaluate_every=3 * 2048)
    go_on(run)
    assert [evaluation.iteration for evaluation in run.history.evaluations] == [0, 3, 6, 9, 10]


def test_an_evaluation_that_was_stopped_is_made_up_for(tmp_path: Path) -> None:
    class StopInEvaluation(StopAfter):
        def doing(self, words: str) -> None:
            if words.startswith("evaluating") and self.left < 4:
                self.left = 0

    whole, parts = begin(tmp_path / "whole", iterations=5), begin(tmp_path / "parts", iterations=5)
    go_on(whole)
    assert not go_on(parts, StopInEvaluation(5))
    stopped = open_run(parts.path).history
    assert (stopped.last.iteration, stopped.evaluations[-1].iteration) == (2, 1)
    assert go_on(resume_run(parts.path, "ppo", {}))
    assert comparable(open_run(parts.path).history) == comparable(whole.history)


def test_settings_of_another_run_are_refused_and_its_end_may_be_moved(tmp_path: Path) -> None:
    run = begin(tmp_path / "run", iterations=2)
    go_on(run)
    with pytest.raises(FootplateError, match=r"--layers is 64,64, not 128; --seed|--seed is 3, not 4"):
        resume_run(run.path, "ppo", {"task": {"seed": 4}, "settings": {"layers": (128,)}, "run": {}})
    with pytest.raises(FootplateError, match="is one of ppo, not of es"):
        resume_run(run.path, "es", {})
    longer = resume_run(run.path, "ppo", {"task": {"seed": 3}, "run": {"iterations": 4}})
    assert go_on(longer)
    assert open_run(run.path).history.last.iteration == 4


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    run = begin(tmp_path / "run", iterations=1)
    with pytest.raises(FootplateError, match="has a run in it already; --resume goes on"):
        begin(run.path)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.tex").touch()
    with pytest.raises(FootplateError, match="has files in it already; choose another folder"):
        begin(tmp_path / "other")
    with pytest.raises(FootplateError, match="there is no run in"):
        open_run(tmp_path / "other")
    with pytest.raises(FootplateError, match="can't be used for a run"):
        begin(tmp_path / "other" / "thesis.tex")


def test_a_damaged_checkpoint_says_what_to_do(tmp_path: Path) -> None:
    run = begin(tmp_path / "run", iterations=4, save_every=1e-9)
    go_on(run)
    newest = run.checkpoints()[-1]
    data = bytearray(newest.read_bytes())
    state = run.newest_state()
    assert state is not None
    data[data.index(state["weight"].tobytes())] ^= 0xFF
    newest.write_bytes(bytes(data))
    run = resume_run(run.path, "ppo", {"run": {"iterations": 6}})
    with pytest.raises(
        FootplateError, match=r"00000004.npz is damaged .* goes on from the one before it, 00000003.npz"
    ):
        go_on(run)
    newest.unlink()
    assert go_on(resume_run(run.path, "ppo", {}))
    assert open_run(run.path).history.last.iteration == 6


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"format": 9}', b'{"format": 1, "method": "ppo"}'])
def test_damaged_settings_are_a_sentence(tmp_path: Path, content: bytes) -> None:
    run = begin(tmp_path / "run", iterations=1)
    (run.path / "settings.json").write_bytes(content)
    with pytest.raises(FootplateError, match=r"settings\.json"):
        open_run(run.path)


def test_a_damaged_line_of_progress_is_a_sentence(tmp_path: Path) -> None:
    run = begin(tmp_path / "run", iterations=1)
    (run.path / "progress.jsonl").write_text('{"what": "iteration"}\n')
    with pytest.raises(FootplateError, match=r"line 1 of .*progress\.jsonl can't be read"):
        open_run(run.path)


def test_a_full_disk_keeps_the_last_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = begin(tmp_path / "run", iterations=6)
    go_on(run, StopAfter(2))
    run = resume_run(run.path, "ppo", {})

    def full(*args: object, **named: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("footplate.learning.runs.np.savez", full)
        with pytest.raises(
            FootplateError, match=r"can't be written \(No space left .* up to iteration 2 is kept.*--resume"
        ):
            go_on(run)
    assert go_on(resume_run(run.path, "ppo", {}))


def test_a_learner_that_has_gone_astray_stops_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def astray(self: Dummy, done: float) -> Progress:
        return Progress(1, 2048, 1, {"value error": float("nan")})

    monkeypatch.setattr(Dummy, "iterate", astray)
    with pytest.raises(FootplateError, match="value error is no number any more"):
        go_on(begin(tmp_path / "run", iterations=3))


def test_a_state_that_does_not_fit_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = begin(tmp_path / "run", iterations=3)
    go_on(run, StopAfter(1))

    def refuse(self: Dummy, state: State) -> None:
        raise KeyError("bias")

    monkeypatch.setattr(Dummy, "restore", refuse)
    with pytest.raises(FootplateError, match="doesn't fit this version of Footplate"):
        go_on(resume_run(run.path, "ppo", {}))


def test_without_tensorboard_a_run_says_so_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "tensorboardX", None)
    watcher = StopAfter(9)
    assert go_on(begin(tmp_path / "run", iterations=1), watcher)
    assert watcher.notes[0] == "No files for TensorBoard: tensorboardX is not installed"


def test_a_missing_training_library_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(methods(), "ppo", PPO)
    monkeypatch.setitem(sys.modules, "jax", None)
    monkeypatch.delitem(sys.modules, "footplate.learning.ppo", raising=False)
    with pytest.raises(FootplateError, match=r"training needs jax: pip install 'footplate\[train\]'"):
        make_trainer("ppo", Task(), PPOSettings())


@pytest.mark.parametrize("name", ["nobody", "./mine.py:Mine", "cmd:./bot"])
def test_opponents_who_cannot_be_measured_against_are_refused_at_once(name: str) -> None:
    with pytest.raises(FootplateError):
        trainer_of(Plan("ppo", Task(), PPOSettings(), RunSettings(evaluate=(name,))))


def test_the_share_that_is_done_follows_the_nearest_end() -> None:
    assert share_done(RunSettings(steps=100), 25, 1, 1000) == 0.25
    assert share_done(RunSettings(steps=100, minutes=1), 25, 1, 30) == 0.5
    assert share_done(RunSettings(iterations=4), 10**9, 5, 0) == 1


def test_trends_in_words() -> None:
    assert trend([1.0] * 5) == ""
    assert trend([1.0] * 9) == "steady"
    assert trend([10 - k for k in range(9)]) == "falls"
    assert trend([10 - 0.05 * k for k in range(9)]) == "falls slowly"
    assert trend([1 + k for k in range(9)]) == "rises"


def test_every_plan_comes_back_from_json() -> None:
    for method in methods().values():
        for preset in method.presets.values():
            plan = Plan(method.name, Task(**preset.task), method.settings(**preset.settings), RunSettings(**preset.run))
            assert Plan.of_dict(json.loads(json.dumps(plan.to_dict()))) == plan


def test_no_history_is_an_empty_one(tmp_path: Path) -> None:
    assert read_history(tmp_path / "progress.jsonl").last == Progress(0, 0, 0)
