"""The report's codes of agents, and what docs/warwick.md says about its test application."""

from __future__ import annotations

import csv
import re
import shlex
from pathlib import Path

import pytest

from footplate.agents import agent_kinds, make_agent
from footplate.agents.registry import read_spec
from tests.support.commands import run

PAGE = (Path(__file__).parents[3] / "docs" / "warwick.md").read_text(encoding="utf-8")
CODES = re.findall(r"^\| (\d+) \| (\w+) \| `(\S+)` \|$", PAGE, re.MULTILINE)  # of the report, its name, our spec


def test_every_code_is_an_agent_of_its_own() -> None:
    specs = [spec for _, _, spec in CODES]
    assert [make_agent(spec).name for spec in specs] == specs
    assert [len(set(column)) for column in zip(*CODES, strict=True)] == [24, 24, 24]


def test_the_codes_have_all_bots_of_the_report() -> None:
    bots = {kind.name for kind in agent_kinds() if kind.family == "warwick"} - {"mixed"}
    assert bots <= {read_spec(spec).name for _, _, spec in CODES}


def test_the_command_of_the_page_writes_the_columns_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (line,) = re.findall(r"^footplate (match .*--scores .*)$", PAGE, re.MULTILINE)
    result = run(*shlex.split(line.replace("30000", "50")))
    assert result.exit_code == 0, result.output
    with Path("scores.csv").open(encoding="utf-8") as file:
        header = next(csv.reader(file))
    table = re.findall(r"^\| [A-Z]\w+_[A-Z]+\S*.* \| `(\w+)`.*\|$", PAGE, re.MULTILINE)
    by_seat = [name.replace("_1", "_2") for name in table[4:]]
    assert header[: len(table) + 4] == [*table, *by_seat]
    assert len(table) == 8
