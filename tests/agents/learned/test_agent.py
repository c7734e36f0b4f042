"""Agents that play with a network: legal, the same compiled and through Game, and refused where they don't fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footplate.agents import Budget, make_agent, read_spec
from footplate.agents.learned.agent import NetworkAgent, play_network
from footplate.agents.learned.network import Layer, Network, save_network
from footplate.agents.learned.search_agent import NetworkSearchAgent
from footplate.agents.search.options import NetworkSearchOptions
from footplate.arena import play_match
from footplate.boards import load_board
from footplate.encoders import make_actions, make_encoding
from footplate.engine.layout import SCRATCH, new_records
from footplate.engine.tables import make_tables
from footplate.envs import BatchedEnv
from footplate.errors import FootplateError, InvalidNetwork, UnknownAgent
from footplate.game import Game
from footplate.observation import Observation
from tests.support.networks import network_for, random_layers

Change = Callable[[tuple[Layer, ...]], tuple[Layer, ...]]


class Slow(NetworkAgent):
    """The same player, asked through Game."""

    plays_compiled = False


@pytest.mark.parametrize("temperature", [0.0, 1.0])
@pytest.mark.parametrize("actions", ["lean", "full"])
def test_the_same_games_compiled_and_through_game(temperature: float, actions: str) -> None:
    network = network_for("small", actions=actions)

    def totals(make: type[NetworkAgent]) -> list[list[float]]:
        agent = make("mine", lambda tables: network, temperature)
        return play_match("small", [agent, "greedy"], 10, seed=4).results.totals.tolist()

    assert totals(NetworkAgent) == totals(Slow)


def twin_of(network: Network, observation: Observation) -> list[int]:
    """The legal codes in NumPy, what the network likes best first."""
    settings, tables = network.settings, observation.tables
    row = make_encoding(settings.encoder, tables, settings.seats).of(observation)
    mask = np.zeros((1, make_actions(settings.actions, tables).size), np.bool_)
    make_actions(settings.actions, tables).mask(observation.records, new_records(SCRATCH), mask)
    logits = row.astype(np.float64)
    for layer in network.actor:
        logits = logits @ layer.dense().weight + layer.dense().bias
        if layer.activation == "relu":
            logits = np.maximum(logits, 0.0)
    legal = np.flatnonzero(mask[0])
    return legal[np.argsort(-logits[legal], kind="stable")].tolist()


@pytest.mark.parametrize("hidden", [(), (8,)])
def test_a_network_plays_what_a_slow_twin_likes_best(hidden: tuple[int, ...]) -> None:
    fits = network_for("small", actions="full")
    sizes = fits.actor[0].inputs, *hidden, fits.actor[-1].outputs
    network = Network(fits.settings, random_layers(sizes, "relu", 7))
    agent, codes, decisions = play_network(network), make_actions("full", make_tables(load_board("small"), 2)), 0
    for seed in range(5):
        game = Game("small", 2, seed=seed)
        while not game.is_over:
            seen = game.observe(game.to_move)
            best = codes.decode(seen.records, [twin_of(network, seen)[0]])[0]
            assert agent.act(seen, Budget()) == game.actions.action(best)
            game.push(int(best))
            decisions += 1
    assert decisions > 100


def not_a_number(layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
    return (replace(layers[0], weight=layers[0].weight * np.nan), *layers[1:])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (not_a_number, "actor layer 1: some weights are no numbers"),
        (lambda layers: (layers[0], layers[2]), "actor layer 1 has 16 outputs, and the next one 8 inputs"),
        (lambda layers: (), "its actor has no layers"),
    ],
)
def test_a_broken_network_becomes_no_agent(change: Change, why: str) -> None:
    fits = network_for("small")
    layers = random_layers((fits.actor[0].inputs, 16, 8, fits.actor[-1].outputs), "relu", 1)
    network = replace(fits, actor=change(layers))
    with pytest.raises(InvalidNetwork, match=f"mine can't play: {why}"):
        play_network(network, "mine")
    search = NetworkSearchAgent("mine", lambda tables: network, NetworkSearchOptions(iterations=10))
    for agent in (NetworkAgent("mine", lambda tables: network), search):
        with pytest.raises(InvalidNetwork, match=f"mine can't play: {why}"):
            agent.act(Game("small").observe(0), Budget())
        with pytest.raises(InvalidNetwork, match=f"mine can't play: {why}"):
            play_match("small", [agent, "random"], 2)
        with pytest.raises(InvalidNetwork, match=f"mine can't play: {why}"):
            BatchedEnv("small", 2, 1, opponents=[agent])


def test_a_mixed_bot_with_a_network_is_told_the_board(tmp_path: Path) -> None:
    path = tmp_path / "mine.safetensors"
    save_network(path, network_for("small"))
    mixed = f"mixed:first=net:file={path},second=greedy,when=turn,limit=999"
    alone = play_match("small", [f"net:file={path}", "random"], 10, seed=4).results.totals
    assert play_match("small", [mixed, "random"], 10, seed=4).results.totals.tolist() == alone.tolist()
    for parts in (f"first=net:file={path},second=greedy", f"first=greedy,second=net:file={path}"):
        with pytest.raises(InvalidNetwork, match="plays on the board 'small', not on 'usa'"):
            play_match("usa", [f"mixed:{parts}", "random"], 2)


def test_a_network_in_a_file_plays(tmp_path: Path) -> None:
    path = tmp_path / "mine.safetensors"
    save_network(path, network_for("small"))
    agents = [f"net:file={path}", f"net:file={path},temperature=2"]
    one, two = (play_match("small", agents, 20, seed=1, threads=threads).results.totals for threads in (1, 2))
    assert one.tolist() == two.tolist()
    game = Game("small", 2, seed=3)
    agent = make_agent(f"net:file={path}")
    agent.start(0, 1)
    decision = agent.act(game.observe(0), Budget())
    assert decision in game.observe(0).legal_actions()


def test_networks_are_refused_where_they_do_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "mine.safetensors"
    save_network(path, network_for("small"))
    with pytest.raises(InvalidNetwork, match="plays on the board 'small', not on 'usa'"):
        play_match("usa", [f"net:file={path}", "random"], 2)
    with pytest.raises(InvalidNetwork, match="plays with 2 players, not with 3"):
        play_match("small", [f"net:file={path}", "random", "random"], 2)
    agent = make_agent(f"net:file={path}")
    with pytest.raises(InvalidNetwork, match="plays on the board 'small'"):
        agent.act(Game("mini", 2).observe(0), Budget())
    with pytest.raises(FootplateError, match="must be told first on which board"):
        NetworkAgent("mine", lambda tables: network_for("small")).records()
    with pytest.raises(InvalidNetwork, match="can't be read"):
        make_agent("net:file=/nowhere.safetensors")


def test_other_encoders_are_refused() -> None:
    network, tables = network_for("small"), make_tables(load_board("small"), 2)
    old = replace(network, settings=replace(network.settings, encoder_version=99))
    with pytest.raises(InvalidNetwork, match="version 99 of the encoder 'vector', and this version of Footplate has"):
        play_network(old).fit(tables)
    unknown = replace(network, settings=replace(network.settings, encoder="crystal"))
    with pytest.raises(FootplateError, match="no encoder 'crystal'"):
        play_network(unknown).fit(tables)
    narrow = replace(
        network, actor=(replace(network.actor[0], weight=network.actor[0].weight[:-1]), *network.actor[1:])
    )
    with pytest.raises(InvalidNetwork, match=r"has \d+ inputs, and a game on 'small' needs \d+"):
        play_network(narrow).fit(tables)


def test_spec_strings_name_a_network() -> None:
    spec = read_spec("net:usa,temperature=0.5")
    assert spec.parameters == (("name", "usa"), ("temperature", "0.5"))
    assert str(spec) == "net:usa,temperature=0.5"
    assert read_spec("net:name=usa").parameters == read_spec("net:usa").parameters
    assert str(read_spec("net:name=usa")) == "net:usa"
    assert read_spec("net:file=x.safetensors").names_files
    assert not read_spec("net:usa").names_files
    with pytest.raises(UnknownAgent, match="has no network 'atlantis'; networks: "):
        make_agent("net:atlantis")
    with pytest.raises(UnknownAgent, match="either a network's name or its file"):
        make_agent("net:usa,file=x.safetensors")
    with pytest.raises(UnknownAgent, match="temperature needs a value"):
        make_agent("net:usa,temperature")


def test_without_a_network_for_the_board_there_is_a_sentence() -> None:
    with pytest.raises(InvalidNetwork, match="ppo has no network for the board 'mini'; it plays"):
        play_match("mini", ["ppo", "random"], 2)
