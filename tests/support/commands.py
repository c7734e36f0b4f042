"""What tests of commands share."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest

from footplate.cli.main import main


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
