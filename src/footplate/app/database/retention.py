"""Deletes what nobody has used for some days, a few rows at a time."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, delete, exists, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from footplate.app.database.models import (
    Base,
    BoardFile,
    Browser,
    Participant,
    Player,
    StoredGame,
    StoredReplay,
    StoredSeat,
    StudyGame,
)

AT_ONCE = 200  # of each kind, so that nobody waits long who wants to write


class Swept(NamedTuple):
    """How many were deleted."""

    games: int
    players: int
    boards: int
    records: int

    def __str__(self) -> str:
        return f"{self.games} games, {self.players} players, {self.boards} boards and {self.records} records"


def sweep(session: Session, before: datetime) -> Swept:
    """Delete what nobody has used since then. Games come first, and of them those that bots played for watchers."""
    has_people = exists().where(StoredSeat.game_id == StoredGame.id, StoredSeat.player_id.is_not(None))
    awaited = exists().where(StoredSeat.game_id == StoredGame.id, StoredSeat.player_id.in_(_seen_since(before)))
    of_study = exists().where(StudyGame.game_id == StoredGame.id)  # which keeps them until the researcher deletes it
    old = (StoredGame.changed < before) & ~awaited & ~of_study
    games = select(StoredGame.id).where(old).order_by(has_people, StoredGame.changed)
    boards = select(BoardFile.name).where(BoardFile.created < before, ~_was_played(before))
    records = select(StoredReplay.id).where(StoredReplay.created < before)
    gone = _delete(session, StoredGame, StoredGame.id, games)
    players = select(Player.id).where(
        Player.created < before,
        Player.id.not_in(_seen_since(before)),
        ~exists().where(StoredSeat.player_id == Player.id),
        ~exists().where(StoredGame.host_id == Player.id),
        ~exists().where(Participant.player_id == Player.id),
    )
    return Swept(
        games=gone,
        players=_delete(session, Player, Player.id, players),
        boards=_delete(session, BoardFile, BoardFile.name, boards),
        records=_delete(session, StoredReplay, StoredReplay.id, records),
    )


def _seen_since(before: datetime) -> Select[str]:
    return select(Browser.player_id).where(Browser.seen >= before)


def _was_played(before: datetime) -> ColumnElement[bool]:
    """The condition that a game on a board, or on a variant of it, was played since then."""
    of_board = (StoredGame.board == BoardFile.name) | StoredGame.board.startswith(BoardFile.name + ":")
    return exists().where(of_board, StoredGame.changed >= before)


def _delete(session: Session, kind: type[Base], key: InstrumentedAttribute[str], old: Select[str]) -> int:
    """Delete the first of the old ones, with all that belongs to them. Gives how many."""
    keys = session.scalars(old.limit(AT_ONCE)).all()
    session.execute(delete(kind).where(key.in_(keys)))
    return len(keys)
