"""A quick test of whether values are a sound board, for the thousands of candidates of a design.

True means that ``problems`` would find nothing. False means only that ``problems`` has to look: the quick test knows
none of the exceptions that a board file can declare. It takes a fraction of a millisecond.
"""

from __future__ import annotations

import marshal
from collections import Counter
from dataclasses import fields
from functools import lru_cache
from itertools import dropwhile, islice
from operator import and_, eq
from typing import TYPE_CHECKING

from footplate.boards import limits
from footplate.boards.check import field_reasons
from footplate.boards.check.map import LEAST_GAP, Draft, ways_to_pay
from footplate.boards.check.rules import rule_reasons
from footplate.boards.check.special import REMARKS
from footplate.boards.check.values import MAX_POINTS, Data, as_typed, is_text, is_whole
from footplate.boards.parts import Rules, most_replaced, numbered

if TYPE_CHECKING:
    from footplate.boards.board import Board
    from footplate.boards.parts import City, RouteColumns

_ENDLESS = 1 << 30

# Rules that only some boards have (other tickets, bonuses, other games), as they are on all others.
_PLAIN = {"progress": None} | {
    rule.name: rule.default for rule in dropwhile(lambda rule: rule.name != "first_long_tickets", fields(Rules))
}

# Of a file's special rules, those that no change of other values can make wrong.
STEADY = {
    *(*REMARKS, "same_player_double_route", "face_up_locomotive_counts_as_two_draws", "draw_cards", "deck_size"),
    "two_cards_at_once",
}


def is_plainly_sound(board: Board, rules: Data) -> bool:
    """``rules``: name, title, layout and rules of the board as its file says them."""
    special = board.file["special"] if board.file else {}
    return (
        special.keys() <= STEADY
        and _are_plain(board.rules)
        and not any(field_reasons(rules))
        and _are_sound_rules({**rules, "name": "", "title": ""})
        and type(board.rules.own_both_tracks) is bool
        and _are_sound_claim_rules(board.rules)
        and _has_sound_cities(board)
        and _has_sound_routes(board)
        and _has_sound_tickets(board)
    )


def _are_plain(rules: Rules) -> bool:
    """Whether there are no rules that only some boards have: these need a closer look."""
    return all(getattr(rules, name) == plain for name, plain in _PLAIN.items())


def _are_sound_rules(rules: Data) -> bool:
    """Cached, since most candidates share their rules."""
    try:
        return _are_sound_bytes(marshal.dumps(dict(rules)))
    except ValueError:  # something that no file could hold
        return False


@lru_cache(maxsize=64)
def _are_sound_bytes(rules: bytes) -> bool:
    return not any(rule_reasons(Draft(marshal.loads(rules), {})))


def _are_sound_claim_rules(rules: Rules) -> bool:
    return (
        type(rules.face_up_locomotive_is_whole_draw) is type(rules.two_cards_at_once) is bool
        and rules.locomotives_only_on in ((), ("tunnel",), ("ferry",), ("tunnel", "ferry"), ("ferry", "tunnel"))
        and is_whole(rules.tunnel_cards, 1, limits.MAX_DUE)
    )


# ---------------------------------------------------------------- cities


def _has_sound_cities(board: Board) -> bool:
    cities, names, points = board.cities, tuple(board.city_index), board.rules.attraction_points
    attractions = [city.attraction for city in cities]
    return (
        2 <= len(cities) <= limits.MAX_CITIES
        and len(names) == len(cities)
        and _are_sound_names(names)
        and all(city.label == city.name or is_text(city.label) for city in cities)
        and is_whole(points, 0, MAX_POINTS if any(attractions) else 0)
        and set(map(type, attractions)) == {bool}
        and _are_places(cities, board.aspect)
    )


@lru_cache(maxsize=256)
def _are_sound_names(names: tuple[str, ...]) -> bool:
    """Also: no name has the sign that stands before the number of a track."""
    return all(is_text(name) and "#" not in name for name in names) and len(set(map(as_typed, names))) == len(names)


@lru_cache(maxsize=256)
def _have_dashes(names: tuple[str, ...]) -> bool:
    return any("-" in name or "–" in name for name in names)


def _are_places(cities: tuple[City, ...], aspect: float) -> bool:
    xs, ys = tuple([city.x for city in cities]), tuple([city.y for city in cities])
    return {*map(type, xs), *map(type, ys)} <= {int, float} and _stand_apart(xs, ys, aspect)


@lru_cache(maxsize=256)
def _stand_apart(xs: tuple[float, ...], ys: tuple[float, ...], aspect: float) -> bool:
    gap = LEAST_GAP * 1.001  # of the box, so that rounding doesn't matter
    places = sorted([(x * aspect, y) for x, y in zip(xs, ys, strict=True)])
    for i, (x, y) in enumerate(places, 1):
        for u, v in islice(places, i, None):
            if u - x > gap:
                break
            if -gap < v - y < gap:
                return False
    return all(0 <= place <= 1 for place in (*xs, *ys))


# ---------------------------------------------------------------- routes


