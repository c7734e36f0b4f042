"""Results with luck taken out (AIVAT): unbiased, with smaller intervals, for games that are dear.

What a position is worth is fixed beforehand: the mean of games that are played out from it, with hands as they are and
what lies ahead in any order (``playouts.FULL``). At every action chance has its say: the card that came, how the market
was filled, the tickets that were offered. The luck of an action is what the position after it is worth, less what the
action was worth before chance had its say. In the mean over all that could have come this is 0, whoever plays and
however well. So a result less its luck has the same mean as the result. The method is that of Burch, Schmid, Moravčík,
Morrill and Bowling, "AIVAT" (AAAI 2018), with its correction for chance; nothing is corrected for the chance of agents
themselves, whose probabilities are not known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue

import numpy as np
import numpy.typing as npt

from footplate.actions import Kind
from footplate.agents import AgentLike, as_agent
from footplate.arena.results import MatchResult
from footplate.arena.statistics import Estimate, mean_estimate
from footplate.arguments import instance, seed_number, thread_count, whole
from footplate.engine.layout import Records, copy_records
from footplate.engine.tables import make_tables
from footplate.errors import InvalidArgument
from footplate.game import Game
from footplate.records import GameRecord
from footplate.review.playouts import AS_POLICY, FULL, NEW_GAME, Playouts

DEALS = 400  # for the worth of a position
_SEEDS, _APART = 1 << 62, 1_000_003
_WITHOUT_CHANCE = (Kind.CLAIM, Kind.PASS)
_OF_TICKETS = (Kind.TICKETS, Kind.KEEP, Kind.SPLIT, Kind.SWAP)
KINDS_OF_LUCK = 3
DEALT, TICKETS, CARDS = range(KINDS_OF_LUCK)
_FOLDS = 5

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class ReducedResult:
    """The estimates of a match with luck taken out, by agent; ``saved``: how many times the games as many plain ones
    would have to be for margins as certain as these."""

    win_rates: tuple[Estimate, ...]
    margins: tuple[Estimate, ...]
    saved: float
    deals: int


def luck_of(record: GameRecord, playouts: Playouts, *, seed: int, deals: int = DEALS) -> Floats:
    """What chance gave every seat in a finished game: by (DEALT, TICKETS, CARDS), (win, margin) and seat."""
    game = Game(record.board, record.players, record.seed)
    own = (seed * _APART + 1) % _SEEDS
    new = _worth(playouts, NEW_GAME, game.records, AS_POLICY, own, deals)
    luck = np.zeros((KINDS_OF_LUCK, 2, record.players))
    luck[DEALT] = _worth(playouts, FULL, game.records, AS_POLICY, own + 1, deals) - new
    for number in range(len(record.moves)):
        before = copy_records(game.records)
        record.push_next(game)
        action = game.history[-1].action
        if action is None or (action.kind in _WITHOUT_CHANCE and not _asks_chance(game)):
            continue
        here = (own + 2 + number) % _SEEDS
        kind = TICKETS if action.kind in _OF_TICKETS else CARDS
        luck[kind] += _worth(playouts, FULL, game.records, AS_POLICY, here, deals)
        luck[kind] -= _worth(playouts, FULL, before, game.actions.id(action), here, deals)
    return luck


def _asks_chance(game: Game) -> bool:
    """Whether claims on this board have cards turned up."""
    return game.board.has_tunnels


def _worth(playouts: Playouts, kind: int, root: Records, action: int, seed: int, deals: int) -> Floats:
    """(wins, margins) by seat in the mean of the deals."""
    outcomes = playouts.play(kind, root, [action], deals, seed=seed)
    return np.stack([outcomes.wins[:, 0].mean(axis=0), outcomes.margins[:, 0].mean(axis=0)])


def reduce_luck(
    result: MatchResult,
    agents: Sequence[AgentLike],
    *,
    seed: int = 0,
    deals: int = DEALS,
    threads: int = 1,
    progress: Callable[[int], None] = lambda games: None,
) -> ReducedResult:
    """Take luck out of a match whose records were kept (``keep_records``)."""
    instance("result", result, MatchResult, "the MatchResult of play_match")
    seed, deals, threads = seed_number(seed), whole("deals", deals, 1), thread_count(threads)
    results = result.results
    if len(results.records) != results.seeds.size:
        raise InvalidArgument("result: its games must have been kept: play_match(…, keep_records=True)")
    if results.forfeits:
        raise InvalidArgument("result: a game that was broken off by a forfeit has no end to compare with")
    if cheats := [agent.name for agent in map(as_agent, agents) if agent.cheats]:
        raise InvalidArgument(f"agents: {cheats[0]} sees what lies ahead, so that chance is no chance to it")
    tables = make_tables(results.records[0].board, results.players)
    free: SimpleQueue[Playouts] = SimpleQueue()
    for _ in range(threads):
        free.put(Playouts(tables))

    def luck(number: int) -> Floats:
        playouts = free.get()
        try:
            return luck_of(results.records[number], playouts, seed=seed + number, deals=deals)
        finally:
            free.put(playouts)
            progress(1)

    with ThreadPoolExecutor(threads) as pool:
        lucks = np.array(list(pool.map(luck, range(len(results.records)))))
    by_agent = np.take_along_axis(lucks, results.seat_of[:, None, None, :], axis=3)
    means = results.by_deal(by_agent)
    shares, margins = results.by_deal(results.shares), results.by_deal(margins_of(results.totals))
    less = [without_luck(margins[:, a], means[:, :, 1, a]) for a in range(results.players)]
    return ReducedResult(
        win_rates=tuple(mean_estimate(without_luck(shares[:, a], means[:, :, 0, a])) for a in range(results.players)),
        margins=tuple(mean_estimate(values) for values in less),
        saved=_ratio(margins[:, 0], less[0]),
        deals=deals,
    )


def without_luck(values: Floats, luck: Floats) -> Floats:
    """Values by deal less what luck explains of them; ``luck`` by deal and kind, 0 in the mean.

    The weights of a fold come from the other folds, so they don't know the deals that they are used on.
    """
    n = len(values)
    less = values.astype(np.float64)
    for fold in range(_FOLDS if n >= 2 * _FOLDS else 0):
        here = np.arange(n) % _FOLDS == fold
        known = luck[~here]
        target = values[~here] - values[~here].mean()
        ridge = known.var(axis=0).sum() + 1e-9
        weights = np.linalg.solve(known.T @ known + ridge * np.eye(known.shape[1]), known.T @ target)
        less[here] -= luck[here] @ weights
    return less


def margins_of(totals: Floats) -> Floats:
    """By game and agent: points over the best other's."""
    n = totals.shape[1]
    if n == 1:
        return totals
    best: Floats = np.stack([np.delete(totals, a, axis=1).max(axis=1) for a in range(n)], axis=1)
    return totals - best


def _ratio(plain: Floats, reduced: Floats) -> float:
    if plain.size < 2 or reduced.var(ddof=1) == 0:
        return 1.0
    return float(plain.var(ddof=1) / reduced.var(ddof=1))
