"""Types of what compiled code works on. mypy can't see them, so they only tell a reader what is meant."""

from __future__ import annotations

from typing import Any

Record = Any  # a NumPy record or a field of one; numba knows its type, mypy doesn't
Int = Any  # a whole number of any width: compiled code mixes them freely
