"""The check of a map: cities and routes, and the network that they form.

Reading is lenient: a ``Draft`` keeps whatever is right in a file, so that one mistake doesn't hide the next.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from footplate.boards.check import values as V
from footplate.boards.limits import GREY, MAX_CITIES, MAX_LENGTH, MAX_PAYMENTS, MAX_ROUTES, MAX_SUBSTITUTES
from footplate.boards.parts import most_replaced
from footplate.boards.paths import Adjacency, ShortestPath, adjacency, parts, shortest_paths
from footplate.words import counted

CITY_FIELDS = ("name", "x", "y")
CITY_EXTRAS = ("label", "attraction", "country", "coast", "district", "index", "lat", "lon")
ROUTE_FIELDS = ("a", "b", "length", "color")
ROUTE_EXTRAS = ("double", "pair", "tunnel", "locomotives", "substitutes")
LEAST_GAP = 0.02  # between two cities, in heights of the map
NAMED_AT_MOST = 5  # cities that one message lists


@dataclass
class DraftCity:
    name: str
    place: tuple[float, float] | None
    country: str | None
    attraction: bool | None


@dataclass
class DraftRoute:
    """A route as far as it can be understood; None stands for what can't."""

    label: str
    ends: frozenset[str] | None
    length: int | None
    color: str | None
    pair: int | None
    double: int | None
    locomotives: int
    tunnel: bool
    substitutes: int


@dataclass
class Draft:
    """The sound parts of a board file that is being checked."""

    data: V.Data
    special: V.Data
    cities: dict[str, DraftCity] = field(default_factory=dict)
    routes: list[DraftRoute] = field(default_factory=list)
    _paths: dict[str, dict[str, ShortestPath]] = field(default_factory=dict)
    _nearest: dict[tuple[frozenset[str], frozenset[str]], int | None] = field(default_factory=dict)

    @cached_property
    def colors(self) -> tuple[str, ...]:
        colours = self.data.get("colors")
        return tuple(c for c in colours if V.is_text(c)) if isinstance(colours, list) else ()

    @cached_property
    def graph(self) -> Adjacency:
        joined = [(min(r.ends), max(r.ends), r.length) for r in self.routes if r.ends and r.length]
        return adjacency(self.cities, joined)

    @cached_property
    def terminal(self) -> frozenset[str]:
        """Cities that stand for a country: a path may end there, but not run through."""
        return frozenset(c.name for c in self.cities.values() if c.country is not None)

    def distance(self, a: str, b: str) -> int | None:
        """Segments between two cities, None when there is no way."""
        if a not in self._paths:
            self._paths[a] = shortest_paths(self.graph, a, self.terminal)
        path = self._paths[a].get(b)
        return path.segments if path else None

    def nearest(self, starts: frozenset[str], goals: frozenset[str]) -> int | None:
        """Segments between the two of these cities that lie nearest; None when there is no way."""
        if (starts, goals) not in self._nearest:
            ways = (self.distance(a, b) for a in starts for b in goals)
            self._nearest[starts, goals] = min((way for way in ways if way is not None), default=None)
        return self._nearest[starts, goals]

    def takes_locomotives(self, route: DraftRoute) -> bool:
        """Whether locomotives pay for a route."""
        only_on = self.special.get("locomotives_only_on")
        kinds = [kind for kind, has in (("tunnel", route.tunnel), ("ferry", route.locomotives > 0)) if has]
        return not isinstance(only_on, list) or not only_on or any(kind in only_on for kind in kinds)

    def number(self, key: str, default: int = 0) -> int:
        """A whole number of the file; ``default`` where it is wrong, which another check says."""
        value = self.data.get(key)
        return value if V.is_whole(value, -1, 1000) else default


def ways_to_pay(
    *, grey: bool, length: int, locomotives: int, colours: int, has_locomotives: bool, most_replaced: int = 0
) -> int:
    """Different payments for a route: a colour with some locomotives, or locomotives alone (equation 9 of Yang et al.).

    ``locomotives`` is what the route demands at least; where locomotives don't pay there is one payment per colour.
    Cards of any kind may stand for ``most_replaced`` of its spaces, first for those of these locomotives.
    """
    kinds = colours if grey else 1
    ways = kinds * (length - locomotives) + 1 if has_locomotives else kinds
    for replaced in range(1, most_replaced + 1):
        rest = length - replaced
        if has_locomotives:
            ways += kinds * (rest - max(0, locomotives - replaced)) + 1
        elif locomotives <= replaced:
            ways += kinds if rest else 1
    return ways


# ---------------------------------------------------------------- cities


