"""Whom ``adaptive`` plays as at full strength: the board's network, or the planner where that is stronger."""

from __future__ import annotations

from footplate.agents.learned.map_network import ANY_BOARD, AnyNetwork
from footplate.boards import is_of_catalogue
from footplate.engine.tables import Tables

# With how many players the planner is stronger, by board without a network of its own: `footplate match net planner
# --board germany --games 60 --seed 8`, with a planner in each of the other seats, wins less than an even share.
PLANNER = {
    "europe": (4, 5),
    "germany": (2, 3, 4, 5),
    "switzerland": (4,),
    "nordic": (3, 4, 5),  # 4 and 5 as on boards that nobody has measured, here and below
    "london": (2, 4, 5),
    "usa_1910": (2, 4, 5),
}
MANY = 4  # players from which it is stronger on a board that nobody has measured


def planner_is_stronger(network: AnyNetwork, tables: Tables) -> bool:
    """Than this network, on a board and with a number of players."""
    if network.settings.board != ANY_BOARD:
        return False
    board = tables.board
    known = PLANNER.get(board.name.partition(":")[0]) if is_of_catalogue(board) else None
    return tables.players in known if known is not None else tables.players >= MANY
