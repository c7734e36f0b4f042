"""What tests of commands share."""

from __future__ import annotations


def plain(text: str) -> str:
    """What was printed, as one line."""
    return " ".join(text.split())
