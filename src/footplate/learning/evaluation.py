"""How well a network plays: matches of the arena against named agents, on the same paired deals every time."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from footplate.agents import AgentLike, make_agent, read_spec
from footplate.agents.learned.agent import play_network
from footplate.agents.learned.network import Network
from footplate.arena import MatchResult, play_match
from footplate.arena.match import MatchInterrupted
from footplate.boards import load_board
from footplate.errors import FootplateError
from footplate.learning.progress import Evaluation, Match
from footplate.learning.settings import ENSEMBLE, PARTNERS, SCHEMES, Plan
from footplate.learning.trainer import Progress

ALONE = "alone"
_USUAL = ("random", "greedy", "planner")  # for a network that learns from itself
_SEED = 20_261_116  # of the deals; training never sees them but by chance


def opponents_of(plan: Plan) -> tuple[str, ...]:
    """Those whom a run is measured against, once for each number of players."""
    if plan.task.players == (1,):
        return (ALONE,)
    if plan.run.evaluate:
        return plan.run.evaluate
    named = tuple(name for name in plan.task.opponents if name not in SCHEMES)
    return named or (PARTNERS if plan.task.opponents == (ENSEMBLE,) else _USUAL)


def check_opponents(plan: Plan) -> None:
    """Raise what is wrong with the agents that a plan names, before anything is trained."""
    for name in opponents_of(plan):
        if name != ALONE:
            if read_spec(name).runs_foreign_code:
                raise FootplateError(
                    f"{name} runs a program of your own; networks are measured against Footplate's agents"
                )
            make_agent(name).close()


def evaluate(
    plan: Plan,
    network: Network,
    progress: Progress,
    elapsed: float,
    doing: Callable[[str], None] = lambda words: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Evaluation | None:
    """Play the network against every opponent; None if it was stopped. ``doing`` is called with what is going on."""
    began = time.perf_counter()
    board = load_board(plan.task.board)
    matches: list[Match] = []
    claimed = np.zeros(len(board.routes))
    games = 0
    for opponent in opponents_of(plan):
        for players in plan.task.players:
            doing(f"evaluating against {opponent}" if opponent != ALONE else "evaluating")
            agents: list[AgentLike] = [play_network(network), *[opponent] * (players - 1)]
            try:
                result = play_match(
                    board, agents, plan.run.evaluate_games, seed=_SEED, keep_finals=True, is_cancelled=is_stopped
                )
            except MatchInterrupted:
                return None
            claimed += claims(result)[: len(board.routes)]
            games += result.games
            name = opponent if len(plan.task.players) == 1 else f"{opponent}, {players} players"
            us = result.agents[0]
            matches.append(Match(name, result.games, us.win_rate, us.mean_score, 1 / players))
    return Evaluation(
        progress.iteration,
        progress.steps,
        progress.games,
        elapsed,
        time.perf_counter() - began,
        tuple(matches),
        tuple(np.round(claimed / max(games, 1), 4).tolist()),
    )


def claims(result: MatchResult, agent: int = 0) -> npt.NDArray[np.float64]:
    """In how many games an agent owned each route at the end; the match must have kept its ``finals``."""
    results = result.results
    mine: npt.NDArray[np.bool_] = results.owners == results.seat_of[:, agent, None] + 1
    games: npt.NDArray[np.float64] = mine.sum(axis=0, dtype=np.float64)
    return games
