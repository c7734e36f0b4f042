"""The method of an unpublished prototype (the "laboratory", its preset "natural"), to compare ``adaptive`` with."""

from __future__ import annotations

import time
from dataclasses import replace

from footplate.action_space import ActionSpace
from footplate.actions import ClaimRoute
from footplate.agents.adaptive.agent import AdaptiveAgent
from footplate.agents.adaptive.choice import Choice, best_of
from footplate.agents.adaptive.control import result_of
from footplate.agents.adaptive.profile import Profile, Profiles
from footplate.agents.base import Budget, Ending
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.searcher import MoveFigures, Searcher
from footplate.engine.layout import DRAW_TICKETS
from footplate.observation import Observation

_START, _LOWEST, _HIGHEST = 4.0, -30.0, 16.0


class LabNatural(AdaptiveAgent):
    """Steps 1 to 7 of the laboratory's algorithm, with the search of ``adaptive``."""

    def __init__(self, options: SearchOptions, win_rate: float) -> None:
        super().__init__("lab-natural", options, win_rate, Profiles())
        self._theta, self._turns, self._last = _START, 0, 0

    def think(self, observation: Observation, budget: Budget, began: float) -> tuple[Searcher, Choice]:
        searcher = self._search.search(observation, budget, time.perf_counter())
        return searcher, lab_choice(searcher.moves(), observation.actions, self._theta)

    def profile_after(self, ending: Ending) -> Profile:
        error = self.win_rate - result_of(ending, self._seat)
        if error:
            sign = 1 if error > 0 else -1
            self._turns += sign != self._last
            self._last = sign
            step = max(1.5, 4 / max(1, self._turns) ** 0.5)
            self._theta = min(_HIGHEST, max(_LOWEST, self._theta + step * error))
        return replace(self._profile, level=self._theta, games=self._profile.games + 1)


def lab_choice(moves: list[MoveFigures], actions: ActionSpace, theta: float) -> Choice:
    best = best_of(moves)
    weak = min(1.0, max(0.0, -theta / 10))
    target = theta if theta > -1 else max(theta, -1.0) if theta >= -10 else theta + 9
    aim = target if best.mean <= target else best.mean - (0.3 + 0.7 * weak) * (best.mean - target)
    most = max(move.visits for move in moves)
    near = [
        move
        for move in moves
        if move.visits > 0
        and (theta <= -10 or move.visits >= 0.02 * most)
        and best.mean - move.mean <= 4 + 11 * weak
        and best.win - move.win <= 0.25 + 0.75 * weak
    ]
    if theta >= -10:
        near = [move for move in near if _is_kept(move, near, actions)]
    return Choice(best, min([best, *near], key=lambda move: abs(move.mean - aim)), best.mean - aim)


def _is_kept(move: MoveFigures, moves: list[MoveFigures], actions: ActionSpace) -> bool:
    """Neither new tickets nor a payment when the same route can be paid with fewer locomotives, or better."""
    claim = actions.action(move.action)
    if not isinstance(claim, ClaimRoute):
        return move.action != DRAW_TICKETS
    for other in moves:
        rival = actions.action(other.action)
        if isinstance(rival, ClaimRoute) and rival.route == claim.route and other is not move:
            fewer = rival.locomotives < claim.locomotives
            if fewer or (rival.locomotives == claim.locomotives and other.mean > move.mean):
                return False
    return True
