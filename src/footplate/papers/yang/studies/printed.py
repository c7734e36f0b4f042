"""What the text of Yang et al. prints of Figures 4 to 12, which are pictures.

A pair is a lowest and a highest value.
"""

from __future__ import annotations

from footplate.learning.settings import ENSEMBLE, SELF_PLAY
from footplate.papers.yang.studies.heuristics import BOTS, CF_RANDOM
from footplate.studies.published import share, shares
from footplate.studies.study import Printed

SCHEMES = {
    "base": "cf-base",
    "random": CF_RANDOM,
    "action-eval": "cf-action-eval",
    "adversarial": "cf-adversarial",
    "combined": "cf-combined",
    "game-tree": "cf-game-tree",
    "ensemble": ENSEMBLE,
    "self-play": SELF_PLAY,
}

FIRST_FIFTH = 0.2  # of the training: by then every network scores more than the heuristics (Figure 4)
_MATCH_GAMES = 2_100  # theirs: 30 runs of 1,000 timesteps, or 30,000 timesteps
_ROUNDED = 0.05  # standard error of a published score


def _rates(*values: float, matches: int = 1) -> tuple[Printed, ...]:
    return tuple(share(value, matches * _MATCH_GAMES) for value in values)


def _scores(*values: float) -> tuple[Printed, ...]:
    return tuple(Printed(value, _ROUNDED) for value in values)


WIN_RATES = shares(  # Figure 8, over the six heuristics
    {("adversarial", "win rate"): 0.79, ("random", "win rate"): 0.57, ("self-play", "win rate"): 0.75},
    len(BOTS) * _MATCH_GAMES,
)
WIN_RATES_BUT_RANDOM = _rates(0.74, 0.79, matches=len(BOTS))
SCORES = {("random", "score"): Printed(12.2, _ROUNDED), ("self-play", "score"): Printed(12.8, _ROUNDED)}  # Figure 5
OTHER_SCORES = _scores(13.8, 14.2)
LEADS = {  # Figure 5, over the heuristics' scores
    ("random", "lead"): Printed(2.1, _ROUNDED),
    ("all but random", "lead, lowest"): Printed(4.9, _ROUNDED),
}
MATCH_SCORES = _scores(10.6, 14.7)  # Figure 9, one heuristic at a time
MATCH_SCORES_OF = {"random": _scores(10.6, 12.7), "self-play": _scores(12.3, 13.0)}
MATCH_WIN_RATES_OF = {"random": _rates(0.54, 0.61), "self-play": _rates(0.70, 0.78)}  # Figure 10
AGAINST = shares({("all eight", CF_RANDOM): 0.65}, len(SCHEMES) * _MATCH_GAMES)  # Figure 11
AGAINST_OTHERS = _rates(0.71, 0.77, matches=len(SCHEMES))
ROBIN = shares(  # Figure 12
    {("random", "action-eval"): 0.47, ("random", "but action-eval, highest"): 0.39}, _MATCH_GAMES
)
SELF_PLAY_ROBIN, OTHERS_ROBIN = _rates(0.59, 0.70), _rates(0.44, 0.56)
ROBIN_EVEN = {("all", "player 1"): Printed(0.5, 0.005)}  # Figure 12 is symmetric
GAMES = Printed(2054), Printed(2222)  # in the 30,000 steps of a match
