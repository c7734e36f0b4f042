"""Compiled code without a place to keep it: it is compiled in memory, and one sentence says so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

Run = Callable[..., tuple[list[str], str]]
SENTENCE = "Compiled code can't be kept"
KERNEL = """
import sys
from footplate.compile import cache_folder, is_compiled, mark_compiled
from footplate.compile import function_pointer, jit
import numpy as np

@jit
def twice(x):
    return 2 * x

@jit
def thrice(x):
    return 3 * x

box = np.dtype([("x", np.int64)])
callback = function_pointer(lambda b, s, w, q: 7, box, box, box, box)
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


# Footplate is loaded by each script; numba, which takes longest, by the process that forks for each of them.
FORKS = """
import gc, json, os, runpy, signal, sys
import numba
numba.njit(lambda x: x + 1)(1)
gc.collect()
gc.freeze()  # children need not take all of it to pieces at their end
sys.dont_write_bytecode = True  # which is stale when a file changes twice in a second
for line in sys.stdin:
    file, output, errors, environment = json.loads(line)
    if child := os.fork():
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        continue
    signal.alarm(300)
    os.environ.clear()
    os.environ.update(environment)
    numba.core.config.reload_config()
    for stream, path in ((1, output), (2, errors)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
    sys.path[0] = os.path.dirname(file)
    runpy.run_path(file, run_name="__main__")
    break
"""


@pytest.fixture(scope="module")
def forks() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", FORKS]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, bufsize=1) as process:
        yield process
        assert process.stdin
        process.stdin.close()


@pytest.fixture
def run(forks: subprocess.Popen[str], tmp_path_factory: pytest.TempPathFactory) -> Run:
    said = tmp_path_factory.mktemp("said")

    def run(file: Path, code: str = KERNEL, **changes: str) -> tuple[list[str], str]:
        if not file.exists() or file.read_text("utf-8") != code:
            file.write_text(code, "utf-8")
        left_out = {"NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"}
        environment = {name: value for name, value in os.environ.items() if name not in left_out} | changes
        assert forks.stdin
        assert forks.stdout
        forks.stdin.write(json.dumps([str(file), str(said / "output"), str(said / "errors"), environment]) + "\n")
        status, errors = forks.stdout.readline(), (said / "errors").read_text("utf-8")
        assert status == "0\n", errors
        return (said / "output").read_text("utf-8").split("\n"), errors

    return run


def test_a_second_start_finds_compiled_code(tmp_path: Path, run: Run) -> None:
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
def test_without_a_place_code_is_compiled_in_memory(where: dict[str, str], reason: str, tmp_path: Path, run: Run):
    output, errors = run(tmp_path / "kernel.py", **where)
    assert output == ["42 42 0", "not ready", ""]
    assert errors.count("\n") == 1
    assert errors.startswith(SENTENCE)
    assert f"({reason})" in errors


def test_a_full_disk(tmp_path: Path, run: Run) -> None:
    output, errors = run(tmp_path / "kernel.py", FULL_DISK + KERNEL, NUMBA_CACHE_DIR=str(tmp_path / "cache"))
    assert output == ["42 42 0", "not ready", ""]
    assert errors.count("\n") == 1
    assert "(No space left on device)" in errors


def test_damaged_files_are_compiled_again(tmp_path: Path, run: Run) -> None:
    where = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    run(tmp_path / "kernel.py", **where)
    for number, file in enumerate(sorted((tmp_path / "cache").glob("kernels-*/*.nb?"))):
        file.write_bytes(b"" if number % 2 else b"\x80\x04damaged")
    assert run(tmp_path / "kernel.py", **where) == (["42 42 0", "ready", ""], "")
    assert run(tmp_path / "kernel.py", **where) == (["42 42 1", "ready", ""], "")


@pytest.mark.skipif(sys.platform == "win32", reason="homes are elsewhere")
def test_somebody_without_a_home(tmp_path: Path, run: Run) -> None:
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
    slowly = {"HOME": "/dev/null/nobody", "NUMBA_OPT": "0", "NUMBA_BOUNDSCHECK": "0"}  # one game
    left_out = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")
    environment = {name: value for name, value in os.environ.items() if name not in left_out} | slowly
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.startswith("over after ")
    assert done.stderr.count(SENTENCE) == done.stderr.count("\n") == 1


def test_a_change_in_a_file_of_ones_own_reaches_who_calls_it(tmp_path: Path, run: Run) -> None:
    """What is kept of a caller names the code that it calls, as it was: with other code it is made again."""
    where = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    jit = "from footplate.compile import jit\n"
    first = f"{jit}@jit\ndef first(x):\n    return x + 1\n"
    (tmp_path / "first.py").write_text(first, "utf-8")
    second = f"{jit}from first import first\n@jit\ndef second(x):\n    return 10 * first(x)\n"
    (tmp_path / "second.py").write_text(second, "utf-8")
    third = f"{jit}from second import second\n@jit\ndef third(x):\n    return second(x)\n"
    assert run(tmp_path / "third.py", f"{third}print(third(1))", **where) == (["20", ""], "")
    (tmp_path / "first.py").write_text(first.replace("x + 1", "x + 5"), "utf-8")
    assert run(tmp_path / "fourth.py", f"{third}print(third(1))", **where) == (["60", ""], "")
