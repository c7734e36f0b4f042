"""What the report's searches would be with another payoff, other trees, or a target that changes during a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from footplate.arena.statistics import Estimate
from footplate.papers.warwick.studies.appendix_c import BOTS, Search
from footplate.papers.warwick.studies.difficulty import FIGURES
from footplate.papers.warwick.studies.match import AS_PUBLISHED, THEIRS, cheating, fair, mean_figures, play, size_of
from footplate.studies.published import Place, beside
from footplate.studies.study import Study, StudyRun, StudyTable, few_games

BOARD = THEIRS.board
CONSTANTS = ("0.2", "0.5", "1", "2")  # of exploration, where a win is worth 1 and a loss -1
TARGETS = ((0, 0), (0, 5), (0, 10), (0, 20), (3, 0), (3, 10))  # of ROSAS at the end; points more at the beginning
# How much longer an iteration takes than one of ismcts, on this board: measured as docs/tree-search.md says.
TREES = {"mo-ismcts": 1.06, "pom-ismcts": 1.02}


@dataclass(frozen=True)
class Rivals:
    """A search and others that may be stronger, as spec strings by name."""

    title: str
    plain: str
    others: Mapping[str, str]


def with_payoffs(iterations: int) -> Sequence[Rivals]:
    """Section 9.1: margins, or 1 for a win and -1 for a loss."""
    return [
        Rivals(
            f"{name} for a win, against itself for the margin",
            spec(iterations),
            {f"{name}, Cp={cp}": spec(iterations, "payoff=win", cp) for cp in CONSTANTS},
        )
        for name, spec in (("ISMCTS", fair), ("CMCTS", cheating))
    ]


def with_trees(iterations: int) -> Sequence[Rivals]:
    """Future work 2: trees of what each player sees, or of what the searcher sees."""
    others = {
        f"{name}, {equal}": f"{name}:iterations={round(number)},cp=4,{AS_PUBLISHED}"
        for name, longer in TREES.items()
        for equal, number in (("equal iterations", iterations), ("equal time", iterations / longer))
    }
    return [Rivals("Trees of what is seen, against ISMCTS", fair(iterations), others)]


def _measure_rivals(
    rivals: Callable[[int], Sequence[Rivals]], bots: Sequence[str], run: StudyRun
) -> Iterator[StudyTable]:
    for one in rivals(run.iterations):
        ours = {(name, "against it"): run.play(BOARD, spec, one.plain).agents[0].win_rate
                for name, spec in one.others.items()}  # fmt: skip
        for name, spec in {"itself": one.plain, **one.others}.items():
            ours[name, "against bots"] = mean_figures([play(run, THEIRS, spec, bot) for bot in bots]).wins
        yield StudyTable(f"{one.title}: wins, %", beside(ours), digits=1, percent=True)


def _measure_targets(bots: Sequence[str], run: StudyRun) -> Iterator[StudyTable]:
    """Future work 4: how close the game gets with a target that is higher at the beginning."""
    shares: dict[Place, Estimate] = {}
    points: dict[Place, Estimate] = {}
    for name, spec in (("CMCTS", cheating), ("ISMCTS", fair)):
        for target, early in TARGETS:
            agent = Search(spec, "rosas", f"target={target},early={early}").named(run.iterations)
            row = f"{name}, from {target + early} to {target} points" if early else f"{name}, {target} points"
            met = mean_figures([play(run, THEIRS, agent, bot) for bot in bots])
            *found, score = map(size_of, met.estimates)
            shares |= {(row, figure): one for figure, one in zip(FIGURES, found, strict=False)}
            points[row, FIGURES[-1]] = score
    title = "ROSAS with targets that change during a game, mean over all bots"
    yield StudyTable(f"{title}, %", beside(shares), digits=1, percent=True)
    yield StudyTable(f"{title}, points", beside(points))


Measure = Callable[[Sequence[str], StudyRun], Iterator[StudyTable]]


def _study(name: str, title: str, source: str, measure: Measure, figures: Callable[[int], int], *more: str) -> Study:
    """``figures``: how many it measures against so many bots."""

    def against(bots: Sequence[str]) -> Study:
        return Study(
            name=name,
            title=title,
            source=f"Warwick CS407 report, {source}: proposed there and not measured",
            board=BOARD,
            games=400,
            iterations=1000,
            measure=partial(measure, bots),
            total=lambda games: figures(len(bots)) * games,
            shorten=lambda study: few_games(against(BOTS[:1])),
            remarks=(THEIRS.remark, f"The bots are {', '.join(BOTS)}.", *more),
        )

    return against(BOTS)


_DRAWS = "A draw counts half in games between two searches, and is no win against the bots."

STUDIES = (
    _study(
        "warwick-payoff",
        "Searches for a win or a loss instead of points",
        "section 9.1",
        partial(_measure_rivals, with_payoffs),
        lambda bots: 2 * (len(CONSTANTS) + (1 + len(CONSTANTS)) * bots),
        _DRAWS,
    ),
    _study(
        "warwick-trees",
        "ISMCTS with partially observable moves, and with several observers",
        "future work 2",
        partial(_measure_rivals, with_trees),
        lambda bots: 2 * len(TREES) + (1 + 2 * len(TREES)) * bots,
        _DRAWS,
        "Of another's moves only the choice of tickets is hidden. A card from the deck is one move for everybody.",
        "An iteration takes " + " and ".join(f"{name} {time:.2f}" for name, time in TREES.items()) + " times as long "
        "as one of ismcts.",
    ),
    _study(
        "warwick-targets",
        "Targets that change during a game",
        "future work 4",
        _measure_targets,
        lambda bots: 2 * len(TARGETS) * bots,
        "The target falls with the trains of the player who has fewest.",
        "Wins and draws as in Appendix C; differences without their signs.",
        "CMCTS ROSAS is the true variant, as in warwick-dda.",
    ),
)
