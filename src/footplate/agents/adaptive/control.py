"""From game to game: how strong the opponents are, and how strongly to play.

Strengths are ratings in points of Elo; 0 is the player at full strength. A Kalman filter learns the opponents' rating
from the margins of the first games, which tell more than who won. Integral feedback holds the win rate: with
``level -= STEP * (result - target)`` after every game, the win rate so far is the target plus (level at the start -
level now) / (STEP * games), whoever the opponents are, as long as the player can play as weakly and as strongly as
that asks for.
"""

from __future__ import annotations

import math
from dataclasses import replace

from footplate.agents.adaptive.profile import RATINGS, Profile
from footplate.agents.base import Ending
from footplate.boards import Rules

STEP = 180.0  # points of rating for a whole win
FIRST_GAMES = 10  # that count by their margin, too
SPREAD = 277.0  # points of rating that are worth one standard deviation of the final margin
DRIFT = 20.0  # standard deviation of what an opponent's rating changes from game to game
WEAKEST, PER_TRAIN = -1200.0, -70.0  # the lowest rating, and for each train that a player begins with
FIRST_LEVEL, FIRST_VARIANCE = 0.45, 350.0**2  # the level as a share of the weakest
MOST_LATE, MOST_HOPEFUL = 0.5, 5.0  # of its turns, and how often in as many turns as a player has trains
MOST = 200.0  # points of rating that a level may lie beyond what can be played
_OLD_FULL_STRENGTH, _OLD_POINT, _OLD_VARIANCE = 24.0, 12.5, 200.0**2


def weakest(rules: Rules) -> float:
    """The lowest rating that it plays at on a board."""
    return max(WEAKEST, PER_TRAIN * rules.trains)


def level_of(profile: Profile, rules: Rules) -> Profile:
    """The profile with a level that is a rating: that of a stranger, or of somebody known by points, if need be."""
    if profile.games == 0:
        return replace(profile, measure=RATINGS, level=FIRST_LEVEL * weakest(rules), variance=FIRST_VARIANCE)
    if profile.measure == RATINGS:
        return profile
    level = _OLD_POINT * (profile.level - _OLD_FULL_STRENGTH)
    return replace(profile, measure=RATINGS, level=_within(level, rules), variance=_OLD_VARIANCE)


def _within(level: float, rules: Rules) -> float:
    return min(MOST, max(weakest(rules) - MOST, level))


def advantage(target: float, players: int) -> float:
    """Rating above equal opponents with which one wins that share of the games."""
    return 400.0 * math.log10(target * (players - 1) / (1 - target))


def rating_for(profile: Profile, target: float, players: int, rules: Rules) -> float:
    """The rating to play at."""
    return min(0.0, max(weakest(rules), profile.level + advantage(target, players)))


def lapses_at(rating: float, rules: Rules) -> tuple[float, float, float, float]:
    """How likely it forgets a long ticket, draws instead of claiming, asks for new tickets, and keeps all offered.

    In the upper half of the scale it forgets and comes late, which costs wins with the fewest silly moves. In the lower
    half it collects tickets, too.
    """
    weakness = 2 * rating / weakest(rules)
    above, below = min(1.0, weakness), max(0.0, weakness - 1)
    return above, MOST_LATE * above, MOST_HOPEFUL * below / rules.trains, below


def spread_of(totals: tuple[float, ...]) -> float:
    """Points: about the standard deviation of a margin between equals in a game that ended so."""
    return 3.0 + max(0.0, *totals) / 4


def result_of(ending: Ending, seat: int) -> float:
    """1 for a win, a share of it for a draw, 0."""
    return (seat in ending.winners) / len(ending.winners)


def teaches(ending: Ending) -> bool:
    """Whether there is something to learn: a game that was played to its end against somebody."""
    return ending.forfeit is None and len(ending.totals) > 1


def learn(profile: Profile, target: float, ending: Ending, seat: int, rules: Rules) -> Profile:
    """The profile after a game that taught something, played at the rating that the profile asked for."""
    profile, players = level_of(profile, rules), len(ending.totals)
    result, level = result_of(ending, seat), profile.level
    level -= STEP * (result - target)
    gain = profile.variance / (profile.variance + SPREAD**2)
    if profile.games < FIRST_GAMES:
        best_other = max(total for other, total in enumerate(ending.totals) if other != seat)
        ahead = SPREAD * (ending.totals[seat] - best_other) / spread_of(ending.totals)
        seen = rating_for(profile, target, players, rules) - ahead - advantage(0.5, players)
        level += gain * (seen - profile.level)
    variance = profile.variance * (1 - gain) + DRIFT**2
    return replace(profile.counting(result), level=_within(level, rules), variance=variance)
