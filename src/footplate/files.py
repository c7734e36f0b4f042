"""Files that are written whole or not at all, JSON, and the user's own folders."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from platformdirs import user_cache_path, user_data_path

PART = ".part"  # how the name of an unfinished file ends


@contextmanager
def whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write that appears whole or not at all, even if the machine stops."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}{PART}")
    try:
        with unfinished.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException as error:
        with suppress(OSError):
            unfinished.unlink()
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from None  # a full disk does not say where it is
        raise


def write_whole(path: Path, data: bytes) -> None:
    with whole(path) as file:
        file.write(data)


def json_of(text: str) -> Any:
    """The content of a JSON text. Whatever is wrong with it is a ValueError, too deep nesting as well."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def data_folder() -> Path:
    """Where the user's games and settings are; raises OSError where the user has no home."""
    return _at_home(user_data_path)


def cache_base() -> Path:
    """Where compiled code may lie; raises OSError where the user has no home."""
    return _at_home(user_cache_path)


def _at_home(place: Callable[[str], Path]) -> Path:
    try:
        folder = place("footplate")
    except RuntimeError:  # from new versions; others answer "~/…", a folder wherever one happens to be
        folder = Path("~")
    if not folder.is_absolute():
        raise FileNotFoundError(errno.ENOENT, "there is no home folder")
    return folder