def _has_sound_routes(board: Board) -> bool:
    routes = board.route_columns
    return (
        1 <= len(board.routes) <= limits.MAX_ROUTES
        and {*routes.a, *routes.b} == board.city_index.keys()
        and {*routes.color} <= {*board.colors, limits.GREY}
        and {*map(type, routes.tunnel)} == {bool}
        and {*map(type, routes.length), *map(type, routes.locomotives), *map(type, routes.pair)} == {int}
        and ({*routes.substitutes} == {0} or _are_sound_substitutes(routes))
        and 0 <= min(routes.pair) <= max(routes.pair) < limits.MAX_ROUTES
        and _can_be_paid(board.rules, len(board.colors), routes)
        and _lie_apart(board)
    )


def _are_sound_substitutes(routes: RouteColumns) -> bool:
    return (
        {*map(type, routes.substitutes)} == {int}
        and 0 <= min(routes.substitutes) <= max(routes.substitutes) <= limits.MAX_SUBSTITUTES
        and not any(map(and_, map(bool, routes.substitutes), routes.tunnel))
    )


def _can_be_paid(rules: Rules, colours: int, routes: RouteColumns) -> bool:
    payments, longest = 0, min(limits.MAX_LENGTH, rules.trains)
    limited, grey = bool(rules.locomotives_only_on), map(limits.GREY.__eq__, routes.color)
    kinds = Counter(zip(grey, routes.length, routes.locomotives, routes.tunnel, routes.substitutes, strict=True))
    for (is_grey, length, needed, tunnel, substitutes), times in kinds.items():
        locomotives = 0 if limited and not rules.pay_with_locomotives(tunnel, needed) else rules.locomotives
        if not (1 <= length <= min(longest, rules.cards_per_color + locomotives) and length in rules.route_points):
            return False
        if not 0 <= needed <= min(length, locomotives):
            return False
        payments += times * ways_to_pay(
            grey=is_grey,
            length=length,
            locomotives=needed,
            colours=colours,
            has_locomotives=locomotives > 0,
            most_replaced=most_replaced(length, needed, substitutes, everywhere=False),
        )
    return payments <= limits.MAX_PAYMENTS


def _lie_apart(board: Board) -> bool:
    """Two routes at most between the same cities; they, and only they, share the number of their pair."""
    routes, groups, names = board.route_columns, board.parallel_routes, tuple(board.city_index)
    n = len(board.cities)
    ends = {a * n + b if a < b else b * n + a for a, b in zip(*board.route_ends, strict=True)}
    return (
        len(ends) == len(groups)
        and not any(map(eq, *board.route_ends))
        and all(_are_twins(routes, *group) for group in groups if len(group) > 1)
        and not (_have_dashes(names) and _sound_alike(routes, len(groups)))
    )


def _are_twins(routes: RouteColumns, one: int, other: int, *more: int) -> bool:
    a, b, length, colour = routes[:4]
    there = (a[one] == a[other] and b[one] == b[other]) or (a[one] == b[other] and b[one] == a[other])
    payable_apart = colour[one] != colour[other] or colour[one] == limits.GREY
    return there and length[one] == length[other] and not more and payable_apart


def _sound_alike(routes: RouteColumns, pairs: int) -> bool:
    """Whether names with dashes make two pairs of cities read the same."""
    return len({as_typed(f"{a}–{b}") for a, b in zip(routes.a, routes.b, strict=True)}) != pairs


# ---------------------------------------------------------------- the network and the tickets


def _has_sound_tickets(board: Board) -> bool:
    """Tickets within reach, on a connected map. Ways through the city with most neighbours are tried first."""
    tickets, trains, deal = board.ticket_columns, board.rules.trains, board.rules.initial_tickets.deal
    near: list[dict[int, int]] = [{} for _ in board.cities]
    for a, b, length in zip(*board.route_ends, board.route_columns.length, strict=True):
        near[a][b] = near[b][a] = length  # twins have the same
    neighbours = list(map(len, near))
    far = _distances(near, neighbours.index(max(neighbours)))
    return (
        deal * board.rules.players[1] <= len(board.tickets) <= limits.MAX_TICKETS
        and _ENDLESS not in far
        and {*tickets.a, *tickets.b} <= board.city_index.keys()
        and not any(map(eq, tickets.a, tickets.b))
        and {*map(type, tickets.long)} <= {bool}
        and not any(tickets.lesser_goals)
        and {*map(type, tickets.points)} <= {int}
        and all(1 <= points <= MAX_POINTS for points in {*tickets.points})
        and all(
            far[a] + far[b] <= trains or _distances(near, a)[b] <= trains
            for a, b in zip(*numbered(board.city_index, tickets), strict=True)
        )
    )


def _distances(near: list[dict[int, int]], start: int) -> list[int]:
    """Segments from ``start`` to every city; on numbers, which is quicker than ``paths``."""
    far, waiting = [_ENDLESS] * len(near), [start]
    far[start] = 0
    for city in waiting:  # again, when there is a shorter way to it
        so_far = far[city]
        for neighbour, length in near[city].items():
            if so_far + length < far[neighbour]:
                far[neighbour] = so_far + length
                waiting.append(neighbour)
    return far
