"""From a Board and a number of players to the BOARD record that the engine plays on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from footplate.boards import Board, ProgressRules, Rules, Ticket
from footplate.boards.limits import GREY, MAX_PLAYERS
from footplate.engine.layout import BOARD, CLAIM, KINDS, LENGTHS, LOCO, NOBODY, Record, Records, new_records, plain
from footplate.engine.paths import find_paths
from footplate.errors import InvalidBoard

_NEVER = 127  # more face-up locomotives than there can be
_GREY = -1  # colour of a route that any colour pays for


class Claim(NamedTuple):
    """A way to pay for a route; sorts as the claim table does. Colour LOCO: locomotives only."""

    locomotives: int
    colour: int
    length: int
    route: int


@dataclass(frozen=True, eq=False)
class Tables:
    """What the engine needs to know of a board for a number of players: its BOARD record and what the rows mean.

    ``tickets`` are the cards in play: all of the board's, or one copy for each seat in the progress game. ``bare`` is
    the record without the paths of tickets: all that the rules need, there at once.
    """

    board: Board
    players: int
    bare: Records
    tickets: tuple[Ticket, ...]

    @cached_property
    def records(self) -> Records:
        """One BOARD record, as an array, with the paths that bots plan by."""
        records = self.bare.copy()
        find_paths(records[0])
        return records

    @property
    def record(self) -> Record:
        return self.records[0]

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """The rows of the claim table."""
        b = self.bare[0]
        columns = b.claim_locos, b.claim_colour, b.route_length[b.claim_route], b.claim_route
        return tuple(map(Claim._make, zip(*(column[: b.n_claims].tolist() for column in columns), strict=True)))


def _column(b: Record, name: str, values: Sequence[int] | npt.NDArray[Any]) -> None:
    b[name][: len(values)] = values


@lru_cache(maxsize=1024)
def _ways_to_pay(length: int, color: str, least: int, colors: tuple[str, ...], most: int) -> bytes:
    """A byte for each number of locomotives and kind of card: can they be paid together for a route of this kind?"""
    payable = np.zeros((LENGTHS, KINDS), np.bool_)
    payable[least : min(length, most + 1), [colors.index(one) for one in (colors if color == GREY else (color,))]] = (
        True
    )
    payable[length, LOCO] = length <= most
    return payable.tobytes()


def _fill_claims(b: Record, board: Board) -> None:
    """The claim table: where ``payable[locomotives * KINDS + colour, i]``, row by row.

    Routes i are sorted by length, so what a hand can pay is a prefix of each row.
    """
    kinds = [(route.length, route.color, route.locomotives) for route in board.routes]
    ways = {kind: _ways_to_pay(*kind, board.colors, board.rules.locomotives) for kind in set(kinds)}
    order = np.argsort(b["route_length"][: len(kinds)], kind="stable")
    payable = np.frombuffer(b"".join([ways[kind] for kind in kinds]), np.bool_).reshape(len(kinds), -1)[order].T
    row, i = np.divmod(np.flatnonzero(payable), len(kinds))
    _column(b, "claim_route", order[i])
    _column(b, "claim_colour", row % KINDS)
    _column(b, "claim_locos", row // KINDS)
    within = (b["route_length"][order][:, None] <= np.arange(LENGTHS)).astype(np.float32)
    count = payable.astype(np.float32) @ within  # exact: the numbers are small
    size = count[:, -1]
    b["group_count"] = count.reshape(LENGTHS, KINDS, LENGTHS)
    b["group_first"] = np.where(size > 0, size.cumsum() - size, 0).reshape(LENGTHS, KINDS)
    b["n_claims"], b["n_actions"] = len(i), CLAIM + len(i)


def _fill_routes(b: Record, board: Board) -> None:
    city, colour = board.city_index, {color: i for i, color in enumerate(board.colors)} | {GREY: _GREY}
    routes, points = board.routes, board.rules.route_points
    _column(b, "route_a", [city[route.a] for route in routes])
    _column(b, "route_b", [city[route.b] for route in routes])
    _column(b, "route_length", [route.length for route in routes])
    _column(b, "route_colour", [colour[route.color] for route in routes])
    _column(b, "route_points", [points[route.length] for route in routes])
    b["attraction_cities"] = sum(1 << i for i, c in enumerate(board.cities) if c.attraction)
    b["n_cities"], b["n_routes"], b["n_colours"] = len(board.cities), len(routes), len(board.colors)
    b["longest"] = max(route.length for route in routes)


def _fill_links(b: Record, board: Board) -> None:
    """Pairs of neighbouring cities, whose tracks are twins, and the links of each city."""
    city, routes, groups = board.city_index, board.routes, board.parallel_routes
    twin, link_of = [0] * len(routes), [0] * len(routes)
    of_city: list[list[int]] = [[] for _ in board.cities]
    for k, group in enumerate(groups):
        previous = group[-1]
        for r in group:
            twin[previous], link_of[r], previous = r, k, r
        of_city[city[routes[previous].a]].append(k)
        of_city[city[routes[previous].b]].append(k)
    _column(b, "twin", twin)
    _column(b, "route_link", link_of)
    firsts = [group[0] for group in groups]
    _column(b, "link_route", firsts)
    _column(b, "link_a", b["route_a"][firsts])
    _column(b, "link_b", b["route_b"][firsts])
    _column(b, "link_length", [min([routes[r].length for r in group]) for group in groups])
    _column(b, "city_first", [0, *accumulate(map(len, of_city))])
    _column(b, "city_link", list(chain.from_iterable(of_city)))
    b["n_links"] = len(groups)


def _fill_tickets(b: Record, board: Board, tickets: Sequence[Ticket], given: Sequence[int]) -> None:
    city = board.city_index
    _column(b, "ticket_a", [city[ticket.a] for ticket in tickets])
    _column(b, "ticket_b", [city[ticket.b] for ticket in tickets])
    _column(b, "ticket_points", [ticket.points for ticket in tickets])
    _column(b, "ticket_given", given)
    b["n_tickets"] = len(tickets)


def _fill_rules(b: Record, rules: Rules, players: int) -> None:
    b["n_players"], b["n_trains"], b["end_trains"] = players, rules.trains, rules.end_trains
    b["cards_per_colour"], b["n_locos"], b["start_hand"] = rules.cards_per_color, rules.locomotives, rules.initial_cards
    b["n_face_up"], b["redeal_locos"] = rules.face_up, rules.max_face_up_locomotives or _NEVER
    b["first_deal"], b["first_keep"] = rules.initial_tickets.deal, rules.initial_tickets.keep
    b["deal"], b["keep"] = rules.draw_tickets.deal, rules.draw_tickets.keep
    b["close_twins"], b["both_tracks"] = players < rules.double_routes_min_players, rules.own_both_tracks
    b["path_bonus"], b["globetrotter_bonus"] = rules.longest_path_bonus, rules.globetrotter_bonus
    b["attraction_points"], b["open_hands"] = rules.attraction_points, rules.open_hands
    b["tie_tickets"], b["tie_path"] = "tickets" in rules.tie_breaks, "longest_path" in rules.tie_breaks


def _fill_progress(b: Record, progress: ProgressRules) -> None:
    b["progress"], b["decay"] = True, progress.decay
    b["blind_draw"], b["cut_off_distance"] = progress.cards_per_draw, progress.disconnected_distance


def _tickets_in_play(board: Board, players: int) -> tuple[tuple[Ticket, ...], list[int]]:
    """The tickets, and for each the seat that has it from the start or NOBODY."""
    progress = board.rules.progress
    if progress is None:
        return board.tickets, [NOBODY] * len(board.tickets)
    given = [(board.tickets[t], seat) for seat in range(players) for t in progress.tickets_of(seat)]
    return tuple(ticket for ticket, _ in given), [seat for _, seat in given]


def _refuse_unplayable(board: Board, players: int) -> None:
    reasons = [*board.problems, *(f"Footplate can't play this rule yet: {phrase}" for phrase in board.missing_rules)]
    rules = board.rules
    cards = rules.cards_per_color * len(board.colors) + rules.locomotives
    if not 1 <= players <= MAX_PLAYERS:
        reasons.append(f"{players} players: it must be 1 to {MAX_PLAYERS}")
    elif rules.initial_cards * players + rules.face_up > cards:
        reasons.append(f"{players} players need more cards for the deal than the deck's {cards}")
    if reasons:
        raise InvalidBoard(board.name, reasons)


@lru_cache(maxsize=256)
def _tables(board: Board, players: int) -> Tables:
    records = new_records(BOARD)
    b, (tickets, given) = plain(records, BOARD)[0], _tickets_in_play(board, players)
    _fill_rules(b, board.rules, players)
    if board.rules.progress:
        _fill_progress(b, board.rules.progress)
    _fill_routes(b, board)
    _fill_links(b, board)
    _fill_tickets(b, board, tickets, given)
    _fill_claims(b, board)
    return Tables(board, players, records, tickets)


def make_tables(board: Board, players: int) -> Tables:
    """The tables for a game of ``players`` on ``board``; InvalidBoard says why if it can't be played."""
    _refuse_unplayable(board, players)
    return _tables(board, players)
