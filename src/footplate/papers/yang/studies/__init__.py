"""The figures of Yang et al., measured again."""

from footplate.papers.yang.studies import heuristics, learning

STUDIES = (*heuristics.STUDIES, *learning.STUDIES)
