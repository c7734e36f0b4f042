"""numba's cache of compiled functions on disk, in the folder of ``compile/cache.py``."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache

from footplate.compile.cache import PACKAGE, cache_folder, disk, ensure_folder, give_up, has_place


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
        own = path.relative_to(PACKAGE) if path.is_relative_to(PACKAGE) else path
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
        ensure_folder()


class DiskCache(FunctionCache):  # type: ignore[misc]
    """numba's cache of a function on disk; a disk that fails costs time, never the game."""

    class _impl_class(CompileResultCacheImpl):  # type: ignore[misc]
        def __init__(self, function: Callable[..., Any]) -> None:
            self._lineno, self._locator = function.__code__.co_firstlineno, Place(function)
            self._filename_base = self._locator.filename_base

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code, if it is there and whole."""
        if not has_place():
            return None
        try:
            return super().load_overload(sig, target_context)
        except OSError:
            return None
        except Exception:  # a damaged file: whatever unpickling makes of it
            try:
                os.unlink(self._cache_file._index_path)
            except OSError as error:
                give_up(error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if disk.works:
            try:
                super().save_overload(sig, data)
            except OSError as error:
                give_up(error)
