"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

PART = ".part"  # how the name of an unfinished file ends


def write_whole(path: Path, data: bytes) -> None:
    """A file that is there whole or not at all, even if the machine stops."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}{PART}")
    with unfinished.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
