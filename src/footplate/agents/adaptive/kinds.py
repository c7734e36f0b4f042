"""The adaptive player of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from footplate.agents.adaptive.agent import WIN_RATES, AdaptiveAgent
from footplate.agents.adaptive.control import learn_from, teaches
from footplate.agents.adaptive.profile import Profiles, key_of
from footplate.agents.base import Knowledge, PlayedGame
from footplate.agents.kinds import AgentKind, Value
from footplate.agents.search.options import SearchOptions, ranges_of
from footplate.agents.search.policies import STRONGEST

SEARCH = replace(STRONGEST, iterations=1000)  # that it plays with, if the spec string doesn't say otherwise
# What decides the move is the adaptive player's own affair, and it plays fair.
_NOT_ITS_OWN = {"worlds", "final", "dda", "threshold", "momentum", "momentum_kind", "target", "trees"}
_PARAMETERS: dict[str, Value] = {"win_rate": 0.5, "profile": ""}
_PARAMETERS |= {name: value for name, value in asdict(SEARCH).items() if name not in _NOT_ITS_OWN}


def make_adaptive(win_rate: float = 0.5, profile: str = "", **values: Any) -> AdaptiveAgent:
    return AdaptiveAgent("adaptive", replace(SEARCH, **values), win_rate, Profiles(Path(profile) if profile else None))


def learn(values: Mapping[str, Any], known: Knowledge, game: PlayedGame) -> Knowledge:
    """What adaptive players know after a game; no search is made for it."""
    if not teaches(game.ending):
        return known
    profiles, key = Profiles.from_dict(known), key_of(game.board, game.names, game.seat)
    profiles.put(key, learn_from(profiles.get(key), values["win_rate"], game.memory, game.ending, game.seat))
    return profiles.to_dict()


KINDS = (
    AgentKind(
        name="adaptive",
        family="adaptive",
        summary="aims at a win rate: it plays as well as it must, and looks natural",
        make=make_adaptive,
        parameters=_PARAMETERS,
        learn=learn,
        files=("profile",),
        ranges={**ranges_of(SearchOptions), "win_rate": WIN_RATES},
        description="After every game it changes the margin that it aims at, so that it wins as often as win_rate says "
        "(0.05 to 0.95). What it knows of each opponent is kept in the file `profile`, or only as long as it lives. It "
        "takes no part in tournaments, which would split its history. See docs/adaptive.md.",
    ),
)
