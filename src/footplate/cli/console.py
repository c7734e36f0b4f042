"""``footplate console``: a game against bots in the terminal."""

from __future__ import annotations

import secrets
import sys
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from footplate.cli.files import whole_file
from footplate.cli.output import MAX_SEED, compile_once, out
from footplate.plain_text import NAME_RULE, is_name

if TYPE_CHECKING:
    from footplate.cli.saves import SavedGame

EXAMPLES = """Examples: footplate console --board usa --opponents random,greedy --seat 2
                  footplate console --resume my_game.txt"""


def console(
    board: Annotated[str, typer.Option(help='A board of the catalogue ("usa"), or a .json file.')] = "small",
    opponents: Annotated[
        str, typer.Option(metavar="BOTS", help='Bots with commas between them; "" to play alone (board t2r).')
    ] = "adaptive",
    seat: Annotated[int, typer.Option(min=1, max=5, help="Your seat; seat 1 begins.")] = 1,
    name: Annotated[str, typer.Option(help="Your name in the record.")] = "You",
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, max=MAX_SEED, help="The same seed deals the same cards. Without one, chance decides."
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", dir_okay=False, help="Where to save; else a new file in your data folder."),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", exists=True, dir_okay=False, help="Continue this saved game."),
    ] = None,
    log_search: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write what searching bots find out to FILE, a JSON line a move."),
    ] = None,
    trust: Annotated[
        bool,
        typer.Option("--trust", help="Let --resume run bots that are not Footplate's: the game's file names them."),
    ] = False,
) -> None:
    """Play against bots in the terminal. Leaving saves the game."""
    compile_once()
    from footplate.agents import split_specs
    from footplate.cli.session import Session

    if save and save.exists() and save != resume:
        raise typer.BadParameter(f"{save} exists already; to continue it: --resume {save}", param_hint="--save")
    if resume:
        from footplate.cli.saves import SavedGame

        saved = SavedGame.resume(resume, save, trust=trust)
    else:
        saved = _new_game(board, split_specs(opponents), seat - 1, name, seed, save)
    try:
        saved.save()
    except OSError as error:
        if save:
            raise typer.BadParameter(f"{save} can't be written: {error.strerror}", param_hint="--save") from None
    with whole_file(log_search, option="--log-search") if log_search else nullcontext() as file:
        _welcome(saved)
        Session(saved, file).play()


def _new_game(board: str, bots: list[str], seat: int, name: str, seed: int | None, save: Path | None) -> SavedGame:
    from footplate.agents import make_agent
    from footplate.cli.saves import SavedGame
    from footplate.game import Game

    agents = [make_agent(spec) for spec in bots]
    if seat > len(bots):
        raise typer.BadParameter(f"there are {len(bots) + 1} seats", param_hint="--seat")
    if not is_name(name.strip()):
        raise typer.BadParameter(NAME_RULE, param_hint="--name")
    game = Game(board, len(bots) + 1, secrets.randbelow(10**6) if seed is None else seed)
    for agent in agents:
        agent.fit(game.tables)
    return SavedGame.new(game, [*bots[:seat], name.strip(), *bots[seat:]], seat, save)


def _welcome(saved: SavedGame) -> None:
    from footplate.cli.symbols import screen_names
    from footplate.words import listed

    game, you = saved.game, saved.human
    others = [name for seat, name in enumerate(screen_names(saved.seats, you)) if seat != you]
    against = f" against {listed(others)}" if others else ""
    out.print(Text(f"You play {game.board.title}{against}, in seat {you + 1} of {game.players}. Seed {game.seed}."))
    low, high = game.board.rules.players
    if not low <= game.players <= high:
        made_for = str(low) if low == high else f"{low} to {high}"
        out.print(f"This board is made for {made_for} players.", style="yellow", highlight=False)
    out.print("Type the number of your choice, or words such as draw. [bold]?[/] explains everything.", highlight=False)
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  (arrow keys and history at the prompt, where the system has them)
