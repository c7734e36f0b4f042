"""How many cards the strongest players hold at most, and how long they wait: nobody should see ``adaptive`` do more."""

from __future__ import annotations

import math

from footplate.boards import is_of_catalogue
from footplate.engine.tables import Tables

# By board, for two players, three and so on: 95th percentiles of the largest hand that a player of ``net`` had in a
# game, and of its longest run of turns without a claim.
# `python benchmarks/hoarding.py net net:temperature=0 --board small --games 24 --seed 3` measures them, with a ``net``
# for each seat.
STRONGEST = {
    "small": ((10, 3),),
    "new_york": ((14, 7), (14, 7), (14, 6), (8, 4)),
    "usa": ((40, 18), (32, 12), (28, 12), (24, 9)),
    "europe": ((40, 13), (21, 9), (21, 8), (22, 8)),
    "london": ((14, 5), (12, 5), (10, 4), (11, 4)),
    "nordic": ((36, 18), (28, 14), (25, 10), (24, 11)),
    "germany": ((33, 11), (28, 10), (27, 11), (24, 9)),
    "switzerland": ((29, 10), (26, 10), (26, 8), (31, 9)),
    "india": ((43, 15), (30, 11), (37, 15), (29, 11)),
    "first_journey_usa": ((18, 8), (17, 6), (25, 10), (13, 6)),
    "usa_1910": ((33, 11), (28, 9), (24, 8), (23, 6)),
}


def limits(tables: Tables) -> tuple[float, float]:
    """(cards, turns) on a board with so many players.

    On other boards fewer than of the players above. None are known of the progress game, where nobody has anything to
    do but draw once the tickets can't be done.
    """
    board, players = tables.board, tables.players
    if board.rules.progress:
        return math.inf, math.inf
    known = STRONGEST.get(board.name.partition(":")[0], ()) if is_of_catalogue(board) else ()
    if players - 2 < len(known):
        return known[max(0, players - 2)]
    trains = board.rules.trains
    return (3 + 2 * trains // 3, 1 + trains // 5) if players <= 2 else (3 + 2 * trains // 5, 1 + trains // 8)
