"""The searches of the Warwick report's Appendix C: what is printed of each, and the ways to read how it was played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from footplate.papers.warwick.studies.match import cheating, fair

BOTS = (
    "fully-random", "greedy-random", "villain", "random-base", "hoarder-ticket",
    "pile", "pile-ticket-hater", "random-smart", "base", "hoarder",
)  # fmt: skip
BEST = "ISMCTS POSAS 5, m=0.1"

Row = tuple[float, float, float]  # win %, draw %, score difference; the win difference follows from the first two


@dataclass(frozen=True)
class Reading:
    """What the text and the figures leave open of a search that keeps the game close."""

    in_tree: bool = False  # its aim guides the search, too, and not only the choice of the move ("true")
    any_change: bool = False  # momentum penalises any change of the mean, and not only a fall


AS_WRITTEN = Reading()
OF_CMCTS_ROSAS = Reading(in_tree=True, any_change=True)  # its printed figures agree with this, not with what is written


@dataclass(frozen=True)
class Search:
    """One of the searches, and what is printed of it against each of the bots."""

    spec: Callable[[int, str], str]  # from iterations and options
    aim: str
    constants: str = ""  # besides the threshold of POSAS
    rows: tuple[Row, ...] = ()

    @property
    def reading(self) -> Reading:
        """The one that agrees with the printed figures, by which the studies play."""
        return OF_CMCTS_ROSAS if self.spec is cheating and self.aim == "rosas" else AS_WRITTEN

    def named(self, iterations: int, reading: Reading | None = None) -> str:
        """As a spec string, by its own reading or by another."""
        reading = reading or self.reading
        options = [f"dda={'true-' * reading.in_tree}{self.aim}"]
        options += ["threshold=5"] * (self.aim == "posas") + [self.constants] * bool(self.constants)
        options += ["momentum_kind=abs"] * (reading.any_change and self.has_momentum)
        return self.spec(iterations, ",".join(options))

    @property
    def has_momentum(self) -> bool:
        return "momentum" in self.constants


SEARCHES: dict[str, Search] = {
    "CMCTS ROSAS": Search(cheating, "rosas", rows=(
        (31.9, 27.8, 1.324), (16.3, 28.3, 2.727), (14.9, 26.8, 1.945), (17.1, 18.7, 3.451), (12.3, 17.7, 5.569),
        (17.4, 13.8, 3.985), (17.4, 13.8, 3.985), (15.7, 15.4, 4.359), (9.1, 12.9, 5.276), (9.1, 12.5, 5.027),
    )),
    "CMCTS POSAS 5": Search(cheating, "posas", rows=(
        (61.8, 8.5, 1.609), (39, 8.8, 1.489), (38.8, 8, 0.436), (35.9, 6.1, 1.215), (28.4, 3.9, 3.024),
        (26.9, 6.2, 2.12), (26.9, 6.2, 2.12), (27.2, 6.4, 2.128), (21.8, 5.9, 2.923), (19.1, 6.5, 2.865),
    )),
    "CMCTS ROSAS, m=0.5": Search(cheating, "rosas", "momentum=0.5", rows=(
        (27.8, 28.3, 1.308), (12.3, 27.7, 3.045), (11.8, 28.1, 1.308), (14.5, 18.6, 3.869), (10, 15.1, 6.019),
        (12.1, 15.8, 4.511), (12.1, 15.8, 4.511), (11.3, 15.8, 4.678), (7.6, 14.9, 5.354), (6.5, 14.7, 5.318),
    )),
    "ISMCTS ROSAS": Search(fair, "rosas", rows=(
        (79.1, 7.1, 4.168), (43, 11.8, 1.227), (38.7, 11.1, 0.983), (44.1, 7.8, 0.945), (30.7, 13.4, 2.485),
        (23.2, 6.6, 4.249), (23.2, 6.6, 4.249), (31.4, 7, 2.603), (17.8, 5.3, 5.491), (16.7, 6.2, 5.435),
    )),
    "ISMCTS POSAS 5": Search(fair, "posas", rows=(
        (73.4, 4.2, 3.536), (42.3, 5.6, 1.577), (39.6, 6.7, 1.133), (34.9, 4.4, 2.344), (29.2, 6.2, 3.391),
        (22.6, 3.9, 4.441), (22.6, 3.9, 4.441), (25.7, 3.2, 4.084), (16.2, 3.2, 6.015), (14.3, 4, 6.409),
    )),
    "ISMCTS ROSAS, m=0.5": Search(fair, "rosas", "momentum=0.5", rows=(
        (82.3, 6, 4.734), (48, 11, 0.833), (43.9, 13.8, 0.34), (45.2, 9.9, 0.679), (36.2, 13.3, 2.302),
        (26.5, 6.3, 3.988), (26.5, 6.3, 3.988), (35.2, 7.8, 2.02), (18.9, 7.1, 5.094), (18.5, 7.3, 4.88),
    )),
    BEST: Search(fair, "posas", "momentum=0.1", rows=(
        (91.3, 2, 6.75), (68, 3.9, 0.951), (69.2, 4.2, 1.977), (65.5, 4.9, 2.234), (59.7, 5.1, 0.173),
        (42.8, 5.6, 0.945), (42.8, 5.6, 0.945), (51.1, 3.6, 0.345), (39.3, 4.7, 2.169), (35, 4.8, 2.536),
    )),
    "CMCTS ROSAS, target 3": Search(cheating, "rosas", "target=3", rows=(
        (75.9, 5.8, 1.052), (59.1, 9.8, 1.368), (63, 10.3, 0.37), (51.8, 6.4, 1.132), (44, 4.7, 3.497),
        (40.8, 7, 2.042), (40.8, 7, 2.042), (38.9, 6.1, 2.433), (35.2, 5.8, 2.82), (31.1, 7, 3.052),
    )),
}  # fmt: skip
