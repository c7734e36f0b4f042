"""``footplate design balance``: a board on which agents win as often as they should."""

from __future__ import annotations

import json as json_format
import re
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footplate.cli import output
from footplate.cli.files import check_output, whole_file
from footplate.cli.output import compile_once, progress_bar
from footplate.files import write_whole

if TYPE_CHECKING:
    from footplate.boards import Board
    from footplate.design.balance.balancing import Balance
    from footplate.design.balance.constraints import Bounds
    from footplate.design.distance import Fairness
    from footplate.design.evaluation.held_out import HeldOutPlay

EXAMPLE = (
    "Example: footplate design balance usa --agents one-step,path,long-route,hungry "
    "--win-rates 25,25,25,25 --keep-lengths 1 --minutes 10 -o mymap.json"
)
STYLES = "one-step,path,long-route,hungry"
_KEEP, _BOUNDS, _RUN = "What stays", "Bounds, LEAST-MOST", "Run"

BoardArgument = Annotated[str, typer.Argument(metavar="BOARD", help="A board of the catalogue, or a .json file.")]
AgentsOption = Annotated[str, typer.Option(help="Two to five compiled agents, with commas between them.")]
RatesOption = Annotated[
    str | None, typer.Option(metavar="PERCENTS", help="How often each of them should win; default: all alike.")
]
OutOption = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Where the balanced board is written.")]


def _keep(help: str, **more: Any) -> Any:
    return typer.Option(help=help, rich_help_panel=_KEEP, **more)


def _bounds(help: str) -> Any:
    return typer.Option(metavar="LEAST-MOST", help=help, rich_help_panel=_BOUNDS)


def _run(help: str, *names: str, **more: Any) -> Any:
    return typer.Option(*names, help=help, rich_help_panel=_RUN, **more)


def balance(
    context: typer.Context,
    board: BoardArgument,
    out: OutOption,
    agents: AgentsOption = STYLES,
    win_rates: RatesOption = None,
    keep_lengths: Annotated[
        int | None, _keep("By how much a length may differ from the given one; 0 keeps all.", min=0)
    ] = None,
    keep_routes: Annotated[bool, _keep("Double routes stay double, and single ones single.")] = False,
    keep_colours: Annotated[int | None, _keep("How many routes may change their colour; 0 keeps all.", min=0)] = None,
    keep_tickets: Annotated[bool, _keep("The tickets stay, with their points.")] = False,
    routes: Annotated[str | None, _bounds("Routes; a double one is two.")] = None,
    routes_a_colour: Annotated[str | None, _bounds("Routes of each colour but grey.")] = None,
    grey: Annotated[str | None, _bounds("Grey routes, in percent of all.")] = None,
    total_length: Annotated[str | None, _bounds("The length of all routes together.")] = None,
    tickets: Annotated[str | None, _bounds("Tickets.")] = None,
    minutes: Annotated[float, _run("How long to balance, at most.", min=0.01)] = 10.0,
    rounds: Annotated[int | None, _run("Rounds, at most: the same number gives the same board.", min=1)] = None,
    within: Annotated[
        float | None, _run("Stop as soon as the distance is certainly (95 %) not larger.", min=0.001, max=1)
    ] = None,
    games: Annotated[
        int, _run("Fresh games on which the finished board is measured.", min=100, max=output.MAX_GAMES)
    ] = 10_000,
    seed: output.SeedOption = 0,
    threads: Annotated[int | None, _run("Threads; default: all cores. The board is the same.", min=1)] = None,
    address: Annotated[
        str | None, _run("Play on the Ray cluster there instead of this machine's cores.", metavar="ADDRESS")
    ] = None,
    archive: Annotated[
        Path | None, _run("Collect balanced boards that differ in length, grey and doubles there.", metavar="DIR")
    ] = None,
    resume: Annotated[bool, _run("Go on with what the same command began.", "--resume")] = False,
    force: Annotated[bool, _run("Overwrite FILE.", "--force")] = False,
    json: output.JsonOption = False,
) -> None:
    """Change a board until agents win as often as they should; fresh games measure it. Ctrl-C keeps the best so far."""
    from footplate.agents import split_specs
    from footplate.arena.runners import make_runner
    from footplate.boards import board_title, load_board
    from footplate.design.balance.balancing import Balance, BalancingTask
    from footplate.design.balance.constraints import Constraints

    named = tuple(split_specs(agents))
    task = BalancingTask(
        board=load_board(board),
        agents=named,
        win_rates=read_percents(win_rates) if win_rates else (100 / max(1, len(named)),) * len(named),
        constraints=Constraints(
            keep_lengths=keep_lengths,
            keep_routes=keep_routes,
            keep_colours=keep_colours,
            keep_tickets=keep_tickets,
            routes=_read_bounds("--routes", routes),
            routes_a_colour=_read_bounds("--routes-a-colour", routes_a_colour),
            grey=_read_bounds("--grey", grey),
            total_length=_read_bounds("--total-length", total_length),
            tickets=_read_bounds("--tickets", tickets),
        ),
        seed=seed,
    )
    check_output(out, option="--out", force=force or resume, inputs=[Path(board)])
    began = time.monotonic()
    with ExitStack() as stack:
        runner = make_runner("ray", threads, address) if address else None
        if runner:
            stack.callback(runner.close)
        balancing = stack.enter_context(Balance(task, threads=threads, runner=runner, collect=archive is not None))
        kept = out.with_suffix(".balance.json")
        if resume:
            balancing.resume(_read_state(kept))
        _keep_state(balancing, kept)
        compile_once()
        is_interrupted = _play(balancing, kept, archive, 60 * minutes, rounds, within)
        if not balancing.state.contenders:
            output.say(f"Stopped before the given board had played, so {out} was not written; --resume begins anew.")
            raise typer.Exit(130)
        if is_interrupted:
            is_given = "; no changed one has played yet" if not balancing.state.rounds else ""
            output.say(f"Stopped with the best board so far{is_given}.")
        made = balancing.board(balancing.best, name_of(out), f"{board_title(task.board)}, balanced")
        with whole_file(out, option="--out", force=True) as file:
            file.write(made.to_json())
        output.say(f"{out} written; {kept} has what --resume needs. Fresh games measure it; Ctrl-C leaves at once.")
        before, after = (_measure(balancing, one, games) for one in (task.board, made))
        held_out = balancing.guard.measure(made)
        if json:
            output.print_json(
                {
                    "command": output.command_line(context),
                    "seconds": time.monotonic() - began,
                    "rounds": balancing.state.rounds,
                    "games": balancing.state.games,
                    "agents": list(task.agents),
                    "before": before.to_dict(),
                    "after": after.to_dict(),
                    "strangers": held_out.to_dict(),
                    "collected": len(balancing.state.collected),
                    "interrupted": is_interrupted,
                }
            )
        else:
            _print(balancing, before, after, held_out)
    if is_interrupted:
        raise typer.Exit(130)


