"""How long Footplate takes to start, in processes of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from footplate.bench.timing import Task

_HELP = "import sys; sys.argv = ['footplate', '--help']; from footplate.cli.main import app; app()"
_FIRST_MOVES = """
from footplate.agents import Budget, make_agent
from footplate.game import Game
from footplate.records import digest_of
game, bot = Game("usa", 2, seed=1), make_agent("greedy")
for seat in (0, 1):
    bot.start(seat, 1)
    game.push(bot.act(game.observe(seat), Budget()).text)
game.scores()
print(digest_of(game))
"""
_COMPILE = """
from footplate.cli.warm import compile_once
from footplate.engine.cache import is_compiled
compile_once()
print("compiled" if is_compiled() else "not compiled")
"""


def start_tasks(*, cold: bool) -> Iterator[Task]:
    yield Task("footplate --help, warm", 1, lambda: commands_in(_printed(_HELP)), clock=time.perf_counter)
    yield Task("first moves on usa, warm", 1, lambda: _printed(_FIRST_MOVES).split()[-1], clock=time.perf_counter)
    if cold:
        yield Task("compile everything, cold", 1, _compile_anew, "lab 11.7 s", time.perf_counter, once=True)


def commands_in(text: str) -> str:
    """How many commands the help lists: lines with one word before the description."""
    return f"{len(re.findall('^[^a-z-]+([a-z]+)  ', text, re.MULTILINE))} commands"


def _printed(code: str, **environment: str) -> str:
    """What a new Python prints when it runs ``code``."""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout


def _compile_anew() -> str:
    with tempfile.TemporaryDirectory(prefix="footplate-bench-") as empty:
        return _printed(_COMPILE, NUMBA_CACHE_DIR=empty).split()[-1]
