"""How the server is run."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_data_path

from footplate.app.http.rates import Limit, Limits
from footplate.app.user_studies.design import Design

_SOMEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # addresses of nobody; nothing is sent there


def default_database() -> str:
    """SQLite in the user's data folder; FOOTPLATE_DATABASE names another one."""
    named = os.environ.get("FOOTPLATE_DATABASE")
    return named or f"sqlite:///{user_data_path('footplate') / 'games.sqlite3'}"


def now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, kw_only=True)
class ServerSettings:
    database: str = field(default_factory=default_database)
    host: str = "127.0.0.1"
    port: int = 8321
    names: tuple[str, ...] = ()  # by which the server is called, beside this machine's own
    https: bool = False  # whether browsers come through a proxy that encrypts
    workers: int = max(1, (os.cpu_count() or 2) - 1)  # processes in which bots think, for each kind of thought
    keep_days: int | None = None  # after which what nobody has used is deleted
    study: Design | None = None  # that people take part in here
    most_open_games: int = 200  # of one player
    most_players: int = 50_000  # of everybody, as of all that follow
    most_games: int = 50_000
    most_boards: int = 5_000  # that people have uploaded
    most_records: int = 5_000  # that people have uploaded
    most_listeners: int = 20  # of one game
    most_bytes: int = 512 * 1024  # of a request or a message
    limits: Limits = field(default_factory=Limits)  # of one address
    messages: Limit = field(default=Limit(60, 20))  # of one connection
    most_connections: int = 200  # live ones, of one address
    most_held: int = 300  # other ones of one address: a page opens about six, and a whole class may share an address
    most_at_once: int = 2000  # connections and requests of everybody, if the process can open as many files
    seconds_to_send: float = 20.0  # for a request's head, for its body, and to take any part of the answer
    seconds_of_silence: float = 20.0  # until a live connection is asked whether it is there, and so long to answer
    seconds_to_join: float = 20.0  # for the first message of a live connection
    most_idle_games: int = 100  # that stay in memory though nobody is there
    clock: Callable[[], datetime] = now  # by which people's time at a table runs
    seconds_between_ticks: float = 1.0  # of that clock's, for who is out of time
    seconds_between_looks: float = 1.0  # at what other servers with the same database have changed
    measures_at_start: bool = False  # how long moves take here, before anybody looks at them
    most_seconds_of_thought: float = 10.0  # of a bot, about one decision
    most_seconds_of_short_work: float = 4.0  # of a processor: a quick bot's decision, the check of an upload

    @property
    def is_local(self) -> bool:
        """Whether only this machine can connect; before a proxy others do."""
        return not self.https and self.host in ("127.0.0.1", "::1", "localhost")

    @property
    def address(self) -> str:
        """What to type into a browser: on this machine, or elsewhere in the network where that is possible."""
        here = "localhost" if self.is_local else address_in_network(self.host)
        name = self.names[0] if self.names else here
        host = f"[{name}]" if ":" in name else name
        return f"https://{host}" if self.https else f"http://{host}:{self.port}"

    @property
    def database_file(self) -> Path | None:
        """The file of a SQLite database, whose folder must exist before it is opened."""
        prefix = "sqlite:///"
        name = self.database.removeprefix(prefix)
        return Path(name) if self.database.startswith(prefix) and name else None


def address_in_network(host: str) -> str:
    """The host itself; where it means "everywhere", this machine's number in the network, or else its name."""
    if host not in ("0.0.0.0", "::"):
        return host
    family = socket.AF_INET6 if host == "::" else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_SOMEWHERE[family], 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
