"""The searching agents of the registry."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from footplate.agents.base import Agent
from footplate.agents.kinds import AgentKind
from footplate.agents.search.agent import SearchAgent
from footplate.agents.search.options import RANGES, SearchOptions

PUBLISHED = SearchOptions()
STRONGEST = replace(PUBLISHED, iterations=2_000, playouts="guided", prior=60.0, scale=True, final="visits")


def search_kind(name: str, options: SearchOptions, summary: str, *, cheats: bool = False, **more: Any) -> AgentKind:
    """A search whose parameters may all be changed but the worlds that it plays in."""
    parameters = {key: value for key, value in asdict(options).items() if key != "worlds"}

    def make(**values: Any) -> Agent:
        return SearchAgent(name, replace(options, **values), cheats=cheats)

    return AgentKind(
        name=name,
        family="search",
        summary=summary,
        make=make,
        parameters=parameters,
        cheats=cheats,
        ranges=RANGES,
        **more,
    )


KINDS = (
    search_kind(
        "cheating-mcts",
        replace(PUBLISHED, worlds="true", cp=3.0),
        "searches the true game: it sees every hand and the order of the deck",
        cheats=True,
    ),
    search_kind("ismcts", PUBLISHED, "information-set tree search: a new guess at all that is hidden, every iteration"),
    search_kind(
        "guided-ismcts",
        STRONGEST,
        "the strongest search: players with plans in its playouts, and the planner's preferences in its tree",
    ),
    search_kind(
        "mo-ismcts",
        replace(PUBLISHED, worlds="tree-per-player"),
        "information-set search with a tree for every player, of what that player sees",
    ),
    search_kind(
        "determinized-uct",
        replace(PUBLISHED, worlds="tree-per-world"),
        "searches some guesses at the hidden cards one by one and lets them vote",
    ),
)
