"""What the thesis prints of its trained players: Tables 5.2 to 5.4, A.1, A.2, and where Figure A-1's curves end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from footplate.papers.thesis.studies.heuristics import BOTS, WINS, Rewards
from footplate.studies.published import Figure, Place

COMPLETE, INCOMPLETE, DIFFERENT = "t2r:open", "t2r", "t2r:different"


@dataclass(frozen=True)
class Trained:
    """A trained player of the thesis, and which network of ours stands for it."""

    network: str
    learned_on: str


@dataclass(frozen=True)
class Suite:
    """Who plays whom. By first player: its wins in 1,000 games against each (trained ones, then BOTS); rewards of both.

    What the heuristics win and earn among themselves is printed beside the study of these. ``tiers`` are the thesis's,
    the best one first.
    """

    title: str
    figure: str  # of the policies
    board: str
    trained: Mapping[str, Trained]
    wins: Mapping[str, Sequence[int]]
    rewards: Mapping[str, Sequence[Rewards]] = field(default_factory=dict)
    tiers: Sequence[Sequence[str]] = ()

    @property
    def players(self) -> tuple[str, ...]:
        return (*self.trained, *BOTS)

    @property
    def opponents(self) -> tuple[str, ...]:
        """Whom the published rows are against; for different objectives these are the heuristics alone."""
        return self.players[-len(next(iter(self.wins.values()))) :]

    def by_place(self, rows: Mapping[str, Sequence[Figure]]) -> dict[Place, Figure]:
        """Printed rows by their first player and its opponents, as many as are printed."""
        return {
            (first, second): figure
            for first, row in rows.items()
            for second, figure in zip(self.opponents, row, strict=False)
        }

    def pairs(self) -> Iterator[Place]:
        """Each is a match; both of a pair are the first player in half of its games."""
        for one, other in combinations_with_replacement(self.players, 2):
            if one in self.wins and other in self.opponents:
                yield one, other

    def totals(self) -> dict[str, int]:
        """The wins of each first player against all opponents: what the printed rows add up to.

        Table 5.3 prints 2,569 for frugal and 2,405 for random, where the rows have 3,569 and 2,425.
        """
        among_bots = WINS.get(self.board, {})
        rows = {first: [*row, *(among_bots[first, bot] for bot in BOTS if first in BOTS)]
                for first, row in self.wins.items()}  # fmt: skip
        return {first: sum(row) for first, row in rows.items()}


SUITES = (
    Suite(
        "Tables 5.2 and A.1, complete information, same objectives", "Figure 5-4", COMPLETE,
        {
            "SupervisedPG": Trained("pg-supervised", COMPLETE), "SelfplayPG": Trained("pg-self-play", COMPLETE),
            "SupervisedES": Trained("es-supervised", COMPLETE), "SelfplayES": Trained("es-self-play", COMPLETE),
        },
        {
            "SupervisedPG": (517, 483, 745, 886, 805, 290, 690),
            "SelfplayPG": (538, 551, 780, 900, 842, 353, 719),
            "SupervisedES": (307, 290, 509, 674, 609, 140, 445),
            "SelfplayES": (144, 143, 311, 512, 404, 72, 271),
            "t2r-random": (208, 186, 380, 563),
            "t2r-greedy": (764, 691, 864, 947),
            "t2r-frugal": (368, 376, 573, 762),
        },
        {
            "SupervisedPG": (
                (4.99, 4.93), (4.94, 4.94), (5.19, 4.17), (5.26, 3.18),
                (5.18, 3.68), (4.84, 5.41), (5.18, 4.56),
            ),
            "SelfplayPG": (
                (4.99, 4.89), (5.04, 4.86), (5.17, 4.12), (5.24, 3.12),
                (5.21, 3.58), (4.86, 5.34), (5.24, 4.45),
            ),
            "SupervisedES": (
                (4.21, 5.07), (4.23, 5.05), (4.40, 4.34), (4.55, 3.69),
                (4.51, 4.01), (3.99, 5.47), (4.55, 4.75),
            ),
            "SelfplayES": (
                (3.41, 5.26), (3.29, 5.24), (3.74, 4.56), (3.91, 3.88),
                (3.78, 4.21), (3.21, 5.55), (3.80, 4.79),
            ),
            "t2r-random": ((3.74, 5.16), (3.67, 5.16), (4.03, 4.54), (4.16, 3.84)),
            "t2r-greedy": ((5.51, 4.75), (5.43, 4.74), (5.56, 4.03), (5.59, 3.04)),
            "t2r-frugal": ((4.67, 5.07), (4.64, 5.08), (4.82, 4.52), (4.88, 3.76)),
        },
        (
            ("SupervisedPG", "SelfplayPG", "t2r-greedy"), ("SupervisedES", "t2r-frugal"), ("SelfplayES", "t2r-random"),
        ),
    ),
    Suite(
        "Tables 5.3 and A.2, incomplete information, same objectives", "Figure 5-5", INCOMPLETE,
        {
            "CompletePG": Trained("pg-self-play", COMPLETE), "IncompletePG": Trained("pg-self-play", INCOMPLETE),
            "CompleteES": Trained("es-supervised", COMPLETE), "IncompleteES": Trained("es-supervised", INCOMPLETE),
        },
        {
            "CompletePG": (491, 484, 781, 809, 789, 300, 645),
            "IncompletePG": (551, 553, 826, 863, 815, 308, 769),
            "CompleteES": (219, 190, 470, 565, 489, 83, 388),
            "IncompleteES": (244, 202, 482, 522, 452, 111, 292),
            "t2r-random": (233, 212, 492, 570),
            "t2r-greedy": (712, 718, 928, 936),
            "t2r-frugal": (386, 312, 717, 753),
        },
        {
            "CompletePG": (
                (4.67, 4.77), (4.74, 4.92), (4.97, 3.79), (5.03, 2.85),
                (5.00, 3.68), (4.59, 5.35), (4.96, 4.53),
            ),
            "IncompletePG": (
                (4.98, 4.68), (5.03, 4.87), (5.22, 3.75), (5.31, 2.87),
                (5.20, 3.67), (4.89, 5.38), (5.33, 4.51),
            ),
            "CompleteES": (
                (3.86, 4.95), (3.81, 5.16), (4.18, 4.36), (4.33, 3.31),
                (4.04, 4.19), (3.54, 5.50), (4.34, 4.65),
            ),
            "IncompleteES": (
                (2.79, 5.06), (2.86, 5.28), (3.26, 4.33), (3.47, 3.56),
                (3.17, 4.34), (2.72, 5.56), (3.34, 4.94),
            ),
            "t2r-random": ((3.73, 4.97), (3.79, 5.17), (4.17, 4.17), (4.28, 3.36)),
            "t2r-greedy": ((5.41, 4.54), (5.45, 4.78), (5.58, 3.46), (5.58, 2.78)),
            "t2r-frugal": ((4.59, 4.90), (4.64, 5.20), (4.77, 4.17), (4.95, 3.30)),
        },
        (
            ("t2r-greedy",), ("CompletePG", "IncompletePG", "t2r-frugal"),
            ("CompleteES", "IncompleteES", "t2r-random"),
        ),
    ),
    Suite(
        "Table 5.4, incomplete information, different objectives", "Figure 5-7", DIFFERENT,
        {"PG": Trained("pg-self-play", INCOMPLETE), "ES": Trained("es-supervised", INCOMPLETE)},
        {"PG": (970, 743, 869), "ES": (703, 370, 511)},
    ),
)  # fmt: skip
ALONE = {"PG": ("pg-solitaire", 5.0), "ES": ("es-solitaire", 4.0)}  # the ends of Figure A-1's curves, read off
READ_OFF = 0.1  # standard error of reading them
