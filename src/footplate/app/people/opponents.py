"""Whom one can play against on the page: Adaptive, the levels, the champions, and the bots of the registry."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any, Literal

from footplate.agents import AgentKind, agent_kinds, make_agent, read_spec
from footplate.agents.ladder.measured import Ladder, expected_share, ladder_for
from footplate.agents.ladder.words import LEVELS, Level
from footplate.agents.registry import agent_kind
from footplate.agents.specs import NETWORK
from footplate.app.people.papers import SEARCHES, Search, fields_of, paper_of, search_of
from footplate.boards import Board, board_title, catalogue_board
from footplate.engine.tables import make_tables
from footplate.errors import UnknownAgent
from footplate.studies.levels import GAMES, total
from footplate.words import counted

ADAPTIVE = "adaptive"
CHAMPIONS: Mapping[str, str] = {
    "net": "The network of the board: looks once, and plays at once.",
    "net-ismcts": "The same network, which searches before every move.",
}
SEES = "Sees every hand and the deck."  # who cheats
_NO_STRENGTH = frozenset({NETWORK, "win_rate"})  # parameters that say who plays, or whom it learns from
_SHORT = 4000  # iterations of a search that takes a fraction of a second
Effort = Literal["rule", "search", "level", "long"]


_LEVELS = {level.spec: level for level in LEVELS}


def is_allowed(text: str) -> bool:
    """Whether a request may name such a bot: only Footplate's own, no files and threads of this machine."""
    spec = read_spec(text)
    wants_threads = any(part.get("threads") is not None for part in spec.all_parts)
    if spec.runs_foreign_code or spec.names_files or wants_threads:
        return False
    try:
        make_agent(spec)
    except (UnknownAgent, OverflowError):
        return False
    return True


@lru_cache(maxsize=1024)
def effort_of(spec: str) -> Effort:
    """What a move of such a bot takes: microseconds by a rule, a moment of search, the seconds that a level has, or as
    long as it likes."""
    asked = read_spec(spec)
    if asked.runs_foreign_code:
        return "long"
    if asked.name in _LEVELS:
        return "level" if make_agent(asked).thinks else "rule"
    budgets = [budget for part in asked.all_parts if (budget := make_agent(part).thinks)]
    if not budgets:
        return "rule"
    return "search" if all(budget.iterations and budget.iterations <= _SHORT for budget in budgets) else "long"


def name_of(spec: str) -> str:
    """What the page calls a bot."""
    kind = read_spec(spec).name
    if kind in _LEVELS:
        return _LEVELS[kind].name
    search = search_of(spec)
    return search.name if search else kind[:1].upper() + kind[1:]


def word_for(spec: str) -> str:
    """What stands beside its name: "aims at 50 %", "steady"."""
    asked = read_spec(spec)
    if asked.name == ADAPTIVE:
        return f"aims at {round(100 * win_rate_of(spec))} %"
    if asked.name in _LEVELS:
        return _LEVELS[asked.name].word
    if search_of(spec):
        return "changed options" if is_changed(spec) else ""
    return str(asked).removeprefix(asked.name).removeprefix(":")


@lru_cache(maxsize=1024)
def cheats(spec: str) -> bool:
    return read_spec(spec).cheats


@lru_cache(maxsize=1024)
def is_changed(spec: str) -> bool:
    """Whether a bot plays with other options than it is offered with; such a one has no rating."""
    asked = read_spec(spec)
    if asked.kind is None or asked.kind.runs_foreign_code:
        return False
    search = search_of(spec)
    given = {key: str(value) for key, value in asked.parameters if key not in _NO_STRENGTH}
    offered: Mapping[str, Any] = search.values if search else asked.kind.parameters
    fixed = read_spec(search.fixed).parameters if search else ()
    return any(not _is_same(value, offered.get(key)) for key, value in given.items() if (key, value) not in fixed)


