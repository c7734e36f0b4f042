"""Plays sample games and prints a hash of every byte on the way; run as a script, compiled or not (test_uncompiled)."""

from __future__ import annotations

import hashlib
import sys
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

from footplate.agents import make_agent
from footplate.agents.kernel_agent import players_of
from footplate.agents.kernels import ask, start_bot
from footplate.agents.layout import WORK
from footplate.boards import load_board
from footplate.engine.determinize import determinize
from footplate.engine.layout import ACTIONS, OVER, STATE, new_records
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
    b = unchanging(make_tables(load_board(name), players).record)
    work, sample = new_records(STATE, 2), new_records(STATE)
    w, acts = new_records(WORK)[0], np.zeros(ACTIONS, np.uint16)
    agents = [make_agent(bot) for bot in names]
    bots = players_of(agents)  # type: ignore[arg-type]
    s, o, hashed = work[0], work[1], hashlib.sha256()
    deal(b, s, np.uint64(seed))
    start_bot(w, np.uint64(seed))
    n = 0
    while s.phase != OVER:
        observe(b, work, s.player, work[1:])
        hashed.update(acts[: legal_actions(b, o, acts)].tobytes())
        sample[0] = work[1]
        determinize(b, sample[0], w.scratch)
        hashed.update(work.tobytes() + sample.tobytes())
        step(b, s, ask(bots, (n // 3) % len(names), b, unchanging(o), w))
        n += 1
    score = w.scratch
    score_game(b, s, score, True)
    hashed.update(score.score.tobytes() + score.total.tobytes() + bytes([int(winners(b, score))]))
    return f"{name} {players} {seed}: {n} decisions, {hashed.hexdigest()[:32]}"


def unchanging(record: Any) -> Any:
    """For plain Python, the fields of a record that nobody changes meanwhile, read once."""
    assert record.dtype.names
    return SimpleNamespace(**{n: record[n] for n in record.dtype.names}) if numba.config.DISABLE_JIT else record


def read_fields_fast() -> None:
    """For plain Python, which reads a field a million times in a game: numpy looks into a record's fields last."""
    by_name, slowly = np.void.__getitem__, np.record.__getattribute__

    def read(record: np.record, name: str) -> Any:
        try:
            found = by_name(record, name)
        except (IndexError, KeyError, ValueError):  # not a field
            return slowly(record, name)
        return found if found.dtype.names is None else slowly(record, name)

    np.record.__getattribute__ = read  # type: ignore[method-assign]


if __name__ == "__main__":
    read_fields_fast()
    np.seterr(over="ignore")  # the generator wraps around, which compiled code does silently
    for name, players, names in SAMPLES:
        sys.stdout.write(trace(name, players, names, 11) + "\n")
