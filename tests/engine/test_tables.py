"""The tables against the obvious way to make them, and candidates that get tables of their own."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from footplate.boards import Board, Route, load_board
from footplate.boards.check.map import ways_to_pay
from footplate.boards.limits import GREY
from footplate.engine.layout import LENGTHS, LOCO, Record
from footplate.engine.tables import Claim, make_tables
from tests.support.strategies import random_boards


def claims_of(board: Board) -> tuple[Claim, ...]:
    claims = []
    for i, route in enumerate(board.routes):
        colours = range(len(board.colors)) if route.color == GREY else (board.colors.index(route.color),)
        replaceable = (route.locomotives or route.length) if route.substitutes else 0
        most = most_locomotives(board, route)
        for locomotives, replaced in itertools.product(range(most + 1), range(replaceable + 1)):
            left = route.length - locomotives - replaced
            if left >= 0 and locomotives + replaced >= route.locomotives:
                paid_with = colours if left else (LOCO,)
                claims += [Claim(locomotives, colour, route.length, i, replaced) for colour in paid_with]
    plain = [claim for claim in claims if not claim.replaced]
    return (*sorted(plain), *sorted(claim for claim in claims if claim.replaced))


def most_locomotives(board: Board, route: Route) -> int:
    only_on = board.rules.locomotives_only_on
    kinds = {"tunnel": route.tunnel, "ferry": route.locomotives > 0}
    takes = not only_on or any(kinds[kind] for kind in only_on)
    return min(route.length, board.rules.locomotives) if takes else 0


def check_tables(board: Board) -> None:
    tables = make_tables(board, 2)
    b, claims = tables.record, claims_of(board)
    assert tables.claims == claims
    payments = [claim for claim in claims if claim.replaced]
    assert b.n_plain_claims == len(claims) - len(payments)
    for i, claim in enumerate(claims):
        assert b.claim_others[i] == claim.replaced * board.routes[claim.route].substitutes
        assert b.claim_coloured[i] == claim.length - claim.locomotives - claim.replaced
    claims = claims[: b.n_plain_claims]
    for locomotives in range(LENGTHS):
        for colour in range(LOCO + 1):
            group = [claim for claim in claims if claim[:2] == (locomotives, colour)]
            counts = [sum(claim.length <= reach for claim in group) for reach in range(LENGTHS)]
            assert b.group_count[locomotives, colour].tolist() == counts
            assert b.group_first[locomotives, colour] == (claims.index(group[0]) if group else 0)
    check_routes(board, b)
    for group in board.parallel_routes:
        assert [b.twin[r] for r in group] == [*group[1:], group[0]]
        assert len({int(b.route_link[r]) for r in group}) == 1
    for c, city in enumerate(board.cities):
        links = b.city_link[b.city_first[c] : b.city_first[c + 1]]
        near = [k for k, group in enumerate(board.parallel_routes) if city.name in ends_of(board, group[0])]
        assert links.tolist() == near


def check_routes(board: Board, b: Record) -> None:
    """Every column of routes, links and tickets, row by row; nothing behind the last row."""
    names, colours = [city.name for city in board.cities], (*board.colors, GREY)
    for r, route in enumerate(board.routes):
        assert (names[b.route_a[r]], names[b.route_b[r]], b.route_length[r]) == (route.a, route.b, route.length)
        assert b.route_colour[r] == (-1 if route.color == GREY else colours.index(route.color))
        assert b.route_points[r] == board.rules.route_points[route.length]
    for k, group in enumerate(board.parallel_routes):
        assert (names[b.link_a[k]], names[b.link_b[k]], b.link_route[k]) == (*ends_of(board, group[0]), group[0])
        assert b.link_length[k] == min(board.routes[r].length for r in group)
    places = {country.name: country.cities for country in board.rules.countries}
    for t, ticket in enumerate(make_tables(board, 2).tickets):
        assert names[b.ticket_a[t]] in places.get(ticket.a, (ticket.a,))
        assert names[b.ticket_b[t]] in places.get(ticket.b, (ticket.b,))
        assert b.ticket_points[t] == ticket.points
        is_given = board.rules.progress is not None and board.rules.progress.given
        assert b.ticket_given[t] == (t // board.rules.initial_tickets.deal if is_given else -1)
    rows = {"route": len(board.routes), "link": len(board.parallel_routes), "ticket": b.n_tickets, "claim": b.n_claims}
    for name in b.dtype.names:
        kind = name.split("_")[0]
        if kind in rows and b[name].ndim == 1:
            assert not b[name][rows[kind] :].any(), name


def ends_of(board: Board, route: int) -> tuple[str, str]:
    return board.routes[route].a, board.routes[route].b


def test_tables_of_published_boards() -> None:
    for name in ("mini", "small", "new_york", "t2r", "usa"):
        check_tables(load_board(name))


@pytest.mark.parametrize("name", ["europe", "india", "nordic", "switzerland"])
def test_tables_of_boards_with_tunnels_and_ferries(name: str) -> None:
    board = load_board(name)
    check_tables(board)
    assert len(claims_of(board)) == sum(
        ways_to_pay(
            grey=route.color == GREY,
            length=route.length,
            locomotives=route.locomotives,
            colours=8,
            has_locomotives=most_locomotives(board, route) > 0,
            most_replaced=board.rules.most_replaced(route),
        )
        for route in board.routes
    )


@settings(max_examples=60, deadline=None)
@given(random_boards)
def test_tables_of_any_board(board: Board) -> None:
    check_tables(board)


def test_paths_are_found_when_somebody_asks_and_change_nothing_else() -> None:
    usa = load_board("usa")
    tables = make_tables(replace(usa, title="for itself"), 2)
    assert not tables.bare["path_n"].any()
    assert tables.record.path_n[: tables.record.n_tickets].min() > 0
    assert not tables.bare["path_n"].any()
    without = [name for name in tables.bare.dtype.names or () if not name.startswith("path_")]
    assert all(np.array_equal(tables.bare[name], tables.records[name]) for name in without)


def test_equal_boards_share_their_tables_and_others_do_not() -> None:
    usa = load_board("usa")
    assert make_tables(Board.from_json(usa.to_json()), 2) is make_tables(usa, 2)
    longer = replace(usa, routes=(replace(usa.routes[0], length=usa.routes[0].length + 1), *usa.routes[1:]))
    assert make_tables(longer, 2).record.route_length[0] == usa.routes[0].length + 1
