"""Sentences for people: what happened, what a turn amounted to, how a game ended. Every log line is made here.

With a board, cities are written as its map does ("Montréal"); without one, as people type them ("Montreal").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, assert_never

from footplate import actions as A
from footplate.actions import LOCOMOTIVE, Action, Kind
from footplate.boards import Board, ProgressRules, Route, Ticket
from footplate.words import counted, listed

if TYPE_CHECKING:
    from footplate.events import Event
    from footplate.outcome import Loan, Outcome

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
_PAYING = (Kind.CLAIM, Kind.PAY, Kind.GIVE, Kind.DECLINE)  # what a claim is made of
_LETTERS = "ABCDEFGH"  # of the tickets on offer


# ---------------------------------------------------------------- words


def number_word(n: int) -> str:
    """ "two", but "12"."""
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def cards_in_words(n: int, card: str) -> str:
    """ "2 red", "1 locomotive"."""
    return counted(n, card) if card == LOCOMOTIVE else f"{n} {card}"


def shown_points(x: float) -> float:
    """Points as people see them everywhere: those of the progress game with two decimals."""
    return round(float(x), 2) + 0.0  # never −0


def points_in_words(x: float) -> str:
    """ "57", "5.65"."""
    shown = shown_points(x)
    return f"{shown:.0f}" if shown.is_integer() else f"{shown:.2f}"


def decay_words(rules: ProgressRules) -> str:
    """What a claim earns in the progress game, and what the decay takes off it."""
    return (
        "A claim earns the spaces that it takes off the way to one's tickets. The decay: each of one's turns that has "
        f"passed takes {round(100 * (1 - rules.decay))}\u00a0% off what a claim earns."
    )


@lru_cache(maxsize=64)
def place_titles(board: Board) -> Mapping[str, str]:
    """How the map writes cities and countries: "Montréal" for "Montreal"; a gate is called by its country."""
    titles = {city.name: city.label for city in board.cities}
    for country in board.rules.countries:
        word = re.sub(r"\s+\d+$", "", titles[country.cities[0]])
        titles |= dict.fromkeys((country.name, *country.cities), word)
    return titles


def passenger_gates(board: Board) -> str:
    """Where passengers wait in countries that have them at some gates only; empty if there is no such country."""
    names, said = place_titles(board), []
    for country, gates in board.rules.passenger_gates:
        ends = [{route.a, route.b} for route in board.routes if {route.a, route.b} & {*gates}]
        near = sorted(names[city] for city in set().union(*ends) - {*gates})
        said.append(f"In {names[country]} they wait where routes from {listed(near)} end, nowhere else.")
    return " ".join(said)


def city_name(city: str, board: Board | None) -> str:
    """As the map writes it, where there is one."""
    return place_titles(board).get(city, city) if board else city


def cities(ends: A.ClaimRoute | Route | Ticket, board: Board | None) -> str:
    """ "Boston–Montréal"."""
    on_map = place_titles(board) if board else {}
    return f"{on_map.get(ends.a, ends.a)}–{on_map.get(ends.b, ends.b)}"


# ---------------------------------------------------------------- what happened


def sentence(event: Event, names: Sequence[str]) -> str:
    """ "Fireman kept 1 of 3 tickets." """
    return f"{names[event.seat]} {deed(event)}"


def deed(event: Event, board: Board | None = None) -> str:
    """What a player did, without the name: "claimed Boston–Montréal with 2 red." """
    return f"{_did(event, board)}.{_company(event, board)}{_in_a_race(event, board)}{_chance(event, board)}"


def _did(event: Event, board: Board | None) -> str:
    match event.action:
        case A.DrawCard():
            which = f": {' and '.join(event.cards)}" if event.cards else ""
            return f"drew {counted(event.n_cards, 'card')} from the deck{which}"
        case A.TakeCard(card):
            return f"took {_a_card(card)}" + ("" if card == LOCOMOTIVE else ", face up")
        case A.DrawTwo():
            return f"took {_cards_of_turn([event])}"
        case A.ClaimRoute() as claim:
            return _claimed(event, claim, board)
        case A.PayDue() as payment if event.city:
            return f"built a station in {city_name(event.city, board)} with {_paid(payment)}"
        case A.PayDue() as payment:
            return f"paid {_paid(payment)} more"
        case A.GiveCard(card):
            return f"gave {_a_card(card)}"
        case A.Decline() if event.city:
            return f"left the passengers in {city_name(event.city, board)}"
        case A.Decline():
            return f"took the cards back: the tunnel asked for {event.due} more"
        case A.BuildStation(city):
            return f"chose {city_name(city, board)} for a station"
        case A.TakePassenger(colour):
            return f"took {_a(colour)} passenger along in {city_name(event.city or '', board)}"
        case A.DrawTickets():
            return f"looked at {counted(event.n_offered, 'ticket')}"
        case A.KeepTickets() | None:  # which ones others keep is hidden
            return _kept(event, counted(event.n_offered, "ticket"), board)
        case A.SplitTickets() as split:
            return f"looked at {split_words(split)}"
        case A.SwapTickets():
            drawn = f": {_tickets(event.tickets, board)}" if event.tickets else ""
            return f"put the open tickets back and drew {counted(event.n_tickets, 'new one')}{drawn}"
        case A.Pass():
            return "passed: nothing was possible"
        case _:
            assert_never(event.action)


def _a(word: str) -> str:
    """ "an orange", "a locomotive"."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _a_card(card: str) -> str:
    """ "an orange card", "a locomotive"."""
    return _a(card) + ("" if card == LOCOMOTIVE else " card")


