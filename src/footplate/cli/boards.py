"""``footplate boards``: list, show, check, stats, draw; the commands about files of boards are in ``board_files``."""

from __future__ import annotations

import sys
from dataclasses import replace
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from footplate.cli import board_files
from footplate.cli.files import SVG, whole_file
from footplate.cli.output import JsonOption, out, print_facts, print_json, print_lines, print_table

if TYPE_CHECKING:
    from footplate.boards import Board
    from footplate.maps.position import Position

app = typer.Typer(help="The boards: list, show, check, measure, draw, begin, import, export.", no_args_is_help=True)
app.command("new", epilog=board_files.NEW_EXAMPLE)(board_files.new)
app.command("import", epilog=board_files.IMPORT_EXAMPLE)(board_files.import_board)
app.command("export", epilog=board_files.EXPORT_EXAMPLE)(board_files.export)

NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", help='A board of the catalogue ("usa", "small:warwick"), or a .json file.')
]
MapTheme = Literal["light", "dark"]


@app.command("list", epilog="Example: footplate boards list --json")
def list_boards(json: JsonOption = False) -> None:
    """The boards that come with Footplate, each with its variants."""
    from footplate.boards import listed_boards, load_board

    boards = [load_board(name) for name in listed_boards()]
    if json:
        print_json([_summary(board) for board in boards])
        return
    columns = ["name", "players", "cities", "routes", "tickets", "trains", "title"]
    print_table("Boards to play, each with its variants", columns, [_row(board) for board in boards])


@app.command(epilog="Example: footplate boards show new_york")
def show(name: NameArgument, json: JsonOption = False) -> None:
    """One board: its facts and rules, routes, tickets and notes. With --json: the board file."""
    from footplate.boards import load_board
    from footplate.boards.facts import board_facts, kind_of_route

    board = load_board(name)
    if json:
        print_json(board.data)
        return
    print_facts(f"{board.title} ({board.name})", board_facts(board))
    print_table(
        f"{len(board.routes)} routes",
        ["route", "length", "colour", "kind"],
        [[f"{r.a} – {r.b}", r.length, r.color, kind_of_route(board, i)] for i, r in enumerate(board.routes)],
    )
    print_table(
        f"{len(board.tickets)} tickets",
        ["ticket", "points"],
        [[f"{t.a} – {t.b}", t.points] for t in board.tickets],
    )
    print_lines("Notes", board.data["notes"])
    print_lines("Sources", board.data["sources"])


@app.command(epilog="Example: footplate boards check my_map.json small:warwick")
def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Board files (.json), or boards of the catalogue.")
    ],
    json: JsonOption = False,
) -> None:
    """Every reason why a board can't be played, naming the city, route or ticket. Exit code 2 if there is any."""
    verdicts = [_verdict(name) for name in files]
    if json:
        print_json(verdicts)
    else:
        for verdict in verdicts:
            _print_verdict(verdict)
    if not all(verdict["playable"] for verdict in verdicts):
        raise typer.Exit(2)


@app.command(epilog="Example: footplate boards stats small --json")
def stats(
    name: NameArgument,
    players: Annotated[int, typer.Option(min=1, max=5, help="Players in the game whose states are counted.")] = 2,
    json: JsonOption = False,
) -> None:
    """The network in numbers, and the size of the game: actions and states by equations 1 to 11 of Yang et al. 2023."""
    from footplate.boards import load_board
    from footplate.boards.analysis import board_stats

    facts = board_stats(load_board(name), players=players).to_dict()
    if json:
        print_json(facts)
        return
    by_colour = zip(facts.pop("routes_by_color").items(), facts.pop("segments_by_color").values(), strict=True)
    title = f"{facts.pop('name')}, {facts.pop('players')} players"
    print_facts(title, [(key.replace("_", " "), _amount(value)) for key, value in facts.items()])
    rows = [[colour, routes, segments] for (colour, routes), segments in by_colour]
    print_table("Colours", ["colour", "routes", "segments"], rows)


