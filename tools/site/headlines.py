"""What each paper is known for, and where our results have it: the lines of the summary in docs/studies.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figures:
    """Printed figures of a table, by row and column. A table is named by the beginning of its title."""

    text: str
    study: str
    table: str
    places: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Tables:
    """All printed figures of some tables, each named by the beginning of its title."""

    text: str
    study: str
    tables: Sequence[str]


@dataclass(frozen=True)
class Said:
    """What the text says: all claims of a study that have one of some words in them."""

    text: str
    study: str
    words: Sequence[str]


Headline = Figures | Tables | Said

_ROBIN, _DDA, _LEARNING, _SEEDS = "warwick-round-robin", "warwick-dda", "yang-learning", "thesis-seeds"
_TOTAL = "information, same objectives: Total"

# By paper: the page that tells of it, and its headlines in the order of their figures.
PAPERS: Mapping[str, tuple[str, Sequence[Headline]]] = {
    "The Warwick report": ("warwick.md", (
        Tables("Figures 12.1 and 12.2: what ten bots win against each other, %", _ROBIN,
               ("Figure 12.1", "Figure 12.2")),
        Said("Figure 12.4: their order", _ROBIN, (" wins more than ",)),
        Said("Figure 12.5: the cheating search is stronger than the fair one", "warwick-exploration",
             ("CMCTS wins more than ISMCTS",)),
        Said("Figure 12.5: they are best with an exploration of 3 and of 4", "warwick-exploration", ("Cp=3", "Cp=4")),
        Figures("Figure 12.6: true POSAS less POSAS, points of wins (cheating, fair)", "warwick-posas",
                "Figure 12.6: what the text says",
                (("CMCTS true POSAS less POSAS", ""), ("ISMCTS true POSAS less POSAS", ""))),
        Figures("Figure 12.7: fair ROSAS with momentum of 0 and of 1 wins, %", "warwick-momentum",
                "Figure 12.7: mean wins", (("ISMCTS ROSAS", "m=0"), ("ISMCTS ROSAS", "m=1"))),
        Figures("Appendix C: ROSAS wins, % (cheating, fair)", _DDA, "Appendix C: means",
                (("CMCTS ROSAS", "wins"), ("ISMCTS ROSAS", "wins"))),
        Said("Section 12.4.4: all orders of the eight searches", _DDA, (" than ",)),
        Said("Appendix C: POSAS brings the cheating ROSAS nearer to even games, momentum takes it further off", _DDA,
             ("CMCTS ROSAS has a larger win difference than CMCTS POSAS 5",
              "CMCTS ROSAS has a larger score difference than CMCTS POSAS 5",
              "CMCTS ROSAS, m=0.5 has a larger win difference than CMCTS ROSAS")),
        Said("Appendix C: with the fair ROSAS it is the other way round", _DDA,
             ("ISMCTS POSAS 5 has a larger win difference than ISMCTS ROSAS",
              "ISMCTS POSAS 5 has a larger score difference than ISMCTS ROSAS",
              "ISMCTS ROSAS has a larger win difference than ISMCTS ROSAS, m=0.5")),
        Figures("Figures 12.8 and 12.10: the two that come near to half the games win, %", _DDA, "Appendix C: means",
                (("ISMCTS POSAS 5, m=0.1", "wins"), ("CMCTS ROSAS, target 3", "wins"))),
        Tables("Figure 12.9: against bots that change their play, %", _DDA, ("Figure 12.9: ISMCTS",)),
    )),
    "Yang et al.": ("yang.md", (
        Tables("Tables 2, 3, 5 and 6, III-B: the maps, their tickets, actions and states", "yang-boards",
               ("Table 2", "Table 3", "Table 5", "Table 6", "III-B")),
        Figures("Appendix A: correlation of double edges with shortest paths (Europe, New York)", "yang-boards",
                "Appendix A: correlation", (("fewest edges instead of segments, in full", "Europe"),
                                            ("fewest edges instead of segments, in full", "New York"))),
        Figures("Figure 7: heuristics against players who are almost random win, % (lowest, highest)",
                "yang-heuristics", "Figure 7: win rate against a random player, %, as all studies play them",
                (("lowest", "against random"), ("highest", "against random"))),
        Said("Figure 4: every network overtakes the heuristics within the first fifth", _LEARNING,
             ("within the first fifth",)),
        Figures("Figure 5: scores (six of the networks, lowest and highest; self-play)", _LEARNING,
                "Figure 5: mean score over", (("the other six", "score, lowest"), ("the other six", "score, highest"),
                                              ("self-play", "score"))),
        Figures("Figure 8: wins over the heuristics, % (adversarial, self-play, random)", _LEARNING,
                "Figure 8: win rate", (("adversarial", "win rate"), ("self-play", "win rate"), ("random", "win rate"))),
        Said("Figure 8: adversarial wins most", _LEARNING, ("adversarial wins more over the heuristics",)),
        Figures("Figure 11: what all win against cf-random, for them the hardest, %", _LEARNING, "Figure 11",
                (("all eight", "cf-random:mode=as_described"),)),
        Said("Figure 12: self-play is ahead of the other seven", _LEARNING, ("self-play is ahead of",)),
    )),
    "The MIT thesis": ("thesis.md", (
        Tables("Tables 5.2 and 5.3: what three heuristics win among each other, %", "thesis-heuristics",
               ("Table 5.2", "Table 5.3")),
        Figures("Figure A-1: rewards alone (PG, ES)", _SEEDS, "Figure A-1", (("PG", "solitaire"), ("ES", "solitaire"))),
        Said("Section 5.3: ES waits longer than PG", _SEEDS, ("ES draws in more turns than PG",)),
        Figures("Table 5.2: wins after self-play, % (PG, ES)", _SEEDS, f"Tables 5.2 and A.1, complete {_TOTAL}",
                (("SelfplayPG", "against all"), ("SelfplayES", "against all"))),
        Said("Table 5.2: PG learns more by self-play than supervised", _SEEDS,
             ("SelfplayPG wins more than SupervisedPG",)),
        Figures("Table 5.3: wins of PG, % (learned with complete, with incomplete information)", _SEEDS,
                f"Tables 5.3 and A.2, incomplete {_TOTAL}",
                (("CompletePG", "against all"), ("IncompletePG", "against all"))),
        Said("Table 5.3: the one that learned with incomplete information wins more", _SEEDS,
             ("IncompletePG wins more than CompletePG",)),
        Said("Tables 5.2 and 5.3: each of three tiers wins more than the next", _SEEDS, ("all of tier",)),
        Figures("Table 5.4: wins with different objectives, % (PG, ES)", _SEEDS, "Table 5.4, incomplete information, "
                "different objectives: Total", (("PG", "against all"), ("ES", "against all"))),
        Said("Figures 5-4 and 5-5: ES claims fewer routes than the others", _SEEDS,
             tuple(f"claims more routes than {one}ES" for one in ("Supervised", "Selfplay", "Complete", "Incomplete"))),
    )),
    "Smith & Anton": ("smith-anton.md", (
        Tables("Table 1: what four bots win on the original board, %", "smith-anton-original-board",
               ("Table 1, original board: win shares, %, hungry one by one",)),
        Said("Table 1: hungry is favoured there and on the board of the complete optimisation", "smith-original-graph",
             ("hungry wins more than long-route",)),
        Said("Table 1: it is on that of the restricted one", "smith-restricted",
             ("hungry wins more than long-route on the restricted board",)),
        Figures("Table 2: distances (original board, complete optimisation)", "smith-original-graph", "Table 2",
                (("original board", ""), ("complete board", ""))),
        Figures("Table 2: distance (restricted optimisation)", "smith-restricted", "Table 2",
                (("restricted board", ""),)),
        Said("Table 2: the complete one is nearer than the original and than boards at random", "smith-original-graph",
             ("is nearer than",)),
        Said("Table 2: the restricted one is, too", "smith-restricted", ("is nearer than",)),
        Figures("Table 7: distance (generated graph)", "smith-generated-graph", "Table 7", (("generated board", ""),)),
        Said("Table 7: it is nearer than boards at random", "smith-generated-graph", ("is nearer than",)),
        Figures("Table 9: distance (three sub-games)", "smith-three-sub-games", "Table 9", (("sub-games board", ""),)),
        Said("Table 9: it is nearer than boards at random", "smith-three-sub-games", ("is nearer than",)),
    )),
}  # fmt: skip
