"""Yang et al. 2023: heuristics that weigh what a path costs, and networks that learn from them (docs/yang.md).

    bots/                    the six cost-function heuristics
    networks/                eight trained networks, and one more (``ppo``)
    vector.py                the observable state Z (section III-A), as the encoders ``vector`` and ``slots``
    studies/heuristics.py    Figure 7: the heuristics against a random player
    studies/rules.py         the rules that the paper leaves open, against what it prints
    studies/learning.py      Figures 4 to 12: eight ways of training a network

The networks learn by PPO, which is everybody's (``learning/ppo.py``); its preset ``paper`` has the paper's settings.
"""
