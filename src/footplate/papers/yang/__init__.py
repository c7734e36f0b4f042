"""Yang et al. 2023: heuristics that weigh what a path costs, and networks that learn from them (docs/yang.md).

    bots/                    the six cost-function heuristics
    networks/                eight trained networks, and one more (``ppo``)
    vector.py                the observable state Z (section III-A), as the encoders ``vector`` and ``slots``
    studies/boards.py        Tables 2, 3, 5 and 6, Appendix A: boards in numbers
    studies/heuristics.py    Figure 7: the heuristics against a random player
    studies/rules.py         the rules that the paper leaves open, against what it prints, by heuristics
    studies/rule_networks.py the same by networks
    studies/learning.py      Figures 4 to 12: eight ways of training a network (with printed, curves,
                             figures and timed.py)
    studies/variants.py      networks that see the past, and ours

The networks learn by PPO, which is everybody's (``learning/ppo.py``); its preset ``paper`` has the paper's settings.
"""
