"""``footplate match``: agents against each other, measured."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footplate.cli import output
from footplate.cli.experiment import LEAST_SECONDS, MOST_VERBOSE, read_experiment
from footplate.cli.match_play import MatchFiles, check_files, play_on
from footplate.cli.output import compile_once, progress_bar
from footplate.words import counted, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from footplate.agents import Agent
    from footplate.arena import MatchResult
    from footplate.arena.luck import ReducedResult
    from footplate.arena.results import AgentResult
    from footplate.arena.statistics import Estimate

EXAMPLES = """Example: footplate match greedy random --board usa --games 2000 --save games.txt
                 footplate match base hoarder --board small:warwick --games 100 --scores scores.csv
                 footplate match ismcts:iterations=1000 base --games 2 -v -v
                 footplate match --config experiment.toml --games 20"""

AgentsArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="AGENT",
        show_default=False,
        help='One to five agents: "random", "greedy", your own "./mybot.py:MyBot", "cmd:./program".',
    ),
]
BoardOption = Annotated[str, typer.Option(help='A board of the catalogue ("usa", "small:warwick"), or a .json file.')]
GamesOption = Annotated[
    int, typer.Option(min=1, max=output.MAX_GAMES, help="Games to play, rounded up so that everybody sits everywhere.")
]
AgentSeedsOption = Annotated[
    str | None,
    typer.Option(
        metavar="N,N…", help="A seed for each agent's own chance and its searches; else these follow from --seed, too."
    ),
]
SecondsOption = Annotated[
    float | None,
    typer.Option(
        "--seconds-per-move", min=LEAST_SECONDS, help="A bot that thinks longer loses the game. Not for compiled ones."
    ),
]
CertainOption = Annotated[
    bool,
    typer.Option(
        "--until-certain/--no-until-certain",
        show_default=False,
        help="Stop once it is certain which agent is best, --games at most.",
    ),
]
SaveOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Write all games to FILE as records.")]
LogSearchOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write what searching agents found out to FILE, a JSON line a move.")
]
ScoresOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write to FILE, as CSV, what each game's points are for: a line a game."),
]
TimesOption = Annotated[
    bool,
    typer.Option(
        "--times/--no-times",
        show_default=False,
        help="Measure the time of each game for --scores. Games are then played one after the other, not compiled.",
    ),
]
LuckOption = Annotated[
    bool,
    typer.Option(
        "--reduce-luck/--no-reduce-luck",
        show_default=False,
        help="Also give the results with luck taken out, which has smaller intervals (AIVAT).",
    ),
]
VerboseOption = Annotated[
    int,
    typer.Option(
        "--verbose",
        "-v",
        count=True,
        max=MOST_VERBOSE,
        show_default=False,
        help="Also show the last position of every game; twice, also why agents that search made each move.",
    ),
]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Let --save, --scores and --log-search overwrite existing files.")
]

_AGENTS, _BOARDS = "footplate.agents", "footplate.boards"  # where the context keeps those that the file names


def _read_config(context: typer.Context, file: Path | None) -> Path | None:
    """Let the experiment in the file say what the command line doesn't."""
    said = read_experiment(file) if file else {}
    context.meta[_AGENTS], context.meta[_BOARDS] = said.pop("agents", []), said.pop("boards", [])
    context.default_map = said
    return file


ConfigOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        is_eager=True,
        callback=_read_config,
        help="Play the experiment in this TOML file: agents, and options by their names. Options given here count "
        "more.",
    ),
]
TrustOption = Annotated[
    bool, typer.Option("--trust", help="Let --config run bots that are not Footplate's: the file names them.")
]
_REASONS = 3  # shown for each agent


