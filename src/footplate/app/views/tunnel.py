"""A tunnel whose cards have just been turned up: what was paid, which cards match, what is asked for, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footplate.actions import LOCOMOTIVE, ClaimRoute
from footplate.boards import Board
from footplate.events import Event
from footplate.observation import Observation
from footplate.sentences import cards_in_words, cities, payment_words
from footplate.view import View
from footplate.words import counted, listed


def tunnel_view(view: View, history: Sequence[Event], names: Sequence[str], ways: int) -> dict[str, Any] | None:
    """The last event, if it was a claim of a tunnel. Only the seat that decides gets ``ways`` to pay."""
    claim = history[-1].action if history else None
    if not isinstance(claim, ClaimRoute) or not view.board.routes[claim.route].tunnel:
        return None
    event = history[-1]
    cards = [{"card": card, "matches": matches(claim, card)} for card in event.turned_up]
    mine = isinstance(view, Observation) and event.seat == view.seat
    are_few = len(cards) < view.board.rules.tunnel_cards
    return {
        "seat": event.seat,
        "route": claim.route,
        "paid": dict(claim.cards),
        "paid_words": "paid" if mine else f"{names[event.seat]} paid",
        "cards": cards,
        "due": event.due,
        "turning": f"Turning up {counted(len(cards), 'card')}.",
        "verdict": _verdict(claim, event, mine, names, ways),
        "short": _short(view, claim) if mine and not ways and isinstance(view, Observation) else "",
        "few": f"The deck is empty: {counted(len(cards), 'card')} turned." if are_few else "",
        "spoken": _spoken(view.board, claim, event, names, ways if mine else None),
    }


def matches(claim: ClaimRoute, card: str) -> bool:
    """Whether a turned-up card asks for one more card, as the engine counts it."""
    return card == LOCOMOTIVE or card == claim.paid_with


def _verdict(claim: ClaimRoute, event: Event, mine: bool, names: Sequence[str], ways: int) -> str:
    if not event.due:
        whose = "yours" if mine else f"{names[event.seat]}'s"
        return f"No match. The tunnel is {whose}."
    what = f"{event.due} more, {_asked(claim, 'loco')}"
    return f"Pay {what}" if mine and ways else f"Asks for {what}"


def _asked(claim: ClaimRoute, locomotive: str) -> str:
    return f"{claim.paid_with} or {locomotive}" if claim.paid_with else "locomotives only"


def _short(seen: Observation, claim: ClaimRoute) -> str:
    """What the seat has left where that isn't enough. The cards of the claim are laid down, but not yet paid."""
    kinds = [claim.paid_with, LOCOMOTIVE] if claim.paid_with else [LOCOMOTIVE]
    left = {card: seen.hand.get(card, 0) - claim.cards.get(card, 0) for card in kinds}
    return f"You have {listed(cards_in_words(n, card) if n else f'no {card}' for card, n in left.items())} left."


def _spoken(board: Board, claim: ClaimRoute, event: Event, names: Sequence[str], ways: int | None) -> str:
    """All of it once, for screen readers."""
    n = len(event.turned_up)
    verdicts = [f"{card}, {'matches' if matches(claim, card) else 'no match'}" for card in event.turned_up]
    turned = [f"Card {i} of {n}: {said}." if i == 1 else f"Card {i}: {said}." for i, said in enumerate(verdicts, 1)]
    parts = [
        f"Tunnel, {cities(claim, board).replace('–', ' to ')}.",
        f"{names[event.seat]} paid {payment_words(claim)}.",
        *turned,
    ]
    if not event.due:
        parts.append(_verdict(claim, event, ways is not None, names, 0))
    elif ways is None:
        parts.append(f"It asks for {event.due} more, {_asked(claim, LOCOMOTIVE)}.")
    elif ways:
        choice = f"Pay {event.due} more, {_asked(claim, LOCOMOTIVE)}, or take your cards back."
        parts.append(f"{choice} {counted(ways, 'way')} to pay.")
    else:
        parts.append(f"It asks for {event.due} more, {_asked(claim, LOCOMOTIVE)}. You can't pay: take your cards back.")
    return " ".join(parts)
