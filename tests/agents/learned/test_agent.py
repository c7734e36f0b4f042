"""Agents that play with a network: legal, the same compiled and through Game, and refused where they don't fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from footplate.agents import Budget, make_agent, read_spec
from footplate.agents.learned.agent import NetworkAgent, play_network
from footplate.agents.learned.network import Network, NetworkSettings, save_network
from footplate.arena import play_match
from footplate.boards import load_board
from footplate.encoders import make_actions, make_encoding
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError, InvalidNetwork, UnknownAgent
from footplate.game import Game
from tests.agents.learned.networks import random_network


def network_for(board: str, players: int = 2, encoder: str = "vector", actions: str = "lean", seed: int = 0) -> Network:
    """A network of random numbers that fits a board."""
    tables = make_tables(load_board(board), players)
    seats = max(2, players)
    encoding, codes = make_encoding(encoder, tables, seats), make_actions(actions, tables)
    settings = NetworkSettings(
        board=board,
        rules_hash=tables.board.rules_hash,
        players=(players,),
        encoder=encoder,
        encoder_version=encoding.version,
        seats=seats,
        actions=actions,
    )
    return random_network(encoding.size, codes.size, private=encoding.private_size, seed=seed, settings=settings)


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
    with pytest.raises(InvalidNetwork, match="net has no network for the board 'mini'; it plays"):
        play_match("mini", ["net", "random"], 2)
