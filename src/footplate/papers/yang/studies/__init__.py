"""The figures of Yang et al., measured again."""

from footplate.papers.yang.studies import heuristics, learning, rules

STUDIES = (*heuristics.STUDIES, *learning.STUDIES, *rules.STUDIES)
