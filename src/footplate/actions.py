"""Actions as typed values, each with its text, such as "claim Boston-Montreal 2 grey with 2 red".

What numbers they have on a board, and what people type for them, is in ``action_space.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

LOCOMOTIVE = "locomotive"
DECK = "deck"


class Kind(StrEnum):
    """The kinds of action, as messages name them and as most texts begin. The page knows the same (types.d.ts)."""

    DRAW = "draw"
    TAKE = "take"
    TICKETS = "tickets"
    KEEP = "keep"
    CLAIM = "claim"
    PASS = "pass"
    SPLIT = "split"
    SWAP = "swap"
    PAY = "pay"
    GIVE = "give"
    DECLINE = "decline"
    STATION = "station"
    PASSENGER = "passenger"
    CARDS = "cards"


class _Action:
    """What all actions have."""

    __slots__: tuple[str, ...] = ()
    kind: ClassVar[Kind]

    @property
    def text(self) -> str:
        """Its kind, then its fields ("take red"). It reads back through ``ActionSpace.read``."""
        return " ".join([self.kind, *(str(getattr(self, name)) for name in self.__slots__)])

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class DrawCard(_Action):
    """Take the top card of the deck (in the progress game: the top two)."""

    kind = Kind.DRAW


@dataclass(frozen=True, slots=True)
class TakeCard(_Action):
    """Take a face-up card: a colour, or "locomotive"."""

    kind = Kind.TAKE
    card: str


@dataclass(frozen=True, slots=True)
class DrawTickets(_Action):
    """Look at new tickets; which to keep is the next decision."""

    kind = Kind.TICKETS


@dataclass(frozen=True, slots=True)
class KeepTickets(_Action):
    """Keep some of the tickets on offer, counted from 1."""

    kind = Kind.KEEP
    numbers: tuple[int, ...]

    @property
    def text(self) -> str:
        return " ".join([self.kind, *map(str, self.numbers)])


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
        return f"{self.kind} {self.a}-{self.b}{track} {self.length} {self.color} with {' '.join(paid)}"


@dataclass(frozen=True, slots=True)
class Pass(_Action):
    """Do nothing; only possible when nothing else is."""

    kind = Kind.PASS


@dataclass(frozen=True, slots=True)
class SplitTickets(_Action):
    """Look at so many short and long tickets, where they are two decks; which to keep is the next decision."""

    kind = Kind.SPLIT
    short: int
    long: int

    @property
    def text(self) -> str:
        return f"{Kind.TICKETS} {self.short} short {self.long} long"


@dataclass(frozen=True, slots=True)
class SwapTickets(_Action):
    """Put all open tickets back and draw new ones, in a race."""

    kind = Kind.SWAP


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
        return " ".join([self.kind, *(f"{n} {card}" for card, n in self.cards.items())])


@dataclass(frozen=True, slots=True)
class GiveCard(_Action):
    """Give one of the cards of any kind that a claim is still to be paid with."""

    kind = Kind.GIVE
    card: str


@dataclass(frozen=True, slots=True)
class Decline(_Action):
    """Don't pay what a tunnel asks for, so that the cards go back to the hand; or take no passenger along here."""

    kind = Kind.DECLINE


@dataclass(frozen=True, slots=True)
class BuildStation(_Action):
    """Build a station in a city; how it is paid is the next decision."""

    kind = Kind.STATION
    city: str


@dataclass(frozen=True, slots=True)
class TakePassenger(_Action):
    """Take a passenger of a colour along at an end of the route that was just claimed."""

    kind = Kind.PASSENGER
    color: str


@dataclass(frozen=True, slots=True)
class DrawTwo(_Action):
    """Draw two cards at once, where that is one decision: each by its colour, as "locomotive", or from the "deck"."""

    kind = Kind.CARDS
    one: str
    other: str

    @property
    def face_up(self) -> tuple[str, ...]:
        """Those of the two that lie face up."""
        return tuple(card for card in (self.one, self.other) if card != DECK)


def _cards(colour: str | None, cards: int, locomotives: int) -> Mapping[str, int]:
    return ({colour: cards} if colour else {}) | ({LOCOMOTIVE: locomotives} if locomotives else {})


Action: TypeAlias = (
    DrawCard | TakeCard | DrawTickets | KeepTickets | ClaimRoute | Pass | PayDue | GiveCard | Decline
    | BuildStation | TakePassenger | SplitTickets | SwapTickets | DrawTwo
)  # fmt: skip
"""What a player decides: one of these and nothing else, so that whoever tells them apart can be total."""
