"""The benchmark's check values are the same on every run and machine, and what it times is what it says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from typer.testing import CliRunner, Result

import footplate.bench
from footplate.agents import Budget, Decision, make_agent
from footplate.arena import play_match
from footplate.bench import report
from footplate.bench.environments import environment_task
from footplate.bench.networks import rows_task, tries_task
from footplate.bench.positions import dense_networks, observations, positions, tables_of
from footplate.bench.searches import close_tasks, decision_task, is_sound, search_task
from footplate.bench.starts import commands_in, start_tasks
from footplate.bench.tasks import (
    SILVA,
    batch_task,
    candidate_task,
    copy_task,
    friendly_task,
    map_task,
    match_task,
    position_tasks,
    random_games_task,
    step_task,
    trail_task,
)
from footplate.bench.timing import Benchmark, Line, UnstableCheck, measure
from footplate.cli.main import app
from footplate.engine.layout import ACTIONS, OVER, SECOND_CARD, TURN
from footplate.engine.moves import legal_actions
from footplate.engine.routes import owner
from footplate.game import Game
from footplate.records import digest_of

CHECK_VALUES = {
    "copy a state": 49397,
    "copy a state, new_york": 49397,
    "random game, small 2 players": 143,
    "random game, new_york 2 players": -49,
    "random game, usa 2 players": -5178,
    "random game, usa 4 players": -5924,
    "random game, 20 in a batch, usa 2 players, 1 core": -4659,
    "random game, 20 in a batch, usa 2 players, 2 cores": -4659,
    "list legal actions, small": 159047,
    "mask of legal actions, small": 2597,
    "random legal action, small": 5221,
    "observe, small": 40072,
    "copy and determinize, small": 8524,
    "list legal actions, usa": 1222148,
    "mask of legal actions, usa": 3536,
    "random legal action, usa": 21311,
    "observe, usa": 40145,
    "copy and determinize, usa": 7986,
    "longest path, dense usa network": 2547,
    "step, features and lean, usa 2 players": 77463,
    "step, vector and full, small 2 players": 28155,
    "search iteration, ismcts, small 2 players": 3638,
    "search iteration, cheating-mcts, usa 2 players": 2993,
    "search iteration, ismcts, small 2 players, 2 cores": 3518,
    "decision in 2 ms, small": 3,
    "search iteration, cheating-mcts, small:warwick+pairs 2 players": 2793,
    "game, cheating-mcts, 30 iterations, against base, small:warwick+pairs": 55,
    "search iteration, cheating-mcts ROSAS, small:warwick+pairs 2 players": 2793,
    "game, cheating-mcts ROSAS, 30 iterations, against base, small:warwick+pairs": 46,
    "search iteration, cheating-mcts ROSAS with momentum, small:warwick+pairs 2 players": 2793,
    "game, cheating-mcts ROSAS with momentum, 30 iterations, against base, small:warwick+pairs": 40,
    "search iteration, cheating-mcts POSAS, small:warwick+pairs 2 players": 2793,
    "game, cheating-mcts POSAS, 30 iterations, against base, small:warwick+pairs": 50,
    "search iteration, cheating-mcts true ROSAS, small:warwick+pairs 2 players": 3139,
    "game, cheating-mcts true ROSAS, 30 iterations, against base, small:warwick+pairs": 54,
    "search iteration, cheating-mcts true POSAS, small:warwick+pairs 2 players": 3185,
    "game, cheating-mcts true POSAS, 30 iterations, against base, small:warwick+pairs": 47,
    "search iteration, ismcts, small:warwick+pairs 2 players": 2808,
    "game, ismcts, 30 iterations, against base, small:warwick+pairs": 48,
    "search iteration, ismcts ROSAS, small:warwick+pairs 2 players": 2808,
    "game, ismcts ROSAS, 30 iterations, against base, small:warwick+pairs": 59,
    "search iteration, ismcts ROSAS with momentum, small:warwick+pairs 2 players": 2808,
    "game, ismcts ROSAS with momentum, 30 iterations, against base, small:warwick+pairs": 42,
    "search iteration, ismcts POSAS, small:warwick+pairs 2 players": 2808,
    "game, ismcts POSAS, 30 iterations, against base, small:warwick+pairs": 44,
    "search iteration, ismcts true ROSAS, small:warwick+pairs 2 players": 2998,
    "game, ismcts true ROSAS, 30 iterations, against base, small:warwick+pairs": 42,
    "search iteration, ismcts true POSAS, small:warwick+pairs 2 players": 3050,
    "game, ismcts true POSAS, 30 iterations, against base, small:warwick+pairs": 39,
    "actor and critic of 20 x 20, small, 7 rows at once": 82,
    "try of a search with 20 x 20, small 2 players, 16 at once": 352,
    "match, random twice, small, 1 core": 301,
    "match, random twice, small, 2 cores": 301,
    "match, greedy twice, usa, 2 cores": 972,
    "match, one-step, path, long-route, hungry, usa, 1 core": 18410,
    "environment step, small, vector, full, 8 games": 145,
    "environment step, usa, features, lean, 4 games": 31,
    "environment step, usa, features, lean, 2 games of planner": 843,
    "environment step, small, vector, full, 8 games against greedy": 192,
    "game of Python bots, small": 21,
    "board from values to tables, usa": 10655,
    "map laid out, small": 24685,
}


# Every kind of line, at a fraction of its size; those of a group are made together.
SMALL_TASKS: list[Callable[[], Iterable[Benchmark]]] = [
    lambda: [copy_task(copies=1000), copy_task("new_york", 1000)],
    lambda: [random_games_task(*table, 20) for table in (("small", 2), ("new_york", 2), ("usa", 2), ("usa", 4))],
    lambda: [batch_task("usa", 2, 20, threads) for threads in (1, 2)],
    lambda: position_tasks("small", times=1),
    lambda: position_tasks("usa", times=1),
    lambda: [trail_task(times=1)],
    lambda: [step_task("usa", 2, "features", "lean", 2000)],
    lambda: [step_task("small", 2, "vector", "full", 2000)],
    lambda: [search_task("small", "ismcts", 300, threads=1)],
    lambda: [search_task("usa", "cheating-mcts", 200, threads=1)],
    lambda: [search_task("small", "ismcts", 300, threads=2, clock_on_the_wall=True)],
    lambda: [decision_task("small", 2.0, 3)],
    lambda: close_tasks(200, 30, 1),
    lambda: [rows_task("small", (20, 20), 7, 2)],
    lambda: [tries_task("small", (20, 20), 16, 100)],
    lambda: [match_task("small", ["random"] * 2, 40, threads=threads) for threads in (1, 2)],
    lambda: [match_task("usa", ["greedy"] * 2, 4, threads=2)],
    lambda: [match_task("usa", SILVA, 24, threads=1)],
    lambda: [environment_task("small", "vector", "full", 8, 40)],
    lambda: [environment_task("usa", "features", "lean", 4, 10)],
    lambda: [environment_task("usa", "features", "lean", 2, 160, teacher="planner")],
    lambda: [environment_task("small", "vector", "full", 8, 40, opponents=["greedy"])],
    lambda: [friendly_task("small", 2)],
    lambda: [candidate_task("usa", 10)],
    lambda: [map_task("small", 500, 400)],
]  # fmt: skip


@pytest.mark.parametrize("group", range(len(SMALL_TASKS)))
def test_every_repeat_gives_the_same_check_value(group: int) -> None:
    tasks = list(SMALL_TASKS[group]())
    assert tasks
    for task in tasks:
        line = measure(task, 0)  # raises if the second run differs from the first
        assert line.seconds > 0
        assert line.check == CHECK_VALUES[line.what]


def test_there_is_a_check_value_for_every_line() -> None:
    assert sorted(task.what for make in SMALL_TASKS for task in make()) == sorted(CHECK_VALUES)


def test_work_that_changes_is_found_out() -> None:
    values = iter(range(10))
    with pytest.raises(UnstableCheck, match="was 0, and then 1"):
        measure(Benchmark("drifting", 1, lambda: next(values)), 0)


def test_the_quickest_run_counts_and_is_divided_by_the_amount() -> None:
    ticks = iter([0.0, 9.0, 10.0, 14.0])
    runs: list[str] = []

    def run() -> int:
        runs.append("run")
        return 7

    task = Benchmark("work", 4, run, "lab 1 s", clock=lambda: next(ticks))
    assert measure(replace(task, once=True), 100) == Line("work", 9 / 4, 7, "lab 1 s")
    assert len(runs) == 1
    assert measure(task, 0) == Line("work", 4 / 4, 7, "lab 1 s")
    assert len(runs) == 3  # one of them to warm up


@pytest.mark.parametrize(
    ("seconds", "text"), [(13.2e-9, "13.2 ns"), (2.1e-6, "2.1 µs"), (0.0258, "25.8 ms"), (31.0, "31.00 s")]
)
def test_times_have_a_unit_that_suits_them(seconds: float, text: str) -> None:
    assert Line("x", seconds, 0, "").time == text


def test_positions_are_of_all_kinds() -> None:
    tables = tables_of("usa", 2)
    states = positions(tables)
    phases = {int(state.phase) for state in states}
    assert {TURN, SECOND_CARD} <= phases
    assert OVER not in phases
    assert {int(state.player) for state in states} == {0, 1}
    assert len({state.tobytes() for state in states}) == len(states)


def test_the_list_is_the_games_list() -> None:
    """The check value of "list legal actions", counted again here."""
    tables = tables_of("small", 2)
    acts = np.empty(ACTIONS, np.uint16)
    check = 0
    for state in positions(tables):
        n = int(legal_actions(tables.record, state, acts))
        check += n * int(acts[n - 1])
    assert check == CHECK_VALUES["list legal actions, small"]


def test_observations_hide_the_deck() -> None:
    tables = tables_of("usa", 2)
    states = positions(tables, 30)
    seen = observations(tables, states)
    assert states.deck.any()
    for state in seen:  # beyond deck_n there may be what the seat has seen come out of the deck
        assert not state.deck[: state.deck_n].any()
    assert (seen.observer == states.player).all()


def test_dense_networks_are_what_a_player_could_have() -> None:
    tables = tables_of("usa", 2)
    networks = dense_networks(tables, 10)
    assert len({network.route.tobytes() for network in networks}) == 10
    for network in networks:
        routes = [route for r, route in enumerate(tables.board.routes) if owner(network, r) == 0]
        cities = {city for route in routes for city in (route.a, route.b)}
        assert 40 <= sum(route.length for route in routes) <= tables.board.rules.trains
        assert len({frozenset((route.a, route.b)) for route in routes}) == len(routes)
        assert len(routes) >= len(cities) + 3  # at least four circles
        assert nx.is_connected(nx.Graph((route.a, route.b) for route in routes))


def test_aims_choose_the_move_and_only_true_ones_the_way_to_it() -> None:
    for name in ("cheating-mcts", "ismcts"):
        checks = [value for what, value in CHECK_VALUES.items() if what.startswith(f"search iteration, {name}")
                  and "warwick" in what]  # fmt: skip
        assert len(set(checks[:4])) == 1
        assert len(set(checks)) == 3


def test_a_match_line_counts_what_the_match_says() -> None:
    totals = play_match("small", ["random", "random"], 40).results.totals
    assert totals[:, 0].sum() + 2 * totals[:, 1].sum() == CHECK_VALUES["match, random twice, small, 1 core"]


def test_starts_do_what_they_say() -> None:
    listed, first_moves = (task.run() for task in start_tasks(cold=False))
    game, bot = Game("usa", 2, seed=1), make_agent("greedy")
    for seat in (0, 1):
        bot.start(seat, 1)
        game.push(bot.act(game.observe(seat), Budget()).text)  # type: ignore[union-attr]
    commands = len(app.registered_commands) + len(app.registered_groups)
    assert (listed, first_moves) == (f"{commands} commands", digest_of(game))
    assert commands_in("Usage: footplate [OPTIONS]\n│ play  Play.\n│ --help  Show.\n│       the end  │") == "1 commands"
    assert [task.what for task in start_tasks(cold=True)][2:] == [
        "compile everything, cold",
        "first start and two games against adaptive on usa, cold",
    ]


def test_a_wrong_decision_in_time_changes_the_check_value() -> None:
    observation = Game("small", 2, seed=1).observe(0)
    agent = make_agent("ismcts:iterations=100")
    agent.start(0, 1)
    decision = agent.act(observation, Budget())
    assert isinstance(decision, Decision)
    assert is_sound(decision, observation)
    figures = decision.figures
    first, *others = figures["moves"]
    for wrong in (
        decision.action,  # nothing is known of the search
        replace(decision, figures={}),
        replace(decision, action=Game("small", 2, seed=1).actions.action(0)),  # not legal here
        replace(decision, figures={**figures, "iterations": 99}),
        replace(decision, figures={**figures, "moves": others}),
        replace(decision, figures={**figures, "moves": [{**first, "visits": 0}, *others], "iterations": 0}),
    ):
        assert not is_sound(wrong, observation)


# ---------------------------------------------------------------- the command


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["bench", *words])


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, bool]]:
    """The command measures two small tasks only; the list says what it was asked for."""
    calls: list[tuple[float, bool]] = []

    def two_lines(seconds: float, *, cold: bool, only: str) -> Iterator[Line]:
        calls.append((seconds, cold))
        yield measure(copy_task(copies=1000), 0)
        yield measure(random_games_task("usa", 2, 20, "lab 49,700/s"), 0)

    monkeypatch.setattr(footplate.bench, "benchmark", two_lines)
    return calls


def test_the_command_prints_a_table(asked: list[tuple[float, bool]]) -> None:
    result = run("--quick")
    assert result.exit_code == 0, result.output
    for text in ("random game, usa 2 players", "-5178", "49397", "lab 49,700/s", "not in this run", "processor"):
        assert text in " ".join(result.stdout.split())
    assert asked == [(0.1, False)]


def test_the_command_prints_json(asked: list[tuple[float, bool]]) -> None:
    data = json.loads(run("--json", "--seconds", "0.5").stdout)
    assert asked == [(0.5, True)]
    assert [line["check"] for line in data["lines"]] == [49397, -5178]
    assert all(line["per_second"] == pytest.approx(1 / line["seconds"]) for line in data["lines"])
    assert data["lines"][1]["scale"] == "lab 49,700/s"
    assert {"date", "processor", "cores", "python", "numba", "footplate", "bounds checks"} <= set(data["machine"])


def test_the_benchmark_has_every_line_that_is_asked_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "measure", lambda task, seconds: task.what)
    lines = [str(line) for line in report.benchmark(0, cold=True)]
    assert len(set(lines)) == len(lines)
    for what in (
        "copy a state", "copy a state, small:warwick+pairs", "copy a state, mini", "copy a state, new_york:warwick",
        "search iteration, ismcts true POSAS, small:warwick+pairs", "game, cheating-mcts ROSAS with momentum, 30,000",
        "random game, small 2", "random game, new_york 2", "random game, usa 2", "random game, usa 4",
        "in a batch, usa 2 players, 1 core", "in a batch, usa 2 players, 2 cores",
        "list legal actions", "mask of legal actions", "observe", "determinize", "longest path",
        "match, random twice, small, 1 core", "match, random twice, small, 2 cores", "match, greedy twice, usa, 2",
        "game of Python bots", "board from values to tables, usa", "map laid out, usa",
        "--help, warm", "first moves on usa, warm", "compile everything, cold",
        "two games against adaptive on usa, cold",
    ):  # fmt: skip
        assert any(what in line for line in lines), what


def test_some_of_the_lines_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "measure", lambda task, seconds: task.what)
    lines = [str(line) for line in report.benchmark(0, cold=True, only="copy a state")]
    assert len(lines) == 4
    assert all(line.startswith("copy a state") for line in lines)
    monkeypatch.setattr(footplate.bench, "benchmark", lambda seconds, *, cold, only: iter(()))
    result = run("--only", "hovercraft")
    assert result.exit_code == 2
    assert "no line's name contains 'hovercraft'" in " ".join(result.stderr.split())


def test_help_has_an_example() -> None:
    assert "Example: footplate bench" in run("--help").stdout
    assert run("--seconds", "-1").exit_code == 2
