"""Why a move was better, in words: from what became of it in the deals, all of which fit what the seat knew."""

from __future__ import annotations

import numpy as np

from footplate import actions as A
from footplate.boards import Ticket
from footplate.engine.layout import Record
from footplate.observation import Observation
from footplate.outcome import POINTS_FOR
from footplate.sentences import cities, move_words, payment_words
from footplate.words import listed

_OFTEN_LOST, _OFTENER_DONE = 0.15, 0.05  # shares of the deals that are worth telling

_PARTS = {
    "routes": "routes",
    "longest_path": "the longest path",
    "globetrotter": "the most tickets",
    "attractions": "attractions",
    "stations": "stations",
    "districts": "districts",
    "grand_tour": "the grand tour",
    "passengers": "passengers",
}


def headline(seen: Observation, played: A.Action, better: A.Action) -> str:
    """ "Took a locomotive; Denver–Kansas City was better"."""
    if isinstance(played, A.ClaimRoute) and isinstance(better, A.ClaimRoute) and played.route == better.route:
        return f"Paid with {payment_words(played)}; {payment_words(better)} was better"
    return f"{_did(seen, played)}; {_thing(seen, better)} was better"


def _did(seen: Observation, action: A.Action) -> str:
    match action:
        case A.ClaimRoute():
            return f"Claimed {cities(action, seen.board)}"
        case A.DrawCard():
            return "Drew from the deck"
        case A.DrawTickets() | A.SplitTickets():
            return "Drew tickets"
        case A.TakeCard() | A.DrawTwo():
            return _past(move_words(action, seen.board)[0], "Take", "Took")
        case A.KeepTickets():
            return f"Kept {_kept(seen, action)}"
        case A.BuildStation():
            return _past(move_words(action, seen.board)[0], "Build", "Built")
    return move_words(action, seen.board)[0]


def _past(words: str, now: str, then: str) -> str:
    return words.replace(now, then, 1)


def _thing(seen: Observation, action: A.Action) -> str:
    match action:
        case A.ClaimRoute():
            return cities(action, seen.board)
        case A.DrawCard():
            return "the deck"
        case A.DrawTickets() | A.SplitTickets():
            return "drawing tickets"
        case A.TakeCard() | A.DrawTwo():
            return move_words(action, seen.board)[1].removeprefix("take ")
        case A.KeepTickets():
            return f"keeping {_kept(seen, action)}"
    return f"to {move_words(action, seen.board)[1]}"


def move_text(seen: Observation, action: A.Action) -> str:
    """A whole move in words: "claim Denver–Kansas City with 4 orange", "keep Denver–El Paso"."""
    if isinstance(action, A.KeepTickets):
        return f"keep {_kept(seen, action)}"
    return move_words(action, seen.board)[1]


def _kept(seen: Observation, action: A.KeepTickets) -> str:
    tickets = [seen.offer[number - 1] for number in action.numbers]
    return listed(cities(ticket, seen.board) for ticket in tickets if ticket is not None)


def reason(seen: Observation, played: A.Action, better: A.Action, after: Record, instead: Record, deals: int) -> str:
    """What made the difference in the deals; ``after`` the move played, and ``instead`` after the better one."""
    if isinstance(better, A.ClaimRoute) and (taken := int(after.lost[better.route]) / deals) >= _OFTEN_LOST:
        return f"Somebody else took {cities(better, seen.board)} later in {taken:.0%} of the deals."
    return _of_ticket(seen, after, instead) or _of_points(after, instead, deals)


def _of_ticket(seen: Observation, after: Record, instead: Record) -> str:
    """The ticket that gains most, of those held after both moves in any deal."""
    best, most = "", 0.0
    for number, ticket in enumerate(seen.tables.tickets):
        held = int(after.held[number]), int(instead.held[number])
        if min(held) == 0:
            continue
        now, then = int(after.done[number]) / held[0], int(instead.done[number]) / held[1]
        if then - now >= _OFTENER_DONE and (then - now) * ticket.points > most:
            most, best = (then - now) * ticket.points, _done(seen, ticket, then, now)
    return best


def _done(seen: Observation, ticket: Ticket, then: float, now: float) -> str:
    name = cities(ticket, seen.board)
    return f"Your ticket {name} was done in {then:.0%} of the deals after it, and in {now:.0%} after your move."


def _of_points(after: Record, instead: Record, deals: int) -> str:
    """The part of the points that gains most."""
    gains = (np.asarray(instead.points) - np.asarray(after.points)) / deals
    named = {words: gains[POINTS_FOR.index(name)] for name, words in _PARTS.items()}
    named["tickets"] = gains[POINTS_FOR.index("tickets_done")] + gains[POINTS_FOR.index("tickets_open")]
    words, gain = max(named.items(), key=lambda one: float(one[1]))
    if gain < 0.05:
        return "It left the others fewer chances in the deals."
    return f"It brought {gain:.1f} points more for {words} in the mean of the deals."
