"""What happened, as the page is sent it: every event as data, and a line of the log for every turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from footplate import actions
from footplate.boards import Board
from footplate.events import Event
from footplate.sentences import by_turn, shown_points, turn_deed


def event_view(event: Event) -> dict[str, Any]:
    """An event as data: its kind with what belongs to that; what was hidden is null."""
    what: dict[str, Any]
    match event.action:
        case actions.DrawCard() | actions.DrawTwo() as draw:
            what = {"cards": None if event.cards is None else list(event.cards), "n_cards": event.n_cards}
            what |= {"face_up": list(draw.face_up)} if isinstance(draw, actions.DrawTwo) else {}
        case actions.TakeCard(card):
            what = {"card": card}
        case actions.ClaimRoute() | actions.PayDue() | actions.GiveCard():
            what = {"route": event.route}
        case actions.Decline():
            what = {"due": event.due}
        case actions.BuildStation(city):
            what = {"city": city}
        case actions.TakePassenger(colour):
            what = {"color": colour}
        case actions.DrawTickets() | actions.SplitTickets():
            what = {"n_offered": event.n_offered}
        case actions.KeepTickets() | None:
            what = {"n_offered": event.n_offered, "n_tickets": event.n_tickets}
        case actions.Pass() | actions.SwapTickets():
            what = {}
        case _:
            assert_never(event.action)
    return {"kind": event.kind, "seat": event.seat, "turn": event.turn, "reshuffled": event.reshuffled, **what}


def log(history: Sequence[Event], board: Board) -> list[dict[str, Any]]:
    """A line for every turn, oldest first, without the player's name."""
    return [log_line(events, board) for events in by_turn(history)]


def log_line(events: Sequence[Event], board: Board) -> dict[str, Any]:
    """The line of a turn's events. Pointing at the line shows its route."""
    first = events[0]
    tried = first.action.route if isinstance(first.action, actions.ClaimRoute) else None
    return {
        "turn": first.turn,
        "seat": first.seat,
        "words": turn_deed(events, board),
        "points": shown_points(sum(event.points for event in events)),
        "route": next((event.route for event in events if event.route is not None), tried),
    }


def fresh(history: Sequence[Event], seat: int) -> list[int]:
    """Routes that others have claimed since the seat's last action."""
    routes: list[int] = []
    for event in reversed(history):
        if event.seat == seat:
            break
        if event.route is not None:
            routes.append(event.route)
    return routes