def city_reasons(draft: Draft) -> Iterator[str]:
    """Reads the cities into ``draft`` and says what is wrong with them."""
    cities = draft.data.get("cities")
    if not isinstance(cities, list):
        return
    if not 2 <= len(cities) <= MAX_CITIES:
        yield f"cities: {len(cities)}, but {V.HAS['cities']}"
    names: list[str] = []
    placed = any(isinstance(city, dict) and ("x" in city or "y" in city) for city in cities)
    for i, city in enumerate(cities):
        if not isinstance(city, dict):
            yield f"city {i + 1} of the list: {V.shown(city)}, but it must be an object with name, x and y"
            continue
        name = city.get("name")
        label = f"city {name}" if V.is_text(name) else f"city {i + 1} of the list"
        yield from _one_city_reasons(label, city, placed=placed)
        if V.is_text(name):
            names.append(name)
            draft.cities.setdefault(name, _read_city(name, city))
    for name in V.repeated(names):
        yield f"city {name}: there are {names.count(name)} cities of this name; each needs its own"
    for typed in V.repeated(V.as_typed(name) for name in draft.cities):
        alike = [name for name in draft.cities if V.as_typed(name) == typed]
        what = "capital letters" if len({name.casefold() for name in alike}) == 1 else "commas, dashes or spaces"
        yield f"cities {' and '.join(alike)}: the names differ only in {what}"
    yield from _too_close(draft)


def _read_city(name: str, city: dict[str, Any]) -> DraftCity:
    x, y, country, attraction = (city.get(key) for key in ("x", "y", "country", "attraction"))
    return DraftCity(
        name=name,
        place=(x, y) if V.is_number(x) and V.is_number(y) else None,
        country=country if isinstance(country, str) else None,
        attraction=attraction if isinstance(attraction, bool) else None,
    )


def _one_city_reasons(label: str, city: dict[str, Any], *, placed: bool) -> Iterator[str]:
    """``placed`` says whether any city has ``x`` or ``y``."""
    if {"x", "y"} & city.keys() or not {"lat", "lon"} & city.keys():
        yield from V.wrong_keys(label, city, CITY_FIELDS, CITY_EXTRAS)
    else:
        yield from V.wrong_keys(label, city, ("name", "lat", "lon"), CITY_EXTRAS)
        if placed:
            yield f"{label}: it has no x and y, but other cities have them; lat and lon do only if no city has x or y"
    if "name" in city:
        yield from V.wrong_text(f"{label}: name", city["name"])
    for axis in "xy":
        value = city.get(axis)
        if axis in city and not (V.is_number(value) and 0 <= value <= 1):
            yield f"{label}: {axis} is {V.shown(value)}, but coordinates go from 0 to 1 (x to the right, y down)"
    for key in ("label", "coast", "country"):
        if key in city:
            yield from V.wrong_text(f"{label}: {key}", city[key])
    yield from V.wrong_flag(f"{label}: attraction is", city.get("attraction", False))
    for key in ("district", "index"):
        if key in city and not V.is_number(city[key]):
            yield f"{label}: {key} is {V.shown(city[key])}, but it must be a number"
    for key, most in (("lat", 90), ("lon", 180)):
        if key in city and not V.is_degrees(city[key], most):
            yield f"{label}: {key} is {V.shown(city[key])}, but it must be a number of degrees from {-most} to {most}"


def aspect_of(data: V.Data) -> float:
    """Width of the map over its height; 1 where the file doesn't say."""
    layout = data.get("layout")
    aspect = layout.get("aspect") if isinstance(layout, dict) else None
    return aspect if V.is_number(aspect) else 1.0


def _too_close(draft: Draft) -> Iterator[str]:
    aspect = aspect_of(draft.data)
    placed = [(city.name, city.place) for city in draft.cities.values() if city.place][:MAX_CITIES]
    for i, (name, (x, y)) in enumerate(placed):
        for other, (u, v) in placed[:i]:
            gap = math.hypot((x - u) * aspect, y - v)
            if gap <= LEAST_GAP:
                yield (
                    f"cities {other} and {name}: only {gap:.3f} of the map's height apart, "
                    f"but cities need more than {LEAST_GAP}"
                )


def city_list_reasons(what: str, cities: object, draft: Draft) -> Iterator[str]:
    if not isinstance(cities, list) or not cities:
        yield f"{what}: {V.shown(cities)}, but it must be a list of cities"
        return
    for city in cities:
        yield from V.wrong_city(what, city, draft.cities)
    yield from V.listed_twice(f"{what}:", cities)


# ---------------------------------------------------------------- routes


