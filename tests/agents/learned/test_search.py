"""The search with a network: sound figures, the same for a seed, the same compiled and from Python."""

from __future__ import annotations

from dataclasses import replace

import pytest

from footplate.agents import Budget, Decision, make_agent
from footplate.agents.learned.network import Network
from footplate.agents.learned.search_agent import NetworkSearchAgent, in_points
from footplate.agents.search.options import NetworkSearchOptions
from footplate.agents.search.searcher import MoveFigures
from footplate.arena import play_match
from footplate.boards import load_board
from footplate.engine.tables import make_tables
from footplate.errors import InvalidNetwork
from footplate.game import Game
from tests.support.networks import game_after, network_for


def searching(network: Network, **options: float) -> NetworkSearchAgent:
    return NetworkSearchAgent("mine", lambda tables: network, NetworkSearchOptions(**options))


def decide(agent: NetworkSearchAgent, game: Game, seed: int = 1) -> Decision:
    agent.fit(game.tables)
    agent.start(game.to_move, seed)
    decision = agent.act(game.observe(game.to_move), Budget())
    assert isinstance(decision, Decision)
    return decision


@pytest.mark.parametrize("moves", [0, 9, 30])
@pytest.mark.parametrize("tries", [1, 5])
def test_every_try_is_counted(moves: int, tries: int) -> None:
    game = game_after("small", moves)
    agent = searching(network_for("small", encoder="features"), iterations=200, tries=tries)
    decision = decide(agent, game)
    figures = decision.figures
    assert decision.action in game.observe(game.to_move).legal_actions()
    assert sum(move["visits"] for move in figures["moves"]) == figures["iterations"] == 200
    visits = {move["action"]: move["visits"] for move in figures["moves"]}
    assert 2 * visits[decision.action.text] >= max(visits.values())
    assert figures["line"][0] == decision.action.text


def test_the_same_seed_gives_the_same_search() -> None:
    game, network = game_after("small", 8), network_for("small", encoder="features")

    def moves(seed: int) -> object:
        return decide(searching(network, iterations=150), game, seed).figures["moves"]

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


@pytest.mark.parametrize("players", [2, 3])
def test_the_same_games_compiled_and_through_game(players: int) -> None:
    network = network_for("small", players, encoder="features")
    others = ["greedy"] * (players - 1)
    games = {}
    for compiled in (True, False):
        agent = searching(network, iterations=20, tries=4)
        agent.plays_compiled = compiled
        games[compiled] = play_match("small", [agent, *others], 4, seed=2).results.totals.tolist()
    assert games[True] == games[False]


def test_with_intervals_of_no_width_the_first_to_fall_behind_is_given_up() -> None:
    """With wide intervals all that are likely enough are tried equally often; with none, few are tried again."""
    game, network = game_after("small", 8), network_for("small", encoder="features")

    def visits(confidence: float) -> list[int]:
        figures = decide(searching(network, iterations=240, tries=1, confidence=confidence), game).figures
        return [move["visits"] for move in figures["moves"]]

    equal, unequal = visits(1000.0), visits(0.0)
    assert max(equal) - min(equal) <= 1
    assert max(unequal) > 2 * max(equal)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("reward", ["margin", "win"])
def test_without_a_critic_games_are_played_on_to_their_end(players: int, reward: str) -> None:
    """Every try then ends with a result, so that what an action won is a number of games."""
    network = network_for("small", players, encoder="features")
    network = replace(network, critic=(), settings=replace(network.settings, reward=reward))
    game = game_after("small", 6, players)
    figures = decide(searching(network, iterations=60, tries=7), game).figures
    assert figures["iterations"] == 60
    if reward == "win" and players == 2:
        for move in figures["moves"]:
            halves = 2 * move["visits"] * move["win"]  # a share of wins, printed with four digits
            assert halves == pytest.approx(round(halves), abs=0.01)
    games = {}
    for compiled in (True, False):
        agent = searching(network, iterations=20, tries=4)
        agent.plays_compiled = compiled
        others = ["greedy"] * (players - 1)
        games[compiled] = play_match("small", [agent, *others], 2, seed=2).results.totals.tolist()
    assert games[True] == games[False]


def test_networks_that_can_not_search() -> None:
    network, tables = network_for("small", encoder="features"), make_tables(load_board("small"), 2)
    shaped = replace(network, settings=replace(network.settings, reward="shaped"))
    with pytest.raises(InvalidNetwork, match="can't search: its network's critic knows neither margins nor wins"):
        searching(shaped).fit(tables)


def test_specs() -> None:
    agent = make_agent("net-ismcts:ms=2000,tries=8")
    assert isinstance(agent, NetworkSearchAgent)
    assert (agent.options.ms, agent.plays_compiled) == (2000.0, False)


def test_the_former_name_of_an_option_is_still_read() -> None:
    for text in ("net-ismcts:usa,doubt=2.5", "net-ismcts:usa,confidence=2.5"):
        agent = make_agent(text)
        assert isinstance(agent, NetworkSearchAgent)
        assert (agent.name, agent.options) == (text, NetworkSearchOptions(confidence=2.5))


def test_what_a_try_is_worth_in_points_and_wins() -> None:
    for margin, win in ((0.0, 0.5), (15.0, 0.75), (-15.0, 0.25)):
        worth = margin / 50 + 2 * win - 1
        found = in_points(MoveFigures(1, 10, worth, 0.5, 0.0), 50.0)
        assert (found.mean, found.win) == (pytest.approx(margin, abs=1e-6), pytest.approx(win, abs=1e-6))
    assert in_points(MoveFigures(1, 10, 0.5, 0.5, 0.0), 0.0).win == 0.75
