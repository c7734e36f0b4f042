"""What a file of another program says of a board, and how a board file comes of it, with a list of what got lost."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from footplate.arguments import shown
from footplate.boards import Board
from footplate.boards.lean import DEFAULTS, DIGITS, filled, fitted, frame_aspect
from footplate.boards.limits import COLOURS, GREY, MAX_LENGTH
from footplate.boards.starting import left_out_rules, rules_like
from footplate.errors import InvalidImport
from footplate.words import counted, listed

SAME_COLOUR = {"gray": GREY, "neutral": GREY, "any": GREY, "": GREY, "purple": "pink"}
LONGEST_BY_DISTANCE = 6
NAMED = 5  # things that one line of losses lists
PER_CITY = ("label", "lat", "lon")


@dataclass
class Found:
    """``cities`` have a name and either ``x`` and ``y`` within ``frame`` (y down), or ``lat`` and ``lon``.

    ``frame`` is the width and the height of the map in the file's units; None where the file doesn't say.
    A route's length is None where the file has none. ``rules`` are those that the file says.
    """

    kind: str
    name: str
    title: str = ""
    cities: list[dict[str, Any]] = field(default_factory=list)
    routes: list[dict[str, Any]] = field(default_factory=list)
    tickets: list[dict[str, Any]] = field(default_factory=list)
    frame: tuple[float, float] | None = None
    rules: dict[str, Any] = field(default_factory=dict)
    losses: list[str] = field(default_factory=list)


# ---------------------------------------------------------------- reading values


def number(where: str, value: object) -> float:
    """A finite number, also one written in a text."""
    try:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError
        read = float(value)
    except (ValueError, OverflowError):
        read = math.nan
    if not abs(read) < 1e9:
        raise InvalidImport(f"{where}: {shown(value)}, but it must be a number")
    return read


def whole(where: str, value: object) -> int:
    read = number(where, value)
    if read != int(read):
        raise InvalidImport(f"{where}: {shown(value)}, but it must be a whole number")
    return int(read)


def degrees(where: str, value: object, most: int) -> float:
    read = number(where, value)
    if abs(read) > most:
        raise InvalidImport(f"{where}: {shown(value)}, but degrees go from {-most} to {most}")
    return read


def text(where: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InvalidImport(f"{where}: {shown(value)}, but it must be a text")
    return value.strip()


def named(names: Iterable[str]) -> str:
    """Some names for one line, the first of them."""
    unique = list(dict.fromkeys(names))
    return listed(unique[:NAMED] + ([f"{len(unique) - NAMED} more"] if len(unique) > NAMED else []))


# ---------------------------------------------------------------- a board file


def board_file(found: Found, like: Board) -> dict[str, Any]:
    """A lean board file, in which there may be problems; ``found.losses`` says what was made up or left out."""
    rules = {**rules_like(like), **found.rules}
    new = {str(route["length"]) for route in found.routes if route["length"]} - rules["route_points"].keys()
    more = {length: points for length, points in DEFAULTS["route_points"].items() if length in new}
    if more:
        rules["route_points"] = {**rules["route_points"], **more}
        told = listed(f"{points} for length {length}" for length, points in more.items())
        found.losses.append(f"points that {like.name} doesn't have: {told}")
    said = f", but for {listed(found.rules)}" if found.rules else ""
    found.losses.append(f"the rules are those of {like.name}{said}: {found.kind} doesn't say them")
    apart = left_out_rules(like)
    if apart:
        found.losses.append(f"of these rules {listed(apart)} are left out: they name cities of {like.name}")
    name = re.sub(r"[^\w-]+", "_", found.name).strip("_")[:100] or "imported"
    routes = [_route(route, found) for route in found.routes]
    special = {**rules.pop("special", {}), **_parallel(routes)}
    data = {
        "name": name,
        "title": found.title or found.name or name,
        **rules,
        **({"special": special} if special else {}),
        **_placed(found),
        "routes": routes,
        "tickets": found.tickets,
        "notes": [f"Imported from {found.kind}."],
    }
    _lengths_by_distance(data, found)
    return data


def _placed(found: Found) -> dict[str, Any]:
    """The layout and the cities of the file."""
    cities = found.cities
    if not cities or "x" not in cities[0]:
        return {"cities": cities}
    points = [(city["x"], city["y"]) for city in cities]
    if found.frame:
        wide, high = found.frame
        aspect = round(wide / high, DIGITS)
        places = [(round(x / wide, DIGITS + 1), round(y / high, DIGITS + 1)) for x, y in points]
    else:
        aspect = frame_aspect(points)
        places = fitted(points, aspect)
        found.losses.append("the file has no frame: the map's edges are laid round its cities")
    placed = [{**city, "x": x, "y": y} for city, (x, y) in zip(cities, places, strict=True)]
    return {"layout": {"aspect": aspect}, "cities": placed}


def _route(route: dict[str, Any], found: Found) -> dict[str, Any]:
    """A route without what is usual, in a colour of ours."""
    typed = str(route["color"]).strip().casefold()
    colour = SAME_COLOUR.get(typed, typed)
    if colour not in (*COLOURS, GREY):
        found.losses.append(
            f"route {route['a']}–{route['b']}: there is no colour {shown(route['color'])}; it is grey now"
        )
        colour = GREY
    more = {key: route[key] for key in ("locomotives", "tunnel", "substitutes") if route.get(key)}
    return {"a": route["a"], "b": route["b"], "length": route["length"], "color": colour, **more}


def _parallel(routes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What a file must say of cities with three routes between them, or with routes that are not alike."""
    groups: dict[frozenset[str], list[dict[str, Any]]] = {}
    for route in routes:
        groups.setdefault(frozenset((route["a"], route["b"])), []).append(route)
    triple = [[g[0]["a"], g[0]["b"]] for g in groups.values() if len(g) == 3]
    unequal = [[g[0]["a"], g[0]["b"]] for g in groups.values() if len(g) > 1 and _are_unequal(g)]
    return {key: pairs for key, pairs in (("triple_routes", triple), ("unequal_parallel_routes", unequal)) if pairs}


