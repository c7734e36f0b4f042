"""How the Warwick report chose its constants: exploration, POSAS threshold and momentum (Figures 12.5 to 12.7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from footplate.papers.warwick.studies.match import SETTINGS, Setting, cheating, fair, mean_figures, play, size_of
from footplate.studies.published import beside
from footplate.studies.study import Study, StudyRun, StudyTable

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
MOMENTUM: Sweep = {
    "CMCTS ROSAS": lambda n, m: cheating(n, f"dda=rosas,momentum={m}"),
    "ISMCTS ROSAS": lambda n, m: fair(n, f"dda=rosas,momentum={m}"),
    "CMCTS POSAS 5": lambda n, m: cheating(n, f"dda=posas,threshold=5,momentum={m}"),
    "ISMCTS POSAS 5": lambda n, m: fair(n, f"dda=posas,threshold=5,momentum={m}"),
    "CMCTS ROSAS, size of the swing": lambda n, m: cheating(n, f"dda=rosas,momentum={m},momentum_kind=abs"),
    "ISMCTS ROSAS, size of the swing": lambda n, m: fair(n, f"dda=rosas,momentum={m},momentum_kind=abs"),
}


def _study(
    setting: Setting,
    name: str,
    title: str,
    figure: str,
    sweep: Sweep,
    letter: str,
    values: Sequence[str],
    remarks: tuple[str, ...],
) -> Study:
    def measure(run: StudyRun) -> Sequence[StudyTable]:
        means = {
            (line, f"{letter}={value}"): mean_figures(
                [play(run, setting, spec(run.iterations, value), bot) for bot in BOTS]
            )
            for line, spec in sweep.items()
            for value in values
        }
        wins = {place: mean.wins for place, mean in means.items()}
        scores = {place: size_of(mean.score_difference) for place, mean in means.items()}
        return [
            StudyTable(f"{figure}: mean wins against five bots, %", beside(wins), digits=1, percent=True),
            StudyTable(f"{figure}: mean size of the difference of mean scores", beside(scores)),
        ]

    return Study(
        name=setting.named(name),
        title=title,
        source=f"Warwick CS407 report, section 12.4.3, {figure} (a picture: its figures are not printed)",
        board=setting.board,
        games=40,
        iterations=1000,
        measure=measure,
        total=lambda games: len(sweep) * len(values) * len(BOTS) * games,
        remarks=(
            setting.remark,
            *remarks,
            "The report doesn't name its five bots; ours are " + ", ".join(BOTS) + ".",
            "The published setting is --games 500 --iterations 30000.",
        ),
    )


SWEEPS: tuple[tuple[str, str, str, Sweep, str, Sequence[str], tuple[str, ...]], ...] = (
    (
        "warwick-exploration", "The exploration constant", "Figure 12.5", EXPLORATION, "Cp", CONSTANTS,
        ("The report: wins vary by 2 (CMCTS) and 4 points (ISMCTS) over these constants; the best are 3 and 4; CMCTS "
         "wins clearly more than ISMCTS.",),
    ),
    (
        "warwick-posas", "The threshold of POSAS", "Figure 12.6", POSAS, "Ih", THRESHOLDS,
        ("The report: a higher threshold means fewer wins for both, nearest to 50 % at 0; true POSAS wins 20 points "
         "less even at a small threshold.",),
    ),
    (
        "warwick-momentum", "Momentum", "Figure 12.7", MOMENTUM, "m", MOMENTA,
        ("The report: ISMCTS ROSAS rises from 40 to 50 % as m goes from 0 to 1; the others get further from 50 %.",
         "Its formula prefers a higher mean to its parent's; the lines named \"size of the swing\" penalise any "
         "change, as its prose says."),
    ),
)  # fmt: skip

STUDIES = tuple(_study(setting, *sweep) for setting in SETTINGS for sweep in SWEEPS)
