"""Who sits where, who is here, and what people at a table do beside their moves: written at once, or not at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, Update, func, select, update
from sqlalchemy.orm import Session

from footplate.app.database import past, times
from footplate.app.database.models import Device, StoredGame, StoredMove, StoredSeat, now
from footplate.app.database.times import STAND_IN, Timing, Why
from footplate.app.database.tokens import hash_of_link, new_link_code
from footplate.app.database.transactions import Transactions
from footplate.errors import FootplateError

BETWEEN_OFFERS = 10  # turns until somebody may offer again to end the game
BETWEEN_PHRASES = timedelta(seconds=5)  # of one person
_REMEMBERED = 20  # phrases


class NotAllowed(FootplateError):
    """What only somebody else may do, such as the host. The reason is for the person."""


class LinkUsed(NotAllowed):
    """A link that is not good any more."""

    def __init__(self) -> None:
        super().__init__("this link has been used, or replaced by a newer one: ask for another")


class Tables(Transactions):
    """Seats and tables, as ``Store`` has them. ``moment`` is the time now by the server's clock."""

    # ------------------------------------------------------------ who sits where

    def seat_of_link(self, game_id: str, token: str) -> StoredSeat | None:
        """The seat of a link that is still good."""
        with self._read() as session:
            return session.scalar(_of_link(token).where(StoredSeat.game_id == game_id))

    def game_of_link(self, token: str) -> str | None:
        """The game to which a link leads that is still good."""
        with self._read() as session:
            seat = session.scalar(_of_link(token))
            return seat.game_id if seat else None

    def take_seat(self, game_id: str, token: str, player_id: str, name: str, moment: datetime | None = None) -> int:
        """Use up a link, and give the number of its seat. LinkUsed if the link is not good (any more).

        A free seat becomes the player's, under that name. The host's new link takes a seat from whoever had it. By a
        person's own link this browser becomes another device of theirs.
        """
        with self._write(game_id) as session:
            game = session.get(StoredGame, game_id, with_for_update=True)  # whoever else changes who sits here waits
            seat = session.scalar(_of_link(token).where(StoredSeat.game_id == game_id))
            if seat is None or game is None:
                raise LinkUsed
            if seat.replaces and seat.player_id != player_id and game.seats_of(player_id):
                raise NotAllowed("you sit at this table already: this link is for whoever takes that seat")
            seat.token_hash = None
            if seat.player_id is None:
                seat.player_id, seat.name = player_id, name
                times.begin(game, moment or now())
            elif seat.replaces and seat.player_id != player_id:
                _take_over(game, seat, player_id, name)
            elif seat.player_id != player_id:
                session.merge(Device(game_id=game_id, player_id=seat.player_id, device_id=player_id))
            seat.replaces = False
            return seat.seat

    def new_link(self, game_id: str, number: int, player_id: str, *, replace: bool = False) -> str:
        """A link to a seat, in place of an earlier one: for a player to one's own, for the host to a free one.

        With ``replace`` the host makes one to a seat that somebody has. Who opens it takes the seat: whoever had it
        sees the game no more, and all are told. It is no key for the host, nor for others who sit at the table.
        """
        with self._write(game_id) as session:
            game = session.get(StoredGame, game_id, with_for_update=True)
            seat = session.get(StoredSeat, (game_id, number))
            if game is None or seat is None:
                raise NotAllowed("there is no such seat")
            not_in_study(game)
            is_mine = number in game.seats_of(player_id)
            may_host = game.host_id == player_id and seat.spec is None and game.result is None
            if not is_mine and not (may_host and (seat.is_free or replace)):
                raise NotAllowed("a link is made by the host for a free seat, and by a player for the own one")
            token = new_link_code()
            seat.token_hash, seat.replaces = hash_of_link(token), seat.is_held and not is_mine
            return token

    def leave(self, game_id: str, player_id: str) -> bool:
        """End the player's part in a game; in one that goes on, a bot plays on there.

        Gives whether the game still exists, because others have it.
        """
        with self._write(game_id) as session:
            game = session.get(StoredGame, game_id, with_for_update=True)
            if game is None or not (game.seats_of(player_id) or game.is_watched_by(player_id)):
                raise NotAllowed("this is not your game")
            not_in_study(game)
            return give_up(session, game, player_id)

    def resign(self, game_id: str, number: int, player_id: str) -> None:
        """A bot plays on in a seat of the player's."""
        with self._write(game_id) as session:
            game = session.get(StoredGame, game_id, with_for_update=True)
            if game is None or game.result is not None or number not in game.seats_of(player_id):
                raise NotAllowed("this is not your seat in a game that goes on")
            _hand_over(game, game.seats[number])

    def give_to_bot(self, game_id: str, number: int, host_id: str, moment: datetime) -> None:
        """The host has a bot play in a seat that is free, or in place of a person, who then only watches."""
        with self._hosting(game_id, host_id) as (_, game):
            if not 0 <= number < len(game.seats) or game.seats[number].spec is not None:
                raise NotAllowed("there is no person in this seat")
            seat = game.seats[number]
            if seat.player_id == host_id:
                raise NotAllowed("this is your own seat: resign, if you don't want to play on")
            if seat.is_free:
                seat.spec, seat.token_hash = STAND_IN, None
                times.begin(game, moment)
            else:
                _hand_over(game, seat)

    def give_back(self, game_id: str, number: int, host_id: str) -> None:
        """The host frees a seat that shares the host's device; that is possible before the first move."""
        with self._hosting(game_id, host_id) as (session, game):
            mine = game.seats_of(host_id)
            if number not in mine or len(mine) < 2:
                raise NotAllowed("this seat shares no device with you")
            if _has_begun(session, game):
                raise NotAllowed("seats change before the first move: resign for whoever does not play on")
            game.seats[number].player_id, game.seats[number].here, game.turn_began = None, False, None

    def close_table(self, game_id: str, host_id: str) -> bool:
        """The host closes a table at which nothing was played yet; nothing stays of it. False if play has begun."""
        with self._hosting(game_id, host_id) as (session, game):
            if _has_begun(session, game):
                return False
            session.delete(game)
            return True

    def set_timing(self, game_id: str, host_id: str, timing: Timing) -> None:
        """The host sets the time, before the first move; how long bots wait for those who are away, at any time."""
        with self._hosting(game_id, host_id) as (session, game):
            before = times.timing_of(game)
            is_same = (before.kind, before.seconds, before.added) == (timing.kind, timing.seconds, timing.added)
            if not is_same and _has_begun(session, game):
                raise NotAllowed("the time is set before the first move; only for those who are away it can be changed")
            game.timing = timing.to_dict()

    def set_webhook(self, game_id: str, host_id: str, address: str | None, *, inside: bool = False) -> None:
        """The host has an address told whose turn it is, or none. ``inside``: it may lead into this network."""
        with self._hosting(game_id, host_id) as (_, game):
            game.webhook, game.webhook_inside, game.webhook_failures = address, inside, 0

    def note_webhook(self, game_id: str, address: str, *, arrived: bool, most: int) -> None:
        """Count failures one after the other; after so many the address is switched off."""
        with self._write(game_id) as session:
            game = session.get(StoredGame, game_id, with_for_update=True)
            if game and game.webhook == address:
                game.webhook_failures = 0 if arrived else min(game.webhook_failures + 1, most)

    @contextmanager
    def _hosting(self, game_id: str, player_id: str) -> Iterator[tuple[Session, StoredGame]]:
        """A transaction of the host's on a game that goes on."""
        with self._write(game_id) as session:
            game = session.get(StoredGame, game_id, with_for_update=True)
            if game is None or game.host_id != player_id:
                raise NotAllowed("only the host of this table can do that")
            if game.result is not None:
                raise NotAllowed("this game is over")
            yield session, game

    # ------------------------------------------------------------ who is here, and bots that stand in

    def arrive(self, game_id: str, seats: Collection[int], moment: datetime) -> None:
        """People open a page of the game. A bot that plays since they were away gives the seat back."""
        with self._write(game_id) as session:
            game = session.get(StoredGame, game_id, with_for_update=True)
            if game is None:
                return
            times.wake(game, moment)
            times.begin(game, moment)
            for seat in game.seats:
                if seat.seat in seats:
                    seat.here, seat.here_until = True, moment + times.LEASE
                    if seat.stand_in == "away":
                        times.come_back(game, seat, moment, is_turn=False)

    def depart(self, game_id: str, seats: Collection[int], moment: datetime) -> None:
        """The last page of these people is closed."""
        with self._write(game_id) as session:
            gone = (StoredSeat.game_id == game_id) & StoredSeat.seat.in_(seats)
            session.execute(update(StoredSeat).where(gone).values(here=False, here_until=moment))

    def renew(self, here: Mapping[str, Collection[int]], moment: datetime) -> None:
        """People are still here, by game and seat: nobody is told, since nothing changes."""
        with self._write() as session:
            for game_id, seats in here.items():
                them = (StoredSeat.game_id == game_id) & StoredSeat.seat.in_(seats)
                session.execute(update(StoredSeat).where(them).values(here=True, here_until=moment + times.LEASE))

    def stand_in(
        self, game_id: str, moves: int, turn: int, deciding: Collection[int], moment: datetime
    ) -> dict[int, Why]:
        """Have a bot play where somebody is now out of time, or away for too long. Gives where, and why."""
        with self._at(game_id, moves) as game:
            found = times.overdue(game, moment, deciding) if game else {}
            for number, why in found.items():
                if game:
                    times.stand_in(game.seats[number], why, turn)
            return found

    def come_back(self, game_id: str, number: int, is_turn: bool, moment: datetime) -> None:
        """A person whose turns a bot plays plays on."""
        with self._write(game_id) as session:
            game = session.get(StoredGame, game_id, with_for_update=True)
            if game and game.seats[number].stand_in:
                times.come_back(game, game.seats[number], moment, is_turn=is_turn)

    # ------------------------------------------------------------ what people say and agree on

    def choose(self, game_id: str, number: int, moves: int, text: str, moment: datetime) -> bool:
        """Keep a choice of first tickets until all have chosen. False if the game has moved on, and nothing changes."""
        with self._at(game_id, moves) as game:
            if game is None:
                return False
            seat = game.seats[number]
            if seat.choice is not None:
                raise NotAllowed("you have chosen already")
            if seat.stand_in:
                raise NotAllowed("a bot chooses for you now")
            times.charge(game, seat, moment)
            seat.choice, seat.overruns = text, 0
            seat.absent_from, seat.absent_turns = None, 0
            return True

    def answer_end(
        self,
        game_id: str,
        player_id: str,
        moves: int,
        turn: int,
        agrees: bool,
        result: dict[str, Any],
        moment: datetime,
    ) -> bool:
        """Offer to end the game as it stands, agree to that, or play on. Gives whether it has ended."""
        with self._at(game_id, moves) as game:
            if game is None:
                raise NotAllowed("somebody has just moved: offer it again")
            mine = set(game.seats_of(player_id))
            if not mine:
                raise NotAllowed("you are watching: only players can end the game")
            is_open = any(seat.agrees for seat in game.seats)
            last = game.end_offered
            if agrees and not is_open and last is not None and turn < last + BETWEEN_OFFERS:
                again = last + BETWEEN_OFFERS + 1
                raise NotAllowed(f"this was offered in turn {last + 1}; it can be offered again from turn {again} on")
            if agrees and not is_open:
                game.end_offered = turn
            for seat in game.seats:
                seat.agrees = agrees and (seat.agrees or seat.seat in mine)
            return _end_if_agreed(game, result, moment)

    def end_if_agreed(self, game_id: str, moves: int, result: dict[str, Any], moment: datetime) -> bool:
        """End a game when those who have not agreed are not here any more."""
        with self._at(game_id, moves) as game:
            return game is not None and _end_if_agreed(game, result, moment)

    def say(self, game_id: str, number: int, phrase: int, turn: int, moment: datetime) -> None:
        """A quick phrase of a seat."""
        with self._write(game_id) as session:
            game = session.get(StoredGame, game_id, with_for_update=True)
            if game is None:
                return
            said = game.said or []
            mine = [datetime.fromisoformat(one["at"]) for one in said if one["seat"] == number]
            if mine and moment - mine[-1] < BETWEEN_PHRASES:
                raise NotAllowed("one phrase in five seconds")
            number_of = said[-1]["n"] + 1 if said else 1
            one = {"n": number_of, "seat": number, "phrase": phrase, "turn": turn, "at": moment.isoformat()}
            game.said = [*said, one][-_REMEMBERED:]

    def note_search(self, game_id: str, seat: int) -> None:
        """Remember that a seat has had help from the search."""
        with self._write(game_id) as session:
            session.execute(seat_row(game_id, seat).values(searched=True))

    @contextmanager
    def _at(self, game_id: str, moves: int) -> Iterator[StoredGame | None]:
        """A transaction on a game that goes on and has so many moves; None of any other."""
        with self._write(game_id) as session:
            game = session.get(StoredGame, game_id, with_for_update=True)
            yield game if game and game.result is None and _moves(session, game_id) == moves else None