def _cards_paid(payment: A.ClaimRoute | A.PayDue) -> list[str]:
    """ "2 red", "1 locomotive"; cards of any kind are "8 others"."""
    words = [cards_in_words(n, card) for card, n in payment.cards.items()]
    others = payment.others if isinstance(payment, A.ClaimRoute) else 0
    return [*words, counted(others, "other")] if others else words


def _paid(payment: A.ClaimRoute | A.PayDue) -> str:
    return listed(_cards_paid(payment))


def _claimed(event: Event, claim: A.ClaimRoute, board: Board | None) -> str:
    where, paid = cities(claim, board), _paid(claim)
    if not event.turned_up:
        return f"claimed {where} with {paid}"
    if event.due:
        return f"tried the tunnel {where} with {paid}: {_turned_up(event)}, {event.due} more asked for"
    return f"claimed {where} with {paid}: {_turned_up(event)}, no match"


def _turned_up(event: Event) -> str:
    return f"{listed(event.turned_up)} turned up"


def _claim_of_turn(events: Sequence[Event], board: Board | None) -> str:
    """A claim with all decisions about its payment."""
    first, last = events[0], events[-1]
    claim, answer = first.action, last.action
    if len(events) == 1 or not isinstance(claim, A.ClaimRoute):
        return _did(first, board)
    where, paid = cities(claim, board), _paid(claim)
    if isinstance(answer, A.Decline):
        return f"took the cards back: {_turned_up(first)}, the tunnel {where} asked for {first.due} more"
    if isinstance(answer, A.PayDue):
        return f"claimed {where} with {paid}, then {_paid(answer)} more: {_turned_up(first)}"
    given = Counter(event.action.card for event in events if isinstance(event.action, A.GiveCard))
    return f"claimed {where} with {paid}: {listed(cards_in_words(n, card) for card, n in given.items())}"


def _company(event: Event, board: Board | None) -> str:
    """Passengers that came along without a choice."""
    along = list(event.passengers)
    if isinstance(event.action, A.TakePassenger):  # of its colour the one of the city, or of the city's country
        chosen = [one for one in along if one[1] == event.action.color]
        along.remove(max(chosen, key=lambda one: one[0] == event.city))
    if not along:
        return ""
    words = listed(f"{_a(colour)} one from {city_name(place, board)}" for place, colour in along)
    return f" Passengers came along: {words}."


def _kept(event: Event, offered: str, board: Board | None) -> str:
    tickets = _tickets(event.tickets or (), board)
    return f"kept {event.n_tickets} of {offered}" + (f": {tickets}" if tickets else "")


