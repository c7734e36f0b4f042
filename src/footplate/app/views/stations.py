"""Stations: where one can be built and paid, what it would lend, and why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from footplate.actions import LOCOMOTIVE, BuildStation, PayDue
from footplate.app.views.payments import payments, ways_for_one_colour
from footplate.app.views.ways import shortest_way
from footplate.boards import Ticket
from footplate.observation import Observation
from footplate.sentences import cities, number_word, place_titles
from footplate.view import View
from footplate.words import counted

_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def builders(view: View) -> dict[str, int]:
    """By city with a station, whose it is; also where one is begun."""
    built = {city: seat for seat, cities in enumerate(view.stations) for city in cities}
    return built | ({view.building: view.to_move} if view.building else {})


def reserve(view: View, seat: int) -> dict[str, Any] | None:
    """What is left of a seat's stations, and what that is worth."""
    rules = view.board.rules.stations
    if rules is None:
        return None
    total = len(rules.costs)
    left = total - len(view.stations[seat])
    points = left * rules.points
    words = f"{left} of {total} stations left, worth {counted(points, 'point')}."
    return {"left": left, "total": total, "points": points, "words": words}


def station_offers(seen: Observation, builds: Sequence[BuildStation], needed: Mapping[str, int]) -> dict[str, Any]:
    """By city in which the seat can build now: the action, the ways to pay, and what it is good for."""
    rules = seen.board.rules.stations
    if not builds or rules is None:
        return {}
    cost = rules.costs[len(seen.stations[seen.seat])]
    ways = payments(seen, ways_for_one_colour(seen.hand, seen.board.colors, cost), needed)
    return {build.city: _offer(seen, build.city, seen.actions.id(build), ways) for build in builds}


def begun_station(seen: Observation, dues: Sequence[PayDue], needed: Mapping[str, int]) -> dict[str, Any]:
    """A station that stands and has still to be paid."""
    if not seen.is_my_turn or seen.building is None:
        return {}
    return {seen.building: _offer(seen, seen.building, None, payments(seen, dues, needed))}


def _offer(seen: Observation, city: str, action: int | None, ways: list[dict[str, Any]]) -> dict[str, Any]:
    opens = lent_routes(seen, city)
    return {
        "action": action,
        "ways": ways,
        "cost": _cost_words(seen),
        "lends": _lends(seen, city, opens),
        "opens": opens,
    }


def _cost_words(seen: Observation) -> str:
    rules, number = seen.board.rules.stations, len(seen.stations[seen.seat])
    assert rules is not None
    n = rules.costs[number]
    cost = "1 card" if n == 1 else f"{n} cards of one colour"
    worth = counted(rules.points, "point")
    return f"Your {_ORDINALS[number]}: {cost}. Left unbuilt, a station is worth {worth}."


def lent_routes(seen: Observation, city: str) -> list[int]:
    """Routes of others into a city: a station there lends one of them."""
    return [
        number
        for number, route in enumerate(seen.board.routes)
        if city in (route.a, route.b) and seen.owner_of(number) not in (None, seen.seat)
    ]


def _lends(seen: Observation, city: str, opens: Sequence[int]) -> str:
    """What a station lends, and which ticket gets nearest by it."""
    where = place_titles(seen.board).get(city, city)
    if not opens:
        return f"Lends you one route into {where} at the end, once others have one there."
    built = tuple(at for at in seen.stations[seen.seat] if at != city)
    nearer = [
        (before - after, ticket, before, after)
        for ticket in seen.tickets
        if (before := _to_lay(seen, ticket, built)) and (after := _to_lay(seen, ticket, (*built, city))) is not None
        if after < before
    ]
    words = f"Lends you one route into {where} at the end."
    if not nearer:
        return words
    _, ticket, before, after = max(nearer, key=lambda found: found[0])
    then = "connected" if after == 0 else f"{after} to lay"
    was = "" if before > _FAR else f", not {before}"
    return f"{words} {cities(ticket, seen.board)}: {then}{was}."


_FAR = 1 << 10  # trains: cut off


def _to_lay(seen: Observation, ticket: Ticket, stations: tuple[str, ...]) -> int:
    ways = [shortest_way(seen, ticket.a, goal, seen.seat, stations) for goal, _ in ticket.goals]
    return min((way.to_lay for way in ways if way), default=_FAR + 1)


def why_no_stations(seen: Observation, can: Mapping[str, Any], names: Sequence[str], now: str) -> dict[str, str]:
    """By city, why the seat can't build there; ``now`` says why it has to wait."""
    rules = seen.board.rules.stations
    if rules is None:
        return {}
    built = len(seen.stations[seen.seat])
    if built == len(rules.costs):
        every = f"All {number_word(built)} stations are built."
    elif not ways_for_one_colour(seen.hand, seen.board.colors, rules.costs[built]):
        every = _too_dear(seen, built, rules.costs[built])
    else:
        every = now
    return {city.name: _taken(seen, city.name, names) or every for city in seen.board.cities if city.name not in can}


def _taken(seen: Observation, city: str, names: Sequence[str]) -> str:
    owner = builders(seen).get(city)
    if owner is None:
        return ""
    whose = "yours" if owner == seen.seat else f"{names[owner]}'s"
    return f"A station stands here already: {whose}."


def _too_dear(seen: Observation, built: int, n: int) -> str:
    colour = max(seen.board.colors, key=lambda colour: seen.hand[colour])
    locos = seen.hand.get(LOCOMOTIVE, 0)
    have = f"{seen.hand[colour]} {colour} and {counted(locos, 'locomotive') if locos else 'no locomotive'}"
    need = "a card" if n == 1 else f"{n} cards of one colour"
    return f"Your {_ORDINALS[built]} needs {need}; you have {have if sum(seen.hand.values()) else 'none'}."
