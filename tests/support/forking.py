"""Commands and scripts in processes of their own that need not load Footplate first, which takes a second of a core.

A process that has loaded it forks a child for each. A child ends as any process ends, but for taking to pieces all that
was loaded.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PATIENCE = 300  # seconds, after which a child is killed


@dataclass(frozen=True)
class Done:
    status: int
    output: str
    errors: str


class Forking:
    """The process that forks, from outside."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, words: list[str], folder: Path, typed: str = "", output: str = "output") -> Done:
        """Run in ``folder`` what would be typed as ``footplate WORDS``, or as ``python FILE.py``."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        (folder / "input").write_text(typed, "utf-8")
        self._process.stdin.write(json.dumps([str(folder), words, output]) + "\n")
        status = int(self._process.stdout.readline())
        said = (folder / "output").read_text("utf-8") if output == "output" else ""
        return Done(status, said, (folder / "errors").read_text("utf-8"))


@cache
def forking() -> Forking:
    """One for all tests of a worker; it ends when the worker does."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    process = subprocess.Popen(
        [sys.executable, __file__],
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=1,
        env={**os.environ, "PATH": path},
    )
    atexit.register(process.communicate)
    return Forking(process)


def _load() -> None:
    from typer.testing import CliRunner

    from footplate import arena, design, envs, studies  # noqa: F401
    from footplate.cli.main import app

    arena.play_match("mini", ["random", "greedy", "ismcts:iterations=2"], 2)
    CliRunner().invoke(app, ["boards", "check", "mini"])
    gc.collect()
    gc.freeze()  # children need not take all of it to pieces at their end


def _become(folder: str, words: list[str], output: str) -> None:
    """What a child does."""
    signal.alarm(PATIENCE)
    os.chdir(folder)
    written = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for stream, path, flags in ((0, "input", os.O_RDONLY), (1, output, written), (2, "errors", written)):
        os.dup2(os.open(path, flags), stream)
    sys.stdin = open(0, closefd=False)  # nothing that was meant for the process before  # noqa: SIM115
    if words[0].endswith(".py"):
        import runpy

        sys.argv, sys.path[0] = words, folder
        runpy.run_path(words[0], run_name="__main__")
    else:
        from footplate.cli.main import main

        sys.argv = ["footplate", *words]
        del sys.path[0]
        main()


_statuses: list[int] = []  # a child's, once it is known


def _leave() -> None:
    """The last thing that a child does, after all threads and whatever else was to be done at its end.

    What can't be written is left to Python, which complains of it.
    """
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
        for status in _statuses:
            os._exit(status)


def _serve() -> None:
    atexit.register(_leave)  # the first of all, which is called last
    _load()
    for line in sys.stdin:
        if child := os.fork():
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
            continue
        try:
            _become(*json.loads(line))
            _statuses.append(0)
        except SystemExit as end:
            if isinstance(end.code, int | None):
                _statuses.append(end.code or 0)
            raise
        break


if __name__ == "__main__":
    _serve()
