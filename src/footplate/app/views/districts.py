"""Districts: how many cities of each a seat has linked, and who has linked all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footplate.boards.parts import District
from footplate.view import View


def districts_view(view: View, you: int | None, names: Sequence[str]) -> list[dict[str, Any]]:
    """All districts, the most points first, as a seat (or a watcher) reads them."""
    groups = [linked_cities(view, seat) for seat in range(view.players)]
    rows = []
    for district in sorted(view.board.rules.districts, key=lambda district: -district.points):
        linked = [] if you is None else _largest(district, groups[you])
        done = len(linked) == len(district.cities)
        others = [names[s] for s in range(view.players) if s != you and holds(district, groups[s])]
        order = [city for city in district.cities if city in linked] + [c for c in district.cities if c not in linked]
        rows.append(
            {
                "points": district.points,
                "cities": order,
                "linked": order[: len(linked)],
                "done": done,
                "words": _others(others) if you is None else _words(district, len(linked), done, others),
            }
        )
    return rows


def district_points(view: View, seat: int) -> int | None:
    """What a seat's districts are worth so far; None where there are none."""
    districts = view.board.rules.districts
    if not districts:
        return None
    groups = linked_cities(view, seat)
    return sum(district.points for district in districts if holds(district, groups))


def linked_cities(view: View, seat: int) -> list[set[str]]:
    """The networks of a seat as sets of cities."""
    groups: list[set[str]] = []
    for number in view.routes_of(seat):
        route = view.board.routes[number]
        joined = {route.a, route.b}.union(*(group for group in groups if group & {route.a, route.b}))
        groups = [group for group in groups if not group & joined] + [joined]
    return groups


def holds(district: District, groups: Sequence[set[str]]) -> bool:
    return len(_largest(district, groups)) == len(district.cities)


def _largest(district: District, groups: Sequence[set[str]]) -> list[str]:
    """The most cities of a district that one network has; one alone is no link."""
    parts = [[city for city in district.cities if city in group] for group in groups]
    return max(parts, key=len, default=[])


def _words(district: District, linked: int, done: bool, others: Sequence[str]) -> str:
    if done:
        return f"linked, +{district.points}"
    return _others(others) if others else f"{linked} of {len(district.cities)}"


def _others(others: Sequence[str]) -> str:
    return f"{' and '.join(others)} {'have' if len(others) > 1 else 'has'} it" if others else "nobody has it"
