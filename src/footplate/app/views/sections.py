"""What a board's rules in words are made of."""

from __future__ import annotations

from typing import Any

Section = dict[str, Any]  # a title, then "words", a "list" of things with a bold beginning, or a table of "points"


def section(title: str, words: str = "", **parts: Any) -> Section:
    return {"title": title, "words": words, "list": [], "points": [], **parts}


def item(words: str, lead: str = "") -> dict[str, str]:
    return {"lead": lead, "words": words}
