"""Studies with people: who takes part, whose games these are, what was answered, and how all of it is cut off again."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session, selectinload

from footplate.app.database.changes import announce
from footplate.app.database.models import Device, Participant, StoredGame, StoredSeat, StudyGame, UserStudy, now
from footplate.app.database.new_games import NewSeat, new_game
from footplate.app.database.tables import NotAllowed
from footplate.app.database.tokens import hash_of, new_token
from footplate.errors import FootplateError

KEY = 24  # random bytes of a researcher's key
_KEYS = 4  # of the last starts, which are all good: several servers may have one database
NUMBERS = range(100, 1000)  # of people
_SEED_BITS = 52  # so that no program rounds it
Transaction = Callable[..., AbstractContextManager[Session]]


@dataclass(frozen=True)
class Deal:
    """A game as the study plans it."""

    condition: str
    opponent: str
    board: str
    board_json: str


class Studies:
    """Calls block, as those of the store do; the transactions are the store's."""

    def __init__(self, read: Transaction, write: Transaction) -> None:
        self._read, self._write = read, write

    # ------------------------------------------------------------ the study

    def open(self, design: Mapping[str, Any]) -> None:
        """Begin a study, or go on with it. A FootplateError if people have taken part in it with another plan."""
        name = design["name"]
        with self._write() as session:
            study = session.get(UserStudy, name, with_for_update=True)
            if study is None:
                session.add(UserStudy(name=name, design=dict(design), keys=[]))
                return
            before = {**study.design, "people": design["people"]}
            if before != design and session.scalar(select(Participant.id).where(Participant.study == name).limit(1)):
                changed = ", ".join(sorted(key for key in before if before[key] != design.get(key)))
                raise FootplateError(
                    f"people have taken part in a study {name!r} with another plan: {changed} must stay as it was, "
                    "or this is a study of another name"
                )
            study.design = dict(design)

    def study(self, name: str) -> UserStudy | None:
        with self._read() as session:
            return session.get(UserStudy, name)

    def names(self) -> list[str]:
        with self._read() as session:
            return list(session.scalars(select(UserStudy.name).order_by(UserStudy.name)))

    def count(self, name: str) -> int:
        """How many take part."""
        with self._read() as session:
            there = select(func.count()).select_from(Participant).where(Participant.study == name)
            return session.scalar(there) or 0

    def new_key(self, name: str) -> str:
        """A key for the researcher; the database keeps its hash."""
        key = new_token(KEY)
        with self._write() as session:
            study = session.get(UserStudy, name, with_for_update=True)
            if study:
                study.keys = [*study.keys, hash_of(key)][-_KEYS:]
        return key

    def is_key(self, name: str, key: str) -> bool:
        study = self.study(name)
        return study is not None and hash_of(key) in study.keys

    def close(self, name: str) -> list[str]:
        """Nobody takes part any more, and nothing says who did. Gives the ids of the games."""
        with self._write() as session:
            study = session.get(UserStudy, name, with_for_update=True)
            if study is None or study.closed:
                return []
            study.closed, moment = True, now()
            of_study = select(Participant.id).where(Participant.study == name)
            games = list(session.scalars(select(StudyGame.game_id).where(StudyGame.participant_id.in_(of_study))))
            nobody: dict[str, Any] = {"player_id": None, "place": None, "agreed": None, "adaptive": {}}
            session.execute(update(Participant).where(Participant.study == name).values(**nobody))
            session.execute(delete(Device).where(Device.game_id.in_(games)))
            times: dict[str, Any] = {"created": moment, "changed": moment, "turn_began": None, "awake": None}
            session.execute(update(StoredGame).where(StoredGame.id.in_(games)).values(host_id=None, **times))
            people = StoredSeat.game_id.in_(games) & StoredSeat.spec.is_(None)
            gone: dict[str, Any] = {"player_id": None, "left": True, "here": False, "here_until": None}
            session.execute(update(StoredSeat).where(people).values(**gone))
            announce(session, games)
            return games

    # ------------------------------------------------------------ one's own part

    def part(self, name: str, player_id: str) -> Participant | None:
        """A player's part in a study, with its games."""
        with self._read() as session:
            return _part(session, name, player_id)

    def parts_of(self, player_id: str) -> list[Participant]:
        """A player's parts in all studies that are open."""
        with self._read() as session:
            mine = select(Participant).where(Participant.player_id == player_id).order_by(Participant.study)
            return list(session.scalars(mine.options(selectinload(Participant.games))))

    def agree(self, name: str, player_id: str, people: int) -> None:
        """Take part, at the first place that is free. NotAllowed if there is none, or the study is closed."""
        with self._write() as session:
            study = session.get(UserStudy, name, with_for_update=True)  # whoever else agrees waits
            if study is None or study.closed:
                raise NotAllowed("this study is closed")
            if _part(session, name, player_id):
                return
            there = session.scalars(select(Participant).where(Participant.study == name)).all()
            free = sorted(set(range(people)) - {one.place for one in there})
            if not free:
                raise NotAllowed("as many people as this study needs take part already")
            number = secrets.choice(sorted(set(NUMBERS) - {one.number for one in there}))
            session.add(
                Participant(
                    id=secrets.token_hex(8), study=name, player_id=player_id, number=number, place=free[0],
                    agreed=now(), adaptive={},
                )
            )  # fmt: skip

    def next_game(self, name: str, player_id: str, games: int, deal: Callable[[int, int], Deal]) -> str:
        """The game that a person is to play now: one that is not over, or a new one; however many ask, it is one.

        ``deal`` gives what is planned at a place for a game's number. NotAllowed if the last one is not answered yet,
        or there is none left.
        """
        with self._write() as session:
            part = _part(session, name, player_id, lock=True)
            if part is None:
                raise NotAllowed("you take no part in this study")
            last = part.games[-1] if part.games else None
            if last and last.game.result is None:
                return last.game_id
            if last and last.answered is None:
                raise NotAllowed("answer the questions after your last game first, or skip them")
            if len(part.games) >= games or part.place is None:
                raise NotAllowed("you have played all games of this study")
            number = len(part.games) + 1
            planned = deal(part.place, number)
            seats = [
                NewSeat(name="You", livery=1, player_id=player_id),
                NewSeat(name="Opponent", livery=2, spec=planned.opponent, masked=True),
            ]
            game, _ = new_game(planned.board, planned.board_json, secrets.randbits(_SEED_BITS), seats)
            session.add(game)
            session.flush()
            part.games.append(StudyGame(number=number, game_id=game.id, condition=planned.condition, answers={}))
            return game.id

    def answer(
        self, name: str, player_id: str, number: int, answers: Mapping[str, int] | None, skill: str | None
    ) -> None:
        """Keep what was answered after a game; None: it was skipped. What is there already stays."""
        with self._write() as session:
            part = _part(session, name, player_id, lock=True)
            game = next((one for one in part.games if one.number == number), None) if part else None
            if part is None or game is None:
                raise NotAllowed("this is not your game of this study")
            if game.game.result is None:
                raise NotAllowed("the questions come when the game is over")
            if game.answered is None:
                game.answered, game.answers = ("skipped", {}) if answers is None else ("sent", dict(answers))
                part.skill = part.skill or skill

    def withdraw(self, name: str, player_id: str) -> list[str]:
        """Take a person out, with all games and answers. Gives the ids of the games."""
        with self._write() as session:
            return self.take_out(session, player_id, name)

    def take_out(self, session: Session, player_id: str, name: str | None = None) -> list[str]:
        """Delete a player's part in a study, or in all, within a transaction."""
        mine = select(Participant).where(Participant.player_id == player_id)
        parts = session.scalars(mine.where(Participant.study == name) if name else mine).all()
        games = [game.game_id for part in parts for game in part.games]
        for part in parts:
            session.execute(
                update(UserStudy).where(UserStudy.name == part.study).values(withdrawn=UserStudy.withdrawn + 1)
            )
            session.delete(part)
        session.flush()
        session.execute(delete(StoredGame).where(StoredGame.id.in_(games)))
        announce(session, games)
        return games

    # ------------------------------------------------------------ what adaptive opponents learn

    def adaptive(self, game_id: str) -> dict[str, Any]:
        """How adaptive opponents see the person who plays this game of a study."""
        with self._read() as session:
            part = session.scalar(_of_game(game_id))
            return dict(part.adaptive) if part else {}

    def learnt_of(self, session: Session, game_id: str) -> Participant | None:
        """With whom it is kept, within a transaction."""
        part: Participant | None = session.scalar(_of_game(game_id).with_for_update())
        return part

    # ------------------------------------------------------------ what a researcher takes home

    def people(self, name: str, *, with_moves: bool = False) -> list[Participant]:
        """All who take part, by number, with their games."""
        games = selectinload(Participant.games).selectinload(StudyGame.game)
        more = [games.selectinload(StoredGame.seats), *([games.selectinload(StoredGame.moves)] if with_moves else [])]
        with self._read() as session:
            there = select(Participant).where(Participant.study == name).order_by(Participant.number)
            return list(session.scalars(there.options(*more)))

    def unreviewed(self, name: str) -> list[str]:
        """Finished games whose review is not there yet."""
        with self._read() as session:
            games = select(StudyGame.game_id).join(Participant).join(StoredGame)
            wanted = (Participant.study == name) & StudyGame.review.is_(None) & StoredGame.result.is_not(None)
            return list(session.scalars(games.where(wanted).order_by(StudyGame.game_id)))

    def keep_review(self, game_id: str, review: dict[str, Any]) -> None:
        with self._write() as session:
            session.execute(update(StudyGame).where(StudyGame.game_id == game_id).values(review=review))


def _part(session: Session, name: str, player_id: str, *, lock: bool = False) -> Participant | None:
    mine = select(Participant).where(Participant.study == name, Participant.player_id == player_id)
    games = selectinload(Participant.games).selectinload(StudyGame.game)
    return session.scalar((mine.with_for_update() if lock else mine).options(games))


def _of_game(game_id: str) -> Any:
    return select(Participant).join(StudyGame).where(StudyGame.game_id == game_id)
