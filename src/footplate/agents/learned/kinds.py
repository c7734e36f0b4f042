"""The agents of the registry that play with a network."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Any

from footplate.agents.base import Agent
from footplate.agents.kinds import AgentKind
from footplate.agents.learned.agent import TEMPERATURE, FindNetwork, NetworkAgent
from footplate.agents.learned.map_network import load_any_network
from footplate.agents.learned.search_agent import NetworkSearchAgent
from footplate.agents.learned.shipped import ShippedNetworks
from footplate.agents.search.options import NetworkSearchOptions, ranges_of
from footplate.agents.specs import what_exists
from footplate.errors import UnknownAgent

PARAMETERS = {"name": "", "file": ""}
WHERE_IT_HAS_ONE = "boards with a network"


def finder(networks: ShippedNetworks, name: str, file: str) -> FindNetwork:
    """How an agent finds its network: in a file, or by its name, or whichever fits the board."""
    if file and name:
        raise UnknownAgent(f"agent {networks.kind!r}: either a network's name or its file, not both")
    if file:
        network = load_any_network(file)
        return lambda tables: network
    names = list(dict.fromkeys(one.name for one in networks.trained()))
    if name and name not in names:
        raise UnknownAgent(f"agent {networks.kind!r} has no network {name!r}; {what_exists('networks', names, name)}")
    return partial(networks.find, name)


def network_kind(
    networks: ShippedNetworks, summary: str, description: str, made_for: str = WHERE_IT_HAS_ONE
) -> AgentKind:
    """Agents that play the most likely action of one of these networks."""
    name = networks.kind

    def make(**values: str | float) -> Agent:
        find = finder(networks, str(values["name"]), str(values["file"]))
        return NetworkAgent(name, find, float(values["temperature"]))

    return AgentKind(
        name=name,
        family="learned",
        summary=summary,
        make=make,
        parameters={**PARAMETERS, "temperature": 0.0},
        description=description,
        made_for=made_for,
        files=("file",),
        ranges={"temperature": TEMPERATURE},
        trained=networks.trained,
    )


_SEARCHED = (
    "iterations", "ms", "threads", "cp", "prior", "tau", "confidence", "turns", "replies", "belief", "tries",
    "temperature",
)  # fmt: skip


def search_kind(
    name: str, networks: ShippedNetworks, summary: str, description: str, made_for: str = WHERE_IT_HAS_ONE
) -> AgentKind:
    """A search with the networks of another kind."""
    standard = asdict(NetworkSearchOptions())

    def make(**values: Any) -> Agent:
        find = finder(networks, values.pop("name"), values.pop("file"))
        return NetworkSearchAgent(name, find, NetworkSearchOptions(**values))

    return AgentKind(
        name=name,
        family="learned",
        summary=summary,
        make=make,
        parameters={**PARAMETERS, **{key: standard[key] for key in _SEARCHED}},
        description=description,
        made_for=made_for,
        files=("file",),
        ranges=ranges_of(NetworkSearchOptions),
        renamed={"doubt": "confidence"},
        trained=networks.trained,
    )


_NET = ShippedNetworks("net")

KINDS = (
    search_kind(
        "net-ismcts",
        _NET,
        "searches with a network: its priors, its replies for the others, its values at the leaves",
        "The networks are those of net: net-ismcts:usa, net-ismcts:file=PATH. docs/networks.md says how it searches.",
        made_for=AgentKind.made_for,
    ),
    network_kind(
        _NET,
        "our network for the board, or else the one for any map: looks once and plays, without any search",
        "net plays with the network that comes for the board and number of players, or else with net:any, which plays\n"
        "every board. net:usa names one, and net:file=PATH plays any network in a file. temperature=0 plays its most\n"
        "likely action, 1 each as often as it says. docs/networks.md has their results.",
        made_for=AgentKind.made_for,
    ),
)
