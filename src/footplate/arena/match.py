"""A match: agents against each other on paired deals, every agent in every seat of each deal."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from footplate.agents import AgentLike, Budget
from footplate.arena.deals import Request, deals_for
from footplate.arena.pairing import Pairing
from footplate.arena.play import (
    Listener,
    OnDecision,
    checked_agent_seeds,
    checked_budget,
    checked_listeners,
    seated,
    tell_listeners,
)
from footplate.arena.results import GameResults, MatchResult, join, measure
from footplate.arena.runners import make_runner
from footplate.arena.sequential import certainly_best, looks
from footplate.arena.service import Cancelled, Watch, play_games
from footplate.arguments import seed_number, thread_count, whole
from footplate.boards import Board, load_board

_LAST_DEAL = 1 << 48

Floats = npt.NDArray[np.float64]
Progress = Callable[[int], None]


class MatchInterrupted(KeyboardInterrupt):
    """A match was stopped, by Ctrl-C or by ``is_cancelled``. ``result`` has its whole deals so far; None if none."""

    def __init__(self, result: MatchResult | None) -> None:
        super().__init__()
        self.result = result


def play_match(
    board: Board | str | Path,
    agents: Sequence[AgentLike],
    games: int = 1000,
    *,
    seed: int = 0,
    agent_seeds: Sequence[int] | None = None,
    budget: Budget | None = None,
    threads: int | None = None,
    keep_records: bool = False,
    keep_finals: bool = False,
    keep_scores: bool = False,
    clock: bool = False,
    metrics: bool = False,
    until_certain: bool = False,
    first_deal: int = 0,
    listeners: Sequence[Listener] = (),
    progress: Progress = lambda games: None,
    is_cancelled: Callable[[], bool] = lambda: False,
    on_decision: OnDecision | None = None,
) -> MatchResult:
    """Play ``games`` (rounded up to whole deals) and measure them.

    On each deal every pair of agents sits once in every pair of seats. Agents are spec strings, or classes or objects
    of your own; compiled bots play on all cores, or on ``threads``. ``seed`` shuffles the deals; every agent's own
    chance and that of its searches follows from it, too, or from its own of the ``agent_seeds``. With
    ``until_certain`` the match ends as soon as it is certain which agent is best (see sequential.py). An agent that
    raises, answers with something illegal or takes longer than the ``budget`` allows loses that game;
    ``results.forfeits`` has the reasons. ``progress`` is told how many games have just ended. ``listeners`` see every
    game, replayed from its log in the order of the deals when all are played. ``on_decision`` is told every decision
    with its reasons, as it is made; then nobody plays in compiled code. ``keep_finals`` keeps the last positions,
    ``keep_scores`` what the points are for, and ``clock`` when each game began and ended: for that games are played
    one after the other, outside compiled code. ``first_deal`` leaves out the deals before it, which somebody has
    played already. Ctrl-C ends the match with ``MatchInterrupted``, which has the result so far; so does
    ``is_cancelled``, which is asked before every few games.
    """
    board = board if isinstance(board, Board) else load_board(board)
    players = seated(agents)
    games, first_deal = whole("games", games, 1), whole("first_deal", first_deal, 0, _LAST_DEAL)
    seed = seed_number(seed)
    threads = thread_count(threads if threads is not None else os.cpu_count() or 1)
    listeners = checked_listeners(listeners)
    request = Request(
        board=board,
        agents=tuple(players),
        seed=seed,
        agent_seeds=() if agent_seeds is None else checked_agent_seeds(agent_seeds, len(players)),
        budget=checked_budget(budget),
        on_decision=on_decision,
        metrics=metrics,
        keep_records=keep_records or bool(listeners),
        keep_finals=keep_finals,
        keep_scores=keep_scores,
        clock=clock,
    )
    Pairing(request).load()
    deals = deals_for(games, len(players))
    began = time.perf_counter()
    parts: list[GameResults] = []
    reached, is_interrupted = first_deal, False
    try:
        with closing(make_runner("threads", threads)) as runner:
            for look in looks(deals) if until_certain else (deals,):
                missing = replace(request, deals=range(reached, first_deal + look))
                for piece in play_games([missing], runner, Watch(progress, is_cancelled)):
                    if piece.first == reached:  # whatever lies behind a gap after Ctrl-C is lost
                        parts.append(piece.results)
                        reached += piece.results.seeds.size // request.games_per_deal
                if until_certain and certainly_best(_shares(parts)) is not None:
                    break
    except (KeyboardInterrupt, Cancelled):
        is_interrupted = True
    finally:
        for player in players:
            player.close()
    if not parts:
        raise MatchInterrupted(None)
    results, seconds = join(parts), time.perf_counter() - began
    if results.clock is not None:
        results = replace(results, clock=results.clock - began)
    for record in results.records if listeners else ():
        tell_listeners(listeners, record)
    names = [player.name for player in players]
    result = measure(board.name, names, seed, results, seconds, stopped_early=until_certain)
    result = replace(result, rules=board.rules_hash)
    if is_interrupted:
        raise MatchInterrupted(result)
    return result


def _shares(parts: Sequence[GameResults]) -> Floats:
    return np.concatenate([part.by_deal(part.shares) for part in parts])
