"""What a run leaves for people: one page that stands alone, with its charts and its policy's map beside it as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from statistics import fmean, median

import numpy as np

from footplate.arena.pages import figure, folded, html_table, page_html, section
from footplate.arena.statistics import Estimate, mean_estimate
from footplate.boards import Board
from footplate.charts import Curve, Floats, draw_curves, draw_rates
from footplate.errors import FootplateError
from footplate.files import write_whole
from footplate.learning.boards import learning_boards, names_of
from footplate.learning.evaluation import ALONE
from footplate.learning.progress import Evaluation, History, Match
from footplate.learning.runs import Run
from footplate.maps.route_use import draw_route_use
from footplate.version import __version__

_LATE = 6  # the last sixth of a run says whether it still learns
_POINTS = 200  # of a curve
_NOISE = 0.01  # a change of the mean win rate that says nothing


def write_report(runs: Sequence[Run], folder: Path) -> list[Path]:
    """Write report.html and its pictures; several runs are seeds of one thing. Returns the files, the page first."""
    boards = _check(runs)
    pictures = _pictures(runs, boards)
    texts = {"report.html": report_html(runs, boards, pictures), **pictures}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in texts.items():
            write_whole(folder / name, content.encode())
    except OSError as error:
        raise FootplateError(f"the report can't be written to {folder}: {error.strerror}") from None
    return [folder / name for name in texts]


def _check(runs: Sequence[Run]) -> Sequence[Board]:
    first = runs[0].plan
    for run in runs:
        if not run.history.evaluations:
            raise FootplateError(f"{run.path} has no evaluation yet, so there is nothing to report")
        if (run.rules_hash, run.plan.task.players) != (runs[0].rules_hash, first.task.players):
            raise FootplateError(f"{run.path} is trained for another game than {runs[0].path}; report them apart")
        if run.history.opponents() != runs[0].history.opponents():
            raise FootplateError(f"{run.path} is measured against others than {runs[0].path}; report them apart")
    return learning_boards(first.task.board)


def final_matches(run: Run) -> tuple[Match, ...]:
    return run.history.evaluations[-1].matches


def final_rates(runs: Sequence[Run]) -> list[tuple[str, Estimate]]:
    """The last win rates by opponent: of one run with its interval, of several the mean over the seeds with theirs."""
    if len(runs) == 1:
        return [(match.opponent, match.win_rate) for match in final_matches(runs[0])]
    by_run = [final_matches(run) for run in runs]
    found = []
    for matches in zip(*by_run, strict=True):
        values = mean_estimate(np.array([match.win_rate.mean for match in matches]))
        clipped = Estimate(values.mean, max(0.0, values.low), min(1.0, values.high))
        found.append((matches[0].opponent, clipped))
    return found


def policy(runs: Sequence[Run]) -> list[float]:
    """By route, in which share of its last evaluation's games the network claimed it; of several runs the mean."""
    rows = [run.history.evaluations[-1].claims for run in runs]
    return [fmean(column) for column in zip(*rows, strict=True)]


def headline(runs: Sequence[Run]) -> str:
    """The sentence that matters: the strongest opponent that it beats, or how near it comes."""
    rates = final_rates(runs)
    evens = {match.opponent: match.even for match in final_matches(runs[0])}
    if rates[0][0] == ALONE:
        return f"Scores {median(final_matches(run)[0].score.mean for run in runs):.2f} alone"
    beaten = [(name, rate) for name, rate in rates if rate.mean > evens[name]]
    name, rate = min(beaten, key=lambda x: x[1].mean) if beaten else max(rates, key=lambda x: x[1].mean)
    if evens[name] == 0.5:
        return f"Beats {name} in {'' if beaten else 'only '}{100 * rate.mean:.0f} of 100 games"
    return f"Wins {100 * rate.mean:.0f} of 100 games at a table of {name}; {100 * evens[name]:.0f} would be even"


