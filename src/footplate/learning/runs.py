"""A run's folder: what it was started with, checkpoints to go on from, networks to play with, and how it went.

settings.json          the plan, the command, the version
progress.jsonl         a line for every iteration and every evaluation
checkpoints/N.npz      everything after iteration N; the last few are kept
network.safetensors    the network of the last checkpoint: ``net:file=…`` plays it
best.safetensors       the one with the best evaluation
tensorboard/           the same figures for TensorBoard
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from footplate.agents.learned.map_network import AnyNetwork, MapNetwork, save_map_network
from footplate.agents.learned.network import save_network
from footplate.errors import FootplateError
from footplate.files import PART, json_of, whole, write_whole
from footplate.learning.boards import rules_of
from footplate.learning.progress import Evaluation, History, evaluation_line, iteration_line, read_history
from footplate.learning.settings import Plan
from footplate.learning.trainer import Progress, State
from footplate.version import __version__

FORMAT = 1
_KEPT = 3  # checkpoints
_SETTINGS, _PROGRESS, _CHECKPOINTS = "settings.json", "progress.jsonl", "checkpoints"
NETWORK, BEST = "network.safetensors", "best.safetensors"


@dataclass
class Run:
    """A run in its folder. ``history`` is as far as its last checkpoint when it is opened."""

    path: Path
    plan: Plan
    command: str
    rules_hash: str
    history: History

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def go_on(self) -> str:
        """The command that goes on with it."""
        return f"footplate train {self.plan.method} --out {self.path} --resume"

    # ---- progress

    def add_iteration(self, progress: Progress, elapsed: float) -> dict[str, Any]:
        self.history.add(progress, elapsed)
        return self._append(iteration_line(progress, elapsed))

    def add_evaluation(self, evaluation: Evaluation) -> dict[str, Any]:
        self.history.evaluations.append(evaluation)
        return self._append(evaluation_line(evaluation))

    def _append(self, line: dict[str, Any]) -> dict[str, Any]:
        with self._kept(_PROGRESS) as path, path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        return line

    # ---- checkpoints

    def save(self, state: State, network: AnyNetwork) -> None:
        """A checkpoint of the last iteration; older ones go when it is there."""
        with self._kept(f"{_CHECKPOINTS}/{self.history.last.iteration:08}.npz") as path:
            with whole(path) as file:
                np.savez(file, allow_pickle=False, **state)
            for old in self.checkpoints()[:-_KEPT]:
                old.unlink(missing_ok=True)
        self.save_network(NETWORK, network)

    def save_network(self, name: str, network: AnyNetwork) -> Path:
        """``network`` with how it was trained and what it reached."""
        last, best = self.history.last, self.history.evaluations[-1:]
        training = {
            "footplate": __version__, "command": self.command, "method": self.plan.method, "seed": self.plan.task.seed,
            "steps": last.steps, "games": last.games, "seconds": round(self.history.seconds, 1),
        }  # fmt: skip
        results = {
            match.opponent: {"win_rate": round(match.win_rate.mean, 4), "low": round(match.win_rate.low, 4),
                             "high": round(match.win_rate.high, 4), "games": match.games}
            for evaluation in best for match in evaluation.matches
        }  # fmt: skip
        settings = replace(network.settings, training=training, results=results)
        with self._kept(name) as path:
            if isinstance(network, MapNetwork):
                save_map_network(path, replace(network, settings=settings))
            else:
                save_network(path, replace(network, settings=settings))
        return path

    def checkpoints(self) -> list[Path]:
        """The oldest first."""
        return sorted((self.path / _CHECKPOINTS).glob("*.npz"))

    def newest_state(self) -> State | None:
        """Of the newest checkpoint, whose iteration the history ends with; None before the first."""
        if not (found := self.checkpoints()):
            return None
        path = found[-1]
        try:
            with np.load(path, allow_pickle=False) as file:
                return {name: file[name] for name in file.files}
        except (OSError, ValueError, EOFError, KeyError, BadZipFile, zlib.error) as error:
            older = f"goes on from the one before it, {found[-2].name}" if found[1:] else "begins anew"
            raise FootplateError(f"{path} is damaged ({error}); without that file --resume {older}") from None

    @contextmanager
    def _kept(self, name: str) -> Iterator[Path]:
        """A file of the run to write. What can't be written is a sentence; checkpoints stay as they are."""
        path = self.path / name
        try:
            yield path
        except OSError as error:
            kept = self.checkpoints()
            iteration = int(kept[-1].stem) if kept else 0
            until = f"all up to iteration {iteration:,} is kept" if iteration else "nothing was kept yet"
            raise FootplateError(
                f"{path} can't be written ({error.strerror}); {until}. To go on from there: {self.go_on}"
            ) from None


