"""Decisions that only some boards have, on the terminal: tunnels, stations, passengers, decks, cards of any kind."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from footplate.actions import (
    LOCOMOTIVE,
    Action,
    BuildStation,
    Decline,
    GiveCard,
    PayDue,
    SplitTickets,
    TakePassenger,
)
from footplate.cli.menu import Menu
from footplate.cli.position import hand_line, number_text, titled_line
from footplate.cli.symbols import payment_text
from footplate.observation import Phase
from footplate.sentences import counted, listed, number_word


def decision(menu: Menu) -> Iterator[RenderableType]:
    """What is decided now, where that isn't a turn, a card or tickets."""
    yield hand_line(menu.seen.hand)
    yield Text()
    yield Text(_asked(menu), style="bold")
    for number, action in enumerate(menu.actions, start=1):
        yield Text.assemble(number_text(number), " ", _choice(menu, action))


def _asked(menu: Menu) -> str:
    seen = menu.seen
    if seen.phase is Phase.TUNNEL:
        return _tunnel(menu)
    if seen.phase is Phase.SUBSTITUTES:
        return f"Give {counted(seen.due, 'more card')} of any kind."
    if seen.phase is Phase.STATION_PAYMENT:
        return f"Pay {counted(seen.due, 'card')} of one colour for the station in {seen.building}."
    if seen.phase is Phase.PASSENGER:
        return f"Take a passenger in {seen.passengers_at}."
    deal = seen.board.rules.initial_tickets
    return f"Your first {number_word(deal.deal)} tickets: how many short ones, how many long ones?"


def _tunnel(menu: Menu) -> str:
    seen, claim = menu.seen, menu.seen.pending
    assert claim is not None
    matching = [card for card in seen.turned_up if card in (claim.paid_with, LOCOMOTIVE)]
    asked = f"{claim.paid_with} or locomotives" if claim.paid_with else "locomotives only"
    turned = f"The tunnel {claim.a}–{claim.b}: {listed(seen.turned_up)} were turned up"
    return f"{turned}, {len(matching)} of them match. Pay {seen.due} more, {asked}, or take your cards back."


def _choice(menu: Menu, action: Action) -> Text:
    seen = menu.seen
    match action:
        case PayDue():
            return Text("pay ").append_text(payment_text(action.cards))
        case Decline() if seen.phase is Phase.TUNNEL:
            return Text("take your cards back; the turn ends")
        case Decline():
            return Text("take none")
        case GiveCard(card):
            return Text(f"give {card}, of which you have {seen.hand[card]}")
        case TakePassenger(color):
            held = [f"{menu.names[seat]} {seen.passengers_of(seat).get(color, 0)}" for seat in range(seen.players)]
            return Text(f"{color}: {', '.join(held)}")
        case SplitTickets(short, long):
            return Text(f"{short} short and {long} long")
        case _:
            return Text(action.text)


def turn_lines(menu: Menu) -> Iterator[RenderableType]:
    """What can be done on a turn besides drawing and claiming."""
    if line := _stations(menu):
        yield titled_line("Stations", [Text(line)])
    if line := _race(menu):
        yield titled_line("Race", [Text(line)])
    if line := _passengers(menu):
        yield titled_line("People", [Text(line)])


def _stations(menu: Menu) -> str:
    """What the next station costs, and where stations stand."""
    seen, rules = menu.seen, menu.seen.board.rules.stations
    if rules is None:
        return ""
    taken = [f"{city} ({name})" for name, built in zip(menu.names, seen.stations, strict=True) for city in built]
    stand = f" Taken: {', '.join(taken)}." if taken else ""
    if not seen.stations_left[seen.seat]:
        return f"all of yours are built.{stand}"
    cost = rules.costs[-seen.stations_left[seen.seat]]
    price = "1 card" if cost == 1 else f"{cost} cards of one colour"
    if not any(isinstance(action, BuildStation) for action in seen.legal_actions()):
        return f"your next one costs {price}.{stand}"
    return f"type station and a city; it costs {price}.{stand}"


def _race(menu: Menu) -> str:
    seen, race = menu.seen, menu.seen.board.rules.race
    if race is None:
        return ""
    done = [f"{menu.names[seat]} {seen.tickets_done[seat]}" for seat in range(seen.players)]
    return f"tickets done, of {race.tickets}: {', '.join(done)}"


def _passengers(menu: Menu) -> str:
    seen = menu.seen
    if seen.board.rules.passengers is None:
        return ""
    held = []
    for seat in range(seen.players):
        mine = ", ".join(f"{n} {color}" for color, n in seen.passengers_of(seat).items() if n)
        held.append(f"{menu.names[seat]}: {mine or 'none'}")
    return "; ".join(held)
