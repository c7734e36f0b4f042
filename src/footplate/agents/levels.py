"""The search at four strengths, made for the small board: records and profiles name them. People meet ``ladder``.

A warm search plays worse moves too, the less often the worse they are.
"""

from __future__ import annotations

from dataclasses import replace

from footplate.agents.kinds import AgentKind
from footplate.agents.search.agent import SearchAgent
from footplate.agents.search.options import SearchOptions, ranges_of
from footplate.agents.search.policies import STRONGEST

_RANGES = ranges_of(SearchOptions)
LEVELS = {
    "novice": (100, 2.5, "the search for people who are learning: sees the good moves, but often plays others"),
    "casual": (100, 0.8, "the search for a quiet evening: plans its tickets and errs now and then"),
    "strong": (100, 0.2, "the search when it errs seldom"),
    "expert": (2000, 0.0, "the best search at full strength"),
}


def _kind(name: str, iterations: int, temperature: float, summary: str) -> AgentKind:
    options = replace(STRONGEST, iterations=iterations, temperature=temperature)

    def make(ms: float) -> SearchAgent:
        return SearchAgent(name, replace(options, ms=ms))

    return AgentKind(name=name, family="search", summary=summary, make=make, parameters={"ms": 0.0}, ranges=_RANGES)


KINDS = tuple(_kind(name, *level) for name, level in LEVELS.items())
