"""The tables of the thesis, measured again."""

from footplate.papers.thesis.studies import heuristics, learning, seeds

STUDIES = (*heuristics.STUDIES, *learning.STUDIES, *seeds.STUDIES)