def match(
    context: typer.Context,
    agents: AgentsArgument = None,
    board: BoardOption = "small",
    games: GamesOption = 1000,
    seed: output.SeedOption = 0,
    agent_seeds: AgentSeedsOption = None,
    threads: output.ThreadsOption = None,
    seconds: SecondsOption = None,
    until_certain: CertainOption = False,
    json: output.JsonOption = False,
    save: SaveOption = None,
    scores: ScoresOption = None,
    times: TimesOption = False,
    log_search: LogSearchOption = None,
    reduce_luck: LuckOption = False,
    verbose: VerboseOption = 0,
    force: ForceOption = False,
    config: ConfigOption = None,
    trust: TrustOption = False,
) -> None:
    """Let agents play each other: on every deal each agent sits once in every seat. One agent plays alone."""
    from footplate.agents import Budget, make_agent
    from footplate.arena.sources import bot_files
    from footplate.boards import load_board
    from footplate.cli.player import Player
    from footplate.engine.layout import PLAYERS
    from footplate.engine.tables import make_tables

    agents = agents or _agents_of(context, trust=trust)
    if len(agents) > PLAYERS:
        raise typer.BadParameter(f"{len(agents)} agents, but a game has 1 to {PLAYERS} players", param_hint="AGENT")
    names = _boards_of(context, board)
    with output.bots_at_work():
        players = [[make_agent(agent) for agent in agents] for _ in names]
    own_seeds = _seeds(agent_seeds, len(agents))
    boards = [make_tables(load_board(name), len(agents)).board for name in names]
    inputs = [*bot_files(agents), *map(Path, names), *([config] if config else [])]
    files = MatchFiles(save, scores, log_search)
    of_boards = [files.on(one) for one in boards] if len(boards) > 1 else [files]
    check_files(of_boards, force=force, inputs=inputs)
    if times and not scores:
        raise typer.BadParameter("the times stand in the file of --scores; name it", param_hint="--times")
    if reduce_luck:
        _check_luck(players[0], until_certain=until_certain)
    if json and verbose:
        if "verbose" not in (context.default_map or {}):
            reason = "positions and reasons are for people; --json prints for machines"
            raise typer.BadParameter(reason, param_hint="--verbose")
        verbose = 0
    compile_once()
    found: list[dict[str, Any]] = []
    is_interrupted = False
    for one, playing, own_files in zip(boards, players, of_boards, strict=True):
        result, is_interrupted = play_on(
            one, playing, games, own_files, verbose=verbose, keep_records=reduce_luck, force=force, inputs=inputs,
            seed=seed, agent_seeds=own_seeds, budget=Budget(seconds=seconds), threads=threads, clock=times,
            until_certain=until_certain,
        )  # fmt: skip
        less = _less_luck(result, playing, seed, threads) if result and reduce_luck else None
        if result and json:
            more = {"less_luck": less.to_dict()} if less else {}
            found.append({**result.to_dict(), **more, "interrupted": is_interrupted})
        elif result:
            for record in result.results.records if verbose else ():
                Player(record).show_end()
            _print_result(result, less)
        if is_interrupted:
            break
    if found:
        results = found[0] if len(boards) == 1 else {"boards": found}
        output.print_json({"command": output.command_line(context), **results})
    if is_interrupted:
        raise typer.Exit(130)


def _check_luck(players: Sequence[Agent], *, until_certain: bool) -> None:
    """Whether luck can be taken out of what is to be played."""
    from footplate.errors import InvalidArgument
    from footplate.review.reduced import check_chance

    if until_certain:
        reason = "a match that stops when it is certain has other intervals: without --until-certain luck is taken out"
        raise typer.BadParameter(reason, param_hint="--reduce-luck")
    try:
        check_chance(players)
    except InvalidArgument as error:
        raise typer.BadParameter(str(error), param_hint="--reduce-luck") from None


def _less_luck(result: MatchResult, players: Sequence[Agent], seed: int, threads: int | None) -> ReducedResult | None:
    """The results with luck taken out; None if games were broken off."""
    from footplate.review import reduce_luck

    if result.results.forfeits:
        output.say("Luck was not taken out: games that were broken off have no end to compare with.")
        return None
    bar = progress_bar()
    task = bar.add_task("Weighing chances", total=result.games)
    with bar:
        return reduce_luck(
            result, players, seed=seed, threads=threads or os.cpu_count() or 1, progress=lambda n: bar.advance(task, n)
        )


def _boards_of(context: typer.Context, board: str) -> list[str]:
    """The boards that the file names, if the command line names none."""
    said: list[str] = context.meta[_BOARDS]
    source = context.get_parameter_source("board")
    return [board] if not said or (source and source.name == "COMMANDLINE") else said


def _agents_of(context: typer.Context, *, trust: bool) -> list[str]:
    """The agents that the file names, if the command line names none."""
    from footplate.agents import read_spec

    agents: list[str] = context.meta[_AGENTS]
    if not agents:
        reason = "name one to five agents, or with --config a file that names them"
        raise typer.BadParameter(reason, param_hint="AGENT")
    foreign = [spec for spec in agents if read_spec(spec).runs_foreign_code]
    if foreign and not trust:
        reason = f"the file would run {listed(foreign)}; if you trust that, add --trust"
        raise typer.BadParameter(reason, param_hint="--config")
    return agents


