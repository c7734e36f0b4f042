"""All reading and writing of players and games. Calls block; the server makes them in the database's own threads."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, Update, delete, exists, func, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session, selectinload

from footplate.app.database.changes import Mark, read_marks
from footplate.app.database.identities import Identities
from footplate.app.database.models import (
    Base,
    BoardFile,
    Device,
    Player,
    StoredGame,
    StoredMove,
    StoredReplay,
    StoredSeat,
    now,
)
from footplate.app.database.retention import Swept, sweep
from footplate.app.database.tokens import SEAT_TOKEN, hash_of, new_token
from footplate.app.database.transactions import Transactions
from footplate.app.settings import ServerSettings
from footplate.errors import FootplateError

GAME_ID, RECORD_ID = 12, 12  # random bytes
CUSTOM = "custom-"  # how the name of an uploaded board begins
RECORD = "record-"  # how the id of an uploaded record begins, which tells it from a game's

SOMEBODY = "Somebody"  # the name of a player who was deleted


class MoveTaken(Exception):
    """The game has another number of moves than the caller expected."""


class NotAllowed(FootplateError):
    """What only somebody else may do, such as the host. The reason is for the person."""


class LinkUsed(NotAllowed):
    """A link that is not good any more."""

    def __init__(self) -> None:
        super().__init__("this link has been used, or replaced by a newer one: ask for another")


@dataclass(frozen=True, kw_only=True)
class NewSeat:
    """A seat of a game to be made; ``spec`` None is a person's."""

    name: str
    livery: int
    spec: str | None = None
    player_id: str | None = None


