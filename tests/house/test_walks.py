"""docs/walks.toml lists every call that a reader follows on five ways through the house; here the list meets the code.

``A > B``: the body of A names B. ``A ~ B``: B runs when something of A's arrives there, as a message, a job or a
callback; then only both have to exist. A call starts where the walk has been before.
"""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.support.project import PACKAGE, ROOT

WALKS = tomllib.loads((ROOT / "docs" / "walks.toml").read_text("utf-8"))["walk"]
CALL = re.compile(r"(\S+) ([>~]) (\S+)")


@cache
def names_in(place: str) -> frozenset[str]:
    """All names in the body of ``FILE:FUNCTION``, ``FILE:CLASS`` or ``FILE:CLASS.METHOD``."""
    file, _, name = place.partition(":")
    path = PACKAGE / file
    if path.suffix == ".js":
        return frozenset(re.findall(r"\w+", _javascript(path, name)))
    found: ast.AST | None = ast.parse(path.read_text("utf-8"))
    for part in name.split("."):
        found = next((node for node in ast.walk(found) if getattr(node, "name", None) == part), None) if found else None
    if found is None:
        raise LookupError(f"there is no {name} in {file}")
    nodes = list(ast.walk(found))
    return frozenset(
        [node.id for node in nodes if isinstance(node, ast.Name)]
        + [node.attr for node in nodes if isinstance(node, ast.Attribute)]
    )


def _javascript(path: Path, name: str) -> str:
    """The text of a function, up to the line on which it is closed."""
    lines = path.read_text("utf-8").splitlines()
    start = re.compile(rf"^(\s*)(?:export )?(?:async )?(?:function |static )?(?:const )?#?{re.escape(name)}\b.*[({{]")
    for i, line in enumerate(lines):
        if match := start.match(line):
            end = next((j for j in range(i, len(lines)) if re.match(rf"^{match[1]}[}})]", lines[j])), i)
            return "\n".join(lines[i : end + 1])
    raise LookupError(f"there is no {name} in {path.name}")


def wrong_calls(calls: list[str]) -> list[str]:
    wrong, reached = [], {calls[0].split()[0]}
    for call in calls:
        match = CALL.fullmatch(call)
        if not match:
            wrong.append(f"{call}: it must be FILE:FUNCTION > FILE:FUNCTION")
            continue
        caller, how, callee = match.groups()
        if caller not in reached:
            wrong.append(f"{call}: the walk has not been at {caller}")
        reached.add(callee)
        try:
            names_in(callee)
            if how == ">" and callee.rpartition(":")[2].rpartition(".")[2] not in names_in(caller):
                wrong.append(f"{call}: {caller} doesn't name it")
        except (LookupError, OSError) as error:
            wrong.append(f"{call}: {error}")
    return wrong


@pytest.mark.parametrize("walk", WALKS, ids=[walk["name"] for walk in WALKS])
def test_a_walk_is_what_the_code_does(walk: dict[str, list[str]]) -> None:
    assert wrong_calls(walk["calls"]) == []


def test_the_architecture_page_counts_the_walks() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    for walk in WALKS:
        files = {place.partition(":")[0] for call in walk["calls"] for place in CALL.fullmatch(call).group(1, 3)}
        assert f"| {walk['name']} | {len(walk['calls'])} | {len(files)} |" in page


def test_the_check_sees_what_it_should() -> None:
    step, turn = "engine/step.py:step", "engine/turn.py:pass_on"
    assert wrong_calls(["arena/match.py:play_match ~ engine/step.py:step"]) == []
    assert len(wrong_calls([f"{step} > engine/step.py:nowhere"])) == 1
    assert len(wrong_calls([f"{step} > arena/match.py:play_match"])) == 1
    assert len(wrong_calls([f"{step} ~ {turn}", "game.py:Game.push > engine/step.py:step"])) == 2
    assert len(wrong_calls([f"{step} calls {turn}"])) == 1
