"""What a seat knows as plain data for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from footplate.actions import Action, ClaimRoute, PayDue

if TYPE_CHECKING:
    from footplate.observation import Observation


def observation_dict(seen: Observation) -> dict[str, Any]:
    seats = range(seen.players)
    return {
        "board": seen.board.name,
        "players": seen.players,
        "seat": seen.seat,
        "phase": seen.phase.name.lower(),
        "to_move": seen.to_move,
        "turn": seen.turn,
        "turns_left": seen.turns_left,
        "market": seen.market,
        "deck_size": seen.deck_size,
        "discard": seen.discard,
        "pending": seen.pending.text if seen.pending else None,
        "turned_up": list(seen.turned_up),
        "due": seen.due,
        "stations": [list(cities) for cities in seen.stations],
        "stations_left": list(seen.stations_left),
        "building": seen.building,
        "waiting": seen.waiting,
        "passengers": [seen.passengers_of(seat) for seat in seats],
        "passengers_at": seen.passengers_at,
        "hand": seen.hand,
        "hands": [seen.hand_of(seat) for seat in seats],
        "hand_sizes": list(seen.hand_sizes),
        "known_cards": [seen.known_cards(seat) for seat in seats],
        "trains": list(seen.trains),
        "route_points": list(seen.route_points),
        "rewards": list(seen.rewards),
        "owners": list(seen.owners),
        "open_routes": [sorted(seen.open_routes(seat)) for seat in seats],
        "tickets": [t.to_dict() | {"trains_needed": seen.trains_needed(t, seen.seat)} for t in seen.tickets],
        "ticket_counts": list(seen.ticket_counts),
        "tickets_left": seen.tickets_left,
        "long_tickets_left": seen.long_tickets_left,
        "long_ticket_counts": list(seen.long_ticket_counts),
        "tickets_done": list(seen.tickets_done),
        "tickets_shown": [[t.to_dict() for t in seen.shown_tickets(seat)] for seat in seats],
        "coast_cards": list(seen.coast_cards),
        "tickets_known": [[t.to_dict() for t in seen.tickets_known_of(seat)] for seat in seats],
        "tickets_known_in_deck": [t.to_dict() for t in seen.tickets_known_in_deck],
        "tickets_known_out": [t.to_dict() for t in seen.tickets_known_out],
        "offer": [None if t is None else t.to_dict() for t in seen.offer],
        "must_keep": seen.must_keep,
        "legal_actions": [_action_dict(number, seen.actions.action(number)) for number in seen.legal_numbers()],
        "history": [event.to_dict() for event in seen.history],
    }


def _action_dict(number: int, action: Action) -> dict[str, Any]:
    """Its number and its text, and for a payment what a program would otherwise have to read out of the text."""
    claim: dict[str, Any] = {}
    if isinstance(action, ClaimRoute):
        claim = {"route": action.route, "cards": action.cards, "others": action.others}
    elif isinstance(action, PayDue):
        claim = {"cards": action.cards}
    return {"number": number, "text": action.text, **claim}
