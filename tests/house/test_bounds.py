"""The bounds in pyproject.toml: the lowest versions are those that ``make lowest`` runs, the pinned ones lie within."""

from __future__ import annotations

import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.support.project import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = [words for extra, words in PROJECT["optional-dependencies"].items() if extra != "dev"]
NEEDED = [
    wanted
    for wanted in map(Requirement, [*PROJECT["dependencies"], *(word for words in EXTRAS for word in words)])
    if wanted.name != "footplate"
]
INSIDE_USED = {"numba", "llvmlite", "uvicorn"}


def bound(wanted: Requirement, operator: str) -> Version | None:
    """The version behind an operator; at most one may be there."""
    found = [Version(one.version) for one in wanted.specifier if one.operator == operator]
    assert len(found) < 2, f"{wanted} has two bounds of a kind"
    return found[0] if found else None


def pinned() -> dict[str, Version]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = (line.split("==") for line in lines if "==" in line and not line.startswith("#"))
    return {name.lower().replace("_", "-"): Version(number) for name, number in pins}


@pytest.mark.parametrize("wanted", NEEDED, ids=lambda wanted: wanted.name)
def test_what_make_installs_is_within_the_bounds(wanted: Requirement) -> None:
    assert bound(wanted, ">="), f"{wanted} has no lower bound"
    assert pinned()[wanted.name.lower()] in wanted.specifier


@pytest.mark.parametrize("wanted", NEEDED, ids=lambda wanted: wanted.name)
def test_who_uses_the_inside_of_a_package_allows_no_version_that_was_not_run(wanted: Requirement) -> None:
    now, below = pinned()[wanted.name.lower()], bound(wanted, "<")
    assert below == (Version(f"{now.major}.{now.minor + 1}") if wanted.name in INSIDE_USED else None)


@pytest.mark.skipif(Path(sys.prefix).name != ".venv-lowest", reason="`make lowest` installs them and runs this")
def test_the_lowest_versions_are_those_that_run_here() -> None:
    assert {wanted.name: Version(version(wanted.name)) for wanted in NEEDED} == {
        wanted.name: bound(wanted, ">=") for wanted in NEEDED
    }
