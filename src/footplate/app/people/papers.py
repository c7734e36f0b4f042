"""What the page offers of each paper: its searches with the published values, and which options of a bot are fields.

The bots themselves are in the registry, where each paper puts its own. Searches are general there, and each paper uses
them with values of its own: those are here, as spec strings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from footplate.agents import AgentKind, read_spec
from footplate.agents.kinds import Range, Value

OWN = "own"
_MOST_TRIES = 100_000  # that a person may ask for: a move of that many takes some seconds
_LABELS: Mapping[str, str] = {
    "iterations": "Tries a move", "target": "Aim, points", "threshold": "Threshold", "momentum": "Momentum",
    "early": "Aim higher at the start", "cp": "Exploration", "skill": "Skill", "ticket_trains": "New tickets above",
    "probability": "Share of such turns", "turn": "Changes at turn", "limit": "Changes at turn",
    "temperature": "Temperature", "reaction": "Reaction",
}  # fmt: skip
_RANGES: Mapping[str, Range] = {
    "iterations": (100, _MOST_TRIES), "target": (-200, 200), "early": (-200, 200), "momentum": (-100, 100),
    "cp": (0, 1000), "threshold": (0, 200), "temperature": (0, 1000),
}  # fmt: skip
_OF_AIM = frozenset({"target", "threshold", "momentum", "early"})  # without effect in a search that plays to win
_OF_LEARNED: Mapping[str, str] = {"ppo": "yang", "thesis-net": "thesis", "thesis-net-ismcts": "thesis"}
_OURS = frozenset({"basic", "strong", "amateurs", "search", "learned", "levels", "adaptive"})  # families
_THEIRS = "availability=false,final=mean"


@dataclass(frozen=True)
class Search:
    """A search as a paper has it: what is fixed, and the values that people may change."""

    paper: str
    name: str
    sentence: str
    fixed: str  # a spec string
    values: Mapping[str, float]

    @property
    def spec(self) -> str:
        return ",".join([self.fixed, *(f"{key}={value:g}" for key, value in self.values.items())])


def _fair(name: str, how: str, options: str, values: Mapping[str, float]) -> Search:
    return Search("warwick", f"ISMCTS{name}", f"Searches fairly{how}.", f"ismcts:cp=4,{_THEIRS}{options}", values)


def _cheat(name: str, how: str, options: str, values: Mapping[str, float]) -> Search:
    fixed = f"cheating-mcts:cp=3,{_THEIRS}{options}"
    return Search("warwick", f"Cheating MCTS{name}", f"Searches the true game{how}.", fixed, values)


_TRIES = {"iterations": 30_000}
_NEAREST = "; takes the move that is expected to come nearest to its aim"
_CLOSE = "; takes any move that keeps the score close"
_AIM = _TRIES | {"target": 0, "momentum": 0}
SEARCHES = (
    _fair("", "", "", _TRIES),
    _fair(" with ROSAS", _NEAREST, ",dda=rosas", _AIM),
    _fair(" with POSAS", _CLOSE, ",dda=posas", _AIM | {"threshold": 5, "momentum": 0.1}),
    _cheat("", "", "", _TRIES),
    _cheat(" with ROSAS", _NEAREST, ",dda=true-rosas", _AIM),
    _cheat(" with POSAS", _CLOSE, ",dda=posas", _AIM | {"threshold": 5}),
)


@dataclass(frozen=True)
class Field:
    """An option of a bot as a field, with its published value and what it may be."""

    key: str
    label: str
    value: float
    least: float
    most: float
    whole: bool


def paper_of(kind: AgentKind) -> str:
    """The paper that a bot is from; of Footplate's own, "own"; of a plug-in, the family that it names."""
    of_paper = _OF_LEARNED.get(kind.name, kind.family)
    return OWN if of_paper in _OURS else of_paper


def fields_of(kind: AgentKind, values: Mapping[str, Value]) -> list[Field]:
    """The numbers among a bot's options that have a label, as fields."""
    aims = values.get("dda") != "none"
    found = []
    for key, value in values.items():
        if key in _LABELS and (aims or key not in _OF_AIM) and not isinstance(value, bool | str):
            own = kind.ranges.get(key, (0, 1000))
            narrow = _RANGES.get(key, own)
            least, most = min(max(own[0], narrow[0]), value), max(min(own[1], narrow[1]), value)
            found.append(Field(key, _LABELS[key], value, least, most, isinstance(kind.parameters[key], int)))
    return found


def search_of(spec: str) -> Search | None:
    """The published search that a spec string plays, with whatever values of its fields."""
    asked = read_spec(spec)
    written = {key: str(value) for key, value in asked.parameters}
    for search in SEARCHES:
        of_search = read_spec(search.fixed)
        fixed = {key: str(value) for key, value in of_search.parameters}
        free = {key: value for key, value in written.items() if key not in search.values}
        if asked.name == of_search.name and free == fixed:
            return search
    return None
