"""What the games at one table say about a board: win shares by agent and by seat, length, lead changes, tickets."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.agents import as_agent, make_agent
from footplate.agents.kernel_agent import is_compiled
from footplate.arena.deals import Request, games_per_deal, portable
from footplate.arena.results import GameResults, estimate_of, join, plain
from footplate.arena.runners import Runner
from footplate.arena.service import NOBODY, Cancelled, Watch, play_games
from footplate.arena.sources import bot_hashes, code_hash
from footplate.arena.statistics import Estimate, mean_estimate, ratio_estimate, share_estimate
from footplate.boards import Board
from footplate.files import cache_base, write_whole

_ESTIMATES = ("win_shares", "seat_shares", "scores")
_MEANS = ("turns", "lead_changes", "completion", "tickets_done")


@dataclass(frozen=True, kw_only=True)
class TablePlay:
    """How a table of agents plays on a board. Shares are of games, a draw of n counts 1/n; intervals cover 95 %."""

    agents: tuple[str, ...]
    games: int
    seed: int
    win_shares: tuple[Estimate, ...]  # by agent
    seat_shares: tuple[Estimate, ...]  # by seat: who begins is first
    scores: tuple[Estimate, ...]  # by agent
    turns: Estimate  # of one player
    lead_changes: Estimate  # in points for routes, which everybody can see
    completion: Estimate  # tickets done, of those held at the end
    tickets_done: Estimate  # by one player

    @property
    def players(self) -> int:
        return len(self.agents)

    @property
    def advantage(self) -> Estimate:
        """What beginning is worth: the first seat's share less an even one."""
        even, first = 1 / self.players, self.seat_shares[0]
        return Estimate(first.mean - even, first.low - even, first.high - even)

    def to_dict(self) -> dict[str, Any]:
        return {**plain(self), "advantage": plain(self.advantage)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TablePlay:
        figures: dict[str, Any] = {name: tuple(map(estimate_of, data[name])) for name in _ESTIMATES}
        figures |= {name: estimate_of(data[name]) for name in _MEANS}
        return cls(agents=tuple(data["agents"]), games=int(data["games"]), seed=int(data["seed"]), **figures)


def play_table(
    board: Board, agents: Sequence[str], games: int, *, seed: int = 0, runner: Runner, watch: Watch = NOBODY
) -> GameResults:
    """The games with their metrics and last positions.

    On each deal every pair of agents sits once in every pair of seats, and games are rounded up to whole deals. Agents
    who are all alike play each deal once. When it is cancelled, there are those of the deals so far, at least some.
    """
    players = [as_agent(agent) for agent in agents]
    per_deal = _games_of_a_deal(agents)
    request = Request(
        board=board,
        agents=portable(agents, players),
        seed=seed,
        deals=range(-(-games // per_deal)),
        each_deal_once=per_deal == 1,
        metrics=True,
        keep_finals=True,
    )
    parts: list[GameResults] = []
    patient = Watch(watch.progress, lambda: bool(parts) and watch.is_cancelled())
    try:
        for piece in play_games([request], runner, patient):
            parts.append(piece.results)
    except Cancelled:
        pass
    finally:
        for player in players:
            player.close()
    return join(parts)


def _games_of_a_deal(agents: Sequence[str]) -> int:
    return games_per_deal(len(agents)) if len(set(agents)) > 1 else 1


def measure_play(agents: Sequence[str], seed: int, results: GameResults) -> TablePlay:
    """What the results of ``play_table`` say; the unit of the intervals is the deal."""
    k, metrics = len(agents), results.metrics
    assert metrics is not None

    def by_deal(values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        means: npt.NDArray[np.float64] = values.reshape(-1, _games_of_a_deal(agents), *values.shape[1:]).mean(axis=1)
        return means

    shares, totals = by_deal(results.shares), by_deal(results.totals)
    seats = [by_deal((results.shares * (results.seat_of == seat)).sum(axis=1)) for seat in range(k)]
    done = metrics["tickets_done"][:, :k].sum(axis=1).astype(np.float64)
    held = metrics["tickets_held"][:, :k].sum(axis=1).astype(np.float64)
    return TablePlay(
        agents=tuple(agents),
        games=results.seeds.size,
        seed=seed,
        win_shares=tuple(share_estimate(shares[:, a]) for a in range(k)),
        seat_shares=tuple(share_estimate(seat) for seat in seats),
        scores=tuple(mean_estimate(totals[:, a]) for a in range(k)),
        turns=mean_estimate(by_deal(metrics["turns"] / k)),
        lead_changes=mean_estimate(by_deal(metrics["lead_changes"].astype(np.float64))),
        completion=ratio_estimate(by_deal(done), by_deal(held)) if held.sum() else Estimate(0.0, 0.0, 1.0),
        tickets_done=mean_estimate(by_deal(done / k)),
    )


# ---------------------------------------------------------------- kept in the user's cache


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
    """How ``players`` who are all alike play on a published board: played once on a machine, then read from the cache.
    What depends on time, or was stopped, is not kept."""
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
