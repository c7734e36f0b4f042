"""Whom one can play against on the page: the adaptive opponent, the levels, and every fair bot of the registry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from footplate.agents import AgentKind, agent_kinds, make_agent, read_spec
from footplate.boards import Board
from footplate.engine.tables import make_tables
from footplate.errors import UnknownAgent

ADAPTIVE = "adaptive"
_SHORT = 4000  # iterations of a search that takes a fraction of a second
Effort = Literal["rule", "search", "long"]


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
    Level("expert", "Inspector", "very strong", "Very strong. Searches furthest."),
)
_LEVELS = {level.spec: level for level in LEVELS}


def is_allowed(text: str) -> bool:
    """Whether a request may name such a bot: only Footplate's own, no cheats, no files and threads of this machine."""
    spec = read_spec(text)
    wants_threads = any(part.get("threads") is not None for part in spec.all_parts)
    if spec.runs_foreign_code or spec.cheats or spec.names_files or wants_threads:
        return False
    try:
        make_agent(spec)
    except (UnknownAgent, OverflowError):
        return False
    return True


@lru_cache(maxsize=1024)
def effort_of(spec: str) -> Effort:
    """What a move of such a bot takes: microseconds by a rule, a moment of search, or as long as it likes."""
    asked = read_spec(spec)
    if asked.runs_foreign_code:
        return "long"
    budgets = [budget for part in asked.all_parts if (budget := make_agent(part).thinks)]
    if not budgets:
        return "rule"
    return "search" if all(budget.iterations and budget.iterations <= _SHORT for budget in budgets) else "long"


def name_of(spec: str) -> str:
    """What the page calls a bot."""
    kind = read_spec(spec).name
    return _LEVELS[kind].name if kind in _LEVELS else kind[:1].upper() + kind[1:]


def word_for(spec: str) -> str:
    """What stands beside its name: "aims at 50 %", "steady"."""
    asked = read_spec(spec)
    if asked.name == ADAPTIVE:
        return f"aims at {round(100 * win_rate_of(spec))} %"
    return _LEVELS[asked.name].word if asked.name in _LEVELS else str(asked).removeprefix(asked.name).removeprefix(":")


def win_rate_of(spec: str) -> float:
    """The adaptive opponent's own share of wins that its spec string asks for."""
    return float(str(read_spec(spec).get("win_rate") or 0.5))


def check_fit(text: str, board: Board, players: int) -> None:
    """FootplateError if such a bot, or one that it is mixed of, can't play on this board with so many."""
    for part in read_spec(text).all_parts:
        if part.kind and part.kind.trained:
            make_agent(part).fit(make_tables(board, players))


def opponents() -> list[dict[str, Any]]:
    """For the set-up page, in its order; those that play with a network name the boards that it was made for."""
    adaptive = Level(ADAPTIVE, "Adaptive", "", "Plays its best when you lead and eases off when you trail.")
    known = {ADAPTIVE, *_LEVELS}
    fair = (kind for kind in agent_kinds() if not kind.cheats and kind.name not in known)
    return [
        _plain(adaptive, "adaptive"),
        *(_plain(level, "level") for level in LEVELS),
        *(
            _plain(Level(spec, name, "", _sentence(kind.summary)), kind.family, boards)
            for kind in sorted(fair, key=lambda kind: (kind.family, kind.name))
            for spec, name, boards in _choices(kind)
        ),
    ]


def _choices(kind: AgentKind) -> Iterator[tuple[str, str, list[str]]]:
    """Spec string, name and boards; no boards are all."""
    if not kind.trained:
        yield kind.name, name_of(kind.name), []
        return
    boards: dict[str, dict[str, None]] = {}
    for network in kind.trained():
        boards.setdefault(network.name, {})[network.board] = None
    for name, on in boards.items():
        yield f"{kind.name}:{name}", f"{name_of(kind.name)} {name}", list(on)


def _plain(level: Level, group: str, boards: Sequence[str] = ()) -> dict[str, Any]:
    return {
        "spec": level.spec,
        "name": level.name,
        "group": group,
        "sentence": level.sentence,
        "boards": list(boards),
    }


def _sentence(summary: str) -> str:
    return summary[:1].upper() + summary[1:] + "."
