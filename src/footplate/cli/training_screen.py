"""The picture of a training run in a terminal: 78 columns without a frame, made anew each time.

Bars are green; one thing at most is yellow, with words that say why it needs attention.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from rich.cells import cell_len
from rich.text import Text

from footplate.boards import Board
from footplate.learning.boards import names_of
from footplate.learning.progress import History, Match, trend
from footplate.learning.runs import Run
from footplate.learning.training import share_done

WIDTH = 78
_MARKS = " ▁▂▃▄▅▆▇█"
_GREEN, _YELLOW = "green", "yellow"
_CURVE = 26  # marks of a win rate
_SHORT = 17  # marks of a figure
_ROUTES, _NOTES = 3, 3
_SECTION = 11  # columns of "Steps" and "Speed"
KEYS = (("q", "stop after this step"), ("p", "pause"), ("s", "save"), ("r", "write the report"))


@dataclass
class Moment:
    """What is going on, beside what the run's history says."""

    doing: str = ""
    attention: str = ""  # what whoever watches must know first: that it pauses or stops
    notes: list[tuple[datetime, str]] = field(default_factory=list)


def screen(run: Run, boards: Sequence[Board], elapsed: float, moment: Moment, width: int = WIDTH) -> list[Text]:
    """The lines of a picture."""
    width = min(width, WIDTH)
    attention = moment.attention or _attention(run.history)
    lines = [*_head(run, boards, elapsed, width), Text()]
    lines += [*_steps(run, elapsed, moment, width), Text()]
    routes = _routes(run, boards[0], width) if len(boards) == 1 else ()
    for section in (_rates(run, attention, width), _learner(run.history, attention, width), routes):
        if found := list(section):
            lines += [*found, Text()]
    lines.append(Text("─" * width, style="dim"))
    lines += [Text.assemble((f"{when:%H:%M}", "dim"), f"  {words}") for when, words in reversed(moment.notes[-_NOTES:])]
    if moment.attention:
        lines.append(Text(moment.attention, style=_YELLOW))
    keys = Text("  ").join(Text.assemble((f" {key} ", "reverse"), f" {words}") for key, words in KEYS)
    lines += [Text(), keys]
    for line in lines:
        line.truncate(width)
    return lines


def line_of(run: Run, elapsed: float) -> str:
    """The same in one line, for logs: "1,284,000 steps, planner 61 % ± 3, 1 h 20 left"."""
    rates = [
        f"{match.opponent} {_rate(match)}"
        for evaluation in run.history.evaluations[-1:]
        for match in evaluation.matches
    ]
    left = _left(run, elapsed)
    return ", ".join([f"{run.history.last.steps:,} steps", *rates, *([f"{left} left"] if left else [])])


def _head(run: Run, boards: Sequence[Board], elapsed: float, width: int) -> Iterator[Text]:
    task = run.plan.task
    players = "alone" if task.players == (1,) else f"{_range(task.players)} players"
    name = Text.assemble(("footplate train", "bold"), f"  {names_of(boards)}, {players}, seed {task.seed}")
    left = _left(run, elapsed)
    time = f"{duration(elapsed)}, {left} left" if left else duration(elapsed)
    name.truncate(width - cell_len(time) - 2, overflow="ellipsis")
    yield _between(name, Text(time, style="dim"), width)
    yield Text("─" * width, style="dim")


def _range(numbers: Sequence[int]) -> str:
    row = list(numbers) == list(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]} to {numbers[-1]}" if row and numbers[1:] else ", ".join(map(str, numbers))


def _between(left: Text, right: Text, width: int) -> Text:
    return Text.assemble(left, " " * max(1, width - cell_len(left.plain) - cell_len(right.plain)), right)


def _left(run: Run, elapsed: float) -> str:
    """The time left until the nearest end, at the latest speed; empty while that can't be known."""
    history, limits = run.history, run.plan.run
    if len(history.iterations) < 2:
        return ""
    ends = [
        (end - getattr(history.last, what)) / speed
        for what, end in (("steps", limits.steps), ("iteration", limits.iterations))
        if end and (speed := history.speed(what))
    ]
    ends += [60 * limits.minutes - elapsed] if limits.minutes else []
    return duration(min(ends)) if ends and min(ends) > 0 else ""


