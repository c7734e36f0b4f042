"""How the Warwick report chose its constants: exploration, POSAS threshold and momentum (Figures 12.5 to 12.7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from footplate.arena.standings import across
from footplate.arena.statistics import Estimate, mean_estimate
from footplate.charts import Curve, draw_curves
from footplate.papers.warwick.studies.appendix_c import AS_WRITTEN, Reading, Search
from footplate.papers.warwick.studies.match import (
    PUBLISHED_GAMES,
    THEIRS,
    Floats,
    MatchFigures,
    cheating,
    fair,
    mean_figures,
    play,
    size_of,
)
from footplate.studies.findings import Claim, more
from footplate.studies.published import Place, beside, share
from footplate.studies.study import Cell, Picture, Printed, Study, StudyRun, StudyTable

# Half of the bots, from the strongest to the weakest; the report doesn't say which half it took.
BOTS = ("hoarder", "random-smart", "random-base", "villain", "fully-random")
CONSTANTS = ("0.5", "1", "2", "3", "4", "5", "6", "7")
THRESHOLDS = tuple(str(threshold) for threshold in range(11))
MOMENTA = ("0", "0.1", "0.25", "0.5", "0.75", "1")

Sweep = Mapping[str, Callable[[int, str], str]]  # a line of the figure: its spec from iterations and value

EXPLORATION: Sweep = {
    "CMCTS": lambda n, cp: cheating(n, cp=cp),
    "ISMCTS": lambda n, cp: fair(n, cp=cp),
}
POSAS: Sweep = {
    "CMCTS POSAS": lambda n, t: cheating(n, f"dda=posas,threshold={t}"),
    "ISMCTS POSAS": lambda n, t: fair(n, f"dda=posas,threshold={t}"),
    "CMCTS true POSAS": lambda n, t: cheating(n, f"dda=true-posas,threshold={t}"),
    "ISMCTS true POSAS": lambda n, t: fair(n, f"dda=true-posas,threshold={t}"),
}
ANY_CHANGE = Reading(any_change=True)
MOMENTUM: Sweep = {
    "CMCTS ROSAS": lambda n, m: Search(cheating, "rosas", f"momentum={m}").named(n),
    "ISMCTS ROSAS": lambda n, m: Search(fair, "rosas", f"momentum={m}").named(n),
    "CMCTS POSAS 5": lambda n, m: Search(cheating, "posas", f"momentum={m}").named(n),
    "ISMCTS POSAS 5": lambda n, m: Search(fair, "posas", f"momentum={m}").named(n),
    "CMCTS ROSAS, as written": lambda n, m: Search(cheating, "rosas", f"momentum={m}").named(n, AS_WRITTEN),
    "ISMCTS ROSAS, any change": lambda n, m: Search(fair, "rosas", f"momentum={m}").named(n, ANY_CHANGE),
}

Means = Mapping[Place, MatchFigures]  # by line and value
Statement = tuple[str, Callable[[Means], Estimate], float]  # in words, what ours is, and what the text gives


@dataclass(frozen=True)
class Figure:
    """One of the report's figures: a curve for each line of the sweep, over the values of a parameter."""

    study: str
    title: str
    number: str
    sweep: Sweep
    parameter: str
    values: Sequence[str]
    remarks: tuple[str, ...]
    printed: Mapping[Place, float] = field(default_factory=dict)  # shares won that the text gives
    statements: tuple[Statement, ...] = ()  # differences of shares won
    orders: tuple[tuple[str, Place | str, Place | str], ...] = ()  # in words: that the first wins more than the second
    distances: tuple[tuple[str, Place, Place], ...] = ()  # that the first is further from 50 % than the second
    best: tuple[Place, ...] = ()  # the value with which a line wins most

    def place(self, line: str, value: str) -> Place:
        return line, f"{self.parameter}={value}"

    @property
    def theirs(self) -> dict[Place, Printed]:
        return {place: share(won, len(BOTS) * PUBLISHED_GAMES) for place, won in self.printed.items()}

    def measure(self, run: StudyRun) -> Sequence[StudyTable]:
        means = {
            self.place(line, value): mean_figures([play(run, THEIRS, spec(run.iterations, value), bot) for bot in BOTS])
            for line, spec in self.sweep.items()
            for value in self.values
        }
        wins = {place: mean.wins for place, mean in means.items()}
        scores = {place: size_of(mean.score_difference) for place, mean in means.items()}
        title = f"Figure {self.number}: mean wins against five bots, %"
        drawn = (self.picture(title, wins, percent=True),)
        cells = beside(wins, self.theirs)
        tables = [StudyTable(title, cells, 1, percent=True, pictures=drawn, claims=self.claims(means))]
        title = f"Figure {self.number}: mean size of the difference of mean scores"
        tables.append(StudyTable(title, beside(scores), pictures=(self.picture(title, scores, percent=False),)))
        if self.statements:
            words = f"Figure {self.number}: what the text says of it, points of wins"
            cells = tuple(Cell(name, "", ours(means), Printed(theirs)) for name, ours, theirs in self.statements)
            tables.append(StudyTable(words, cells, 1, True))
        return tables

    def claims(self, means: Means) -> tuple[Claim, ...]:
        words = "{} wins more with {} than with the other values, in their mean"
        return (
            *(more(text, _won(means, high), _won(means, low)) for text, high, low in self.orders),
            *(more(text, _off(means, far), _off(means, near)) for text, far, near in self.distances),
            *(more(words.format(*place), _won(means, place), _others(means, place)) for place in self.best),
        )

    def picture(self, title: str, figures: Mapping[Place, Estimate], *, percent: bool) -> Picture:
        """Ours as curves with their intervals; where the text gives points of a line, these beside it ("text")."""
        steps = np.array(list(map(float, self.values)))
        curves = []
        for line in self.sweep:
            found = [figures[self.place(line, value)] for value in self.values]
            middle, low, high = np.array([[one.mean, one.low, one.high] for one in found]).T
            curves.append(Curve(line, steps, middle, low, high))
            there = {float(v): self.printed.get(self.place(line, v)) for v in self.values} if percent else {}
            points = np.array([[x, won] for x, won in there.items() if won is not None])
            if points.size:
                curves.append(Curve(f"{line}, text", points[:, 0], *3 * (points[:, 1],)))
        return Picture(title, draw_curves(curves, title, percent=percent, parameter=self.parameter))