def route_reasons(draft: Draft) -> Iterator[str]:
    """Reads the routes into ``draft`` and says what is wrong with each of them."""
    routes = draft.data.get("routes")
    if not isinstance(routes, list):
        return
    if not 1 <= len(routes) <= MAX_ROUTES:
        yield f"routes: {len(routes)}, but {V.HAS['routes']}"
    for i, route in enumerate(routes):
        if not isinstance(route, dict):
            right = f"an object with {', '.join(ROUTE_FIELDS)}"
            yield f"route {i + 1} of the list: {V.shown(route)}, but it must be {right}"
            continue
        a, b = route.get("a"), route.get("b")
        label = f"route {a}–{b}" if V.is_text(a) and V.is_text(b) else f"route {i + 1} of the list"
        draft.routes.append(_read_route(label, route, draft))
        yield from V.wrong_keys(label, route, ROUTE_FIELDS, ROUTE_EXTRAS)
        yield from _end_reasons(label, route, draft)
        yield from _kind_reasons(label, route, draft)


def _read_route(label: str, route: dict[str, Any], draft: Draft) -> DraftRoute:
    a, b, length, colour, pair = (route.get(key) for key in ("a", "b", "length", "color", "pair"))
    double, locomotives, substitutes = (route.get(key) for key in ("double", "locomotives", "substitutes"))
    ends = frozenset(end for end in (a, b) if V.is_text(end) and end in draft.cities)
    return DraftRoute(
        label=label,
        ends=ends if len(ends) == 2 else None,
        length=length if V.is_whole(length, 1, MAX_LENGTH) else None,
        color=colour if isinstance(colour, str) and colour in (*draft.colors, GREY) else None,
        pair=pair if V.is_whole(pair, 0, MAX_ROUTES - 1) else None,
        double=double if V.is_whole(double, 0, 1) else None,
        locomotives=locomotives if V.is_whole(locomotives, 0, MAX_LENGTH) else 0,
        tunnel=route.get("tunnel") is True,
        substitutes=substitutes if V.is_whole(substitutes, 0, MAX_SUBSTITUTES) else 0,
    )


def _end_reasons(label: str, route: dict[str, Any], draft: Draft) -> Iterator[str]:
    for key in ("a", "b"):
        if key in route:
            yield from V.wrong_city(label, route[key], draft.cities)
    if V.is_text(route.get("a")) and route.get("a") == route.get("b"):
        yield f"{label}: it starts and ends in the same city; a route joins two"


def _kind_reasons(label: str, route: dict[str, Any], draft: Draft) -> Iterator[str]:
    length, colour = route.get("length"), route.get("color")
    if "length" in route and not V.is_whole(length, 1, MAX_LENGTH):
        yield f"{label}: length {V.shown(length)}, but routes are 1 to {MAX_LENGTH} long"
    elif V.is_whole(length, 1, MAX_LENGTH):
        yield from _length_reasons(label, length, draft)
    if "color" in route and not (isinstance(colour, str) and colour in (*draft.colors, GREY)):
        right = ", ".join((*draft.colors, GREY))
        near = V.did_you_mean(colour, (*draft.colors, GREY))
        yield f"{label}: colour {V.shown(colour)}, but the colours of this board are {right}{near}"
    yield from V.wrong_flag(f"{label}: tunnel is", route.get("tunnel", False))
    yield from V.wrong_number(f"{label}: ", route, "pair", 0, MAX_ROUTES - 1)
    yield from V.wrong_number(f"{label}: ", route, "double", 0, 1)
    most = length if V.is_whole(length, 1, MAX_LENGTH) else MAX_LENGTH
    yield from V.wrong_number(f"{label}: ", route, "locomotives", 0, most)
    yield from V.wrong_number(f"{label}: ", route, "substitutes", 0, MAX_SUBSTITUTES)
    if route.get("substitutes") and route.get("tunnel") is True:
        yield f"{label}: it has substitutes, but a tunnel takes none; one of the two must go"


def _length_reasons(label: str, length: int, draft: Draft) -> Iterator[str]:
    trains, points = draft.number("trains", MAX_LENGTH), draft.data.get("route_points")
    if length > trains:
        yield f"{label}: length {length}, but a player has only {counted(trains, 'train')}"
    if isinstance(points, dict) and str(length) not in points:
        yield f"{label}: length {length}, but route_points has no entry '{length}'"


def payment_reasons(draft: Draft) -> Iterator[str]:
    """Routes that no hand could ever pay for, and more payments than the engine has room for."""
    deck, of_a_colour = draft.number("locomotives"), draft.number("cards_per_color", MAX_LENGTH)
    everywhere = draft.special.get("substitutes_for_any_locomotive") is True
    total = 0
    for route in draft.routes:
        if route.length is None or route.color is None or route.locomotives > route.length:
            continue
        takes = draft.takes_locomotives(route)
        if route.locomotives and not takes:
            need = counted(route.locomotives, "locomotive")
            yield f"{route.label}: demands {need}, but special.locomotives_only_on doesn't have 'ferry'"
        elif route.locomotives > deck:
            yield f"{route.label}: demands {counted(route.locomotives, 'locomotive')}, but the deck has only {deck}"
        elif route.length > of_a_colour + (deck if takes else 0) and not route.substitutes:
            more = f" and {counted(deck, 'locomotive')}" if takes else ""
            cards = f"{of_a_colour} of a colour{more}"
            yield f"{route.label}: length {route.length}, but the deck has only {cards} to pay with"
        total += ways_to_pay(
            grey=route.color == GREY,
            length=route.length,
            locomotives=route.locomotives,
            colours=len(draft.colors),
            has_locomotives=takes and deck > 0,
            most_replaced=most_replaced(route.length, route.locomotives, route.substitutes, everywhere=everywhere),
        )
    if total > MAX_PAYMENTS:
        yield (
            f"routes: {total:,} ways to pay for them all, but at most {MAX_PAYMENTS:,} are possible; "
            "fewer or shorter grey routes would help"
        )