def not_in_study(game: StoredGame) -> None:
    """NotAllowed if the game belongs to a study, which has it played once, by one person."""
    if game.is_study:
        raise NotAllowed("this game belongs to a study: on the study's page you can stop, and have all of it deleted")


def _moves(session: Session, game_id: str) -> int:
    return session.scalar(select(func.count()).select_from(StoredMove).where(StoredMove.game_id == game_id)) or 0


def _has_begun(session: Session, game: StoredGame) -> bool:
    """Whether anybody has moved, or chosen tickets."""
    return any(seat.choice for seat in game.seats) or _moves(session, game.id) > 0


def _end_if_agreed(game: StoredGame, result: dict[str, Any], moment: datetime) -> bool:
    """Everybody who is here and plays must agree; the game then ends as it stands."""
    asked = [seat for seat in game.seats if seat.is_held and not seat.stand_in and times.is_here(seat, moment)]
    if not any(seat.agrees for seat in game.seats) or not all(seat.agrees for seat in asked):
        return False
    game.result, game.changed = result, now()
    return True


def _of_link(token: str) -> Select[StoredSeat]:
    return select(StoredSeat).where(StoredSeat.token_hash == hash_of_link(token))


def seat_row(game_id: str, seat: int) -> Update:
    return update(StoredSeat).where(StoredSeat.game_id == game_id, StoredSeat.seat == seat)


