"""What the page says of the decision at hand: banners, what things are good for, and why something can't be done."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import assert_never

from footplate.actions import LOCOMOTIVE
from footplate.app.views.rules import locomotive_places
from footplate.app.views.special import race_alarm
from footplate.boards import Rules
from footplate.observation import Observation, Obstacle
from footplate.sentences import number_word
from footplate.view import Phase, View
from footplate.words import counted

WATCHES = "You only watch this game."
SWAP_USE = "Put both tickets back and take two new ones. That is a turn."
WHY_NO_SECOND = "It can't be drawn together with the first card."


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
    alarm = race_alarm(view, you, names)
    return {"kind": "turn", "title": title, "words": f"{words} {alarm}".strip()}


def _does(mover: int, people: Collection[int]) -> str:
    return "is to move" if mover in people else "is thinking"


def _your_decision(view: View) -> tuple[str, str]:
    rules = view.board.rules
    match view.phase:
        case Phase.FIRST_TICKETS | Phase.TICKET_CHOICE:
            offer = view.offer if isinstance(view, Observation) else ()
            if any(ticket and ticket.lesser_goals for ticket in offer):
                return "Your tickets", "A country is one place; any of its gates will do."
            return "Your tickets", "Choose below; the map shows where each one runs."
        case Phase.SPLIT_FIRST:
            deal, keep = number_word(rules.initial_tickets.deal).capitalize(), number_word(rules.initial_tickets.keep)
            return "Your tickets", f"{deal} cards, short or long. Then keep at least {keep}."
        case Phase.TUNNEL:
            cards = f"{number_word(view.due).capitalize()} of {number_word(len(view.turned_up))} cards"
            match_ = "matches" if view.due == 1 else "match"
            can_pay = isinstance(view, Observation) and len(view.legal_actions()) > 1
            decide = f"Pay {view.due} more or take" if can_pay else f"You can't pay {view.due} more: take"
            return "Tunnel", f"{cards} {match_}. {decide} your cards back."
        case Phase.SUBSTITUTES:
            return "Any cards", f"Choose {counted(view.due, 'card')} to give."
        case Phase.STATION_PAYMENT:
            return "Build a station", "Choose what to pay."
        case Phase.PASSENGER:
            return "Passenger", "Choose whom to take."
        case Phase.SECOND_CARD:
            return "One more card", "Take a second card, face up or from the deck."
        case Phase.TURN if rules.progress:
            return "Your turn", "Draw two cards or claim a route."
        case Phase.TURN if rules.race:
            return "Your turn", "Draw two cards, claim a route or swap your tickets."
        case Phase.TURN if rules.stations:
            return "Your turn", "Draw two cards, claim a route, take tickets or build a station."
        case Phase.TURN:
            return "Your turn", "Draw two cards, claim a route or take tickets."
        case Phase.OVER:
            raise ValueError("nothing is decided after the end")
        case unknown:
            assert_never(unknown)


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


def why_no_claim(seen: Observation, route: int, names: Sequence[str], now: str) -> str:
    """Why the seat can't claim a route; ``now`` is what ``why_not_now`` says."""
    there = seen.board.routes[route]
    match seen.obstacle(route):
        case Obstacle.OWNED:
            owner = seen.owner_of(route)
            assert owner is not None
            return "You own this route." if owner == seen.seat else f"Claimed by {names[owner]}."
        case Obstacle.MY_OTHER_TRACK:
            return "You own the other track of this double route."
        case Obstacle.CLOSED:
            players = number_word(seen.players)
            return f"Closed. With {players} players only one track of a double route can be claimed."
        case Obstacle.TRAINS:
            return f"This takes {counted(there.length, 'train')}; you have {seen.trains[seen.seat]}."
        case Obstacle.CARDS:
            held, locomotives = seen.held_for(route), seen.locomotives_for(route)
            what = f"{there.length} {there.color if there.color in seen.hand else 'of one colour'}"
            have = f"{held} and {counted(locomotives, 'locomotive')}" if locomotives else f"{held}"
            return f"You need {what}; you have {have}."
        case Obstacle.LOCOMOTIVES:
            most = seen.hand.get(LOCOMOTIVE, 0)
            instead = f", or {there.substitutes} cards for each," if there.substitutes else ""
            return f"You need at least {counted(there.locomotives, 'locomotive')}{instead}; you have {most}."
        case None:
            return now
        case unknown:
            assert_never(unknown)


def why_not_now(seen: Observation, names: Sequence[str], people: Collection[int] = ()) -> str:
    """Why something has to wait that nothing else keeps the seat from doing."""
    if seen.phase is not Phase.OVER and not seen.is_my_turn:
        return f"Not your turn: {names[seen.to_move]} {_does(seen.to_move, people)}."
    match seen.phase:
        case Phase.OVER:
            return "The game is over."
        case Phase.SECOND_CARD:
            return "First take your second card."
        case Phase.FIRST_TICKETS | Phase.TICKET_CHOICE | Phase.SPLIT_FIRST:
            return "First choose your tickets."
        case Phase.TUNNEL:
            return "Finish the tunnel first."
        case Phase.SUBSTITUTES:
            return "First choose the cards that you give."
        case Phase.STATION_PAYMENT:
            return "First pay for the station."
        case Phase.PASSENGER:
            return "First choose a passenger."
        case Phase.TURN:
            return "Not possible now."
        case unknown:
            assert_never(unknown)


def why_no_cards(seen: Observation, now: str) -> str:
    """Why the deck can't be drawn from; ``now`` is what ``why_not_now`` says."""
    empty = seen.is_my_turn and seen.phase in (Phase.TURN, Phase.SECOND_CARD)
    return "The deck and the discard are empty." if empty else now


def why_no_tickets(seen: Observation, now: str) -> str:
    """Why none can be drawn or swapped."""
    return "No tickets left." if seen.is_my_turn and seen.phase is Phase.TURN else now


def why_no_more(deck: str, left: int, drawn: int) -> str:
    """Why no more tickets of one of two decks can be drawn."""
    return f"Only {counted(left, f'{deck} ticket')} left." if left < drawn else f"{counted(drawn, 'ticket')} in all."


def why_not_taken(seen: Observation, card: str, now: str) -> str:
    """Why a face-up card can't be taken."""
    second = seen.is_my_turn and seen.phase is Phase.SECOND_CARD
    return "A locomotive can't be the second card." if second and card == LOCOMOTIVE else now


def draw_use(view: View) -> str:
    """What drawing from the deck is good for."""
    if view.board.rules.progress or view.board.rules.race:
        return "Draw two cards blind. That is a turn."
    second = view.phase is Phase.SECOND_CARD
    return "Draw your second card blind." if second else "Draw a card blind. Two cards are a turn."


def take_use(view: View, card: str) -> str:
    """What taking a face-up card is good for."""
    if card == LOCOMOTIVE:
        return _locomotive_use(view.board.rules)
    second = view.phase is Phase.SECOND_CARD
    return "Take it as your second card." if second else "Take this card. Two cards are a turn."


def _locomotive_use(rules: Rules) -> str:
    where = locomotive_places(rules)
    worth = f"Stands for any colour on {where} only." if where else "Stands for any colour."
    return f"{worth} Taken face up it is the whole turn." if rules.face_up_locomotive_is_whole_draw else worth


def tickets_use(view: View) -> str:
    deal = view.board.rules.draw_tickets
    looked_at = counted(min(deal.deal, view.tickets_left + view.long_tickets_left), "ticket")
    return f"Look at {looked_at} and keep at least {deal.keep}. That is a turn."