def _tickets(tickets: Iterable[Ticket], board: Board | None) -> str:
    race = board is not None and board.rules.race  # where tickets are worth no points
    return ", ".join(cities(ticket, board) + ("" if race else f" ({ticket.points})") for ticket in tickets)


def two_cards_words(pair: A.DrawTwo) -> str:
    """ "red and blue", "red and 1 from the deck", "2 from the deck"."""
    blind = 2 - len(pair.face_up)
    return " and ".join([*pair.face_up, *([f"{blind} from the deck"] if blind else [])])


def split_words(split: A.SplitTickets) -> str:
    """ "3 short and 1 long tickets"."""
    parts = [f"{n} {kind}" for n, kind in ((split.short, "short"), (split.long, "long")) if n]
    return f"{' and '.join(parts)} {'ticket' if split.short + split.long == 1 else 'tickets'}"


def _in_a_race(event: Event, board: Board | None) -> str:
    """What was completed, and what a player drew for it."""
    parts = [f" {cities(ticket, board)} is done." for ticket in event.completed]
    parts += [" The coasts are connected, which counts as a ticket."] if event.coast else []
    drew_for_it = event.completed and event.tickets and event.kind is not Kind.SWAP
    return "".join(parts) + (f" New: {_tickets(event.tickets or (), board)}." if drew_for_it else "")


def _chance(event: Event, board: Board | None) -> str:
    parts = []
    if event.redealt:
        most = number_word(board.rules.max_face_up_locomotives or 0).capitalize() if board else "Too many"
        parts.append(f" {most} locomotives lay open: the market was dealt again.")
    if event.reshuffled:
        parts.append(" The discard was shuffled into the deck.")
    return "".join(parts)


def by_turn(history: Iterable[Event]) -> list[list[Event]]:
    """The events of each turn: a second card belongs to the first, kept tickets to those looked at."""
    turns: list[list[Event]] = []
    for event in history:
        if turns and (turns[-1][0].seat, turns[-1][0].turn) == (event.seat, event.turn):
            turns[-1].append(event)
        else:
            turns.append([event])
    return turns


def turn_deed(events: Sequence[Event], board: Board | None = None) -> str:
    """A line of the log for a whole turn: "took 2 cards: yellow face up, 1 from the deck." """
    kinds = [event.kind for event in events]
    if kinds == [Kind.SPLIT, Kind.KEEP] and isinstance(events[0].action, A.SplitTickets):
        words = _kept(events[1], str(events[1].n_offered), board)
        return f"drew {split_words(events[0].action)} and {words}.{_chance(events[1], board)}"
    if kinds == [Kind.TICKETS, Kind.KEEP]:
        kept = events[1]
        offered = str(kept.n_offered) if kept.n_offered > 1 else "1 ticket"
        return f"drew tickets and {_kept(kept, offered, board)}.{_chance(kept, board)}"
    if len(events) > 1 and all(kind in (Kind.DRAW, Kind.TAKE) for kind in kinds):
        return f"took {_cards_of_turn(events)}." + "".join(_chance(event, board) for event in events)
    if kinds == [Kind.STATION, Kind.PAY]:
        return deed(events[1], board)
    paying = list(takewhile(_is_about_payment, events)) if kinds[0] is Kind.CLAIM else []
    more = "".join(_company(event, board) + _chance(event, board) for event in paying)
    claim = [f"{_claim_of_turn(paying, board)}.{more}"] if paying else []
    return " Then ".join([*claim, *(deed(event, board) for event in events[len(paying) :])])


def _is_about_payment(event: Event) -> bool:
    """Whether the event is a part of a claim, and not of what follows it."""
    return event.kind in _PAYING and not event.city


def _cards_of_turn(events: Sequence[Event]) -> str:
    taken = [event.action.card for event in events if isinstance(event.action, A.TakeCard)]
    taken += [card for event in events if isinstance(event.action, A.DrawTwo) for card in event.action.face_up]
    drawn = sum(event.n_cards for event in events)
    known = " and ".join(card for event in events for card in event.cards or ())
    if not taken:
        return f"{counted(drawn, 'card')} from the deck" + (f": {known}" if known else "")
    blind = [f"{drawn} from the deck" + (f" ({known})" if known else "")] if drawn else []
    return f"{counted(len(taken) + drawn, 'card')}: " + ", ".join([f"{' and '.join(taken)} face up", *blind])


