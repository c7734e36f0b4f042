"""The routes of a player's longest path, one after the other: the page runs along them at the end of a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from footplate.boards import Board
from footplate.game import Game

_MOST_STEPS = 20_000  # of the search; the rules know a path's length by other means (engine/longest_path.py)


def longest_path(game: Game, seat: int) -> list[int]:
    """The routes of a longest path in their order. None where it earned nothing, or where it is hard to find."""
    outcome = game.outcome()
    if outcome is None or not outcome.scores[seat].longest_path:
        return []
    mine = tuple(route for route, owner in enumerate(game.owners) if owner == seat)
    return list(_trail(game.board, mine, outcome.scores[seat].path_length))


@lru_cache(maxsize=256)
def _trail(board: Board, mine: Sequence[int], length: int) -> tuple[int, ...]:
    """Routes of that length in all that follow each other, each of them once; empty if none is found in time."""
    ways: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for number in mine:
        route = board.routes[number]
        ways[route.a].append((number, route.b))
        ways[route.b].append((number, route.a))
    spaces = {number: board.routes[number].length for number in mine}
    trail: list[int] = []
    steps = _MOST_STEPS

    def reachable(city: str) -> int:
        """Spaces of the routes that can still be come to from a city."""
        cities, routes, found = [city], set(trail), 0
        for here in cities:
            for number, there in ways[here]:
                if number not in routes:
                    routes.add(number)
                    found += spaces[number]
                    cities.append(there)
        return found

    def goes_on(city: str, left: int) -> bool:
        nonlocal steps
        steps -= 1
        if left == 0 or steps < 0 or reachable(city) < left:
            return left == 0
        for number, there in ways[city]:
            if number not in trail:
                trail.append(number)
                if goes_on(there, left - spaces[number]):
                    return True
                trail.pop()
        return False

    odd_first = sorted(ways, key=lambda city: len(ways[city]) % 2 == 0)
    return tuple(trail) if any(goes_on(city, length) for city in odd_first) else ()