def _take_over(game: StoredGame, seat: StoredSeat, player_id: str, name: str) -> None:
    """A seat goes from one player to another, who may be the same person with another browser."""
    before, seat.player_id = seat.player_id, player_id
    seat.name, seat.moved, seat.here, seat.agrees = name or seat.name, True, False, False
    if before and not game.seats_of(before):
        game.devices = [one for one in game.devices if one.player_id != before]


def _hand_over(game: StoredGame, seat: StoredSeat) -> None:
    """A bot plays on in place of a person, who has left for good."""
    before = seat.player_id
    seat.player_id = seat.token_hash = seat.choice = None
    seat.left, seat.spec, seat.here, seat.stand_in = True, STAND_IN, False, ""
    for other in game.seats:
        other.agrees = False
    if before and not game.seats_of(before):
        game.devices = [one for one in game.devices if before not in (one.player_id, one.device_id)]
        if game.host_id == before:
            game.host_id = next((other.player_id for other in game.seats if other.player_id), None)


def give_up(session: Session, game: StoredGame, player_id: str) -> bool:
    """Free the seats of a player; if the game is not over, a bot plays on there. Delete a game that nobody else has.

    Of another device of a player, only this device goes. Gives whether the game still exists.
    """
    mine = [seat for seat in game.seats if seat.player_id == player_id]
    if mine and game.result is not None:
        past.keep(session, game, player_id)
    game.devices = [one for one in game.devices if player_id not in (one.player_id, one.device_id)]
    if game.is_watched_by(player_id) or (mine and all(seat.player_id in (None, player_id) for seat in game.seats)):
        session.delete(game)
        return False
    for seat in mine:
        if game.result is None:
            _hand_over(game, seat)
        else:
            seat.player_id = seat.token_hash = None
    return True
