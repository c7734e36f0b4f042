"""Smith & Anton 2022: boards by simplified Monte Carlo tree search, a feature at a time (docs/smith-anton.md).

Five optimisers: of the graph (``graph_optimizer.py``), of double routes and destinations (phase one), of lengths and
colours (phase two). ``phases.py`` runs them in pairs; ``playtests.py`` plays the games that tell
their candidates apart; ``experiments.py`` has the paper's three experiments.
"""
