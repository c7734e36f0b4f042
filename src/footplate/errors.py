"""The few errors that Footplate raises on purpose; each says what was wrong and what would have been right."""

from __future__ import annotations

from collections.abc import Iterable


class FootplateError(Exception):
    """Base of all errors that Footplate raises on purpose."""

    exit_code = 2  # of a command that ends with it: most are errors in what was asked for


class InvalidArgument(FootplateError, ValueError):
    """A wrong argument of a function or a class; the message says what it was and what it must be."""


class NotInstalled(FootplateError, ImportError):
    """A package that is not installed; the message says how to get it."""


class InvalidBoard(FootplateError):
    """A board that can't be loaded or can't be played, with every reason."""

    def __init__(self, name: str, reasons: Iterable[str]) -> None:
        self.name = name
        self.reasons = tuple(reasons)
        lines = "".join(f"\n  - {reason}" for reason in self.reasons)
        super().__init__(f"board {name!r} can't be used:{lines}")


class InvalidImport(FootplateError):
    """A file of another program that can't be read as a board; the message says where, and what would be right."""


class IllegalAction(FootplateError):
    """An action that the rules don't allow now, or that can't be understood; the message says what was legal."""


class InvalidRecord(FootplateError):
    """A game record that can't be read or doesn't replay; the message says where it goes wrong."""


class InvalidPosition(FootplateError):
    """A position that can't be; the message says what is wrong."""


class UnknownStudy(FootplateError):
    """A study's name that doesn't exist; the message lists those that do."""


class InvalidResult(FootplateError):
    """A study's result that is not there or can't be read; the message says why."""


class UnknownAgent(FootplateError):
    """A bot's name or parameter that doesn't exist; the message lists those that do."""


class InvalidNetwork(FootplateError):
    """A network's file that can't be read or doesn't fit the game; the message says what it was made for."""


class KernelFailed(FootplateError):
    """Compiled code of Footplate that failed or found no memory, so that its caller has no result."""

    exit_code = 1


class Misbehaviour(FootplateError):
    """A bot that raised, answered with nonsense or something illegal, or took too long; the message is the reason."""
