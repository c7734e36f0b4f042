"""The one decorator for compiled code, and a cache folder that can't go stale.

numba keeps compiled code on disk but does not notice that a function called from another module has changed. So the
folder's name carries a hash of all kernel sources and of whatever else changes the machine code.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning
from platformdirs import user_cache_path

warnings.filterwarnings("ignore", "First-class function type", NumbaExperimentalFeatureWarning)

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent.parent
_STALE_AFTER = 30 * 24 * 3600.0  # seconds
_READY = "ready"  # this file lies in the cache folder once a first start has compiled everything


def kernel_sources() -> list[Path]:
    """Every file whose text can change compiled code: the engine, the limits, and whatever uses the decorator."""
    engine, limits = _PACKAGE / "engine", _PACKAGE / "boards" / "limits.py"
    return [
        path
        for path in sorted(_PACKAGE.rglob("*.py"))
        if path.parent == engine or path == limits or "\n@jit" in path.read_text(encoding="utf-8")
    ]


@cache
def cache_folder() -> Path:
    """Where compiled code is kept; NUMBA_CACHE_DIR moves it."""
    fingerprint = hashlib.sha256()
    for path in kernel_sources():
        fingerprint.update(path.read_bytes())
    fingerprint.update(
        repr((_PACKAGE, sys.version, numba.__version__, np.__version__, numba.config.BOUNDSCHECK)).encode()
    )
    base = Path(numba.config.CACHE_DIR or user_cache_path("footplate"))
    return base / f"kernels-{fingerprint.hexdigest()[:16]}"


def is_compiled() -> bool:
    """Whether an earlier start has already compiled these kernels on this machine."""
    return bool(numba.config.DISABLE_JIT) or (cache_folder() / _READY).exists()


def mark_compiled() -> None:
    """Remember that everything is compiled, and drop folders of older kernels that nobody used for a month."""
    folder = cache_folder()
    if not folder.is_dir():
        return
    (folder / _READY).touch()
    for other in folder.parent.glob("kernels-*"):
        if other != folder and time.time() - other.stat().st_mtime > _STALE_AFTER:
            shutil.rmtree(other, ignore_errors=True)


@contextmanager
def _own_cache() -> Iterator[None]:
    users_folder = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        numba.config.CACHE_DIR = users_folder


def jit(function: Function) -> Function:
    """Compile ``function`` on first use and keep the machine code; it releases the GIL while it runs."""
    with _own_cache():
        return cast(Function, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def first_class(function: Function, result: type, *records: np.dtype[np.void]) -> Function:
    """Compile a function of records so that compiled code can be handed it as a value."""
    if numba.config.DISABLE_JIT:
        return function
    signature = numba.from_dtype(np.dtype(result))(*(numba.from_dtype(dtype) for dtype in records))
    with _own_cache():
        return cast(Function, numba.cfunc(signature, cache=True, error_model="numpy")(function))
