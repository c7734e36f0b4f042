"""``footplate bench``: how fast this machine plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from footplate.cli.output import JsonOption, compile_once, err, print_facts, print_json, print_table, print_words

if TYPE_CHECKING:
    from footplate.bench import Line

QuickOption = Annotated[bool, typer.Option("--quick", help="Short runs, and without compiling everything anew.")]
SecondsOption = Annotated[
    float | None, typer.Option(min=0, help="How long to measure each line; default: 1 second, with --quick 0.1.")
]
OnlyOption = Annotated[str, typer.Option("--only", metavar="TEXT", help="Only the lines whose name contains this.")]


def bench(
    json: JsonOption = False, quick: QuickOption = False, seconds: SecondsOption = None, only: OnlyOption = ""
) -> None:
    """Measure the engine. Every line has a check value that must be the same on every run and machine."""
    compile_once()
    from footplate.bench import SCALE_NOTE, benchmark, machine, to_dict

    where = machine()
    if seconds is None:
        seconds = 0.1 if quick else 1.0
    lines = []
    with err.status("Measuring …") as status:
        for line in benchmark(seconds, cold=not quick, only=only):
            lines.append(line)
            status.update(f"Measuring … {len(lines)} lines, the last one: {line.what} {line.time}")
    if not lines:
        raise typer.BadParameter(f"no line's name contains {only!r}", param_hint="--only")
    if json:
        print_json(to_dict(lines, where))
        return
    columns = ["what", "time", "per second", "check value", "for scale"]
    print_table("Time for one, the best of several runs", columns, [_row(line) for line in lines])
    print_facts("", [(key, str(value)) for key, value in where.items()])
    print_words(f"\n{SCALE_NOTE}")


def _row(line: Line) -> list[object]:
    """A line of the table, with a rate unless a unit takes nanoseconds or is a start."""
    rate = f"{line.per_second:,.0f}" if 1e-6 < line.seconds < 0.1 else ""
    return [line.what, line.time, rate, str(line.check), line.scale]
