"""Searching agents."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import numpy as np

from footplate.actions import Action
from footplate.agents.base import Budget, Decision, check_question
from footplate.agents.kernel_agent import KernelAgent, kernel_errors
from footplate.agents.kernels import Kernel, start_bot
from footplate.agents.search.evaluators import evaluator_of
from footplate.agents.search.evaluators.evaluator import Evaluator
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.search import search_kernel
from footplate.agents.search.searcher import Searcher
from footplate.engine.random import seed_stream
from footplate.errors import FootplateError
from footplate.observation import Observation

MOVES_SHOWN = 12


class SearchAgent(KernelAgent):
    """Searches before every decision. Without a time limit or threads of its own it plays matches in compiled code."""

    is_timed = True
    searcher: ClassVar[type[Searcher]] = Searcher  # with a time limit or threads

    def __init__(
        self,
        name: str,
        options: SearchOptions,
        *,
        evaluator: Evaluator | None = None,
        kernel: Kernel = search_kernel,
        cheats: bool = False,
    ) -> None:
        options.check(name)
        evaluator = evaluator or evaluator_of(options)
        super().__init__(
            name, kernel, options.numbers(),
            weights=evaluator.weights, asks=evaluator.addresses, cheats=cheats, decides_all=True,
        )  # fmt: skip
        self.options, self.evaluator, self.thinks = options, evaluator, options.budget
        self.plays_compiled = options.ms == 0 and options.threads == 1
        self._searchers: list[Searcher] = []

    def start(self, seat: int, seed: int) -> None:
        super().start(seat, seed)
        with self.alone:
            if not self._searchers:
                with kernel_errors(self.name):
                    self._searchers = [self.searcher(self.options, self.evaluator) for _ in range(self.options.threads)]
            for number, searcher in enumerate(self._searchers):
                own = seed if number == 0 else seed_stream(np.uint64(seed), number)
                start_bot(searcher.works[0], np.uint64(own))

    def act(self, observation: Observation, budget: Budget) -> Decision | Action:
        began = time.perf_counter()
        check_question(self, observation, budget)
        legal = observation.legal_actions()
        if len(legal) == 1:
            return Decision(legal[0], "the only move")
        with self.alone:
            self.fit(observation.tables)
            first = self.search(observation, budget, began)
            number = first.choose()
            action = observation.actions.action(number)
            figures = figures_of(observation, first, number, time.perf_counter() - began)
            in_points = observation.board.rules.race is None and self.options.payoff == "margin"
            return Decision(action, _reason(first, number, in_points=in_points), figures)

    def limits(self, budget: Budget) -> tuple[float, int]:
        """(seconds, iterations) for a decision: the lesser of its own and the budget's; ms replaces its iterations."""
        seconds = min(self.options.ms / 1000 or np.inf, budget.seconds or np.inf)
        own = 1 << 30 if self.options.ms else self.options.iterations
        return seconds, min(own, budget.iterations or own)

    def search(self, observation: Observation, budget: Budget, began: float) -> Searcher:
        """Search the position; what all threads found out is in the searcher that is returned."""
        if not self._searchers:
            raise FootplateError(f"{self.name} must be told first that a game begins: start(seat, seed), then act")
        seconds, most = self.limits(budget)
        share = -(-most // len(self._searchers))

        def work(searcher: Searcher) -> None:
            searcher.begin(observation.tables, observation.records)
            if seconds < np.inf or budget.stop:
                searcher.iterate_until(began + seconds, share, budget.stop)
            else:
                searcher.iterate(share)

        first, *others = self._searchers
        with self.alone, kernel_errors(self.name):
            if others:
                with ThreadPoolExecutor(len(self._searchers)) as pool:
                    list(pool.map(work, self._searchers))
                for other in others:
                    first.add(other)
            else:
                work(first)
        return first


def figures_of(observation: Observation, searcher: Searcher, chosen: int, seconds: float) -> dict[str, Any]:
    """The statistics of a search as plain data."""

    def text(number: int) -> str:
        return observation.actions.action(number).text

    return {
        "iterations": searcher.done,
        "nodes": searcher.n_nodes,
        "seconds": seconds,
        "moves": [
            {
                "action": text(move.action),
                "visits": move.visits,
                "mean": round(move.mean, 3),
                "spread": round(move.spread, 3),
                "win": round(move.win, 4),
            }
            for move in searcher.moves()[:MOVES_SHOWN]
        ],
        "line": [text(number) for number in searcher.line(chosen)],
    }


def _reason(searcher: Searcher, chosen: int, *, in_points: bool) -> str:
    """Only wins are told where the search doesn't count points. A race is searched for the player's own pace, which
    says nothing about others."""
    moves = searcher.moves()
    move = next(move for move in moves if move.action == chosen)
    ahead = f"ends {abs(move.mean):.1f} points {'ahead' if move.mean >= 0 else 'behind'} and "
    tries = f"{searcher.done:,} tries of {len(moves)} moves"
    return f"it {ahead if in_points else ''}wins {move.win:.0%} in the mean of {tries}"
