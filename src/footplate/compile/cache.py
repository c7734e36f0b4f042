"""Where compiled code is kept: a cache folder that can't go stale.

numba keeps compiled code on disk but does not notice that a function called from another module has changed. So the
folder's name carries a hash of all kernel sources and of whatever else changes the machine code. Where nothing can be
kept (no home, a read-only or full disk), code is compiled in memory, and a sentence says so.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import re
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

import numba
import numpy as np

from footplate.compile.way import WAY
from footplate.files import cache_base

PACKAGE = Path(__file__).parent.parent
_COMPILED = re.compile(r"^@(jit|inlined|indirect_call)\b", re.MULTILINE)
_STALE_AFTER = 30 * 24 * 3600.0  # seconds
_READY = "ready"  # this file lies in the cache folder once a first start has compiled everything


def kernel_sources() -> list[Path]:
    """Every file whose text can change compiled code: this room, the engine, the limits, and whatever is decorated."""
    rooms, limits = {PACKAGE / "compile", PACKAGE / "engine"}, PACKAGE / "boards" / "limits.py"
    return [
        path
        for path in sorted(PACKAGE.rglob("*.py"))
        if rooms.intersection(path.parents) or path == limits or _COMPILED.search(path.read_text(encoding="utf-8"))
    ]


class Disk:
    """Whether compiled code can be kept."""

    works = True  # until a disk fails


disk = Disk()


@cache
def cache_folder() -> Path:
    """Where compiled code is kept; NUMBA_CACHE_DIR moves it."""
    fingerprint = hashlib.sha256()
    for path in kernel_sources():
        fingerprint.update(path.read_bytes())
    settings = WAY, numba.config.BOUNDSCHECK, int(numba.config.OPT)
    fingerprint.update(repr((sys.version, numba.__version__, np.__version__, *settings)).encode())
    own = numba.config.CACHE_DIR
    try:
        base = Path(own).absolute() if own else cache_base()
    except OSError:
        base = Path()  # never written to
    return base / f"kernels-{fingerprint.hexdigest()[:16]}"


def is_compiled(part: str = _READY) -> bool:
    """Whether an earlier start has already compiled these kernels, or a part of them, on this machine."""
    return bool(numba.config.DISABLE_JIT) or (has_place() and os.path.exists(cache_folder() / part))


def keeps_code() -> bool:
    """Whether compiled code can be kept; if not, a sentence has said so."""
    try:
        ensure_folder()
    except OSError as error:
        give_up(error)
    return disk.works


def has_place() -> bool:
    """Whether there is a home: nothing is read from or written to wherever one happens to be."""
    return cache_folder().is_absolute()


def mark_compiled(part: str = _READY) -> None:
    """Remember that all, or a part, is compiled, and drop folders of older kernels that nobody used for a month."""
    folder = cache_folder()
    if disk.works and folder.is_dir():
        try:
            (folder / part).touch()
            for other in folder.parent.glob("kernels-*"):
                if other != folder and time.time() - other.stat().st_mtime > _STALE_AFTER:
                    shutil.rmtree(other, ignore_errors=True)
        except OSError as error:
            give_up(error)


def ensure_folder() -> None:
    folder = cache_folder() if has_place() else cache_base()  # which says what is wrong
    folder.mkdir(parents=True, exist_ok=True)
    tempfile.TemporaryFile(dir=folder).close()


def give_up(error: OSError) -> None:
    """Keep nothing more, and say why; workers leave that to the process that started them."""
    if disk.works and multiprocessing.parent_process() is None and sys.stderr is not None:
        where = f" in {cache_folder()}" if has_place() else ""
        sys.stderr.write(
            f"Compiled code can't be kept{where} ({error.strerror or error}), so it is compiled in memory at each "
            "start. NUMBA_CACHE_DIR names another folder.\n"
        )
    disk.works = False
