"""Actions: typed values <-> the engine's small integers <-> text such as "claim Boston-Montreal 2 grey with 2 red".

All three forms round-trip through the ``ActionSpace`` of a board. What is stored is read back exactly. People may type
less than the whole text: any words that single out one of the legal actions will do ("claim boston-montreal red").
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from numbers import Integral
from typing import ClassVar, TypeAlias

from footplate.boards.check.values import as_typed
from footplate.boards.limits import MAX_OFFER
from footplate.engine.due import ways_to_pay_due
from footplate.engine.layout import (
    BUILD,
    CLAIM,
    DECLINE,
    DRAW_DECK,
    DRAW_TICKETS,
    FACE_UP,
    GIVE,
    KINDS,
    LOCO,
    PASS,
    PAY,
    TAKE,
)
from footplate.engine.special import most_due
from footplate.engine.tables import Claim, Tables
from footplate.errors import IllegalAction

LOCOMOTIVE = "locomotive"


class Kind(StrEnum):
    """The kinds of action, as messages name them and as their texts begin. The page knows the same (types.d.ts)."""

    DRAW = "draw"
    TAKE = "take"
    TICKETS = "tickets"
    KEEP = "keep"
    CLAIM = "claim"
    PASS = "pass"
    PAY = "pay"
    GIVE = "give"
    DECLINE = "decline"
    STATION = "station"
    PASSENGER = "passenger"


class _Action:
    """What all actions have. ``text`` reads back through ``ActionSpace.read``."""

    __slots__ = ()
    kind: ClassVar[Kind]

    @property
    def text(self) -> str:
        raise NotImplementedError

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class DrawCard(_Action):
    """Take the top card of the deck (in the progress game: the top two)."""

    kind = Kind.DRAW

    @property
    def text(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class TakeCard(_Action):
    """Take a face-up card, by its colour or "locomotive"."""

    kind = Kind.TAKE
    card: str

    @property
    def text(self) -> str:
        return f"take {self.card}"


@dataclass(frozen=True, slots=True)
class DrawTickets(_Action):
    """Look at new tickets; which to keep is the next decision."""

    kind = Kind.TICKETS

    @property
    def text(self) -> str:
        return "tickets"


@dataclass(frozen=True, slots=True)
class KeepTickets(_Action):
    """Keep some of the tickets on offer, counted from 1."""

    kind = Kind.KEEP
    numbers: tuple[int, ...]

    @property
    def text(self) -> str:
        return "keep " + " ".join(map(str, self.numbers))


@dataclass(frozen=True, slots=True)
class ClaimRoute(_Action):
    """Claim a route and pay for it. ``track`` is 1, 2 … among parallel routes and 0 for a single one.

    ``replaced`` of its spaces are paid for with ``others``, cards of any kind that are given one by one afterwards.
    """

    kind = Kind.CLAIM
    route: int
    a: str
    b: str
    track: int
    length: int
    color: str
    paid_with: str | None
    locomotives: int
    others: int = 0
    replaced: int = 0

    @property
    def color_cards(self) -> int:
        return self.length - self.locomotives - self.replaced

    @property
    def cards(self) -> Mapping[str, int]:
        """What is paid, by colour or "locomotive"; others apart."""
        return _cards(self.paid_with, self.color_cards, self.locomotives)

    @property
    def text(self) -> str:
        track = f"#{self.track}" if self.track else ""
        paid = [f"{n} {card}" for card, n in self.cards.items()] + ([f"{self.others} others"] if self.others else [])
        return f"claim {self.a}-{self.b}{track} {self.length} {self.color} with {' '.join(paid)}"


@dataclass(frozen=True, slots=True)
class Pass(_Action):
    """Do nothing; only possible when nothing else is."""

    kind = Kind.PASS

    @property
    def text(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class PayDue(_Action):
    """Pay what is due beyond a claim: the further cards that a tunnel asks for, or those that a station costs."""

    kind = Kind.PAY
    paid_with: str | None
    color_cards: int
    locomotives: int

    @property
    def cards(self) -> Mapping[str, int]:
        """What is paid, by colour or "locomotive"."""
        return _cards(self.paid_with, self.color_cards, self.locomotives)

    @property
    def text(self) -> str:
        return "pay " + " ".join(f"{n} {card}" for card, n in self.cards.items())


@dataclass(frozen=True, slots=True)
class GiveCard(_Action):
    """Give one of the cards of any kind that a claim is still to be paid with."""

    kind = Kind.GIVE
    card: str

    @property
    def text(self) -> str:
        return f"give {self.card}"


@dataclass(frozen=True, slots=True)
class Decline(_Action):
    """Don't pay what a tunnel asks for: the cards go back to the hand. Of passengers: take none along here."""

    kind = Kind.DECLINE

    @property
    def text(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class BuildStation(_Action):
    """Build a station in a city; how it is paid is the next decision."""

    kind = Kind.STATION
    city: str

    @property
    def text(self) -> str:
        return f"station {self.city}"


@dataclass(frozen=True, slots=True)
class TakePassenger(_Action):
    """Take a passenger of a colour along at an end of the route that was just claimed."""

    kind = Kind.PASSENGER
    color: str

    @property
    def text(self) -> str:
        return f"passenger {self.color}"


def _cards(color: str | None, color_cards: int, locomotives: int) -> Mapping[str, int]:
    return ({color: color_cards} if color else {}) | ({LOCOMOTIVE: locomotives} if locomotives else {})


Action: TypeAlias = (
    DrawCard | TakeCard | DrawTickets | KeepTickets | ClaimRoute | Pass | PayDue | GiveCard | Decline
    | BuildStation | TakePassenger
)  # fmt: skip
"""What a player decides: one of these and nothing else, so that whoever tells them apart can be total."""


class ActionSpace:
    """All actions of a board for a number of players, numbered as the engine numbers them."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._actions: dict[int, Action] = {DRAW_DECK: DrawCard(), DRAW_TICKETS: DrawTickets(), PASS: Pass()}
        for i, color in enumerate(tables.board.colors):
            self._actions[FACE_UP + i] = TakeCard(color)
        self._actions[FACE_UP + LOCO] = TakeCard(LOCOMOTIVE)
        for mask in range(1, 1 << MAX_OFFER):
            numbers = tuple(i + 1 for i in range(MAX_OFFER) if mask >> i & 1)
            self._actions[DRAW_TICKETS + mask] = KeepTickets(numbers)
        for i, claim in enumerate(tables.claims):
            self._actions[CLAIM + i] = self._claim(claim)
        for special, make in self._special().items():
            first, behind = tables.bare["special_first"][0, special : special + 2].tolist()
            self._actions |= make(first) if behind > first else {}
        self._ids = {action: number for number, action in self._actions.items()}

    def _claim(self, claim: Claim) -> ClaimRoute:
        board = self._tables.board
        route = board.routes[claim.route]
        parallel = next(group for group in board.parallel_routes if claim.route in group)
        track = parallel.index(claim.route) + 1 if len(parallel) > 1 else 0
        paid_with = None if claim.colour == LOCO else board.colors[claim.colour]
        ends, others = (route.a, route.b, track, route.length, route.color), claim.replaced * route.substitutes
        return ClaimRoute(claim.route, *ends, paid_with, claim.locomotives, others, claim.replaced)

    def _special(self) -> Mapping[int, Callable[[int], dict[int, Action]]]:
        """Kinds that only some boards have: from the first number of a kind to its actions by number."""
        return {
            PAY: self._payments,
            GIVE: lambda first: {first + kind: GiveCard(card) for kind, card in self._kinds},
            DECLINE: lambda first: {first: Decline()},
            BUILD: lambda first: {first + i: BuildStation(city) for city, i in self._tables.board.city_index.items()},
            TAKE: lambda first: {first + i: TakePassenger(color) for i, color in enumerate(self._passenger_colors)},
        }

    @property
    def _kinds(self) -> list[tuple[int, str]]:
        return [*enumerate(self._tables.board.colors), (LOCO, LOCOMOTIVE)]

    @property
    def _passenger_colors(self) -> tuple[str, ...]:
        rules = self._tables.board.rules.passengers
        return rules.colors if rules else ()

    def _payments(self, first: int) -> dict[int, Action]:
        most = most_due(self._tables.board)
        return {
            first + i * KINDS + kind: PayDue(None if kind == LOCO else card, due - locos, locos)
            for i, (due, locos) in enumerate(ways_to_pay_due(most))
            for kind, card in self._kinds
            if (kind == LOCO) == (due == locos)
        }

    def __len__(self) -> int:
        """One more than the largest action number (some numbers are not used by a board with few colours)."""
        return int(self._tables.record.n_actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions.values())

    def action(self, number: int) -> Action:
        try:
            return self._actions[number]
        except KeyError:
            raise IllegalAction(f"there is no action number {number} on {self._tables.board.name}") from None

    def id(self, action: Action) -> int:
        try:
            return self._ids[action]
        except KeyError:
            raise IllegalAction(f"there is no action {action.text!r} on {self._tables.board.name}") from None

    def understood(self, answer: object, legal: Callable[[], Sequence[Action]]) -> Action:
        """The action that somebody means: an Action, its number, or its text (see ``parse``)."""
        if isinstance(answer, Action):
            return answer
        if isinstance(answer, str):
            return self.parse(answer, legal())
        if isinstance(answer, Integral) and not isinstance(answer, bool):
            return self.action(int(answer))
        given = reprlib.repr(answer)
        raise IllegalAction(
            f"answered with {given} ({type(answer).__name__}) instead of an Action, its number or its text"
        )

    @cached_property
    def _by_text(self) -> dict[str, Action]:
        return {action.text: action for action in self}

    @cached_property
    def _as_typed(self) -> dict[str, Action]:
        return {as_typed(action.text): action for action in self}

    def read(self, text: str, legal: Callable[[], Sequence[Action]] = list) -> Action:
        """What was stored: the action with exactly this text. ``legal`` is for the error's message alone."""
        try:
            return self._by_text[text]
        except KeyError:
            raise _no_action(text, legal()) from None

    def parse(self, text: str, legal: Sequence[Action] = ()) -> Action:
        """What somebody typed: the action that it names in full, or the one of ``legal`` that its words single out."""
        words = as_typed(text)
        if action := self._as_typed.get(words):
            return action
        found = [action for action in legal if any(_fits(words, name) for name in _names(action))]
        found = _without_equal_tracks(found)
        if len(found) == 1:
            return found[0]
        if found:
            raise IllegalAction(f"{text.strip()!r} can mean: " + "; ".join(action.text for action in found[:8]))
        raise _no_action(text, legal)


def _no_action(text: str, legal: Sequence[Action]) -> IllegalAction:
    return IllegalAction(f"{text.strip()!r} is not an action here. " + what_is_legal(legal))


def _names(action: Action) -> list[str]:
    """Texts that name the action: for a claim, the two cities in either order."""
    names = [as_typed(action.text)]
    if isinstance(action, ClaimRoute):
        here, there = as_typed(f"{action.a}-{action.b}"), as_typed(f"{action.b}-{action.a}")
        names.append(names[0].replace(here, there, 1))
    return names


def _tokens(words: str) -> list[str]:
    """Words, where "2 red" is one and "boston-miami#1" are three."""
    return re.sub(r"\b(\d+) (?=[a-z])", r"\1_", words.replace("-", " ").replace("#", " #")).split()


def _fits(words: str, name: str) -> bool:
    """Whether the words occur in the name, in this order; "red" also fits "2 red"."""
    rest = iter(_tokens(name))
    return bool(words) and all(
        any(word in (token, token.partition("_")[2]) for token in rest) for word in _tokens(words)
    )


def _without_equal_tracks(actions: list[Action]) -> list[Action]:
    """Equal payments for equal parallel tracks are the same to a player: keep the first of each."""
    kept: dict[str, Action] = {}
    for action in actions:
        track = f"#{action.track} " if isinstance(action, ClaimRoute) else ""
        kept.setdefault(action.text.replace(track, " ") if track else action.text, action)
    return list(kept.values())


def what_is_legal(legal: Sequence[Action], most: int = 8) -> str:
    """A sentence for error messages."""
    if not legal:
        return "Nothing is legal now."
    shown = "; ".join(action.text for action in legal[:most])
    more = f"; and {len(legal) - most} more" if len(legal) > most else ""
    return f"Legal now: {shown}{more}."


@lru_cache(maxsize=64)
def action_space(tables: Tables) -> ActionSpace:
    """The action space of a board for a number of players (made once)."""
    return ActionSpace(tables)
