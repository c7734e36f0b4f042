"""What the benchmark times inside this process: the engine's steps, random games, matches, games, maps."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count

import numpy as np

from footplate.actions import Action
from footplate.agents import Agent, AgentLike, Budget
from footplate.arena import play_game, play_match
from footplate.bench import kernels
from footplate.bench.positions import dense_networks, observations, positions, tables_of
from footplate.bench.timing import Benchmark
from footplate.boards import load_board
from footplate.encoders import make_actions, make_encoding
from footplate.engine.batch import Batch
from footplate.engine.layout import OVER, SCRATCH, STATE, new_records
from footplate.engine.playout import random_games
from footplate.engine.tables import make_tables
from footplate.maps.geometry import lay_out
from footplate.observation import Observation

SILVA = ("one-step", "path", "long-route", "hungry")


def engine_tasks() -> Iterator[Benchmark]:
    yield copy_task()
    for board, scale in (("small:warwick+pairs", "148.86"), ("mini", "134.49"), ("new_york:warwick", "243.25")):
        yield copy_task(board, scale=f"published {scale} ns")
    yield random_games_task("small", 2, 20_000, "lab 1.9 µs")
    yield random_games_task("new_york", 2, 10_000, "lab 300,000/s")
    yield random_games_task("usa", 2, 2_000, "lab 49,700/s, Rust 15,200/s, best Python 470/s")
    yield random_games_task("usa", 4, 1_000, "lab 21,800/s, Rust 8,700/s")
    for threads in (1, 2):
        yield batch_task("usa", 2, 2_000, threads)
    for board in ("small", "usa"):
        yield from position_tasks(board, times=100)
    yield trail_task(times=2)
    for players in (2, 5):
        yield step_task("usa", players, "features", "lean", 100_000)
    yield step_task("small", 2, "features", "lean", 500_000)
    yield step_task("small", 2, "vector", "full", 2_000_000, "lab 4.5 to 6.5 million/s, best public 5,700/s")


def match_tasks() -> Iterator[Benchmark]:
    for board, bot, games in (("small", "random", 20_000), ("usa", "random", 4_000), ("usa", "greedy", 500)):
        for threads in (1, 2):
            yield match_task(board, [bot, bot], games, threads)
    yield match_task("small:warwick", ["base", "base"], 5_000, 1)
    yield match_task("usa", SILVA, 240, 1, "the bots' own engine 3 random games/s")
    yield match_task("usa", ["planner", "planner"], 200, 1, "best public planner 70 games/s")
    yield friendly_task("small", 20)
    yield friendly_task("usa", 4)


def board_tasks() -> Iterator[Benchmark]:
    yield candidate_task("usa", 200)
    for board in ("small", "new_york", "usa"):
        yield map_task(board, 868, 560)


def copy_task(board: str = "", copies: int = 1_000_000, scale: str = "lab 13 ns") -> Benchmark:
    """Copies of blank states, or of two positions of a board; a state has the same size on all of them."""
    states = new_records(STATE, 257)  # two originals and an odd number of places: each place gets both
    if board:
        states[:2] = positions(tables_of(board, 2), 2)
    what = f"copy a state, {board}" if board else "copy a state"
    return Benchmark(what, copies, lambda: int(kernels.copy_states(states, copies)), scale)


def random_games_task(board: str, players: int, games: int, scale: str = "") -> Benchmark:
    """Deal, random play and full scoring; the check value is a weighted sum of all scores."""
    tables, work, w = tables_of(board, players), new_records(STATE), new_records(SCRATCH)[0]

    def run() -> int:
        w.rng = 0
        return int(random_games(tables.record, work, w, 1, games)[1])

    return Benchmark(f"random game, {board} {players} players", games, run, scale)


def batch_task(board: str, players: int, games: int, threads: int) -> Benchmark:
    """The same side by side: one call deals all games, one takes a step in each; each has chance of its own."""
    batch = Batch(load_board(board), players, games, threads=threads)

    def run() -> int:
        batch.deal(range(1, games + 1))
        while not batch.over.all():
            batch.step(batch.random_actions())
        return int((batch.scores().totals @ range(1, players + 1)).sum())

    cores = f"{threads} core{'s' * (threads > 1)}"
    what = f"random game, {games} in a batch, {board} {players} players, {cores}"
    return Benchmark(what, games, run, clock=time.perf_counter)


def position_tasks(board: str, times: int) -> Iterator[Benchmark]:
    """Single steps, on positions of random games of two players."""
    tables = tables_of(board, 2)
    b, w, out = tables.record, new_records(SCRATCH)[0], new_records(STATE)
    states = positions(tables)
    seen = observations(tables, states)
    mask = np.zeros(b.n_actions, np.bool_)

    def task(what: str, kernel: Callable[..., int], *arguments: object) -> Benchmark:
        def run() -> int:
            w.rng = 0
            return int(kernel(b, *arguments, times))

        return Benchmark(f"{what}, {board}", times * len(states), run)

    yield task("list legal actions", kernels.list_actions, states, w)
    yield task("mask of legal actions", kernels.mask_states, states, w, mask)
    yield task("random legal action", kernels.choose_actions, states, w)
    yield task("observe", kernels.observe_states, states, out)
    yield task("copy and determinize", kernels.fill_in, seen, out, w)


def step_task(board: str, players: int, encoder: str, code: str, steps: int, scale: str = "") -> Benchmark:
    """A step of an environment on one core: the action, the mask of the next ones, what the player to move sees."""
    tables, states, w = tables_of(board, players), new_records(STATE, 256), new_records(SCRATCH)[0]
    encoding, actions = make_encoding(encoder, tables), make_actions(code, tables)
    memory, row, mask = encoding.new_memory(256), np.zeros(encoding.size, np.int8), np.zeros(actions.size, np.bool_)

    def run() -> int:
        w.rng, states["phase"] = 0, OVER
        return int(kernels.decide(tables.record, states, w, actions.number, memory, row, mask, steps))

    return Benchmark(f"step, {encoder} and {code}, {board} {players} players", steps, run, scale)


def trail_task(times: int) -> Benchmark:
    tables, w = tables_of("usa", 2), new_records(SCRATCH)[0]
    networks = dense_networks(tables)

    def run() -> int:
        return int(kernels.measure_trails(tables.record, networks, w, times))

    return Benchmark("longest path, dense usa network", times * len(networks), run, "lab 161 µs")


def match_task(board: str, bots: Sequence[str], games: int, threads: int, scale: str = "") -> Benchmark:
    def run() -> int:
        totals = play_match(board, bots, games, threads=threads).results.totals
        return int((totals @ range(1, len(bots) + 1)).sum())

    cores = "1 core" if threads == 1 else f"{threads} cores"
    who = f"{bots[0]} twice" if len(bots) == 2 else ", ".join(bots)
    return Benchmark(f"match, {who}, {board}, {cores}", games, run, scale, clock=time.perf_counter)


class PythonBot(Agent):
    """A random bot as a user would write it."""

    name = "python"

    def start(self, seat: int, seed: int) -> None:
        self._chance = random.Random(seed)

    def act(self, observation: Observation, budget: Budget) -> Action:
        return self._chance.choice(observation.legal_actions())


def points_of_games(board: str, agents: Callable[[], Sequence[AgentLike]], games: int) -> int:
    """Play games of two; a weighted sum of their points."""
    check = 0
    for seed in range(games):
        outcome = play_game(board, agents(), seed).outcome()
        assert outcome is not None
        check += int(outcome.totals[0] + 2 * outcome.totals[1])
    return check


def friendly_task(board: str, games: int) -> Benchmark:
    run = partial(points_of_games, board, lambda: [PythonBot(), PythonBot()], games)
    return Benchmark(f"game of Python bots, {board}", games, run)


def candidate_task(name: str, candidates: int) -> Benchmark:
    """New boards, each with another name and another value on a ticket, made from values, checked and tabulated."""
    board = load_board(name)
    (first, *others), number = board.tickets, count()

    def run() -> int:
        check = 0
        for i in range(candidates):
            tickets = (replace(first, points=1 + i % 100), *others)
            candidate = replace(board, name=f"candidate-{next(number)}", tickets=tickets, file=None)
            tables = make_tables(candidate, 2)
            check += int(tables.bare["n_claims"][0]) + int(tables.bare["ticket_points"][0, 0])
        return check

    return Benchmark(f"board from values to tables, {name}", candidates, run)


def map_task(name: str, width: float, height: float) -> Benchmark:
    """A board laid out for a page of a new size; the check value adds up where its cars and names are, in pixels."""
    board = load_board(name)

    def run() -> int:
        geometry = lay_out(board, width, height)
        cars = sum(car.x + 2 * car.y for route in geometry.routes for car in route.cars)
        return round(cars + sum(city.label.x + 2 * city.label.baselines[0] for city in geometry.cities))

    return Benchmark(f"map laid out, {name}", 1, run)
