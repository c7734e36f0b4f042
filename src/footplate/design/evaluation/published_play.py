"""How agents play on published boards: played once on a machine, and kept in the user's cache."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from footplate.agents import make_agent
from footplate.agents.kernel_agent import is_compiled
from footplate.arena.runners import Runner
from footplate.arena.service import Watch
from footplate.arena.sources import bot_hashes, code_hash
from footplate.boards import Board
from footplate.design.evaluation.table_play import TablePlay, measure_play, play_table
from footplate.files import cache_base, write_whole


def play_published(
    board: Board,
    agent: str,
    players: int,
    games: int,
    *,
    seed: int,
    runner: Runner,
    watch: Watch,
) -> TablePlay:
    """A table of ``players`` who are all alike. What depends on time, or was stopped, is not kept."""
    table = [agent] * players
    place = _place(board, table, games, seed)
    if place and (kept := _read(place)):
        watch.progress(games)
        return kept
    results = play_table(board, table, games, seed=seed, runner=runner, watch=watch)
    play = measure_play(table, seed, results)
    if place and play.games == games:
        with suppress(OSError):
            place.parent.mkdir(parents=True, exist_ok=True)
            write_whole(place, json.dumps(play.to_dict()).encode())
    return play


def _place(board: Board, table: list[str], games: int, seed: int) -> Path | None:
    """A file's name for whatever gives the same figures; None where they can't be kept."""
    agent = make_agent(table[0])
    agent.close()
    if not is_compiled(agent):
        return None
    what = (board.rules_hash, table, games, seed, code_hash("design"), bot_hashes(table[:1]))
    try:
        return cache_base() / "published" / f"{hashlib.sha256(repr(what).encode()).hexdigest()[:32]}.json"
    except OSError:
        return None


def _read(place: Path) -> TablePlay | None:
    try:
        return TablePlay.from_dict(json.loads(place.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
