"""What the benchmark works on: positions of random games, and dense networks. The same on every machine."""

from __future__ import annotations

import random

from footplate.bench.kernels import collect_positions
from footplate.boards import Board, load_board
from footplate.engine.layout import EVERYBODY, PLAYERS, SCRATCH, STATE, Records, new_records
from footplate.engine.observe import observe
from footplate.engine.tables import Tables, make_tables

POSITIONS = 256
NETWORKS = 64


def tables_of(board: str, players: int) -> Tables:
    return make_tables(load_board(board), players)


def positions(tables: Tables, n: int = POSITIONS) -> Records:
    """Positions of random games, early and late ones."""
    out = new_records(STATE, n)
    collect_positions(tables.record, new_records(STATE), new_records(SCRATCH)[0], 1, out)
    return out


def observations(tables: Tables, states: Records) -> Records:
    """What the player to move knows of each position."""
    out = new_records(STATE, len(states))
    for i in range(len(states)):
        observe(tables.record, states[i : i + 1], states[i].player, out[i : i + 1])
    return out


def dense_networks(tables: Tables, n: int = NETWORKS) -> Records:
    """States in which the first player has laid all trains in one close network, full of circles: hard for trails."""
    out = new_records(STATE, n)
    for i in range(n):
        state = out[i]
        for r in _network(tables.board, random.Random(i)):
            state.route[r] = EVERYBODY | 1 << PLAYERS
    return out


def _network(board: Board, chance: random.Random) -> list[int]:
    """Routes of at most the board's trains: grown from a city, circles closed first, short routes before long ones."""
    reached, joined = {chance.choice(board.cities).name}, set[frozenset[str]]()
    routes, trains = list[int](), board.rules.trains
    while True:
        near = [
            r
            for r, route in enumerate(board.routes)
            if route.length <= trains
            and (route.a in reached or route.b in reached)
            and frozenset((route.a, route.b)) not in joined
        ]
        if not near:
            return routes
        closing = [r for r in near if board.routes[r].a in reached and board.routes[r].b in reached]
        shortest = min(board.routes[r].length for r in closing or near)
        r = chance.choice([r for r in closing or near if board.routes[r].length == shortest])
        route = board.routes[r]
        routes.append(r)
        reached |= {route.a, route.b}
        joined.add(frozenset((route.a, route.b)))
        trains -= route.length