def _spread(line: str) -> Callable[[Means], Estimate]:
    """The share won with the best value less that with the worst; chance makes it look larger."""

    def ours(means: Means) -> Estimate:
        found = sorted((mean for place, mean in means.items() if place[0] == line), key=lambda mean: mean.wins.mean)
        return mean_estimate(found[-1].won - found[0].won)

    return ours


def _won(means: Means, what: Place | str) -> Floats:
    """The share won on each deal: at a place, or of a line in the mean of all its values."""
    places = [place for place in means if what in (place, place[0])]
    return across([means[place].won for place in places])


def _off(means: Means, place: Place) -> Floats:
    """How far the share won is from one half, to the side on which it lies."""
    won = _won(means, place)
    return won - 0.5 if won.mean() >= 0.5 else 0.5 - won


def _others(means: Means, place: Place) -> Floats:
    """The share won in the mean of a line's other values."""
    return across([mean.won for other, mean in means.items() if other[0] == place[0] and other != place])


def _drop(true: str, plain: str) -> Callable[[Means], Estimate]:
    """What the true variant wins less, in the mean of all values."""

    def ours(means: Means) -> Estimate:
        return mean_estimate(_won(means, true) - _won(means, plain))

    return ours


def _study(figure: Figure) -> Study:
    return Study(
        name=figure.study,
        title=figure.title,
        source=f"Warwick CS407 report, section 12.4.3, Figure {figure.number} (a picture: few figures are printed)",
        board=THEIRS.board,
        games=40,
        iterations=1000,
        measure=figure.measure,
        total=lambda games: len(figure.sweep) * len(figure.values) * len(BOTS) * games,
        remarks=(
            THEIRS.remark,
            *figure.remarks,
            "The report doesn't name its five bots; ours are " + ", ".join(BOTS) + ".",
            "The published setting is --games 500 --iterations 30000.",
        ),
    )


