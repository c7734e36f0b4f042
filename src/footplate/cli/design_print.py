"""``footplate design print``: a board as a PDF, to cut out and play on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from footplate.cli.files import FileKind, whole_file
from footplate.cli.output import BoardArgument, print_words

EXAMPLE = "Example: footplate design print usa -o usa.pdf --paper a4"
PDF = FileKind("a PDF", ".pdf", b"%PDF")

OutputOption = Annotated[Path, typer.Option("--output", "-o", metavar="FILE.pdf", help="Where to.")]
PaperOption = Annotated[
    Literal["a4", "a3", "letter", "poster"],
    typer.Option(help="What it is printed on. A poster is one page, however large."),
]
SizeOption = Annotated[
    Literal["a3", "trains"] | None,
    typer.Option(help="How large the board is: as A3, or so large that trains fit. Default: a3 on A3, else trains."),
]
CardsOption = Annotated[bool, typer.Option("--train-cards", help="Also the deck of train cards.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Let --output overwrite a file that is no PDF.")]


def print_board(
    board: BoardArgument,
    output: OutputOption,
    paper: PaperOption = "a4",
    size: SizeOption = None,
    cards: CardsOption = False,
    force: ForceOption = False,
) -> None:
    """Print a board: the map at true size with spaces for trains, ticket cards and scoring. Print it at 100 %."""
    from footplate.boards import load_board
    from footplate.boards.catalog import board_source
    from footplate.design.printing import sheets

    ours = load_board(board)
    inputs = [Path(board_source(board)[0])]
    with whole_file(output, option="--output", force=force, kind=PDF, inputs=inputs) as file:
        file.buffer.write(sheets.print_board(ours, paper, size, cards=cards))
    sheet = sheets.board_sheet(ours, size or sheets.default_size(paper))
    shortest, middle = sheet.cars[0], sheet.cars[len(sheet.cars) // 2]
    print_words(
        f"{ours.title}, {sheet.width:.0f} × {sheet.height:.0f} mm, in {output}. A space for a train is "
        f"{middle:.0f} mm long; the shortest has {shortest:.0f} mm."
    )
