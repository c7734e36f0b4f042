"""``footplate study export``: the tables of a study with people, from the database of the server that ran it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from footplate.cli import output
from footplate.cli.serve import DatabaseOption, settings_with
from footplate.errors import FootplateError
from footplate.words import listed


class Format(StrEnum):
    csv = "csv"
    parquet = "parquet"


def export(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The study's name, as in its file.")],
    out_folder: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where to write the files.")],
    database: DatabaseOption = None,
    format: Annotated[Format, typer.Option(help="Of the files.")] = Format.csv,
    tables: Annotated[
        str | None,
        typer.Option(metavar="NAME,NAME…", help="answers, games, decisions, reviews, conditions; default: all."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
) -> None:
    """Write what people played and answered in a study that `footplate serve --study` ran, with a code book."""
    settings = settings_with(database)
    from footplate.app.database import Store
    from footplate.app.user_studies.design import Design
    from footplate.app.user_studies.export import CHOICES, export_files
    from footplate.files import write_whole

    wanted = [word.strip() for word in tables.split(",")] if tables is not None else list(CHOICES)
    if wrong := [word for word in wanted if word not in CHOICES]:
        reason = f"there is no table {wrong[0]!r}; there are {listed(CHOICES)}"
        raise typer.BadParameter(reason, param_hint="--tables")
    if settings.database_file and not settings.database_file.exists():
        raise FootplateError(f"there is no database {settings.database_file}: nothing to export")
    store = Store(settings)
    try:
        store.open()
        study = store.studies.study(name)
        if study is None:
            there = store.studies.names()
            found = f"there is {listed(there)}" if there else "nobody has run one with it"
            raise FootplateError(f"this database has no study {name!r}; {found}")
        people = store.studies.people(name, with_moves=True)
    finally:
        store.close()
    games = [game for person in people for game in person.games if game.game.result]
    if not games:
        raise FootplateError(f"nobody has finished a game of the study {name!r} yet: nothing to export")
    files = export_files(Design.from_dict(study.design), people, wanted, format.value)
    there_already = [file for file in files if (out_folder / file).exists()]
    if there_already and not force:
        raise FootplateError(f"{out_folder / there_already[0]} exists already; --force overwrites it")
    out_folder.mkdir(parents=True, exist_ok=True)
    for file, content in files.items():
        write_whole(out_folder / file, content)
    output.say(f"{out_folder} has {listed(files)}: {output.counted_games(len(games))} of {len(people)} people.")
    missing = sum(game.review is None for game in games)
    if missing and "reviews" in wanted:
        output.say(f"{output.counted_games(missing)} are not reviewed yet: the server does that while it runs.")
