"""What the set-up page says of a board: how large it is, how long a game takes, and what is special about it."""

from __future__ import annotations

from typing import Any

from footplate.app.views.rules import variant_facts
from footplate.boards import Board, board_title

_MINUTES_PER_TRAIN = 0.5  # of one player: a game of 45 trains takes about three quarters of an hour

RULES = {  # the rules that set a board apart from others, those that change a game most first
    "race": "A race",
    "progress": "Points for progress",
    "stations": "Stations",
    "passengers": "Passengers",
    "districts": "Districts",
    "mandala": "Mandala",
    "countries": "Countries",
    "tunnels": "Tunnels",
    "ferries": "Ferries",
    "attractions": "Attractions",
    "longest_path": "Longest path",
    "globetrotter": "Most tickets",
}


def special_rules(board: Board) -> list[dict[str, str]]:
    """The rules that a board has and not every one, in words; ``rule`` says which drawing stands beside them."""
    rules = board.rules
    has: dict[str, object] = {
        "race": rules.race,
        "progress": rules.progress,
        "stations": rules.stations,
        "passengers": rules.passengers,
        "districts": rules.districts,
        "mandala": rules.grand_tour,
        "countries": rules.countries,
        "tunnels": board.has_tunnels,
        "ferries": any(board.route_columns.locomotives),
        "attractions": any(city.attraction for city in board.cities),
        "longest_path": rules.longest_path_bonus,
        "globetrotter": rules.globetrotter_bonus,
    }
    return [{"rule": rule, "words": words} for rule, words in RULES.items() if has[rule]]


def board_facts(name: str, board: Board) -> dict[str, Any]:
    """A board under the name by which it is asked for."""
    return {
        "name": name,
        "title": board_title(board),
        "players": list(board.rules.players),
        "minutes": max(5, 5 * round(board.rules.trains * _MINUTES_PER_TRAIN * 2 / 5)),
        "cities": len(board.cities),
        "routes": len(board.routes),
        "tickets": len(board.tickets),
        "trains": board.rules.trains,
        "special": special_rules(board),
        "variants": variant_facts(board),
    }
