"""The Warwick CS407 report on Ticket to Ride (docs/warwick.md).

bots/                    its heuristic bots
codes.py                 the codes of its agents (Appendix A)
studies/round_robin.py   Figures 12.1 to 12.4: ten bots against each other
studies/sweeps.py        Figures 12.5 to 12.7: how it chose the constants of its searches
studies/difficulty.py    Appendix C, Figures 12.8 to 12.10: searches that keep the game close
studies/match.py         what the last two share: a search against a bot, with the report's figures
"""
