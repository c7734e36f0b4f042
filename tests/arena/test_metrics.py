"""Figures of single games: against a slow twin that watches through Game, and in positions that can be read."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
import numpy as np
import pytest

from footplate.agents import make_agent
from footplate.arena import Listener, play_game, play_match
from footplate.events import Event
from footplate.game import Game
from tests.support.asking import ThroughGame


class Watcher(Listener):
    """The obvious way to measure, with networkx: what each ticket still costs, before and after each claim."""

    def __init__(self) -> None:
        self.games: list[dict[str, object]] = []

    def before(self, game: Game, names: Sequence[str]) -> None:
        self._lead_changes, self._leader = 0, None
        self._blocks = [0] * game.players
        self._costs = self._all_costs(game)

    def step(self, game: Game, event: Event) -> None:
        costs = self._all_costs(game)
        for seat, tickets in enumerate(costs):
            before = self._costs[seat]
            worse = [t for t in tickets if t in before and 0 < before[t] < np.inf and tickets[t] > before[t]]
            if seat != event.seat and worse:
                self._blocks[event.seat] += 1
        self._costs = costs
        points = [int(p) for p in game.record.points[: game.players]]
        leaders = [seat for seat, p in enumerate(points) if p == max(points)]
        if len(leaders) == 1:
            self._lead_changes += self._leader not in (None, leaders[0])
            self._leader = leaders[0]

    def after(self, game: Game) -> None:
        owners = [(game.board.routes[r].length, seat) for r, seat in self._owned(game)]
        self.games.append(
            {
                "lead_changes": self._lead_changes,
                "blocks": self._blocks,
                "turns": int(game.record.turn),
                "tickets_held": [len(game.tickets_of(seat)) for seat in range(game.players)],
                "tickets_done": [sum(c == 0 for c in tickets.values()) for tickets in self._costs],
                "routes": [[owners.count((n, seat)) for n in range(10)] for seat in range(game.players)],
            }
        )

    def _owned(self, game: Game) -> list[tuple[int, int]]:
        owners = [(r, (int(game.record.route[r]) >> 5) - 1) for r in range(len(game.board.routes))]
        return [(r, seat) for r, seat in owners if seat >= 0]

    def _all_costs(self, game: Game) -> list[dict[int, float]]:
        return [self._costs_of(game, seat) for seat in range(game.players)]

    def _costs_of(self, game: Game, seat: int) -> dict[int, float]:
        graph = nx.MultiGraph()
        graph.add_nodes_from(game.board.city_index)
        owned = dict(self._owned(game))
        for r, route in enumerate(game.board.routes):
            if owned.get(r) == seat:
                graph.add_edge(route.a, route.b, trains=0)
            elif not int(game.record.route[r]) >> seat & 1:
                graph.add_edge(route.a, route.b, trains=route.length)
        costs = {}
        for t, ticket in enumerate(game.tables.tickets):
            if int(game.record.ticket[t]) >> 5 == 1 + seat:
                try:
                    costs[t] = nx.shortest_path_length(graph, ticket.a, ticket.b, weight="trains")
                except nx.NetworkXNoPath:
                    costs[t] = np.inf
        return costs


@pytest.mark.parametrize(
    ("board", "agents", "games"),
    [
        ("small", ["greedy", "random"], 20),
        ("small:warwick", ["greedy", "greedy", "random"], 6),
        ("usa", ["greedy", "random"], 2),
        ("t2r", ["greedy", "random"], 4),
        ("new_york", ["random", "greedy", "greedy"], 6),
        ("mini", ["greedy"], 3),
    ],
)
def test_metrics_agree_with_a_slow_twin(board: str, agents: list[str], games: int) -> None:
    watcher = Watcher()
    results = play_match(board, agents, games, metrics=True, listeners=[watcher]).results
    assert results.metrics is not None
    assert len(watcher.games) == results.seeds.size
    for g, expected in enumerate(watcher.games):
        found = results.metrics[g]
        assert (found["turns"], found["lead_changes"]) == (expected["turns"], expected["lead_changes"])
        for name in ("blocks", "tickets_held", "tickets_done", "routes"):
            by_seat = expected[name]
            assert isinstance(by_seat, list)
            by_agent = [by_seat[seat] for seat in results.seat_of[g]]
            assert found[name][: len(agents)].tolist() == by_agent, f"game {g}: {name}"
    if board == "small":
        assert results.metrics["blocks"].sum() > 10
        assert results.metrics["lead_changes"].sum() > 5


def test_metrics_of_python_agents_are_the_same() -> None:
    compiled = play_match("small", ["greedy", "random"], 10, metrics=True).results
    friendly = play_match("small", [ThroughGame("greedy"), "random"], 10, metrics=True).results
    assert compiled.metrics is not None
    assert friendly.metrics is not None
    assert compiled.metrics.tobytes() == friendly.metrics.tobytes()


def test_metrics_are_measured_only_when_asked_for_and_change_nothing() -> None:
    plain, measured = (play_match("small", ["greedy", "random"], 20, metrics=metrics).results for metrics in (0, 1))
    assert plain.metrics is None
    np.testing.assert_array_equal(plain.totals, measured.totals)


# ---------------------------------------------------------------- listeners


class Notes(Listener):
    def __init__(self) -> None:
        self.lines: list[str] = []

    def before(self, game: Game, names: Sequence[str]) -> None:
        assert not game.history
        self.lines.append(" ".join(names))

    def step(self, game: Game, event: Event) -> None:
        assert game.history[-1] == event
        assert event.action
        self.lines.append(f"{event.seat} {event.action.text}")

    def after(self, game: Game) -> None:
        outcome = game.outcome()
        assert outcome
        self.lines.append(str(outcome.totals))


def test_listeners_see_the_same_live_and_replayed() -> None:
    live, replayed = Notes(), Notes()
    results = play_match("small", ["greedy", "random"], 2, seed=3, listeners=[replayed], keep_records=True).results
    for record in results.records:
        moves = iter(record.moves)
        agents = [Scripted(name, moves) for name in record.seats]
        play_game("small", agents, record.seed, listeners=[live])
    assert live.lines == replayed.lines
    assert live.lines.count("greedy random") == live.lines.count("random greedy") == 1


class Scripted(ThroughGame):
    """Plays the moves of a record."""

    def __init__(self, name: str, moves: object) -> None:
        super().__init__(name)
        self._moves = moves

    def act(self, observation: object, budget: object) -> object:  # type: ignore[override]
        move = next(self._moves)  # type: ignore[call-overload]
        return next(a for a in observation.legal_actions() if a.text == move.text)  # type: ignore[attr-defined]


def test_a_listener_need_not_write_everything() -> None:
    play_game("mini", [make_agent("random"), make_agent("random")], listeners=[Listener()])
