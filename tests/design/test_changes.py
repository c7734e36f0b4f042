"""What is different between two boards, in words."""

from __future__ import annotations

from dataclasses import replace

from footplate.boards import Board, Ticket, load_board
from footplate.design.report.changes import Change, changes_between

USA = load_board("usa")


def changed(route: int, **values: object) -> Board:
    routes = list(USA.routes)
    routes[route] = replace(routes[route], **values)  # type: ignore[arg-type]
    return replace(USA, routes=tuple(routes))


def test_nothing_is_different() -> None:
    assert changes_between(USA, USA) == []
    turned = replace(USA, tickets=tuple(replace(t, a=t.b, b=t.a) for t in reversed(USA.tickets)))
    assert changes_between(USA, turned) == []


def test_lengths_and_colours() -> None:
    number = next(i for i, route in enumerate(USA.routes) if {route.a, route.b} == {"Denver", "Phoenix"})
    assert changes_between(USA, changed(number, length=4)) == [Change("Denver – Phoenix", "white, 5 → 4", number)]
    assert changes_between(USA, changed(number, color="red")) == [Change("Denver – Phoenix", "white → red", number)]
    both = changes_between(USA, changed(number, length=2, color="grey"))
    assert [change.how for change in both] == ["white → grey, 5 → 2"]


def test_tracks_are_told_apart_by_what_they_are() -> None:
    first, second = next(group for group in USA.parallel_routes if len({USA.routes[r].color for r in group}) == 2)
    swapped = list(USA.routes)
    swapped[first], swapped[second] = swapped[second], swapped[first]
    assert changes_between(USA, replace(USA, routes=tuple(swapped))) == []
    single = replace(USA, routes=tuple(route for i, route in enumerate(USA.routes) if i != second))
    gone = USA.routes[second]
    assert [change.how for change in changes_between(USA, single)] == [f"gone: {gone.color}, {gone.length}"]
    (new,) = changes_between(single, USA)
    assert new.how == f"new: {gone.color}, {gone.length}"
    assert new.route is not None
    assert USA.routes[new.route] == gone


def test_a_double_route_of_another_length_is_one_change() -> None:
    first, second = next(group for group in USA.parallel_routes if len({USA.routes[r].color for r in group}) == 2)
    routes = list(USA.routes)
    for number in (first, second):
        routes[number] = replace(routes[number], length=routes[number].length + 1)
    (change,) = changes_between(USA, replace(USA, routes=tuple(routes)))
    was = USA.routes[first]
    assert change.how == f"{was.color} and {USA.routes[second].color}, {was.length} → {was.length + 1}"
    assert change.route == first


def test_tickets() -> None:
    first, second, *others = USA.tickets
    board = replace(USA, tickets=(replace(first, points=99), Ticket("Miami", "Seattle", 20), *others))
    assert [(change.what, change.how) for change in changes_between(USA, board)] == [
        (f"{first.a} – {first.b}", f"ticket {first.points} → 99"),
        (f"{second.a} – {second.b}", f"ticket of {second.points} gone"),
        ("Miami – Seattle", "new ticket of 20"),
    ]


def test_boards_that_share_no_city() -> None:
    assert changes_between(USA, load_board("small")) == []
