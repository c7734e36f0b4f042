"""The tables against the obvious way to make them, and candidates that get tables of their own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given, settings

from footplate.boards import Board, load_board
from footplate.boards.limits import GREY
from footplate.engine.layout import LENGTHS, LOCO, Record
from footplate.engine.tables import Claim, make_tables
from tests.strategies import random_boards


def claims_of(board: Board) -> tuple[Claim, ...]:
    claims = []
    for i, route in enumerate(board.routes):
        most = min(route.length, board.rules.locomotives)
        colours = range(len(board.colors)) if route.color == GREY else (board.colors.index(route.color),)
        for locomotives in range(route.locomotives, most + 1):
            if locomotives == route.length:
                claims.append(Claim(locomotives, LOCO, route.length, i))
            else:
                claims += [Claim(locomotives, colour, route.length, i) for colour in colours]
    return tuple(sorted(claims))


def check_tables(board: Board) -> None:
    tables = make_tables(board, 2)
    b, claims = tables.record, claims_of(board)
    assert tables.claims == claims
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
    for t, ticket in enumerate(make_tables(board, 2).tickets):
        assert (names[b.ticket_a[t]], names[b.ticket_b[t]], b.ticket_points[t]) == (ticket.a, ticket.b, ticket.points)
        assert b.ticket_given[t] == (-1 if board.rules.progress is None else t // board.rules.initial_tickets.deal)
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
