"""What is known of a run: a line for every iteration and every evaluation, as progress.jsonl has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from footplate.arena.results import estimate_of, plain
from footplate.arena.statistics import Estimate
from footplate.errors import FootplateError
from footplate.files import json_of
from footplate.learning.trainer import Progress

_RISES = 0.02  # a share of the figure's own size: less is no trend


@dataclass(frozen=True)
class Match:
    """What an evaluation found against one opponent; alone, nobody wins and the score says all."""

    opponent: str
    games: int
    win_rate: Estimate
    score: Estimate
    even: float = 0.5  # the share of one among equals
    theirs: Estimate | None = None  # the opponent's score


@dataclass(frozen=True)
class Evaluation:
    """The network after so many steps. ``claims``: by route, the share of its games in which it claimed it."""

    iteration: int
    steps: int
    games: int
    elapsed: float
    seconds: float  # that it took
    matches: tuple[Match, ...]
    claims: tuple[float, ...] = ()

    @property
    def mean(self) -> float:
        """What networks are compared by: the mean win rate, alone the mean score."""
        alone = [match.score.mean for match in self.matches if match.even == 1]
        return fmean(alone or [match.win_rate.mean for match in self.matches])


@dataclass
class History:
    """A run so far. ``elapsed`` (seconds of training, pauses left out) belongs to the iterations one by one."""

    iterations: list[Progress] = field(default_factory=list)
    elapsed: list[float] = field(default_factory=list)
    evaluations: list[Evaluation] = field(default_factory=list)

    @property
    def last(self) -> Progress:
        return self.iterations[-1] if self.iterations else Progress(0, 0, 0)

    @property
    def seconds(self) -> float:
        return self.elapsed[-1] if self.elapsed else 0.0

    @property
    def best(self) -> Evaluation | None:
        return max(self.evaluations, key=lambda evaluation: evaluation.mean, default=None)

    def add(self, progress: Progress, elapsed: float) -> None:
        self.iterations.append(progress)
        self.elapsed.append(elapsed)

    def until(self, iteration: int) -> History:
        """What was known after that iteration."""
        n = sum(progress.iteration <= iteration for progress in self.iterations)
        kept = [evaluation for evaluation in self.evaluations if evaluation.iteration <= iteration]
        return History(self.iterations[:n], self.elapsed[:n], kept)

    def opponents(self) -> list[str]:
        return list(dict.fromkeys(m.opponent for e in self.evaluations for m in e.matches))

    def against(self, opponent: str) -> list[tuple[Evaluation, Match]]:
        return [(e, m) for e in self.evaluations for m in e.matches if m.opponent == opponent]

    def figure(self, name: str) -> list[float]:
        return [p.figures[name] for p in self.iterations if name in p.figures]

    def figures(self) -> list[str]:
        """The learner's figures of late."""
        return list(self.last.figures)

    def speed(self, of: str = "steps") -> float:
        """Steps (or games) a second, over the last fifth of the run but at least some iterations."""
        first = len(self.elapsed) - max(5, len(self.elapsed) // 5)
        before = (self.elapsed[first], getattr(self.iterations[first], of)) if first >= 0 else (0.0, 0)
        seconds = self.seconds - before[0]
        return float((getattr(self.last, of) - before[1]) / seconds) if seconds > 0 else 0.0

    def lines(self) -> Iterator[dict[str, Any]]:
        """As progress.jsonl has it: an evaluation follows its iteration; the first one is before all."""
        rows = [(p.iteration, iteration_line(p, t)) for p, t in zip(self.iterations, self.elapsed, strict=True)]
        rows += [(evaluation.iteration, evaluation_line(evaluation)) for evaluation in self.evaluations]
        yield from (line for _, line in sorted(rows, key=lambda row: row[0]))


def trend(values: Iterable[float]) -> str:
    """In words, from the last third of the values: "falls", "falls slowly", "rises", "rises slowly", "steady"."""
    late = list(values)
    late = late[-max(6, len(late) // 3) :]
    if len(late) < 6:
        return ""
    third = len(late) // 3
    before, after = fmean(late[:third]), fmean(late[-third:])
    change = (after - before) / max(abs(before), abs(after), 1e-9)
    if abs(change) < _RISES:
        return "steady"
    return ("rises" if change > 0 else "falls") + (" slowly" if abs(change) < 5 * _RISES else "")


def iteration_line(progress: Progress, elapsed: float) -> dict[str, Any]:
    return {"what": "iteration", **asdict(progress), "elapsed": elapsed}


def evaluation_line(evaluation: Evaluation) -> dict[str, Any]:
    line = {"what": "evaluation", **asdict(evaluation)}
    for row, match in zip(line["matches"], evaluation.matches, strict=True):
        row["score"] = plain(match.score)
        row["theirs"] = match.theirs and plain(match.theirs)
    return line


def read_history(path: Path) -> History:
    """A run's progress.jsonl. A last line that was cut off is left out; any other that can't be read is an error."""
    history = History()
    text = path.read_text("utf-8", errors="replace") if path.exists() else ""
    lines = text.split("\n")
    for number, line in enumerate(lines[:-1], start=1):
        try:
            _take(history, json_of(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FootplateError(f"line {number} of {path} can't be read ({error}); remove that line") from None
    return history


def _take(history: History, line: Mapping[str, Any]) -> None:
    values = {name: value for name, value in line.items() if name != "what"}
    if line["what"] == "iteration":
        elapsed = float(values.pop("elapsed"))
        history.add(Progress(**values), elapsed)
        return
    values["matches"] = tuple(map(_match_of, values["matches"]))
    history.evaluations.append(Evaluation(**{**values, "claims": tuple(values["claims"])}))


def _match_of(line: Mapping[str, Any]) -> Match:
    """A run of an earlier version has no scores of the opponents."""
    theirs = line.get("theirs")
    figures = {"win_rate": estimate_of(line["win_rate"]), "score": estimate_of(line["score"])}
    return Match(**{**line, **figures, "theirs": theirs and estimate_of(theirs)})
