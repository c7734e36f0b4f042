"""A pairing: agents who play deal after deal, in compiled code if all of them are compiled, else through Game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from footplate.action_space import action_space
from footplate.agents import Agent, Budget
from footplate.agents.kernel_agent import KernelAgent, is_compiled, kernel_errors, players_of
from footplate.agents.layout import WORK
from footplate.arena.deals import Batch, make_batch
from footplate.arena.kernels import Played, Room, play_many
from footplate.arena.metrics import BY_PLAYER, METRICS, measure_game
from footplate.arena.play import OnDecision, play_fairly
from footplate.arena.results import ForfeitedGame, GameResults, join
from footplate.engine.layout import STATE, Records, new_records
from footplate.engine.tables import Tables
from footplate.game import Game
from footplate.records import GameRecord, Move

LOG = 4096  # more actions than any game has: every action but a pass moves a card, a ticket or trains
MOST_DEALS = 1024  # at a time, however quick they are
_FIRST_SECONDS = 0.05  # about what is played before somebody looks at the clock


@dataclass(frozen=True)
class Pairing:
    """Agents and what is to be kept of their games; deal number n is always the same for the same seed."""

    tables: Tables
    players: Sequence[Agent]
    seed: int = 0
    budget: Budget = field(default_factory=Budget)
    keep_records: bool = False
    metrics: bool = False
    on_decision: OnDecision | None = None
    keep_finals: bool = False

    def __post_init__(self) -> None:
        for player in self.players:
            player.fit(self.tables)

    @property
    def is_compiled(self) -> bool:
        """Whether all agents play in compiled code, and nobody measures or asks for single decisions."""
        alone = self.budget == Budget() and self.on_decision is None
        return alone and all(map(is_compiled, self.players))

    def play(self, first: int, deals: int) -> GameResults:
        """The games of ``deals`` deals from number ``first`` on."""
        return self.play_batch(make_batch(len(self.players), self.seed, first, deals))

    def play_batch(self, batch: Batch) -> GameResults:
        """These games, whatever deals they are of."""
        if self.is_compiled:
            return _play_batch(self, [player for player in self.players if is_compiled(player)], batch)
        return _play_through_game(self, batch)

    def play_for(self, first: int, deals: int, seconds: float) -> GameResults:
        """As many of these deals as fit into about so many seconds, but at least one."""
        parts: list[GameResults] = []
        began, size, end = time.perf_counter(), 1, first + deals
        while first < end and (not parts or time.perf_counter() - began < seconds):
            size = min(size, end - first) if self.is_compiled else 1
            before = time.perf_counter()
            parts.append(self.play(first, size))
            first += size
            size = grown(size, time.perf_counter() - before)
        return join(parts)

    def load(self) -> None:
        """Play no game at all: that loads the compiled code, which is no part of the time that games take."""
        if self.is_compiled:
            self.play(0, 0)


def grown(size: int, seconds: float) -> int:
    """How many deals to play next, after ``size`` took ``seconds``."""
    quick_enough = int(size * _FIRST_SECONDS / max(seconds, 1e-9))
    return max(1, min(quick_enough, 4 * size, MOST_DEALS))


def _play_batch(pairing: Pairing, bots: Sequence[KernelAgent], batch: Batch) -> GameResults:
    n, k = batch.agent_at.shape
    log_shape = n if pairing.keep_records and n else 1, LOG if pairing.keep_records or pairing.metrics else 0, 2
    played = Played(
        totals=np.zeros((n, k)),
        won=np.zeros(n, np.int64),
        decisions=np.zeros(n, np.int64),
        logs=np.zeros(log_shape, np.int16),
        finals=new_records(STATE, n if pairing.keep_records or pairing.keep_finals else 0),
        metrics=new_records(METRICS, n if pairing.metrics else 0),
    )
    room = Room(new_records(STATE, 2), new_records(WORK, k))
    with kernel_errors(" or ".join(dict.fromkeys(bot.name for bot in bots))):
        play_many(pairing.tables.record, room, players_of(bots), batch, played)
    records = []
    for g in range(n if pairing.keep_records else 0):
        names = [bots[a].name for a in batch.agent_at[g]]
        log = played.logs[g, : played.decisions[g]].tolist()
        records.append(_record(pairing.tables, int(batch.seeds[g]), names, log, played.finals[g : g + 1]))
    kept = played.metrics if pairing.metrics else None
    results = _by_agent(batch, played.totals, played.won, played.decisions, kept, tuple(records))
    return replace(results, finals=played.finals) if pairing.keep_finals else results


def _record(tables: Tables, seed: int, names: Sequence[str], log: list[list[int]], final: Records) -> GameRecord:
    """The record of a compiled game, from its (seat, action) pairs and its last position."""
    actions = action_space(tables)
    moves = tuple(Move(seat, actions.action(number).text) for seat, number in log)
    return GameRecord.of_moves(tables, seed, names, moves, final, {})


def _play_through_game(pairing: Pairing, batch: Batch) -> GameResults:
    n, k = batch.agent_at.shape
    totals, won, decisions = np.zeros((n, k)), np.zeros(n, np.int64), np.zeros(n, np.int64)
    metrics = new_records(METRICS, n if pairing.metrics else 0)
    finals = new_records(STATE, n if pairing.keep_finals else 0)
    records, forfeits = [], []
    for g in range(n):
        seated = [pairing.players[a] for a in batch.agent_at[g]]
        own_seeds, seed = [int(x) for x in batch.agent_seeds[g]], int(batch.seeds[g])
        game, ending = play_fairly(
            pairing.tables.board,
            seated,
            seed,
            agent_seeds=own_seeds,
            budget=pairing.budget,
            on_decision=pairing.on_decision,
        )
        totals[g], decisions[g] = ending.totals, len(game.history)
        won[g] = sum(1 << seat for seat in ending.winners)
        note = {}
        if forfeit := ending.forfeit:
            note = {"forfeit": str(forfeit)}
            forfeits.append(ForfeitedGame(g, int(batch.agent_at[g, forfeit.seat]), forfeit.reason))
        if pairing.metrics:
            _measure(game, metrics[g])
        if pairing.keep_finals:
            finals[g] = game.records[0]
        if pairing.keep_records:
            records.append(GameRecord.of(game, [player.name for player in seated], **note))
    kept = metrics if pairing.metrics else None
    results = _by_agent(batch, totals, won, decisions, kept, tuple(records), tuple(forfeits))
    return replace(results, finals=finals) if pairing.keep_finals else results


def _measure(game: Game, metrics: Records) -> None:
    log = [(event.seat, game.actions.id(event.action)) for event in game.history if event.action]
    state = new_records(STATE)[0]
    measure_game(game.tables.record, state, np.array(log, np.int16), len(log), np.uint64(game.seed), metrics)


def _by_agent(
    batch: Batch,
    totals: npt.NDArray[np.float64],
    won: npt.NDArray[np.int64],
    decisions: npt.NDArray[np.int64],
    metrics: Records | None,
    records: tuple[GameRecord, ...],
    forfeits: tuple[ForfeitedGame, ...] = (),
) -> GameResults:
    """From seats to agents. Nobody wins a game that a player alone has forfeited."""
    seat_of = np.argsort(batch.agent_at, axis=1)
    has_won = (won[:, None] >> np.arange(totals.shape[1]) & 1).astype(np.float64)
    shares = has_won / np.maximum(has_won.sum(axis=1, keepdims=True), 1)
    rows, k = np.arange(won.size)[:, None], totals.shape[1]
    if metrics is not None:
        for name in BY_PLAYER:
            metrics[name][:, :k] = metrics[name][rows, seat_of]
    totals, shares = totals[rows, seat_of], shares[rows, seat_of]
    return GameResults(batch.seeds, seat_of, totals, shares, decisions, metrics, records, forfeits)
