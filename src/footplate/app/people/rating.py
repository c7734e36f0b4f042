"""A person's rating from results, with its uncertainty.

The model is that of the arena (Bradley, Terry and Luce): in a game a player wins with a chance proportional to
10 ** (rating / 400); a draw of n is 1/n of a win for each. Everybody has a normal prior,
narrow for bots that were measured and wide for people and other bots. The estimate is the posterior mode; its 95 %
interval comes from the curvature there (the Laplace approximation).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.agents import read_spec
from footplate.arena.statistics import Z95, Estimate

Floats = npt.NDArray[np.float64]

_ELO = 400 / math.log(10)  # Elo points for a factor e in the odds
AVERAGE = 1500.0
_SPREADS = {"measured": 60.0, "person": 350.0, "bot": 250.0}  # standard deviations of the first guesses

# Measured with `footplate tournament` on usa: two players, 400 games of each pair, seed 1. The mean of all is 1500.
MEASURED: Mapping[str, float] = {
    "planner": 2153.0, "racer": 2018.0, "long-route": 1925.0, "one-step": 1798.0, "path": 1770.0, "hungry": 1750.0,
    "base": 1636.0, "hoarder": 1634.0, "greedy": 1625.0, "hoarder-ticket": 1558.0, "greedy-random": 848.0,
    "fully-random": 508.0, "random": 277.0,
    # the six levels: about these on every board (agents/ladder/ratings.json)
    "porter": 1600.0, "shunter": 1800.0, "fireman": 2000.0, "driver": 2200.0, "inspector": 2400.0,
    "controller": 2600.0,
    # by 60 games each: novice and casual by greedy, strong by planner, expert as guided-ismcts by planner
    "novice": 1040.0, "casual": 1263.0, "strong": 1801.0, "expert": 2314.0,
}  # fmt: skip


@dataclass(frozen=True)
class Seated:
    """Somebody in a game: a person's id or a bot's spec."""

    name: str
    is_person: bool

    @property
    def guess(self) -> tuple[float, float]:
        """Mean and standard deviation of the prior of somebody's rating."""
        kind = "" if self.is_person else read_spec(self.name).name
        if kind in MEASURED:
            return MEASURED[kind], _SPREADS["measured"]
        return AVERAGE, _SPREADS["person" if self.is_person else "bot"]


@dataclass(frozen=True)
class Result:
    """A finished game: who sat there, and who won."""

    seats: tuple[Seated, ...]
    winners: tuple[int, ...]


def rate(me: Seated, results: Sequence[Result]) -> Estimate:
    """The rating of ``me`` with its 95 % interval; without results it is the prior's."""
    everybody = list(dict.fromkeys((me, *(seat for result in results for seat in result.seats))))
    number = {seat: n for n, seat in enumerate(everybody)}
    seated = [[number[seat] for seat in result.seats] for result in results]
    guesses = np.array([seat.guess[0] / _ELO for seat in everybody])
    certainty = np.diag([(seat.guess[1] / _ELO) ** -2 for seat in everybody])
    ratings = guesses.copy()
    for _ in range(100):
        gradient, information = certainty @ (guesses - ratings), certainty.copy()
        for seats, result in zip(seated, results, strict=True):
            _add(seats, result, ratings, gradient, information)
        change = np.linalg.solve(information, gradient)
        ratings += change * min(1.0, 1.0 / max(float(np.abs(change).max()), 1e-12))
        if np.abs(change).max() < 1e-9:
            break
    mean, error = _ELO * float(ratings[0]), _ELO * math.sqrt(float(np.linalg.inv(information)[0, 0]))
    return Estimate(mean, mean - Z95 * error, mean + Z95 * error)


def _add(seats: Sequence[int], result: Result, ratings: Floats, gradient: Floats, information: Floats) -> None:
    """Add what one game says: to the gradient, wins seen minus wins expected; to the information, its curvature."""
    strengths = np.exp(ratings[seats] - ratings[seats].max())
    chances = strengths / strengths.sum()
    shares = np.array([(seat in result.winners) / len(result.winners) for seat in range(len(seats))])
    np.add.at(gradient, seats, shares - chances)
    np.add.at(information, np.ix_(seats, seats), np.diag(chances) - np.outer(chances, chances))