def _are_unequal(group: Sequence[dict[str, Any]]) -> bool:
    colours = Counter(route["color"] for route in group if route["color"] != GREY)
    return len({route["length"] for route in group}) > 1 or max(colours.values(), default=0) > 1


def _lengths_by_distance(data: dict[str, Any], found: Found) -> None:
    """Lengths for routes without one: the longest such route on the map has six spaces."""
    missing = [route for route in data["routes"] if route["length"] is None]
    if not missing:
        return
    content = filled(data)
    aspect = content.get("layout", {}).get("aspect", 1.0)
    places = {city["name"]: (city["x"] * aspect, city["y"]) for city in content["cities"]}
    known = [route for route in missing if {route["a"], route["b"]} <= places.keys()]
    far = [math.dist(places[route["a"]], places[route["b"]]) for route in known]
    longest = max(far, default=0.0) or 1.0
    for route in missing:
        route["length"] = 1
    for route, distance in zip(known, far, strict=True):
        route["length"] = min(max(1, round(distance / longest * LONGEST_BY_DISTANCE)), MAX_LENGTH)
    found.losses.append(
        f"{counted(len(missing), 'route')} had no length: set by distance, the longest to {LONGEST_BY_DISTANCE}"
    )


# ---------------------------------------------------------------- what is written


@dataclass(frozen=True)
class Written:
    """The parts of a board that other programs get, and what they don't get."""

    cities: tuple[dict[str, Any], ...]
    routes: tuple[dict[str, Any], ...]
    tickets: tuple[dict[str, Any], ...]
    losses: tuple[str, ...]


def written(board: Board) -> Written:
    known = {city["name"]: city for city in board.data["cities"]}
    cities = tuple(
        {
            "name": city.name,
            "x": city.x,
            "y": city.y,
            **{key: known[city.name][key] for key in PER_CITY if key in known[city.name]},
        }
        for city in board.cities
    )
    keys = ("a", "b", "length", "color", "locomotives", "tunnel", "substitutes")
    routes = tuple({key: getattr(route, key) for key in keys} for route in board.routes)
    names = board.city_index
    plain = [t for t in board.tickets if t.a in names and t.b in names and not t.lesser_goals]
    tickets = tuple({"a": t.a, "b": t.b, "points": t.points, "long": t.long} for t in plain)
    losses = [f"rules: {board.rules.trains} trains, cards, deals, points and bonuses stay in the board file"]
    if len(plain) < len(board.tickets):
        losses.append(f"{counted(len(board.tickets) - len(plain), 'ticket')} to countries")
    if board.ground or any(key in board.data.get("layout", {}) for key in ("land", "water")):
        losses.append("coasts, lakes and borders")
    special = [key for key in (*left_out_rules(board), "variants", "ticket_sets") if key in board.data["special"]]
    if special:
        losses.append(f"special rules that name cities or tickets: {listed(special)}")
    return Written(cities, routes, tickets, tuple(losses))
