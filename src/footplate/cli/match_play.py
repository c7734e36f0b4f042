"""A match on one board as ``footplate match`` plays it: with a bar, and files of its games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from footplate.cli import output
from footplate.cli.files import check_output, whole_file
from footplate.cli.output import progress_bar

if TYPE_CHECKING:
    from footplate.agents.base import Agent, Decision
    from footplate.arena import MatchResult
    from footplate.boards import Board
    from footplate.game import Game

_OPTIONS = "--save", "--scores", "--log-search"


@dataclass(frozen=True)
class MatchFiles:
    """Where the games, their scores and what searches found out are written, if at all."""

    save: Path | None
    scores: Path | None
    log_search: Path | None

    def on(self, board: Board) -> MatchFiles:
        """Those of one board of several, whose name they have before their ending: games-mini.txt."""
        name = re.sub(r"[^\w.-]+", "-", board.name)
        return MatchFiles(*(path and path.with_stem(f"{path.stem}-{name}") for path in self.paths))

    @property
    def paths(self) -> tuple[Path | None, ...]:
        return astuple(self)

    @property
    def named(self) -> Iterator[tuple[str, Path]]:
        """Those that there are, with the option of each."""
        return ((option, path) for option, path in zip(_OPTIONS, self.paths, strict=True) if path)


def check_files(all_files: Sequence[MatchFiles], *, force: bool, inputs: Sequence[Path]) -> None:
    """Refuse what can't be written before anything is played, and a file that two options or boards have."""
    seen: dict[Path, str] = {}
    for option, path in (one for files in all_files for one in files.named):
        if path.absolute() in seen:
            other = seen[path.absolute()]
            reason = f"is the file of {other}, too" if other != option else "would be written for two boards"
            raise typer.BadParameter(f"{path} {reason}; choose another name", param_hint=option)
        seen[path.absolute()] = option
        check_output(path, option=option, force=force, inputs=inputs)


def play_on(
    board: Board,
    players: Sequence[Agent],
    games: int,
    files: MatchFiles,
    *,
    verbose: int,
    keep_records: bool = False,
    force: bool,
    inputs: Sequence[Path],
    **how: Any,
) -> tuple[MatchResult | None, bool]:
    """What was played, if anything, and whether Ctrl-C stopped it; sentences say what else there is to say."""
    from footplate.arena.deals import whole_deals
    from footplate.arena.export import write_scores
    from footplate.arena.match import MatchInterrupted, play_match
    from footplate.arena.play import SearchLog
    from footplate.records import write_records

    total = whole_deals(games, len(players))
    bar = progress_bar()
    task = bar.add_task(f"Playing on {board.name}", total=total)
    is_interrupted = False
    try:
        with ExitStack() as stack:
            file, table, log_file = (
                path and stack.enter_context(whole_file(path, option=option, force=force, inputs=inputs))
                for option, path in zip(_OPTIONS, files.paths, strict=True)
            )
            log = SearchLog(log_file) if log_file else None
            listening = [one for one in (log, _Reasons(bar.console) if verbose > 1 else None) if one]

            def tell(game: Game, names: Sequence[str], decision: Decision) -> None:
                for one in listening:
                    one(game, names, decision)

            with bar, output.bots_at_work():
                try:
                    result = play_match(
                        board,
                        players,
                        games,
                        keep_records=bool(file or verbose or keep_records),
                        keep_scores=table is not None,
                        progress=lambda n: bar.advance(task, n),
                        on_decision=tell if listening else None,
                        **how,
                    )
                except MatchInterrupted as stopped:
                    if stopped.result is None:
                        raise
                    result, is_interrupted = stopped.result, True
            if file:
                write_records(result.results.records, file)
            if table:
                write_scores([player.name for player in players], result.results, table)
    except KeyboardInterrupt:
        lost = "".join(f"; {path} was not written" for _, path in files.named)
        output.say(f"Stopped after {bar.tasks[0].completed:,.0f} of {total:,} games{lost}.")
        return None, True
    if is_interrupted:
        output.say(f"Stopped after {result.games:,} of {total:,} games, the whole deals so far.")
    elif result.games < total:
        output.say(f"Certain after {output.counted_games(result.games)} of at most {total:,}.")
    elif total != games:
        output.say(f"{output.counted_games(games)} became {total:,}: on every deal each agent sits once in every seat.")
    if files.save:
        output.say(f"{output.counted_games(result.games)} saved in {files.save}.")
    if files.scores:
        output.say(f"The scores of {output.counted_games(result.games)} written to {files.scores}.")
    if log:
        output.say(f"{log.lines:,} decisions written to {files.log_search}.")
    return result, is_interrupted


class _Reasons:
    """Shows why agents that search made their moves, as they make them. It is an ``OnDecision``."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._game: Game | None = None

    def __call__(self, game: Game, names: Sequence[str], decision: Decision) -> None:
        from footplate.cli.screen import reasons
        from footplate.cli.symbols import screen_names

        if game is not self._game:
            self._game = game
            self._console.print(Rule(Text(f"{' | '.join(names)}, seed {game.seed}", style="bold"), align="left"))
        if decision.figures:
            event = game.history[-1]
            for part in reasons(decision, event.seat, screen_names(names)):
                self._console.print(part, crop=False)
