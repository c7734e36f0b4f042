"""Board files as people write them: what can be told from the rest is filled in, keys written twice are found."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from itertools import count
from typing import Any

from footplate.boards.check.values import shown


def read_json(text: str) -> tuple[Any, list[str]]:
    """The content of a board file, and a reason for every key that an object in it has more than once."""
    reasons: list[str] = []

    def collect(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        content = dict(pairs)
        for key, times in Counter(key for key, _ in pairs).items():
            if times > 1:
                values = " and ".join(shown(value) for name, value in pairs if name == key)
                reasons.append(f"{_whose(content)}the key {shown(key)} is there {times} times ({values}); one must go")
        return content

    return json.loads(text, object_pairs_hook=collect), reasons


def _whose(content: Mapping[str, Any]) -> str:
    """The city, route or ticket that an object describes, where it can be told."""
    if "x" in content and "name" in content:
        return f"city {content['name']}: "
    if "a" in content and "b" in content:
        return f"{'route' if 'color' in content else 'ticket'} {content['a']}–{content['b']}: "
    return ""


def completed(data: Mapping[str, Any]) -> dict[str, Any]:
    """A sound board file with every field that has a default. Parallel routes are told by their cities."""
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
