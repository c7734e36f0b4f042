"""The variants of the search, by the names of the registry.

A variant is a selection, an evaluator and the worlds in which it plays:

| variant | selection | evaluator | worlds |
|---|---|---|---|
| cheating-mcts | UCB1 | random playouts | the true one |
| ismcts | UCB1 | random playouts | a new determinization every iteration |
| guided-ismcts | PUCT | playouts by plan, the planner's priors | a new determinization every iteration |
| mo-ismcts | UCB1, a tree for each player | random playouts | a new determinization every iteration |
| pom-ismcts | UCB1 over what is seen of others' moves | random playouts | a new determinization every iteration |
| determinized-uct | UCB1 | random playouts | a few determinizations, a tree for each |
| net-ismcts (agents/learned) | a race at the root, PUCT below | a network | drawn by their posterior (belief.py) |
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from footplate.agents.base import Agent
from footplate.agents.kinds import AgentKind
from footplate.agents.search.agent import SearchAgent
from footplate.agents.search.options import SearchOptions, ranges_of

PUBLISHED = SearchOptions()
STRONGEST = replace(PUBLISHED, iterations=2_000, playouts="guided", prior=60.0, scale=True, final="visits")


def _kind(name: str, options: SearchOptions, summary: str) -> AgentKind:
    """A search whose parameters may all be changed but the worlds that it plays in."""
    cheats = options.worlds == "true"

    def make(**values: Any) -> Agent:
        return SearchAgent(name, replace(options, **values), cheats=cheats)

    return AgentKind(
        name=name,
        family="search",
        summary=summary,
        make=make,
        parameters={key: value for key, value in asdict(options).items() if key != "worlds"},
        cheats=cheats,
        ranges=ranges_of(SearchOptions),
    )


KINDS = (
    _kind(
        "cheating-mcts",
        replace(PUBLISHED, worlds="true", cp=3.0),
        "searches the true game: it sees every hand and the order of the deck",
    ),
    _kind("ismcts", PUBLISHED, "information-set tree search: a new guess at all that is hidden, every iteration"),
    _kind(
        "guided-ismcts",
        STRONGEST,
        "the strongest search: players with plans in its playouts, and the planner's preferences in its tree",
    ),
    _kind(
        "mo-ismcts",
        replace(PUBLISHED, worlds="tree-per-player"),
        "information-set search with a tree for every player, of what that player sees",
    ),
    _kind(
        "pom-ismcts",
        replace(PUBLISHED, worlds="tree-of-seen"),
        "information-set search with partially observable moves: others' choices of tickets are one move in its tree",
    ),
    _kind(
        "determinized-uct",
        replace(PUBLISHED, worlds="tree-per-world"),
        "searches some guesses at the hidden cards one by one and lets them vote",
    ),
)
