"""Which way code is compiled in this process: linked, plain, or not at all.

The environment variable FOOTPLATE_COMPILE forces one: ``linked`` or ``plain``. NUMBA_DISABLE_JIT=1 compiles nothing.
"""

from __future__ import annotations

import multiprocessing
import os
import sys

import numba

from footplate.errors import FootplateError

LINKED, PLAIN, UNCOMPILED = "linked", "plain", "uncompiled"
VARIABLE = "FOOTPLATE_COMPILE"

# The linked way works inside numba, so it is taken only with versions with which it was tested: the newest by all
# tests, the others by WAY_TESTS of the Makefile (golden games, search trees and a network's products).
LINKED_VERSIONS = ("0.63", "0.64", "0.65", "0.66", "0.67", "0.68")


def choose_way(version: str, forced: str = "") -> tuple[str, str]:
    """The way for a version of numba, and a sentence if it is a slower one than usual."""
    if forced not in ("", LINKED, PLAIN):
        raise FootplateError(f"{VARIABLE} is {LINKED} or {PLAIN}, and not {forced!r}")
    if forced:
        return forced, ""
    if version.rpartition(".")[0] in LINKED_VERSIONS:
        return LINKED, ""
    return PLAIN, (
        f"Footplate was not tuned to numba {version}, so it compiles in numba's usual way: first starts take longer, "
        f"games are the same. Best are {LINKED_VERSIONS[0]} to {LINKED_VERSIONS[-1]}."
    )


def _way() -> str:
    """For this process. A worker leaves the sentence to the process that started it."""
    if numba.config.DISABLE_JIT:
        return UNCOMPILED
    way, sentence = choose_way(numba.__version__, os.environ.get(VARIABLE, ""))
    if sentence and multiprocessing.parent_process() is None and sys.stderr is not None:
        sys.stderr.write(f"{sentence}\n")
    return way


WAY = _way()
