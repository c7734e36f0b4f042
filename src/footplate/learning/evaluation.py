"""How well a network plays: matches of the arena against named agents, on the same paired deals every time."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product

import numpy as np
import numpy.typing as npt

from footplate.agents import AgentLike, make_agent, read_spec
from footplate.agents.learned.agent import play_network
from footplate.agents.learned.map_network import AnyNetwork, MapNetwork
from footplate.arena import MatchResult, play_match
from footplate.arena.match import MatchInterrupted
from footplate.errors import FootplateError
from footplate.learning.boards import learning_boards
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
    network: AnyNetwork,
    progress: Progress,
    elapsed: float,
    doing: Callable[[str], None] = lambda words: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Evaluation | None:
    """Play the network against every opponent; None if it was stopped. ``doing`` is called with what is going on.

    A board that is named several times is played on once. A network for any map has no claims of one board, and plays
    with numbers of players that a board is made for.
    """
    began = time.perf_counter()
    plays_any, elsewhere = isinstance(network, MapNetwork), plan.run.evaluate_on
    named = learning_boards(elsewhere if plays_any and elsewhere else plan.task.board)
    boards = list({board.rules_hash: board for board in named}.values())
    numbers = [min(plan.task.players)] if plays_any and elsewhere else sorted(set(plan.task.players))
    matches: list[Match] = []
    claimed = np.zeros(0 if plays_any else len(boards[0].routes))
    games = 0
    for opponent, players, board in product(opponents_of(plan), numbers, boards):
        least, most = board.rules.players
        if plays_any and not least <= players <= most:
            continue
        name = opponent + (f" on {board.name}" if plays_any else "")
        doing(f"evaluating against {name}" if opponent != ALONE else "evaluating")
        agents: list[AgentLike] = [play_network(network), *[opponent] * (players - 1)]
        try:
            result = play_match(
                board, agents, plan.run.evaluate_games, seed=_SEED, keep_finals=True, is_cancelled=is_stopped
            )
        except MatchInterrupted:
            return None
        claimed += claims(result)[: claimed.size]
        games += result.games
        us, others = result.agents[0], result.agents[1:]
        theirs = others[0].mean_score if others else None
        named_fully = f"{name}, {players} players" if len(numbers) > 1 else name
        matches.append(Match(named_fully, result.games, us.win_rate, us.mean_score, 1 / players, theirs))
    shares = tuple(np.round(claimed / max(games, 1), 4).tolist())
    seconds = time.perf_counter() - began
    return Evaluation(progress.iteration, progress.steps, progress.games, elapsed, seconds, tuple(matches), shares)


def claims(result: MatchResult, agent: int = 0) -> npt.NDArray[np.float64]:
    """In how many games an agent owned each route at the end; the match must have kept its ``finals``."""
    results = result.results
    mine: npt.NDArray[np.bool_] = results.owners == results.seat_of[:, agent, None] + 1
    games: npt.NDArray[np.float64] = mine.sum(axis=0, dtype=np.float64)
    return games
