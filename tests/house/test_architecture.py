"""The shape of the house: the arrow of imports, light starts, honest randomness, files that fit in a head."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.project import PACKAGE, ROOT

SOURCES = sorted(PACKAGE.rglob("*.py"))

# Each room may import from its own line and from those above it. "footplate" is the package's own __init__.py: the
# names that users need, gathered from the rooms; inside the package only the commands and the app may use it.
ARROW = (
    ("version", "errors", "files", "plain_text", "arguments", "array_arguments", "extras", "plugins", "words"),
    ("boards", "compile"),
    ("maps",),
    ("charts", "engine"),
    (
        *("actions", "sentences", "events", "observation", "outcome", "positions", "game", "records"),
        *("action_space", "view", "position_parts"),
    ),
    ("encoders",),  # observations and actions as arrays, for networks among the agents
    ("agents",),
    ("arena",),
    ("envs",),
    ("learning", "design", "review"),
    ("studies",),
    ("papers",),  # a package each: bots, encoders, training, map methods and studies
    ("bench", "compiling"),
    ("footplate",),
    ("app", "cli", "__main__"),
)
RANK = {room: rank for rank, rooms in enumerate(ARROW) for room in rooms}

HEAVY = ("numba", "jax", "gymnasium", "pettingzoo", "torch", "matplotlib", "networkx", "ray", "fastapi")
HONEST_NUMPY = {"default_rng", "Generator", "BitGenerator", "PCG64", "Philox", "SeedSequence"}
INSIDE_NUMBA = re.compile(r"numba\.(core|cpython|np|experimental|misc)\b|llvmlite\b")
LONGEST_FILE = 420


def name_of(source: Path) -> str:
    return str(source.relative_to(PACKAGE))


def module_of(source: Path) -> list[str]:
    """``src/footplate/boards/check.py`` -> ``["footplate", "boards", "check"]``; a package ends in ``__init__``."""
    return ["footplate", *source.relative_to(PACKAGE).with_suffix("").parts]


def room_of(dotted: list[str]) -> str:
    return dotted[1] if len(dotted) > 1 and dotted[1] != "__init__" else "footplate"


def is_module(dotted: list[str]) -> bool:
    path = ROOT.joinpath("src", *dotted)
    return path.is_dir() or path.with_suffix(".py").is_file()


def footplate_imports(tree: ast.AST, module: list[str]) -> Iterator[tuple[int, list[str]]]:
    """(line, module) for every import of a Footplate module, wherever in the file it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name.split(".")
        elif isinstance(node, ast.ImportFrom):
            base = module[: -node.level] if node.level else []
            base = base + (node.module.split(".") if node.module else [])
            for alias in node.names:
                yield node.lineno, [*base, alias.name] if is_module([*base, alias.name]) else base


def against_the_arrow(text: str, module: list[str]) -> list[str]:
    room = room_of(module)
    if room not in RANK:
        return [f"the room {room!r} is new: give it a place in ARROW and in docs/architecture.md"]
    return [
        f"line {line}: {room} imports {'.'.join(other)}"
        for line, other in footplate_imports(ast.parse(text), module)
        if other[0] == "footplate" and RANK.get(room_of(other), len(ARROW)) > RANK[room]
    ]


def dishonest_chance(text: str) -> list[str]:
    """Uses of the generators that a whole process shares: ``random.choice``, ``np.random.rand`` and the like."""
    tree = ast.parse(text)
    shared: dict[str, set[str]] = {}  # dotted name in this file -> what may be taken from it
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name == "random":
                    shared[alias.asname or "random"] = {"Random"}
                elif alias.name == "numpy":
                    shared[f"{alias.asname or 'numpy'}.random"] = HONEST_NUMPY
                elif alias.name == "numpy.random":
                    shared[alias.asname or "numpy.random"] = HONEST_NUMPY
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            for alias in node.names:
                if node.module == "numpy" and alias.name == "random":
                    shared[alias.asname or "random"] = HONEST_NUMPY
                elif (node.module == "random" and alias.name != "Random") or (
                    node.module == "numpy.random" and alias.name not in HONEST_NUMPY
                ):
                    found.append(f"line {node.lineno}: from {node.module} import {alias.name}")
    for node in ast.walk(tree) if shared else ():
        if isinstance(node, ast.Attribute):
            owner = ast.unparse(node.value)
            if owner in shared and node.attr not in shared[owner]:
                found.append(f"line {node.lineno}: {owner}.{node.attr}")
    return found


