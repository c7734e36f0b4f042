"""How the server is run."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path


def default_database() -> str:
    """SQLite in the user's data folder; FOOTPLATE_DATABASE names another one."""
    named = os.environ.get("FOOTPLATE_DATABASE")
    return named or f"sqlite:///{user_data_path('footplate') / 'games.sqlite3'}"


@dataclass(frozen=True, kw_only=True)
class Settings:
    database: str = field(default_factory=default_database)
    host: str = "127.0.0.1"
    port: int = 8321
    workers: int = max(1, (os.cpu_count() or 2) - 1)  # processes in which bots think
    most_open_games: int = 200  # of one player
    most_listeners: int = 20  # of one table
    most_bytes: int = 512 * 1024  # of a request or a message
    messages_per_second: float = 20.0  # of one connection, in the long run
    most_seconds_of_thought: float = 10.0  # of a bot, about one decision

    @property
    def is_local(self) -> bool:
        """Whether only this machine can connect."""
        return self.host in ("127.0.0.1", "::1", "localhost")

    @property
    def data_folder(self) -> Path | None:
        """The folder of a SQLite file, which must exist before it is opened."""
        prefix = "sqlite:///"
        name = self.database.removeprefix(prefix)
        return Path(name).parent if self.database.startswith(prefix) and name else None
