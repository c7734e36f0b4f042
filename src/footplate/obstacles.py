"""What keeps a seat from claiming a route."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from footplate.boards import Route

if TYPE_CHECKING:
    from footplate.observation import Observation


class Obstacle(Enum):
    """What keeps a seat from claiming a route, its turn apart: the first of these that holds."""

    OWNED = "somebody has claimed it"
    MY_OTHER_TRACK = "the seat owns another track of this double route"
    CLOSED = "with so few players one track closes the other"
    TRAINS = "the seat has too few trains"
    CARDS = "the seat has too few cards"
    LOCOMOTIVES = "the seat has too few of the locomotives that the route demands"


def obstacle_for(seen: Observation, route: int) -> Obstacle | None:
    """What keeps the observer from claiming a route, its turn apart; None if nothing does."""
    there = seen.board.routes[route]
    if seen.owner_of(route) is not None:
        return Obstacle.OWNED
    if not seen.is_open(route, seen.seat):
        tracks = (r for r, other in enumerate(seen.board.routes) if other.pair == there.pair)
        return Obstacle.MY_OTHER_TRACK if any(seen.owner_of(r) == seen.seat for r in tracks) else Obstacle.CLOSED
    if seen.trains[seen.seat] < there.length:
        return Obstacle.TRAINS
    held, locomotives = seen.held_for(route), seen.locomotives_for(route)
    most = seen.board.rules.most_replaced(there)
    if _can_pay_with_others(there, most, held, locomotives, sum(seen.hand.values())):
        return None
    if held + locomotives < there.length:
        return Obstacle.CARDS
    return Obstacle.LOCOMOTIVES if locomotives < there.locomotives else None


def _can_pay_with_others(there: Route, most: int, held: int, locomotives: int, cards: int) -> bool:
    """Whether cards of any kind can stand for some spaces of the route, ``most`` at most, and the hand has the rest."""
    for replaced in range(1, most + 1):
        rest = there.length - replaced
        least = max(0, there.locomotives - replaced, rest - held)
        if least <= min(locomotives, rest) and rest + replaced * there.substitutes <= cards:
            return True
    return False
