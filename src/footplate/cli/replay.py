"""``footplate replay``: step through a recorded game, list a file's games, or verify them all."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footplate.cli.output import (
    JsonOption,
    compile_once,
    counted_games,
    out,
    print_json,
    print_table,
    print_words,
    progress_bar,
    say,
)

if TYPE_CHECKING:
    from footplate.records import GameRecord

EXAMPLES = """Examples: footplate match base hoarder --games 2 --save games.txt
                  footplate replay games.txt --game 2
                  footplate replay games.txt --verify"""
_MOST_SHOWN = 20  # damaged games that --verify prints


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="A file of game records.")],
    game: Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")] = 1,
    step: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Show the position after N actions, and nothing else.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Print all actions as sentences, and the result.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Replay all games; say where a damaged file goes wrong (exit code 2).")
    ] = False,
    listing: Annotated[bool, typer.Option("--list", help="List the games of the file.")] = False,
    json: JsonOption = False,
) -> None:
    """Step through a recorded game: Enter for the next action, t for the next turn, b to go back, q to leave."""
    if sum([step is not None, everything, verify, listing]) > 1:
        raise typer.BadParameter("choose one of --step, --all, --verify and --list")
    if json and step is not None:
        raise typer.BadParameter("--step shows a position to people; --json alone prints the whole game")
    compile_once()
    if verify:
        _verify(file, json)
    elif listing:
        _list(file, json)
    elif json:
        print_json(_as_json(find_record(file, game)))
    else:
        record = find_record(file, game)
        with named_game(file, game):
            _show(record, step, everything or not (sys.stdin.isatty() and out.is_terminal))


def _show(record: GameRecord, step: int | None, everything: bool) -> None:
    from footplate.cli.player import Player

    player = Player(record)
    if step is not None:
        player.show_step(step)
    elif everything:
        player.show_all()
    else:
        player.run()


@contextmanager
def named_game(file: Path, number: int) -> Iterator[None]:
    """Errors of a record also say in which file and game they are."""
    from footplate.errors import InvalidRecord

    try:
        yield
    except InvalidRecord as error:
        raise InvalidRecord(f"{file}, game {number}: {error}") from None


# ---------------------------------------------------------------- the games of a file


def _records(file: Path) -> Iterator[GameRecord]:
    """The games of the file; the error of a damaged one names the file and says which game it is."""
    from footplate.records import read_records

    records = read_records(file)
    for number in count(1):
        with named_game(file, number):
            record = next(records, None)
        if record is None:
            return
        yield record


def find_record(file: Path, number: int) -> GameRecord:
    held = 0
    for held, record in enumerate(_records(file), start=1):
        if held == number:
            return record
    raise typer.BadParameter(f"{file} holds {counted_games(held)}", param_hint="--game")


def _list(file: Path, json: bool) -> None:
    if json:
        print_json([{"game": number, **_summary(record)} for number, record in enumerate(_records(file), start=1)])
        return
    rows: list[list[object]] = []
    for number, record in enumerate(_records(file), start=1):
        result = record.headers.get("result", "") if record.is_finished else "unfinished"
        rows.append([number, record.board.name, " | ".join(record.seats), record.seed, len(record.moves), result])
    print_table(str(file), ["game", "board", "seats", "seed", "actions", "result"], rows)


def _summary(record: GameRecord) -> dict[str, Any]:
    return {
        "board": record.board.name,
        "players": record.players,
        "seed": record.seed,
        "seats": list(record.seats),
        "headers": dict(record.headers),
        "finished": record.is_finished,
        "result": record.headers.get("result"),
        "line": record.line,
    }


def _as_json(record: GameRecord) -> dict[str, Any]:
    actions = [{"seat": move.seat + 1, "seconds": move.elapsed, "action": move.text} for move in record.moves]
    return {**_summary(record), "actions": actions, "digest": record.digest}


# ---------------------------------------------------------------- verify


def _verify(file: Path, json: bool) -> None:
    games, actions, damages = _check_all(file)
    if json:
        print_json({"file": str(file), "games": games, "actions": actions, "damaged": damages, "fine": not damages})
    elif damages:
        for damage in damages[:_MOST_SHOWN]:
            say(damage)
        if len(damages) > _MOST_SHOWN:
            say(f"and {len(damages) - _MOST_SHOWN} more")
    if games and not json:
        verdict = f"{len(damages):,} damaged" if damages else "every one as recorded"
        print_words(f"{file}: {counted_games(games)} with {actions:,} actions replayed, {verdict}")
    if damages:
        raise typer.Exit(2)


def _check_all(file: Path) -> tuple[int, int, list[str]]:
    """Games read, actions read, and a sentence for everything that is wrong."""
    from footplate.errors import InvalidRecord

    games, actions, damages = 0, 0, []
    with progress_bar() as progress:
        task = progress.add_task("Replaying", total=_count_games(file))
        try:
            for record in _records(file):
                games, actions = games + 1, actions + len(record.moves)
                if damage := _damage(record):
                    damages.append(f"{file}, game {games} (line {record.line}): {damage}")
                progress.update(task, advance=1)
        except InvalidRecord as error:
            damages.append(str(error))
    if not games and not damages:
        damages.append(f"{file} holds no game")
    return games, actions, damages


def _count_games(file: Path) -> int:
    with file.open(encoding="utf-8", errors="replace") as lines:
        return sum(line.startswith("footplate-record") for line in lines)


def _damage(record: GameRecord) -> str:
    """What is wrong with a record; empty if it replays to what it says."""
    from footplate.errors import FootplateError
    from footplate.records import GameRecord

    try:
        game = record.replay()
    except FootplateError as error:
        return str(error)
    claimed = record.headers.get("result", "").partition(",")[0]
    reached = GameRecord.of(game, record.seats).headers.get("result", "").partition(",")[0]
    is_wrong = claimed and _totals(claimed) != _totals(reached)
    return f"the result says {claimed}, but the game ends {reached}" if is_wrong else ""


def _totals(text: str) -> list[float] | str:
    """The totals of a result as they are shown: older records have more decimals."""
    from footplate.sentences import shown_points

    try:
        return [shown_points(float(total)) for total in text.split(" : ")]
    except ValueError:
        return text
