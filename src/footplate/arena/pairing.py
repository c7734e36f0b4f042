"""A pairing: agents who play deal after deal, in compiled code if all of them are compiled, else through Game."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from footplate.action_space import action_space
from footplate.agents import Budget, as_agent
from footplate.agents.base import Ending
from footplate.agents.kernel_agent import KernelAgent, kernel_errors, players_of
from footplate.agents.layout import WORK
from footplate.arena.deals import Batch, Request, make_batch
from footplate.arena.kernels import Played, Room, play_many
from footplate.arena.metrics import BY_PLAYER, METRICS, measure_game
from footplate.arena.play import play_fairly
from footplate.arena.results import ForfeitedGame, GameResults, join, scores_of
from footplate.engine.layout import STATE, Records, new_records
from footplate.engine.tables import Tables, make_tables
from footplate.game import Game
from footplate.records import GameRecord, Move

LOG = 4096  # more actions than any game has: every action but a pass moves a card, a ticket or trains
MOST_DEALS = 1024  # at a time, however quick they are: the logs of all their games are in memory


class Pairing:
    """The agents of a request, made and ready to play; deal number n is always the same for the same seed."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.tables = make_tables(request.board, len(request.agents))
        self.players = [as_agent(agent) for agent in request.agents]
        for player in self.players:
            player.fit(self.tables)

    @property
    def is_compiled(self) -> bool:
        """Whether all agents play in compiled code, and nobody measures time or asks for single decisions."""
        request = self.request
        alone = request.budget == Budget() and request.on_decision is None and not request.clock
        return alone and all(isinstance(player, KernelAgent) and _may_compile(player) for player in self.players)

    @property
    def learns(self) -> bool:
        """Whether a game changes how somebody plays the next."""
        return any(player.learns for player in self.players)

    def play(self, first: int, deals: int) -> GameResults:
        """The games of ``deals`` deals from number ``first`` on."""
        request = self.request
        batch = make_batch(
            len(self.players),
            request.seed,
            first,
            deals,
            seeds_of_agents=request.agent_seeds,
            each_once=request.each_deal_once,
        )
        if not self.is_compiled:
            return _play_through_game(self, batch)
        if self.learns and deals:
            return join([_play_and_learn(self, _one_of(batch, g)) for g in range(batch.seeds.size)])
        return _play_compiled(self, batch)

    def play_piece(self, first: int, deals: int, most_deals: int = MOST_DEALS) -> tuple[GameResults, float]:
        """The same, at most ``most_deals`` at a time, and how many seconds they took."""
        began, most = time.perf_counter(), most_deals if self.is_compiled else 1
        parts = [self.play(start, min(most, first + deals - start)) for start in range(first, first + deals, most)]
        return join(parts), time.perf_counter() - began

    def load(self) -> None:
        """Play no game at all: that loads the compiled code, which is no part of the time that games take."""
        if self.is_compiled:
            self.play(0, 0)


def _may_compile(player: KernelAgent) -> bool:
    """Whether it plays whole games in compiled code: one that learns does so game by game."""
    return player.plays_compiled or player.learns


def _one_of(batch: Batch, g: int) -> Batch:
    """A game of the batch by itself."""
    one = slice(g, g + 1)
    return Batch(batch.first, batch.seeds[one], batch.agent_seeds[one], batch.agent_at[one])


def _play_and_learn(pairing: Pairing, game: Batch) -> GameResults:
    """A game whose players are told with whom they play, and how it ended."""
    seated = [pairing.players[a] for a in game.agent_at[0]]
    names = [player.name for player in seated]
    for seat, player in enumerate(seated):
        player.meet(names)
        player.start(seat, int(game.agent_seeds[0, seat]))
    results = _play_compiled(pairing, game)
    totals, shares = (part[0, game.agent_at[0]] for part in (results.totals, results.shares))
    ending = Ending(tuple(totals.tolist()), tuple(np.flatnonzero(shares).tolist()))
    for player in seated:
        player.end(ending)
    return results