@app.command(epilog="Example: footplate boards draw usa -o usa.svg --theme dark")
def draw(
    name: NameArgument,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE.svg", help="Where to; - prints the drawing.")],
    theme: Annotated[MapTheme, typer.Option(help="Printed paper, or the night train.")] = "light",
    width: Annotated[float, typer.Option(min=100, max=10000, help="Width in pixels.")] = 1280,
    height: Annotated[
        float | None, typer.Option(min=100, max=10000, help="Height in pixels; default: it follows the map.")
    ] = None,
    size: Annotated[
        str | None, typer.Option(metavar="800x500mm", help="How big it comes out, with these proportions, on paper.")
    ] = None,
    thumbnail: Annotated[bool, typer.Option("--thumbnail", help="The small drawing, 180 by 136.")] = False,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Lay the trains of this file's first game on the map.")
    ] = None,
    step: Annotated[
        int | None, typer.Option(min=0, help="With --record: after so many actions, not at the end.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --output overwrite a file that is no drawing.")] = False,
) -> None:
    """Draw a board as SVG, the same map that the page and the printed board show."""
    from footplate.boards.catalog import board_source
    from footplate.boards.drafts import open_board
    from footplate.maps.draw import Size, draw_board, draw_thumbnail

    board = open_board(name)
    if size and (thumbnail or height):
        raise typer.BadParameter("it goes without --height and --thumbnail", param_hint="--size")
    try:
        paper = Size.of(size) if size else None
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--size") from None

    def drawing() -> str:
        if thumbnail:
            return draw_thumbnail(board, theme=theme)
        position = _position_in(record, board, step) if record else None
        return draw_board(board, width=width, height=height, size=paper, theme=theme, position=position)

    if output == "-":
        sys.stdout.write(drawing() + "\n")
        return
    inputs = [Path(board_source(name)[0]), *([record] if record else [])]
    with whole_file(Path(output), option="--output", force=force, kind=SVG, inputs=inputs) as file:
        file.write(drawing())
    out.print(f"{board.title}, drawn in {output}", markup=False, highlight=False)


def _position_in(record: Path, board: Board, step: int | None) -> Position:
    from footplate.records import read_records

    game_record = next(read_records(record), None)
    if game_record is None or game_record.board.rules_hash != board.rules_hash:
        played = f"a game on {game_record.board.name}" if game_record else "no game"
        raise typer.BadParameter(f"{record} holds {played}, not on {board.name}", param_hint="--record")
    games = list(islice(game_record.steps(), step + 1)) if step is not None else [game_record.replay()]
    return replace(games[-1].position(), names=game_record.seats)


# ---------------------------------------------------------------- words and figures


def _summary(board: Board) -> dict[str, Any]:
    return {
        "name": board.name,
        "title": board.title,
        "players": list(board.rules.players),
        "cities": len(board.cities),
        "routes": len(board.routes),
        "tickets": len(board.tickets),
        "trains": board.rules.trains,
        "variants": list(board.variants),
    }


def _row(board: Board) -> list[object]:
    from footplate.boards.facts import number_range

    names = [board.name, *(f"{board.name}:{variant}" for variant in board.variants)]
    counts = [len(board.cities), len(board.routes), len(board.tickets), board.rules.trains]
    return ["\n".join(names), number_range(board.rules.players), *counts, board.title]


def _amount(value: float) -> str:
    if isinstance(value, int):
        return f"{value:,}" if value < 10**9 else f"{Decimal(value):.2e}".replace("e+", "e")
    return f"{value:.2f}"


def _verdict(name: str) -> dict[str, Any]:
    from footplate.boards import load_board
    from footplate.errors import InvalidBoard

    verdict: dict[str, Any] = {"board": name, "playable": False, "problems": [], "facts": ""}
    try:
        board = load_board(name)
    except InvalidBoard as error:
        verdict["problems"] = list(error.reasons)
        return verdict
    verdict["playable"] = True
    verdict["facts"] = f"{len(board.cities)} cities, {len(board.routes)} routes, {len(board.tickets)} tickets"
    return verdict


def _print_verdict(verdict: dict[str, Any]) -> None:
    if verdict["playable"]:
        out.print(f"{verdict['board']}: fine and playable ({verdict['facts']})", markup=False, highlight=False)
    else:
        print_lines(f"{verdict['board']} can't be played", verdict["problems"])
