"""Whom one can play against on the page: the adaptive opponent, the levels, and every fair bot of the registry."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from footplate.agents import agent_kinds, make_agent, runs_own_code
from footplate.agents.adaptive.agent import AdaptiveAgent
from footplate.agents.registry import agent_kind
from footplate.agents.search.agent import SearchAgent
from footplate.errors import UnknownAgent

ADAPTIVE = "adaptive"
_QUICK = 4000  # iterations of a search that takes a fraction of a second
NOT_FOR_STRANGERS = {"profile", "threads"}  # parameters


@dataclass(frozen=True)
class Level:
    """A named strength as the page shows it."""

    spec: str
    name: str
    word: str  # beside its name in the game
    sentence: str


LEVELS = (
    Level("novice", "Porter", "learning", "Learning. Overlooks things."),
    Level("casual", "Fireman", "steady", "Steady. Plans its tickets, seldom blocks."),
    Level("strong", "Driver", "strong", "Strong. Weighs every move."),
    Level("expert", "Inspector", "very strong", "Very strong. Thinks about 2 seconds a move."),
)
_LEVELS = {level.spec: level for level in LEVELS}


def is_allowed(spec: str) -> bool:
    """Whether strangers may seat such a bot: only Footplate's own, no cheats, no files and threads of this machine."""
    if runs_own_code(spec) or _parameters(spec).keys() & NOT_FOR_STRANGERS:
        return False
    try:
        make_agent(spec)
        return not agent_kind(spec.strip().partition(":")[0]).cheats
    except (UnknownAgent, OverflowError):
        return False


@lru_cache(maxsize=1024)
def is_quick(spec: str) -> bool:
    """Whether such a bot answers in a moment: it has no time to fill and not much to search."""
    if runs_own_code(spec):
        return False
    agent = make_agent(spec)
    if isinstance(agent, SearchAgent | AdaptiveAgent):
        return agent.options.ms == 0 and agent.options.iterations <= _QUICK
    return True


def name_of(spec: str) -> str:
    """What the page calls a bot."""
    kind = spec.partition(":")[0]
    return _LEVELS[kind].name if kind in _LEVELS else kind[:1].upper() + kind[1:]


def word_for(spec: str) -> str:
    """What stands beside its name: "aims at 50 %", "steady"."""
    kind, _, rest = spec.partition(":")
    if kind == ADAPTIVE:
        return f"aims at {round(100 * win_rate_of(spec))} %"
    return _LEVELS[kind].word if kind in _LEVELS else rest


def win_rate_of(spec: str) -> float:
    """The adaptive opponent's own share of wins that its spec string asks for."""
    return float(_parameters(spec).get("win_rate", 0.5))


def _parameters(spec: str) -> dict[str, str]:
    """The parameters in a spec string, as they are written."""
    parts = (part.partition("=") for part in spec.partition(":")[2].split(","))
    return {key.strip(): value for key, _, value in parts}


def opponents() -> list[dict[str, str]]:
    """For the set-up page, in its order."""
    adaptive = Level(ADAPTIVE, "Adaptive", "", "Plays its best when you lead and eases off when you trail.")
    known = {ADAPTIVE, *_LEVELS}
    fair = (kind for kind in agent_kinds() if not kind.cheats and kind.name not in known)
    return [
        _plain(adaptive, "adaptive"),
        *(_plain(level, "level") for level in LEVELS),
        *(
            _plain(Level(kind.name, name_of(kind.name), "", _sentence(kind.summary)), kind.family)
            for kind in sorted(fair, key=lambda kind: (kind.family, kind.name))
        ),
    ]


def _plain(level: Level, group: str) -> dict[str, str]:
    return {"spec": level.spec, "name": level.name, "group": group, "sentence": level.sentence}


def _sentence(summary: str) -> str:
    return summary[:1].upper() + summary[1:] + "."
