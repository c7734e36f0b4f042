"""Tickets and their rules in a board file: countries, country tickets, decks, where rejected ones go, and races."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from footplate.boards.parts import Country, RaceRules, Ticket

if TYPE_CHECKING:
    from footplate.boards.board import Board

RACE = ("objective", "coast_to_coast")  # keys of special
BOTTOM = "bottom"


# ---------------------------------------------------------------- from content to values


def read_ticket(data: Mapping[str, Any]) -> Ticket:
    return Ticket(data["a"], data["b"], data["points"], data.get("long", False))


def read_tickets(data: Mapping[str, Any]) -> tuple[Ticket, ...]:
    """Those between cities, then ``special.country_tickets``, each as often as there are copies."""
    return (*map(read_ticket, data["tickets"]), *_country_tickets(data["special"].get("country_tickets", ())))


def _country_tickets(listed: Sequence[Mapping[str, Any]]) -> Iterator[Ticket]:
    for data in listed:
        if "to" not in data:
            yield read_ticket(data)
            continue
        (best, points), *lesser = sorted(data["to"].items(), key=lambda goal: -goal[1])
        ticket = Ticket(data["from"], best, points, data.get("long", False), tuple(lesser))
        yield from [ticket] * data.get("copies", 1)


def read_ticket_rules(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of ``Rules`` that are about tickets."""
    special = data["special"]
    rejected = special.get("rejected_tickets", {})
    return {
        "first_long_tickets": data["initial_tickets"].get("deal_long", 0),
        "first_rejected": rejected.get("first", BOTTOM),
        "rejected": rejected.get("later", BOTTOM),
        "ticket_decks": special.get("ticket_decks", False),
        "countries": tuple(Country(name, tuple(cities)) for name, cities in special.get("countries", {}).items()),
        "race": _race(special),
    }


def _race(special: Mapping[str, Any]) -> RaceRules | None:
    if "objective" not in special:
        return None
    coasts = special.get("coast_to_coast", {})
    return RaceRules(
        tickets=special["objective"]["tickets_to_win"],
        coasts=(tuple(coasts.get("west", ())), tuple(coasts.get("east", ()))),
        coast_cards=coasts.get("tickets", 0),
        cards_per_draw=special.get("draw_cards", 2),
    )


# ---------------------------------------------------------------- from values to content


def is_plain(ticket: Ticket, board: Board) -> bool:
    """Whether it joins two cities, as those in a file's list of tickets do."""
    countries = {country.name for country in board.rules.countries}
    return not ticket.lesser_goals and ticket.a not in countries and ticket.b not in countries


def written_tickets(board: Board, known: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those between cities, with whatever else the file knew of them."""
    extras: dict[Ticket, list[dict[str, Any]]] = {}
    for data in reversed(known):
        extras.setdefault(read_ticket(data), []).append(data)
    return [
        {"a": t.a, "b": t.b, "points": t.points, **(extras[t].pop() if extras.get(t) else {"long": t.long})}
        for t in board.tickets
        if is_plain(t, board)
    ]


def written_country_tickets(board: Board) -> list[dict[str, Any]]:
    return [
        _written_country_ticket(ticket, len(list(copies)))
        for ticket, copies in groupby(t for t in board.tickets if not is_plain(t, board))
    ]


def _written_country_ticket(ticket: Ticket, copies: int) -> dict[str, Any]:
    return {"from": ticket.a, "to": dict(ticket.goals), "copies": copies, "long": ticket.long}


def write_ticket_rules(special: Mapping[str, Any], board: Board) -> dict[str, Any]:
    """``special`` by the values that are about tickets; what they don't change stays as it is."""
    rules, written = board.rules, dict(special)
    now = read_ticket_rules({"special": special, "initial_tickets": {}})
    if (now["first_rejected"], now["rejected"]) != (rules.first_rejected, rules.rejected):
        written["rejected_tickets"] = {"first": rules.first_rejected, "later": rules.rejected}
    if now["ticket_decks"] != rules.ticket_decks:
        written["ticket_decks"] = rules.ticket_decks
    if now["countries"] != rules.countries:
        written["countries"] = {country.name: list(country.cities) for country in rules.countries}
    if now["race"] != rules.race:
        written = {key: value for key, value in written.items() if key not in RACE}
        written |= _written_race(rules.race) if rules.race else {}
    country_tickets = tuple(t for t in board.tickets if not is_plain(t, board))
    if tuple(_country_tickets(special.get("country_tickets", ()))) != country_tickets:
        written["country_tickets"] = written_country_tickets(board)
    return written


def _written_race(race: RaceRules) -> dict[str, Any]:
    written: dict[str, Any] = {"objective": {"tickets_to_win": race.tickets}, "draw_cards": race.cards_per_draw}
    if race.coast_cards:
        west, east = map(list, race.coasts)
        written["coast_to_coast"] = {"west": west, "east": east, "tickets": race.coast_cards}
    return written
