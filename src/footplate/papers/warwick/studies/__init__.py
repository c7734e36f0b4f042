"""The tables of the Warwick report, measured again, and what it proposes, measured."""

from footplate.papers.warwick.studies import difficulty, methods, readings, round_robin, searches, sweeps

STUDIES = (
    *round_robin.STUDIES,
    *difficulty.STUDIES,
    *readings.STUDIES,
    *sweeps.STUDIES,
    *methods.STUDIES,
    *searches.STUDIES,
)