def inside_numba(code: str) -> list[str]:
    """Imports and uses of what numba doesn't document, and of llvmlite."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "numba":
            names = [f"numba.{node.attr}"]
        else:
            continue
        found += [f"line {node.lineno}: {name}" for name in names if INSIDE_NUMBA.match(name)]
    return found


def test_nothing_imports_against_the_arrow() -> None:
    wrong = {name_of(source): against_the_arrow(source.read_text("utf-8"), module_of(source)) for source in SOURCES}
    assert {name: lines for name, lines in wrong.items() if lines} == {}


def test_the_inside_of_numba_is_touched_in_one_room() -> None:
    outside = [source for source in SOURCES if "compile" not in source.relative_to(PACKAGE).parts[:1]]
    wrong = {name_of(source): inside_numba(source.read_text("utf-8")) for source in outside}
    assert {name: lines for name, lines in wrong.items() if lines} == {}


def test_no_other_room_names_a_paper() -> None:
    """Papers are registered by entry points, as plug-ins are."""
    papers = [source for source in SOURCES if source.is_relative_to(PACKAGE / "papers")]
    named = {name_of(source) for source in SOURCES if "footplate.papers" in source.read_text("utf-8")}
    assert named & set(map(name_of, papers))
    assert named - set(map(name_of, papers)) == set()


def test_chance_never_comes_from_a_shared_generator() -> None:
    wrong = {name_of(source): dishonest_chance(source.read_text("utf-8")) for source in SOURCES}
    assert {name: lines for name, lines in wrong.items() if lines} == {}


def test_the_checks_see_what_they_should() -> None:
    """The checks themselves, on code that breaks each rule once."""
    engine, boards = ["footplate", "engine", "step"], ["footplate", "boards", "__init__"]
    assert against_the_arrow("from footplate.boards.board import Board\nfrom .layout import STATE", engine) == []
    assert against_the_arrow("from footplate import boards", engine) == []
    for bad in (
        "import footplate.game",
        "from footplate import Game",
        "from footplate import game",
        "from ..agents import base",
        "def f():\n    from footplate.cli.main import app",
    ):
        assert len(against_the_arrow(bad, engine)) == 1, bad
    assert len(against_the_arrow("from ..engine.layout import STATE", boards)) == 1
    assert len(against_the_arrow("", ["footplate", "attic"])) == 1

    assert inside_numba("import numba\nWORKS = numba.typeof(1), numba.types.int64[::1], numba.config.DISABLE_JIT") == []
    for bad in (
        "from numba.core import types",
        "def f():\n    import numba.core.types",
        "from numba import core",
        "import numba\nnumba.cpython.unsafe",
        "from llvmlite import ir",
        "import llvmlite.binding as llvm",
    ):
        assert len(inside_numba(bad)) == 1, bad

    honest = "import numpy as np, random\nfrom numpy.random import Generator\nr: Generator = np.random.default_rng(1)"
    assert dishonest_chance(honest + "\nrandom.Random(1).choice([1])\nfrom footplate.engine import random") == []
    for bad in (
        "import random\nrandom.choice([1])",
        "import random as r\nr.seed(1)",
        "from random import shuffle",
        "import numpy as np\nnp.random.rand()",
        "import numpy\nnumpy.random.seed(1)",
        "from numpy import random\nrandom.rand()",
        "from numpy.random import rand",
    ):
        assert len(dishonest_chance(bad)) == 1, bad


@pytest.mark.parametrize("module", ["footplate", "footplate.cli.main"])
def test_a_start_loads_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print(*(name for name in {HEAVY!r} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_files_fit_in_a_head() -> None:
    code = [path for path in PACKAGE.rglob("*") if path.suffix in {".py", ".js", ".css", ".html"}]
    lines = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in code}
    assert {name: n for name, n in lines.items() if n > LONGEST_FILE} == {}, f"more than {LONGEST_FILE} lines: split"


def test_the_architecture_page_is_short_and_names_every_room() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert len(page.encode()) <= 12 * 1024
    rooms = {room for line in ARROW for room in line if (PACKAGE / room / "__init__.py").exists()}
    assert [room for room in sorted(rooms) if f"**{room}" not in page and f"**{room}**" not in page] == []


def test_the_picture_of_the_rooms_is_the_order_of_imports() -> None:
    """Its layers, the lowest first, are the lines of ARROW; of a line with many modules it names the main ones."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    layers = re.findall(r"^\| (.+?) +\| .+\|$", page.partition("```")[2].partition("```")[0], re.MULTILINE)
    named = [set(re.findall(r"\w+", layer)) for layer in reversed(layers)]
    lines = [set(line) for line in ARROW if line != ("footplate",)]
    assert [sorted(names - line) for names, line in zip(named, lines, strict=True)] == [[]] * len(lines)
    packages = {room for room in RANK if (PACKAGE / room / "__init__.py").exists()}
    assert packages - set().union(*named) == set()
