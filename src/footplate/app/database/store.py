"""All reading and writing of players and games. Calls block; the server makes them in the database's own threads."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, func, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session, selectinload

from footplate.app.database.changes import Mark, read_marks
from footplate.app.database.identities import Identities
from footplate.app.database.models import (
    Base,
    BoardFile,
    Device,
    Participant,
    Player,
    StoredGame,
    StoredMove,
    StoredReplay,
    StoredSeat,
    now,
)
from footplate.app.database.new_games import NewSeat, new_game
from footplate.app.database.retention import Swept, sweep
from footplate.app.database.studies import Studies
from footplate.app.database.tables import NotAllowed, Tables, give_up, not_in_study, seat_row
from footplate.app.database.times import Timing, moved
from footplate.app.database.tokens import new_token
from footplate.app.settings import ServerSettings

Change = Callable[[dict[str, Any]], dict[str, Any]]  # from what is known of a player to what is known then

RECORD_ID = 12  # random bytes
CUSTOM = "custom-"  # how the name of an uploaded board begins
RECORD = "record-"  # how the id of an uploaded record begins, which tells it from a game's

JUDGED = "judged"  # among the figures of a move: what a review found out about it
SOMEBODY = "Somebody"  # the name of a player who was deleted


class MoveTaken(Exception):
    """The game has another number of moves than the caller expected."""


@dataclass(frozen=True, kw_only=True)
class Practice:
    """Where a game begins that tries a decision of another one again: ``position`` as records have it."""

    position: str
    turn: int
    origin: str


def _change_adaptive(owner: Player | Participant | None, change: Change) -> None:
    """Of a player, or of who takes part in a study; of nobody, nothing changes."""
    if owner:
        owner.adaptive = {**owner.adaptive, **change(owner.adaptive)}


class Store(Tables):
    """Players, games, who sits where, and what people have uploaded."""

    def __init__(self, settings: ServerSettings) -> None:
        super().__init__(settings)
        self.identities = Identities(self._read, self._write)
        self.studies = Studies(self._read, self._write)

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

    def change_adaptive(self, player_id: str, change: Change) -> None:
        """Replace what adaptive opponents know of the player by ``change`` of it."""
        with self._write() as session:
            _change_adaptive(session.get(Player, player_id, with_for_update=True), change)

    def forget_adaptive(self, player_id: str, key: str | None = None) -> bool:
        """Delete what adaptive opponents know of the player, by its key or all of it. Whether there was any."""
        with self._write() as session:
            player = session.get(Player, player_id, with_for_update=True)
            if player is None or (key is not None and key not in player.adaptive):
                return False
            player.adaptive = {} if key is None else {one: seen for one, seen in player.adaptive.items() if one != key}
            return True

    def delete_player(self, player_id: str) -> None:
        """Delete a player, with games in which no other person sits, boards and records, and take it out of studies."""
        with self._write() as session:
            self.studies.take_out(session, player_id)
            for game in self._games_of(session, player_id):
                mine = [seat for seat in game.seats if seat.player_id == player_id]
                if give_up(session, game, player_id):
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
        timing: Timing | None = None,
        practice: Practice | None = None,
    ) -> tuple[str, list[str | None]]:
        """The game's id, and by seat the link for the person who is awaited there (None for all others)."""
        game, links = new_game(board, board_json, seed, seats)
        game.host_id, game.help, game.seed_chosen = host_id, help_allowed, seed_chosen
        game.timing = timing.to_dict() if timing else None
        if practice:
            game.position, game.from_turn, game.origin = practice.position, practice.turn, practice.origin
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

    def add_moves(
        self,
        game_id: str,
        moves: Sequence[StoredMove],
        result: dict[str, Any] | None,
        end_turns: Sequence[bool] = (),
        are_first: bool = False,
        moment: datetime | None = None,
        learnt: Mapping[str, Change] | None = None,
    ) -> StoredGame:
        """Write all of these moves, or none. ``result`` comes with the last move of the game, and so does what adaptive
        opponents have ``learnt`` of players, by their ids: whoever has the result has that, too.

        ``end_turns``: which of them end a turn, for the clocks; ``are_first``: they keep first tickets. Gives the game
        with its seats. MoveTaken if the first is not the next move of the game.
        """
        moment = moment or now()
        with self._write(game_id) as session:
            game = self._change(session, game_id, moves[0].number, result)
            for number, move in enumerate(moves):
                move.game_id = game_id
                session.add(move)
                seat = game.seats[move.seat]
                if are_first:
                    seat.choice = None
                moved(game, seat, moment, ends_turn=any(end_turns[number : number + 1]), is_charged=not are_first)
            for player_id, change in sorted((learnt or {}).items()):
                player = session.get(Player, player_id, with_for_update=True)
                _change_adaptive(self.studies.learnt_of(session, game_id) if game.is_study else player, change)
            game.devices  # noqa: B018  (loaded for the caller)
            return game

    def drop_moves(self, game_id: str, first: int, moves: int, seat: int) -> None:
        """Delete all moves from number ``first`` on, and remember that a seat took them back.

        MoveTaken if the game does not have so many ``moves``.
        """
        with self._write(game_id) as session:
            self._change(session, game_id, moves, None)
            session.execute(seat_row(game_id, seat).values(undone=True))
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
            not_in_study(game)
            if game.result is None:
                raise NotAllowed("this game is not over yet")
            if game.position:
                raise NotAllowed("practice is tried again from the review that it came from")
            if game.next_id and session.get(StoredGame, game.next_id):
                return game.next_id
            seats = [
                NewSeat(name=seat.name, livery=seat.livery, spec=seat.spec, player_id=seat.player_id)
                for seat in game.seats
            ]
            again, _ = new_game(game.board, game.board_json, seed, seats)
            again.host_id, again.help, again.timing = game.seats[mine[0]].player_id, game.help, game.timing
            again.webhook, again.webhook_inside = game.webhook, game.webhook_inside
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

    # ------------------------------------------------------------ reviews

    def keep_judged(self, game_id: str, judged: Mapping[int, dict[str, Any]]) -> None:
        """Keep what a review found out about moves of a finished game, by number, with these moves."""
        with self._write() as session:
            for number, decision in judged.items():
                if move := session.get(StoredMove, (game_id, number)):
                    move.figures = {**(move.figures or {}), JUDGED: decision}

    def keep_review(self, game_id: str, review: dict[str, Any]) -> None:
        """Keep the whole review of a game."""
        with self._write() as session:
            session.execute(update(StoredGame).where(StoredGame.id == game_id).values(review=review))

    def reviews(self, game_ids: Sequence[str]) -> dict[str, dict[str, Any]]:
        """The whole reviews that were kept of some games."""
        with self._read() as session:
            kept = select(StoredGame.id, StoredGame.review).where(StoredGame.id.in_(game_ids))
            return {game: review for game, review in session.execute(kept) if review}

    def judged(self, game_id: str) -> dict[int, dict[str, Any]]:
        """What reviews have found out about the moves of a game."""
        with self._read() as session:
            moves = session.scalars(select(StoredMove).where(StoredMove.game_id == game_id))
            return {move.number: move.figures[JUDGED] for move in moves if move.figures and JUDGED in move.figures}


_SEATING = selectinload(StoredGame.seats), selectinload(StoredGame.devices)


def _is_of(player_id: str) -> ColumnElement[bool]:
    """The condition that a game is the player's: by a seat there, or as the other device of somebody who has one.

    A game that bots alone play belongs to whoever has set it up.
    """
    seats = select(StoredSeat.game_id).where(StoredSeat.player_id == player_id)
    has_people = exists().where(StoredSeat.game_id == StoredGame.id, StoredSeat.spec.is_(None) | StoredSeat.left)
    of_seats = StoredGame.id.in_(seats.union(select(Device.game_id).where(Device.device_id == player_id)))
    return of_seats | ((StoredGame.host_id == player_id) & ~has_people)
