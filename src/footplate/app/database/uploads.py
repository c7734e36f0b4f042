"""Boards and records that people have uploaded."""

from __future__ import annotations

import secrets

from sqlalchemy import delete, select

from footplate.app.database.models import BoardFile, StoredReplay, now
from footplate.app.database.transactions import Transactions

CUSTOM = "custom-"  # how the name of an uploaded board begins
RECORD = "record-"  # how the id of an uploaded record begins, which tells it from a game's
_RECORD_ID = 12  # random bytes


class Uploads(Transactions):
    """Of each player the last ones are kept."""

    # ------------------------------------------------------------ boards

    def add_board(self, player_id: str, json: str, most: int) -> str:
        """Keep a board under a new name; of each player the last ``most`` are kept (a game has its own copy)."""
        board = BoardFile(name=CUSTOM + secrets.token_hex(6), player_id=player_id, json=json, created=now())
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
        replay = StoredReplay(
            id=RECORD + secrets.token_urlsafe(_RECORD_ID), player_id=player_id, record=record, created=now()
        )
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
