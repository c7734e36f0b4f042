"""Win shares of agents on many candidate boards.

All boards get the same deals (common random numbers), and on each deal every pair of agents sits once in every pair of
seats. What comes out does not depend on who plays the games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import combinations

import numpy as np

from footplate.agents import AgentLike, as_agent
from footplate.arena.deals import Request, games_per_deal, portable
from footplate.arena.results import GameResults
from footplate.arena.runners import Runner, make_runner
from footplate.arena.service import NOBODY, Watch, play_games
from footplate.arguments import instance, listed, seed_number, thread_count, whole
from footplate.boards import Board
from footplate.design.distance import Fairness, Floats, Tally, fairness
from footplate.errors import FootplateError


class Playing(AbstractContextManager["Playing"]):
    """Agents at a table, and who plays their games: threads, or a runner of the arena, such as a Ray cluster's, which
    stays open. Close it, or use it in a ``with`` block.

    With fewer ``players`` than agents all tables of so many of them play, and shares are those of the games of all.
    """

    def __init__(
        self,
        agents: Sequence[AgentLike],
        *,
        players: int | None = None,
        threads: int | None = None,
        runner: Runner | None = None,
    ) -> None:
        agents = listed("agents", agents, "a list of agents")
        threads = None if threads is None else thread_count(threads)
        self.agents = [as_agent(agent) for agent in agents]
        if len(self.agents) < 2:
            raise FootplateError("win shares are measured between two agents or more")
        self.players = len(self.agents) if players is None else whole("players", players, 2)
        if self.players > len(self.agents):
            raise FootplateError(f"{self.players} players at a table need as many agents, not {len(self.agents)}")
        self._tables = list(combinations(range(len(self.agents)), self.players))
        self.games_per_deal = games_per_deal(self.players) * len(self._tables)
        self._seated = portable(agents, self.agents)
        self._runner, self._is_own = runner or make_runner("threads", threads), runner is None

    def win_shares(self, boards: Sequence[Board], seed: int, deals: range, watch: Watch = NOBODY) -> Floats:
        """Shares of the wins by board, deal and agent; in a draw of n each of them has 1/n.

        Deal number d of a seed is the same on every board.
        """
        seed, boards = seed_number(seed), listed("boards", boards, "a list of boards")
        instance("deals", deals, range, "a range of numbers, such as range(100)")
        requests = [
            Request(board=board, agents=tuple(self._seated[i] for i in table), seed=seed, deals=deals)
            for board in boards
            for table in self._tables
        ]
        played = figures_by_deal(requests, self._runner, watch, lambda games: games.by_deal(games.shares))
        shares = np.zeros((len(boards), len(deals), len(self.agents)))
        for number, table in enumerate(self._tables):
            shares[:, :, table] += played[number :: len(self._tables)] / len(self._tables)
        return shares

    def fairness(self, board: Board, target: Floats, games: int, *, seed: int, watch: Watch = NOBODY) -> Fairness:
        """How one board plays in ``games``, rounded up to whole deals."""
        deals = range(self.deals_for(whole("games", games, 1)))
        found = fairness(target, Tally.of(self.win_shares([board], seed, deals, watch)[0]))
        return replace(found, games=len(deals) * self.games_per_deal)

    def deals_for(self, games: int) -> int:
        """How many deals give at least so many games."""
        return -(-games // self.games_per_deal)

    def close(self) -> None:
        if self._is_own:
            self._runner.close()
        for agent in self.agents:
            agent.close()

    def __exit__(self, *error: object) -> None:
        self.close()


def figures_by_deal(
    requests: Sequence[Request], runner: Runner, watch: Watch, measure: Callable[[GameResults], Floats]
) -> Floats:
    """By request, deal and figure what ``measure`` says of the games; all requests have the same number of deals."""
    found: list[list[Floats]] = [[] for _ in requests]
    for piece in play_games(requests, runner, watch):
        found[piece.number].append(measure(piece.results))
    return np.array([np.concatenate(parts) for parts in found])
