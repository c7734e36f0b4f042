"""``footplate review``: what luck and play made of a recorded game, and the decisions that cost most."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from footplate.cli.output import (
    JsonOption,
    SeedOption,
    compile_once,
    out,
    print_json,
    print_parts,
    print_words,
    progress_bar,
)
from footplate.cli.replay import find_record, named_game
from footplate.cli.tables import FittedTable

if TYPE_CHECKING:
    from footplate.review import Account, Point, Review, SeatReview

EXAMPLES = """Examples: footplate match planner greedy --games 2 --save games.txt
                  footplate review games.txt --game 2
                  footplate review games.txt --seat 1 --json"""
_MARKS = " ▁▂▃▄▅▆▇█"
_HEIGHT = 5  # lines of a curve
_WIDEST = 72


def review(
    file: Annotated[Path, typer.Argument(metavar="RECORD", exists=True, dir_okay=False, help="A file of records.")],
    game: Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")] = 1,
    seat: Annotated[
        int | None, typer.Option("--seat", min=1, help="Tell only this seat's chances and decisions, from 1.")
    ] = None,
    deals: Annotated[
        int, typer.Option("--deals", min=10, max=1_000_000, help="Deals in which the moves of a decision are compared.")
    ] = 1000,
    threads: Annotated[int | None, typer.Option("--threads", min=1, help="Cores to use; all if not said.")] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Review a finished game: chances by turn, luck and play of every seat, and the costliest decisions.

    Every decision is judged by what its seat could know: hidden cards are dealt anew, so that they fit what it saw.
    """
    from footplate.review import Reviewer, judge_all

    compile_once()
    record = find_record(file, game)
    if seat is not None and seat > record.players:
        raise typer.BadParameter(f"the game has {record.players} seats", param_hint="--seat")
    with named_game(file, game):
        reviewer = Reviewer(record, seed=seed, deals=deals)
    found = []
    with progress_bar() as bar:
        task = bar.add_task("Judging decisions", total=len(reviewer.questions))
        for decision in judge_all(reviewer, threads=threads):
            found.append(decision)
            bar.update(task, advance=1)
    whole = reviewer.review(found)
    if json:
        data = whole.to_dict()
        print_json(data if seat is None else {**data, "seats": [data["seats"][seat - 1]]})
    else:
        _print(whole, range(whole.players) if seat is None else [seat - 1])


def _print(whole: Review, seats: Sequence[int]) -> None:
    print_words(f"{whole.board}, {whole.turns} turns: {whole.result}")
    print_parts(["", _accounts(whole)])
    print_words("Points of margin. Decisions are measured against the player who plays the deals out.")
    for seat in seats:
        one = whole.seats[seat]
        print_parts(["", Text(f"{one.name}: chance to win by turn", style="bold"), *_curve(one.curve)])
        print_parts(["", *_costliest(one, whole.deals)])


def _accounts(whole: Review) -> FittedTable:
    columns = ["seat", "start", "cards", "decisions", "others' decisions", "result"]
    table = FittedTable(columns, right=columns[1:], title="Luck and play")
    for one in whole.seats:
        table.add_row(one.name, *_parts(one.margin))
    return table


def _parts(account: Account | None) -> list[str]:
    assert account is not None
    return [f"{part:+.1f}" for part in (account.start, account.luck, account.play, account.others, account.result)]


def _curve(points: Sequence[Point]) -> list[Text]:
    """An area of block characters: turns across, the chance to win up to 100 %."""
    if not points:
        return [Text("There was nothing to decide.")]
    width = min(_WIDEST, out.width - 8)
    first, last = points[0].turn, max(points[0].turn + 1, points[-1].turn)
    columns = [_at(points, first + (last - first) * k / (width - 1)) for k in range(width)]
    lines = []
    for row in range(_HEIGHT - 1, -1, -1):
        label = {_HEIGHT - 1: " 100 % ", 0: "   0 % "}.get(row, " " * 7)
        eighths = (min(8, max(0, round(8 * (_HEIGHT * win - row)))) for win in columns)
        lines.append(Text(label + "".join(_MARKS[n] for n in eighths)))
    ends = f"turn {first + 1}", f"turn {points[-1].turn + 1}"
    return [*lines, Text(" " * 7 + ends[0] + " " * max(1, width - len(ends[0]) - len(ends[1])) + ends[1])]


def _at(points: Sequence[Point], turn: float) -> float:
    """The chance when a turn began: what was known last before it."""
    return [point for point in points if point.turn <= turn][-1].win


def _costliest(one: SeatReview, deals: int) -> list[FittedTable | Text]:
    if not one.costliest:
        return [Text("No decision cost more than chance can explain.")]
    title = f"Costliest decisions: {len(one.costliest)} of {one.decisions}, in chance to win, by {deals:,} deals"
    table = FittedTable(["turn", "cost", "played", "better", "why"], right=["turn", "cost"], title=title)
    for decision in one.costliest:
        assert decision.cost is not None
        assert decision.better is not None
        cost = f"−{100 * decision.cost.mean:.0f} % ± {100 * (decision.cost.high - decision.cost.mean):.0f}"
        table.add_row(str(decision.turn + 1), cost, decision.played.words, decision.better.words, decision.reason)
    return [table]
