"""What the page says of the decision at hand: banners, what things are good for, and why something can't be done."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import assert_never

from footplate.actions import LOCOMOTIVE, ClaimRoute, PayDue
from footplate.boards import Rules
from footplate.observation import Observation, Phase, View
from footplate.obstacles import Obstacle
from footplate.sentences import city_name, counted, number_word


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
    match view.phase:
        case Phase.FIRST_TICKETS | Phase.TICKET_CHOICE:
            return "Your tickets", "Choose below; the map shows where each one runs."
        case Phase.SPLIT_FIRST:
            return "Your tickets", "Say how many short and long ones you draw."
        case Phase.SECOND_CARD:
            return "One more card", "Take a second card, face up or from the deck."
        case Phase.TURN if view.board.rules.progress:
            return "Your turn", "Draw two cards or claim a route."
        case Phase.TURN if view.board.rules.race:
            return "Your turn", "Draw cards, claim a route or swap your tickets."
        case Phase.TURN:
            return "Your turn", "Draw two cards, claim a route or take tickets."
        case Phase.TUNNEL:
            return "The tunnel", f"It asks for {counted(view.due, 'more card')}. Pay, or take your cards back."
        case Phase.SUBSTITUTES:
            return "Your payment", f"Give {counted(view.due, 'more card')} of any kind."
        case Phase.STATION_PAYMENT:
            cost = "1 card" if view.due == 1 else f"{view.due} cards of one colour"
            return "Your station", f"Pay {cost} for a station in {city_name(view.building or '', view.board)}."
        case Phase.PASSENGER:
            return "A passenger", f"Take a passenger in {city_name(view.passengers_at or '', view.board)}."
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
            owner = seen.owners[route]
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
        case Phase.FIRST_TICKETS | Phase.TICKET_CHOICE:
            return "First choose your tickets."
        case Phase.SPLIT_FIRST:
            return "First say how many short and long tickets you draw."
        case Phase.TUNNEL:
            return "Finish the tunnel first."
        case Phase.SUBSTITUTES:
            return "First give the cards that are still due."
        case Phase.STATION_PAYMENT:
            return "First pay for your station."
        case Phase.PASSENGER:
            return "First choose your passenger."
        case Phase.TURN:
            return "Not possible now."
        case unknown:
            assert_never(unknown)


def why_no_cards(seen: Observation, now: str) -> str:
    """Why the deck can't be drawn from; ``now`` is what ``why_not_now`` says."""
    empty = seen.is_my_turn and seen.phase in (Phase.TURN, Phase.SECOND_CARD)
    return "The deck and the discard are empty." if empty else now


def why_no_tickets(seen: Observation, now: str) -> str:
    return "No tickets left." if seen.is_my_turn and seen.phase is Phase.TURN else now


def why_not_taken(seen: Observation, card: str, now: str) -> str:
    """Why a face-up card can't be taken."""
    second = seen.is_my_turn and seen.phase is Phase.SECOND_CARD
    return "A locomotive can't be the second card." if second and card == LOCOMOTIVE else now


def draw_use(view: View) -> str:
    """What drawing from the deck is good for."""
    if view.board.rules.progress:
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
    kinds = {"tunnel": "tunnels", "ferry": "ferries"}
    where = " and ".join(kinds[kind] for kind in rules.locomotives_only_on)
    worth = f"Stands for any colour on {where} only." if where else "Stands for any colour."
    return f"{worth} Taken face up it is the whole turn." if rules.face_up_locomotive_is_whole_draw else worth


def tickets_use(view: View) -> str:
    deal = view.board.rules.draw_tickets
    looked_at = counted(min(deal.deal, view.tickets_left), "ticket")
    return f"Look at {looked_at} and keep at least {deal.keep}. That is a turn."


def payment_reason(claim: ClaimRoute | PayDue, hand: Mapping[str, int], needed: Mapping[str, int], only: bool) -> str:
    """A few words on a way to pay: what it leaves, or whom it hurts."""
    if only:
        return "the only way"
    if isinstance(claim, ClaimRoute) and claim.others:
        return f"then any {claim.others} cards"
    if claim.locomotives:
        left = hand.get(LOCOMOTIVE, 0) - claim.locomotives
        return "your last locomotive" if left == 0 else f"leaves {counted(left, 'locomotive')}"
    color = claim.paid_with or ""
    left = hand[color] - claim.color_cards
    if needed.get(color, 0) == 0:
        return "spare cards" if left == 0 else f"spare cards, leaves {left}"
    return f"leaves {left}; your tickets want {color}"