def _play(
    balancing: Balance,
    kept: Path,
    archive: Path | None,
    seconds: float,
    rounds: int | None,
    within: float | None,
) -> bool:
    """Balance, and keep every round's state. Returns whether somebody pressed Ctrl-C."""
    from footplate.arena.service import Watch

    bar = progress_bar()
    line = bar.add_task("Balancing", total=round(seconds))
    began, nearest = time.monotonic(), 2.0
    watch = Watch(progress=lambda games: bar.update(line, completed=round(time.monotonic() - began)))
    try:
        with bar:
            for state in balancing.run(seconds=seconds, rounds=rounds, within=within, watch=watch):
                _keep_state(balancing, kept)
                if archive:
                    balancing.write_archive(archive)
                distance = balancing.so_far().distance
                words = f"Round {state.rounds}, {state.games:,} games: distance {distance.text(3, to='–')}"
                bar.update(line, description=f"Round {state.rounds}: {distance.mean:.3f}")
                if balancing.best.expected < nearest:
                    nearest = balancing.best.expected
                    output.say(words + (f", {len(state.collected)} boards collected" if archive else ""))
    except KeyboardInterrupt:
        return True
    return False


def _keep_state(balancing: Balance, kept: Path) -> None:
    write_whole(kept, json_format.dumps(balancing.to_dict()).encode())


def _measure(balancing: Balance, board: Board, games: int) -> Fairness:
    from footplate.arena.service import Watch

    bar = progress_bar()
    line = bar.add_task("Measuring", total=games)
    with bar:
        return balancing.measure(board, games, Watch(progress=lambda n: bar.advance(line, n)))


def _print(balancing: Balance, before: Fairness, after: Fairness, held_out: HeldOutPlay) -> None:
    print_shares(balancing.task.agents, before, after)
    facts = [
        ("standard error", f"{after.error:.4f} of the distance; chance alone shows {after.by_chance:.4f}"),
        ("rounds", f"{balancing.state.rounds}, with {balancing.state.games:,} games"),
        ("held-out opponents", f"{held_out.words} ({held_out.here.games} games of {held_out.agent}s)"),
        *((v.name, f"{v.value.mean:.2f}, published boards {v.low:.2f} to {v.high:.2f}") for v in held_out.verdicts),
    ]
    if balancing.state.collected:
        facts.append(("collected", f"{len(balancing.state.collected)} balanced boards that differ"))
    output.print_facts("", facts)


def print_shares(agents: Sequence[str], before: Fairness | None, after: Fairness) -> None:
    """Win shares and distance, after and, of a board that was given, before."""
    played = {name: play for name, play in (("before", before), ("after", after)) if play}
    rows = [
        [agent, f"{100 * after.target[i]:g} %", *(play.shares[i].percent(to="–") for play in played.values())]
        for i, agent in enumerate(agents)
    ]
    rows.append(["distance", "0", *(play.distance.text(3, to="–") for play in played.values())])
    output.print_table(f"Win shares in {after.games:,} fresh games (95 %)", ["agent", "target", *played], rows)


def read_percents(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        words = f"{text!r}: percents with commas between them, written like 40,30,20,10"
        raise typer.BadParameter(words, param_hint="--win-rates") from None


def _read_bounds(option: str, text: str | None) -> Bounds | None:
    from footplate.design.balance.constraints import Bounds

    if text is None:
        return None
    found = re.fullmatch(r"(\d+)(?:-(\d+))?", text.strip())
    if not found:
        raise typer.BadParameter(f"{text!r}: the least and the most, such as 90-110", param_hint=option)
    least, most = int(found[1]), int(found[2] or found[1])
    if least > most:
        raise typer.BadParameter(f"{text!r}: the least comes first, {most}-{least}", param_hint=option)
    return Bounds(least, most)


def _read_state(path: Path) -> dict[str, Any]:
    try:
        data = json_format.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        words = f"there is no {path}, which a run keeps beside its board"
        raise typer.BadParameter(words, param_hint="--resume") from None
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise typer.BadParameter(f"{path} is damaged; without --resume it begins anew", param_hint="--resume")
    return data


def name_of(out: Path) -> str:
    return re.sub(r"[^\w-]", "-", out.stem)[:100] or "balanced"
