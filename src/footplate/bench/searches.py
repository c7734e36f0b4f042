"""How long a search takes: an iteration from the opening, on one thread and two, a decision in some time, a game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from itertools import zip_longest

from footplate.agents import Budget, Decision, make_agent
from footplate.agents.search.agent import SearchAgent
from footplate.arena.play import view_for
from footplate.bench.tasks import points_of_games
from footplate.bench.timing import Benchmark
from footplate.game import Game
from footplate.observation import Observation

_SMALL = {
    "cheating-mcts": "lab 1.97 µs, C++ 1.84 µs, published 11.4 µs",
    "ismcts": "lab 2.63 µs, C++ 2.49 µs, published 15.4 µs",
}
_USA = {"cheating-mcts": "lab 13.8 µs without longest path", "ismcts": "lab 17.3 µs without longest path"}

# Searches that keep the game close, by the Warwick report's names and constants, on its board and its rules.
_CLOSE_BOARD = "small:warwick+pairs"
_CLOSE_CONSTANTS = {"cheating-mcts": "cp=3,availability=false", "ismcts": "cp=4,availability=false"}
_CLOSE = {
    "": "",
    "ROSAS": "dda=rosas",
    "ROSAS with momentum": "dda=rosas,momentum=0.5",
    "POSAS": "dda=posas",
    "true ROSAS": "dda=true-rosas",
    "true POSAS": "dda=true-posas",
}
# For scale, in their order: an iteration, and a game with 30,000 of them a decision (Table 12.5); not of true variants.
_CLOSE_SCALES = {
    "cheating-mcts": (("11.37 µs", "2.63 s"), ("14.41 µs", "4.54 s"), ("12.36 µs", "3.81 s"), ("10.88 µs", "3.39 s")),
    "ismcts": (("15.42 µs", "3.88 s"), ("16.15 µs", "4.97 s"), ("15.88 µs", "4.86 s"), ("16.09 µs", "4.91 s")),
}


def search_tasks() -> Iterator[Benchmark]:
    for board, scales in (("small", _SMALL), ("usa", _USA)):
        for name, scale in scales.items():
            yield search_task(board, name, 30_000, 1, scale)
    for threads in (1, 2):
        yield search_task("small", "ismcts", 100_000, threads, clock_on_the_wall=True)
    yield decision_task("small", 50.0, 10)
    yield from close_tasks(30_000, 30_000, 2)


def close_tasks(iterations: int, iterations_of_games: int, games: int) -> Iterator[Benchmark]:
    """Iterations of the searches that keep the game close, and whole games of theirs."""
    for name, scales in _CLOSE_SCALES.items():
        for (variant, options), (iteration, game) in zip_longest(_CLOSE.items(), scales, fillvalue=("", "")):
            own = ",".join(filter(None, (_CLOSE_CONSTANTS[name], options)))
            called = f"{name} {variant}".rstrip()
            scale = f"published {iteration}" if iteration else ""
            yield search_task(_CLOSE_BOARD, name, iterations, 1, scale, options=own, called=called)
            scale = f"published {game}" if game else ""
            spec = f"{name}:iterations={iterations_of_games},{own}"
            yield game_task(_CLOSE_BOARD, spec, f"{called}, {iterations_of_games:,} iterations", games, scale)


def game_task(board: str, spec: str, called: str, games: int, scale: str) -> Benchmark:
    """Whole games of a search against base; the check value adds up the totals."""
    run = partial(points_of_games, board, lambda: [spec, "base"], games)
    return Benchmark(f"game, {called}, against base, {board}", games, run, scale)


def search_task(
    board: str,
    name: str,
    iterations: int,
    threads: int,
    scale: str = "",
    *,
    options: str = "",
    called: str = "",
    clock_on_the_wall: bool = False,
) -> Benchmark:
    """Iterations from the first decision of a game of two, with random playouts; the check value counts the visits."""
    game = Game(board, 2, seed=1)
    agent = make_agent(",".join(filter(None, (f"{name}:iterations={iterations},threads={threads}", options))))
    assert isinstance(agent, SearchAgent)
    view = view_for(agent, game, game.to_move)

    def run() -> int:
        agent.start(game.to_move, 1)
        found = agent.search(view, Budget(), 0.0)
        return sum(move.action * move.visits for move in found.moves())

    cores = f", {threads} core{'s' * (threads > 1)}" if clock_on_the_wall else ""
    clock = time.perf_counter if clock_on_the_wall else time.thread_time
    return Benchmark(
        f"search iteration, {called or name}, {board} 2 players{cores}", iterations, run, scale, clock=clock
    )


def is_sound(decision: object, observation: Observation) -> bool:
    """Whether a timed search chose a legal move that it had tried, with every iteration in the figures of some move.

    How many iterations fit in the time, and so which move is chosen, differs from run to run.
    """
    if not isinstance(decision, Decision):
        return False
    visits = {move["action"]: move["visits"] for move in decision.figures.get("moves", ())}
    legal = {action.text for action in observation.legal_actions()}
    tried = visits.get(decision.action.text, 0) > 0
    return tried and visits.keys() == legal and sum(visits.values()) == decision.figures["iterations"]


def decision_task(board: str, ms: float, decisions: int) -> Benchmark:
    """Decisions with a time budget, which should take just that; the check value counts those that are sound."""
    game = Game(board, 2, seed=1)
    agent = make_agent(f"ismcts:ms={ms}")
    observation = game.observe(game.to_move)

    def run() -> int:
        agent.start(game.to_move, 1)
        return sum(is_sound(agent.act(observation, Budget()), observation) for _ in range(decisions))

    return Benchmark(f"decision in {ms:g} ms, {board}", decisions, run, clock=time.perf_counter)
