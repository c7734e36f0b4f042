"""Plug-ins: those of papers are registered as anybody's are, and one that is broken doesn't take the rest down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest

from tests.support.project import ROOT

EXAMPLE = ROOT / "examples" / "plugin"
Points = dict[str, dict[str, str]]


def declared(folder: Path) -> Points:
    """The entry points of a pyproject.toml."""
    points: Points = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    return points


def install(folder: Path, name: str, points: Points) -> None:
    """What an installer leaves of a package beside its modules."""
    lines = [
        line for group, named in points.items() for line in (f"[{group}]", *(f"{k} = {v}" for k, v in named.items()))
    ]
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")


def run(folder: Path, *commands: str) -> tuple[list[str], str]:
    """What commands print, one after the other in one process that finds the packages in the folder; and its errors."""
    code = """
import json, sys
from typer.testing import CliRunner
from footplate.cli.main import app
results = [CliRunner().invoke(app, command.split()) for command in sys.argv[1:]]
sys.stderr.write("".join(result.stderr for result in results))
print(json.dumps([result.stdout + (repr(result.exception) if result.exit_code else "") for result in results]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, *commands],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1]), done.stderr


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder with the example as it is installed."""
    (tmp_path / "tinyrail.py").write_text((EXAMPLE / "tinyrail.py").read_text("utf-8"), "utf-8")
    install(tmp_path, "tinyrail", declared(EXAMPLE))
    return tmp_path


def test_the_installed_entry_points_are_those_of_pyproject() -> None:
    """If not, run make: an editable installation keeps the ones that it was made with."""
    installed: Points = {}
    for point in distribution("footplate").entry_points:
        if point.group.startswith("footplate."):
            installed.setdefault(point.group, {})[point.name] = point.value
    assert installed == declared(ROOT)


def test_the_example_is_known_everywhere(packages: Path) -> None:
    results, errors = run(
        packages,
        "agents tiny-last --json",
        "match tiny-last random --board mini --games 4 --seed 1",
        "train --help",
        "train tiny-walk --board mini --iterations 2 --evaluate-games 4 --seed 1 --out walk",
        "study list --json",
        "study run tiny-study --games 4 --seed 1",
        "design --help",
        "design tiny-trim small --longest 2 --agents greedy,random --games 100 -o short.json --json",
    )
    agent, match, methods, training, studies, study, ways, designed = results
    assert json.loads(agent)["family"] == "tinyrail"
    assert "tiny-last" in match
    assert "tiny-walk" in methods
    assert "after 2 steps" in training, training
    assert "tiny-study" in [one["name"] for one in json.loads(studies)]
    assert "Win rate of the last action" in study
    assert "tiny-trim" in ways
    assert json.loads(designed)["after"]["games"] == 100, designed
    assert max(route["length"] for route in json.loads((packages / "short.json").read_text("utf-8"))["routes"]) == 2
    assert "left out" not in errors


def test_its_network_names_its_encoder(packages: Path) -> None:
    results, errors = run(
        packages,
        "train tiny-walk --board mini --iterations 1 --evaluate-games 4 --seed 1 --out walk",
        "match net:file=walk/network.safetensors random --board mini --games 4 --seed 1",
    )
    assert "net:file=walk/network.safetensors" in results[1], errors
    assert json.loads((packages / "walk" / "settings.json").read_text("utf-8"))["task"]["encoder"] == "tiny-counts"


def test_a_broken_plugin_and_a_taken_name_are_left_out_with_a_sentence(packages: Path) -> None:
    (packages / "taken.py").write_text(
        "from footplate.agents.kinds import AgentKind\n"
        "KINDS = tuple(AgentKind(name=n, family='mine', summary='mine', make=None) for n in ('greedy', 'mine'))\n"
    )
    groups = ("agents", "encoders", "methods", "design_methods", "studies")
    install(packages, "broken", {f"footplate.{group}": {"broken": "no_such_module:KINDS"} for group in groups})
    install(packages, "wrong", {"footplate.agents": {"wrong": "os:name"}})
    install(packages, "taken", {"footplate.agents": {"taken": "taken:KINDS"}})
    commands = "agents --json", "study list --json", "train --help", "design --help"
    (agents, studies, training, ways), errors = run(packages, *commands)
    kinds = {kind["name"]: kind["family"] for kind in json.loads(agents)}
    assert kinds["greedy"] == "basic"
    assert {"tiny-last", "mine", "hoarder"} <= kinds.keys()
    assert "tiny-study" in studies
    assert "tiny-walk" in training
    assert "tiny-trim" in ways
    assert errors.count("The plug-in 'broken' of broken 1.0 is left out: ModuleNotFoundError: No module named") == 1
    assert "The plug-in 'wrong' of wrong 1.0 is left out: os:name is no AgentKind, and no tuple of them." in errors
    assert "'greedy' of the plug-in 'taken' of taken 1.0 is left out: there is one already." in errors


def test_a_start_loads_no_plugin(packages: Path) -> None:
    (packages / "tinyrail.py").write_text("raise SystemExit('loaded')", "utf-8")
    (help_text, boards), errors = run(packages, "--help", "boards list")
    assert "Usage" in help_text
    assert "usa" in boards
    assert "loaded" not in errors
