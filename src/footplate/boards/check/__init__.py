"""Every reason why a board is not playable, each naming its city, route or ticket."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def problems(data: Mapping[str, Any]) -> list[str]:
    """Every reason why ``data`` is not a sound board; empty when it is one."""
    return []


def missing_rules(data: Mapping[str, Any]) -> list[str]:
    """The special rules of a sound board that Footplate can't play yet, a phrase each."""
    return []
