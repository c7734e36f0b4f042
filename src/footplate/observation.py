"""What a seat knows of a game, with a name for everything in it.

An Observation holds an erased record and nothing else of the game: what the seat can't see is not in it. Bots in
compiled code work on ``record``; bots in Python use the names.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.actions import Action, ClaimRoute, PayDue
from footplate.boards import Route, Ticket
from footplate.engine import layout as L
from footplate.engine.entry_points import least_to_keep, mark_legal
from footplate.engine.tables import Tables
from footplate.events import Event
from footplate.view import View


class Obstacle(Enum):
    """What keeps a seat from claiming a route, apart from whose turn it is: the first of these that holds."""

    OWNED = "somebody has claimed it"
    MY_OTHER_TRACK = "the seat owns another track of this double route"
    CLOSED = "with so few players one track closes the other"
    TRAINS = "the seat has too few trains"
    CARDS = "the seat has too few cards"
    LOCOMOTIVES = "the seat has too few of the locomotives that the route demands"


class Observation(View):
    """What ``seat`` knows. ``history`` is what it saw happen; ``legal`` are its legal actions if they are listed."""

    def __init__(
        self,
        tables: Tables,
        states: L.Records,
        history: tuple[Event, ...] = (),
        legal: tuple[int, ...] | None = None,
    ) -> None:
        super().__init__(tables, states)
        self.history = history
        if legal is not None:
            self._listed = states.tobytes(), legal

    @property
    def seat(self) -> int:
        return self._number("observer")

    @property
    def shows_all(self) -> bool:
        """Whether nothing was erased: it came from ``Game.reveal``, with the game's generator in it."""
        return self._number("rng") != 0

    @property
    def is_my_turn(self) -> bool:
        return not self.is_over and self.to_move == self.seat

    @property
    def hand(self) -> Mapping[str, int]:
        """My cards, by colour or "locomotive"."""
        return self._cards(self._fields["hand"][0, self.seat])

    def hand_of(self, seat: int) -> Mapping[str, int] | None:
        """A seat's hand if I can see it: my own, or any where hands are open by the board's rules."""
        self._check_seat(seat)
        visible = seat == self.seat or self.board.rules.open_hands
        return self._cards(self._fields["hand"][0, seat]) if visible else None

    @property
    def tickets(self) -> tuple[Ticket, ...]:
        """My tickets."""
        return self._tickets_at(L.HELD + self.seat)

    @property
    def offer(self) -> tuple[Ticket | None, ...]:
        """Tickets on offer to the player to move; None for those I don't know."""
        shown = self._fields["offer"][0, : self._number("offer_n")].tolist()
        return tuple(None if t == L.NO_TICKET else self.tables.tickets[t] for t in shown)

    @property
    def must_keep(self) -> int:
        """How many of the offer must be kept at least; 0 when there is no offer."""
        return int(least_to_keep(self.tables.records, self._records))

    def tickets_known_of(self, seat: int) -> tuple[Ticket, ...]:
        """Tickets of which I know that the seat holds them."""
        self._check_seat(seat)
        return self._tickets_at(L.HELD + seat)

    @property
    def tickets_known_in_deck(self) -> tuple[Ticket, ...]:
        """Tickets that I put back and nobody has drawn since."""
        return self._tickets_at(L.IN_DECK) + self._tickets_at(L.SHUFFLED_IN)

    @property
    def tickets_known_out(self) -> tuple[Ticket, ...]:
        """Tickets that I didn't keep and that have left the game."""
        return self._tickets_at(L.OUT)

    def held_for(self, route: int) -> int:
        """How many cards I have for a route, without locomotives: of its colour, or of my best one if it is grey."""
        self._check_route(route)
        colour, hand = self.board.routes[route].color, self.hand
        return hand[colour] if colour in hand else max(hand[other] for other in self.board.colors)

    def locomotives_for(self, route: int) -> int:
        """How many of my locomotives can pay for a route: all, or none where the rules forbid it."""
        self._check_route(route)
        there = self.board.routes[route]
        takes = self.board.rules.pay_with_locomotives(there.tunnel, there.locomotives)
        return int(self._fields["hand"][0, self.seat, L.LOCO]) if takes else 0

    def obstacle(self, route: int) -> Obstacle | None:
        """What keeps me from claiming a route, apart from whose turn it is; None if nothing does."""
        self._check_route(route)
        there = self.board.routes[route]
        if self.owner_of(route) is not None:
            return Obstacle.OWNED
        if not self.is_open(route, self.seat):
            tracks = (r for r, other in enumerate(self.board.routes) if other.pair == there.pair)
            return Obstacle.MY_OTHER_TRACK if any(self.owner_of(r) == self.seat for r in tracks) else Obstacle.CLOSED
        if self.trains[self.seat] < there.length:
            return Obstacle.TRAINS
        held, locomotives = self.held_for(route), self.locomotives_for(route)
        most = self.board.rules.most_replaced(there)
        if _can_pay_with_others(there, most, held, locomotives, sum(self.hand.values())):
            return None
        if held + locomotives < there.length:
            return Obstacle.CARDS
        return Obstacle.LOCOMOTIVES if locomotives < there.locomotives else None

    def legal_numbers(self) -> tuple[int, ...]:
        """The numbers of what I may do now."""
        return self._legal_numbers() if self.is_my_turn else ()

    def legal_actions(self) -> list[Action]:
        """What I may do now; empty when it isn't my turn."""
        return self.actions.of_numbers(self.legal_numbers())

    def is_legal(self, number: int) -> bool:
        """Whether I may do the action with this number now."""
        return number in self.legal_numbers()

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """One entry per action number: whether it is legal for me now."""
        mask = np.zeros(len(self.actions), np.bool_)
        if self.is_my_turn:
            mark_legal(self.tables.records, self._records, L.new_records(L.SCRATCH), mask)
        return mask

    def __repr__(self) -> str:
        return f"<Observation of seat {self.seat} on {self.board.name}: {self._standing()}>"

    def to_bytes(self) -> bytes:
        """The whole observation: equal bytes are equal knowledge."""
        return self.records.tobytes()

    def to_dict(self) -> dict[str, Any]:
        """All of the above as plain data for JSON (docs/bots.md explains each name): what other programs get.

        Routes are numbered as in the board's file, which is not repeated here.
        """
        seats = range(self.players)
        return {
            "board": self.board.name,
            "players": self.players,
            "seat": self.seat,
            "phase": self.phase.name.lower(),
            "to_move": self.to_move,
            "turn": self.turn,
            "turns_left": self.turns_left,
            "market": self.market,
            "deck_size": self.deck_size,
            "discard": self.discard,
            "pending": self.pending.text if self.pending else None,
            "turned_up": list(self.turned_up),
            "due": self.due,
            "stations": [list(cities) for cities in self.stations],
            "stations_left": list(self.stations_left),
            "building": self.building,
            "waiting": self.waiting,
            "passengers": [self.passengers_of(seat) for seat in seats],
            "passengers_at": self.passengers_at,
            "hand": self.hand,
            "hands": [self.hand_of(seat) for seat in seats],
            "hand_sizes": list(self.hand_sizes),
            "known_cards": [self.known_cards(seat) for seat in seats],
            "trains": list(self.trains),
            "route_points": list(self.route_points),
            "rewards": list(self.rewards),
            "owners": list(self.owners),
            "open_routes": [sorted(self.open_routes(seat)) for seat in seats],
            "tickets": [t.to_dict() | {"trains_needed": self.trains_needed(t, self.seat)} for t in self.tickets],
            "ticket_counts": list(self.ticket_counts),
            "tickets_left": self.tickets_left,
            "long_tickets_left": self.long_tickets_left,
            "long_ticket_counts": list(self.long_ticket_counts),
            "tickets_done": list(self.tickets_done),
            "tickets_shown": [[t.to_dict() for t in self.shown_tickets(seat)] for seat in seats],
            "coast_cards": list(self.coast_cards),
            "tickets_known": [[t.to_dict() for t in self.tickets_known_of(seat)] for seat in seats],
            "tickets_known_in_deck": [t.to_dict() for t in self.tickets_known_in_deck],
            "tickets_known_out": [t.to_dict() for t in self.tickets_known_out],
            "offer": [None if t is None else t.to_dict() for t in self.offer],
            "must_keep": self.must_keep,
            "legal_actions": [_action_dict(number, self.actions.action(number)) for number in self.legal_numbers()],
            "history": [event.to_dict() for event in self.history],
        }


def _can_pay_with_others(there: Route, most: int, held: int, locomotives: int, cards: int) -> bool:
    """Whether cards of any kind can stand for some spaces of the route, ``most`` at most, and the hand has the rest."""
    for replaced in range(1, most + 1):
        rest = there.length - replaced
        least = max(0, there.locomotives - replaced, rest - held)
        if least <= min(locomotives, rest) and rest + replaced * there.substitutes <= cards:
            return True
    return False


def _action_dict(number: int, action: Action) -> dict[str, Any]:
    """Its number and its text, and for a payment what a program would otherwise have to read out of the text."""
    claim: dict[str, Any] = {}
    if isinstance(action, ClaimRoute):
        claim = {"route": action.route, "cards": action.cards, "others": action.others}
    elif isinstance(action, PayDue):
        claim = {"cards": action.cards}
    return {"number": number, "text": action.text, **claim}
