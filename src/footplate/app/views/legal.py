"""What a seat may do now, as action numbers by kind of action. Payments come best first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from footplate import actions
from footplate.actions import Kind
from footplate.app.views.payments import payments
from footplate.app.views.stations import begun_station, station_offers
from footplate.observation import Observation

_MANY = (Kind.TAKE, Kind.KEEP, Kind.CLAIM, Kind.GIVE, Kind.STATION, Kind.PASSENGER, Kind.SPLIT, Kind.CARDS)


def nothing_legal() -> dict[Kind, Any]:
    """By kind of action, the numbers of the legal ones: none yet."""
    return {kind: [] if kind is Kind.PAY else {} if kind in _MANY else None for kind in Kind}


def legal(seen: Observation, needed: Mapping[str, int]) -> dict[Kind, Any]:
    """The legal actions by what they are; ``needed`` are the cards that the seat's tickets want, by colour."""
    found = nothing_legal()
    claims: dict[int, list[actions.ClaimRoute]] = {}
    dues: list[actions.PayDue] = []
    builds: list[actions.BuildStation] = []
    for action in seen.legal_actions():
        match action:
            case actions.ClaimRoute(route):
                claims.setdefault(route, []).append(action)
            case actions.PayDue():
                dues.append(action)
            case actions.BuildStation():
                builds.append(action)
            case actions.TakeCard(card) | actions.GiveCard(card):
                found[action.kind][card] = seen.actions.id(action)
            case actions.TakePassenger(colour):
                found[action.kind][colour] = seen.actions.id(action)
            case actions.KeepTickets(numbers):
                found[action.kind][" ".join(map(str, numbers))] = seen.actions.id(action)
            case actions.DrawTwo(one, other):
                found[action.kind][f"{one} {other}"] = seen.actions.id(action)
            case actions.SplitTickets(short, long):
                found[action.kind][f"{short} {long}"] = seen.actions.id(action)
            case (
                actions.DrawCard() | actions.DrawTickets() | actions.Pass() | actions.Decline() | actions.SwapTickets()
            ):
                found[action.kind] = seen.actions.id(action)
            case _:
                assert_never(action)
    found[Kind.CLAIM] = {str(route): payments(seen, ways, needed) for route, ways in claims.items()}
    found[Kind.PAY] = payments(seen, dues, needed)
    found[Kind.STATION] = begun_station(seen, dues, needed) or station_offers(seen, builds, needed)
    return found


def colours_needed(seen: Observation, tickets: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Cards of each colour that the shortest ways of the open tickets still take."""
    routes = {route for ticket in tickets if ticket["state"] == "open" for route in ticket["way"]}
    needed: dict[str, int] = {}
    for number in routes:
        route = seen.board.routes[number]
        if seen.owner_of(number) is None and route.color in seen.board.colors:
            needed[route.color] = needed.get(route.color, 0) + route.length
    return needed
