"""``footplate tournament``: every agent against every other one, stopped and resumed at will."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footplate.cli import output
from footplate.cli.output import compile_once, progress_bar
from footplate.errors import FootplateError

if TYPE_CHECKING:
    from collections.abc import Callable

    from footplate.arena.luck import Floats
    from footplate.arena.results import GameResults
    from footplate.arena.standings import TournamentResult
    from footplate.arena.tournament import TournamentSettings

EXAMPLES = "Example: footplate tournament --field basic --board small --games 10000 --out basic"

OutOption = Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for games and report.")]
FieldOption = Annotated[str | None, typer.Option(help="A family of agents, all of whom take part.")]
AgentsOption = Annotated[
    str | None,
    typer.Option(help='Agents that take part, with commas between them: "greedy,hoarder:threshold=0.8".'),
]
BoardOption = Annotated[
    str | None, typer.Option(help="A board of the catalogue, or a .json file.", show_default="small")
]
GamesOption = Annotated[
    int | None, typer.Option(min=1, max=output.MAX_GAMES, help="Games at each table.", show_default="1000")
]
PlayersOption = Annotated[int | None, typer.Option(min=2, max=5, help="Players at a table.", show_default="2")]
SeedOption = Annotated[
    int | None, typer.Option(min=0, max=output.MAX_SEED, help="The same seed gives the same games.", show_default="0")
]
SelfOption = Annotated[bool | None, typer.Option("--self", help="Each agent also plays against itself.")]
MetricsOption = Annotated[bool | None, typer.Option("--metrics", help="Measure turns, leads, tickets, routes, blocks.")]
CertainOption = Annotated[
    bool | None, typer.Option("--until-certain", help="A table stops once it is certain who is best there.")
]
LuckOption = Annotated[
    bool | None, typer.Option("--reduce-luck", help="Take luck out of the win rates, for smaller intervals (AIVAT).")
]
ThreadsOption = Annotated[int | None, typer.Option(min=1, help="Threads or processes; default: one for each core.")]
RunnerOption = Annotated[
    str | None, typer.Option(help="threads, processes or ray.", show_default="threads; processes for bots in Python")
]
AddressOption = Annotated[str | None, typer.Option(help="The Ray cluster; without it a Ray of this machine.")]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Go on with the tournament in DIR.")]


def tournament(
    out_folder: OutOption,
    field: FieldOption = None,
    agents: AgentsOption = None,
    board: BoardOption = None,
    games: GamesOption = None,
    players: PlayersOption = None,
    seed: SeedOption = None,
    self_play: SelfOption = None,
    metrics: MetricsOption = None,
    until_certain: CertainOption = None,
    reduce_luck: LuckOption = None,
    threads: ThreadsOption = None,
    runner: RunnerOption = None,
    address: AddressOption = None,
    resume: ResumeOption = False,
    json: output.JsonOption = False,
) -> None:
    """Let agents play a round robin on the same deals, and write a report. Ctrl-C stops it, --resume goes on."""
    given = {
        "board": board, "agents": _field(field, agents), "games": games, "players": players, "seed": seed,
        "self_play": self_play, "metrics": metrics, "until_certain": until_certain,
        "reduce_luck": reduce_luck,
    }  # fmt: skip
    with output.bots_at_work():
        settings = _settings({name: value for name, value in given.items() if value is not None}, out_folder, resume)
        result, files = _play(settings, out_folder, resume, runner, threads, address)
    if json:
        output.print_json(result.to_dict())
    else:
        _print_result(result)
        output.say(f"The report is {files[0]}; beside it: {', '.join(file.name for file in files[1:])}.")


def _field(field: str | None, agents: str | None) -> tuple[str, ...] | None:
    """The agents of the family and those named, in this order; None if nobody is named."""
    from footplate.agents import agent_kinds, split_specs

    if field is None and agents is None:
        return None
    chosen: list[str] = []
    if field is not None:
        chosen = [kind.name for kind in agent_kinds() if kind.family == field]
        if not chosen:
            families = ", ".join(sorted({kind.family for kind in agent_kinds()}))
            raise typer.BadParameter(f"there is no family {field!r}; families: {families}", param_hint="--field")
    return tuple(dict.fromkeys([*chosen, *split_specs(agents or "")]))


def _settings(given: dict[str, Any], folder: Path, resume: bool) -> TournamentSettings:
    """From the options; a resumed tournament knows its settings, and options that are given must agree with them."""
    from footplate.agents import read_spec
    from footplate.arena.storage import read_manifest
    from footplate.arena.tournament import TournamentSettings
    from footplate.boards import load_board

    if "board" in given:
        given["board"] = load_board(given["board"])
    if not resume:
        if "agents" not in given:
            raise typer.BadParameter("name a family, or agents with --agents", param_hint="--field")
        return TournamentSettings(**{"board": given.get("board") or load_board("small"), "games": 1000, **given})
    manifest = read_manifest(folder)
    if manifest is None:
        raise FootplateError(f"there is no tournament in {folder}")
    foreign = [spec for spec in map(str, manifest.get("agents", ())) if read_spec(spec).runs_foreign_code]
    if foreign and "agents" not in given:
        raise FootplateError(f"{folder} would run {' and '.join(foreign)}; if you trust that, name --agents again")
    settings = TournamentSettings.of_manifest(manifest)
    differ = [name for name, value in given.items() if getattr(settings, name) != value]
    if differ:
        raise FootplateError(f"the tournament in {folder} is another one: {', '.join(differ)} differ")
    return settings


def _play(
    settings: TournamentSettings,
    out_folder: Path,
    resume: bool,
    runner: str | None,
    workers: int | None,
    address: str | None,
) -> tuple[TournamentResult, list[Path]]:
    from footplate.arena.report import write_report
    from footplate.arena.runners import make_runner
    from footplate.arena.standings import sum_up
    from footplate.arena.tournament import games_stored, load_bots, open_folder, play_tournament

    name = runner or ("ray" if address else "threads" if settings.is_compiled else "processes")
    at_work = make_runner(name, workers, address)
    folder = open_folder(settings, out_folder, resume=resume)
    compile_once()
    load_bots(settings)  # now, so that the clock measures play
    before = games_stored(settings, folder)
    bar = progress_bar()
    task = bar.add_task("Playing", total=settings.most_games, completed=before)
    began = time.perf_counter()
    try:
        with bar:
            luck = _luck_of(settings, workers) if settings.reduce_luck else None
            play_tournament(settings, folder, at_work, lambda n: bar.advance(task, n), luck)
    except KeyboardInterrupt:
        output.say(f"Stopped after {bar.tasks[0].completed:,.0f} of {settings.most_games:,} games; --resume goes on.")
        raise typer.Exit(130) from None
    played, seconds = bar.tasks[0].completed - before, time.perf_counter() - began
    if played:
        output.say(f"{played:,.0f} games played in {seconds:,.0f} seconds, {played / seconds:,.0f} a second.")
    result = sum_up(settings, folder)
    return result, write_report(result, folder)


def _luck_of(settings: TournamentSettings, workers: int | None) -> Callable[[GameResults], Floats]:
    """How luck is found out, for agents to whom chance is some."""
    from functools import partial

    from footplate.review.reduced import check_chance, luck_in

    check_chance(settings.agents)
    return partial(luck_in, seed=settings.seed, threads=workers or os.cpu_count() or 1)


def _print_result(result: TournamentResult) -> None:
    from footplate.arena.pages import figure
    from footplate.arena.report import saved_words

    settings = result.settings
    title = f"{result.games:,} games on {settings.board.name}, {settings.players} players, seed {settings.seed}"
    less = ["less luck (95 %)"] if settings.reduce_luck else []
    columns = ["agent", "Elo (95 %)", "win rate (95 %)", *less, "mean score (95 %)", "OpenSkill"]
    rows: list[list[object]] = [
        [
            s.agent,
            figure(s.elo, 0),
            s.win_rate.percent(),
            *([s.less_luck.percent()] if s.less_luck else []),
            figure(s.mean_score, 2),
            figure(s.openskill),
        ]
        for s in result.standings
    ]
    output.print_table(title, columns, rows)
    if settings.players == 2 and len(settings.agents) <= 12:
        numbers = map(str, range(1, len(result.standings) + 1))
        output.print_table("Win rates in per cent, row against column", ["", *numbers], _matrix_rows(result))
    even = 100 / settings.players
    first = f"{result.first_seat_win_rate.percent()}; {even:.1f} % if seats did not matter"
    output.print_facts("", [("first seat wins", first), *([("luck", saved_words(result))] if less else [])])
    output.out.print()


def _matrix_rows(result: TournamentResult) -> list[list[object]]:
    order = [standing.number for standing in result.standings]
    rows: list[list[object]] = []
    for i, a in enumerate(order):
        cells = (result.matrix[a][b] for b in order)
        rows.append([f"{i + 1} {result.settings.agents[a]}", *(f"{100 * c.mean:.1f}" if c else "" for c in cells)])
    return rows
