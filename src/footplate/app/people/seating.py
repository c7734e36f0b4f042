"""The seating of a game: who sits where, which seats a browser may play, who has left, and what that means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footplate.agents import read_spec
from footplate.app.database.models import StoredGame, StoredSeat
from footplate.app.database.times import MOST_FOR_OTHERS, STAND_IN
from footplate.app.people.opponents import cheats, is_changed, name_of


def name_in(seat: StoredSeat) -> str:
    """Whom everybody sees in a seat."""
    if seat.spec is None or seat.masked:
        return seat.name
    return f"{name_of(seat.spec)} for {seat.name}" if seat.left else name_of(seat.spec)


def distinct(names: Sequence[str]) -> list[str]:
    """Names by seat; equal ones get the number of their seat."""
    return [f"{name} {n + 1}" if names.count(name) > 1 else name for n, name in enumerate(names)]


def learns(seat: StoredSeat) -> bool:
    """Whether an adaptive bot sits in a seat."""
    return seat.spec is not None and read_spec(seat.spec).learns


def unrated(game: StoredGame) -> str:
    """Why a game counts for nobody's rating; empty if it does."""
    if game.is_study:
        return "it is part of a study"
    if game.from_turn is not None:
        return f"it is practice from turn {game.from_turn + 1}"
    if any(seat.left for seat in game.seats):
        return "somebody left before the end"
    if game.result and game.result.get("ended"):
        return "all agreed to end it early"
    for seat in game.seats:
        if seat.bot_turns > MOST_FOR_OTHERS:
            return f"{name_of(STAND_IN)} played {seat.bot_turns} turns for {seat.name}"
    if any(seat.moved for seat in game.seats):
        return "a seat went to another browser"
    if any(seat.searched for seat in game.seats):
        return "help was used"
    if any(seat.undone for seat in game.seats):
        return "an action was taken back"
    if game.seed_chosen:
        return "its seed was chosen, which tells every card"
    for seat in game.seats:
        if seat.spec and cheats(seat.spec):
            return f"{name_of(seat.spec)} cheats"
        if seat.spec and is_changed(seat.spec):
            return f"{name_of(seat.spec)} played with changed options"
    return ""


def practice_view(game: StoredGame) -> dict[str, Any] | None:
    """Where practice comes from; None for every other game."""
    return None if game.from_turn is None else {"turn": game.from_turn, "origin": game.origin}


class Seating:
    """Those in a game, as the database last had them."""

    def __init__(self, stored: StoredGame) -> None:
        self.stored = stored

    @property
    def seats(self) -> list[StoredSeat]:
        return self.stored.seats

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat.seat for seat in self.seats if seat.spec is None]

    def bot_in(self, seat: int) -> str:
        """The bot that plays in a seat, also in place of a person; empty if the person does."""
        stored = self.seats[seat]
        return stored.spec or (STAND_IN if stored.stand_in else "")

    @property
    def is_shared(self) -> bool:
        """Whether several people play, or did."""
        return sum(seat.was_person for seat in self.seats) > 1

    @property
    def players(self) -> list[str]:
        """The people who play here, as far as they are known, each of them once."""
        return list(dict.fromkeys(seat.player_id for seat in self.seats if seat.player_id))

    @property
    def has_help(self) -> bool:
        """Whether people may ask the search: alone against bots always, but in a study; else if the game allows it."""
        return self.stored.help or not (self.is_shared or self.stored.is_study)

    @property
    def known_as(self) -> tuple[str, ...]:
        """By seat, the name under which a bot remembers whoever sits there."""
        return tuple(seat.spec or seat.player_id or seat.name for seat in self.seats)

    def seats_with(self, seat: int | None) -> list[int]:
        """All seats that are played at the screen of one of them."""
        holder = None if seat is None else self.seats[seat].player_id
        return [other.seat for other in self.seats if holder and other.player_id == holder]

    def names(self, you: int | None) -> list[str]:
        """Everybody's name as a seat reads it."""
        return distinct(["You" if seat.seat == you else name_in(seat) for seat in self.seats])

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a watcher, sees of the seating."""
        holder = None if seat is None else self.seats[seat].player_id
        return {
            "here": self.seats_with(seat),
            "is_host": holder is not None and holder == self.stored.host_id,
            "is_shared": self.is_shared,
            "help": self.has_help,
            "stand_in": name_of(STAND_IN),
            "next": self.stored.next_id,
            "practice": practice_view(self.stored),
        }

    def facts(self, seat: int) -> dict[str, bool]:
        """What everybody sees of the person in a seat."""
        stored = self.seats[seat]
        return {
            "free": stored.is_free,
            "left": stored.left,
            "agrees": stored.agrees,
            "searched": stored.searched,
        }
