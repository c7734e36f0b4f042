"""``footplate boards new``, ``import`` and ``export``: board files to start from, from other programs, and for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from footplate.cli.files import SVG, FileKind, check_output, whole_file
from footplate.cli.output import JsonOption, print_json, print_lines, print_words

NEW_EXAMPLE = "Example: footplate boards new alps --like usa"
IMPORT_EXAMPLE = "Example: footplate boards import alps.geojson --out alps.json"
EXPORT_EXAMPLE = "Example: footplate boards export usa --to geojson"

LikeOption = Annotated[str, typer.Option("--like", metavar="BOARD", help="The board whose rules it takes.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Let --out overwrite a file.")]


class Format(StrEnum):
    CSV = "csv"
    GEOJSON = "geojson"
    GRAPHML = "graphml"
    SVG = "svg"


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Letters, digits, - and _; the board is loaded by it.")],
    like: LikeOption = "usa",
    title: Annotated[str | None, typer.Option(help="What people read; default: the name.")] = None,
    output: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE.json", help="Where it goes; default: NAME.json here.")
    ] = None,
    force: ForceOption = False,
) -> None:
    """A short board file to start from: the rules of a board, and six cities to be replaced by your own."""
    from footplate.boards import load_board
    from footplate.boards.starting import lean_text, left_out_rules, starting_file

    if not re.fullmatch(r"[\w-]{1,100}", name):
        raise typer.BadParameter(f"{name!r}, but a board's name is made of letters, digits, - and _", param_hint="NAME")
    board = load_board(like)
    data = starting_file(name, title or name.replace("_", " ").replace("-", " ").strip().title() or name, board)
    path = _json_path(output, f"{name}.json")
    with whole_file(path, option="--out", force=force) as file:
        file.write(lean_text(data))
    print_words(f"{data['title']}, a board with the rules of {board.name}, is in {path}. It can be played as it is.")
    print_lines(f"Rules of {board.name} that name its cities are left out", left_out_rules(board))
    print_lines("Go on", ["Write your own cities, routes and tickets in the file.", f"footplate boards check {path}"])


def import_board(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="A file of another program, or up to three CSVs of one board."),
    ],
    output: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="BOARD.json", help="Where it goes; default: FILE.json here.")
    ] = None,
    like: LikeOption = "usa",
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """A board file from CSV, GeoJSON, GraphML or ticket-to-ride-map-editor, with a list of what got lost.

    A board that isn't finished is written, too, and what it still needs is listed.
    """
    from footplate.boards import load_board
    from footplate.boards.starting import lean_text
    from footplate.design.formats.importing import import_files

    board = load_board(like)
    imported = import_files(files, board)
    path = _json_path(output, f"{imported.data['name']}.json")
    with whole_file(path, option="--out", force=force, inputs=files) as file:
        file.write(lean_text(imported.data))
    parts = _counts(imported.data)
    if json:
        lists = {"losses": list(imported.losses), "problems": list(imported.problems)}
        print_json({"format": imported.kind, "file": str(path), **parts, **lists})
        return
    counts = ", ".join(f"{n} {what}" for what, n in parts.items())
    print_words(f"{files[0].name} is {imported.kind}. The board is in {path}: {counts}.")
    print_lines("Not as in the file", imported.losses)
    if imported.problems:
        print_lines("It can't be played yet", imported.problems)
    else:
        print_words("It can be played.")


def export(
    board: Annotated[
        str, typer.Argument(metavar="BOARD", help="A board file (.json), also an unfinished one, or a name.")
    ],
    to: Annotated[Format, typer.Option("--to", help="The format; svg has layers for Inkscape.")],
    output: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="PATH", help="The file, or the folder for the CSVs; default: here."),
    ] = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """A board for other programs: cities, routes and tickets, with a list of what they don't get."""
    from footplate.boards.catalog import board_source
    from footplate.boards.drafts import open_board

    given = open_board(board)
    inputs = [Path(board_source(board)[0])]
    texts, losses = _exported(given, to)
    name = given.name.replace(":", "-")
    if to is Format.CSV:
        folder = output or Path()
        if not folder.is_dir():
            raise typer.BadParameter(f"{folder} is no folder; three CSVs are written into one", param_hint="--out")
        paths = [folder / f"{name}-{part}.csv" for part in texts]
    else:
        paths = [output or Path(f"{name}.{to.value}")]
    kind = SVG if to is Format.SVG else None
    for path in paths:
        check_output(path, option="--out", force=force, kind=kind, inputs=inputs)
    _write(paths, list(texts.values()), kind, inputs)
    if json:
        print_json({"format": to.value, "files": [str(path) for path in paths], "losses": list(losses)})
        return
    print_words(f"{given.title}, written to {', '.join(map(str, paths))}.")
    print_lines("Not in there", losses)


def _exported(board: Any, to: Format) -> tuple[dict[str, str], Sequence[str]]:
    """The files by the part of the board that is in them."""
    if to is Format.CSV:
        from footplate.design.formats.tables import tables_of

        texts, parts = tables_of(board)
        return texts, parts.losses
    if to is Format.SVG:
        from footplate.maps.draw import draw_board

        return {"map": draw_board(board, layered=True)}, ("tickets and rules: it is a drawing",)
    if to is Format.GRAPHML:
        from footplate.design.formats.graphml import graphml_of

        text, parts = graphml_of(board)
    else:
        from footplate.design.formats.geojson import geojson_of

        text, parts = geojson_of(board)
    return {"board": text}, parts.losses


def _write(paths: Sequence[Path], texts: Sequence[str], kind: FileKind | None, inputs: Sequence[Path]) -> None:
    for path, text in zip(paths, texts, strict=True):
        with whole_file(path, option="--out", force=True, kind=kind, inputs=inputs) as file:
            file.write(text)


def _json_path(output: Path | None, name: str) -> Path:
    path = output or Path(name)
    if path.suffix != ".json":
        raise typer.BadParameter(f"{path} can't be a board: its file's name ends in .json", param_hint="--out")
    return path


def _counts(data: dict[str, Any]) -> dict[str, int]:
    return {part: len(data[part]) for part in ("cities", "routes", "tickets")}
