"""A wheel built from the tree works in an empty environment that holds its declared requirements and nothing else.

No network is needed: the requirements are linked from the environment that runs the tests.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterable
from importlib.metadata import distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.support.project import ROOT


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, f"{command} exited with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy of the sources, so that nothing old in build/ gets in."""
    tree = tmp_path_factory.mktemp("tree")
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    shutil.copytree(ROOT / "src", tree / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    shutil.copytree(ROOT / "examples", tree / "examples")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tree / "dist", cwd=tree)
    (built,) = (tree / "dist").glob("*.whl")
    return built


def closure(requires: Iterable[str], extras: frozenset[str] = frozenset(), known: set[str] | None = None) -> set[str]:
    """The distributions that these requirements name, with those that they need in turn."""
    known = set() if known is None else known
    for wanted in map(Requirement, requires):
        applies = wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in extras | {""})
        if applies and wanted.name not in known:
            known.add(wanted.name)
            closure(distribution(wanted.name).requires or (), frozenset(wanted.extras), known)
    return known


@pytest.fixture(scope="module")
def empty(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ``bin`` folder of a new environment with the wheel and links to its requirements."""
    home = tmp_path_factory.mktemp("empty")
    venv.create(home, symlinks=True, with_pip=False)
    python = home / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--no-index", "--no-deps", wheel, cwd=home)

    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home).strip())
    (footplate,) = distributions(name="footplate", path=[str(site)])
    for name in closure(footplate.requires or ()):
        installed = distribution(name)
        for top in {file.parts[0] for file in installed.files or ()} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(installed.locate_file(top))
    return home / "bin"


def test_the_wheel_holds_what_it_should(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    tree = {
        str(path.relative_to(ROOT / "src"))
        for path in (ROOT / "src" / "footplate").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert tree - names == set(), "files of the package that the wheel lacks: see package-data in pyproject.toml"
    examples = {name for name in names if name.startswith("footplate/examples/")}
    assert {"footplate/examples/mybot.py", "footplate/examples/plugin/tinyrail.py"} <= examples
    assert not any("__pycache__" in name for name in names)
    assert {"footplate/py.typed", "footplate/boards/catalog/usa.json"} <= names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"footplate"}
    assert not any("test" in Path(name).parts or "tests" in Path(name).parts for name in names)


def test_the_commands_work_in_an_empty_environment(empty: Path, tmp_path: Path) -> None:
    assert "boards" in run(empty / "footplate", "--help", cwd=tmp_path)
    boards = json.loads(run(empty / "footplate", "boards", "list", "--json", cwd=tmp_path))
    assert "usa" in json.dumps(boards)
    examples = json.loads(run(empty / "footplate", "examples", "--json", cwd=tmp_path))
    assert "mybot.py" in [example["file"] for example in examples]
    assert list(tmp_path.iterdir()) == []


def test_every_module_imports_in_an_empty_environment(empty: Path, tmp_path: Path) -> None:
    code = """
import footplate, importlib, pkgutil
for module in pkgutil.walk_packages(footplate.__path__, "footplate."):
    if not module.name.endswith("__main__") and not module.name.startswith("footplate.app"):
        try:
            importlib.import_module(module.name)
        except ImportError as error:  # extras of those who train
            extras = ("gymnasium", "pettingzoo", "stable_baselines3", "jax", "optax")
            trains = {"envs", "learning", "training"} & set(module.name.split("."))
            if not trains or error.name.split(".")[0] not in extras:
                raise
print(footplate.__file__)
"""
    where = Path(run(empty / "python", "-c", code, cwd=tmp_path).strip())
    assert where.is_relative_to(empty.parent), f"imported {where}, not the wheel"


def test_without_its_extra_the_browser_game_says_what_is_missing(empty: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [empty / "footplate", "play"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 2
    assert "pip install 'footplate[app]'" in " ".join(done.stderr.replace("│", " ").split())


def test_the_page_is_in_the_wheel(wheel: Path) -> None:
    source = ROOT / "src"
    files = (source / "footplate" / "app" / "web").rglob("*")
    with zipfile.ZipFile(wheel) as built:
        names = set(built.namelist())
    assert [file for file in files if file.is_file() and str(file.relative_to(source)) not in names] == []
    assert {"footplate/maps/tokens.css", "footplate/maps/patterns.svg"} <= names


def test_the_environment_is_empty(empty: Path, tmp_path: Path) -> None:
    """The test's own footing: what Footplate doesn't require can't be imported there."""
    code = "import importlib.util as u; print(*(n for n in ('pytest', 'networkx', 'mypy') if u.find_spec(n)))"
    assert run(empty / "python", "-c", code, cwd=tmp_path).split() == []
    assert "PYTHONPATH" not in os.environ
