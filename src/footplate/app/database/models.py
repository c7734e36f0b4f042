"""The tables of the database. A change here needs a migration beside it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Moment(TypeDecorator[datetime]):
    """A time in UTC. SQLite forgets the zone, and PostgreSQL may use its own."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


NO_CODE = "none "  # how the ``recovery_hash`` of a player begins who has no recovery code; then comes the player's id


def now() -> datetime:
    return datetime.now(UTC)


class Base(DeclarativeBase):
    type_annotation_map = {dict[str, Any]: JSON, list[dict[str, Any]]: JSON, datetime: Moment}  # noqa: RUF012  (SQLAlchemy's way)


class Player(Base):
    """A person, who is known in one browser or several."""

    __tablename__ = "players"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    recovery_hash: Mapped[str] = mapped_column(String(64), unique=True)  # of the recovery code; see ``NO_CODE``
    name: Mapped[str] = mapped_column(String(40))
    settings: Mapped[dict[str, Any]]
    adaptive: Mapped[dict[str, Any]]  # how the adaptive opponent sees the player, by board
    created: Mapped[datetime]
    past: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))  # as ``past.py`` keeps it

    @property
    def has_code(self) -> bool:
        """Whether a recovery code leads to this player."""
        return not self.recovery_hash.startswith(NO_CODE)


class Browser(Base):
    """A browser in which a player is known, by a cookie of which only a hash is kept."""

    __tablename__ = "browsers"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    player_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(60))  # "Firefox on Linux"
    created: Mapped[datetime]
    seen: Mapped[datetime]  # when a page was last opened in it, to the hour
    player: Mapped[Player] = relationship(lazy="joined")


class BoardFile(Base):
    """A board that somebody has uploaded."""

    __tablename__ = "boards"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"))
    json: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime]


class StoredGame(Base):
    """A game; its board is kept with it, so that a later version of the board does not change it."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    board: Mapped[str] = mapped_column(String(80))
    board_json: Mapped[str] = mapped_column(Text)
    seed: Mapped[int] = mapped_column(BigInteger)
    created: Mapped[datetime]
    changed: Mapped[datetime] = mapped_column(index=True)
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # at the end: totals and winners
    host_id: Mapped[str | None] = mapped_column(String(16))  # the player who invites to seats that are free
    seed_chosen: Mapped[bool] = mapped_column(default=False, server_default=false())  # so the host knows every card
    help: Mapped[bool] = mapped_column(default=False, server_default=false())  # the search may be asked among people
    next_id: Mapped[str | None] = mapped_column(String(24))  # the game that the same people play after this one
    timing: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # as ``times.Timing``
    turn_began: Mapped[datetime | None]  # since when the clock of whoever is to decide runs
    awake: Mapped[datetime | None]  # since when somebody of the table is here; before that nobody was
    end_offered: Mapped[int | None]  # the turn in which somebody last offered to end the game
    said: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))  # the last quick phrases
    webhook: Mapped[str | None] = mapped_column(String(400))  # an address of the host's that is told whose turn it is
    webhook_inside: Mapped[bool] = mapped_column(default=False, server_default=false())  # it may be in this network
    webhook_failures: Mapped[int] = mapped_column(default=0, server_default="0")  # one after the other
    position: Mapped[str | None] = mapped_column(Text)  # of practice: where it began, as records have it
    from_turn: Mapped[int | None]  # of practice: the turn in which it began, from 0
    origin: Mapped[str | None] = mapped_column(String(24))  # of practice: the game whose decision is tried again
    review: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), deferred=True)  # once it is whole
    seats: Mapped[list[StoredSeat]] = relationship(order_by="StoredSeat.seat", cascade="all, delete-orphan")
    moves: Mapped[list[StoredMove]] = relationship(order_by="StoredMove.number", cascade="all, delete-orphan")
    devices: Mapped[list[Device]] = relationship(cascade="all, delete-orphan")

    def seats_of(self, player_id: str) -> list[int]:
        """The seats that a browser may play: its player's own, and those of a player whose other device it is."""
        holders = {device.player_id for device in self.devices if device.device_id == player_id} | {player_id}
        return [seat.seat for seat in self.seats if seat.player_id in holders]

    @property
    def is_study(self) -> bool:
        """Whether the game belongs to a study, so that nobody is told which bot plays."""
        return any(seat.masked for seat in self.seats)

    def is_watched_by(self, player_id: str) -> bool:
        """Whether bots alone play, for a player who has set it up to watch."""
        return self.host_id == player_id and not any(seat.was_person for seat in self.seats)