# ---------------------------------------------------------------- what can be done


def move_words(action: Action, board: Board) -> tuple[str, str]:
    """A move as a short title and as the rest of a sentence: ("Take blue", "take blue")."""
    match action:
        case A.ClaimRoute():
            where = cities(action, board)
            return where, f"claim {where} with {payment_words(action)}"
        case A.TakeCard(card):
            words = f"take {'a locomotive' if card == LOCOMOTIVE else card}"
        case A.DrawCard():
            words = "draw from the deck"
        case A.DrawTwo():
            words = f"take {two_cards_words(action)}"
        case A.DrawTickets():
            words = "draw tickets"
        case A.KeepTickets(numbers):
            words = f"keep {' and '.join(_LETTERS[number - 1] for number in numbers)}"
        case A.SplitTickets():
            words = f"draw {split_words(action)}"
        case A.SwapTickets():
            words = "put all open tickets back and draw new ones"
        case A.Pass():
            words = "pass"
        case A.PayDue():
            words = f"pay {_paid(action)}"
        case A.GiveCard(card):
            words = f"give {_a_card(card)}"
        case A.Decline():
            words = "decline"
        case A.BuildStation(city):
            words = f"build a station in {city_name(city, board)}"
        case A.TakePassenger(colour):
            words = f"take {_a(colour)} passenger along"
        case _:
            assert_never(action)
    return words[0].upper() + words[1:], words


def ticket_words(trains_needed: int | None, trains: int) -> str:
    """How a ticket stands: "connected", "2 to lay", "cut off: no way left"."""
    if trains_needed is None:
        return "cut off: no way left"
    if trains_needed == 0:
        return "connected"
    short = f", only {counted(trains, 'train')} left" if trains < trains_needed else ""
    return f"{trains_needed} to lay{short}"


def payment_words(payment: A.ClaimRoute | A.PayDue) -> str:
    """ "2 red, 1 locomotive", "7 green, 8 others"."""
    return ", ".join(_cards_paid(payment))


# ---------------------------------------------------------------- how it ended


def result(outcome: Outcome, names: Sequence[str]) -> str:
    """Who won and by what: "Ann wins by 6." """
    if len(outcome.scores) == 1:
        total, what = outcome.scores[0].total, "ticket" if outcome.decided_by == "race" else "point"
        return f"{_does(names[0], 'end')} with {f'1 {what}' if total == 1 else f'{points_in_words(total)} {what}s'}."
    match outcome.decided_by:
        case "nothing":
            return f"A draw between {' and '.join(names[seat] for seat in outcome.winners)}."
        case "points" | "reward":
            winner = outcome.winners[0]
            others = [score.total for seat, score in enumerate(outcome.scores) if seat != winner]
            margin = shown_points(outcome.scores[winner].total) - shown_points(max(others))  # of what the table shows
            by = points_in_words(margin) if margin else "less than 0.01"
            return f"{_does(names[winner], 'win')} by {by}."
        case "race":
            winner = outcome.winners[0]
            return f"{_does(names[winner], 'win')} with {counted(outcome.scores[winner].completed, 'ticket')}."
        case "completed tickets" | "longest path" | "fewest stations" | "most passengers":
            by = "fewest stations used" if outcome.decided_by == "fewest stations" else outcome.decided_by
            return f"{_does(names[outcome.winners[0]], 'win')}: equal on points, decided by {by}."
        case _:
            assert_never(outcome.decided_by)


def loan_words(loan: Loan, names: Sequence[str], board: Board) -> str:
    """ "Station in Roma: borrowed Fireman's Venezia–Roma." """
    lender = "your" if names[loan.lender] == "You" else f"{names[loan.lender]}'s"
    return f"Station in {city_name(loan.city, board)}: borrowed {lender} {cities(board.routes[loan.route], board)}."


def _does(name: str, verb: str) -> str:
    """ "Ann wins", but "You win"."""
    return f"{name} {verb}" if name == "You" else f"{name} {verb}s"
