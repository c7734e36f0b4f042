"""The check of the tickets: ends, points, and whether they can be completed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from footplate.boards.check.map import Draft
from footplate.boards.check.rules import most_players
from footplate.boards.check.sizes import HAS
from footplate.boards.check.ticket_rules import country_tickets
from footplate.boards.check.values import (
    MAX_POINTS,
    counted,
    is_text,
    is_whole,
    shown,
    wrong_city,
    wrong_keys,
    wrong_whole,
)
from footplate.boards.limits import MAX_OFFER, MAX_TICKETS, MAX_TRAINS

TICKET_FIELDS, TICKET_EXTRAS = ("a", "b", "points"), ("long", "set", "length")


def ticket_reasons(draft: Draft) -> Iterator[str]:
    tickets = draft.data.get("tickets")
    if not isinstance(tickets, list):
        return
    number = len(tickets) + len(country_tickets(draft))
    if number > MAX_TICKETS:
        yield f"tickets: {number}, but {HAS['tickets']}"
    for i, ticket in enumerate(tickets):
        if not isinstance(ticket, dict):
            right = f"an object with {', '.join(TICKET_FIELDS)}"
            yield f"ticket {i + 1} of the list: {shown(ticket)}, but it must be {right}"
            continue
        a, b = ticket.get("a"), ticket.get("b")
        label = f"ticket {a}–{b}" if is_text(a) and is_text(b) else f"ticket {i + 1} of the list"
        yield from _one_ticket_reasons(label, ticket, draft)
    yield from _supply_reasons([*tickets, *country_tickets(draft)], draft)


def _one_ticket_reasons(label: str, ticket: dict[str, Any], draft: Draft) -> Iterator[str]:
    yield from wrong_keys(label, ticket, TICKET_FIELDS, TICKET_EXTRAS)
    if "points" in ticket:
        yield from wrong_whole(f"{label}: points", ticket["points"], 1, MAX_POINTS)
    if "long" in ticket and not isinstance(ticket["long"], bool):
        yield f"{label}: long is {shown(ticket['long'])}, but it must be true or false"
    if "set" in ticket and not is_text(ticket["set"]):
        yield f"{label}: set is {shown(ticket['set'])}, but it must be the name of a ticket set"
    if "length" in ticket:
        yield from wrong_whole(f"{label}: length", ticket["length"], 1, MAX_TRAINS)
    for key in ("a", "b"):
        if key in ticket:
            yield from wrong_city(label, ticket[key], draft.cities)
    yield from _way_reasons(label, ticket.get("a"), ticket.get("b"), draft)


def _way_reasons(label: str, a: object, b: object, draft: Draft) -> Iterator[str]:
    if not (is_text(a) and is_text(b) and a in draft.cities and b in draft.cities):
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
    if not isinstance(deal, dict) or "ticket_sets" in draft.special:
        return
    players = most_players(draft)
    long = sum(1 for t in tickets if isinstance(t, dict) and t.get("long") is True)
    apart = bool(deal.get("deal_long"))
    supply = {"deal": ("ticket", len(tickets) - long if apart else len(tickets)), "deal_long": ("long ticket", long)}
    for key, (kind, there) in supply.items():
        each = deal.get(key)
        if is_whole(each, 1, MAX_OFFER) and each * players > there:
            get = f"{counted(players, 'player')} get {counted(each, kind)} each"
            yield f"initial_tickets: {get}, but there are only {there}"