def _play_compiled(pairing: Pairing, batch: Batch) -> GameResults:
    request, bots = pairing.request, [player for player in pairing.players if isinstance(player, KernelAgent)]
    n, k = batch.agent_at.shape
    log_shape = n if request.keep_records and n else 1, LOG if request.keep_records or request.metrics else 0, 2
    played = _blank(request, batch, np.zeros(log_shape, np.int16))
    room = Room(new_records(STATE, 2), new_records(WORK, k))
    with kernel_errors(" or ".join(dict.fromkeys(bot.name for bot in bots))):
        play_many(pairing.tables.record, room, players_of(bots), batch, played)
    records = []
    for g in range(n if request.keep_records else 0):
        names = [bots[a].name for a in batch.agent_at[g]]
        log = played.logs[g, : played.decisions[g]].tolist()
        records.append(_record(pairing.tables, int(batch.seeds[g]), names, log, played.finals[g : g + 1]))
    return _by_agent(pairing, batch, played, records)


def _blank(request: Request, batch: Batch, logs: npt.NDArray[np.int16]) -> Played:
    n, k = batch.agent_at.shape
    return Played(
        totals=np.zeros((n, k)),
        won=np.zeros(n, np.int64),
        decisions=np.zeros(n, np.int64),
        logs=logs,
        finals=new_records(STATE, n if request.keep_records or request.keep_finals or request.keep_scores else 0),
        metrics=new_records(METRICS, n if request.metrics else 0),
    )


def _record(tables: Tables, seed: int, names: Sequence[str], log: list[list[int]], final: Records) -> GameRecord:
    """The record of a compiled game, from its (seat, action) pairs and its last position."""
    actions = action_space(tables)
    moves = tuple(Move(seat, actions.action(number).text) for seat, number in log)
    return GameRecord.of_moves(tables, seed, names, moves, final, {})


def _play_through_game(pairing: Pairing, batch: Batch) -> GameResults:
    request = pairing.request
    played = _blank(request, batch, np.zeros((0, 0, 2), np.int16))
    records, forfeits = [], []
    clock = np.zeros((batch.seeds.size, 2)) if request.clock else None
    for g in range(batch.seeds.size):
        seated = [pairing.players[a] for a in batch.agent_at[g]]
        began = time.perf_counter()
        game, ending = play_fairly(
            request.board,
            seated,
            int(batch.seeds[g]),
            agent_seeds=[int(seed) for seed in batch.agent_seeds[g]],
            budget=request.budget,
            on_decision=request.on_decision,
        )
        if clock is not None:
            clock[g] = began, time.perf_counter()
        played.totals[g], played.decisions[g] = ending.totals, len(game.history)
        played.won[g] = sum(1 << seat for seat in ending.winners)
        note = {}
        if forfeit := ending.forfeit:
            note = {"forfeit": str(forfeit)}
            forfeits.append(ForfeitedGame(g, int(batch.agent_at[g, forfeit.seat]), forfeit.reason))
        if request.metrics:
            _measure(game, played.metrics[g])
        if played.finals.size:
            played.finals[g] = game.records[0]
        if request.keep_records:
            records.append(GameRecord.of(game, [player.name for player in seated], **note))
    return _by_agent(pairing, batch, played, records, forfeits, clock)


def _measure(game: Game, metrics: Records) -> None:
    log = [(event.seat, game.actions.id(event.action)) for event in game.history if event.action]
    state = new_records(STATE)[0]
    measure_game(game.tables.record, state, np.array(log, np.int16), len(log), np.uint64(game.seed), metrics)


def _by_agent(
    pairing: Pairing,
    batch: Batch,
    played: Played,
    records: Sequence[GameRecord],
    forfeits: Sequence[ForfeitedGame] = (),
    clock: npt.NDArray[np.float64] | None = None,
) -> GameResults:
    """From seats to agents. Nobody wins a game that a player alone has forfeited."""
    request = pairing.request
    n, k = batch.agent_at.shape
    rows, seat_of = np.arange(n)[:, None], np.argsort(batch.agent_at, axis=1)
    has_won = (played.won[:, None] >> np.arange(k) & 1).astype(np.float64)
    shares = has_won / np.maximum(has_won.sum(axis=1, keepdims=True), 1)
    for name in BY_PLAYER if request.metrics else ():
        played.metrics[name][:, :k] = played.metrics[name][rows, seat_of]
    scores = scores_of(pairing.tables, played.finals) if request.keep_scores else None
    if scores is not None:
        scores["points"][:, :k] = scores["points"][rows, seat_of]
    return GameResults(
        seeds=batch.seeds,
        seat_of=seat_of,
        totals=played.totals[rows, seat_of],
        shares=shares[rows, seat_of],
        decisions=played.decisions,
        metrics=played.metrics if request.metrics else None,
        records=tuple(records),
        forfeits=tuple(forfeits),
        finals=played.finals if request.keep_finals else None,
        scores=scores,
        clock=clock,
    )