def _seeds(words: str | None, players: int) -> list[int] | None:
    """The seeds of the agents' own chance."""
    if words is None:
        return None
    seeds = [word.strip() for word in words.split(",")]
    if len(seeds) != players or not all(word.isdecimal() and int(word) <= output.MAX_SEED for word in seeds):
        right = f"must be {counted(players, 'seed')} with commas between them, each a whole number from 0 to 2**64 - 1"
        raise typer.BadParameter(f"{words!r} {right}", param_hint="--agent-seeds")
    return [int(word) for word in seeds]


def _print_result(result: MatchResult, less: ReducedResult | None) -> None:
    names = _names(result)
    n = len(names)
    title = f"{output.counted_games(result.games)} on {result.board}, seed {result.seed}"
    if n == 1:
        rows = [[names[0], _estimate(result.agents[0].mean_score)]]
        output.print_table(title, ["agent", "mean score (95 %)"], rows)
    else:
        columns = ["agent", "wins", "draws", "losses", "win rate (95 %)", "mean score (95 %)"]
        output.print_table(title, columns, [_row(name, a) for name, a in zip(names, result.agents, strict=True)])
    facts = [
        ("decisions", f"{result.mean_decisions:.1f} per game"),
        ("speed", f"{result.games_per_second:,.0f} games per second"),
    ]
    if result.margin:
        other = f"{names[1]}'s" if n == 2 else "the best other one"
        seat = f"{result.first_seat_win_rate.percent()}; {100 / n:.1f} % if seats did not matter"
        margin = f"{_estimate(result.margin, sign='+')}: {names[0]}'s score minus {other}"
        facts = [("margin", margin), ("first seat wins", seat), *facts]
    output.print_facts("", facts)
    if less:
        _print_less_luck(names, less)
    output.print_lines("Games lost by misbehaviour", _forfeits(result))
    if n > 1:
        output.print_words(f"\n{verdict(result)}")


def _print_less_luck(names: Sequence[str], less: ReducedResult) -> None:
    rows: list[list[object]] = [
        [name, rate.percent(), _estimate(margin, sign="+")]
        for name, rate, margin in zip(names, less.win_rates, less.margins, strict=True)
    ]
    output.print_table("With luck taken out (AIVAT)", ["agent", "win rate (95 %)", "margin (95 %)"], rows)
    wins, margins = f"{less.saved_wins:.2f} times as many for win rates", f"{less.saved_margins:.2f} times for margins"
    output.print_facts("", [("worth games", f"{wins}, {margins}")])


def _forfeits(result: MatchResult) -> list[str]:
    """Why each agent has forfeited games: its most frequent reasons, with the first game of each."""
    lines = []
    for a, name in enumerate(_names(result)):
        mine = [forfeit for forfeit in result.results.forfeits if forfeit.agent == a]
        reasons = Counter(forfeit.reason for forfeit in mine)
        for reason, times in reasons.most_common(_REASONS):
            first = next(forfeit.game for forfeit in mine if forfeit.reason == reason)
            lines.append(f"{name}: {reason} ({output.counted_games(times)}, first game {first + 1})")
        if len(reasons) > _REASONS:
            lines.append(f"{name}: and {len(reasons) - _REASONS} other reasons; --json lists all")
    return lines


def verdict(result: MatchResult) -> str:
    """Whether the match shows which agent is best."""
    names = _names(result)
    if result.best is not None:
        word = "better" if len(names) == 2 else "best"
        return f"{names[result.best]} is {word}: it wins {result.agents[result.best].win_rate.percent()}."
    leader = max(range(len(names)), key=lambda a: result.agents[a].win_rate.mean)
    rate = result.agents[leader].win_rate.percent()
    return f"No difference shown: {names[leader]} wins {rate}, which can be chance."


def _names(result: MatchResult) -> list[str]:
    """The agents' names; equal ones are numbered."""
    agents = [agent.agent for agent in result.agents]
    return [
        f"{name} #{agents[: i + 1].count(name)}" if agents.count(name) > 1 else name for i, name in enumerate(agents)
    ]


def _row(name: str, agent: AgentResult) -> list[object]:
    rate = agent.win_rate.percent(to="–")  # shorter, so that the table fits into 80 columns
    return [name, agent.wins, agent.draws, agent.losses, rate, _estimate(agent.mean_score)]


def _estimate(estimate: Estimate, sign: str = "") -> str:
    return estimate.text(1 if abs(estimate.mean) >= 10 else 2, sign)
