"""The check of the tickets, whether they can be completed, and of the rules that only some boards have for them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from footplate.boards.check import values as V
from footplate.boards.check.map import Draft, city_list_reasons
from footplate.boards.check.rules import most_players
from footplate.boards.limits import MAX_GOALS, MAX_OFFER, MAX_PLAYERS, MAX_TICKETS, MAX_TRAINS
from footplate.words import counted

TICKET_FIELDS, TICKET_EXTRAS = ("a", "b", "points"), ("long", "set", "length")
MOST_TO_WIN = 20  # tickets of a race
REJECTED = {"first": ("bottom", "out", "shuffled"), "later": ("bottom", "out")}
COAST_REMARKS = ("per_player", "counts_as_tickets")  # both are 1


# ---------------------------------------------------------------- tickets between cities


def ticket_reasons(draft: Draft) -> Iterator[str]:
    tickets = draft.data.get("tickets")
    if not isinstance(tickets, list):
        return
    number = len(tickets) + len(country_tickets(draft))
    if number > MAX_TICKETS:
        yield f"tickets: {number}, but {V.HAS['tickets']}"
    for i, ticket in enumerate(tickets):
        if not isinstance(ticket, dict):
            right = f"an object with {', '.join(TICKET_FIELDS)}"
            yield f"ticket {i + 1} of the list: {V.shown(ticket)}, but it must be {right}"
            continue
        a, b = ticket.get("a"), ticket.get("b")
        label = f"ticket {a}–{b}" if V.is_text(a) and V.is_text(b) else f"ticket {i + 1} of the list"
        yield from _one_ticket_reasons(label, ticket, draft)
    yield from _supply_reasons([*tickets, *country_tickets(draft)], draft)


def _one_ticket_reasons(label: str, ticket: dict[str, Any], draft: Draft) -> Iterator[str]:
    yield from V.wrong_keys(label, ticket, TICKET_FIELDS, TICKET_EXTRAS)
    yield from V.wrong_number(f"{label}: ", ticket, "points", 1, V.MAX_POINTS)
    yield from V.wrong_flag(f"{label}: long is", ticket.get("long", False))
    if "set" in ticket and not V.is_text(ticket["set"]):
        yield f"{label}: set is {V.shown(ticket['set'])}, but it must be the name of a ticket set"
    yield from V.wrong_number(f"{label}: ", ticket, "length", 1, MAX_TRAINS)
    for key in ("a", "b"):
        if key in ticket:
            yield from V.wrong_city(label, ticket[key], draft.cities)
    yield from _way_reasons(label, ticket.get("a"), ticket.get("b"), draft)


def _way_reasons(label: str, a: object, b: object, draft: Draft) -> Iterator[str]:
    if not (V.is_text(a) and V.is_text(b) and a in draft.cities and b in draft.cities):
        return
    if a == b:
        yield f"{label}: it starts and ends in the same city; a ticket joins two"
        return
    distance, trains = draft.distance(a, b), draft.number("trains", MAX_TRAINS)
    if distance is None:
        through = " (ways through a country's cities don't count)" if draft.terminal else ""
        yield f"{label}: it can't be completed, for no way leads from {a} to {b}{through}"
    elif distance > trains:
        yield f"{label}: the shortest way takes {counted(distance, 'train')}, but a player has only {trains}"


def _supply_reasons(tickets: list[Any], draft: Draft) -> Iterator[str]:
    """Are there enough tickets for the first deal?"""
    deal = draft.data.get("initial_tickets")
    given = "ticket_sets" in draft.special and draft.special.get("objectives") != "private"
    if not isinstance(deal, dict) or given:
        return
    players = most_players(draft)
    long = sum(1 for t in tickets if isinstance(t, dict) and t.get("long") is True)
    apart = bool(deal.get("deal_long"))
    supply = {"deal": ("ticket", len(tickets) - long if apart else len(tickets)), "deal_long": ("long ticket", long)}
    for key, (kind, there) in supply.items():
        each = deal.get(key)
        if V.is_whole(each, 1, MAX_OFFER) and each * players > there:
            get = f"{counted(players, 'player')} get {counted(each, kind)} each"
            yield f"initial_tickets: {get}, but there are only {there}"


# ---------------------------------------------------------------- rules of some boards


def ticket_rule_reasons(draft: Draft) -> Iterator[str]:
    yield from _country_reasons(draft)
    yield from _rejected_reasons(draft.special.get("rejected_tickets", {}))
    yield from _ticket_deck_reasons(draft)
    yield from _race_reasons(draft)
    yield from _coast_reasons(draft)


# ---------------------------------------------------------------- countries and their tickets


def _country_reasons(draft: Draft) -> Iterator[str]:
    countries = draft.special.get("countries", {})
    if not isinstance(countries, dict):
        yield f"special.countries: {V.shown(countries)}, but it must be an object: country to list of its cities"
        return
    members: list[str] = []
    for country, cities in countries.items():
        what = f"special.countries: {V.shown(country)}"
        yield from city_list_reasons(what, cities, draft)
        if country in draft.cities:
            yield f"{what}: a city has this name; a country needs its own"
        members += {city for city in cities if isinstance(city, str)} if isinstance(cities, list) else ()
    for name in V.repeated(sorted(members)):
        yield f"city {name}: it is in {members.count(name)} countries, but a city belongs to one at most"
    for city in draft.cities.values():
        listed = countries.get(city.country) if city.country is not None else None
        if city.country is not None and not (isinstance(listed, list) and city.name in listed):
            yield f"city {city.name}: country {V.shown(city.country)}, but special.countries doesn't list it there"
    yield from _way_through_reasons(members, draft)
    yield from _country_ticket_reasons(draft, countries)


def _way_through_reasons(members: Collection[str], draft: Draft) -> Iterator[str]:
    """No path runs through a country: each of its cities is the end of the line."""
    for city in dict.fromkeys(members):
        neighbours = draft.graph.get(city, {})
        if len(neighbours) > 1:
            yield (
                f"city {city}: it belongs to a country, so one city may be its neighbour, but it has "
                f"{', '.join(sorted(neighbours))}: no path may run through a country"
            )


def country_tickets(draft: Draft) -> list[V.Data]:
    """The sound entries of ``special.country_tickets``, as often as there are copies."""
    listed = draft.special.get("country_tickets", [])
    found = [ticket for ticket in listed if isinstance(ticket, dict)] if isinstance(listed, list) else []
    return [ticket for ticket in found for _ in range(_copies(ticket))]


def _copies(ticket: V.Data) -> int:
    copies = ticket.get("copies", 1)
    return copies if V.is_whole(copies, 1, MAX_TICKETS) else 1


def _country_ticket_reasons(draft: Draft, countries: V.Data) -> Iterator[str]:
    tickets = draft.special.get("country_tickets", [])
    if not isinstance(tickets, list):
        yield f"special.country_tickets: {V.shown(tickets)}, but it must be a list"
        return
    for i, ticket in enumerate(tickets):
        what = f"special.country_tickets, ticket {i + 1}"
        if not isinstance(ticket, dict):
            yield f"{what}: {V.shown(ticket)}, but it must be an object"
            continue
        if "to" in ticket:
            yield from V.wrong_keys(what, ticket, ("from", "to"), ("copies", "long"))
            start, goals = ticket.get("from"), ticket["to"]
        else:
            yield from V.wrong_keys(what, ticket, ("a", "b", "points"), ("long",))
            start, goals = ticket.get("a"), {ticket.get("b"): ticket.get("points")}
        if not isinstance(goals, dict) or not 1 <= len(goals) <= MAX_GOALS:
            yield f"{what}: to is {V.shown(goals)}, but it must be an object: 1 to {MAX_GOALS} places and their points"
            continue
        yield from V.wrong_number(f"{what}: ", ticket, "copies", 1, MAX_TICKETS)
        yield from V.wrong_flag(f"{what}: long is", ticket.get("long", False))
        yield from _goal_reasons(what, start, goals, draft, countries)


def _goal_reasons(what: str, start: object, goals: V.Data, draft: Draft, countries: V.Data) -> Iterator[str]:
    places = {name: [name] for name in draft.cities}
    places |= {name: cities for name, cities in countries.items() if isinstance(name, str) and isinstance(cities, list)}
    for points in goals.values():
        yield from V.wrong_whole(f"{what}: points", points, 1, V.MAX_POINTS)
    unknown = [end for end in (start, *goals) if not isinstance(end, str) or end not in places]
    for end in unknown:
        yield f"{what}: there is no city or country {V.shown(end)}{V.did_you_mean(end, places)}"
    for goal in goals if not unknown else ():
        yield from _goal_way_reasons(f"{what}, {start}–{goal}", places[str(start)], places[goal], draft)


def _goal_way_reasons(what: str, start: list[Any], goal: list[Any], draft: Draft) -> Iterator[str]:
    known = frozenset(draft.cities)
    starts, goals = (known.intersection(city for city in end if isinstance(city, str)) for end in (start, goal))
    if not starts or not goals:
        return
    if starts & goals:
        yield f"{what}: it starts and ends in the same place; a ticket joins two"
        return
    nearest, trains = draft.nearest(starts, goals), draft.number("trains", MAX_TRAINS)
    if nearest is None:
        yield f"{what}: it can't be completed, for no way leads there"
    elif nearest > trains:
        yield f"{what}: the shortest way takes {counted(nearest, 'train')}, but a player has only {trains}"


# ---------------------------------------------------------------- decks


def _rejected_reasons(rejected: object) -> Iterator[str]:
    if not isinstance(rejected, dict):
        yield f"special.rejected_tickets: {V.shown(rejected)}, but it must be an object with first and later"
        return
    yield from V.wrong_keys("special.rejected_tickets", rejected, (), tuple(REJECTED))
    for key, right in REJECTED.items():
        place = rejected.get(key, "bottom")
        if not isinstance(place, str) or place not in right:
            yield f"special.rejected_tickets: {key} is {V.shown(place)}, but it must be one of {', '.join(right)}"


def _ticket_deck_reasons(draft: Draft) -> Iterator[str]:
    """Long tickets dealt apart, or in a deck of their own."""
    decks, deal = draft.special.get("ticket_decks", False), draft.data.get("initial_tickets")
    yield from V.wrong_flag("special.ticket_decks:", decks)
    apart = isinstance(deal, dict) and bool(deal.get("deal_long", 0))
    rejected = draft.special.get("rejected_tickets", {})
    if apart and decks:
        yield "initial_tickets: deal_long doesn't go with special.ticket_decks, where players say how many are long"
    elif apart and not (isinstance(rejected, dict) and rejected.get("first") == "out"):
        yield (
            "initial_tickets: deal_long needs special.rejected_tickets with first 'out', "
            "for long tickets dealt apart never come up later"
        )
    if decks is True:
        long = [ticket.get("long") is True for ticket in (*listed_tickets(draft), *country_tickets(draft))]
        for kind, there in (("long", any(long)), ("short", not all(long))):
            if not there:
                yield f"special.ticket_decks: true, but no ticket is {kind}"
    for key, there in (("initial_tickets: deal_long", apart), ("special.ticket_decks", decks)):
        if there and "objective" in draft.special:
            yield f"{key} doesn't go with special.objective: a race has one deck of tickets"


def listed_tickets(draft: Draft) -> list[V.Data]:
    tickets = draft.data.get("tickets")
    return [ticket for ticket in tickets if isinstance(ticket, dict)] if isinstance(tickets, list) else []


# ---------------------------------------------------------------- races


def _race_reasons(draft: Draft) -> Iterator[str]:
    special = draft.special
    yield from V.wrong_number("special.", special, "draw_cards", 1, 5)
    if special.get("draw_cards", 2) != 2 and ("objective" not in special or draft.number("face_up") != 0):
        right = "only a race (special.objective) without face-up cards draws another number than 2"
        yield f"special.draw_cards: {V.shown(special['draw_cards'])}, but {right}"
    if "objective" not in special:
        return
    objective = special["objective"]
    if not isinstance(objective, dict):
        yield f"special.objective: {V.shown(objective)}, but it must be an object such as {{'tickets_to_win': 6}}"
        return
    yield from V.wrong_keys("special.objective", objective, ("tickets_to_win",), ("rule",))
    yield from V.wrong_number("special.objective: ", objective, "tickets_to_win", 1, MOST_TO_WIN)
    if "decay" in special:
        yield "special.objective: a race doesn't go with the progress game (special.decay)"


def _coast_reasons(draft: Draft) -> Iterator[str]:
    if "coast_to_coast" not in draft.special:
        return
    rule, what = draft.special["coast_to_coast"], "special.coast_to_coast"
    if not isinstance(rule, dict):
        yield f"{what}: {V.shown(rule)}, but it must be an object with west, east and tickets"
        return
    if "objective" not in draft.special:
        yield f"{what} needs special.objective as well: it counts as a ticket of the race"
    yield from V.wrong_keys(what, rule, ("west", "east", "tickets"), (*COAST_REMARKS, "rule"))
    for side in ("west", "east"):
        yield from city_list_reasons(f"{what}: {side}", rule.get(side), draft)
    for city in rule.get("west", ()) if isinstance(rule.get("west"), list) else ():
        if isinstance(rule.get("east"), list) and city in rule["east"]:
            yield f"{what}: {V.shown(city)} lies on both coasts"
    yield from V.wrong_number(f"{what}: ", rule, "tickets", 1, MAX_PLAYERS)
    for key in COAST_REMARKS:
        if rule.get(key, 1) != 1:
            yield f"{what}: {key} is {V.shown(rule[key])}, but it can only be 1"
