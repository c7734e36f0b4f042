"""Tickets as the page is sent them: how each stands, its way on the map, countries reached, and a second way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from footplate.app.views.ways import Way, second_way, shortest_way
from footplate.boards import Board, Ticket
from footplate.observation import Observation
from footplate.sentences import place_titles, ticket_words
from footplate.view import View


def ticket_view(seen: Observation, ticket: Ticket, stations: tuple[str, ...] = ()) -> dict[str, Any]:
    """A ticket of the seat or on offer to it; ``stations`` are the seat's."""
    ways = {goal: shortest_way(seen, ticket.a, goal, seen.seat, stations) for goal, _ in ticket.goals}
    trains = seen.trains[seen.seat]
    reached = [(points, goal) for goal, points in ticket.goals if (way := ways[goal]) and way.to_lay == 0]
    goal = max(reached)[1] if reached else _nearest(ways)
    way = ways[goal]
    needed = way.to_lay if way else None
    state = "done" if reached else ("open" if needed is not None and needed <= trains else "dead")
    return {
        **_plain(seen.board, ticket, {goal for _, goal in reached}),
        "points": max(reached)[0] if reached else ticket.least_points,
        "state": state,
        "trains_needed": needed,
        "total": way.length if way else None,
        "way": list(way.routes) if way else [],
        "reason": _reason(seen.board, ticket, goal, way, trains),
        "second": second_view(seen, ticket, seen.seat) if state == "done" else None,
    }


def ticket_names(board: Board, ticket: Ticket) -> dict[str, str]:
    """The ends of a ticket. Its title is "Zürich to a country", or empty for tickets that two places name."""
    title = f"{place_titles(board).get(ticket.a, ticket.a)} to a country" if ticket.lesser_goals else ""
    return {"a": ticket.a, "b": ticket.b, "title": title}


def _plain(board: Board, ticket: Ticket, reached: set[str]) -> dict[str, Any]:
    """What a ticket says."""
    order = [country.name for country in board.rules.countries]
    goals = sorted(ticket.goals, key=lambda goal: order.index(goal[0])) if ticket.lesser_goals else []
    return {
        **ticket_names(board, ticket),
        "long": ticket.long and _has_two_kinds(board),
        "goals": [{"place": place, "points": points, "reached": place in reached} for place, points in goals],
        "missed": f"Highest reached counts; none: −{ticket.least_points}" if goals else "",
    }


@lru_cache(maxsize=64)
def _has_two_kinds(board: Board) -> bool:
    return not all(ticket.long for ticket in board.tickets)


def _nearest(ways: Mapping[str, Way | None]) -> str:
    return min(ways, key=lambda goal: way.to_lay if (way := ways[goal]) else 1 << 20)


def _reason(board: Board, ticket: Ticket, goal: str, way: Way | None, trains: int) -> str:
    needed = way.to_lay if way else None
    words = ticket_words(needed, trains)
    if needed is not None and ticket.lesser_goals:
        where = place_titles(board).get(goal, goal)
        return f"Best so far: {where}" if needed == 0 else f"Nearest: {where}, {words}"
    if needed == 0 and way and way.borrowed:
        return "Connected by a station"
    if needed and any(country.name in (ticket.a, ticket.b) for country in board.rules.countries):
        words = f"any gate, {words}"
    return capitalized(words)


def capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]


def second_view(view: View, ticket: Ticket, seat: int) -> dict[str, Any] | None:
    """How near a completed ticket is to a second way that shares no route. None where boards don't reward that."""
    if not view.board.rules.grand_tour:
        return None
    found = second_way(view, ticket.a, ticket.b, seat)
    if found is None:
        return {"done": False, "way": [], "words": "Connected, no second way left"}
    to_lay, routes = found
    words = f"Second way: {to_lay} to lay" if to_lay else "Connected two ways"
    return {"done": to_lay == 0, "way": list(routes), "words": words}
