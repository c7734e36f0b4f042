"""The methods of design that papers and other plug-ins add, as commands with an option for each setting."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from footplate.cli import output
from footplate.cli.design_balance import STYLES, AgentsOption, RatesOption, name_of, print_shares, read_percents
from footplate.cli.design_new import facts_of
from footplate.cli.files import check_output, whole_file
from footplate.cli.output import compile_once, progress_bar
from footplate.cli.settings import one_command, parameter, read_setting, setting_option

if TYPE_CHECKING:
    from footplate.boards import Board
    from footplate.design.distance import Fairness
    from footplate.design.methods import DesignMethod

_SEARCHED, _MEASURED = 1, 2  # what a seed is used for

BoardArgument = Annotated[
    str | None,
    typer.Argument(metavar="BOARD", help="A board of the catalogue, or a .json file; none: a new graph."),
]
OutOption = Annotated[Path, typer.Option("--out", "-o", metavar="FILE.json", help="Where the board goes.")]
PlayersOption = Annotated[
    int | None, typer.Option(min=2, max=5, help="Players at a table: all agents, or fewer, in every choice of them.")
]
MinutesOption = Annotated[float | None, typer.Option(min=0.01, help="How long to search, about; default: to the end.")]
GamesOption = Annotated[
    int, typer.Option(min=100, max=output.MAX_GAMES, help="Fresh games on which the finished board is measured.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite FILE.")]


def with_methods(own: Mapping[str, Any]) -> dict[str, Any]:
    """The core's commands, and one for each method."""
    from footplate.design.methods import design_methods

    added = {name: one_command(name, method.example, _command(method)) for name, method in design_methods().items()}
    return {**own, **{name: command for name, command in added.items() if name not in own}}


def _command(method: DesignMethod) -> Callable[..., None]:
    """The command of a method: an option for each of its settings, and those that all methods have."""
    hints = get_type_hints(method.settings)

    def command(context: typer.Context, **given: Any) -> None:
        names = [item.name for item in fields(method.settings)]
        named = {name: read_setting(name, hints[name], given[name]) for name in names if given[name] is not None}
        rest = {name: value for name, value in given.items() if name not in hints}
        _design(method, method.settings(**named), output.command_line(context), **rest)

    parameters = [
        inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context),
        parameter("board", BoardArgument, None),
        parameter("out", OutOption, inspect.Parameter.empty),
        parameter("agents", AgentsOption, STYLES),
        parameter("win_rates", RatesOption, None),
        parameter("players", PlayersOption, None),
        *(
            parameter(item.name, setting_option(item, hints[item.name], item.default), None)
            for item in fields(method.settings)
        ),
        parameter("minutes", MinutesOption, None),
        parameter("games", GamesOption, 1_000),
        parameter("seed", output.SeedOption, 0),
        parameter("threads", output.ThreadsOption, None),
        parameter("force", ForceOption, False),
        parameter("json", output.JsonOption, False),
    ]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    command.__doc__ = f"{method.summary} Ctrl-C keeps the best board so far."
    return command


def _design(
    method: DesignMethod,
    settings: Any,
    command: str,
    *,
    board: str | None,
    out: Path,
    agents: str,
    win_rates: str | None,
    players: int | None,
    minutes: float | None,
    games: int,
    seed: int,
    threads: int | None,
    force: bool,
    json: bool,
) -> None:
    from footplate.agents import split_specs
    from footplate.agents.kernel_agent import all_compiled
    from footplate.arena.deals import seed_of
    from footplate.arena.service import Watch
    from footplate.boards import load_board
    from footplate.design.distance import target_shares
    from footplate.design.methods import DesignTask
    from footplate.design.playing import Playing

    named = split_specs(agents)
    percents = read_percents(win_rates) if win_rates else (100 / max(1, len(named)),) * len(named)
    target, given = target_shares(percents, len(named)), load_board(board) if board else None
    check_output(out, option="--out", force=force, inputs=[Path(board)] if board else [])
    began, played = time.monotonic(), 0
    best: list[Board] = []
    with Playing(named, players=players, threads=threads) as playing:
        all_compiled(playing.agents, "help to design a board, which takes many thousand games")
        compile_once()
        bar = progress_bar()
        line = bar.add_task("Searching", total=None if minutes is None else round(60 * minutes))

        def tell(games: int) -> None:
            nonlocal played
            played += games
            bar.update(line, completed=round(time.monotonic() - began), description=f"{played:,} games")

        task = DesignTask(
            board=given, target=target, playing=playing, seed=seed_of(seed, _SEARCHED),
            seconds=None if minutes is None else 60 * minutes, keep=best.append, progress=tell,
        )  # fmt: skip
        is_interrupted = False
        try:
            with bar:
                best.append(method.make(task, settings))
        except KeyboardInterrupt:
            is_interrupted = True
            if not best:
                output.say(f"Stopped before a board had played, so {out} was not written.")
                raise typer.Exit(130) from None
            output.say("Stopped with the best board so far.")
        made = replace(best[-1], name=name_of(out))
        with whole_file(out, option="--out", force=True) as file:
            file.write(made.to_json() + "\n")
        output.say(f"{out} written. Fresh games measure it; Ctrl-C leaves at once.")

        def measured(one: Board) -> Fairness:
            bar = progress_bar()
            line = bar.add_task("Measuring", total=games)
            with bar:
                watch = Watch(progress=lambda n: bar.advance(line, n))
                return playing.fairness(one, target, games, seed=seed_of(seed, _MEASURED), watch=watch)

        before, after = measured(given) if given else None, measured(made)
    names = [agent.name for agent in playing.agents]
    if json:
        output.print_json(
            {
                "command": command,
                "seconds": time.monotonic() - began,
                "games": played,
                "agents": names,
                "players": playing.players,
                "before": before and before.to_dict(),
                "after": after.to_dict(),
                "board": facts_of(made),
                "interrupted": is_interrupted,
            }
        )
    else:
        print_shares(names, before, after)
        output.print_facts("", [("searched", f"{played:,} games"), *((k, str(v)) for k, v in facts_of(made).items())])
    if is_interrupted:
        raise typer.Exit(130)
