"""How long Footplate takes to start, in processes of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from footplate.bench.timing import Benchmark

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
from footplate.cli.output import compile_once
from footplate.compile import is_compiled
compile_once()
print("compiled" if is_compiled() else "not compiled")
"""
_FIRST_GAMES = """
from footplate.arena import play_match
from footplate.compiling import STEPS, Compiler
if __name__ == "__main__":
    Compiler(STEPS).run(lambda progress: None)
    print(play_match("usa", ["adaptive", "random"], 2, seed=1).games, "games")
"""


def start_tasks(*, cold: bool) -> Iterator[Benchmark]:
    yield Benchmark("footplate --help, warm", 1, lambda: commands_in(_printed("-c", _HELP)), clock=time.perf_counter)
    yield Benchmark(
        "first moves on usa, warm", 1, lambda: _printed("-c", _FIRST_MOVES).split()[-1], clock=time.perf_counter
    )
    if cold:
        yield Benchmark(
            "compile everything, cold", 1, lambda: _anew(_COMPILE), "lab 11.7 s", time.perf_counter, once=True
        )
        what = "first start and two games against adaptive on usa, cold"
        yield Benchmark(what, 1, lambda: _anew(_FIRST_GAMES), clock=time.perf_counter, once=True)


def commands_in(text: str) -> str:
    """How many commands the help lists: lines with one word before the description."""
    return f"{len(re.findall('^[^a-z-]+([a-z]+)  ', text, re.MULTILINE))} commands"


def _printed(*arguments: str, **environment: str) -> str:
    """What a new Python prints."""
    done = subprocess.run(
        [sys.executable, *arguments], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout


def _anew(code: str) -> str:
    """What ``code`` prints in the end where nothing is compiled yet; from a file, so that it may start processes."""
    with tempfile.TemporaryDirectory(prefix="footplate-bench-") as empty:
        script = Path(empty) / "start.py"
        script.write_text(code, "utf-8")
        return _printed(str(script), NUMBA_CACHE_DIR=f"{empty}/cache").splitlines()[-1]
