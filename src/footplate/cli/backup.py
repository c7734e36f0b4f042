"""``footplate backup``: all games and players in one file, while the server runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from footplate.cli.output import say
from footplate.cli.serve import DatabaseOption, settings_of
from footplate.errors import FootplateError
from footplate.files import PART

EXAMPLES = "Example: footplate backup games-monday.sqlite3"


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the copy.")],
    database: DatabaseOption = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE if it exists.")] = False,
) -> None:
    """Copy the database of the browser game, with the latest moves; the server may go on."""
    settings = settings_of(database)
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
