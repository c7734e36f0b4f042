"""Plays sample games and prints a hash of every byte on the way; run as a script, compiled or not (test_uncompiled)."""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from footplate.agents import make_agent
from footplate.agents.kernel_agent import kernels_of
from footplate.agents.kernels import ask
from footplate.boards import load_board
from footplate.engine.determinize import determinize
from footplate.engine.layout import ACTIONS, OVER, SCRATCH, STATE, new_records
from footplate.engine.moves import legal_actions
from footplate.engine.observe import observe
from footplate.engine.score import score_game, winners
from footplate.engine.setup import deal
from footplate.engine.step import step
from footplate.engine.tables import make_tables

SIMPLE = ("random", "greedy")
PLANNING = ("hoarder", "cf-combined", "hungry", "planner", "t2r-frugal")
SAMPLES = [("small", 2, SIMPLE), ("mini", 3, SIMPLE), ("t2r:different", 2, SIMPLE), ("new_york", 4, SIMPLE),
           ("usa_1910", 2, SIMPLE), ("usa", 5, SIMPLE), ("small", 2, PLANNING)]  # fmt: skip


def trace(name: str, players: int, names: tuple[str, ...], seed: int) -> str:
    b = make_tables(load_board(name), players).record
    work, sample = new_records(STATE, 2), new_records(STATE)
    w, acts = new_records(SCRATCH)[0], np.zeros(ACTIONS, np.uint16)
    kernels, others, bots = kernels_of([make_agent(bot) for bot in names])  # type: ignore[misc]
    s, o, hashed = work[0], work[1], hashlib.sha256()
    deal(b, s, np.uint64(seed))
    w.rng = np.uint64(seed)
    n = 0
    while s.phase != OVER:
        observe(b, work, s.player, work[1:])
        hashed.update(acts[: legal_actions(b, o, acts)].tobytes())
        sample[0] = work[1]
        determinize(b, sample[0], w)
        hashed.update(work.tobytes() + sample.tobytes())
        step(b, s, ask(kernels, others, (n // 3) % len(names), b, o, w, bots))
        n += 1
    score_game(b, s, w, True)
    hashed.update(w.score.tobytes() + w.total.tobytes() + bytes([int(winners(b, w))]))
    return f"{name} {players} {seed}: {n} decisions, {hashed.hexdigest()[:32]}"


if __name__ == "__main__":
    np.seterr(over="ignore")  # the generator wraps around, which compiled code does silently
    for name, players, names in SAMPLES:
        sys.stdout.write(trace(name, players, names, 11) + "\n")
