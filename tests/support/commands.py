"""What tests of commands share."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import pytest
from typer.testing import CliRunner, Result

from footplate.cli.main import app, main


def run(*words: object) -> Result:
    """A command in this process."""
    return CliRunner().invoke(app, [str(word) for word in words])


def interrupt(*words: object) -> subprocess.CompletedProcess[str]:
    """A command that gets Ctrl-C from its own progress, after the first piece, so that nothing depends on time."""
    command = [sys.executable, "-c", _INTERRUPTED, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)


_INTERRUPTED = """
import os, signal, sys
from rich.progress import Progress
advance, presses = Progress.advance, ["Ctrl-C"]
def advance_and_stop(self, *arguments):
    advance(self, *arguments)
    if presses:
        presses.pop()
        os.kill(os.getpid(), signal.SIGINT)
Progress.advance = advance_and_stop
sys.argv = ["footplate", *sys.argv[1:]]
from footplate.cli.main import main
main()
"""


def plain(text: str) -> str:
    """What was printed, as one line."""
    return " ".join(text.split())


def refuses(
    words: Sequence[str], reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command says why it can't, on standard error alone, and exits with 2."""
    monkeypatch.setattr(sys, "argv", ["footplate", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    captured = capsys.readouterr()
    assert reason in plain(captured.err.replace("│", " "))
    assert captured.out == ""
