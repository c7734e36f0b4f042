"""The adaptive player of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from footplate.agents.adaptive import control
from footplate.agents.adaptive.agent import WIN_RATES, AdaptiveAgent
from footplate.agents.adaptive.profile import Profiles, key_of
from footplate.agents.base import Knowledge, PlayedGame
from footplate.agents.kinds import AgentKind


def make_adaptive(win_rate: float = 0.5, profile: str = "") -> AdaptiveAgent:
    return AdaptiveAgent("adaptive", win_rate, Profiles(Path(profile) if profile else None))


def learn(values: Mapping[str, Any], known: Knowledge, game: PlayedGame) -> Knowledge:
    """What adaptive players know after a game; none of them is made for it."""
    if not control.teaches(game.ending):
        return known
    profiles, key = Profiles.from_dict(known), key_of(game.board, game.names, game.seat)
    learnt = control.learn(profiles.get(key), values["win_rate"], game.ending, game.seat, game.board.rules)
    profiles.put(key, learnt)
    return profiles.to_dict()


KINDS = (
    AgentKind(
        name="adaptive",
        family="adaptive",
        summary="aims at a win rate: the board's strongest player, with as many lapses as that takes",
        make=make_adaptive,
        parameters={"win_rate": 0.5, "profile": ""},
        learn=learn,
        files=("profile",),
        ranges={"win_rate": WIN_RATES},
        description="After every game it changes the strength that it plays at, so that it wins as often as win_rate "
        "says (0.05 to 0.95). What it knows of each opponent is kept in the file `profile`, or only as long as it "
        "lives. It takes no part in tournaments, which would split its history. See docs/adaptive.md.",
    ),
)
