"""The check of ``special``: bonuses, stations, passengers, tunnels, locomotives and remarks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from footplate.boards.check import values as V
from footplate.boards.check.map import Draft, city_list_reasons, declared_pairs
from footplate.boards.check.rules import PROGRESS_FIELDS
from footplate.boards.check.tickets import ticket_rule_reasons
from footplate.boards.limits import COLOURS, MAX_DISTRICTS, MAX_DUE, MAX_PASSENGERS, MAX_STATIONS, MAX_TOUR
from footplate.words import counted

PLAYED = (
    *("attractions", "attraction_points", "globetrotter", "triple_routes", "unequal_parallel_routes", "variants"),
    *("deck_size", "objectives", "draw_cards", "same_player_double_route", "face_up_locomotive_counts_as_two_draws"),
    *("no_face_up_display", "no_route_points", *PROGRESS_FIELDS, "districts", "grand_tour_bonus"),
    *("countries", "country_nodes_are_terminal", "country_tickets", "rejected_tickets", "ticket_decks"),
    *("objective", "coast_to_coast", "tunnels", "locomotives_only_on", "stations", "passengers"),
    *("passenger_gates", "substitutes_for_any_locomotive", "two_cards_at_once"),
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
    *("country_nodes_are_terminal", "substitutes_for_any_locomotive", "two_cards_at_once"),
)


def special_reasons(draft: Draft) -> Iterator[str]:
    special = draft.special
    city_lists = [key for key in special if isinstance(key, str) and key.isidentifier() and key.endswith(CITY_LIST)]
    for key in special:
        if key not in KNOWN and key not in city_lists:
            yield f"special: there is no rule {V.shown(key)}{V.did_you_mean(key, KNOWN)}"
    for key in FLAGS:
        yield from V.wrong_flag(f"special.{key}:", special.get(key, False))
    for key in ("attractions", *city_lists):
        if key in special:
            yield from city_list_reasons(f"special.{key}", special[key], draft)
    yield from _globetrotter_reasons(draft)
    yield from _attraction_reasons(draft)
    yield from _parallel_list_reasons(draft)
    yield from _agreement_reasons(draft)
    yield from ticket_rule_reasons(draft)
    yield from _bonus_reasons(draft)
    yield from _tunnel_reasons(draft)
    yield from _locomotive_reasons(draft)
    if special.get("two_cards_at_once") is True and ("objective" in special or "decay" in special):
        yield "special.two_cards_at_once doesn't go with special.objective or special.decay"


def _attraction_reasons(draft: Draft) -> Iterator[str]:
    special, attractions = draft.special, draft.special.get("attractions", [])
    yield from V.wrong_number("special.", special, "attraction_points", 0, V.MAX_POINTS)
    for key, needed in (("attractions", "attraction_points"), ("attraction_points", "attractions")):
        if key in special and needed not in special:
            yield f"special.{key} needs special.{needed} as well"
    for city in draft.cities.values():
        listed = isinstance(attractions, list) and city.name in attractions
        if city.attraction is not None and city.attraction != listed:
            there = "lists it" if listed else "doesn't list it"
            yield f"city {city.name}: attraction is {V.shown(city.attraction)}, but special.attractions {there}"


def _globetrotter_reasons(draft: Draft) -> Iterator[str]:
    special, data = draft.special, draft.data
    if "globetrotter" not in special:
        return
    rule = special["globetrotter"]
    if not isinstance(rule, dict):
        yield f"special.globetrotter: {V.shown(rule)}, but it must be an object such as {{'points': 15}}"
    elif "globetrotter_bonus" not in data:
        yield "special.globetrotter: the field 'globetrotter_bonus' that gives its points is missing"
    elif data["globetrotter_bonus"] is not None and rule.get("points") != data["globetrotter_bonus"]:
        points, bonus = V.shown(rule.get("points")), V.shown(data["globetrotter_bonus"])
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
            yield from V.wrong_city(what, a, draft.cities)
            yield from V.wrong_city(what, b, draft.cities)
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
        yield f"special.tunnels: {V.shown(rule)}, but it must be an object such as {{'reveal': 3}}"
        return
    yield from V.wrong_keys("special.tunnels", rule, ("reveal",), ("rule",))
    yield from V.wrong_number("special.tunnels: ", rule, "reveal", 1, MAX_DUE)


def _locomotive_reasons(draft: Draft) -> Iterator[str]:
    only_on = draft.special.get("locomotives_only_on", [])
    right = "it must be a list out of " + ", ".join(f"'{kind}'" for kind in LOCOMOTIVES_ON)
    if not isinstance(only_on, list) or not all(isinstance(kind, str) for kind in only_on):
        yield f"special.locomotives_only_on: {V.shown(only_on)}, but {right}"
        return
    for kind in only_on:
        if kind not in LOCOMOTIVES_ON:
            yield f"special.locomotives_only_on: {V.shown(kind)}, but {right}{V.did_you_mean(kind, LOCOMOTIVES_ON)}"
    yield from V.listed_twice("special.locomotives_only_on:", only_on)


# ---------------------------------------------------------------- bonuses that only some boards have


def _bonus_reasons(draft: Draft) -> Iterator[str]:
    for key, reasons in (
        ("districts", _district_reasons),
        ("grand_tour_bonus", _grand_tour_reasons),
        ("stations", _station_reasons),
        ("passengers", _passenger_reasons),
        ("passenger_gates", _gate_reasons),
    ):
        if key in draft.special:
            yield from reasons(draft, draft.special[key])
            if "decay" in draft.special:
                yield f"special.{key}: the progress game (special.decay) has no such rule"


def _district_reasons(draft: Draft, districts: Any) -> Iterator[str]:
    if not isinstance(districts, list) or not all(isinstance(district, dict) for district in districts):
        yield "special.districts: it must be a list of objects with value and cities"
        return
    if len(districts) > MAX_DISTRICTS:
        yield f"special.districts: {len(districts)}, but there can be at most {MAX_DISTRICTS}"
    members: list[Any] = []
    for i, district in enumerate(districts):
        what = f"special.districts, district {i + 1}"
        yield from V.wrong_keys(what, district, ("value", "cities"))
        yield from V.wrong_number(f"{what}: ", district, "value", 0, V.MAX_POINTS)
        if "cities" in district:
            yield from city_list_reasons(what, district["cities"], draft)
        cities = district["cities"] if isinstance(district.get("cities"), list) else []
        if len(cities) == 1 and V.is_whole(district.get("value"), 1, V.MAX_POINTS):
            yield f"{what}: only the city {V.shown(cities[0])}, but points are for connecting at least two"
        members += cities
    for city in draft.cities:
        if members.count(city) != 1:
            yield f"city {city}: it is in {members.count(city)} districts, but every city belongs to one"


def _grand_tour_reasons(draft: Draft, rule: Any) -> Iterator[str]:
    what = "special.grand_tour_bonus"
    if not isinstance(rule, dict):
        yield f"{what}: {V.shown(rule)}, but it must be an object"
        return
    yield from V.wrong_keys(what, rule, ("by_number_of_tickets",), ("rule",))
    points = rule.get("by_number_of_tickets", {})
    right = f"it must give points for '1', '2' … tickets, for {MAX_TOUR} at most"
    if not isinstance(points, dict):
        yield f"{what}: by_number_of_tickets is {V.shown(points)}, but {right}"
    elif set(points) != {str(n + 1) for n in range(len(points))} or len(points) > MAX_TOUR:
        yield f"{what}: by_number_of_tickets has {', '.join(map(V.shown, points))}, but {right}"
    else:
        for number, value in points.items():
            yield from V.wrong_whole(f"{what}: points for {counted(int(number), 'ticket')}", value, 0, V.MAX_POINTS)


def _station_reasons(draft: Draft, rule: Any) -> Iterator[str]:
    what = "special.stations"
    if not isinstance(rule, dict):
        yield f"{what}: {V.shown(rule)}, but it must be an object"
        return
    yield from V.wrong_keys(what, rule, ("cost_cards", "unused_points"), ("per_player", "rule"))
    costs = rule.get("cost_cards", [1])
    if not isinstance(costs, list) or not 1 <= len(costs) <= MAX_STATIONS:
        right = f"it must be a list of the cards for 1 to {MAX_STATIONS} stations"
        yield f"{what}: cost_cards is {V.shown(costs)}, but {right}"
        return
    most = min(MAX_DUE, draft.number("cards_per_color", MAX_DUE) + draft.number("locomotives"))
    for i, cost in enumerate(costs):
        yield from V.wrong_whole(f"{what}: cost_cards of station {i + 1}", cost, 1, most)
    if rule.get("per_player", len(costs)) != len(costs):
        there = counted(len(costs), "station")
        yield f"{what}: per_player is {V.shown(rule['per_player'])}, but cost_cards has {there}"
    yield from V.wrong_number(f"{what}: ", rule, "unused_points", 0, V.MAX_POINTS)


def _passenger_reasons(draft: Draft, rule: Any) -> Iterator[str]:
    what, countries = "special.passengers", draft.special.get("countries")
    per_city = rule.get("per_city") if isinstance(rule, dict) else None
    if not isinstance(per_city, dict):
        yield f"{what}: it must be an object whose per_city gives the number for each city"
        return
    yield from V.wrong_keys(what, rule, ("per_city", "colors"), ("most", "second", "rule"))
    nations = countries if isinstance(countries, dict) else {}
    inside = {city: name for name, cities in nations.items() if isinstance(cities, list) for city in map(str, cities)}
    places = [*draft.cities, *nations]
    for city, number in per_city.items():
        yield from V.wrong_whole(f"{what}: {V.shown(city)}", number, 0, MAX_PASSENGERS)
        if city not in places:
            yield f"{what}: there is no city or country {V.shown(city)}{V.did_you_mean(city, places)}"
        elif city in inside:
            yield f"{what}: {V.shown(city)} belongs to {inside[city]}, and who waits there waits in the whole country"
    for key in ("most", "second"):
        yield from V.wrong_number(f"{what}: ", rule, key, 0, V.MAX_POINTS)
    yield from _passenger_colour_reasons(what, rule.get("colors", ["red"]), list(per_city.values()))


def _gate_reasons(draft: Draft, gates: Any) -> Iterator[str]:
    """Countries whose passengers wait at some of their cities only."""
    what, countries, rule = "special.passenger_gates", draft.special.get("countries"), draft.special.get("passengers")
    per_city = rule.get("per_city") if isinstance(rule, dict) else None
    if not isinstance(gates, dict):
        yield f"{what}: {V.shown(gates)}, but it must be an object that gives cities for a country"
        return
    known = countries if isinstance(countries, dict) else {}
    for name, cities in gates.items():
        if name not in known:
            yield f"{what}: there is no country {V.shown(name)}{V.did_you_mean(name, known)}"
        elif not isinstance(per_city, dict) or name not in per_city:
            yield f"{what}: {V.shown(name)} has no passengers in special.passengers"
        elif not isinstance(cities, list) or not cities or not all(city in known[name] for city in cities):
            yield f"{what}: {V.shown(name)} is {V.shown(cities)}, but it must be a list of some of its cities"
        for city in V.repeated(cities) if isinstance(cities, list) else ():
            yield f"{what}: {V.shown(name)} lists {V.shown(city)} more than once"


def _passenger_colour_reasons(what: str, colours: Any, numbers: list[Any]) -> Iterator[str]:
    right = f"it must be a list of colours out of {', '.join(COLOURS)}"
    if not isinstance(colours, list) or not colours:
        yield f"{what}: colors is {V.shown(colours)}, but {right}"
        return
    for colour in colours:
        if not isinstance(colour, str) or colour not in COLOURS:
            yield f"{what}: there is no colour {V.shown(colour)}; {right}{V.did_you_mean(colour, COLOURS)}"
    yield from V.listed_twice(f"{what}: the colour", colours)
    if not all(V.is_whole(number, 0, MAX_PASSENGERS) for number in numbers):
        return
    if not 1 <= sum(numbers) <= MAX_PASSENGERS:
        yield f"{what}: {sum(numbers)} in all, but there must be 1 to {MAX_PASSENGERS}"
    elif sum(numbers) % len(colours):
        yield f"{what}: {sum(numbers)} in all, but there must be as many of each of the {len(colours)} colours"
