"""What is different between two boards, in words: one line for each route and ticket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from footplate.boards import Board, Route

Track = tuple[Route | None, Route | None, int | None]  # what it was, what it is, and its number then


@dataclass(frozen=True)
class Change:
    """``route`` is its number on the board after the change; None for a route that is gone, and for tickets."""

    what: str  # "Denver – Phoenix"
    how: str  # "white, 5 → 4"
    route: int | None = None


def changes_between(before: Board, after: Board) -> list[Change]:
    """Routes first, by the pairs of cities of the board before, then tickets. None if the boards share no city."""
    if not {city.name for city in before.cities} & {city.name for city in after.cities}:
        return []
    return [*_routes(before, after), *_tickets(before, after)]


def _routes(before: Board, after: Board) -> list[Change]:
    old, new = _by_pair(before), _by_pair(after)
    found = []
    for pair in [*old, *(pair for pair in new if pair not in old)]:
        earlier = [before.routes[r] for r in old.get(pair, ())]
        numbers = _in_order_of(earlier, after, new.get(pair, ()))
        pairs = [(was, None if n is None else after.routes[n], n) for was, n in zip_longest(earlier, numbers)]
        found += _as_one(pairs) or _one_by_one(pairs)
    return found


def _one_by_one(tracks: Sequence[Track]) -> list[Change]:
    found = []
    for was, now, number in tracks:
        if how := _how(was, now):
            route = was or now
            assert route is not None
            found.append(Change(_name(route), how, number))
    return found


def _as_one(tracks: Sequence[Track]) -> list[Change]:
    """A double route all of whose tracks have the same new length."""
    if len(tracks) < 2 or not all(was and now and replace(was, length=now.length) == now for was, now, _ in tracks):
        return []
    (was, now, number), *_ = tracks
    assert was is not None
    assert now is not None
    colours = " and ".join(dict.fromkeys(track.color for track, _, _ in tracks if track))
    return [Change(_name(was), f"{colours}, {was.length} → {now.length}", number)] if was.length != now.length else []


def _name(route: Route) -> str:
    return f"{route.a} – {route.b}"


def _by_pair(board: Board) -> Mapping[frozenset[str], tuple[int, ...]]:
    return {frozenset((board.routes[group[0]].a, board.routes[group[0]].b)): group for group in board.parallel_routes}


def _in_order_of(earlier: Sequence[Route], after: Board, numbers: Sequence[int]) -> list[int | None]:
    """Tracks that are as before stand beside what they were; the others follow in their order."""
    left, placed = list(numbers), []
    for was in earlier:
        same = next((n for n in left if _how(was, after.routes[n]) is None), None)
        placed.append(same)
        if same is not None:
            left.remove(same)
    for i, number in enumerate(placed):
        if number is None and left:
            placed[i] = left.pop(0)
    return [*placed, *left]


def _how(was: Route | None, now: Route | None) -> str | None:
    if was is None:
        assert now is not None
        return f"new: {_track(now)}"
    if now is None:
        return f"gone: {_track(was)}"
    words = []
    if was.color != now.color:
        words.append(f"{was.color} → {now.color}")
    if was.length != now.length:
        words.append(f"{was.length} → {now.length}" if words else f"{was.color}, {was.length} → {now.length}")
    for name, old, new in (("tunnel", was.tunnel, now.tunnel), ("locomotives", was.locomotives, now.locomotives)):
        if old != new:
            words.append(f"{name} {int(old)} → {int(new)}")
    return ", ".join(words) or None


def _track(route: Route) -> str:
    return f"{route.color}, {route.length}"


def _tickets(before: Board, after: Board) -> list[Change]:
    old, new = (Counter((frozenset((t.a, t.b)), t.points) for t in board.tickets) for board in (before, after))
    names = {frozenset((t.a, t.b)): f"{t.a} – {t.b}" for board in (before, after) for t in board.tickets}
    gone, added = list((old - new).elements()), list((new - old).elements())
    found = []
    for pair, points in gone:
        same = next((item for item in added if item[0] == pair), None)
        if same:
            added.remove(same)
        how = f"ticket {points} → {same[1]}" if same else f"ticket of {points} gone"
        found.append(Change(names[pair], how))
    return found + [Change(names[pair], f"new ticket of {points}") for pair, points in added]