def remarks(runs: Sequence[Run]) -> str:
    """How long it has learned, whether it still does, and which seeds lag behind."""
    steps = median(run.history.last.steps for run in runs)
    words = [f"After {_large(steps)} steps."]
    now, before, apart = [], [], []
    for run in runs:
        found = run.history.evaluations
        old = found[-1 - max(1, len(found) // _LATE)] if len(found) > 1 else found[-1]
        now.append(found[-1].mean)
        before.append(old.mean)
        apart.append(found[-1].steps - old.steps)
    change = median(now) - median(before)
    if final_matches(runs[0])[0].opponent != ALONE and median(apart):
        late = f"the last {_large(median(apart))} steps"
        if change > _NOISE:
            words.append(f"Still learning: {late} brought {100 * change:.0f} points.")
        elif change < -_NOISE:
            words.append(f"Getting worse: {late} cost {-100 * change:.0f} points.")
        else:
            words.append(f"Hardly learning any more: {late} brought nothing that can be seen.")
    behind = [run.plan.task.seed for run, mean in zip(runs, now, strict=True) if mean < median(now) - 0.08]
    if behind and len(runs) > 2:
        words.append(
            f"Seed{'s' if behind[1:] else ''} {', '.join(map(str, behind))} lag{'' if behind[1:] else 's'} behind."
        )
    return " ".join(words)


def _large(number: float) -> str:
    return f"{number / 1e6:.3g} million" if number >= 1e6 else f"{number:,.0f}"


def _pictures(runs: Sequence[Run], boards: Sequence[Board]) -> dict[str, str]:
    alone = final_matches(runs[0])[0].opponent == ALONE
    histories = [run.history for run in runs]
    evens = {match.even for match in final_matches(runs[0])}
    lines = draw_curves(curves(histories, scores=alone), headline(runs), percent=not alone)
    found = {"curves.svg": lines}
    if len(boards) == 1:
        found["policy.svg"] = draw_route_use(boards[0], policy(runs), width=976)
    if scores := while_learning(histories):
        found["scores.svg"] = draw_curves(scores, "Mean score while learning", percent=False)
    if not alone:
        found["rates.svg"] = draw_rates(final_rates(runs), headline(runs), evens.pop() if len(evens) == 1 else None)
    return found


def report_html(runs: Sequence[Run], boards: Sequence[Board], pictures: dict[str, str]) -> str:
    task = runs[0].plan.task
    seeds = f"seed {task.seed}" if len(runs) == 1 else f"{len(runs)} seeds"
    several = " to ".join(map(str, dict.fromkeys((task.players[0], task.players[-1]))))
    players = "alone" if task.players == (1,) else f"{several} players"
    facts, title = f"{names_of(boards)}, {players}, {seeds}", headline(runs)
    games = final_matches(runs[0])[0].games
    band = f"median and range of {len(runs)} seeds" if runs[1:] else "with 95 % intervals"
    rates = pictures.get("rates.svg")
    left = section("Win rate" if rates else "Score", band + (", in %" if rates else ""), pictures["curves.svg"])
    each = f"{games:,} games each" if not runs[1:] else f"mean of the seeds, {games:,} games each"
    right = section("By opponent", each, rates) if rates else ""
    scores = pictures.get("scores.svg")
    learning = section("While learning", "mean score of the games that it learned from", scores) if scores else ""
    body = f'<div class="side"><div>{left}</div><div>{right}</div></div>{_tables(runs)}{learning}'
    if policy_map := pictures.get("policy.svg"):
        share = "share of its own games in which it claims the route"
        body += f'<div class="map">{section("What it builds", share, policy_map)}</div>{_routes(runs, boards[0])}'
    body += _method(runs)
    return page_html("Training", facts, title, remarks(runs), body)


def _tables(runs: Sequence[Run]) -> str:
    rows = [
        [match.opponent, str(run.plan.task.seed), match.win_rate.percent(), figure(match.score, 2), f"{match.games:,}"]
        for run in runs
        for match in final_matches(run)
    ]
    return folded("The last evaluation as a table", html_table(["against", "seed", "win rate", "score", "games"], rows))


def _routes(runs: Sequence[Run], board: Board) -> str:
    shares = policy(runs)
    order = sorted(range(len(shares)), key=lambda route: -shares[route])
    rows = [[f"{board.routes[r].a} – {board.routes[r].b}", board.routes[r].color, str(board.routes[r].length),
             f"{100 * shares[r]:.0f} %"] for r in order]  # fmt: skip
    return folded("The routes as a table", html_table(["route", "colour", "length", "claimed"], rows))


def _method(runs: Sequence[Run]) -> str:
    last = runs[0].history
    sentences = [
        f"Evaluations play {final_matches(runs[0])[0].games:,} games against each opponent, always on the same deals "
        "with swapped seats; the network takes its most probable action. Intervals cover 95 %; the unit is the "
        "deal.",
        f"The first run took {last.seconds:,.0f} s: {last.last.steps:,} decisions in {last.last.games:,} games.",
    ]
    commands = "".join(f"<li><code>{escape(run.command)}</code></li>" for run in runs)
    listed = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return (
        '<div class="head"><h2>How it was trained</h2></div>'
        f"<ul>{listed}<li>footplate {__version__}</li>{commands}</ul>"
    )


# ---------------------------------------------------------------- learning curves


def curves(histories: Sequence[History], *, scores: bool = False) -> list[Curve]:
    """For each opponent the median of all runs and between which values they lie; of one run its 95 % interval.

    As far as all runs have come. ``scores`` instead of win rates.
    """
    found = []
    for opponent in histories[0].opponents():
        runs = [run for history in histories if (run := history.against(opponent))]
        steps = np.linspace(0, min(run[-1][0].steps for run in runs), _POINTS)
        means, lows, highs = (_along(runs, steps, end, scores) for end in ("mean", "low", "high"))
        low, high = (means.min(0), means.max(0)) if len(runs) > 1 else (lows[0], highs[0])
        found.append(Curve(opponent, steps, np.median(means, axis=0), low, high))
    return found


def _along(runs: Sequence[Sequence[tuple[Evaluation, Match]]], steps: Floats, end: str, scores: bool) -> Floats:
    """By run and step: the mean of its evaluations there, or an end of their intervals."""
    rows = []
    for run in runs:
        values = [getattr(match.score if scores else match.win_rate, end) for _, match in run]
        rows.append(np.interp(steps, [evaluation.steps for evaluation, _ in run], values))
    return np.array(rows)


def while_learning(histories: Sequence[History]) -> list[Curve]:
    """The mean score of the games that it learned from: one curve, or none where an iteration has no score."""
    runs = [[(p.steps, p.score) for p in history.iterations if p.score is not None] for history in histories]
    if not all(len(run) > 1 for run in runs):
        return []
    steps = np.linspace(max(run[0][0] for run in runs), min(run[-1][0] for run in runs), _POINTS)
    rows = np.array([np.interp(steps, *_smoothed(np.array(run, float))) for run in runs])
    return [Curve("while learning", steps, np.median(rows, axis=0), rows.min(axis=0), rows.max(axis=0))]


def _smoothed(scores: Floats) -> tuple[Floats, Floats]:
    """Means of neighbours, at most as many as a chart has points."""
    parts = np.array_split(scores, min(len(scores), _POINTS))
    steps, means = np.array([part.mean(axis=0) for part in parts]).T
    return steps, means
