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
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache

from footplate.files import cache_base

_PACKAGE = Path(__file__).parent.parent
_COMPILED = re.compile(r"^@(jit|indirect_call)\b", re.MULTILINE)
_STALE_AFTER = 30 * 24 * 3600.0  # seconds
_READY = "ready"  # this file lies in the cache folder once a first start has compiled everything


def kernel_sources() -> list[Path]:
    """Every file whose text can change compiled code: this room, the engine, the limits, and whatever is decorated."""
    rooms, limits = (_PACKAGE / "compile", _PACKAGE / "engine"), _PACKAGE / "boards" / "limits.py"
    return [
        path
        for path in sorted(_PACKAGE.rglob("*.py"))
        if path.parent in rooms or path == limits or _COMPILED.search(path.read_text(encoding="utf-8"))
    ]


@cache
def cache_folder() -> Path:
    """Where compiled code is kept; NUMBA_CACHE_DIR moves it."""
    fingerprint = hashlib.sha256()
    for path in kernel_sources():
        fingerprint.update(path.read_bytes())
    settings = numba.config.BOUNDSCHECK, int(numba.config.OPT)
    fingerprint.update(repr((sys.version, numba.__version__, np.__version__, *settings)).encode())
    own = numba.config.CACHE_DIR
    try:
        base = Path(own).absolute() if own else cache_base()
    except OSError:
        base = Path()  # never written to
    return base / f"kernels-{fingerprint.hexdigest()[:16]}"


def is_compiled(part: str = _READY) -> bool:
    """Whether an earlier start has already compiled these kernels, or a part of them, on this machine."""
    return bool(numba.config.DISABLE_JIT) or (_has_place() and os.path.exists(cache_folder() / part))


def keeps_code() -> bool:
    """Whether compiled code can be kept; if not, a sentence has said so."""
    try:
        _ensure_folder()
    except OSError as error:
        KernelCache.give_up(error)
    return KernelCache.works


def _has_place() -> bool:
    """Whether there is a home: nothing is read from or written to wherever one happens to be."""
    return cache_folder().is_absolute()


def mark_compiled(part: str = _READY) -> None:
    """Remember that all, or a part, is compiled, and drop folders of older kernels that nobody used for a month."""
    folder = cache_folder()
    if KernelCache.works and folder.is_dir():
        try:
            (folder / part).touch()
            for other in folder.parent.glob("kernels-*"):
                if other != folder and time.time() - other.stat().st_mtime > _STALE_AFTER:
                    shutil.rmtree(other, ignore_errors=True)
        except OSError as error:
            KernelCache.give_up(error)


def _ensure_folder() -> None:
    folder = cache_folder() if _has_place() else cache_base()  # which says what is wrong
    folder.mkdir(parents=True, exist_ok=True)
    tempfile.TemporaryFile(dir=folder).close()


@cache
def _text_hash(file: str) -> str:
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except OSError:  # in a zip file, or typed at a prompt
        return ""


class Place:
    """Where numba keeps one function: in the cache folder, whether that can be written or not."""

    def __init__(self, function: Callable[..., Any], what: str = "") -> None:
        self._py_file = function.__code__.co_filename  # numba names it in warnings
        path = Path(self._py_file)  # checkouts with the same kernels share what they compile
        own = path.relative_to(_PACKAGE) if path.is_relative_to(_PACKAGE) else path
        where = hashlib.sha256(own.as_posix().encode()).hexdigest()[:8]
        name = function.__qualname__.replace("<", "").replace(">", "")
        line, version = function.__code__.co_firstlineno, "{}{}".format(*sys.version_info)
        self.filename_base = f"{path.stem}.{name}-{line}-{where}{what}.py{version}"

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        """Functions outside the package use the decorator too, and the folder's hash doesn't cover them."""
        return _text_hash(self._py_file)

    def ensure_cache_path(self) -> None:
        _ensure_folder()


class KernelCache(FunctionCache):  # type: ignore[misc]
    """numba's cache of a function on disk; a disk that fails costs time, never the game."""

    works = True  # until a disk fails

    class _impl_class(CompileResultCacheImpl):  # type: ignore[misc]
        def __init__(self, function: Callable[..., Any]) -> None:
            self._lineno, self._locator = function.__code__.co_firstlineno, Place(function)
            self._filename_base = self._locator.filename_base

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code, if it is there and whole."""
        if not _has_place():
            return None
        try:
            return super().load_overload(sig, target_context)
        except OSError:
            return None
        except Exception:  # a damaged file: whatever unpickling makes of it
            try:
                os.unlink(self._cache_file._index_path)
            except OSError as error:
                self.give_up(error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if KernelCache.works:
            try:
                super().save_overload(sig, data)
            except OSError as error:
                self.give_up(error)

    @staticmethod
    def give_up(error: OSError) -> None:
        """Keep nothing more, and say why; workers leave that to the process that started them."""
        if KernelCache.works and multiprocessing.parent_process() is None and sys.stderr is not None:
            where = f" in {cache_folder()}" if _has_place() else ""
            sys.stderr.write(
                f"Compiled code can't be kept{where} ({error.strerror or error}), so it is compiled in memory at each "
                "start. NUMBA_CACHE_DIR names another folder.\n"
            )
        KernelCache.works = False
