"""A whole search as a bot in compiled code."""

from __future__ import annotations

MOST_LOGS = 1 << 16
