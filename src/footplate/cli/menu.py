"""What a person may do now, numbered; and what a typed line means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from footplate.actions import LOCOMOTIVE, Action, BuildStation, ClaimRoute
from footplate.boards import Board
from footplate.errors import IllegalAction
from footplate.observation import Observation, Obstacle
from footplate.words import counted


class Menu:
    """The legal actions of a seat. Number n is ``actions[n - 1]``; a route that can be claimed has one number.

    ``payments`` gives, by route, all ways to pay for it, the best one first: fewest cards of any kind, then fewest
    locomotives, then the colour of which the seat holds most. The number stands for the best one. ``routes`` are those
    with a number. Stations are built by words ("station kyiv").
    """

    def __init__(self, seen: Observation, names: Sequence[str]) -> None:
        self.seen, self.names = seen, names
        legal = seen.legal_actions()
        self.payments: dict[int, list[ClaimRoute]] = {}
        for claim in (action for action in legal if isinstance(action, ClaimRoute)):
            self.payments.setdefault(claim.route, []).append(claim)
        held = seen.hand
        for claims in self.payments.values():
            claims.sort(key=lambda c: (c.others, c.locomotives, -held.get(c.paid_with or LOCOMOTIVE, 0)))
        self.routes = routes_in_order(seen.board, self._without_equal_twins())
        others = [action for action in legal if not isinstance(action, ClaimRoute | BuildStation)]
        self.actions: list[Action] = [*others, *(self.payments[route][0] for route in self.routes)]

    def _without_equal_twins(self) -> list[int]:
        """The routes that can be claimed, without second tracks of the same colour."""
        routes = self.seen.board.routes
        first: dict[tuple[int, str], int] = {}
        for route in sorted(self.payments):
            first.setdefault((routes[route].pair, routes[route].color), route)
        return list(first.values())

    def number(self, action: Action) -> int | None:
        return self.actions.index(action) + 1 if action in self.actions else None

    def number_of_route(self, route: int) -> int | None:
        return self.number(self.payments[route][0]) if route in self.payments else None

    def choose(self, line: str) -> Action:
        """The action that a line names: "7", "7 yellow" (route 7 paid with yellow), or words."""
        first, *words = line.casefold().replace(",", " ").split() or [""]
        if not first.isdecimal():
            return self._by_words(line)
        if words and all(word.isdecimal() for word in words):
            return self._by_words(f"keep {first} {' '.join(words)}")
        number = int(first[:9])
        if not 1 <= number <= len(self.actions):
            raise IllegalAction(f"there is no choice {number}; the numbers go from 1 to {len(self.actions)}")
        action = self.actions[number - 1]
        return self._payment(action, words) if words else action

    def _payment(self, action: Action, words: Sequence[str]) -> Action:
        """The best way to pay for a route with the cards that the words name."""
        ways = self.payments[action.route] if isinstance(action, ClaimRoute) else []
        wanted = [word.rstrip("s") for word in words if word != "with"]
        for claim in ways:
            if all(word in payment_words(claim).split() for word in wanted):
                return claim
        if not ways:
            raise IllegalAction(f"{action.text!r} costs nothing: type its number alone")
        possible = "; ".join(payment_words(claim) for claim in ways)
        raise IllegalAction(f"{ways[0].a}–{ways[0].b} can't be paid so. Possible: {possible}.")

    def _by_words(self, line: str) -> Action:
        try:
            action = self.seen.actions.parse(line, self.seen.legal_actions())
        except IllegalAction as error:
            reasons = [self._why_not(route) for route in self._routes_named(line)]
            raise IllegalAction(reasons[0]) if reasons and "can mean" not in str(error) else error from None
        if isinstance(action, ClaimRoute) and action.route not in self.payments:
            raise IllegalAction(self._why_not(action.route))
        return action

    def _routes_named(self, line: str) -> list[int]:
        """The routes between the cities of a line; of parallel ones those of its colour, if it names one."""
        typed, routes = line.casefold(), self.seen.board.routes
        named = [i for i, there in enumerate(routes) if there.a.casefold() in typed and there.b.casefold() in typed]
        for i in named:
            typed = typed.replace(routes[i].a.casefold(), " ").replace(routes[i].b.casefold(), " ")
        words = typed.replace("-", " ").split()
        return [i for i in named if routes[i].color in words] or named

    def _why_not(self, route: int) -> str:
        there, routes = self.seen.board.routes[route], self.seen.board.routes
        tracks = {other.color for other in routes if other.pair == there.pair}
        which = f" ({there.color})" if len(tracks) > 1 else ""
        reason = self.obstacle(route) or "first finish what you began"
        return f"{there.a}–{there.b}{which} can't be claimed now: {reason}."

    def obstacle(self, route: int) -> str:
        """What keeps the seat from claiming a route, its turn apart; empty if nothing does."""
        seen, there = self.seen, self.seen.board.routes[route]
        match seen.obstacle(route):
            case Obstacle.OWNED:
                owner = seen.owners[route]
                assert owner is not None
                return "yours" if owner == seen.seat else f"claimed by {self.names[owner]}"
            case Obstacle.MY_OTHER_TRACK:
                return "you own the other track"
            case Obstacle.CLOSED:
                return "closed, the other track is taken"
            case Obstacle.TRAINS:
                return f"takes {there.length} trains, you have {seen.trains[seen.seat]}"
            case Obstacle.CARDS:
                short = there.length - seen.held_for(route) - seen.locomotives_for(route)
                grey = f"{counted(short, 'more card')} of one colour"
                return f"needs {short} more {there.color}" if there.color in seen.hand else f"needs {grey}"
            case Obstacle.LOCOMOTIVES:
                return f"needs {counted(there.locomotives, 'locomotive')}, you have {seen.hand.get(LOCOMOTIVE, 0)}"
            case None:
                return ""
            case unknown:
                assert_never(unknown)


def payment_words(claim: ClaimRoute) -> str:
    others = [f"{claim.others} others"] if claim.others else []
    return " ".join([*(f"{n} {card}" for card, n in claim.cards.items()), *others])


def routes_in_order(board: Board, routes: Iterable[int]) -> list[int]:
    """Longest first, since they are worth most; then by name."""
    return sorted(routes, key=lambda r: (-board.routes[r].length, board.routes[r].a, board.routes[r].b, r))
