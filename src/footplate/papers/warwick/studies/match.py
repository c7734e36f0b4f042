"""What the Warwick studies play on, and matches of a search against a bot, with the figures that the report gives."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.agents.registry import agent_kind
from footplate.arena.standings import across
from footplate.arena.statistics import Estimate, mean_estimate, share_estimate
from footplate.studies.study import StudyRun

Floats = npt.NDArray[np.float64]

PUBLISHED_GAMES = 500  # at 30,000 iterations
AS_PUBLISHED = "availability=false,final=mean"  # their exploration counts the parent's visits


@dataclass(frozen=True)
class Setting:
    """Rules and bots that a study is played with."""

    board: str
    mode: str  # of the bots that extend base
    remark: str
    suffix: str = ""  # of the study's name

    def named(self, name: str) -> str:
        return name + self.suffix

    def bot(self, name: str) -> str:
        """One of the report's bots as a spec string."""
        return f"{name}:mode={self.mode}" if "mode" in agent_kind(name).parameters else name


THEIRS = Setting(
    "small:warwick+pairs",
    "as_described",
    "Two cards are one action, and the first is not replaced in the market before the second, as in the report "
    "(sections 10.4.2 and 11.1.2). Its bots play as it describes them.",
)
OURS = Setting(
    "small:warwick",
    "as_fitted",
    "Two cards are drawn one after the other, as in the published game; in the report they are one action. Its bots "
    "play by the readings that agree best with its Figure 12.1.",
    "-one-by-one",
)
SETTINGS = (THEIRS, OURS)


@dataclass(frozen=True)
class MatchFigures:
    """What the report tells of a match, by deal: shares of games, and points (below 0 they count as 0, as there)."""

    won: Floats
    drawn: Floats
    share: Floats  # a draw counting half
    points: Floats  # ours less theirs
    score_spread: float = math.nan  # standard deviation of a game's score difference; of several matches there is none

    @property
    def wins(self) -> Estimate:
        return share_estimate(self.won)

    @property
    def draws(self) -> Estimate:
        return share_estimate(self.drawn)

    @property
    def win_difference(self) -> Estimate:
        """Share of games won less share of games lost, which is 2 · share − 1 if a draw counts half."""
        estimate = share_estimate(self.share)
        return Estimate(2 * estimate.mean - 1, 2 * estimate.low - 1, 2 * estimate.high - 1)

    @property
    def score_difference(self) -> Estimate:
        return mean_estimate(self.points)

    @property
    def estimates(self) -> tuple[Estimate, Estimate, Estimate, Estimate]:
        return self.wins, self.draws, self.win_difference, self.score_difference

    @property
    def by_deal(self) -> tuple[Floats, Floats, Floats, Floats]:
        """The same four figures on each deal."""
        return self.won, self.drawn, 2 * self.share - 1, self.points


def mean_figures(met: Sequence[MatchFigures]) -> MatchFigures:
    """The mean over some opponents, of differences without their signs.

    They play the same deals, so a deal's games belong together.
    """
    return MatchFigures(
        won=across([one.won for one in met]),
        drawn=across([one.drawn for one in met]),
        share=across([one.share if one.share.mean() >= 0.5 else 1 - one.share for one in met]),
        points=across([one.points if one.points.mean() >= 0 else -one.points for one in met]),
    )


def size_of(estimate: Estimate) -> Estimate:
    """Of the absolute value."""
    low, high = sorted((abs(estimate.low), abs(estimate.high)))
    return Estimate(abs(estimate.mean), 0.0 if estimate.low < 0 < estimate.high else low, high)


def cheating(iterations: int, options: str = "", cp: str = "3") -> str:
    """Their CMCTS as a spec string."""
    return _spec("cheating-mcts", iterations, options, cp)


def fair(iterations: int, options: str = "", cp: str = "4") -> str:
    """Their ISMCTS as a spec string."""
    return _spec("ismcts", iterations, options, cp)


def _spec(name: str, iterations: int, options: str, cp: str) -> str:
    return f"{name}:iterations={iterations},cp={cp},{AS_PUBLISHED}" + (f",{options}" if options else "")


def play(run: StudyRun, setting: Setting, agent: str, bot: str) -> MatchFigures:
    results = run.play(setting.board, agent, setting.bot(bot)).results
    share = results.shares[:, 0]
    capped = np.maximum(results.totals, 0)
    difference = capped[:, 0] - capped[:, 1]

    def by_deal(values: npt.NDArray[Any]) -> Floats:
        return results.by_deal(values.astype(np.float64))

    return MatchFigures(
        by_deal(share == 1), by_deal(share == 0.5), by_deal(share), by_deal(difference), float(difference.std())
    )
