"""Processes of the machine, as tests look at them."""

from __future__ import annotations

from pathlib import Path


def is_running(process: int) -> bool:
    """Whether it has not ended. One that has may still be listed for a while, and can leave the list at any moment."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
