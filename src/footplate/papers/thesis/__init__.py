"""The MIT thesis on the small game T2R: heuristics, and networks trained in two ways (docs/thesis.md).

bots.py                  its random, greedy and frugal players
networks/                its players, trained (``thesis-net``)
planes.py                its binary planes (section 4.1.1), as the encoder ``planes``
training/                its methods ``reinforce`` and ``es``, with its convolutional network
studies/heuristics.py    Tables 5.2, 5.3, A.1 and A.2: the three heuristics
studies/learning.py      Tables 5.2 to 5.4, A.1, A.2, Figures 5-2 to 5-7 and A-1: the trained players
studies/seeds.py         the same and Figures A-2 to A-4, trained anew with several seeds
"""
