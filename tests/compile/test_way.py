"""Which way code is compiled, and that small functions do the same in each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from footplate.compile import decorators
from footplate.compile.way import LINKED, LINKED_VERSIONS, PLAIN, choose_way
from footplate.errors import FootplateError


@pytest.mark.parametrize("version", [f"{one}.1" for one in LINKED_VERSIONS])
def test_known_versions_are_linked(version: str) -> None:
    assert choose_way(version) == (LINKED, "")


@pytest.mark.parametrize("version", ["0.61.2", "0.69.0", "0.70.0rc1", "1.0.0"])
def test_other_versions_are_plain_and_a_sentence_says_so(version: str) -> None:
    way, sentence = choose_way(version)
    assert way == PLAIN
    assert version in sentence
    assert sentence.count("\n") == 0


@pytest.mark.parametrize("version", ["0.61.2", "0.68.1"])
def test_a_way_can_be_forced(version: str) -> None:
    assert choose_way(version, PLAIN) == (PLAIN, "")
    assert choose_way(version, LINKED) == (LINKED, "")
    with pytest.raises(FootplateError, match="linked or plain, and not 'fast'"):
        choose_way(version, "fast")


KERNELS = """
import numpy as np
from footplate.compile import call_at, entry_point, function_pointer, indirect_call, indirect_functions, jit, load
from footplate.compile.bits import lowest_bit
from footplate.compile.way import WAY
import numba

BOX = np.dtype([("numbers", np.int32, (4,)), ("address", np.uint64)])

@indirect_call(int, BOX, int)
def total(box, times):
    found = 0
    for i in range(4):
        found += box.numbers[i]
    if found > 99:
        raise ValueError("too many")
    return found * times

def ask(b, s, w, q):
    return np.int64(total(b, 2) + s.numbers[0])

@jit
def twice(boxes):
    return call_at(boxes[0].address, boxes[0], boxes[1], boxes[0], boxes[0]) + lowest_bit(np.uint64(48))

@entry_point(numba.typeof(np.zeros(2, BOX).view(np.recarray)))
def entered(boxes):
    return twice(boxes)

boxes = np.zeros(2, BOX).view(np.recarray)
boxes["numbers"] = [[1, 2, 3, 4], [7, 0, 0, 0]]
pointer = function_pointer(ask, BOX, BOX, BOX, BOX)
boxes["address"] = pointer.address
load(*indirect_functions())
print(total(boxes[0], 3), twice(boxes), entered(boxes), pointer.call(boxes[:1], boxes[1:], boxes[:1], boxes[:1]))
boxes["numbers"][0] = 50
for failing in (lambda: total(boxes[0], 3), lambda: twice(boxes), lambda: entered(boxes),
                lambda: pointer.call(boxes[:1], boxes[1:], boxes[:1], boxes[:1])):
    try:
        print(failing())
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__)
print(WAY)
"""


def test_small_functions_do_the_same_in_every_way(tmp_path: Path) -> None:
    (tmp_path / "kernels.py").write_text(KERNELS, "utf-8")
    said = {way: run(tmp_path, FOOTPLATE_COMPILE=way) for way in (LINKED, PLAIN)}
    said["uncompiled"] = run(tmp_path, NUMBA_DISABLE_JIT="1")
    for way, lines in said.items():
        assert lines[-1] == way
        assert lines[0] == "30 31 31 27"
        assert len(lines) == 6
    assert said[LINKED][1:-1] == said["uncompiled"][1:-1] == ["ValueError"] * 4
    # an error can't pass through numba's callback with its name
    assert said[PLAIN][1:-1] == ["ValueError", "RuntimeError", "RuntimeError", "ValueError"]


def run(folder: Path, **changes: str) -> list[str]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache"), **changes}
    command = [sys.executable, str(folder / "kernels.py")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert done.stderr == ""
    return done.stdout.splitlines()


PLAINLY = """
import numba
before = numba.config.CACHE_DIR
from footplate.engine.random import rand_bits
from footplate.compile import cache_folder, jit
from footplate.engine.entry_points import list_owners

@jit
def twice(x):
    return 2 * x

assert numba.config.CACHE_DIR == before
list_owners.load()
print(twice(21), twice.stats.cache_path is None, list_owners._entry.stats.cache_hits, "WAY")
print(any(cache_folder().rglob("*.nbi")))
"""


def test_the_plain_way_keeps_the_code_of_the_package_alone(tmp_path: Path) -> None:
    """numba does not see that a function in another file has changed; the folder's name has a hash of our kernels."""
    (tmp_path / "kernels.py").write_text(PLAINLY, "utf-8")
    assert run(tmp_path, FOOTPLATE_COMPILE=PLAIN) == ["42 True Counter() WAY", "True"]
    first, second = run(tmp_path, FOOTPLATE_COMPILE=PLAIN)
    assert first.startswith("42 True Counter({(")
    assert second == "True"


def test_an_entry_points_code_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Agents are made anew for every decision in a server's worker."""
    asked: list[object] = []
    monkeypatch.setattr(decorators.way, "compiled_for", lambda *kernel: asked.append(kernel) or (lambda x: x + 1))
    entry = decorators.EntryPoint(lambda x: x + 1, ())
    assert entry.load() is entry.load()
    assert entry(1) == 2
    assert len(asked) == 1
