"""Writing files whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import typer


@contextmanager
def whole_file(path: Path, *, option: str, force: bool = False) -> Iterator[TextIO]:
    """A text file that gets its name only if the block succeeds; an existing one is kept unless ``force``.

    Problems are reported as problems of the command's ``option``, before the block begins.
    """
    if path.exists() and not force:
        raise typer.BadParameter(f"{path} exists already; --force overwrites it", param_hint=option)
    if path.is_dir():
        raise typer.BadParameter(f"{path} is a folder", param_hint=option)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        file = unfinished.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise typer.BadParameter(f"{path} can't be written: {error.strerror}", param_hint=option) from None
    try:
        with file:
            yield file
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
