"""Sentences of the page that depend on the game: banners, and why something can't be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from footplate.actions import LOCOMOTIVE, ClaimRoute
from footplate.boards import Route
from footplate.events import cards_in_words, counted
from footplate.observation import Observation, Phase, View


def banner(view: View, you: int | None, names: Sequence[str]) -> dict[str, str]:
    """What the top of the page says: kind, title and words."""
    if view.is_over:
        return {"kind": "over", "title": "The end", "words": ""}
    mover = view.to_move
    if last := last_round(view, you, names):
        return {"kind": "last", "title": "Last round", "words": last}
    if mover != you:
        return {"kind": "wait", "title": names[mover], "words": "is thinking"}
    title, words = _your_decision(view)
    return {"kind": "turn", "title": title, "words": words}


def _your_decision(view: View) -> tuple[str, str]:
    if view.phase in (Phase.FIRST_TICKETS, Phase.TICKET_CHOICE):
        return "Your tickets", "Choose below; the map shows where each one runs."
    if view.phase is Phase.SECOND_CARD:
        return "One more card", "Take a second card, face up or from the deck."
    if view.board.rules.progress:
        return "Your turn", "Draw two cards or claim a route."
    return "Your turn", "Draw two cards, claim a route or take tickets."


def last_round(view: View, you: int | None, names: Sequence[str]) -> str | None:
    """The announcement of the last round, once it has begun."""
    left = view.turns_left
    if not left or view.is_over:
        return None
    low = [seat for seat in range(view.players) if view.trains[seat] <= view.board.rules.end_trains]
    who = ""
    if low:
        seat = min(low, key=lambda seat: view.trains[seat])
        verb = "are" if seat == you else "is"
        who = f"{names[seat]} {verb} down to {counted(view.trains[seat], 'train')}. "
    if left == 1:
        return f"{who}This is the last turn."
    yours = " You move now." if view.to_move == you else ""
    return f"{who}{left} turns are left.{yours}"


def ticket_reason(trains_needed: int | None, trains: int) -> str:
    """How a ticket stands: "Connected", "2 to lay", "Cut off: no way left"."""
    if trains_needed is None:
        return "Cut off: no way left"
    if trains_needed == 0:
        return "Connected"
    if trains_needed > trains:
        return f"{trains_needed} to lay, only {counted(trains, 'train')} left"
    return f"{trains_needed} to lay"


def why_no_claim(seen: Observation, route: int, names: Sequence[str]) -> str:
    """Why the seat can't claim a route now."""
    there = seen.board.routes[route]
    owner = seen.owners[route]
    if owner is not None:
        return "You own this route." if owner == seen.seat else f"Claimed by {names[owner]}."
    if not seen.is_open(route, seen.seat):
        return _why_closed(seen, there)
    if seen.trains[seen.seat] < there.length:
        return f"This takes {counted(there.length, 'train')}; you have {seen.trains[seen.seat]}."
    if lacking := _cards_lacking(seen, there):
        return lacking
    return why_not_now(seen, names)


def why_not_now(seen: Observation, names: Sequence[str]) -> str:
    if seen.is_over:
        return "The game is over."
    if not seen.is_my_turn:
        return f"Not your turn: {names[seen.to_move]} is thinking."
    if seen.phase is Phase.SECOND_CARD:
        return "First take your second card."
    return "First choose your tickets."


def _why_closed(seen: Observation, route: Route) -> str:
    twins = (r for r, other in enumerate(seen.board.routes) if other.pair == route.pair)
    if any(seen.owners[r] == seen.seat for r in twins):
        return "You own the other track of this double route."
    return f"Closed. With {seen.players} players only one track of a double route can be claimed."


def _cards_lacking(seen: Observation, route: Route) -> str:
    hand = seen.hand
    locomotives = hand.get(LOCOMOTIVE, 0)
    grey = route.color not in hand
    held = max(hand[color] for color in seen.board.colors) if grey else hand[route.color]
    if held + locomotives >= route.length:
        return ""
    what = f"{route.length} of one colour" if grey else f"{route.length} {route.color}"
    have = f"{held} and {counted(locomotives, 'locomotive')}" if locomotives else f"{held}"
    return f"You need {what}; you have {have}."


def payment_words(claim: ClaimRoute) -> str:
    return ", ".join(cards_in_words(n, card) for card, n in claim.cards.items())


def payment_reason(claim: ClaimRoute, hand: Mapping[str, int], needed: Mapping[str, int], only: bool) -> str:
    """A few words on a way to pay: what it leaves, or whom it hurts."""
    if only:
        return "the only way"
    if claim.locomotives:
        left = hand.get(LOCOMOTIVE, 0) - claim.locomotives
        return "your last locomotive" if left == 0 else f"leaves {counted(left, 'locomotive')}"
    color = claim.paid_with or ""
    left = hand[color] - (claim.length - claim.locomotives)
    if needed.get(color, 0) == 0:
        return "spare cards" if left == 0 else f"spare cards, leaves {left}"
    return f"leaves {left}; your tickets want {color}"
