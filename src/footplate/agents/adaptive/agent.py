"""The adaptive player: a fair search, of whose moves it plays the one that fits the target win rate."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from footplate.actions import ClaimRoute
from footplate.agents.adaptive.choice import Choice, Situation, best_of, choose, full_hand, moves_to_choose
from footplate.agents.adaptive.control import aim_of, gain_of, learn_from, teaches
from footplate.agents.adaptive.profile import Profile, Profiles, key_of
from footplate.agents.base import Agent, Budget, Decision, Ending, Knowledge, Memory, check_question
from footplate.agents.kernel_agent import kernel_errors
from footplate.agents.search.agent import SearchAgent, figures_of
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.searcher import Searcher
from footplate.agents.specs import check_range
from footplate.boards import Board
from footplate.observation import Observation

FIRST_LOOK = 0.64  # of the iterations: the free search; the rest is for second looks at weaker moves
SECOND_LOOK = 0.09
_LOOKS = 3
_DECISIONS_PER_TRAIN = 1.1
WIN_RATES = (0.05, 0.95)
_USUAL_DECISIONS = 12.0  # in a game on the small board
_USUAL_SPREAD = 11.2  # standard deviation of the playouts' margins at the first decision there


class AdaptiveAgent(Agent):
    """Holds a win rate: what it learns of an opponent in one game sets how well it plays the next."""

    learns = True

    def __init__(self, name: str, options: SearchOptions, win_rate: float, profiles: Profiles) -> None:
        check_range(name, "win_rate", win_rate, WIN_RATES)
        self.name, self.win_rate = name, win_rate
        self.options, self.profiles = options, profiles
        self._search = SearchAgent(name, options)
        self.thinks = options.budget
        self._names: Sequence[str] = ()
        self._key = ""
        self._profile = Profile()

    def know(self, knowledge: Knowledge) -> None:
        self.profiles = Profiles.from_dict(knowledge)

    def meet(self, names: Sequence[str]) -> None:
        self._names = tuple(names)

    def start(self, seat: int, seed: int) -> None:
        self._search.start(seat, seed)
        self._seat, self._key = seat, ""
        self._unit = self._pace = 1.0
        self._expected: float | None = None  # after our last move
        self._gained, self._decisions = 0.0, 0.0  # in this game

    def memory(self) -> Memory:
        """Empty before the first decision."""
        if self._expected is None:
            return {}
        return {
            "unit": self._unit,
            "expected": self._expected,
            "gained": self._gained,
            "decisions": self._decisions,
        }

    def recall(self, board: Board, memory: Memory) -> None:
        self._look_up(board)
        if memory:
            self._unit, self._expected = memory["unit"], memory["expected"]
            self._gained, self._decisions = memory["gained"], memory["decisions"]

    def _look_up(self, board: Board) -> None:
        self._key = key_of(board, self._names, self._seat)
        self._profile = self.profiles.get(self._key)

    def profile(self) -> Profile:
        """What is known of the opponent of the game now or last played."""
        return self._profile

    def act(self, observation: Observation, budget: Budget) -> Decision:
        began = time.perf_counter()
        check_question(self, observation, budget)
        self._pace = _USUAL_DECISIONS / _decisions(observation.board.rules.trains)
        if not self._key:
            self._look_up(observation.board)
        legal = observation.legal_actions()
        if len(legal) == 1:
            return Decision(legal[0], "the only move")
        with self._search.alone:
            with kernel_errors(self.name):
                searcher, choice = self.think(observation, budget, began)
            self._expected = choice.move.mean
            number = choice.move.action
            figures = figures_of(observation, searcher, number, time.perf_counter() - began) | self._figures(choice)
            return Decision(observation.actions.action(number), _reason(choice, observation.players), figures)

    def think(self, observation: Observation, budget: Budget, began: float) -> tuple[Searcher, Choice]:
        """Search, choose, and look a second time at a weaker move before it is played."""
        seconds, most = self._search.limits(budget)
        timed = seconds < np.inf
        limit = Budget(
            seconds=FIRST_LOOK * seconds if timed else None,
            iterations=most if self.options.ms else max(1, round(FIRST_LOOK * most)),
        )
        searcher = self._search.search(observation, limit, began)
        look = max(1, round(SECOND_LOOK / FIRST_LOOK * searcher.done))
        each = (time.perf_counter() - began) * SECOND_LOOK / FIRST_LOOK
        best = best_of(searcher.moves())
        if self._expected is None:
            self._unit = max(0.1, best.spread / _USUAL_SPREAD)
        else:  # how much better the game stands than after our last move: that is what the others have given away
            self._gained += (best.mean - self._expected) / self._unit
            self._decisions += self._pace
        situation = self._situation(observation)
        if situation.must_claim:  # a search that would rather draw has hardly looked at claims
            for move in moves_to_choose(searcher.moves(), observation.actions, situation)[:_LOOKS]:
                if not timed or time.perf_counter() + each < began + seconds:
                    searcher.look_at(move.action, look)
            return searcher, choose(searcher.moves(), observation.actions, situation)
        choice = choose(searcher.moves(), observation.actions, situation)
        if choice.move.action == choice.best.action:
            if timed:
                searcher.iterate_until(began + seconds, most)
            else:
                searcher.iterate(most - searcher.done)
            best = best_of(searcher.moves())
            return searcher, Choice(best, best, choice.surplus)
        looked = {choice.best.action}
        for _ in range(_LOOKS):
            if choice.move.action in looked or (timed and time.perf_counter() + 2 * each > began + seconds):
                break
            if len(looked) == 1:
                searcher.look_at(choice.best.action, look)
            searcher.look_at(choice.move.action, look)
            looked.add(choice.move.action)
            choice = choose(searcher.moves(), observation.actions, situation)
        return searcher, choice

    def _situation(self, observation: Observation) -> Situation:
        return Situation(
            aim=aim_of(self._profile, self.win_rate),
            gain=gain_of(self._profile, self._gained, self._decisions),
            decisions_left=self._pace * _decisions(min(observation.trains)),
            last_round=observation.turns_left is not None,
            must_claim=_must_claim(observation),
            unit=self._unit,
            pace=self._pace,
        )

    def end(self, ending: Ending) -> None:
        """Learn from a game in which it has acted."""
        if self._key and teaches(ending):
            self._profile = learn_from(self._profile, self.win_rate, self.memory(), ending, self._seat)
            self.profiles.put(self._key, self._profile)

    def _figures(self, choice: Choice) -> dict[str, Any]:
        return {
            "target win rate": self.win_rate,
            "win": round(choice.move.win, 4),
            "given away": round(choice.given, 3),
            "surplus": round(choice.surplus * self._unit, 3),
            "aim": round(aim_of(self._profile, self.win_rate) * self._unit, 3),
            "level": round(self._profile.level, 3),
            "uncertainty": round(self._profile.variance**0.5, 3),
            "opponent gives away": round(gain_of(self._profile, self._gained, self._decisions) * self._unit, 3),
            "games": self._profile.games,
        }


def _decisions(trains: int) -> float:
    """About how many a player makes until so many trains are laid."""
    return 1 + _DECISIONS_PER_TRAIN * trains


def _must_claim(observation: Observation) -> bool:
    full = full_hand(observation.board.rules)
    if full is None or observation.hand_sizes[observation.seat] < full:
        return False
    return any(isinstance(action, ClaimRoute) for action in observation.legal_actions())


def _reason(choice: Choice, players: int) -> str:
    """In one sentence, to the opponent."""
    lead = round(choice.best.mean)
    you = "you" if players == 2 else "another"
    if lead == 0:
        stands = "the game is even"
    elif lead > 0:
        stands = f"it leads by {lead}"
    else:
        stands = f"{you} {'lead' if you == 'you' else 'leads'} by {-lead}"
    playing = "playing its best" if choice.move.action == choice.best.action else "keeping it close"
    return f"{playing}: {stands}"
