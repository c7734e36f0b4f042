"""The figures of Yang et al., measured again."""

from footplate.papers.yang.studies import boards, heuristics, learning, rule_networks, rules, variants

STUDIES = (
    *boards.STUDIES, *heuristics.STUDIES, *learning.STUDIES, *rules.STUDIES, *rule_networks.STUDIES,
    *variants.STUDIES,
)  # fmt: skip
