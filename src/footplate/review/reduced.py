"""Results with luck taken out (AIVAT): unbiased, with smaller intervals, for games that are dear.

What a position is worth is fixed beforehand: the mean of games that are played out from it, with hands as they are and
what lies ahead in any order (``playouts.FULL``). At every action chance has its say: the card that came, how the market
was filled, the tickets that were offered. The luck of an action is what it is worth with what truly lay on top, less
what it is worth with anything there. In the mean over all that could have come this is 0, whoever plays and however
well. So a result less its luck has the same mean as the result. The method is that of Burch, Schmid, Moravčík,
Morrill and Bowling, "AIVAT" (AAAI 2018), with its correction for chance; nothing is corrected for the chance of agents
themselves, whose probabilities are not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from queue import SimpleQueue

import numpy as np
import numpy.typing as npt

from footplate.actions import Kind
from footplate.agents import AgentLike, as_agent
from footplate.arena.deals import games_per_deal
from footplate.arena.luck import ReducedResult, less_luck
from footplate.arena.results import GameResults, MatchResult
from footplate.arguments import instance, seed_number, thread_count, whole
from footplate.engine.layout import Records, copy_records
from footplate.engine.tables import make_tables
from footplate.errors import InvalidArgument
from footplate.game import Game
from footplate.records import GameRecord
from footplate.review.playouts import AS_POLICY, FULL, NEW_GAME, Playouts, Top

DEALS = 100  # in which each chance is weighed
_SEEDS, _APART = 1 << 62, 1_000_003
_OF_DEAL = 10  # times as many deals for the worth of what was dealt, which is asked once a game
_OF_TICKETS = (Kind.TICKETS, Kind.KEEP, Kind.SPLIT, Kind.SWAP)
KINDS_OF_LUCK = 3
DEALT, TICKETS, CARDS = range(KINDS_OF_LUCK)

Floats = npt.NDArray[np.float64]


def luck_of(record: GameRecord, playouts: Playouts, *, seed: int, deals: int = DEALS) -> Floats:
    """What chance gave every seat in a finished game: by (DEALT, TICKETS, CARDS), (win, margin) and seat."""
    game = record.begin()
    own = (seed * _APART + 1) % _SEEDS
    luck = np.zeros((KINDS_OF_LUCK, 2, record.players))
    if not record.position:
        luck[DEALT] = _worth(playouts, FULL, game.records, AS_POLICY, own + 1, _OF_DEAL * deals)
        luck[DEALT] -= _worth(playouts, NEW_GAME, game.records, AS_POLICY, own, _OF_DEAL * deals)
    for number in range(len(record.moves)):
        before = copy_records(game.records)
        record.push_next(game)
        action = game.history[-1].action
        if action is None:
            continue
        kind = TICKETS if action.kind in _OF_TICKETS else CARDS
        here, top, done = (own + 2 + number) % _SEEDS, top_of(before, game), game.actions.id(action)
        if top is None:  # the discard was shuffled, or tickets came back at once
            luck[kind] += _worth(playouts, FULL, game.records, AS_POLICY, here, deals)
            luck[kind] -= _worth(playouts, FULL, before, done, here, deals)
        elif any(top):
            luck[kind] += playouts.luck(before, done, top, deals, seed=here)
    return luck


def top_of(before: Records, game: Game) -> Top | None:
    """What the last action of a game took from the top of the decks before it; None if it did not only do that."""
    s, b = before[0], game.tables.record
    if game.record.reshuffles != s.reshuffles:
        return None
    shorts = (int(game.record.ticket_head) - int(s.ticket_head)) % max(1, int(b.n_short))
    longs = (int(game.record.long_head) - int(s.long_head)) % max(1, int(b.n_long))
    if shorts > s.ticket_n or longs > s.long_n:
        return None
    return Top(int(s.deck_n) - int(game.record.deck_n), shorts, longs)


def _worth(playouts: Playouts, kind: int, root: Records, action: int, seed: int, deals: int) -> Floats:
    """(wins, margins) by seat in the mean of the deals."""
    outcomes = playouts.play(kind, root, [action], deals, seed=seed)
    return np.stack([outcomes.wins[:, 0].mean(axis=0), outcomes.margins[:, 0].mean(axis=0)])


def luck_in(
    results: GameResults,
    *,
    seed: int = 0,
    deals: int = DEALS,
    threads: int = 1,
    progress: Callable[[int], None] = lambda games: None,
) -> Floats:
    """What chance gave in games whose records were kept: by game, kind of luck, (win, margin) and agent.

    The same for the same game and ``seed``, in whatever order and company it is asked for.
    """
    games = results.seeds.size
    if len(results.records) != games:
        raise InvalidArgument("result: its games must have been kept: play_match(…, keep_records=True)")
    if results.forfeits:
        raise InvalidArgument("result: a game that was broken off by a forfeit has no end to compare with")
    tables = make_tables(results.records[0].board, results.players)
    free: SimpleQueue[Playouts] = SimpleQueue()
    for _ in range(threads):
        free.put(Playouts(tables))

    def luck(number: int) -> Floats:
        playouts = free.get()
        try:
            own = seed + int(results.seeds[number]) % _SEEDS + number % games_per_deal(results.players)
            return luck_of(results.records[number], playouts, seed=own, deals=deals)
        finally:
            free.put(playouts)
            progress(1)

    with ThreadPoolExecutor(threads) as pool:
        lucks = np.array(list(pool.map(luck, range(games))))
    return np.take_along_axis(lucks, results.seat_of[:, None, None, :], axis=3)


def check_chance(agents: Iterable[AgentLike]) -> None:
    """Refuse agents to whom chance is none."""
    if cheats := [agent.name for agent in map(as_agent, agents) if agent.cheats]:
        raise InvalidArgument(f"agents: {cheats[0]} sees what lies ahead, so that chance is no chance to it")


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
    check_chance(agents)
    luck = luck_in(result.results, seed=seed, deals=deals, threads=threads, progress=progress)
    return less_luck(replace(result.results, luck=luck))
