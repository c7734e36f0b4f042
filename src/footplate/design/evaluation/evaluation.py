"""How a board plays: who wins, how long it takes, how close it is, and which routes, cities and colours are wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from footplate.arena.deals import whole_deals
from footplate.arena.match import play_match
from footplate.arena.results import GameResults, estimate_of, plain
from footplate.arena.runners import make_runner
from footplate.arena.service import Watch
from footplate.arena.statistics import Estimate
from footplate.arguments import listed, seed_number, whole
from footplate.boards import Board
from footplate.design.distance import Floats, Tally, fairness, target_shares
from footplate.design.evaluation.arc import Arc, arc_of
from footplate.design.evaluation.figures import features_of
from footplate.design.evaluation.held_out import HeldOutPlay, games_of_held_out, play_held_out
from footplate.design.evaluation.table_play import TablePlay, measure_play, play_table
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError, InvalidBoard
from footplate.files import json_of
from footplate.maps.route_use import DEAD
from footplate.version import __version__

STYLES = ("one-step", "path", "long-route", "hungry")
GAMES = 2400
HELD_OUT_GAMES = 240
_ARC_GAMES = 240  # of the first deals; more would not move its curve


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """What games say about a board. Shares by route, city and colour are of games, or of spaces, from 0 to 1."""

    board: Board
    play: TablePlay
    target: tuple[float, ...]  # win shares by agent
    distance: Estimate  # between target and measured shares
    arc: Arc
    routes: tuple[float, ...]  # by route: in which share of the games somebody claimed it
    cities: tuple[float, ...]  # by city: in which share somebody built to it
    contested: tuple[float, ...]  # by city: in which share two players or more did
    colors: Mapping[str, float]  # by colour: which share of its spaces gets built in a game
    held_out: tuple[HeldOutPlay, ...] = ()
    command: str = ""

    @property
    def dead(self) -> list[int]:
        """Routes that are as good as never claimed, the least claimed first."""
        return sorted((r for r, share in enumerate(self.routes) if share < DEAD), key=self.routes.__getitem__)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON, from which ``from_dict`` makes it again."""
        return {
            "footplate": __version__,
            "command": self.command,
            "board": dict(self.board.data),
            "rules": self.board.rules_hash,
            "play": self.play.to_dict(),
            "wished": list(self.target),
            "distance": plain(self.distance),
            "arc": self.arc.to_dict(),
            "features": features_of(self.board).to_dict(),
            **{name: list(getattr(self, name)) for name in _SHARES},
            "colors": dict(self.colors),
            "dead_routes": self.dead,
            "strangers": [held_out.to_dict() for held_out in self.held_out],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Evaluation:
        return cls(
            board=Board.from_dict(data["board"]),
            play=TablePlay.from_dict(data["play"]),
            target=tuple(data["wished"]),
            distance=estimate_of(data["distance"]),
            arc=Arc.from_dict(data["arc"]),
            colors=dict(data["colors"]),
            held_out=tuple(HeldOutPlay.from_dict(held_out) for held_out in data["strangers"]),
            command=data["command"],
            **{name: tuple(data[name]) for name in _SHARES},
        )


_SHARES = ("routes", "cities", "contested")


def is_evaluation(path: Path) -> bool:
    """Whether a file looks like one; a board file has no win shares."""
    try:
        data = json_of(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return False
    return isinstance(data, dict) and "play" in data


def read_evaluation(path: Path) -> Evaluation:
    """What ``footplate design evaluate --json`` has printed."""
    try:
        return Evaluation.from_dict(json_of(path.read_text(encoding="utf-8-sig")))
    except OSError as error:
        raise FootplateError(f"{path} can't be read: {error.strerror}") from None
    except InvalidBoard as error:
        raise InvalidBoard(str(path), error.reasons) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FootplateError(
            f"{path} holds no evaluation; `footplate design evaluate BOARD --json > FILE` writes one"
        ) from None


def games_in_all(agents: Sequence[str], games: int, held_out: Sequence[str], held_out_games: int) -> int:
    """How many games an evaluation plays, so that somebody can show how far it has come."""
    return whole_deals(games, len(agents)) + len(held_out) * games_of_held_out(held_out_games)


def evaluate(
    board: Board,
    agents: Sequence[str] = STYLES,
    games: int = GAMES,
    *,
    seed: int = 0,
    targets: Sequence[float] | None = None,
    held_out: Sequence[str] = (),
    held_out_games: int = HELD_OUT_GAMES,
    threads: int | None = None,
    progress: Callable[[int], None] = lambda games: None,
    stop: Callable[[], bool] = lambda: False,
    command: str = "",
) -> Evaluation:
    """Play ``games`` (rounded up to whole deals) between the agents and measure them.

    ``targets`` are win rates in percent, by agent; without them all are even. Each of the ``held_out`` agents plays
    against its like, here and on published boards. ``progress`` is called with how many games have just ended. When
    ``stop`` says so, what has been played so far is measured. The same seed gives the same figures on any number of
    threads.
    """
    agents = listed("agents", agents, "a list of agents, as spec strings")
    games, seed = whole("games", games, 1), seed_number(seed)
    held_out_games = whole("held_out_games", held_out_games, 1)
    target = target_shares(targets or [100 / max(1, len(agents))] * len(agents), len(agents))
    make_tables(board, len(agents))  # says what can't be played
    watch = Watch(progress, stop)
    with closing(make_runner("threads", threads)) as runner:
        results = play_table(board, agents, games, seed=seed, runner=runner, watch=watch)
        met = play_held_out(board, held_out, len(agents), held_out_games, seed=seed, runner=runner, watch=watch)
    sample = min(results.seeds.size, _ARC_GAMES)
    records = play_match(board, agents, sample, seed=seed, threads=threads, keep_records=True).results.records
    return Evaluation(
        board=board,
        play=measure_play(agents, seed, results),
        target=tuple(target.tolist()),
        distance=fairness(target, Tally.of(results.by_deal(results.shares))).distance,
        arc=arc_of(records),
        **_use(board, results),
        held_out=tuple(met),
        command=command,
    )


def _use(board: Board, results: GameResults) -> dict[str, Any]:
    """Shares by route, city and colour, from the games' last positions."""
    owners = results.owners[:, : len(board.routes)]
    claimed: Floats = (owners > 0).mean(axis=0)
    ends_a, ends_b = (np.array(ends) for ends in board.route_ends)
    cities, contested = [], []
    for city in range(len(board.cities)):
        here = owners[:, (ends_a == city) | (ends_b == city)]
        builders = sum((here == seat).any(axis=1).astype(int) for seat in range(1, results.players + 1))
        cities.append(float(np.mean(builders >= 1)))
        contested.append(float(np.mean(builders >= 2)))
    built = dict.fromkeys(features_of(board).trains_by_color, 0.0)
    for route, share in zip(board.routes, claimed, strict=True):
        built[route.color] += float(share) * route.length
    spaces = features_of(board).trains_by_color
    return {
        "routes": tuple(claimed.tolist()),
        "cities": tuple(cities),
        "contested": tuple(contested),
        "colors": {colour: amount / spaces[colour] for colour, amount in built.items() if spaces[colour]},
    }