class StoredSeat(Base):
    __tablename__ = "seats"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    spec: Mapped[str | None] = mapped_column(String(400))  # of a bot; None is a person
    livery: Mapped[int]
    token_hash: Mapped[str | None] = mapped_column(String(64), unique=True)  # of the one link that is good now
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id", ondelete="SET NULL"))
    left: Mapped[bool] = mapped_column(default=False, server_default=false())  # the person is gone for good
    agrees: Mapped[bool] = mapped_column(default=False, server_default=false())  # to end the game now
    searched: Mapped[bool] = mapped_column(default=False, server_default=false())  # has had help from the search
    undone: Mapped[bool] = mapped_column(default=False, server_default=false())  # has taken an action back
    replaces: Mapped[bool] = mapped_column(default=False, server_default=false())  # its link takes it from who has it
    moved: Mapped[bool] = mapped_column(default=False, server_default=false())  # a new link gave it to another browser
    choice: Mapped[str | None] = mapped_column(Text)  # of first tickets, until all have chosen
    here: Mapped[bool] = mapped_column(default=False, server_default=false())  # a page of the person's is open
    here_until: Mapped[datetime | None]  # which counts so long, unless the server that knows it says so again
    clock: Mapped[float | None] = mapped_column(Float)  # seconds that were left when the turn began; None: all
    overruns: Mapped[int] = mapped_column(default=0, server_default="0")  # turns out of time, one after the other
    stand_in: Mapped[str] = mapped_column(String(8), default="", server_default="")  # why a bot plays: "time", "away"
    absent_from: Mapped[int | None]  # the turn since which a bot plays, or played, for the person
    absent_turns: Mapped[int] = mapped_column(default=0, server_default="0")  # that it played since then
    bot_turns: Mapped[int] = mapped_column(default=0, server_default="0")  # that bots played for the person, all in all
    masked: Mapped[bool] = mapped_column(default=False, server_default=false())  # nobody is told which bot plays here

    __table_args__ = (Index("seats_by_player", "player_id"),)

    @property
    def was_person(self) -> bool:
        """Whether a person sits here, or did before a bot took over."""
        return self.spec is None or self.left

    @property
    def is_free(self) -> bool:
        """Whether a person is awaited who has not come yet."""
        return self.spec is None and self.player_id is None and not self.left

    @property
    def is_held(self) -> bool:
        """Whether a person has the seat, also while a bot plays for them."""
        return self.spec is None and self.player_id is not None


class Device(Base):
    """A browser that plays a player's seats of one game, though it is another player's everywhere else."""

    __tablename__ = "devices"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    player_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    device_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)

    __table_args__ = (Index("devices_by_device", "device_id"),)


class StoredMove(Base):
    """An action. Its number is part of the key, so of two moves with one number only one can be written."""

    __tablename__ = "moves"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    action: Mapped[str] = mapped_column(Text)
    elapsed: Mapped[float] = mapped_column(Float)
    figures: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # why a bot moved


class StoredReplay(Base):
    """A record that somebody has uploaded to look at."""

    __tablename__ = "replays"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    record: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime]


# ---------------------------------------------------------------- studies with people


class UserStudy(Base):
    """A study that people take part in."""

    __tablename__ = "user_studies"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    design: Mapped[dict[str, Any]]  # as ``Design.to_dict``
    keys: Mapped[list[str]] = mapped_column(JSON)  # hashes of the researcher's, the newest last
    closed: Mapped[bool] = mapped_column(default=False, server_default=false())
    withdrawn: Mapped[int] = mapped_column(default=0, server_default="0")  # people who were taken out


class Participant(Base):
    """A person in a study. What says who it is goes when the study closes; ``number`` stays."""

    __tablename__ = "participants"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    study: Mapped[str] = mapped_column(ForeignKey("user_studies.name", ondelete="CASCADE"))
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    number: Mapped[int]  # by chance, the only name in files
    place: Mapped[int | None]  # says which games one plays, and in which order
    agreed: Mapped[datetime | None]
    skill: Mapped[str | None] = mapped_column(String(20))
    adaptive: Mapped[dict[str, Any]]  # how adaptive opponents of the study see the person
    games: Mapped[list[StudyGame]] = relationship(order_by="StudyGame.number", cascade="all, delete-orphan")

    __table_args__ = (
        UniqueConstraint("study", "player_id"), UniqueConstraint("study", "number"), UniqueConstraint("study", "place"),
    )  # fmt: skip


class StudyGame(Base):
    """A game of a participant, and what was answered after it."""

    __tablename__ = "study_games"

    participant_id: Mapped[str] = mapped_column(ForeignKey("participants.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)  # from 1
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), unique=True)
    condition: Mapped[str] = mapped_column(String(80))
    answered: Mapped[str | None] = mapped_column(String(8))  # "sent" or "skipped"
    answers: Mapped[dict[str, Any]]  # ratings by question
    review: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # what it found, once it is whole
    game: Mapped[StoredGame] = relationship()
