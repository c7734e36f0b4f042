"""``footplate design new``: a completely new board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footplate.cli.files import check_output, whole_file
from footplate.cli.output import JsonOption, print_facts, print_json
from footplate.errors import FootplateError

if TYPE_CHECKING:
    from footplate.boards import Board

EXAMPLES = 'Example: footplate design new --cities 36 --name "Bavaria" --seed 1 -o bavaria.json'
_LINES_AT_MOST = 1000  # of a file of names


def new(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE.json", help="Where the board goes.")],
    name: Annotated[str, typer.Option(help="The board's title; its name follows from it.")] = "New Land",
    cities: Annotated[int, typer.Option(help="8 to 60; with --sub-boards 3: 36 to 48, in equal parts.")] = 36,
    sub_boards: Annotated[int, typer.Option(help="1, or 3 joined together as Smith & Anton join theirs.")] = 1,
    players: Annotated[int | None, typer.Option(help="Players at most; default: 5, or 4 on small boards.")] = None,
    trains: Annotated[int | None, typer.Option(help="Trains of a player; default: by the cities, 15 to 45.")] = None,
    tickets: Annotated[int | None, typer.Option(help="Tickets in the deck; default: by the cities.")] = None,
    doubles: Annotated[float, typer.Option(help="Double routes, in percent of the pairs of neighbours.")] = 28,
    grey: Annotated[float, typer.Option(help="Grey routes, in percent of the routes.")] = 40,
    flavour: Annotated[str, typer.Option(help="Of the names: alpine, nordic, latin, celtic or slavic.")] = "alpine",
    names: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Names of cities, one a line; what is missing is invented.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="The same seed gives the same board.")] = 0,
    force: Annotated[bool, typer.Option("--force", help="Let --output overwrite a file.")] = False,
    json: JsonOption = False,
) -> None:
    """A completely new board: a random planar map with invented names, whose lengths agree with the drawing.

    See it with `footplate boards draw FILE -o map.svg`.
    """
    from footplate.design.new.board import BoardSpec, new_board

    if output.suffix != ".json":
        raise typer.BadParameter(f"{output} can't be a board: its file's name ends in .json", param_hint="--output")
    inputs = [names] if names else []
    check_output(output, option="--output", force=force, inputs=inputs)
    spec = BoardSpec(
        title=name,
        cities=cities,
        sub_boards=sub_boards,
        players=players,
        trains=trains,
        tickets=tickets,
        doubles=doubles / 100,
        grey=grey / 100,
        flavour=flavour,
        names=_names_in(names) if names else (),
    )
    board = new_board(spec, seed)
    with whole_file(output, option="--output", force=force, inputs=inputs) as file:
        file.write(board.to_json() + "\n")
    facts = facts_of(board)
    if json:
        print_json({"board": board.name, "file": str(output), "seed": seed, **facts})
    else:
        print_facts(f"{board.title}, written to {output}", [(key, str(value)) for key, value in facts.items()])


def _names_in(path: Path) -> tuple[str, ...]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()[:_LINES_AT_MOST]
    except UnicodeDecodeError:
        raise FootplateError(f"{path} is not text in UTF-8; names of cities stand in it, one a line") from None
    return tuple(line.strip() for line in lines if line.strip())


def facts_of(board: Board) -> dict[str, Any]:
    points = [ticket.points for ticket in board.tickets]
    return {
        "cities": len(board.cities),
        "routes": len(board.routes),
        "double routes": sum(len(group) > 1 for group in board.parallel_routes),
        "grey routes": sum(route.color == "grey" for route in board.routes),
        "segments": sum(route.length for route in board.routes),
        "tickets": f"{len(points)}, worth {min(points)} to {max(points)}",
        "trains": board.rules.trains,
        "players": f"{board.rules.players[0]} to {board.rules.players[1]}",
    }
