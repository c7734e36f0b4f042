"""All reading and writing of the database. Calls block; the server makes them in a thread."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, delete, event, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, selectinload, sessionmaker

from footplate.app.database.models import BoardFile, Player, StoredGame, StoredMove, StoredReplay, StoredSeat
from footplate.app.settings import Settings

MIGRATIONS = Path(__file__).parent / "migrations"
PLAYER_TOKEN, SEAT_TOKEN, GAME_ID = 32, 32, 12  # random bytes

RECORD = "record-"  # how the id of an uploaded record begins, which tells it from a game's
SOMEBODY = "Somebody"  # the name of a player who was deleted
NOBODY = "Guest"  # the name of a seat, or a player, whom nobody has named


class MoveTaken(Exception):
    """Another move of that number was written before."""


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
        self._settings = settings
        self._engine = _engine(settings)
        self._sessions = sessionmaker(self._engine, expire_on_commit=False)

    def open(self) -> None:
        """Bring the database to this version's schema."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self._engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _session(self) -> Iterator[Session]:
        with self._sessions() as session, session.begin():
            yield session

    # ------------------------------------------------------------ players

    def new_player(self, name: str) -> tuple[Player, str]:
        """A player and the token of its cookie."""
        token = new_token(PLAYER_TOKEN)
        player = Player(
            id=secrets.token_hex(8), token_hash=hash_of(token), name=name, settings={}, adaptive={}, created=_now()
        )
        with self._session() as session:
            session.add(player)
        return player, token

    def player_by_token(self, token: str) -> Player | None:
        with self._session() as session:
            return session.scalar(select(Player).where(Player.token_hash == hash_of(token)))

    def player(self, player_id: str) -> Player | None:
        with self._session() as session:
            return session.get(Player, player_id)

    def change_player(self, player_id: str, **values: Any) -> Player:
        with self._session() as session:
            player = session.get_one(Player, player_id)
            for name, value in values.items():
                setattr(player, name, value)
            return player

    def set_adaptive(self, player_id: str, profiles: dict[str, Any]) -> None:
        """How the adaptive opponent sees the player from now on."""
        self.change_player(player_id, adaptive=profiles)

    def delete_player(self, player_id: str) -> None:
        """Everything of a player: games in which no other person sits, boards, and the player itself."""
        with self._session() as session:
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
        with self._session() as session:
            session.add(game)
        return game.id, tokens

    def game(self, game_id: str) -> StoredGame | None:
        """A game with its seats and moves."""
        with self._session() as session:
            both = selectinload(StoredGame.seats), selectinload(StoredGame.moves)
            return session.scalar(select(StoredGame).where(StoredGame.id == game_id).options(*both))

    def games_of(self, player_id: str) -> list[StoredGame]:
        """The games of a player with their seats, those changed last first."""
        with self._session() as session:
            return self._games_of(session, player_id)

    def _games_of(self, session: Session, player_id: str) -> list[StoredGame]:
        mine = select(StoredSeat.game_id).where(StoredSeat.player_id == player_id)
        games = select(StoredGame).where(StoredGame.id.in_(mine)).order_by(StoredGame.changed.desc())
        return list(session.scalars(games.options(selectinload(StoredGame.seats))))

    def open_games_of(self, player_id: str) -> int:
        with self._session() as session:
            mine = select(StoredSeat.game_id).where(StoredSeat.player_id == player_id)
            unfinished = StoredGame.id.in_(mine) & StoredGame.result.is_(None)
            return session.scalar(select(func.count()).select_from(StoredGame).where(unfinished)) or 0

    def sit_down(self, game_id: str, seat: int, player_id: str, name: str) -> None:
        """The first player to come with the seat's token has the seat; a seat without a name takes the player's."""
        with self._session() as session:
            stored = session.get_one(StoredSeat, (game_id, seat))
            if stored.player_id is None:
                stored.player_id = player_id
                stored.name = name if stored.name == NOBODY else stored.name

    def add_move(self, game_id: str, move: StoredMove, result: dict[str, Any] | None) -> None:
        """Write a move, for good; ``result`` with the last one. MoveTaken if there is one of its number."""
        try:
            with self._session() as session:
                move.game_id = game_id
                session.add(move)
                game = session.get_one(StoredGame, game_id)
                game.changed, game.result = _now(), result
        except IntegrityError as error:
            raise MoveTaken(f"move {move.number} of game {game_id} was made already") from error

    def drop_moves(self, game_id: str, first: int) -> None:
        """Take back all moves from number ``first`` on."""
        with self._session() as session:
            session.execute(delete(StoredMove).where(StoredMove.game_id == game_id, StoredMove.number >= first))
            game = session.get_one(StoredGame, game_id)
            game.changed, game.result = _now(), None

    def delete_game(self, game_id: str) -> None:
        with self._session() as session:
            game = session.get(StoredGame, game_id)
            if game:
                session.delete(game)

    # ------------------------------------------------------------ boards

    def add_board(self, name: str, player_id: str, json: str) -> None:
        with self._session() as session:
            session.merge(BoardFile(name=name, player_id=player_id, json=json, created=_now()))

    def board(self, name: str) -> str | None:
        with self._session() as session:
            return session.scalar(select(BoardFile.json).where(BoardFile.name == name))

    def boards_of(self, player_id: str) -> list[BoardFile]:
        with self._session() as session:
            mine = select(BoardFile).where(BoardFile.player_id == player_id).order_by(BoardFile.created)
            return list(session.scalars(mine))

    # ------------------------------------------------------------ replays

    def add_replay(self, player_id: str, record: str, most: int) -> str:
        """Keep a record to look at; of each player the last ``most`` are kept."""
        replay = StoredReplay(id=RECORD + new_token(GAME_ID), player_id=player_id, record=record, created=_now())
        with self._session() as session:
            session.add(replay)
            session.flush()
            of_player = select(StoredReplay.id).where(StoredReplay.player_id == player_id)
            old = session.scalars(of_player.order_by(StoredReplay.created.desc()).offset(most)).all()
            session.execute(delete(StoredReplay).where(StoredReplay.id.in_(old)))
        return replay.id

    def replay(self, replay_id: str) -> str | None:
        with self._session() as session:
            return session.scalar(select(StoredReplay.record).where(StoredReplay.id == replay_id))

    def replays_of(self, player_id: str) -> list[StoredReplay]:
        with self._session() as session:
            mine = select(StoredReplay).where(StoredReplay.player_id == player_id).order_by(StoredReplay.created)
            return list(session.scalars(mine))


def _engine(settings: Settings) -> Engine:
    if folder := settings.data_folder:
        folder.mkdir(parents=True, exist_ok=True)
    url = settings.database.replace("postgres://", "postgresql://", 1).replace(
        "postgresql://", "postgresql+psycopg://", 1
    )
    engine = create_engine(url, pool_pre_ping=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, record: object) -> None:
    """Survive a kill at any moment, and let readers read while somebody writes."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _now() -> datetime:
    return datetime.now(UTC)


def _signed(seed: int) -> int:
    """A seed of 64 bits as databases hold it."""
    return seed - (1 << 64) if seed >= 1 << 63 else seed


def seed_of(game: StoredGame) -> int:
    return game.seed % (1 << 64)
