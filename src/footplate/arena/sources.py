"""Hashes of the sources that decide how games go: Footplate's own modules, and the files of people's bots."""

from __future__ import annotations

import ast
import hashlib
import shlex
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from footplate.agents import read_spec
from footplate.agents.kernel_agent import is_compiled
from footplate.agents.registry import make_agent
from footplate.agents.specs import COMMAND
from footplate.boards import Board
from footplate.compile.cache import kernel_sources
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError
from footplate.plugins import AGENTS, ENCODERS, is_own, points_of

_PACKAGE = Path(__file__).parents[1]
_LARGEST = 1 << 26  # bytes of a file that a program is called with; larger ones are data


@cache
def code_hash(*rooms: str) -> str:
    """Of all modules that decide how games go: what a table of agents and plug-ins loads, and the ``rooms`` besides."""
    begin = [_PACKAGE / "arena" / "service.py"]
    for room in ("agents", *rooms):
        begin += sorted((_PACKAGE / room).rglob("*.py"))
    points = [point for group in (AGENTS, ENCODERS) for point in points_of(group)]
    own = [_PACKAGE.parent.joinpath(*point.module.split(".")) for point in points if is_own(point)]
    begin += [path for place in own for path in _files_behind(place)]
    foreign = [path for point in points if not is_own(point) for path in _files_of(point.value)]
    return _hash_of([*imported_files(begin, _PACKAGE.parent), *foreign])


@cache
def kernel_hash() -> str:
    """Of what decides how games between compiled agents go, besides the agents: all kernels, and the deals."""
    return _hash_of([*kernel_sources(), _PACKAGE / "arena" / "deals.py"])


def play_hash(board: Board, specs: Sequence[str]) -> str:
    """Of all that decides how the games of a match go, besides the seed.

    Compiled agents are known by their kernels and the numbers that these read, so that other code may change.
    """
    made = [make_agent(spec) for spec in specs]
    tables = make_tables(board, len(made))
    decides = [board.rules_hash, *specs, kernel_hash(), *bot_hashes(specs).values()]
    for agent in made:
        agent.fit(tables)
        decides.append(agent.numbers.hex() if is_compiled(agent) else code_hash())
    return hashlib.sha256("\n".join(decides).encode()).hexdigest()[:16]


def bot_hashes(specs: Sequence[str]) -> dict[str, str]:
    """By spec string, for the bots that are not Footplate's, and those that play with a network in a file."""
    return {spec: _hash_of(bot_files([spec])) for spec in specs if _foreign_parts(spec) or _network_files(spec)}


def bot_files(specs: Sequence[str]) -> list[Path]:
    """Their files."""
    own = [file for spec in specs for name in _foreign_parts(spec) for file in _files_of(name)]
    return own + [file for spec in specs for file in _network_files(spec)]


def _network_files(spec: str) -> list[Path]:
    named = [part.get("file") for part in read_spec(spec).all_parts if part.kind and part.kind.trained]
    return [path for path in (Path(str(file)).expanduser() for file in named if file) if path.is_file()]


def _foreign_parts(spec: str) -> list[str]:
    return [part.name for part in read_spec(spec).all_parts if part.kind and part.kind.runs_foreign_code]


def check_bots(hashes: dict[str, str], found: dict[str, str], where: str, remedy: str) -> None:
    """Refuse to go on with a bot that is another one now."""
    changed = [spec for spec in hashes if spec in found and found[spec] != hashes[spec]]
    if changed:
        names, have = " and ".join(changed), "has" if len(changed) == 1 else "have"
        raise FootplateError(f"{names} {have} changed since {where} began, and two bots can't share a name; {remedy}")


def _files_of(name: str) -> list[Path]:
    """Of FILE.py:CLASS, package.module:CLASS or cmd:COMMAND."""
    place, _, rest = name.partition(":")
    if name.startswith(COMMAND):
        words = (Path(word).expanduser() for word in shlex.split(rest))
        return sorted(path.resolve() for path in words if path.is_file() and path.stat().st_size <= _LARGEST)
    path = Path(place).expanduser().resolve()
    if path.is_file():
        return imported_files([path], path.parent)
    module = find_spec(place)
    if module is None or module.origin is None:
        return []
    path, depth = Path(module.origin), place.count(".") + (Path(module.origin).name == "__init__.py")
    top = place.partition(".")[0]
    files = imported_files([path], path.parents[depth])
    return [file for file in files if top in (file.stem, *(parent.name for parent in file.parents))]


def imported_files(begin: Iterable[Path], root: Path) -> list[Path]:
    """These files and all that they import, however deep and wherever in the text, from the folder ``root``."""
    found: set[Path] = set()
    names: set[tuple[str, ...]] = set()
    waiting = list(begin)
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        for dotted in _imports(path, root):
            while dotted and dotted not in names:  # a module, then its packages
                names.add(dotted)
                waiting += _files_behind(root.joinpath(*dotted))
                dotted = dotted[:-1]
    return sorted(found)


def _imports(path: Path, root: Path) -> Iterator[tuple[str, ...]]:
    """The words of each dotted name; one that is imported from a module comes with the module's."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return
    package = path.relative_to(root).parent.parts if path.is_relative_to(root) else ()
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield tuple(alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            base += tuple(node.module.split(".")) if node.module else ()
            for alias in node.names:
                yield *base, alias.name


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All of a file's, those inside others too; expressions, which are most of a tree, hold none."""
    for field in ("body", "orelse", "handlers", "finalbody", "cases"):
        for part in getattr(tree, field, ()):
            yield part
            yield from _statements(part)


def _files_behind(place: Path) -> list[Path]:
    """Of a module or a package; none for anything else that can be imported."""
    return [path for path in (place.with_name(f"{place.name}.py"), place / "__init__.py") if path.is_file()]


def _hash_of(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        data = path.read_bytes()
        digest.update(f"{path.name} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:16]
