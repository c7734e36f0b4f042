"""A board in the figures of Tables 3, 4 and 5 of Smith & Anton 2022: routes, doubles, tickets, lengths and colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from footplate.boards import Board
from footplate.boards.limits import GREY


@dataclass(frozen=True, kw_only=True)
class Features:
    """One row of Table 3, with the counts behind Tables 4 and 5."""

    routes: int  # parallel ones counted each
    pairs: int  # parallel ones counted once
    doubles: int  # pairs with two routes or more
    trains: int  # spaces of all routes
    tickets: int
    ticket_value: float  # mean
    lengths: Mapping[int, int]  # routes by length, also of lengths that have none
    colors: Mapping[str, int]  # routes by colour, grey last
    trains_by_color: Mapping[str, int]

    @property
    def double_share(self) -> float:
        """Of the pairs of cities, as the paper has it."""
        return self.doubles / self.pairs

    @property
    def mean_length(self) -> float:
        return self.trains / self.routes

    @property
    def grey_share(self) -> float:
        return self.colors[GREY] / self.routes

    def to_dict(self) -> dict[str, Any]:
        shares = {"double_share": self.double_share, "mean_length": self.mean_length, "grey_share": self.grey_share}
        lengths = {str(length): n for length, n in self.lengths.items()}
        return {**asdict(self), "lengths": lengths, **shares}


def features_of(board: Board) -> Features:
    lengths = Counter(route.length for route in board.routes)
    colors = Counter(route.color for route in board.routes)
    trains: Counter[str] = Counter()
    for route in board.routes:
        trains[route.color] += route.length
    order = (*board.colors, GREY)
    return Features(
        routes=len(board.routes),
        pairs=len(board.parallel_routes),
        doubles=sum(len(group) > 1 for group in board.parallel_routes),
        trains=sum(route.length for route in board.routes),
        tickets=len(board.tickets),
        ticket_value=fmean(ticket.points for ticket in board.tickets) if board.tickets else 0.0,
        lengths={length: lengths[length] for length in range(1, max(lengths) + 1)},
        colors={color: colors[color] for color in order},
        trains_by_color={color: trains[color] for color in order},
    )
