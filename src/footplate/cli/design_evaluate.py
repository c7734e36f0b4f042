"""``footplate design evaluate``: how a board plays, and the designer's report of it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from footplate.cli import output
from footplate.cli.design_balance import STYLES, read_percents
from footplate.cli.files import FileKind, check_output, whole_file
from footplate.cli.output import compile_once, progress_bar

if TYPE_CHECKING:
    from footplate.arena.statistics import Estimate
    from footplate.boards import Board
    from footplate.design.evaluation.evaluation import Evaluation

EXAMPLE = "Example: footplate design evaluate mymap.json --against usa -o report.html"
HTML = FileKind("a report", ".html", b"<!doctype html>")
_MOST = 3  # wanted cities, dead routes and the like, in the terminal

AgentsOption = Annotated[str, typer.Option(metavar="A,B,…", help="Two to five agents who play it.")]
WinRatesOption = Annotated[
    str | None, typer.Option(metavar="25,25,…", help="Target win rates in percent; default: all even.")
]
GamesOption = Annotated[
    int, typer.Option(min=1, max=output.MAX_GAMES, help="Games, rounded up so that everybody sits everywhere.")
]
StrangersOption = Annotated[
    str, typer.Option(metavar="A,B,…", help="Also ask whether it is a good game for these, beside published boards.")
]
StrangerGamesOption = Annotated[
    int, typer.Option(min=2, max=output.MAX_GAMES, help="Games of each of the --strangers on each board.")
]
AgainstOption = Annotated[
    str | None,
    typer.Option(metavar="BEFORE", help="What it is compared with: a board, or the --json of an earlier evaluation."),
]
ReportOption = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE.html", help="Also write the designer's report.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Let --output overwrite a file that is no report.")]


def evaluate(
    context: typer.Context,
    board: output.BoardArgument,
    agents: AgentsOption = STYLES,
    win_rates: WinRatesOption = None,
    games: GamesOption = 2400,
    seed: output.SeedOption = 0,
    strangers: StrangersOption = "",
    stranger_games: StrangerGamesOption = 240,
    against: AgainstOption = None,
    report: ReportOption = None,
    threads: output.ThreadsOption = None,
    json: output.JsonOption = False,
    force: ForceOption = False,
) -> None:
    """How a board plays: who wins, length, lead changes, tickets, what is wanted and what is dead. Ctrl-C: so far."""
    from footplate.agents import make_agent, split_specs
    from footplate.boards import load_board
    from footplate.boards.catalog import board_source
    from footplate.design.distance import target_shares
    from footplate.design.evaluation import evaluation as room
    from footplate.design.report.page import report_html
    from footplate.engine.tables import make_tables

    ours = load_board(board)
    names, others = split_specs(agents), split_specs(strangers)
    for name in (*names, *others):
        make_agent(name).close()
    targets = read_percents(win_rates) if win_rates else None
    target_shares(targets or [100 / max(1, len(names))] * len(names), len(names))
    make_tables(ours, len(names))
    before, board_before = _read_against(against)
    inputs = [Path(board_source(board)[0]), *([Path(against)] if against else [])]
    if report:
        check_output(report, option="--output", force=force, kind=HTML, inputs=inputs)
    total = room.games_in_all(names, games, others, stranger_games)
    total += room.games_in_all(names, games, (), stranger_games) if board_before else 0
    compile_once()
    bar = progress_bar()
    task = bar.add_task("Playing", total=total)

    def played(one: Board, met: Sequence[str], stop: Callable[[], bool], command: str = "") -> Evaluation:
        return room.evaluate(
            one,
            names,
            games,
            seed=seed,
            targets=targets,
            held_out=met,
            held_out_games=stranger_games,
            threads=threads,
            progress=lambda n: bar.advance(task, n),
            stop=stop,
            command=command,
        )

    with _interruptible() as stop, bar, output.bots_at_work():
        if board_before:
            before = played(board_before, (), stop)
        result = played(ours, others, stop, output.command_line(context))
        is_stopped = stop()
    if is_stopped:
        output.say(f"Stopped: this is what {result.play.games:,} games say.")
    if report:
        with whole_file(report, option="--output", force=force, kind=HTML, inputs=inputs) as file:
            file.write(report_html(result, before))
        output.say(f"The report is in {report}.")
    if json:
        output.print_json(result.to_dict())
    else:
        _print(result, before)
    if is_stopped:
        raise typer.Exit(130)


def _read_against(against: str | None) -> tuple[Evaluation | None, Board | None]:
    """An earlier evaluation, or a board that has to be played first."""
    from footplate.boards import load_board
    from footplate.design.evaluation.evaluation import is_evaluation, read_evaluation

    if against is None:
        return None, None
    if is_evaluation(Path(against)):
        return read_evaluation(Path(against)), None
    return None, load_board(against)


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Gives a function that says whether Ctrl-C was pressed. A second Ctrl-C ends everything as usual."""
    pressed = False
    usual = signal.getsignal(signal.SIGINT)

    def note(*_: object) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, usual)


