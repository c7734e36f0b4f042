"""Unfinished boards: files that can't be played yet, but whose map can be drawn and written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from footplate.boards.board import Board, completed, read_json
from footplate.boards.catalog import load_board
from footplate.boards.check import field_reasons
from footplate.boards.check.map import Draft, city_reasons, route_reasons
from footplate.boards.check.rules import rule_reasons
from footplate.boards.check.special import special_reasons
from footplate.boards.check.values import MAX_POINTS, is_text, is_whole
from footplate.boards.content import BoardFile, read_values
from footplate.boards.lean import filled
from footplate.boards.limits import MAX_CITIES, MAX_ROUTES, MAX_TICKETS
from footplate.errors import InvalidBoard


def open_board(name: str) -> Board:
    """The board that ``load_board`` gives, or an unfinished one from a file; its ``problems`` say what is missing."""
    try:
        return load_board(name)
    except InvalidBoard:
        draft = _draft(Path(name)) if name.endswith(".json") else None
        if draft is None:
            raise
        return draft


def _draft(path: Path) -> Board | None:
    try:
        data, twice = read_json(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return None
    if twice or not isinstance(data, Mapping) or not _has_room(data):
        return None
    content = filled(data)
    if not _can_be_drawn(content):
        return None
    content = completed(content)
    return Board(**read_values(content), file=BoardFile(content))


def _has_room(data: Mapping[str, Any]) -> bool:
    """Whether all parts of a map are there, none longer than a board's."""
    most = {"cities": MAX_CITIES, "routes": MAX_ROUTES, "tickets": MAX_TICKETS}
    return all(isinstance(data.get(key), list) and len(data[key]) <= n for key, n in most.items())


def _can_be_drawn(data: dict[str, Any]) -> bool:
    """Whether the rules are right, and every city, route and ticket can be told; the whole may be unfinished."""
    special = data.get("special", {})
    if any(field_reasons(data)) or not isinstance(special, dict) or len(data["cities"]) < 2:
        return False
    draft = Draft(data, special)
    readable = not any(rule_reasons(draft)) and "name" in data
    for _ in (*city_reasons(draft), *route_reasons(draft)):
        pass  # they are read into the draft
    cities = draft.cities
    placed = len(cities) == len(data["cities"]) and all(_is_on_the_map(city.place) for city in cities.values())
    whole = len(draft.routes) == len(data["routes"]) and all(r.ends and r.length and r.color for r in draft.routes)
    tickets = all(
        isinstance(ticket, dict)
        and all(is_text(ticket.get(end)) and ticket[end] in cities for end in ("a", "b"))
        and is_whole(ticket.get("points"), 1, MAX_POINTS)
        for ticket in data["tickets"]
    )
    return readable and placed and whole and tickets and not any(special_reasons(draft))


def _is_on_the_map(place: tuple[float, float] | None) -> bool:
    return place is not None and all(0 <= axis <= 1 for axis in place)