class Store(Transactions):
    """Players, games, who sits where, and what people have uploaded."""

    def __init__(self, settings: ServerSettings) -> None:
        super().__init__(settings)
        self.identities = Identities(self._read, self._write)

    # ------------------------------------------------------------ players

    def player(self, player_id: str) -> Player | None:
        with self._read() as session:
            return session.get(Player, player_id)

    def change_player(self, player_id: str, **values: Any) -> Player | None:
        """The player with new values; None for one who was deleted."""
        with self._write() as session:
            player = session.get(Player, player_id, with_for_update=True)
            if player:
                for name, value in values.items():
                    setattr(player, name, value)
            return player

    def change_adaptive(self, player_id: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        """Replace what adaptive opponents know of the player by ``change`` of it."""
        with self._write() as session:
            player = session.get(Player, player_id, with_for_update=True)
            if player:
                player.adaptive = {**player.adaptive, **change(player.adaptive)}

    def delete_player(self, player_id: str) -> None:
        """Delete a player, with games in which no other person sits, boards and records."""
        with self._write() as session:
            for game in self._games_of(session, player_id):
                mine = [seat for seat in game.seats if seat.player_id == player_id]
                if _give_up(session, game, player_id):
                    for seat in mine:
                        seat.name = SOMEBODY
            session.execute(update(StoredGame).where(StoredGame.host_id == player_id).values(host_id=None))
            session.flush()
            session.execute(delete(BoardFile).where(BoardFile.player_id == player_id))
            session.execute(delete(StoredReplay).where(StoredReplay.player_id == player_id))
            session.execute(delete(Player).where(Player.id == player_id))

    # ------------------------------------------------------------ games

    def new_game(
        self,
        board: str,
        board_json: str,
        seed: int,
        seats: Sequence[NewSeat],
        *,
        host_id: str | None = None,
        help_allowed: bool = False,
        seed_chosen: bool = False,
    ) -> tuple[str, list[str | None]]:
        """The game's id, and by seat the link for the person who is awaited there (None for all others)."""
        game, links = _new_game(board, board_json, seed, seats)
        game.host_id, game.help, game.seed_chosen = host_id, help_allowed, seed_chosen
        with self._write() as session:
            session.add(game)
        return game.id, links

    def game(self, game_id: str) -> StoredGame | None:
        """A game with its seats and moves."""
        with self._read() as session:
            found = select(StoredGame).where(StoredGame.id == game_id)
            return session.scalar(found.options(*_SEATING, selectinload(StoredGame.moves)))

    def seating(self, game_id: str) -> StoredGame | None:
        """A game with its seats, without its moves."""
        with self._read() as session:
            return session.scalar(select(StoredGame).where(StoredGame.id == game_id).options(*_SEATING))

    def marks(self, game_ids: Sequence[str]) -> dict[str, Mark]:
        """A mark for each game, which changes when the game does. A game without one has been deleted."""
        with self._read() as session:
            return read_marks(session, game_ids)

    def games_of(self, player_id: str) -> list[StoredGame]:
        """The games of a player with their seats, those changed last first."""
        with self._read() as session:
            return self._games_of(session, player_id)

    def _games_of(self, session: Session, player_id: str) -> list[StoredGame]:
        games = select(StoredGame).where(_is_of(player_id)).order_by(StoredGame.changed.desc())
        return list(session.scalars(games.options(*_SEATING)))

    def game_of(self, player_id: str, game_id: str) -> StoredGame | None:
        """A game with its seats, if the player has one of them."""
        with self._read() as session:
            games = select(StoredGame).where(StoredGame.id == game_id, _is_of(player_id)).options(*_SEATING)
            return session.scalar(games)

    def open_games_of(self, player_id: str) -> int:
        with self._read() as session:
            unfinished = _is_of(player_id) & StoredGame.result.is_(None)
            return session.scalar(select(func.count()).select_from(StoredGame).where(unfinished)) or 0

    def add_moves(self, game_id: str, moves: Sequence[StoredMove], result: dict[str, Any] | None) -> datetime:
        """Write all of these moves, or none. ``result`` comes with the last move of the game.

        Gives the time of the change. MoveTaken if the first is not the next move of the game.
        """
        with self._write(game_id) as session:
            game = self._change(session, game_id, moves[0].number, result)
            for move in moves:
                move.game_id = game_id
                session.add(move)
            return game.changed

    def drop_moves(self, game_id: str, first: int, moves: int, seat: int) -> None:
        """Delete all moves from number ``first`` on, and remember that a seat took them back.

        MoveTaken if the game does not have so many ``moves``.
        """
        with self._write(game_id) as session:
            self._change(session, game_id, moves, None)
            session.execute(_seat(game_id, seat).values(undone=True))
            session.execute(delete(StoredMove).where(StoredMove.game_id == game_id, StoredMove.number >= first))

    def _change(self, session: Session, game_id: str, moves: int, result: dict[str, Any] | None) -> StoredGame:
        """Lock the game's row, so that all others wait who want to move. MoveTaken unless it has so many moves."""
        game = session.get(StoredGame, game_id, with_for_update=True)
        there = select(func.count()).select_from(StoredMove).where(StoredMove.game_id == game_id)
        if game is None or session.scalar(there) != moves:
            raise MoveTaken(f"game {game_id} is not at move {moves} any more")
        game.changed, game.result = now(), result
        return game

    def next_game(self, game_id: str, player_id: str, seed: int) -> str:
        """The same game once more, after the end: everybody sits where they sat. However many ask, it is one game."""
        with self._write(game_id) as session:
            game = session.get(StoredGame, game_id, with_for_update=True)
            mine = game.seats_of(player_id) if game else []
            if game is None or not mine:
                raise NotAllowed("only those who have played this game can play it again")
            if game.result is None:
                raise NotAllowed("this game is not over yet")
            if game.next_id and session.get(StoredGame, game.next_id):
                return game.next_id
            seats = [
                NewSeat(name=seat.name, livery=seat.livery, spec=seat.spec, player_id=seat.player_id)
                for seat in game.seats
            ]
            again, _ = _new_game(game.board, game.board_json, seed, seats)
            again.host_id, again.help = game.seats[mine[0]].player_id, game.help
            again.devices = [Device(player_id=one.player_id, device_id=one.device_id) for one in game.devices]
            session.add(again)
            game.next_id = again.id
            return again.id

    # ------------------------------------------------------------ boards and records that people have uploaded

    def add_board(self, player_id: str, json: str, most: int) -> str:
        """Keep a board under a new name; of each player the last ``most`` are kept (a game has its own copy)."""
        board = BoardFile(name=CUSTOM + secrets.token_hex(6), player_id=player_id, json=json, created=now())
        self._upload(board, BoardFile.name, most)
        return board.name

    def board(self, name: str) -> str | None:
        with self._read() as session:
            return session.scalar(select(BoardFile.json).where(BoardFile.name == name))

    def boards_of(self, player_id: str) -> list[BoardFile]:
        with self._read() as session:
            mine = select(BoardFile).where(BoardFile.player_id == player_id).order_by(BoardFile.created)
            return list(session.scalars(mine))

    def add_replay(self, player_id: str, record: str, most: int) -> str:
        """Keep a record to look at; of each player the last ``most`` are kept."""
        replay = StoredReplay(id=RECORD + new_token(RECORD_ID), player_id=player_id, record=record, created=now())
        self._upload(replay, StoredReplay.id, most)
        return replay.id

    def replay(self, replay_id: str) -> str | None:
        with self._read() as session:
            return session.scalar(select(StoredReplay.record).where(StoredReplay.id == replay_id))

    def replays_of(self, player_id: str) -> list[StoredReplay]:
        with self._read() as session:
            mine = select(StoredReplay).where(StoredReplay.player_id == player_id).order_by(StoredReplay.created)
            return list(session.scalars(mine))

    def _upload(self, new: BoardFile | StoredReplay, key: InstrumentedAttribute[str], most: int) -> None:
        """Keep it, and with it the last ``most - 1`` of its player."""
        kind = type(new)
        with self._write() as session:
            of_player = select(key).where(kind.player_id == new.player_id)
            old = session.scalars(of_player.order_by(kind.created.desc()).offset(most - 1)).all()
            session.execute(delete(kind).where(key.in_(old)))
            session.add(new)

    # ------------------------------------------------------------ how much is kept

    def count(self, kind: type[Base]) -> int:
        """How many there are."""
        with self._read() as session:
            return session.scalar(select(func.count()).select_from(kind)) or 0

    def sweep(self, before: datetime) -> Swept:
        """Delete some of what nobody has used since then."""
        with self._write() as session:
            return sweep(session, before)

    # ------------------------------------------------------------ who sits where

    def seat_of_link(self, game_id: str, token: str) -> StoredSeat | None:
        """The seat of a link that is still good."""
        with self._read() as session:
            return session.scalar(_of_link(game_id, token))

    def take_seat(self, game_id: str, token: str, player_id: str, name: str) -> int:
        """Use up a link: a free seat becomes the player's, under that name; of a seat that has a player already, this
        browser becomes another device. The number of the seat; LinkUsed if the link is not good (any more).
        """
        with self._write(game_id) as session:
            session.get(StoredGame, game_id, with_for_update=True)  # whoever else changes who sits here waits
            seat = session.scalar(_of_link(game_id, token))
            if seat is None:
                raise LinkUsed
            seat.token_hash = None
            if seat.player_id is None:
                seat.player_id, seat.name = player_id, name
            elif seat.player_id != player_id:
                session.merge(Device(game_id=game_id, player_id=seat.player_id, device_id=player_id))
            return seat.seat

    def new_link(self, game_id: str, number: int, player_id: str) -> str:
        """A link to a seat, in place of an earlier one: for the host to a free seat, for a player to one's own."""
        with self._write() as session:
            game = session.get(StoredGame, game_id, with_for_update=True)
            seat = session.get(StoredSeat, (game_id, number))
            if game is None or seat is None:
                raise NotAllowed("there is no such seat")
            if not (number in game.seats_of(player_id) or (seat.is_free and game.host_id == player_id)):
                raise NotAllowed("a link is made by the host for a free seat, and by a player for the own one")
            token = new_token(SEAT_TOKEN)
            seat.token_hash = hash_of(token)
            return token

    def leave(self, game_id: str, player_id: str) -> bool:
        """End the player's part in a game. Gives whether the game still exists, because others have it."""
        with self._write(game_id) as session:
            game = session.get(StoredGame, game_id, with_for_update=True)
            if game is None or not (game.seats_of(player_id) or game.is_watched_by(player_id)):
                raise NotAllowed("this is not your game")
            return _give_up(session, game, player_id)

    def agree(self, game_id: str, player_id: str, stand_in: str) -> None:
        """A player wants bots in place of those who have left; when all do, they sit down."""
        with self._write(game_id) as session:
            game = session.get(StoredGame, game_id, with_for_update=True)
            mine = set(game.seats_of(player_id)) if game else set()
            if game is None or not mine:
                raise NotAllowed("you are watching: only players can agree")
            empty = [seat for seat in game.seats if seat.left and seat.spec is None]
            people = [seat for seat in game.seats if seat.player_id]
            for seat in people:
                seat.agrees = bool(empty) and (seat.agrees or seat.seat in mine)
            if empty and all(seat.agrees for seat in people):
                for seat in empty:
                    seat.spec = stand_in
                for seat in people:
                    seat.agrees = False

    def note_search(self, game_id: str, seat: int) -> None:
        """Remember that a seat has had help from the search."""
        with self._write(game_id) as session:
            session.execute(_seat(game_id, seat).values(searched=True))


_SEATING = selectinload(StoredGame.seats), selectinload(StoredGame.devices)


def _is_of(player_id: str) -> ColumnElement[bool]:
    """The condition that a game is the player's: by a seat there, or as the other device of somebody who has one.

    A game that bots alone play belongs to whoever has set it up.
    """
    seats = select(StoredSeat.game_id).where(StoredSeat.player_id == player_id)
    has_people = exists().where(StoredSeat.game_id == StoredGame.id, StoredSeat.spec.is_(None) | StoredSeat.left)
    of_seats = StoredGame.id.in_(seats.union(select(Device.game_id).where(Device.device_id == player_id)))
    return of_seats | ((StoredGame.host_id == player_id) & ~has_people)


def _of_link(game_id: str, token: str) -> Select[StoredSeat]:
    return select(StoredSeat).where(StoredSeat.game_id == game_id, StoredSeat.token_hash == hash_of(token))


def _seat(game_id: str, seat: int) -> Update:
    return update(StoredSeat).where(StoredSeat.game_id == game_id, StoredSeat.seat == seat)


def _new_game(board: str, board_json: str, seed: int, seats: Sequence[NewSeat]) -> tuple[StoredGame, list[str | None]]:
    moment = now()
    game = StoredGame(
        id=new_token(GAME_ID), board=board, board_json=board_json, seed=_signed(seed), created=moment, changed=moment
    )
    links = [None if seat.spec or seat.player_id else new_token(SEAT_TOKEN) for seat in seats]
    for number, (seat, link) in enumerate(zip(seats, links, strict=True)):
        facts = {"name": seat.name, "spec": seat.spec, "livery": seat.livery, "player_id": seat.player_id}
        game.seats.append(StoredSeat(seat=number, token_hash=hash_of(link) if link else None, **facts))
    return game, links


def _give_up(session: Session, game: StoredGame, player_id: str) -> bool:
    """Free the seats of a player, and mark them as left if the game is not over. Delete a game that nobody else has.

    Of another device of a player, only this device goes. Gives whether the game still exists.
    """
    mine = [seat for seat in game.seats if seat.player_id == player_id]
    game.devices = [one for one in game.devices if player_id not in (one.player_id, one.device_id)]
    if game.is_watched_by(player_id) or (mine and all(seat.player_id in (None, player_id) for seat in game.seats)):
        session.delete(game)
        return False
    for seat in mine:
        seat.player_id = seat.token_hash = None
        seat.left = game.result is None
    for seat in game.seats if mine else ():
        seat.agrees = False
    return True


def _signed(seed: int) -> int:
    """A seed of 64 bits as databases hold it."""
    return seed - (1 << 64) if seed >= 1 << 63 else seed


def seed_of(game: StoredGame) -> int:
    return game.seed % (1 << 64)
