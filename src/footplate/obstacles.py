"""What keeps a seat from claiming a route."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

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
    there, owners = seen.board.routes[route], seen.owners
    if owners[route] is not None:
        return Obstacle.OWNED
    if not seen.is_open(route, seen.seat):
        tracks = (r for r, other in enumerate(seen.board.routes) if other.pair == there.pair)
        return Obstacle.MY_OTHER_TRACK if any(owners[r] == seen.seat for r in tracks) else Obstacle.CLOSED
    if seen.trains[seen.seat] < there.length:
        return Obstacle.TRAINS
    if _can_pay_with_others(seen, route):
        return None
    locomotives = seen.locomotives_for(route)
    if seen.held_for(route) + locomotives < there.length:
        return Obstacle.CARDS
    return Obstacle.LOCOMOTIVES if locomotives < there.locomotives else None


def _can_pay_with_others(seen: Observation, route: int) -> bool:
    """Whether cards of any kind can stand for some spaces of the route, and the hand has the rest."""
    there, cards = seen.board.routes[route], sum(seen.hand.values())
    held, locomotives = seen.held_for(route), seen.locomotives_for(route)
    for replaced in range(1, (there.locomotives or there.length) + 1) if there.substitutes else ():
        rest = there.length - replaced
        least = max(0, there.locomotives - replaced, rest - held)
        if least <= min(locomotives, rest) and rest + replaced * there.substitutes <= cards:
            return True
    return False
