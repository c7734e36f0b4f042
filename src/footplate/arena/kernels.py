"""Many games between compiled bots, without leaving compiled code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footplate.agents.kernels import Players, ask, start_bot
from footplate.arena.deals import Batch
from footplate.arena.metrics import measure_game
from footplate.compile import jit
from footplate.engine.layout import OVER, Int, Record, Records
from footplate.engine.observe import observe, reveal
from footplate.engine.score import score_game, winners
from footplate.engine.setup import deal
from footplate.engine.step import step


class Room(NamedTuple):
    """Where a game is played."""

    states: Records  # the game itself, and what the player to move sees of it
    works: Records  # WORK records, by seat


class Played(NamedTuple):
    """What became of games. ``finals`` and ``metrics`` may have no room; for metrics a log must hold a whole game."""

    totals: npt.NDArray[np.float64]  # points, by game and seat
    won: npt.NDArray[np.int64]  # winners as a bit mask
    decisions: npt.NDArray[np.int64]  # how many
    logs: npt.NDArray[np.int16]  # the first decisions as (seat, action); by game, or one log that all games share
    finals: Records  # the last positions
    metrics: Records


@jit
def play_one(b: Record, room: Room, players: Players, agent_at: Record, seed: Int, log: Record) -> Int:
    """A game with deal ``seed``, in which agent_at[p] plays seat p; fills the log and returns the decisions."""
    states = room.states
    s, o = states[0], states[1]
    deal(b, s, seed)
    n = 0
    while s.phase != OVER:
        p = s.player
        if players.bots[agent_at[p], 0].cheats:
            reveal(states, p, states[1:])
        else:
            observe(b, states, p, states[1:])
        action = ask(players, agent_at[p], b, o, room.works[p])
        if n < len(log):
            log[n, 0], log[n, 1] = p, action
        step(b, s, action)
        n += 1
    return n


@jit
def play_many(b: Record, room: Room, players: Players, batch: Batch, played: Played) -> None:
    """The games of a batch."""
    s, w = room.states[0], room.works[0].scratch
    for g in range(batch.seeds.size):
        for p in range(b.n_players):
            start_bot(room.works[p], batch.agent_seeds[g, p])
        log = played.logs[g % len(played.logs)]
        n = play_one(b, room, players, batch.agent_at[g], batch.seeds[g], log)
        played.decisions[g] = n
        score_game(b, s, w, False)
        played.won[g] = winners(b, w)
        for p in range(b.n_players):
            played.totals[g, p] = w.total[p]
        if g < played.finals.size:
            played.finals[g] = room.states[0]
        if g < played.metrics.size:
            measure_game(b, room.states[1], log, n, batch.seeds[g], played.metrics[g])
