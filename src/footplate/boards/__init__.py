"""What a map is: boards, their check and their analysis. No play and no drawing here."""

from footplate.boards.board import Board, City, ProgressRules, Route, Rules, Ticket, TicketDeal
from footplate.boards.catalog import board_names, is_of_catalogue, load_board

__all__ = [
    "Board",
    "City",
    "ProgressRules",
    "Route",
    "Rules",
    "Ticket",
    "TicketDeal",
    "board_names",
    "is_of_catalogue",
    "load_board",
]
