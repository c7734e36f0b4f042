"""Compiled code without a place to keep it: it is compiled in memory, and one sentence says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SENTENCE = "Compiled code can't be kept"
KERNEL = """
import sys
from footplate.engine.cache import cache_folder, is_compiled, mark_compiled
from footplate.engine.jit import first_class, jit
import numpy as np

@jit
def twice(x):
    return 2 * x

@jit
def thrice(x):
    return 3 * x

callback = first_class(lambda records: 7, np.int64, np.dtype([("x", np.int64)]))
print(twice(21), thrice(14), twice._cache_hits.total())
mark_compiled()
print("ready" if is_compiled() else "not ready")
"""
FULL_DISK = """
import errno
from numba.core import caching
def full(*_):
    raise OSError(errno.ENOSPC, "No space left on device")
caching.IndexDataCacheFile._save_data = full
"""


def run(file: Path, code: str = KERNEL, **changes: str) -> tuple[list[str], str]:
    if not file.exists() or file.read_text("utf-8") != code:
        file.write_text(code, "utf-8")
    left_out = {"NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"}
    environment = {name: value for name, value in os.environ.items() if name not in left_out} | changes
    done = subprocess.run(
        [sys.executable, str(file)], capture_output=True, text=True, env=environment, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n"), done.stderr


def test_a_second_start_finds_compiled_code(tmp_path: Path) -> None:
    where = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    assert run(tmp_path / "kernel.py", **where) == (["42 42 0", "ready", ""], "")
    assert run(tmp_path / "kernel.py", **where) == (["42 42 1", "ready", ""], "")
    changed = KERNEL.replace("2 * x", "x + x + 1")
    assert run(tmp_path / "kernel.py", changed, **where)[0][0] == "43 42 0"


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ({"HOME": "/dev/null/nobody"}, "Not a directory"),
        ({"HOME": "/proc/nobody"}, "No such file or directory"),
        ({"NUMBA_CACHE_DIR": "/dev/null/cache"}, "Not a directory"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="places that nobody can write")
def test_without_a_place_code_is_compiled_in_memory(where: dict[str, str], reason: str, tmp_path: Path) -> None:
    output, errors = run(tmp_path / "kernel.py", **where)
    assert output == ["42 42 0", "not ready", ""]
    assert errors.count("\n") == 1
    assert errors.startswith(SENTENCE)
    assert f"({reason})" in errors


def test_a_full_disk(tmp_path: Path) -> None:
    output, errors = run(tmp_path / "kernel.py", FULL_DISK + KERNEL, NUMBA_CACHE_DIR=str(tmp_path / "cache"))
    assert output == ["42 42 0", "not ready", ""]
    assert errors.count("\n") == 1
    assert "(No space left on device)" in errors


def test_damaged_files_are_compiled_again(tmp_path: Path) -> None:
    where = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    run(tmp_path / "kernel.py", **where)
    for number, file in enumerate(sorted((tmp_path / "cache").glob("kernels-*/*.nb?"))):
        file.write_bytes(b"" if number % 2 else b"\x80\x04damaged")
    assert run(tmp_path / "kernel.py", **where) == (["42 42 0", "ready", ""], "")
    assert run(tmp_path / "kernel.py", **where) == (["42 42 1", "ready", ""], "")


@pytest.mark.skipif(sys.platform == "win32", reason="homes are elsewhere")
def test_somebody_without_a_home(tmp_path: Path) -> None:
    """A user that the system doesn't know, as in containers; no folder called "~" appears where one happens to be."""
    unknown = f"""
import os, pwd
def nobody(number):
    raise KeyError(number)
pwd.getpwuid = nobody
os.chdir({str(tmp_path)!r})
"""
    output, errors = run(tmp_path / "kernel.py", unknown + KERNEL)
    assert output == ["42 42 0", "not ready", ""]
    assert "(there is no home folder)" in errors
    assert [path.name for path in tmp_path.iterdir()] == ["kernel.py"]


@pytest.mark.skipif(sys.platform != "linux", reason="a place that nobody can write")
def test_a_game_is_played_without_a_cache(tmp_path: Path) -> None:
    code = """
from footplate import Game
game = Game("mini", 2)
while not game.is_over:
    game.push(game.legal_actions()[0])
print("over after", len(game.history))
"""
    quickly = {"NUMBA_OPT": "0", "NUMBA_BOUNDSCHECK": "0"}  # one slow game
    output, errors = run(tmp_path / "game.py", code, HOME="/dev/null/nobody", **quickly)
    assert output[0].startswith("over after ")
    assert errors.count(SENTENCE) == errors.count("\n") == 1


def test_a_change_in_a_file_of_ones_own_reaches_who_calls_it(tmp_path: Path) -> None:
    """What is kept of a caller names the code that it calls, as it was: with other code it is made again."""
    where = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    jit = "from footplate.engine.jit import jit\n"
    first = f"{jit}@jit\ndef first(x):\n    return x + 1\n"
    (tmp_path / "first.py").write_text(first, "utf-8")
    second = f"{jit}from first import first\n@jit\ndef second(x):\n    return 10 * first(x)\n"
    (tmp_path / "second.py").write_text(second, "utf-8")
    third = f"{jit}from second import second\n@jit\ndef third(x):\n    return second(x)\n"
    assert run(tmp_path / "third.py", f"{third}print(third(1))", **where) == (["20", ""], "")
    (tmp_path / "first.py").write_text(first.replace("x + 1", "x + 5"), "utf-8")
    assert run(tmp_path / "fourth.py", f"{third}print(third(1))", **where) == (["60", ""], "")
