"""What happened, as data: one event per action, as one seat saw it. ``sentences.py`` puts it into words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, assert_never

from footplate import actions as A
from footplate.action_space import card_of, cards_by_kind
from footplate.actions import Action, Kind
from footplate.boards import Ticket
from footplate.engine.layout import EVERYBODY, HELD, PLAYERS, STATE, Records, plain
from footplate.engine.tables import Tables


@dataclass(frozen=True, slots=True)
class Event:
    """An action and what chance made of it; what a seat couldn't see is None.

    ``cards`` came blind from the deck; ``tickets`` were looked at (of DrawTickets and SplitTickets) or kept (of
    KeepTickets), out of ``n_offered``. ``elapsed`` is in seconds since the game began.

    A claim of a tunnel has the cards that were ``turned_up``, and how many more are ``due``; so have the answers to it.
    While cards of any kind are given, ``due`` is how many are left. ``route`` is the one that was laid by this action.

    ``city`` is where a station was begun or built, or where a passenger was chosen. ``passengers`` came along by this
    action: each has the place where it waited and its colour.

    In a race ``completed`` are the tickets that were shown, ``coast`` says that the coasts were connected, and
    ``tickets`` are those drawn in place of others.
    """

    seat: int
    turn: int
    action: Action | None
    cards: tuple[str, ...] | None = ()
    tickets: tuple[Ticket, ...] | None = ()
    n_cards: int = 0
    n_tickets: int = 0
    n_offered: int = 0
    points: float = 0  # for routes; in the progress game the reward
    redealt: bool = False
    reshuffled: bool = False
    elapsed: float | None = None
    turned_up: tuple[str, ...] = ()
    due: int = 0
    route: int | None = None
    city: str | None = None
    passengers: tuple[tuple[str, str], ...] = ()
    completed: tuple[Ticket, ...] = ()
    coast: bool = False

    @property
    def kind(self) -> Kind:
        """What was done; everybody sees that, though not which tickets others keep."""
        return self.action.kind if self.action else Kind.KEEP

    def seen_by(self, seat: int) -> Event:
        """The same event without what ``seat`` couldn't see: blind cards, and which tickets were looked at or kept."""
        if seat == self.seat or not (self.n_cards or self.n_tickets or isinstance(self.action, A.KeepTickets)):
            return self
        return replace(
            self,
            action=None if isinstance(self.action, A.KeepTickets) else self.action,
            cards=None if self.n_cards else (),
            tickets=None if self.n_tickets else (),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; what the seat couldn't see is None."""
        return {field.name: _plain_data(getattr(self, field.name)) for field in fields(self)}


def _plain_data(value: Any) -> Any:
    """Actions by their texts, tickets as objects, tuples as lists."""
    if isinstance(value, tuple):
        return [_plain_data(one) for one in value]
    if isinstance(value, Ticket):
        return value.to_dict()
    return value.text if isinstance(value, Action) else value


def event_of(tables: Tables, before: Records, after: Records, action: Action, elapsed: float | None) -> Event:
    """What happened between two states when the player to move did ``action``, with nothing hidden."""
    old, new = plain(before, STATE), plain(after, STATE)
    seat = old["player"].item()
    facts: dict[str, Any] = {}
    match action:
        case A.TakeCard() | A.Pass() | A.SwapTickets():
            pass  # the action says it all
        case A.DrawCard():
            cards = _new_cards(tables, old["hand"][0, seat].tolist(), new["hand"][0, seat].tolist())
            facts = {"cards": cards, "n_cards": len(cards)}
        case A.DrawTwo():
            cards = _new_cards(tables, old["hand"][0, seat].tolist(), new["hand"][0, seat].tolist())
            blind = tuple((Counter(cards) - Counter(action.face_up)).elements())
            facts = {"cards": blind, "n_cards": len(blind)}
        case A.DrawTickets() | A.SplitTickets():
            offered = tuple(tables.tickets[t] for t in new["offer"][0, : new["offer_n"][0]].tolist())
            facts = {"tickets": offered, "n_tickets": len(offered), "n_offered": len(offered)}
        case A.KeepTickets(numbers):
            kept = tuple(tables.tickets[old["offer"][0, number - 1]] for number in numbers)
            facts = {"tickets": kept, "n_tickets": len(kept), "n_offered": old["offer_n"].item()}
        case A.ClaimRoute():
            facts = _claimed(tables, new, action)
        case A.PayDue() | A.Decline() if old["pending"].item():
            paid = isinstance(action, A.PayDue)
            facts = {"turned_up": _turned_up(tables, old), "due": old["owed"].item()}
            facts |= {"route": _pending_route(tables, old)} if paid else {}
        case A.GiveCard():
            due = new["owed"].item()
            facts = {"due": due} if due else {"route": _pending_route(tables, old)}
        case A.BuildStation(city):
            facts = {"city": city, "due": new["owed"].item()}
        case A.PayDue():
            facts = {"city": _city(tables, old["building"].item())}
        case A.TakePassenger() | A.Decline():
            first, second = old["waiting"][0].tolist()
            facts = {"city": _city(tables, first or second)}
        case _:
            assert_never(action)
    if tables.board.rules.race and not isinstance(action, A.KeepTickets):
        facts |= _in_a_race(tables, old, new, seat, swapped=isinstance(action, A.SwapTickets))
    earns = "reward" if tables.board.rules.progress else "points"
    return Event(
        seat=seat,
        turn=old["turn"].item(),
        action=action,
        points=new[earns][0, seat].item() - old[earns][0, seat].item(),
        redealt=new["redeals"].item() != old["redeals"].item(),
        reshuffled=new["reshuffles"].item() != old["reshuffles"].item(),
        elapsed=elapsed,
        passengers=_taken_along(tables, old, new),
        **facts,
    )


def _claimed(tables: Tables, new: Records, claim: A.ClaimRoute) -> dict[str, Any]:
    due = new["owed"].item()
    turned_up = _turned_up(tables, new) if tables.board.routes[claim.route].tunnel else ()
    return {"turned_up": turned_up, "due": due, "route": None if due else claim.route}


def _turned_up(tables: Tables, state: Records) -> tuple[str, ...]:
    return tuple(card_of(tables.board, kind) for kind in state["turned_up"][0, : state["turned_n"].item()].tolist())


def _pending_route(tables: Tables, state: Records) -> int:
    pending: int = state["pending"].item()
    return tables.claims[pending - 1].route


def _city(tables: Tables, number: int) -> str:
    """By a number of the state, which is one more than the city's."""
    return tables.board.cities[number - 1].name


def _taken_along(tables: Tables, old: Records, new: Records) -> tuple[tuple[str, str], ...]:
    rules = tables.board.rules.passengers
    if not rules:
        return ()
    pairs = zip(rules.each_place, old["passenger"][0].tolist(), new["passenger"][0].tolist(), strict=False)
    return tuple((place, rules.colors[before]) for place, before, after in pairs if before != after)


def _in_a_race(tables: Tables, old: Records, new: Records, seat: int, *, swapped: bool) -> dict[str, Any]:
    """What a player has completed and drawn; of a swap, everything that it has now."""
    open_before, shown_before = _open_and_shown(tables, old, seat)
    open_now, shown_now = _open_and_shown(tables, new, seat)
    drawn = (open_now if swapped else open_now - open_before) | (shown_now - shown_before - open_before)
    return {
        "completed": tuple(tables.tickets[t] for t in sorted(shown_now - shown_before)),
        "coast": old["coasts"].item() != new["coasts"].item(),
        "tickets": tuple(tables.tickets[t] for t in sorted(drawn)),
        "n_tickets": len(drawn),
    }


def _open_and_shown(tables: Tables, state: Records, seat: int) -> tuple[set[int], set[int]]:
    """The tickets of a seat by number; all know those that were shown."""
    tickets = enumerate(state["ticket"][0, : len(tables.tickets)].tolist())
    held = {t: ticket & EVERYBODY == EVERYBODY for t, ticket in tickets if ticket >> PLAYERS == HELD + seat}
    return {t for t, shown in held.items() if not shown}, {t for t, shown in held.items() if shown}


def _new_cards(tables: Tables, before: Sequence[int], after: Sequence[int]) -> tuple[str, ...]:
    return tuple(name for kind, name in cards_by_kind(tables.board) for _ in range(after[kind] - before[kind]))
