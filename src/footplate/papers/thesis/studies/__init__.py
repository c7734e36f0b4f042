"""The tables of the thesis, measured again."""

from footplate.papers.thesis.studies import evolution, heuristics, learning, seeds

STUDIES = (*heuristics.STUDIES, *learning.STUDIES, *seeds.STUDIES, *evolution.STUDIES)
