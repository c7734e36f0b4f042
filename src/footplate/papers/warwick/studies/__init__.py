"""The tables of the Warwick report, measured again."""

from footplate.papers.warwick.studies import difficulty, round_robin, sweeps

STUDIES = (*round_robin.STUDIES, *difficulty.STUDIES, *sweeps.STUDIES)