def duration(seconds: float) -> str:
    """As people say it: "48 s", "41 min", "1 h 20"."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02}"


def _steps(run: Run, elapsed: float, moment: Moment, width: int) -> Iterator[Text]:
    history, limits = run.history, run.plan.run
    last = history.last
    of = f" of {limits.steps:,}" if limits.steps else ""
    yield _row("Steps", f"{last.steps:,}{of}, {last.games:,} games")
    done = share_done(limits, last.steps, last.iteration, elapsed)
    room = width - _SECTION - 7
    full = round(done * room)
    yield Text.assemble(" " * _SECTION, ("━" * full, _GREEN), ("━" * (room - full), "dim"), f"{100 * done:5.0f} %")
    speed = f"{_number(history.speed())} steps and {_number(history.speed('games'))} games a second"
    spent = sum(last.seconds.values())
    shares = [f"{what} {100 * seconds / spent:.0f} %" for what, seconds in last.seconds.items() if spent]
    yield _row("Speed", "   ".join([speed, ", ".join(shares)]) if history.iterations else "")
    yield _row("Now", moment.doing or last.stage or "learning")


def _number(x: float) -> str:
    return f"{x:,.0f}" if x >= 10 else f"{x:.1f}"


def _row(name: str, value: str) -> Text:
    return Text.assemble((f"{name:<{_SECTION}}"), value)


def _rates(run: Run, attention: str, width: int) -> Iterator[Text]:
    """Win rates; the score where the network plays alone."""
    history = run.history
    if not history.evaluations:
        return
    alone = run.plan.task.players == (1,)
    names = history.opponents()
    column = min(max(18, *(len(name) + 4 for name in names)), 34)
    room = width - column - 29
    marks = history.evaluations[-_CURVE:]
    each = (marks[-1].steps - marks[0].steps) // max(len(marks) - 1, 1)
    head = Text.assemble((f"{'Score' if alone else 'Win rate against':<{column}}", "bold"), f"{'now':>6}{'best':>15}")
    yield head.append(f"     each mark {each:,} steps" if room >= _CURVE and each else "", style="dim")
    for name in names:
        found = [match for _, match in history.against(name)]
        now = found[-1]
        values = [match.score.mean if alone else match.win_rate.mean for match in found]
        best = max(values)
        is_behind = attention == f"{name} {_BEHIND}"
        figures = (
            f"{now.score.mean:8.2f}{'':7}{best:6.2f}"
            if alone
            else f"{100 * now.win_rate.mean:4.0f} %{'± ' + str(_half(now)):>6}{100 * best:8.0f} %"
        )
        row = Text.assemble(f"  {name[: column - 3]:<{column - 2}}", figures, "   ")
        if is_behind:
            yield row.append(_BEHIND, style=_YELLOW)
        elif room >= _CURVE:
            top = max(best, 1e-9) if alone else 1.0
            yield row.append(spark(values, _CURVE, 0.0, top), style=_GREEN)
        else:
            yield row


def _half(match: Match) -> int:
    return round(50 * (match.win_rate.high - match.win_rate.low))


def _rate(match: Match) -> str:
    if match.even == 1:
        return f"{match.score.mean:.2f} points"
    return f"{100 * match.win_rate.mean:.0f} % ± {_half(match)}"


def _learner(history: History, attention: str, width: int) -> Iterator[Text]:
    names = history.figures()
    if not names:
        return
    yield Text("Learner", style="bold")
    column = max(len(name) for name in names) + 4
    for name in names:
        values = history.figure(name)
        row = Text.assemble(f"  {name:<{column - 2}}", f"{_figure(values[-1]):<10}")
        if width >= WIDTH and len(values) > 1:
            row.append(spark(values, _SHORT), style=_GREEN)
            row.append(" " * (_SHORT - min(len(values), _SHORT)))
        words = trend(values)
        yield row.append(f"   {words}", style=_YELLOW if attention == f"{name} {words}" else "")


def _figure(x: float) -> str:
    return f"{x:.3g}" if x == 0 or 1e-3 <= abs(x) < 1e4 else f"{x:.1e}".replace("e-0", "e-")


def _routes(run: Run, board: Board, width: int) -> Iterator[Text]:
    """What it claims most, and what never; the first figure from games that it lost and won alike."""
    if not run.history.evaluations or not (shares := run.history.evaluations[-1].claims):
        return
    order = sorted(range(len(shares)), key=lambda route: -shares[route])
    never = [route for route in order if shares[route] == 0][:_ROUTES]
    most = [route for route in order[:_ROUTES] if shares[route] > 0]
    half = width // 2
    titles = ("It claims most" if most else "", "It never claims" if never else "")
    yield Text.assemble((f"{titles[0]:<{half}}", "bold"), (titles[1], "bold"))
    for i in range(max(len(most), len(never))):
        left = ""
        if i < len(most):
            left = f"  {route_name(board, most[i])[: half - 12]:<{half - 10}}{100 * shares[most[i]]:4.0f} %"
        right = f"  {route_name(board, never[i])}" if i < len(never) else ""
        yield Text.assemble(f"{left:<{half}}", (right, "dim"))


def route_name(board: Board, index: int) -> str:
    """Both cities; parallel routes are numbered."""
    route = board.routes[index]
    parallel = board.tracks_beside(index)
    number = f" ({parallel.index(index) + 1})" if len(parallel) > 1 else ""
    return f"{route.a} – {route.b}{number}"


def spark(values: Sequence[float], most: int, low: float | None = None, high: float | None = None) -> str:
    """The last values as a row of small bars; without bounds, from their smallest to their largest.

    Where there are more values than marks, a mark is the mean of some.
    """
    if low is None and len(values) > most:
        edges = [round(i * len(values) / most) for i in range(most + 1)]
        values = [sum(values[a:b]) / (b - a) for a, b in pairwise(edges)]
    values = values[-most:]
    low = min(values) if low is None else low
    high = max(values) if high is None else high
    span = (high - low) or 1.0
    return "".join(_MARKS[1 + min(7, max(0, int(8 * (value - low) / span)))] for value in values)


_BEHIND = "is behind its best"


def _attention(history: History) -> str:
    """The one thing that needs attention, as "what words"; nothing if all goes well."""
    for name in history.opponents():
        found = [match for _, match in history.against(name)]
        best = max(found, key=lambda match: match.win_rate.mean)
        if found[-1].win_rate.high < best.win_rate.low:
            return f"{name} {_BEHIND}"
    for name in history.figures():
        if name.startswith("value") and trend(history.figure(name)) == "rises":
            return f"{name} rises"
    return ""