FIGURES = (
    Figure(
        "warwick-exploration", "The exploration constant", "12.5", EXPLORATION, "Cp", CONSTANTS,
        ("The report: wins vary by 2 (CMCTS) and 4 points (ISMCTS) over these constants; the best are 3 and 4; CMCTS "
         "wins clearly more than ISMCTS.",),
        statements=(
            ("CMCTS, best constant less worst", _spread("CMCTS"), 0.02),
            ("ISMCTS, best constant less worst", _spread("ISMCTS"), 0.04),
        ),
        orders=(("CMCTS wins more than ISMCTS, in the mean of all constants", "CMCTS", "ISMCTS"),),
        best=(("CMCTS", "Cp=3"), ("ISMCTS", "Cp=4")),
    ),
    Figure(
        "warwick-posas", "The threshold of POSAS", "12.6", POSAS, "Ih", THRESHOLDS,
        ("The report: a higher threshold means fewer wins for both, nearest to 50 % at 0; true POSAS wins 20 points "
         "less even at a small threshold.",),
        statements=(
            ("CMCTS true POSAS less POSAS", _drop("CMCTS true POSAS", "CMCTS POSAS"), -0.2),
            ("ISMCTS true POSAS less POSAS", _drop("ISMCTS true POSAS", "ISMCTS POSAS"), -0.2),
        ),
        orders=(
            ("CMCTS POSAS wins less with 10 than with 0", ("CMCTS POSAS", "Ih=0"), ("CMCTS POSAS", "Ih=10")),
            ("ISMCTS POSAS wins less with 10 than with 0", ("ISMCTS POSAS", "Ih=0"), ("ISMCTS POSAS", "Ih=10")),
        ),
        distances=tuple(
            (f"{line} is nearer to 50 % with 0 than with 10", (line, "Ih=10"), (line, "Ih=0"))
            for line in ("CMCTS POSAS", "ISMCTS POSAS")
        ),
    ),
    Figure(
        "warwick-momentum", "Momentum", "12.7", MOMENTUM, "m", MOMENTA,
        ("The report: ISMCTS ROSAS rises from 40 to 50 % as m goes from 0 to 1; the others get further from 50 %.",
         "Its formula prefers a higher mean to its parent's; its prose penalises any change. Each line has the reading "
         "that agrees with Appendix C, if it is not said otherwise (warwick-readings).",
         "Any change is penalised in CMCTS ROSAS (momentum_kind=abs): that was chosen because the figures agree so, "
         "with Appendix C and with this text. So that its line agrees is no test of the report."),
        printed={("ISMCTS ROSAS", "m=0"): 0.4, ("ISMCTS ROSAS", "m=1"): 0.5},
        orders=(
            ("ISMCTS ROSAS wins more with m = 1 than without", ("ISMCTS ROSAS", "m=1"), ("ISMCTS ROSAS", "m=0")),
            ("CMCTS ROSAS wins less with m = 1 than without", ("CMCTS ROSAS", "m=0"), ("CMCTS ROSAS", "m=1")),
        ),
        distances=(
            ("ISMCTS ROSAS is nearer to 50 % with m = 1 than without",
             ("ISMCTS ROSAS", "m=0"), ("ISMCTS ROSAS", "m=1")),
            *(
                (f"{line} is further from 50 % with m = 1 than without", (line, "m=1"), (line, "m=0"))
                for line in ("CMCTS ROSAS", "CMCTS POSAS 5", "ISMCTS POSAS 5")
            ),
        ),
    ),
)  # fmt: skip

STUDIES = tuple(map(_study, FIGURES))
