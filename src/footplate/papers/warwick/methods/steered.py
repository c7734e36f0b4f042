"""A search that plays at a strength by one of the methods, steered to a win rate from game to game.

Integral feedback holds any win rate: with ``level += STEP * (target - result)`` after every game, the win rate so far
is the target plus (level at the start - level now) / (STEP * games), whoever the opponent is. That is slow against a
new opponent, so the first games also use the final margin, which tells more than who won.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from statistics import NormalDist

from footplate.agents.adaptive.agent import WIN_RATES
from footplate.agents.adaptive.control import result_of, teaches
from footplate.agents.adaptive.profile import Profile, Profiles, key_of
from footplate.agents.base import Agent, Budget, Decision, Ending, Knowledge, Memory, check_question
from footplate.agents.kernel_agent import kernel_errors
from footplate.agents.search.agent import SearchAgent, figures_of
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.searcher import MoveFigures, Searcher
from footplate.agents.specs import check_range
from footplate.boards import Board
from footplate.observation import Observation
from footplate.papers.warwick.methods.choices import Method

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


ENOUGH = 30  # iterations that show how far apart the ends of games lie
_USUAL_SPREAD = 11.2  # standard deviation of the playouts' margins at the first decision on the small board


def strength_for(aim: float) -> float:
    """From the margin to aim at to a strength: at 0 points a half."""
    return min(1.0, max(0.0, 0.5 + aim / (2 * HIGHEST)))


class SteeredAgent(Agent):
    """Learns from game to game which margin to aim at, which is its strength.

    With a ``reaction`` the strength changes from move to move, too: who leads by a point aims at so many points less.
    """

    learns = True

    def __init__(
        self, name: str, method: Method, options: SearchOptions, win_rate: float, reaction: float, profiles: Profiles
    ) -> None:
        check_range(name, "win_rate", win_rate, WIN_RATES)
        self.name, self.win_rate, self.profiles = name, win_rate, profiles
        self.method, self.options, self.reaction = method, options, reaction
        self._search = SearchAgent(name, options)
        self.thinks = options.budget
        self._names: Sequence[str] = ()
        self._key, self._profile = "", Profile()
        self._chance, self._strength = Random(0), 0.5

    def know(self, knowledge: Knowledge) -> None:
        self.profiles = Profiles.from_dict(knowledge)

    def meet(self, names: Sequence[str]) -> None:
        self._names = tuple(names)

    def start(self, seat: int, seed: int) -> None:
        self._search.start(seat, seed)
        self._seat, self._key, self._chance = seat, "", Random(seed)
        self._unit = 1.0  # points of this board for one of the small board
        self._expected: float | None = None  # after our last move

    def memory(self) -> Memory:
        """Empty before the first decision."""
        return {} if self._expected is None else {"unit": self._unit, "expected": self._expected}

    def recall(self, board: Board, memory: Memory) -> None:
        self._look_up(board)
        if memory:
            self._unit, self._expected = memory["unit"], memory["expected"]

    def _look_up(self, board: Board) -> None:
        self._key = key_of(board, self._names, self._seat, f"steered-{self.method.name}")
        self._profile = self.profiles.get(self._key)

    def profile(self) -> Profile:
        """What is known of the opponent of the game now or last played."""
        return self._profile

    def strength(self, expected: float | None = None) -> float:
        """With a margin expected at the end, or with that after its last move."""
        if expected is None:
            expected = self._expected or 0.0
        return strength_for(aim_of(self._profile, self.win_rate) - self.reaction * expected / self._unit)

    def act(self, observation: Observation, budget: Budget) -> Decision:
        began = time.perf_counter()
        check_question(self, observation, budget)
        if not self._key:
            self._look_up(observation.board)
        legal = observation.legal_actions()
        if len(legal) == 1:
            return Decision(legal[0], "the only move")
        with self._search.alone:
            with kernel_errors(self.name):
                searcher, best, move = self.think(observation, budget, began)
            self._expected = move.mean
            figures = figures_of(observation, searcher, move.action, time.perf_counter() - began) | {
                "target win rate": self.win_rate,
                "strength": round(self._strength, 3),
                "given away": round(max(0.0, best.mean - move.mean), 3),
                "level": round(self._profile.level, 3),
                "games": self._profile.games,
            }
            return Decision(observation.actions.action(move.action), f"plays at {self._strength:.0%}", figures)

    def think(
        self, observation: Observation, budget: Budget, began: float
    ) -> tuple[Searcher, MoveFigures, MoveFigures]:
        """(The search, its best move, the one to play)."""
        iterations = self.method.iterations(self.strength(), self._search.limits(budget)[1])
        searcher = self._search.search(observation, Budget(seconds=budget.seconds, iterations=iterations), began)
        moves, chosen = [move for move in searcher.moves() if move.visits > 0], searcher.choose()
        best = next(move for move in moves if move.action == chosen)
        if searcher.done >= ENOUGH and self._expected is None:
            self._unit = max(0.1, best.spread / _USUAL_SPREAD)
        self._strength = self.strength(best.mean)
        return searcher, best, self.method.choose(moves, best, self._strength, self._chance)

    def end(self, ending: Ending) -> None:
        """Learn from a game in which it has acted."""
        if self._key and teaches(ending):
            self._profile = learn_from(self._profile, self.win_rate, self.memory(), ending, self._seat)
            self.profiles.put(self._key, self._profile)
