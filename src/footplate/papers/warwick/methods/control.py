"""From game to game: which margin to aim at.

Integral feedback holds any win rate: with ``level += STEP * (target - result)`` after every game, the win rate so far
is the target plus (level at the start - level now) / (STEP * games), whoever the opponent is. That is slow against a
new opponent, so the first games also use the final margin, which tells more than who won.
"""

from __future__ import annotations

from dataclasses import replace
from statistics import NormalDist

from footplate.agents.adaptive.control import result_of
from footplate.agents.adaptive.profile import Profile
from footplate.agents.base import Ending, Memory

STEP = 2.5  # points for a whole win
FIRST_STEP = 8.0  # while the level is unknown; then it shrinks with the square root of the games
FIRST_GAMES = 10  # that count by their margin, too
SPREAD = 8.0  # points: standard deviation of the final margin against an equal
LOWEST, HIGHEST = -80.0, 24.0  # levels; at the highest it plays its best


def aim_of(profile: Profile, target: float) -> float:
    """The final margin to aim at for that win rate."""
    return profile.level + SPREAD * NormalDist().inv_cdf(target)


def learn(profile: Profile, target: float, result: float, margin: float) -> Profile:
    """The profile after a game: ``result`` is 1 for a win, ``margin`` in points."""
    step = max(STEP, FIRST_STEP / (profile.games + 1) ** 0.5)
    change = step * (target - result)
    kalman_gain = profile.variance / (profile.variance + SPREAD**2)
    if profile.games < FIRST_GAMES:
        change += kalman_gain * (SPREAD * NormalDist().inv_cdf(target) - margin)
    return replace(
        profile.counting(result),
        level=min(HIGHEST, max(LOWEST, profile.level + change)),
        variance=profile.variance * (1 - kalman_gain),
    )


def learn_from(profile: Profile, target: float, memory: Memory, ending: Ending, seat: int) -> Profile:
    """The profile after a game that ended so, with what the player in that seat remembered of it."""
    best_other = max(total for other, total in enumerate(ending.totals) if other != seat)
    margin = (ending.totals[seat] - best_other) / memory.get("unit", 1.0)
    return learn(profile, target, result_of(ending, seat), margin)
