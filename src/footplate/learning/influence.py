"""What moves a network: how likely an action is, and how likely it would be with another card or another owner.

One thing of a position is changed at a time and the network is asked again, in positions of its own games. What was
legal stays legal, so that only the network's mind changes. This works with any network and any encoder.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from footplate.action_space import card_of
from footplate.agents.learned.agent import play_network
from footplate.agents.learned.forward import through
from footplate.agents.learned.map_network import AnyNetwork, MapNetwork
from footplate.agents.learned.network import Network
from footplate.arena import play_match
from footplate.arena.statistics import Estimate, mean_estimate
from footplate.encoders import make_actions, make_encoding
from footplate.encoders.layout import kind_at, kinds_of
from footplate.engine.layout import CLAIM, PLAYERS, SCRATCH, Records, new_records
from footplate.engine.tables import Tables
from footplate.errors import InvalidNetwork
from footplate.records import GameRecord
from footplate.view import View

Floats = npt.NDArray[np.float64]
NO_ROUTE = -1
_NUMBERS = 1 << 23  # inputs that are held at once


@dataclass(frozen=True)
class Change:
    """One thing that could be different. A ``route`` whose owner changes, or NO_ROUTE."""

    name: str
    route: int = NO_ROUTE
    is_mine: bool = False  # the new owner: I, or else the next player
    kind: int = -1  # one more card of this kind in my hand


@dataclass(frozen=True)
class Influence:
    """By how much a change makes an action more likely: a difference of probabilities, with its 95 % interval.

    ``probability`` is the action's without it; both are means over positions in which the action is legal.
    """

    action: str
    claims: int  # the route, or NO_ROUTE
    probability: float
    change: Change
    difference: Estimate


def changes_on(tables: Tables) -> list[Change]:
    """All that are tried: each route mine or the next player's, and one more card of each kind."""
    board, found = tables.board, []
    for r, route in enumerate(board.routes):
        name = f"{route.a}-{route.b} ({route.color or 'grey'})"
        found.append(Change(f"{name} mine", r, True))
        if tables.players > 1:
            found.append(Change(f"{name} the next player's", r))
    b = tables.bare[0]
    kinds = [int(kind_at(b, k)) for k in range(int(kinds_of(b)) - (board.rules.locomotives == 0))]
    return found + [Change(f"one more {card_of(board, kind)} card", kind=kind) for kind in kinds]


def influences(network: AnyNetwork, tables: Tables, positions: int, seed: int, least: int = 5) -> list[Influence]:
    """In so many positions of games that the network plays in all seats by chance; of what is legal in ``least`` games.

    The likeliest actions come first; InvalidNetwork if the network has no such board or number of players, if it
    remembers what it saw before, or if it plays any map.
    """
    if isinstance(network, MapNetwork):
        raise InvalidNetwork("a network for any map can't be asked: a route is no single input of it")
    if network.settings.history:
        raise InvalidNetwork("a network that remembers can't be asked about single positions")
    network.check_board(tables, "the network")
    games = max(2, min(positions, 40))
    player = play_network(network, "the network", temperature=1.0)
    played = play_match(tables.board, [player] * tables.players, games, seed=seed, keep_records=True)
    probe = _Probe(network, tables)
    chance = np.random.default_rng(seed)
    before: dict[int, list[float]] = defaultdict(list)
    after: dict[int, list[Floats]] = defaultdict(list)  # by code one row for each game
    for record in played.results.records:
        of_game: dict[int, list[Floats]] = defaultdict(list)
        for codes, shares in probe.ask(record, -(-positions // games), chance):
            for code, column in zip(codes.tolist(), shares.T, strict=True):
                before[code].append(float(column[0]))
                of_game[code].append(column[1:] - column[0])
        for code, rows in of_game.items():
            after[code].append(np.mean(rows, axis=0))
    found = []
    for code in sorted((code for code in after if len(after[code]) >= least), key=lambda code: -np.mean(before[code])):
        differences, route = np.array(after[code]), probe.claimed.get(code, NO_ROUTE)
        for change, values in zip(probe.changes, differences.T.copy(), strict=True):
            if change.route == NO_ROUTE or change.route != route:
                probability = float(np.mean(before[code]))
                found.append(Influence(probe.actions.text(code), route, probability, change, mean_estimate(values)))
    return found


class _Probe:
    """Asks a network about positions as they are and with each change."""

    def __init__(self, network: Network, tables: Tables) -> None:
        settings = network.settings
        self._network, self._tables = network, tables
        self._encoding = make_encoding(settings.encoder, tables, settings.seats, **settings.encoder_options)
        self.actions = make_actions(settings.actions, tables)
        self.changes = changes_on(tables)
        self.claimed: dict[int, int] = {}  # by code the route that it claims

    def ask(
        self, record: GameRecord, most: int, chance: np.random.Generator
    ) -> Iterator[tuple[npt.NDArray[np.int64], Floats]]:
        """Of some decisions of a game the legal codes, and their probabilities: first as it is, then by change."""
        chosen = set(chance.permutation(len(record.moves))[: 4 * most].tolist())
        asked, mask = 0, np.zeros((1, self.actions.size), np.bool_)
        for i, (game, move) in enumerate(zip(record.steps(), record.moves, strict=False)):
            if i not in chosen or asked == most:
                continue
            self.actions.mask(game.records, new_records(SCRATCH), mask)
            codes = np.flatnonzero(mask[0])
            if len(codes) > 1:
                asked += 1
                self._note_claims(game, codes)
                yield codes, self._shares(game.observe(move.seat).records, move.seat, codes)

    def _note_claims(self, game: View, codes: npt.NDArray[np.int64]) -> None:
        b = self._tables.bare[0]
        states = np.repeat(game.records, len(codes))
        for code, number in zip(codes.tolist(), self.actions.decode(states, codes).tolist(), strict=True):
            if CLAIM <= number < CLAIM + int(b.n_claims):
                self.claimed[code] = int(b.claim_route[number - CLAIM])

    def _shares(self, seen: Records, seat: int, codes: npt.NDArray[np.int64]) -> Floats:
        states = np.repeat(seen, 1 + len(self.changes))
        for state, change in zip(states[1:], self.changes, strict=True):
            if change.route != NO_ROUTE:
                owner = seat if change.is_mine else (seat + 1) % self._tables.players
                state["route"][change.route] = (owner + 1 << PLAYERS) | (1 << PLAYERS) - 1
            else:
                state["hand"][seat, change.kind] += 1
                state["hand_n"][seat] += 1
        together, logits = max(1, _NUMBERS // self._encoding.size), []
        for first in range(0, len(states), together):
            some = states[first : first + together]
            rows = np.zeros((len(some), self._encoding.size), np.int8)
            seats = np.full(len(some), seat, np.int8)
            self._encoding.encode(some, seats, self._encoding.new_memory(len(some)), rows)
            logits.append(through(self._network.actor, rows)[:, codes].astype(np.float64))
        shares = np.exp((x := np.concatenate(logits)) - x.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        return shares  # type: ignore[no-any-return]
