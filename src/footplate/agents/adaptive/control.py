"""From game to game: which margin to aim at.

Integral feedback holds any win rate: with ``level += STEP * (wished - result)`` after every game, the win rate so far
is the wished one plus (level at the start - level now) / (STEP * games), whoever the opponent is. That is slow for a
stranger, so the first games also use the final margin, which tells more than who won.
"""

from __future__ import annotations

from dataclasses import replace
from statistics import NormalDist

from footplate.agents.adaptive.profile import RECENT, Profile

STEP = 2.5  # points for a whole win
FIRST_STEP = 8.0  # while the level is unknown; then it shrinks with the square root of the games
FIRST_GAMES = 10  # that count by their margin, too
SPREAD = 8.0  # points: standard deviation of the final margin against an equal
LOWEST, HIGHEST = -80.0, 24.0  # levels; at the highest it plays its best

USUAL_GAIN = 0.9  # points that an opponent gives away between two decisions, before anything is known of it
USUAL_WEIGHT = 36.0  # decisions after which what was seen counts as much as that


def aim_of(profile: Profile, wished: float) -> float:
    """The final margin to aim at for that win rate."""
    return profile.level + SPREAD * NormalDist().inv_cdf(wished)


def gain_of(profile: Profile, gained: float = 0.0, decisions: float = 0.0) -> float:
    """Points that the opponent is expected to give away until the next decision; with what this game has shown."""
    seen = profile.decisions + decisions
    return (USUAL_GAIN * USUAL_WEIGHT + profile.gained + gained) / (USUAL_WEIGHT + seen)


def learn(
    profile: Profile, wished: float, result: float, margin: float, gained: float = 0.0, decisions: float = 0.0
) -> Profile:
    """The profile after a game: ``result`` is 1 for a win, ``margin`` in points."""
    step = max(STEP, FIRST_STEP / (profile.games + 1) ** 0.5)
    change = step * (wished - result)
    trust = profile.variance / (profile.variance + SPREAD**2)
    if profile.games < FIRST_GAMES:
        change += trust * (SPREAD * NormalDist().inv_cdf(wished) - margin)
    return replace(
        profile,
        level=min(HIGHEST, max(LOWEST, profile.level + change)),
        variance=profile.variance * (1 - trust),
        games=profile.games + 1,
        wins=profile.wins + (result == 1),
        draws=profile.draws + (0 < result < 1),
        losses=profile.losses + (result == 0),
        recent=(*profile.recent, result)[-RECENT:],
        gained=profile.gained + gained,
        decisions=profile.decisions + decisions,
    )