# ---------------------------------------------------------------- the network


def network_reasons(draft: Draft) -> Iterator[str]:
    yield from _parallel_reasons(draft)
    if not draft.cities or not any(r.ends for r in draft.routes):
        return
    joined = frozenset().union(*(r.ends for r in draft.routes if r.ends))
    lonely = [city for city in draft.cities if city not in joined]
    for city in lonely:
        yield f"city {city}: no route leads there"
    groups = [group for group in parts(_linked(draft)) if group[0] not in lonely]
    for group in groups[1:]:
        verb = "is" if len(group) == 1 else "are"
        yield f"{_listed(group)} {verb} cut off: no way leads from there to {_listed(groups[0])}"


def _linked(draft: Draft) -> Adjacency:
    """The network without lengths, so that a wrong length doesn't also look like a missing route."""
    return adjacency(draft.cities, [(min(r.ends), max(r.ends), 1) for r in draft.routes if r.ends])


def _listed(names: list[str]) -> str:
    more = len(names) - NAMED_AT_MOST
    return ", ".join(names[:NAMED_AT_MOST]) + (f" and {more} more" if more > 0 else "")


def _parallel_reasons(draft: Draft) -> Iterator[str]:
    groups: dict[frozenset[str], list[DraftRoute]] = {}
    for route in draft.routes:
        if route.ends:
            groups.setdefault(route.ends, []).append(route)
    triple, unequal = declared_pairs(draft, "triple_routes"), declared_pairs(draft, "unequal_parallel_routes")
    for ends, routes in groups.items():
        label, most = routes[0].label, 3 if ends in triple else 2
        if len(routes) > most:
            hint = "" if most == 3 else " (3 if special.triple_routes names it)"
            yield f"{label}: {len(routes)} parallel routes, but there can be {most}{hint}"
        flag = int(len(routes) > 1)
        if any(route.double == 1 - flag for route in routes):
            yield f"{label}: double must be {flag}, for there {'are several routes' if flag else 'is one route'}"
        if ends in unequal:
            continue
        lengths = sorted({route.length for route in routes if route.length})
        if len(lengths) > 1:
            both = " and ".join(map(str, lengths))
            yield f"{label}: parallel routes of lengths {both}, but they must be equal (or in unequal_parallel_routes)"
        for colour in V.repeated(route.color for route in routes if route.color and route.color != GREY):
            yield f"{label}: two parallel routes are {colour}; they need different colours"
    yield from _pair_reasons(groups)
    yield from _name_reasons(groups)


def _name_reasons(groups: dict[frozenset[str], list[DraftRoute]]) -> Iterator[str]:
    """A claim is written by its cities and its track, which must identify the route."""
    known: dict[str, str] = {}
    for routes in groups.values():
        for track in range(len(routes)) if len(routes) > 1 else (-1,):
            name = V.as_typed(routes[max(track, 0)].label + (f"#{track + 1}" if track >= 0 else ""))
            if name in known:
                yield f"{routes[0].label}: it reads like {known[name]}; one of their cities needs another name"
            known[name] = routes[0].label


def _pair_reasons(groups: dict[frozenset[str], list[DraftRoute]]) -> Iterator[str]:
    owner: dict[int, str] = {}
    for routes in groups.values():
        label, numbers = routes[0].label, {route.pair for route in routes if route.pair is not None}
        if len(numbers) > 1:
            yield f"{label}: parallel routes have the pair numbers {sorted(numbers)}, but they must share one"
        for number in sorted(numbers):
            if number in owner:
                yield f"{label}: pair {number} is also the number of {owner[number]}; other cities need another number"
            owner.setdefault(number, label)


def declared_pairs(draft: Draft, key: str) -> set[frozenset[str]]:
    """City pairs that ``special`` lists under ``key``."""
    listed = draft.special.get(key)
    pairs = [pair for pair in listed if isinstance(pair, list)] if isinstance(listed, list) else []
    return {frozenset(pair) for pair in pairs if len(pair) == 2 and all(isinstance(city, str) for city in pair)}
