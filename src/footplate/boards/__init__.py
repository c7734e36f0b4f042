"""Boards: what a map and its rules are, their check and their analysis. No play and no drawing here."""

from footplate.boards.board import Board
from footplate.boards.catalog import (
    board_names,
    board_title,
    catalogue_board,
    is_of_catalogue,
    listed_boards,
    load_board,
)
from footplate.boards.parts import (
    City,
    Country,
    District,
    PassengerRules,
    ProgressRules,
    RaceRules,
    Route,
    Rules,
    StationRules,
    Ticket,
    TicketDeal,
)

__all__ = [
    "Board", "City", "Country", "District", "PassengerRules", "ProgressRules", "RaceRules", "Route", "Rules",
    "StationRules", "Ticket", "TicketDeal", "board_names", "board_title", "catalogue_board", "is_of_catalogue",
    "listed_boards", "load_board",
]  # fmt: skip
