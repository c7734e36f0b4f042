"""The check of ``special``: bonuses, countries, tunnels and remarks."""

from __future__ import annotations

from collections.abc import Iterator

from footplate.boards.check.bonuses import bonus_reasons
from footplate.boards.check.map import Draft, city_list_reasons, declared_pairs
from footplate.boards.check.rules import PROGRESS_FIELDS
from footplate.boards.check.ticket_rules import ticket_rule_reasons
from footplate.boards.check.values import (
    MAX_POINTS,
    did_you_mean,
    repeated,
    shown,
    wrong_city,
    wrong_keys,
    wrong_whole,
)
from footplate.boards.limits import MAX_DUE

PLAYED = (
    *("attractions", "attraction_points", "globetrotter", "triple_routes", "unequal_parallel_routes", "variants"),
    *("deck_size", "objectives", "draw_cards", "same_player_double_route", "face_up_locomotive_counts_as_two_draws"),
    *("no_face_up_display", "no_route_points", *PROGRESS_FIELDS, "districts", "grand_tour_bonus"),
    *("countries", "country_nodes_are_terminal", "country_tickets", "rejected_tickets", "ticket_decks"),
    *("objective", "coast_to_coast", "tunnels", "locomotives_only_on", "stations", "passengers"),
    *("passenger_gates", "substitutes_for_any_locomotive"),
)
REMARKS = (
    *("why", "unspecified_set_to_default", "attraction_rule", "pieces", "ferries", "initial_tickets_detail", "notes"),
    *("country_ticket_rule", "district_rule", "first_final_turn_rule", "draw", "ends", "reward", "winner"),
    "ticket_flow",
)
LOCOMOTIVES_ON = ("tunnel", "ferry")  # kinds of route
CITY_LIST = "_cities"  # ends the names of city lists that ticket filters of variants read: "a or b in big_cities"
KNOWN = (*PLAYED, *REMARKS)
FLAGS = (
    *("same_player_double_route", "face_up_locomotive_counts_as_two_draws", "no_face_up_display", "no_route_points"),
    *("country_nodes_are_terminal", "substitutes_for_any_locomotive"),
)


def special_reasons(draft: Draft) -> Iterator[str]:
    special = draft.special
    city_lists = [key for key in special if isinstance(key, str) and key.isidentifier() and key.endswith(CITY_LIST)]
    for key in special:
        if key not in KNOWN and key not in city_lists:
            yield f"special: there is no rule {shown(key)}{did_you_mean(key, KNOWN)}"
    for key in FLAGS:
        if key in special and not isinstance(special[key], bool):
            yield f"special.{key}: {shown(special[key])}, but it must be true or false"
    for key in ("attractions", *city_lists):
        if key in special:
            yield from city_list_reasons(f"special.{key}", special[key], draft)
    yield from _bonus_reasons(draft)
    yield from _attraction_reasons(draft)
    yield from _parallel_list_reasons(draft)
    yield from _agreement_reasons(draft)
    yield from ticket_rule_reasons(draft)
    yield from bonus_reasons(draft)
    yield from _tunnel_reasons(draft)
    yield from _locomotive_reasons(draft)


def _attraction_reasons(draft: Draft) -> Iterator[str]:
    special, attractions = draft.special, draft.special.get("attractions", [])
    if "attraction_points" in special:
        yield from wrong_whole("special.attraction_points", special["attraction_points"], 0, MAX_POINTS)
    for key, needed in (("attractions", "attraction_points"), ("attraction_points", "attractions")):
        if key in special and needed not in special:
            yield f"special.{key} needs special.{needed} as well"
    for city in draft.cities.values():
        listed = isinstance(attractions, list) and city.name in attractions
        if city.attraction is not None and city.attraction != listed:
            there = "lists it" if listed else "doesn't list it"
            yield f"city {city.name}: attraction is {shown(city.attraction)}, but special.attractions {there}"


def _bonus_reasons(draft: Draft) -> Iterator[str]:
    special, data = draft.special, draft.data
    if "globetrotter" not in special:
        return
    rule = special["globetrotter"]
    if not isinstance(rule, dict):
        yield f"special.globetrotter: {shown(rule)}, but it must be an object such as {{'points': 15}}"
    elif "globetrotter_bonus" not in data:
        yield "special.globetrotter: the field 'globetrotter_bonus' that gives its points is missing"
    elif data["globetrotter_bonus"] is not None and rule.get("points") != data["globetrotter_bonus"]:
        points, bonus = shown(rule.get("points")), shown(data["globetrotter_bonus"])
        yield f"special.globetrotter: points {points}, but globetrotter_bonus is {bonus}"


def _parallel_list_reasons(draft: Draft) -> Iterator[str]:
    for key in ("triple_routes", "unequal_parallel_routes"):
        if key not in draft.special:
            continue
        listed, what = draft.special[key], f"special.{key}"
        if not isinstance(listed, list) or len(declared_pairs(draft, key)) != len(listed):
            yield f"{what}: it must be a list of different pairs of cities: [['Boston', 'Miami'], …]"
            continue
        for a, b in listed:
            yield from wrong_city(what, a, draft.cities)
            yield from wrong_city(what, b, draft.cities)
            known = a in draft.cities and b in draft.cities
            if known and all(route.ends != frozenset((a, b)) for route in draft.routes):
                yield f"{what}: there is no route {a}–{b}"


def _agreement_reasons(draft: Draft) -> Iterator[str]:
    """Remarks that say again what other fields say must say the same."""
    special, points = draft.special, draft.data.get("route_points")
    if special.get("no_face_up_display") is True and draft.number("face_up") != 0:
        yield "special.no_face_up_display: true, but face_up is not 0"
    if special.get("no_route_points") is True and isinstance(points, dict) and any(points.values()):
        yield "special.no_route_points: true, but route_points has points"


def _tunnel_reasons(draft: Draft) -> Iterator[str]:
    if "tunnels" not in draft.special:
        return
    rule = draft.special["tunnels"]
    if not isinstance(rule, dict):
        yield f"special.tunnels: {shown(rule)}, but it must be an object such as {{'reveal': 3}}"
        return
    yield from wrong_keys("special.tunnels", rule, ("reveal",), ("rule",))
    if "reveal" in rule:
        yield from wrong_whole("special.tunnels: reveal", rule["reveal"], 1, MAX_DUE)


def _locomotive_reasons(draft: Draft) -> Iterator[str]:
    only_on = draft.special.get("locomotives_only_on", [])
    right = "it must be a list out of " + ", ".join(f"'{kind}'" for kind in LOCOMOTIVES_ON)
    if not isinstance(only_on, list) or not all(isinstance(kind, str) for kind in only_on):
        yield f"special.locomotives_only_on: {shown(only_on)}, but {right}"
        return
    for kind in only_on:
        if kind not in LOCOMOTIVES_ON:
            yield f"special.locomotives_only_on: {shown(kind)}, but {right}{did_you_mean(kind, LOCOMOTIVES_ON)}"
    for kind in repeated(only_on):
        yield f"special.locomotives_only_on: {shown(kind)} is listed more than once"
