"""The steered agents of the registry, one for each method of playing weaker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from footplate.agents.adaptive.agent import WIN_RATES
from footplate.agents.adaptive.control import teaches
from footplate.agents.adaptive.profile import Profiles, key_of
from footplate.agents.base import Knowledge, PlayedGame
from footplate.agents.kinds import AgentKind, Value
from footplate.agents.learned.kinds import finder
from footplate.agents.learned.shipped import ShippedNetworks
from footplate.agents.search.options import NetworkSearchOptions, SearchOptions, ranges_of
from footplate.agents.search.policies import PUBLISHED
from footplate.papers.warwick.methods.choices import DROPOUT, METHODS, Method
from footplate.papers.warwick.methods.dropout import DropoutAgent
from footplate.papers.warwick.methods.steered import SteeredAgent, learn_from

FAMILY = "steered"
REACTIONS = (0.0, 10.0)
SEARCH = replace(PUBLISHED, iterations=1000)  # the report's fair search
NETWORK_SEARCH = NetworkSearchOptions(iterations=64)
NETWORKS = ShippedNetworks("net")
_PARAMETERS: Mapping[str, Value] = {"win_rate": 0.5, "reaction": 0.0}
_RANGES = {"win_rate": WIN_RATES, "reaction": REACTIONS, "iterations": ranges_of(SearchOptions)["iterations"]}
_STEERED = (
    "After every game it changes its strength, so that it wins as often as win_rate says. With a "
    "reaction it also plays weaker at once by so many points for each point that it leads. See docs/warwick-methods.md."
)


def steered(method: Method, options: SearchOptions, win_rate: float = 0.5, reaction: float = 0.0) -> SteeredAgent:
    """A new one, which knows nobody yet."""
    name = f"steered-{method.name}" + (f":reaction={reaction:g}" if reaction else "")
    return SteeredAgent(name, method, options, win_rate, reaction, Profiles())


def steered_dropout(
    options: NetworkSearchOptions = NETWORK_SEARCH, win_rate: float = 0.5, reaction: float = 0.0, name: str = ""
) -> DropoutAgent:
    """A new one, with the network of that name, or with any that fits the board."""
    find = finder(NETWORKS, name, "")
    return DropoutAgent(f"steered-{DROPOUT.name}", find, options, win_rate, reaction, Profiles())


def _make_dropout(iterations: int, **values: Any) -> DropoutAgent:
    return steered_dropout(replace(NETWORK_SEARCH, iterations=iterations), **values)


def learn(player: str, values: Mapping[str, Any], known: Knowledge, game: PlayedGame) -> Knowledge:
    """What steered players know after a game; no search is made for it."""
    if not teaches(game.ending):
        return known
    profiles, key = Profiles.from_dict(known), key_of(game.board, game.names, game.seat, player)
    profiles.put(key, learn_from(profiles.get(key), values["win_rate"], game.memory, game.ending, game.seat))
    return profiles.to_dict()


def _kind(method: Method, make: Callable[..., SteeredAgent], parameters: Mapping[str, Value], **more: Any) -> AgentKind:
    return AgentKind(
        name=f"steered-{method.name}",
        family=FAMILY,
        summary=method.summary,
        make=make,
        parameters=parameters,
        learn=partial(learn, f"steered-{method.name}"),
        ranges=_RANGES,
        description=_STEERED,
        **more,
    )


def _kind_of_any_search(method: Method) -> AgentKind:
    def make(iterations: int, **values: float) -> SteeredAgent:
        return steered(method, replace(SEARCH, iterations=iterations), **values)

    return _kind(method, make, {**_PARAMETERS, "iterations": SEARCH.iterations})


KINDS = (
    *map(_kind_of_any_search, METHODS),
    _kind(
        DROPOUT,
        _make_dropout,
        {"name": "", **_PARAMETERS, "iterations": NETWORK_SEARCH.iterations},
        trained=NETWORKS.trained,
    ),
)
