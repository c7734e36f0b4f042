"""Whether values are plainly a sound board, told in a fraction of a millisecond: for candidates by the thousand.

Yes means that ``problems`` has nothing to say. No means only that it has to look: it knows every exception that a
board file can declare, and it has the words.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from footplate.boards.check import field_reasons
from footplate.boards.check.map import LEAST_GAP, Draft, ways_to_pay
from footplate.boards.check.rules import rule_reasons
from footplate.boards.check.special import REMARKS
from footplate.boards.check.values import MAX_POINTS, Data, as_typed, is_text, is_whole
from footplate.boards.limits import GREY, MAX_CITIES, MAX_LENGTH, MAX_PAYMENTS, MAX_ROUTES, MAX_TICKETS
from footplate.boards.paths import adjacency, shortest_paths

if TYPE_CHECKING:
    from footplate.boards.board import Board
    from footplate.boards.parts import City, Route, Rules

# Of a file's special rules, those that no change of other values can make wrong.
STEADY = {*REMARKS, "same_player_double_route", "face_up_locomotive_counts_as_two_draws", "draw_cards", "deck_size"}


def is_plainly_sound(board: Board, rules: Data) -> bool:
    """``rules``: name, title, layout and rules of the board as its file says them."""
    special = board.file["special"] if board.file else {}
    return (
        special.keys() <= STEADY
        and "deal_long" not in rules["initial_tickets"]
        and board.rules.progress is None
        and not any(field_reasons(rules))
        and not any(rule_reasons(Draft(rules, {})))
        and type(board.rules.own_both_tracks) is bool
        and _has_sound_cities(board)
        and _has_sound_routes(board)
        and _has_sound_tickets(board)
    )


# ---------------------------------------------------------------- cities


def _has_sound_cities(board: Board) -> bool:
    cities, points = board.cities, board.rules.attraction_points
    attractions = [city.attraction for city in cities]
    return (
        2 <= len(cities) <= MAX_CITIES
        and _are_sound_names(tuple(city.name for city in cities))
        and all(city.label == city.name or is_text(city.label) for city in cities)
        and is_whole(points, 0, MAX_POINTS if any(attractions) else 0)
        and set(map(type, attractions)) == {bool}
        and _stand_apart(cities, board.aspect)
    )


@lru_cache(maxsize=256)
def _are_sound_names(names: tuple[str, ...]) -> bool:
    """Also: no name has a sign of those that tell a route's tracks apart."""
    return all(is_text(name) and "#" not in name for name in names) and len(set(map(as_typed, names))) == len(names)


@lru_cache(maxsize=256)
def _have_dashes(names: tuple[str, ...]) -> bool:
    return any("-" in name or "–" in name for name in names)


def _stand_apart(cities: tuple[City, ...], aspect: float) -> bool:
    gap = LEAST_GAP * 1.001  # of the box, so that rounding doesn't matter
    places: list[tuple[float, float]] = []
    for city in cities:
        if not ({type(city.x), type(city.y)} <= {int, float} and 0 <= city.x <= 1 and 0 <= city.y <= 1):
            return False
        places.append((city.x * aspect, city.y))
    places.sort()
    for i, (x, y) in enumerate(places):
        for j in range(i + 1, len(places)):
            u, v = places[j]
            if u - x > gap:
                break
            if -gap < v - y < gap:
                return False
    return True


# ---------------------------------------------------------------- routes


def _has_sound_routes(board: Board) -> bool:
    routes, names = board.routes, {city.name for city in board.cities}
    ends = [(route.a, route.b) for route in routes]
    kinds = Counter((route.color == GREY, route.length, route.locomotives) for route in routes)
    return (
        1 <= len(routes) <= MAX_ROUTES
        and {name for pair in ends for name in pair} == names
        and {route.color for route in routes} <= {*board.colors, GREY}
        and {type(route.tunnel) for route in routes} == {bool}
        and {type(number) for route in routes for number in (route.length, route.locomotives, route.pair)} == {int}
        and 0 <= min(route.pair for route in routes) <= max(route.pair for route in routes) < MAX_ROUTES
        and _can_be_paid(board.rules, len(board.colors), kinds)
        and _lie_apart(board)
    )


def _can_be_paid(rules: Rules, colors: int, kinds: Counter[tuple[bool, int, int]]) -> bool:
    payments = 0
    for (grey, length, locomotives), times in kinds.items():
        longest = min(MAX_LENGTH, rules.trains, rules.cards_per_color + rules.locomotives)
        if not (is_whole(length, 1, longest) and length in rules.route_points):
            return False
        if not is_whole(locomotives, 0, min(length, rules.locomotives)):
            return False
        payments += times * ways_to_pay(
            grey=grey, length=length, locomotives=locomotives, colors=colors, has_locomotives=rules.locomotives > 0
        )
    return payments <= MAX_PAYMENTS


def _lie_apart(board: Board) -> bool:
    """Two routes at most between the same cities; they, and only they, share the number of their pair."""
    routes, ends = board.routes, set()
    for group in board.parallel_routes:
        one = routes[group[0]]
        ends.add((one.a, one.b) if one.a < one.b else (one.b, one.a))
        if one.a == one.b or (len(group) > 1 and not _are_twins(*(routes[r] for r in group))):
            return False
    if len(ends) < len(board.parallel_routes):
        return False
    if not _have_dashes(tuple(city.name for city in board.cities)):
        return True
    return len({as_typed(f"{route.a}–{route.b}") for route in routes}) == len(ends)


def _are_twins(one: Route, other: Route, *more: Route) -> bool:
    alike = {one.a, one.b} == {other.a, other.b} and one.length == other.length
    return alike and not more and (one.color != other.color or one.color == GREY)


# ---------------------------------------------------------------- the network and the tickets


def _has_sound_tickets(board: Board) -> bool:
    """Tickets within reach, on a map in one piece. Ways through one city are looked at first: mostly they suffice."""
    tickets, trains, deal = board.tickets, board.rules.trains, board.rules.initial_tickets.deal
    if not (deal * board.rules.players[1] <= len(tickets) <= MAX_TICKETS):
        return False
    graph = adjacency((city.name for city in board.cities), ((r.a, r.b, r.length) for r in board.routes))
    hub = max(graph, key=lambda city: len(graph[city]))
    from_hub = shortest_paths(graph, hub)
    if len(from_hub) < len(board.cities):
        return False
    for ticket in tickets:
        a, b = from_hub.get(ticket.a), from_hub.get(ticket.b)
        if a is None or b is None or ticket.a == ticket.b or not is_whole(ticket.points, 1, MAX_POINTS):
            return False
        if a.segments + b.segments > trains and shortest_paths(graph, ticket.a)[ticket.b].segments > trains:
            return False
    return True
