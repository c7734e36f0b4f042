"""Whether a board is a good game for players whom it was not made for: within what published boards give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.arena.results import GameResults
from footplate.arena.runners import Runner
from footplate.arena.service import NOBODY, Watch
from footplate.arena.statistics import Estimate
from footplate.boards import Board, load_board
from footplate.design.evaluation.table_play import TablePlay, measure_play, play_published, play_table

Floats = npt.NDArray[np.float64]
Published = Mapping[str, tuple[int, TablePlay]]  # by board: its trains, and how an agent plays there
MEASURES = ("usa", "new_york", "small")  # the boards whose range is the measure


@dataclass(frozen=True)
class Verdict:
    """A figure of the board beside the range of the published ones. It is inside unless its whole interval is not."""

    name: str
    value: Estimate
    low: float
    high: float

    @property
    def is_inside(self) -> bool:
        return self.value.low <= self.high and self.value.high >= self.low

    @property
    def verdict(self) -> str:
        return "fine" if self.is_inside else "outside"


@dataclass(frozen=True)
class HeldOutPlay:
    """An agent at a table of its like, on a board and on the published ones; trains are those of each board."""

    agent: str
    trains: int
    here: TablePlay
    published: Published

    @property
    def verdicts(self) -> list[Verdict]:
        """In the order of the figures."""
        ours, published = _figures(self.trains, self.here), ranges(self.published)
        return [Verdict(name, value, *published[name]) for name, value in ours.items()]

    @property
    def is_good(self) -> bool:
        return all(verdict.is_inside for verdict in self.verdicts)

    @property
    def words(self) -> str:
        """The verdicts in a phrase."""
        outside = [verdict.name.partition(",")[0] for verdict in self.verdicts if not verdict.is_inside]
        return f"unlike published boards in {' and '.join(outside)}" if outside else "a good game"

    def to_dict(self) -> dict[str, Any]:
        return {
            "agent": self.agent,
            "trains": self.trains,
            "here": self.here.to_dict(),
            "published": {
                board: {"trains": trains, "play": play.to_dict()} for board, (trains, play) in self.published.items()
            },
            "verdicts": [
                {"name": v.name, "value": v.value.mean, "low": v.low, "high": v.high, "inside": v.is_inside}
                for v in self.verdicts
            ],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> HeldOutPlay:
        published = {b: (int(x["trains"]), TablePlay.from_dict(x["play"])) for b, x in data["published"].items()}
        return cls(data["agent"], int(data["trains"]), TablePlay.from_dict(data["here"]), published)


def _figures(trains: int, play: TablePlay) -> dict[str, Estimate]:
    """Shares in percent. Turns are counted for each train, because boards have different numbers of them."""
    return {
        "first player's advantage, points": _scaled(play.advantage, 100),
        "tickets done, %": _scaled(play.completion, 100),
        "lead changes in a game": play.lead_changes,
        "turns of a player for each train": _scaled(play.turns, 1 / trains),
    }


def counts_of_games(trains: int, results: GameResults) -> Floats:
    """What the figures are made of, by game: advantage, tickets done and held, lead changes, turns for each train."""
    k, metrics = results.players, results.metrics
    assert metrics is not None
    done, held = (metrics[name][:, :k].sum(axis=1) for name in ("tickets_done", "tickets_held"))
    first = (results.shares * (results.seat_of == 0)).sum(axis=1) - 1 / k
    counts = (first, done, held, metrics["lead_changes"], metrics["turns"] / k / trains)
    return np.stack(counts, axis=1).astype(np.float64)


def figures_of_counts(means: Floats) -> Floats:
    """The figures, from the means of such counts over many games."""
    first, done, held, leads, turns = np.moveaxis(means, -1, 0)
    return np.stack((100 * first, 100 * done / np.maximum(held, 1e-9), leads, turns), axis=-1)


def ranges(published: Published) -> dict[str, tuple[float, float]]:
    """By figure, from the lowest to the highest end of the published boards' intervals."""
    figures = [_figures(trains, play) for trains, play in published.values()]
    return {
        name: (min(one[name].low for one in figures), max(one[name].high for one in figures)) for name in figures[0]
    }


def _scaled(estimate: Estimate, by: float) -> Estimate:
    return Estimate(estimate.mean * by, estimate.low * by, estimate.high * by)


def play_held_out(
    board: Board,
    agents: Sequence[str],
    players: int,
    games: int,
    *,
    more: Sequence[Board] = (),
    seed: int = 0,
    runner: Runner,
    watch: Watch = NOBODY,
) -> list[HeldOutPlay]:
    """Each agent at tables of ``players``, or as many as a board allows; cancelling leaves out who hasn't played all.

    ``more`` are published boards that belong to the measure, too.
    """
    measures = {*MEASURES, *(place.name for place in more)}
    found: list[HeldOutPlay] = []
    for agent in agents:
        if watch.is_cancelled():
            return found
        table = [agent] * _seats(board, players)
        results = play_table(board, table, games, seed=seed, runner=runner, watch=watch)
        here = measure_play(table, seed, results)
        published = play_measures(agent, players, games, more=more, seed=seed, runner=runner, watch=watch)
        if len(published) < len(measures):
            return found
        found.append(HeldOutPlay(agent, board.rules.trains, here, published))
    return found


def play_measures(
    agent: str,
    players: int,
    games: int,
    *,
    more: Sequence[Board] = (),
    seed: int = 0,
    runner: Runner,
    watch: Watch = NOBODY,
) -> Published:
    """How an agent plays on the published boards, and on ``more`` of them; cancelling leaves out the rest."""
    published: dict[str, tuple[int, TablePlay]] = {}
    for place in (*map(load_board, MEASURES), *more):
        if watch.is_cancelled():
            break
        play = play_published(place, agent, _seats(place, players), games, seed=seed, runner=runner, watch=watch)
        published[place.name] = place.rules.trains, play
    return published


def games_of_held_out(games: int) -> int:
    """How many games one agent plays, here and on the published boards."""
    return games * (1 + len(MEASURES))


def _seats(board: Board, players: int) -> int:
    least, most = board.rules.players
    return min(max(players, least), most)
