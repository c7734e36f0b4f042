"""Tests use what the package offers: they reach into private members only where no public way exists.

Their folders are those of the rooms, and what they share is in tests/support.
"""

from __future__ import annotations

import ast

from tests.support.project import PACKAGE, ROOT

TESTS = ROOT / "tests"
FILES = {path.relative_to(TESTS): path.read_text("utf-8") for path in sorted(TESTS.rglob("*.py"))}
ELSEWHERE = {"_exit", "_replace", "_repr_svg_"}  # of Python, and what notebooks ask for

ALLOWED = {
    "agents/own/test_external.py": {"_process"},  # whose end is tested
    "agents/search/test_time.py": {"_entry"},  # is put back to not compiled yet
    "app/http/test_guard.py": {"_buckets"},  # are as many as they may be
    "app/http/test_loading.py": {"_facts"},  # are known before anybody asks
    "app/live/test_games_in_memory.py": {"_held", "_thinking"},  # nobody else holds the game; bots that wait
    "app/thinking/test_thinking.py": {"_cold", "_ready"},  # workers that are not real
    "maps/test_map_twins.py": {  # slow twins of each step inside
        "_Lines", "_apart", "_car_radius", "_clash", "_clear", "_costs_of_names", "_distance", "_enclosed",
        "_own_cost", "_places",
    },
}  # fmt: skip


def private_members(text: str) -> set[str]:
    """Names with one underscore in front that a file takes from objects other than its own, or imports."""
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and not (isinstance(node.value, ast.Name) and node.value.id == "self"):
            names.add(node.attr)
        if isinstance(node, ast.ImportFrom):
            names |= {alias.name for alias in node.names}
    return {name for name in names if name.startswith("_") and not name.startswith("__")} - ELSEWHERE


def test_what_counts_as_reaching_into_private_members():
    assert private_members("from x import _a, b\nself._c = d._e\nd.__class__.f\nself.g._h()") == {"_a", "_e", "_h"}


def test_private_members_are_reached_only_where_no_public_way_exists():
    found = {file.as_posix(): private_members(text) for file, text in FILES.items()}
    assert {file: names for file, names in found.items() if names} == ALLOWED


def test_what_tests_share_is_in_support():
    files = [file for file in FILES if file.parts[0] != "support" and file.name not in ("__init__.py", "conftest.py")]
    assert [file for file in files if not file.name.startswith("test_")] == []
    imported = {
        (file.as_posix(), node.module)
        for file, text in FILES.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests")
    }
    assert [found for found in imported if not found[1].startswith("tests.support")] == []


def test_folders_of_tests_are_those_of_the_rooms():
    folders = {file.parent for file in FILES if file.parent.parts and file.parts[0] not in ("house", "support")}
    games = {"game"}  # the modules that stand for one game lie beside the rooms
    assert [folder for folder in folders if not (PACKAGE / folder).is_dir() and folder.name not in games] == []
