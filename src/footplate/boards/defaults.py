"""Board files as people write them: defaults are filled in, and repeated keys are found."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count, islice
from typing import Any

from footplate.boards.check.values import MOST_REASONS, is_text, shown

_LISTED = 5  # values of a repeated key


def read_json(text: str) -> tuple[Any, list[str]]:
    """The content of a board file, and reasons for keys that an object in it has more than once."""
    reasons: list[str] = []

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        content = dict(pairs)
        if len(content) < len(pairs):
            reasons.extend(islice(_repetitions(content, pairs), MOST_REASONS - len(reasons)))
        return content

    return json.loads(text, object_pairs_hook=collect), reasons


def _repetitions(content: Mapping[str, Any], pairs: list[tuple[str, Any]]) -> Iterator[str]:
    values: dict[str, list[Any]] = {}
    for key, value in pairs:
        values.setdefault(key, []).append(value)
    for key, given in values.items():
        if len(given) > 1:
            values_of_key = " and ".join(map(shown, given[:_LISTED])) + (" and more" if len(given) > _LISTED else "")
            yield f"{_whose(content)}the key {shown(key)} is there {len(given)} times ({values_of_key}); one must go"


def _whose(content: Mapping[str, Any]) -> str:
    """The city, route or ticket that an object describes, where that is clear."""
    name, a, b = (content.get(key) for key in ("name", "a", "b"))
    if "x" in content and is_text(name):
        return f"city {name}: "
    if is_text(a) and is_text(b):
        return f"{'route' if 'color' in content else 'ticket'} {a}–{b}: "
    return ""


def completed(data: Mapping[str, Any]) -> dict[str, Any]:
    """A sound board file with the default of every field that it leaves out. Parallel routes join the same cities."""
    ends = [frozenset((route["a"], route["b"])) for route in data["routes"]]
    pairs = {end: route["pair"] for end, route in zip(ends, data["routes"], strict=True) if "pair" in route}
    free = (number for number in count() if number not in set(pairs.values()))
    tracks = Counter(ends)
    routes = []
    for end, route in zip(ends, data["routes"], strict=True):
        pair = pairs[end] if end in pairs else pairs.setdefault(end, next(free))
        defaults = {"double": int(tracks[end] > 1), "pair": pair, "tunnel": False, "locomotives": 0}
        routes.append({**route, **{key: value for key, value in defaults.items() if key not in route}})
    tickets = [{"long": False, **ticket} for ticket in data["tickets"]]
    return {"special": {}, "sources": [], "notes": [], **data, "routes": routes, "tickets": tickets}