def check_folder(path: Path) -> None:
    """Raise FootplateError unless a run can begin there: a folder must be new or empty."""
    try:
        if path.exists() and any(path.iterdir()):
            has_run = (path / _SETTINGS).exists()
            advice = "--resume goes on with it, or choose another folder" if has_run else "choose another folder"
            raise FootplateError(f"{path} has {'a run' if has_run else 'files'} in it already; {advice}")
    except OSError as error:
        raise FootplateError(f"{path} can't be used for a run: {error.strerror}") from None


def create_run(path: Path, plan: Plan, command: str) -> Run:
    """A run that begins, and its folder."""
    check_folder(path)
    rules_hash = rules_of(plan.task.board)
    settings = {"format": FORMAT, "footplate": __version__, "command": command, "rules_hash": rules_hash}
    try:
        (path / _CHECKPOINTS).mkdir(parents=True, exist_ok=True)
        write_whole(path / _SETTINGS, _json({**settings, **plan.to_dict()}))
    except OSError as error:
        raise FootplateError(f"{path} can't be used for a run: {error.strerror}") from None
    return Run(path, plan, command, rules_hash, History())


def open_run(path: Path) -> Run:
    """The run in a folder, to look at: its history is as long as its file."""
    data = _settings_of(path)
    try:
        plan = Plan.of_dict(data)
        return Run(path, plan, data["command"], data["rules_hash"], read_history(path / _PROGRESS))
    except (KeyError, TypeError, AttributeError) as error:
        raise FootplateError(f"{path / _SETTINGS} is damaged, or of another version ({error})") from None


def resume_run(path: Path, method: str, changes: Mapping[str, Mapping[str, Any]]) -> Run:
    """The run in a folder, to go on with: its history ends with its newest checkpoint.

    ``changes`` are settings that were named, by part of the plan. Those of the run may change, others must agree.
    """
    run = open_run(path)
    if run.plan.method != method:
        raise FootplateError(f"the run in {path} is one of {run.plan.method}, not of {method}")
    _refuse_changes(run, changes)
    if rules_of(run.plan.task.board) != run.rules_hash:
        raise FootplateError(f"the rules of {run.plan.task.board} are not those that {path} was trained with")
    kept = run.checkpoints()
    history = run.history.until(int(kept[-1].stem) if kept else 0)
    plan = replace(run.plan, run=replace(run.plan.run, **changes.get("run", {})))
    run = replace(run, plan=plan, history=history)
    with run._kept(_SETTINGS):
        for unfinished in path.rglob(f"*{PART}"):
            unfinished.unlink(missing_ok=True)
        write_whole(path / _SETTINGS, _json({**_settings_of(path), **plan.to_dict()}))
        write_whole(path / _PROGRESS, b"".join(json.dumps(line).encode() + b"\n" for line in history.lines()))
    return run


def _refuse_changes(run: Run, changes: Mapping[str, Mapping[str, Any]]) -> None:
    differ = []
    for part in ("task", "settings"):
        was = getattr(run.plan, part)
        for item in fields(was):
            now = changes.get(part, {}).get(item.name, getattr(was, item.name))
            if now != getattr(was, item.name):
                name = item.name.replace("_", "-")
                differ.append(f"--{name} is {_words(getattr(was, item.name))}, not {_words(now)}")
    if differ:
        raise FootplateError(f"the run in {run.path} is another one: {'; '.join(differ)}")


def _words(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _settings_of(path: Path) -> dict[str, Any]:
    try:
        data = json_of((path / _SETTINGS).read_text("utf-8"))
    except OSError:
        raise FootplateError(f"there is no run in {path}: it has no {_SETTINGS}") from None
    except ValueError as error:
        raise FootplateError(f"{path / _SETTINGS} is damaged ({error})") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise FootplateError(f"{path / _SETTINGS} is of another version of Footplate than this one, {__version__}")
    return data


def _json(data: Any) -> bytes:
    return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()
