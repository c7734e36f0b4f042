"""Many games between compiled bots, without leaving compiled code."""

from __future__ import annotations

from typing import Any

from footplate.agents.kernels import ask, start_bot
from footplate.arena.metrics import measure_game
from footplate.engine.jit import jit
from footplate.engine.layout import OVER, Int, Record
from footplate.engine.observe import observe, reveal
from footplate.engine.score import score_game, winners
from footplate.engine.setup import deal
from footplate.engine.step import step


@jit
def play_one(
    b: Record,
    work: Record,
    scratch: Record,
    kernels: Any,
    others: Any,
    bots: Record,
    agent_at: Record,
    seed: Int,
    log: Record,
) -> Int:
    """A game in work[0], observed in work[1]; agent_at[p] plays seat p with scratch[p]. Returns the decisions.

    The first ``len(log)`` decisions are written to ``log`` as (seat, action).
    """
    s, o = work[0], work[1]
    deal(b, s, seed)
    n = 0
    while s.phase != OVER:
        p = s.player
        if bots[agent_at[p], 0].cheats:
            reveal(work, p, work[1:])
        else:
            observe(b, work, p, work[1:])
        action = ask(kernels, others, agent_at[p], b, o, scratch[p], bots)
        if n < len(log):
            log[n, 0], log[n, 1] = p, action
        step(b, s, action)
        n += 1
    return n


@jit
def play_many(
    b: Record,
    work: Record,
    scratch: Record,
    kernels: Any,
    others: Any,
    bots: Record,
    agent_at: Record,
    seeds: Record,
    agent_seeds: Record,
    totals: Record,
    won: Record,
    decisions: Record,
    logs: Record,
    finals: Record,
    metrics: Record,
) -> None:
    """Game g: deal seeds[g], seat p is agent agent_at[g, p] with chance from agent_seeds[g, p].

    Fills totals[g, p], won[g] (winners as a bit mask), decisions[g], logs[g] (or one log that all games share) and,
    where there is room, finals[g] (the last position) and metrics[g], for which a log must hold a whole game.
    """
    w = scratch[0]
    for g in range(seeds.size):
        for p in range(b.n_players):
            start_bot(scratch[p], agent_seeds[g, p])
        log = logs[g % len(logs)]
        decisions[g] = play_one(b, work, scratch, kernels, others, bots, agent_at[g], seeds[g], log)
        score_game(b, work[0], w, False)
        won[g] = winners(b, w)
        for p in range(b.n_players):
            totals[g, p] = w.total[p]
        if g < finals.size:
            finals[g] = work[0]
        if g < metrics.size:
            measure_game(b, work[1], log, decisions[g], seeds[g], metrics[g])
