"""Checks of arrays with one entry for each of many games, as ``arguments.py`` checks single values."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from footplate.arguments import shown
from footplate.errors import InvalidArgument

_HOLDS = {"i": "whole numbers", "u": "whole numbers", "f": "numbers with fractions", "b": "truth values"}


def whole_numbers(what: str, values: Any, n: int) -> npt.NDArray[np.int64]:
    """n whole numbers, a list or an array of them."""
    found = _array(values)
    if found.dtype.kind not in "iu" or found.shape != (n,):
        _refuse(what, values, found, f"{n} whole numbers")
    return np.ascontiguousarray(found, np.int64)


def seed_numbers(what: str, values: Any, n: int) -> npt.NDArray[np.uint64]:
    """n seeds, a list or an array of them."""
    found = _array(values)
    is_whole = found.dtype.kind in "iu" and found.shape == (n,)
    if not is_whole or (found.dtype.kind == "i" and (found < 0).any()):
        _refuse(what, values, found, f"{n} whole numbers from 0 to 2**64 - 1")
    return found.astype(np.uint64)


def marks(what: str, values: Any, n: int) -> npt.NDArray[np.bool_]:
    """n truth values, a list or an array of them."""
    found = _array(values)
    if found.dtype.kind != "b" or found.shape != (n,):
        _refuse(what, values, found, f"{n} truth values")
    return np.ascontiguousarray(found)


def _array(values: Any) -> npt.NDArray[Any]:
    """As NumPy reads it, but an empty list counts as whole numbers."""
    try:
        found = np.asarray(values)
    except ValueError:  # rows of different lengths
        found = np.array([None], np.object_)
    return found if found.size else found.astype(np.int64)


def _refuse(what: str, values: object, found: npt.NDArray[Any], right: str) -> NoReturn:
    is_one = found.ndim == 0 or found.dtype == np.object_
    given = values.tolist() if isinstance(values, np.ndarray) and is_one else values
    was = shown(given) if is_one else f"{_HOLDS.get(found.dtype.kind, 'things')} of the shape {found.shape}"
    raise InvalidArgument(f"{what}: {was}, but it must be {right}, one for each game")
