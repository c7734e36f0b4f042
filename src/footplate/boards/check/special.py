"""The check of ``special``: bonuses, countries and remarks; and which of its rules Footplate can't play yet."""

from __future__ import annotations

from collections.abc import Iterator

from footplate.boards.check.bonuses import bonus_reasons
from footplate.boards.check.map import Draft, declared_pairs
from footplate.boards.check.rules import PROGRESS_FIELDS
from footplate.boards.check.values import (
    MAX_POINTS,
    Data,
    counted,
    did_you_mean,
    shown,
    wrong_cities,
    wrong_city,
    wrong_keys,
    wrong_whole,
)

PLAYED = (
    *("attractions", "attraction_points", "globetrotter", "triple_routes", "unequal_parallel_routes", "variants"),
    *("deck_size", "objectives", "draw_cards", "same_player_double_route", "face_up_locomotive_counts_as_two_draws"),
    *("no_face_up_display", "no_route_points", *PROGRESS_FIELDS, "districts", "grand_tour_bonus"),
)
REMARKS = (
    *("why", "unspecified_set_to_default", "attraction_rule", "pieces", "ferries", "initial_tickets_detail", "notes"),
    *("country_ticket_rule", "district_rule", "first_final_turn_rule", "draw", "ends", "reward", "winner"),
)
NOT_YET = {  # rules of the published boards that only their own key tells of
    "stations": "stations (using one route of another player into a city)",
    "country_tickets": "country tickets (and countries that no path runs through)",
    "passengers": "passengers (bonus points for meeple taken along the way)",
    "ticket_decks": "several ticket decks (short and long tickets to choose from)",
    "locomotives_only_on_tunnels": "locomotives on tunnels only (they replace no card on other routes)",
    "locomotives_only_on": "locomotives on tunnels and ferries only (they replace no card on other routes)",
    "rejected_tickets_leave_the_game": "rejected tickets leaving the game (instead of going back to the deck)",
    "ferry_locomotive_substitute_cards": "substitutes for locomotives (other cards in place of a ferry's locomotive)",
    "murmansk_lieksa_any_cards_per_space": "substitutes for any card (four cards in place of one on Murmansk–Lieksa)",
    "objective": "the objective (a race to a number of completed tickets)",
    "coast_to_coast": "the coast-to-coast ticket (a bonus for joining two coasts)",
    "ticket_flow": "the flow of tickets (a new one at once for one completed, and swapping all as a turn)",
}
SHAPED_ELSEWHERE = ("countries", "country_nodes_are_terminal", "tunnels")
CITY_LIST = "_cities"  # ends the names of city lists that ticket filters of variants read: "a or b in big_cities"
KNOWN = (*PLAYED, *REMARKS, *NOT_YET, *SHAPED_ELSEWHERE)
FLAGS = (
    *("same_player_double_route", "face_up_locomotive_counts_as_two_draws", "no_face_up_display", "no_route_points"),
    *("country_nodes_are_terminal", "rejected_tickets_leave_the_game", "locomotives_only_on_tunnels"),
)


def missing_rules(special: Data, *, tunnels: bool, long_tickets: bool) -> list[str]:
    """The rules of a sound board that Footplate can't play yet, a phrase each."""
    found = []
    if tunnels:
        found.append("tunnels (cards turned up after paying, which may ask for more)")
    if long_tickets:
        found.append("long tickets dealt apart (never drawn later)")
    found += [phrase for key, phrase in NOT_YET.items() if special.get(key)]
    if special.get("countries") and "country_tickets" not in special:
        found.append(NOT_YET["country_tickets"])
    if not special.get("face_up_locomotive_counts_as_two_draws", True):
        found.append("face-up locomotives as ordinary draws (one of two cards)")
    if special.get("draw_cards", 2) != 2:
        found.append(f"drawing {counted(special['draw_cards'], 'train card')} in a turn")
    return found


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
            yield from wrong_cities(f"special.{key}", special[key], draft.cities)
    yield from _bonus_reasons(draft)
    yield from _attraction_reasons(draft)
    yield from _parallel_list_reasons(draft)
    yield from _agreement_reasons(draft)
    yield from _country_reasons(draft)
    yield from _coast_reasons(draft)
    yield from bonus_reasons(draft)
    for key in ("tunnels", "objective"):
        if key in special and not isinstance(special[key], dict):
            yield f"special.{key}: {shown(special[key])}, but it must be an object"


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
    if "draw_cards" in special:
        yield from wrong_whole("special.draw_cards", special["draw_cards"], 1, 5)
    if special.get("no_face_up_display") is True and draft.number("face_up") != 0:
        yield "special.no_face_up_display: true, but face_up is not 0"
    if special.get("no_route_points") is True and isinstance(points, dict) and any(points.values()):
        yield "special.no_route_points: true, but route_points has points"


def _country_reasons(draft: Draft) -> Iterator[str]:
    countries = draft.special.get("countries", {})
    if not isinstance(countries, dict):
        yield f"special.countries: {shown(countries)}, but it must be an object: country to list of its cities"
        return
    for country, cities in countries.items():
        yield from wrong_cities(f"special.countries: {shown(country)}", cities, draft.cities)
    for city in draft.cities.values():
        members = countries.get(city.country) if city.country is not None else None
        if city.country is not None and not (isinstance(members, list) and city.name in members):
            yield f"city {city.name}: country {shown(city.country)}, but special.countries doesn't list it there"
    yield from _country_ticket_reasons(draft, countries)


def _country_ticket_reasons(draft: Draft, countries: Data) -> Iterator[str]:
    tickets = draft.special.get("country_tickets", [])
    if not isinstance(tickets, list):
        yield f"special.country_tickets: {shown(tickets)}, but it must be a list"
        return
    places = [*draft.cities, *(name for name in countries if isinstance(name, str))]
    for i, ticket in enumerate(tickets):
        what = f"special.country_tickets, ticket {i + 1}"
        if isinstance(ticket, dict) and "from" in ticket and isinstance(ticket.get("to"), dict):
            yield from wrong_keys(what, ticket, ("from", "to", "copies"))
            values, ends = ticket["to"].values(), [ticket["from"], *ticket["to"]]
        elif isinstance(ticket, dict):
            yield from wrong_keys(what, ticket, ("a", "b", "points", "long"))
            values, ends = [ticket.get("points")], [ticket.get("a"), ticket.get("b")]
        else:
            yield f"{what}: {shown(ticket)}, but it must be an object"
            continue
        for value in values:
            yield from wrong_whole(f"{what}: points", value, 1, MAX_POINTS)
        for end in ends:
            if not isinstance(end, str) or end not in places:
                yield f"{what}: there is no city or country {shown(end)}{did_you_mean(end, places)}"


def _coast_reasons(draft: Draft) -> Iterator[str]:
    if "coast_to_coast" not in draft.special:
        return
    rule = draft.special["coast_to_coast"]
    if not isinstance(rule, dict):
        yield f"special.coast_to_coast: {shown(rule)}, but it must be an object with west and east"
        return
    for side in ("west", "east"):
        yield from wrong_cities(f"special.coast_to_coast: {side}", rule.get(side), draft.cities)
