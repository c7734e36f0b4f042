"""Whom one can play against on the page: the adaptive opponent, the levels, and every fair bot of the registry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal

from footplate.agents import AgentKind, agent_kinds, make_agent, read_spec
from footplate.agents.ladder.measured import SECONDS, Ladder, expected_share, ladder_for
from footplate.agents.ladder.words import LEVELS, STRONGEST, Level
from footplate.boards import Board, board_title, catalogue_board
from footplate.engine.tables import make_tables
from footplate.errors import UnknownAgent

ADAPTIVE = "adaptive"
_SHORT = 4000  # iterations of a search that takes a fraction of a second
Effort = Literal["rule", "search", "long"]


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
    adaptive = Level(ADAPTIVE, "Adaptive", "", "As strong as you are: it learns that from game to game.")
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


def ladder_view(board: Board, players: int) -> dict[str, Any]:
    """The levels on a board with so many players, the weakest first, as the set-up page shows them."""
    ladder = ladder_for(board, players)
    return {
        "rated": ladder.is_measured,
        "words": _words_for(ladder, players),
        "levels": [
            {
                "spec": level.spec,
                "rating": round(rung.rating[0]) if rung.rating else None,
                "error": round((rung.rating[2] - rung.rating[1]) / 2) if rung.rating else None,
                "beats": _beats(ladder, number),
                "time": _time(number),
            }
            for number, (level, rung) in enumerate(zip(LEVELS, ladder.rungs, strict=True))
        ],
    }


def _words_for(ladder: Ladder, players: int) -> str:
    if ladder.is_measured:
        return f"Ratings were measured on this board, {players} players. Other boards have their own."
    order = f" The levels are those of {board_title(catalogue_board(ladder.of))}." if ladder.of else ""
    return f"Not rated on this board yet with {players} players.{order}"


def _beats(ladder: Ladder, number: int) -> str:
    """How often a level beats the one below, by their ratings."""
    rung, below = ladder.rungs[number], ladder.rungs[number - 1] if number else None
    if not below or not rung.rating or not below.rating:
        return ""
    share = expected_share(rung.rating[0] - below.rating[0])
    return f"Beats {LEVELS[number - 1].name} in {round(10 * share)} of 10 games"


def _time(number: int) -> str:
    """Of a move, as a label says it."""
    return f"{SECONDS:g} s" if number == STRONGEST else "under 0.1 s"


def _choices(kind: AgentKind) -> Iterator[tuple[str, str, list[str]]]:
    """Spec string, name and boards; no boards are all."""
    if not kind.trained:
        yield kind.name, name_of(kind.name), []
        return
    boards: dict[str, dict[str, None]] = {}
    for network in kind.trained():
        boards.setdefault(network.name, {}).update({network.board: None} if network.rules_hash else {})
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
