"""Matches of compiled agents whose decisions are kept: how many steps each agent took in a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.agents.kernel_agent import all_compiled, kernel_errors, players_of
from footplate.agents.layout import WORK
from footplate.arena.deals import Batch, Request, deals_for, make_batch
from footplate.arena.kernels import Played, Room, play_many
from footplate.arena.metrics import METRICS
from footplate.arena.pairing import Pairing
from footplate.boards import Board
from footplate.engine.layout import STATE, new_records

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

LONGEST = 1024  # more decisions than a game on the small board has
RUNS, RUN_STEPS = 30, 1_000  # of the paper's tests: 30 runs of 1,000 steps
RUN_GAMES = 2_600  # enough for them


@dataclass(frozen=True)
class Timed:
    """Games of two agents, those of a deal one after the other. All by game and agent."""

    steps: Numbers  # decisions
    totals: Floats
    shares: Floats  # of the win
    is_first: npt.NDArray[np.bool_]

    def in_runs(self, runs: int = RUNS, steps: int = RUN_STEPS) -> Floats:
        """The first agent's win rate and mean score, by run: of the games that are over after so many of its steps.

        The game that is under way then counts nowhere. There may be fewer runs.
        """
        found, first, taken = [], 0, 0
        for i, length in enumerate(self.steps[:, 0].tolist()):
            taken += length
            if taken > steps:
                found.append((self.shares[first:i, 0].mean(), self.totals[first:i, 0].mean()))
                first, taken = i + 1, 0
        return np.array(found[:runs]).reshape(-1, 2)


def log_games(board: Board, agents: Sequence[str], games: int, seed: int) -> tuple[Batch, Played]:
    """A match of two compiled agents on paired deals, with all decisions."""
    pairing = Pairing(Request(board=board, agents=tuple(agents), seed=seed))
    bots = all_compiled(pairing.players, "play without an arena")
    batch = make_batch(2, seed, 0, deals_for(games, 2))
    n = len(batch.seeds)
    played = Played(
        totals=np.zeros((n, 2)), won=np.zeros(n, np.int64), decisions=np.zeros(n, np.int64),
        logs=np.zeros((n, LONGEST, 2), np.int16), finals=new_records(STATE, 0), metrics=new_records(METRICS, 0),
    )  # fmt: skip
    with kernel_errors(" or ".join(agents)):
        room = Room(new_records(STATE, 2), new_records(WORK, 2))
        play_many(pairing.tables.record, room, players_of(bots), batch, played)
    return batch, played


def play_timed(board: Board, agents: Sequence[str], games: int, seed: int) -> Timed:
    batch, played = log_games(board, agents, games, seed)
    seats = np.argsort(batch.agent_at, axis=1)  # by game and agent
    is_decision = np.arange(LONGEST) < played.decisions[:, None]
    steps = [((played.logs[:, :, 0] == p) & is_decision).sum(axis=1) for p in (0, 1)]
    won = (played.won[:, None] >> np.arange(2) & 1).astype(np.float64)
    by_seat = np.stack(steps, axis=1), played.totals, won / won.sum(axis=1, keepdims=True)
    taken, totals, shares = (np.take_along_axis(figures, seats, axis=1) for figures in by_seat)
    return Timed(taken, totals, shares, seats == 0)
