"""Sentences of the page that depend on the game: banners, and why something can't be done."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from footplate.actions import LOCOMOTIVE, Action, ClaimRoute, DrawCard, DrawTickets, KeepTickets, TakeCard
from footplate.boards import Board, Route
from footplate.events import Event, cards_in_words, counted
from footplate.observation import Observation, Phase, View

_NUMBERS = ("no", "one", "two", "three", "four", "five")


def number_word(n: int) -> str:
    """ "two", but "12"."""
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


@lru_cache(maxsize=64)
def spelled(board: Board) -> Mapping[str, str]:
    """How the map writes the names of its cities: "Montréal" for "Montreal"."""
    return {city.name: city.label for city in board.cities}


def told(event: Event, board: Board, names: Sequence[str]) -> str:
    """What happened, with the cities as the map writes them."""
    on_map = spelled(board)
    if isinstance(event.action, ClaimRoute):
        event = replace(event, action=replace(event.action, a=on_map[event.action.a], b=on_map[event.action.b]))
    if event.tickets:
        event = replace(event, tickets=tuple(replace(t, a=on_map[t.a], b=on_map[t.b]) for t in event.tickets))
    most = number_word(board.rules.max_face_up_locomotives or 0).capitalize()
    return event.sentence(names).replace("Too many locomotives", f"{most} locomotives")


def banner(view: View, you: int | None, names: Sequence[str], people: Collection[int] = ()) -> dict[str, str]:
    """What the top of the page says: kind, title and words. Bots think; ``people`` are to move."""
    if view.is_over:
        return {"kind": "over", "title": "The end", "words": ""}
    mover = view.to_move
    if last := last_round(view, you, names):
        return {"kind": "last", "title": "Last round", "words": last}
    if mover != you:
        return {"kind": "wait", "title": names[mover], "words": _does(mover, people)}
    title, words = _your_decision(view)
    return {"kind": "turn", "title": title, "words": words}


def _does(mover: int, people: Collection[int]) -> str:
    return "is to move" if mover in people else "is thinking"


def _your_decision(view: View) -> tuple[str, str]:
    if view.phase in (Phase.FIRST_TICKETS, Phase.TICKET_CHOICE):
        return "Your tickets", "Choose below; the map shows where each one runs."
    if view.phase is Phase.SECOND_CARD:
        return "One more card", "Take a second card, face up or from the deck."
    if view.board.rules.progress:
        return "Your turn", "Draw two cards or claim a route."
    return "Your turn", "Draw two cards, claim a route or take tickets."


def last_round(view: View, you: int | None, names: Sequence[str]) -> str | None:
    """The announcement of the last round, once it has begun; whoever began it has the last turn."""
    left = view.turns_left
    if not left or view.is_over:
        return None
    mover, seat = view.to_move, (view.to_move + left - 1) % view.players
    low, yours = f"down to {counted(view.trains[seat], 'train')}", seat == you
    if left == 1:
        words = f"You were {low} and now play" if yours else f"{names[seat]} was {low} and now plays"
        words += " the last turn."
    else:
        words = f"You are {low}. " if yours else f"{names[seat]} is {low}. "
        first = "you" if mover == you else names[mover]
        if left == view.players:
            words += f"One more turn for everyone, {first} first."
        else:
            words += f"{left} turns are left; {first} {'move' if mover == you else 'moves'} now."
    if mover == you and view.phase is not Phase.TURN:
        words += f" {_your_decision(view)[0]}."
    return words


def ticket_reason(trains_needed: int | None, trains: int) -> str:
    """How a ticket stands: "Connected", "2 to lay", "Cut off: no way left"."""
    if trains_needed is None:
        return "Cut off: no way left"
    if trains_needed == 0:
        return "Connected"
    if trains_needed > trains:
        return f"{trains_needed} to lay, only {counted(trains, 'train')} left"
    return f"{trains_needed} to lay"


def why_no_claim(seen: Observation, route: int, names: Sequence[str], people: Collection[int] = ()) -> str:
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
    return why_not_now(seen, names, people)


def why_not_now(seen: Observation, names: Sequence[str], people: Collection[int] = ()) -> str:
    if seen.is_over:
        return "The game is over."
    if not seen.is_my_turn:
        return f"Not your turn: {names[seen.to_move]} {_does(seen.to_move, people)}."
    if seen.phase is Phase.SECOND_CARD:
        return "First take your second card."
    return "First choose your tickets."


def _why_closed(seen: Observation, route: Route) -> str:
    twins = (r for r, other in enumerate(seen.board.routes) if other.pair == route.pair)
    if any(seen.owners[r] == seen.seat for r in twins):
        return "You own the other track of this double route."
    return f"Closed. With {number_word(seen.players)} players only one track of a double route can be claimed."


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


def move_words(action: Action, board: Board) -> tuple[str, str]:
    """A move as a short title and as the rest of a sentence: ("Take blue", "take blue")."""
    if isinstance(action, ClaimRoute):
        cities = f"{spelled(board)[action.a]}–{spelled(board)[action.b]}"
        return cities, f"claim {cities} with {payment_words(action)}"
    if isinstance(action, TakeCard):
        words = f"take {'a locomotive' if action.card == LOCOMOTIVE else action.card}"
    elif isinstance(action, DrawCard):
        words = "draw from the deck"
    elif isinstance(action, DrawTickets):
        words = "draw tickets"
    elif isinstance(action, KeepTickets):
        words = f"keep {' and '.join('ABCDEFGH'[number - 1] for number in action.numbers)}"
    else:
        words = "pass"
    return words[0].upper() + words[1:], words
