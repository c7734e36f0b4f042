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
                  footplate console --resume my_game.txt
                  footplate console --from games.txt --game 2 --turn 58"""
_STAND_IN = "fireman"  # in place of people and of bots that are not Footplate's


def console(
    context: typer.Context,
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
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="RECORD",
            exists=True,
            dir_okay=False,
            help="Practice: try a turn of a finished game again, with what its player knew. All else is dealt anew.",
        ),
    ] = None,
    game: Annotated[int, typer.Option("--game", min=1, help="Which game of --from.")] = 1,
    turn: Annotated[int, typer.Option("--turn", min=1, help="Which turn of it, as footplate review counts them.")] = 1,
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
    elif source:
        saved = _practice(context, source, game, turn, seed, name, save)
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


def _practice(
    context: typer.Context, file: Path, number: int, turn: int, seed: int | None, name: str, save: Path | None
) -> SavedGame:
    """You in the place of whoever had that turn; the others are the bots of the record, or those of --opponents."""
    from footplate.agents import make_agent, read_spec, split_specs
    from footplate.cli.replay import find_record, named_game
    from footplate.cli.saves import SavedGame, is_bot
    from footplate.review import practice

    if not is_name(name.strip()):
        raise typer.BadParameter(NAME_RULE, param_hint="--name")
    record = find_record(file, number)
    with named_game(file, number):
        games = ((n, game.turn, game.to_move) for n, game in enumerate(record.steps()) if not game.is_over)
        first = next(((n, seat) for n, its_turn, seat in games if its_turn == turn - 1), None)
    if first is None:
        raise typer.BadParameter(f"the game has no turn {turn}", param_hint="--turn")
    action, you = first
    given = context.get_parameter_source("opponents")
    named = split_specs(context.params["opponents"]) if given and given.name == "COMMANDLINE" else None
    bots = [seat for n, seat in enumerate(record.seats) if n != you] if named is None else named
    if len(bots) != record.players - 1:
        raise typer.BadParameter(f"the game has {record.players - 1} opponents", param_hint="--opponents")
    if named is None:
        bots = [bot if is_bot(bot) and not read_spec(bot).names_files else _STAND_IN for bot in bots]
        bots = [_STAND_IN if read_spec(bot).runs_foreign_code else bot for bot in bots]
    game = practice(record, action, seed=secrets.randbits(32) if seed is None else seed)
    for bot in bots:
        make_agent(bot).fit(game.tables)
    out.print(f"Practice from turn {turn}. What its player could not see is dealt anew.", highlight=False)
    return SavedGame.new(game, [*bots[:you], name.strip(), *bots[you:]], you, save)


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