def _is_same(written: str, offered: object) -> bool:
    if isinstance(offered, int | float) and not isinstance(offered, bool):
        try:
            return float(written) == offered
        except ValueError:
            return False
    return written.lower() == str(offered).lower()


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
    sentence = "As strong as you are: it learns that from game to game. If you play better than its best, you win more."
    adaptive = Level(ADAPTIVE, "Adaptive", "", sentence)
    known = {ADAPTIVE, *_LEVELS, "cheating-mcts"}
    kinds = sorted(agent_kinds(), key=lambda kind: (kind.family, kind.name))
    return [
        _plain(adaptive, "adaptive"),
        *(_plain(level, "level") for level in LEVELS),
        *(_plain(Level(spec, name_of(spec), "", sentence), "champion") for spec, sentence in CHAMPIONS.items()),
        *map(_published, SEARCHES),
        *(
            _plain(Level(spec, name, "", _sentence(kind.summary)), paper_of(kind), boards) | _options(kind, spec)
            for kind in kinds
            if kind.name not in known
            for spec, name, boards in _choices(kind)
        ),
    ]


def _published(search: Search) -> dict[str, Any]:
    kind = read_spec(search.fixed).kind
    assert kind is not None
    fields = [asdict(field) for field in fields_of(kind, search.values)]
    seen = {"sees": SEES if kind.cheats else "", "fixed": f"{search.fixed},", "fields": fields}
    return _plain(Level(search.spec, search.name, "", search.sentence), search.paper) | seen


def _options(kind: AgentKind, spec: str) -> dict[str, Any]:
    """The fields of a bot's options, and the spec string that they are added to."""
    joint = "," if ":" in spec else ":"
    return {"fixed": f"{spec}{joint}", "fields": [asdict(field) for field in fields_of(kind, kind.parameters)]}


def ladder_view(board: Board, players: int, times: Sequence[float | None] = ()) -> dict[str, Any]:
    """The levels on a board with so many players, the weakest first, as the set-up page shows them.

    ``times`` are the seconds of their moves on this machine, as far as they are known.
    """
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
                "time": time_word(times[number] if times else None),
            }
            for number, (level, rung) in enumerate(zip(LEVELS, ladder.rungs, strict=True))
        ],
        "marks": {
            spec: {"rating": round(mean), "error": round((high - low) / 2)}
            for spec, (mean, low, high) in (ladder.marks or {}).items()
        },
        "champions": {spec: _champion(board, players) for spec in CHAMPIONS},
    }


def _champion(board: Board, players: int) -> str:
    """What the network of the champions was trained for."""
    trained = agent_kind("net").trained
    networks = trained() if trained else ()
    if any(network.rules_hash == board.rules_hash and players in network.players for network in networks):
        return "Trained for this board and number of players."
    return "Plays any map: this board has no network of its own."


def _words_for(ladder: Ladder, players: int) -> str:
    if ladder.is_measured:
        return f"Ratings were measured on this board, {players} players. Other boards have their own."
    order = f" The levels are those of {board_title(catalogue_board(ladder.of))}." if ladder.of else ""
    needed = f" That takes up to {total(GAMES, players):,} games." if players > 1 else ""
    return f"Not rated on this board yet with {counted(players, 'player')}.{needed}{order}"


def _beats(ladder: Ladder, number: int) -> str:
    """How often a level beats the one below, by their ratings."""
    rung, below = ladder.rungs[number], ladder.rungs[number - 1] if number else None
    if not below or not rung.rating or not below.rating:
        return ""
    share = expected_share(rung.rating[0] - below.rating[0])
    return f"Beats {LEVELS[number - 1].name} in {round(10 * share)} of 10 games"


def time_word(seconds: float | None) -> str:
    """Of a move, as a label says it."""
    if seconds is None:
        return ""
    if seconds < 0.1:
        return "under 0.1 s"
    return f"{seconds:.0f} s" if seconds >= 1 else f"{math.ceil(10 * seconds) / 10:.1f} s"


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
        "learns": read_spec(level.spec).learns,
        "sees": "",
        "fixed": level.spec,
        "fields": [],
    }


def _sentence(summary: str) -> str:
    return summary[:1].upper() + summary[1:] + "."
