"""All reading and writing of the database. Calls block; the server makes them in a thread."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, selectinload, sessionmaker

from footplate.app.database.connection import bring_up_to_date, connect, in_words, writing
from footplate.app.database.models import BoardFile, Player, StoredGame, StoredMove, StoredReplay, StoredSeat
from footplate.app.settings import Settings

PLAYER_TOKEN, SEAT_TOKEN, GAME_ID = 32, 32, 12  # random bytes

CUSTOM = "custom-"  # how the name of an uploaded board begins
RECORD = "record-"  # how the id of an uploaded record begins, which tells it from a game's
SOMEBODY = "Somebody"  # the name of a player who was deleted
NOBODY = "Guest"  # the name of a seat, or a player, whom nobody has named


class MoveTaken(Exception):
    """The game has gone on, or back, since the move was thought of."""


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_token(size: int) -> str:
    return secrets.token_urlsafe(size)


@dataclass(frozen=True, kw_only=True)
class NewSeat:
    """A seat of a game to be made; ``spec`` None is a person's."""

    name: str
    livery: int
    spec: str | None = None
    player_id: str | None = None


class Store:
    def __init__(self, settings: Settings) -> None:
        with in_words(settings.database):
            self._engine = connect(settings)
        self._url = settings.database
        self._readers = sessionmaker(self._engine, expire_on_commit=False)
        self._writers = sessionmaker(writing(self._engine), expire_on_commit=False)

    def open(self) -> None:
        """Bring the database to this version's schema; a FootplateError if that can't be done."""
        with in_words(self._url):
            bring_up_to_date(self._engine)

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _read(self) -> Iterator[Session]:
        with self._readers() as session, session.begin():
            yield session

    @contextmanager
    def _write(self) -> Iterator[Session]:
        """All or nothing, and what was read for it does not change meanwhile (in PostgreSQL: rows read for update)."""
        with self._writers() as session, session.begin():
            yield session

    # ------------------------------------------------------------ players

    def player_by_token(self, token: str) -> Player | None:
        with self._read() as session:
            return session.scalar(select(Player).where(Player.token_hash == hash_of(token)))

    def player_for(self, token: str, name: str = NOBODY) -> Player:
        """The player of a token, who is made now if there is none. However many ask at once: it is one player."""
        if known := self.player_by_token(token):
            return known
        player = Player(
            id=secrets.token_hex(8), token_hash=hash_of(token), name=name, settings={}, adaptive={}, created=_now()
        )
        try:
            with self._write() as session:
                session.add(player)
        except IntegrityError:
            if made := self.player_by_token(token):
                return made
            raise
        return player

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
        """Have ``change`` say how the adaptive opponent sees the player from now on, from how it did."""
        with self._write() as session:
            player = session.get(Player, player_id, with_for_update=True)
            if player:
                player.adaptive = {**player.adaptive, **change(player.adaptive)}

    def delete_player(self, player_id: str) -> None:
        """Everything of a player: games in which no other person sits, boards, and the player itself."""
        with self._write() as session:
            for game in self._games_of(session, player_id):
                if all(seat.spec or seat.player_id in (None, player_id) for seat in game.seats):
                    session.delete(game)
                for seat in game.seats:
                    if seat.player_id == player_id:
                        seat.name = SOMEBODY
            session.flush()
            session.execute(delete(BoardFile).where(BoardFile.player_id == player_id))
            session.execute(delete(StoredReplay).where(StoredReplay.player_id == player_id))
            session.execute(delete(Player).where(Player.id == player_id))

    # ------------------------------------------------------------ games

    def new_game(
        self, board: str, board_json: str, seed: int, seats: Sequence[NewSeat]
    ) -> tuple[str, list[str | None]]:
        """The game's id, and by seat the token that holds it (None for bots)."""
        now = _now()
        game = StoredGame(
            id=new_token(GAME_ID), board=board, board_json=board_json, seed=_signed(seed), created=now, changed=now
        )
        tokens = [None if seat.spec else new_token(SEAT_TOKEN) for seat in seats]
        for number, (seat, token) in enumerate(zip(seats, tokens, strict=True)):
            token_hash = hash_of(token) if token else None
            facts = {"name": seat.name, "spec": seat.spec, "livery": seat.livery, "player_id": seat.player_id}
            game.seats.append(StoredSeat(seat=number, token_hash=token_hash, **facts))
        with self._write() as session:
            session.add(game)
        return game.id, tokens

    def game(self, game_id: str) -> StoredGame | None:
        """A game with its seats and moves."""
        with self._read() as session:
            both = selectinload(StoredGame.seats), selectinload(StoredGame.moves)
            return session.scalar(select(StoredGame).where(StoredGame.id == game_id).options(*both))

    def games_of(self, player_id: str) -> list[StoredGame]:
        """The games of a player with their seats, those changed last first."""
        with self._read() as session:
            return self._games_of(session, player_id)

    def _games_of(self, session: Session, player_id: str) -> list[StoredGame]:
        mine = select(StoredSeat.game_id).where(StoredSeat.player_id == player_id)
        games = select(StoredGame).where(StoredGame.id.in_(mine)).order_by(StoredGame.changed.desc())
        return list(session.scalars(games.options(selectinload(StoredGame.seats))))

    def game_of(self, player_id: str, game_id: str) -> StoredGame | None:
        """A game with its seats, if the player has one of them."""
        with self._read() as session:
            mine = select(StoredSeat.game_id).where(StoredSeat.player_id == player_id, StoredSeat.game_id == game_id)
            games = select(StoredGame).where(StoredGame.id.in_(mine)).options(selectinload(StoredGame.seats))
            return session.scalar(games)

    def open_games_of(self, player_id: str) -> int:
        with self._read() as session:
            mine = select(StoredSeat.game_id).where(StoredSeat.player_id == player_id)
            unfinished = StoredGame.id.in_(mine) & StoredGame.result.is_(None)
            return session.scalar(select(func.count()).select_from(StoredGame).where(unfinished)) or 0

    def sit_down(self, game_id: str, seat: int, player_id: str, name: str) -> StoredSeat | None:
        """The first player to come with the seat's token has the seat; a seat without a name takes the player's.

        The seat as it is then; None if the game is gone.
        """
        with self._write() as session:
            stored = session.get(StoredSeat, (game_id, seat), with_for_update=True)
            if stored and stored.player_id is None:
                stored.player_id = player_id
                stored.name = name if stored.name == NOBODY else stored.name
            return stored

    def add_move(self, game_id: str, move: StoredMove, result: dict[str, Any] | None) -> None:
        """Write a move, for good; ``result`` with the last one. MoveTaken if it is not the next move of the game."""
        with self._write() as session:
            self._change(session, game_id, move.number, result)
            move.game_id = game_id
            session.add(move)

    def drop_moves(self, game_id: str, first: int, moves: int) -> None:
        """Take back all moves from number ``first`` on. MoveTaken if the game does not have so many ``moves``."""
        with self._write() as session:
            self._change(session, game_id, moves, None)
            session.execute(delete(StoredMove).where(StoredMove.game_id == game_id, StoredMove.number >= first))

    def _change(self, session: Session, game_id: str, moves: int, result: dict[str, Any] | None) -> None:
        """Hold the game's row, so that all others wait who want to move; then it must have so many moves."""
        game = session.get(StoredGame, game_id, with_for_update=True)
        there = select(func.count()).select_from(StoredMove).where(StoredMove.game_id == game_id)
        if game is None or session.scalar(there) != moves:
            raise MoveTaken(f"game {game_id} is not at move {moves} any more")
        game.changed, game.result = _now(), result

    def delete_game(self, game_id: str) -> None:
        with self._write() as session:
            game = session.get(StoredGame, game_id)
            if game:
                session.delete(game)

    # ------------------------------------------------------------ boards

    def add_board(self, player_id: str, json: str, most: int) -> str:
        """Keep a board under a new name; of each player the last ``most`` are kept (a game has its own copy)."""
        board = BoardFile(name=CUSTOM + secrets.token_hex(6), player_id=player_id, json=json, created=_now())
        with self._write() as session:
            of_player = select(BoardFile.name).where(BoardFile.player_id == player_id)
            old = session.scalars(of_player.order_by(BoardFile.created.desc()).offset(most - 1)).all()
            session.execute(delete(BoardFile).where(BoardFile.name.in_(old)))
            session.add(board)
        return board.name

    def board(self, name: str) -> str | None:
        with self._read() as session:
            return session.scalar(select(BoardFile.json).where(BoardFile.name == name))

    def boards_of(self, player_id: str) -> list[BoardFile]:
        with self._read() as session:
            mine = select(BoardFile).where(BoardFile.player_id == player_id).order_by(BoardFile.created)
            return list(session.scalars(mine))

    # ------------------------------------------------------------ replays

    def add_replay(self, player_id: str, record: str, most: int) -> str:
        """Keep a record to look at; of each player the last ``most`` are kept."""
        replay = StoredReplay(id=RECORD + new_token(GAME_ID), player_id=player_id, record=record, created=_now())
        with self._write() as session:
            of_player = select(StoredReplay.id).where(StoredReplay.player_id == player_id)
            old = session.scalars(of_player.order_by(StoredReplay.created.desc()).offset(most - 1)).all()
            session.execute(delete(StoredReplay).where(StoredReplay.id.in_(old)))
            session.add(replay)
        return replay.id

    def replay(self, replay_id: str) -> str | None:
        with self._read() as session:
            return session.scalar(select(StoredReplay.record).where(StoredReplay.id == replay_id))

    def replays_of(self, player_id: str) -> list[StoredReplay]:
        with self._read() as session:
            mine = select(StoredReplay).where(StoredReplay.player_id == player_id).order_by(StoredReplay.created)
            return list(session.scalars(mine))


def _now() -> datetime:
    return datetime.now(UTC)


def _signed(seed: int) -> int:
    """A seed of 64 bits as databases hold it."""
    return seed - (1 << 64) if seed >= 1 << 63 else seed


def seed_of(game: StoredGame) -> int:
    return game.seed % (1 << 64)
