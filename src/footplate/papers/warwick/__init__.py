"""The Warwick CS407 report on Ticket to Ride (docs/warwick.md).

bots/                    its heuristic bots
methods/                 other people's ways to adjust the difficulty (chapter 5), as agents
studies/round_robin.py   Figures 12.1 to 12.4: ten bots against each other
studies/sweeps.py        Figures 12.5 to 12.7: how it chose the constants of its searches
studies/difficulty.py    Appendix C, Figures 12.8 to 12.10: searches that keep the game close
studies/methods.py       chapter 5: ways to adjust the difficulty, compared
studies/searches.py      section 9.1 and future work 2 and 4: other payoffs, trees and targets
studies/match.py         what studies of searches share: a search against a bot, with the report's figures
"""
