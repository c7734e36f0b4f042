"""Steps that another process can find: they leave the number of their process behind and wait for one another's."""

from __future__ import annotations

import os
from pathlib import Path

from footplate.compiling import Step
from tests.support.app.server import wait_for


def noted(name: str) -> Path:
    return Path(os.environ["NOTES"], name)


def note(name: str) -> None:
    noted(f"{name}.new").write_text(str(os.getpid()))
    noted(f"{name}.new").rename(noted(name))


def first() -> None:
    note("first")


def second() -> None:
    note("second")
    wait_for(noted("third").exists)


def third() -> None:
    note("third")
    wait_for(noted("second").exists)


def slow() -> None:
    note("slow")
    wait_for(noted("go").exists)


def breaks() -> None:
    os._exit(7)


SLOW = (Step("the rules", first), Step("searches", slow, after=("the rules",)))
BREAKS = (Step("the rules", first), Step("searches", breaks, after=("the rules",)))