# ---------------------------------------------------------------- the summary in the terminal, at most 40 lines


def _print(result: Evaluation, before: Evaluation | None) -> None:
    from footplate.boards import board_title
    from footplate.design.report.words import advice, contested_cities, headline, summary

    play, then = result.play, before.play if before else None
    race, cities = result.board.rules.race, contested_cities(result)
    output.print_words(headline(result))
    output.print_words(summary(result, before))
    rows = [
        [name, f"{100 * target:.4g}", _percent(share), *([_percent(old)] if then else []), f"{score.mean:.1f}"]
        for name, target, share, score, old in zip(
            play.agents, result.target, play.win_shares, play.scores, _before(then, play.players), strict=True
        )
    ]
    columns = ["agent", "target %", "wins % (95 %)", *(["before"] if then else []), "tickets" if race else "score"]
    title = f"{board_title(result.board)}: {play.games:,} games, seed {play.seed}"
    output.print_table(title, columns, rows)
    seats = ", ".join(_percent(share) for share in play.seat_shares)
    facts = {
        "distance": result.distance.text(3) + (f", before {before.distance.mean:.3f}" if before else ""),
        "wins by seat, %": seats,
        "turns of a player": play.turns.text(1) + _was(then.turns if then else None),
        **({} if race else {"lead changes": play.lead_changes.text(1) + _was(then.lead_changes if then else None)}),
        "tickets done": f"{_percent(play.completion)} % of those held, {play.tickets_done.mean:.1f} by each player",
        "routes to choose from": f"most at turn {result.arc.peak}: {max(result.arc.middle):.0f} (median)",
        "contested cities": _extremes([share for _, share in cities], [name for name, _ in cities]),
        "colours built": _extremes(list(result.colors.values()), list(result.colors)),
        "claimed routes": _routes(result),
    }
    output.print_facts("", facts.items())
    for met in result.held_out:
        figures = [f"{v.name} {v.value.mean:.2f} ({v.low:.2f} to {v.high:.2f})" for v in met.verdicts]
        output.print_lines(f"For {met.agent}: {met.words}", [f"{'; '.join(figures)}; in brackets published boards"])
    output.print_lines("Advice", advice(result)[:_MOST])


def _before(then: object, players: int) -> Sequence[Estimate | None]:
    from footplate.design.evaluation.table_play import TablePlay

    if isinstance(then, TablePlay) and then.players == players:
        return then.win_shares
    return [None] * players


def _was(estimate: Estimate | None) -> str:
    return f", before {estimate.mean:.1f}" if estimate else ""


def _percent(share: Estimate | None) -> str:
    return share.percent("–", unit="") if share else "–"


def _extremes(shares: Sequence[float], names: Sequence[str], most: int = _MOST) -> str:
    """The most wanted and the least."""

    def listed(some: Sequence[int]) -> str:
        return ", ".join(f"{names[i]} {100 * shares[i]:.0f} %" for i in some)

    order = sorted(range(len(shares)), key=lambda i: -shares[i])
    least = order[most:][-most:]
    return listed(order[:most]) + (f"; least {listed(least)}" if least else "")


def _routes(result: Evaluation) -> str:
    from footplate.design.report.words import route_name

    names = [route_name(result.board, route) for route in range(len(result.routes))]
    dead = [names[route] for route in result.dead]
    more = f" and {len(dead) - _MOST} more" if len(dead) > _MOST else ""
    return f"{_extremes(result.routes, names, 2)}; dead {', '.join(dead[:_MOST]) or 'none'}{more}"
