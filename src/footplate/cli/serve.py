"""``footplate play``, ``serve`` and ``backup``: the game in the browser, and a copy of all its games."""

from __future__ import annotations

import errno
import logging
import socket
import sqlite3
import sys
import textwrap
import webbrowser
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footplate.cli.output import out, say
from footplate.errors import FootplateError
from footplate.files import PART
from footplate.plain_text import printable

if TYPE_CHECKING:
    from footplate.app.settings import ServerSettings
    from footplate.app.user_studies.design import Design

_NOT_INSTALLED = "the browser game is not installed: pip install 'footplate[app]'"
_AS_IT_IS: Any = {"highlight": False, "markup": False, "soft_wrap": True}  # so that a link stays whole
_TRIES = 20  # ports after the one that was asked for
DatabaseOption = Annotated[
    str | None,
    typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://…; default: a file in your data folder."),
]
PortOption = Annotated[int, typer.Option(min=0, max=65535, help="The first free port from here on is taken.")]


def play(
    port: PortOption = 8321,
    database: DatabaseOption = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Play in the browser, on this machine alone."""
    settings = _settings("127.0.0.1", _free_port("127.0.0.1", port), database)
    _run(settings, open_browser=browser)


def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets the whole network in.")] = "127.0.0.1",
    port: PortOption = 8321,
    database: DatabaseOption = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes in which bots think.")] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="HOSTNAME", help="A name by which browsers may call this server; repeat it for more."),
    ] = None,
    https: Annotated[
        bool, typer.Option("--https", help="Browsers come by https, through a proxy before this server.")
    ] = False,
    keep_days: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Delete games, players, boards and records that nobody has used for N days; default: keep all.",
        ),
    ] = None,
    study: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Run the study with people that this TOML file plans (docs/user-studies.md)."
        ),
    ] = None,
) -> None:
    """Serve the game to a household or a class, or to the people of a study."""
    settings = _settings(host, _free_port(host, port), database, workers)
    settings = replace(settings, names=tuple(name or ()), https=https, keep_days=keep_days, study=_read_study(study))
    _run(settings, open_browser=False)


def _read_study(file: Path | None) -> Design | None:
    if file is None:
        return None
    from footplate.app.user_studies.design import read_design

    return read_design(file)


def settings_with(database: str | None) -> ServerSettings:
    """Those of a server with this database, or with the usual one."""
    try:
        from footplate.app.settings import ServerSettings
    except ImportError:
        raise FootplateError(_NOT_INSTALLED) from None
    return ServerSettings(database=database) if database else ServerSettings()


def _settings(host: str, port: int, database: str | None, workers: int | None = None) -> ServerSettings:
    settings = settings_with(database)
    return replace(settings, host=host, port=port, workers=workers or settings.workers)


def _free_port(host: str, port: int) -> int:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + _TRIES, 65536)):
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, candidate))
            except OSError as error:
                if error.errno in (errno.EADDRINUSE, errno.EACCES):
                    continue
                raise FootplateError(
                    f"can't listen on {host!r}: {error.strerror}; 0.0.0.0 listens everywhere"
                ) from None
            return int(probe.getsockname()[1])
    raise FootplateError(f"no port is free from {port} to {port + _TRIES - 1}; name another with --port")


def _run(settings: ServerSettings, *, open_browser: bool) -> None:
    try:
        from footplate.app.server import prepare, run
    except ImportError:
        raise FootplateError(_NOT_INSTALLED) from None
    key = prepare(settings)
    _log_plainly()

    def welcome() -> None:
        address = settings.address
        out.print(f"Footplate is running: [bold]{address}[/]  (Ctrl-C ends it; games are saved)", highlight=False)
        if settings.study:
            out.print(f"Its people start there. For the researcher alone: {address}/#/research/{key}", **_AS_IT_IS)
        if open_browser and sys.stdout.isatty():
            webbrowser.open(address)

    with suppress(KeyboardInterrupt):  # the usual way to end it
        run(settings, welcome)


class LogLines(logging.Formatter):
    """One line for each message, so that nothing a stranger sends looks like another; traces are indented."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        return " ".join(printable(super().formatMessage(record)).split("\n"))

    def formatException(self, error: Any) -> str:
        return textwrap.indent(printable(super().formatException(error)), "    ")


def _log_plainly() -> None:
    """Have the server's log printed as plain lines."""
    lines = logging.StreamHandler()
    lines.setFormatter(LogLines())
    logger = logging.getLogger("footplate")
    logger.addHandler(lines)
    logger.setLevel(logging.INFO)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the copy.")],
    database: DatabaseOption = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE if it exists.")] = False,
) -> None:
    """Copy the database of the browser game, with the latest moves; the server may go on."""
    settings = settings_with(database)
    source = settings.database_file
    if source is None:
        raise FootplateError("this database is not a file; of PostgreSQL make a copy with pg_dump")
    if not source.exists():
        raise FootplateError(f"there is no database {source}: nothing to copy")
    if file.exists() and not force:
        raise FootplateError(f"{file} exists already; --force overwrites it")
    if file.exists() and file.samefile(source):
        raise FootplateError(f"{file} is the database itself; name another file")
    unfinished = file.with_name(f"{file.name}{PART}")
    try:
        _copy(source, unfinished)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
    say(f"{file} has all games of {source}.")


def _copy(source: Path, target: Path) -> None:
    """Copy by SQLite itself, so that what is only in the write-ahead log is copied as well."""
    target.unlink(missing_ok=True)
    try:
        there = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
        with closing(there) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
    except sqlite3.Error as error:
        raise FootplateError(f"{source} can't be copied to {target.parent}: {error}") from None
