"""From a Board and a number of players to the BOARD record that the engine plays on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from footplate.arguments import instance, whole
from footplate.boards import Board, RaceRules, Rules, Ticket
from footplate.boards.limits import GREY, MAX_LENGTH, MAX_PLAYERS
from footplate.boards.parts import TicketColumns, numbered
from footplate.engine import layout as L
from footplate.engine.countries import fill_countries
from footplate.engine.districts import fill_districts
from footplate.engine.grand_tour import fill_grand_tour
from footplate.engine.layout import BOARD, Record, Records
from footplate.engine.passengers import fill_passengers
from footplate.engine.paths import find_locos, find_paths
from footplate.engine.progress import fill_progress
from footplate.engine.special import number_actions
from footplate.engine.stations import fill_stations
from footplate.engine.substitutes import fill_substitutes
from footplate.errors import InvalidBoard

_NEVER = 127  # more face-up locomotives than there can be
_GREY = 255  # colour of a route that any colour pays for: -1 in a byte
_TIE_BREAKS = {
    "tickets": "tie_tickets",
    "longest_path": "tie_path",
    "fewest_stations": "tie_stations",
    "passengers": "tie_passengers",
}


class Claim(NamedTuple):
    """A way to pay for a route; sorts as the claim table does, plain ones first. Colour LOCO: no card of a colour.

    For ``replaced`` of its spaces cards of any kind are paid.
    """

    locomotives: int
    colour: int
    length: int
    route: int
    replaced: int = 0


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
        find_locos(records[0])
        find_paths(records[0])
        return records

    @property
    def record(self) -> Record:
        return self.records[0]

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """The rows of the claim table."""
        b = self.bare[0]
        length = b.route_length[b.claim_route]
        columns = b.claim_locos, b.claim_colour, length, b.claim_route, length - b.claim_locos - b.claim_coloured
        return tuple(map(Claim._make, zip(*(column[: b.n_claims].tolist() for column in columns), strict=True)))


def _column(b: Record, name: str, values: Iterable[int]) -> None:
    """Numbers of one byte each, -1 as 255. NumPy would look at each of them for longer."""
    column, numbers = b[name].view(np.uint8), bytes(values)
    column[: len(numbers)] = np.frombuffer(numbers, np.uint8)


class _WaysToPay(dict[tuple[int, str, int], bytes]):
    """For a kind of route (length, colour, least locomotives) a byte for each number of locomotives and kind of card:
    can they be paid together? ``most`` locomotives can be."""

    def __init__(self, colours: tuple[str, ...], most: int) -> None:
        self._colours, self._most = colours, most

    def __missing__(self, kind: tuple[int, str, int]) -> bytes:
        length, colour, least = kind
        payable = np.zeros((L.LENGTHS, L.KINDS), np.bool_)
        colours = [self._colours.index(one) for one in (self._colours if colour == GREY else (colour,))]
        payable[least : min(length, self._most + 1), colours] = True
        payable[length, L.LOCO] = length <= self._most
        return self.setdefault(kind, payable.tobytes())


_ways_to_pay = lru_cache(maxsize=64)(_WaysToPay)


def _fill_claims(b: Record, board: Board) -> None:
    """The claim table: where ``payable[locomotives * KINDS + colour, i]``, row by row.

    Routes i are sorted by length, so what a hand can pay is a prefix of each row.
    """
    routes, ways = board.route_columns, _ways_to_pay(board.colors, board.rules.locomotives)
    n, lengths = len(board.routes), b["route_length"]
    order = lengths[:n].argsort(kind="stable")
    found = [ways[kind] for kind in zip(routes.length, routes.color, routes.locomotives, strict=True)]
    if board.rules.locomotives_only_on:
        without = _ways_to_pay(board.colors, 0)
        kinds = zip(routes.length, routes.color, routes.locomotives, strict=True)
        found = [
            way if takes else without[kind] for way, kind, takes in zip(found, kinds, b["takes_locos"], strict=False)
        ]
    payable = np.frombuffer(b"".join(found), np.bool_).reshape(n, -1)[order].T.ravel()
    row, i = np.divmod(payable.nonzero()[0], n)
    route, (locos, colour) = order[i], np.divmod(row, L.KINDS)
    b["claim_route"][: len(i)], b["claim_colour"][: len(i)], b["claim_locos"][: len(i)] = route, colour, locos
    length = lengths[route]
    b["claim_coloured"][: len(i)] = length - locos
    of_length = np.bincount(row * L.LENGTHS + length, minlength=L.LENGTHS * L.KINDS * L.LENGTHS)
    count = of_length.reshape(L.LENGTHS, L.KINDS, L.LENGTHS).cumsum(axis=2)
    size = count[:, :, -1]
    b["group_count"] = count
    b["group_first"] = (size.cumsum().reshape(size.shape) - size) * (size > 0)
    b["n_claims"] = b["n_plain_claims"] = len(i)
    if any(routes.substitutes):
        fill_substitutes(b, board)
    number_actions(b, board)


def _fill_routes(b: Record, board: Board) -> None:
    numbers = {colour: i for i, colour in enumerate(board.colors)} | {GREY: _GREY}
    routes, points = board.route_columns, board.rules.route_points
    for name, ends in zip(("route_a", "route_b"), board.route_ends, strict=True):
        _column(b, name, ends)
    _column(b, "route_length", routes.length)
    _column(b, "route_colour", [numbers[colour] for colour in routes.color])
    _column(b, "route_points", [points[length] for length in routes.length])
    if board.has_tunnels:
        _column(b, "tunnel", routes.tunnel)
    b["takes_locos"][: len(board.routes)] = True
    if board.rules.locomotives_only_on:
        _column(b, "takes_locos", map(board.rules.pay_with_locomotives, routes.tunnel, routes.locomotives))
    b["attraction_cities"] = sum([1 << i for i, c in enumerate(board.cities) if c.attraction])
    b["n_cities"], b["n_routes"], b["n_colours"] = len(board.cities), len(board.routes), len(board.colors)
    b["longest"] = max(routes.length)


def _fill_links(b: Record, board: Board) -> None:
    """Pairs of neighbouring cities, whose tracks are twins, and the links of each city."""
    groups, n = board.parallel_routes, len(board.routes)
    twin, link_of = [0] * n, [0] * n
    for k, group in enumerate(groups):
        previous = group[-1]
        for r in group:
            twin[previous], link_of[r], previous = r, k, r
    _column(b, "twin", twin)
    _column(b, "route_link", link_of)
    _column(b, "link_route", [group[0] for group in groups])
    firsts, shortest = b["link_route"][: len(groups)], b["link_length"][: len(groups)]
    shortest[:] = MAX_LENGTH
    np.minimum.at(shortest, b["route_link"][:n], b["route_length"][:n])
    ends = np.array((b["route_a"][firsts], b["route_b"][firsts]))
    b["link_a"][: len(groups)], b["link_b"][: len(groups)] = ends
    of_city = ends.T.ravel()
    b["city_link"][: len(of_city)] = of_city.argsort(kind="stable") // 2
    np.bincount(of_city, minlength=len(board.cities)).cumsum(out=b["city_first"][1 : len(board.cities) + 1])
    b["n_links"] = len(groups)


def _fill_tickets(b: Record, board: Board, players: int) -> tuple[Ticket, ...]:
    """Returns those in play."""
    if board.rules.progress:
        tickets = fill_progress(b, board.rules.progress, board.tickets, players)
        columns = TicketColumns.of(tickets)
        b["n_short"] = len(tickets)
    else:
        tickets, columns = board.tickets, board.ticket_columns
        b["ticket_given"][: len(tickets)] = L.NOBODY
        _fill_decks(b, board)
    if board.rules.countries or any(columns.lesser_goals):
        ends = fill_countries(b, board)
    else:
        ends = numbered(board.city_index, columns)
    _column(b, "ticket_a", ends[0])
    _column(b, "ticket_b", ends[1])
    _column(b, "ticket_points", columns.points)
    b["n_tickets"] = len(tickets)
    return tickets


_REJECTED = {"bottom": L.TO_BOTTOM, "out": L.LEAVE, "shuffled": L.SHUFFLE_IN}


def _fill_decks(b: Record, board: Board) -> None:
    """Which tickets are long, where that matters, and where tickets go that aren't kept."""
    rules = board.rules
    if rules.ticket_decks or rules.first_long_tickets > 0:
        _column(b, "ticket_long", board.ticket_columns.long)
        b["n_long"] = sum(board.ticket_columns.long)
        b["first_deal_long"], b["two_decks"] = rules.first_long_tickets, rules.ticket_decks
    b["n_short"] = len(board.tickets) - b["n_long"]
    b["first_rejected"], b["rejected"] = _REJECTED[rules.first_rejected], _REJECTED[rules.rejected]
    if rules.ticket_decks:
        b["deal"], b["split_deal"] = 0, rules.draw_tickets.deal


def _fill_race(b: Record, board: Board, race: RaceRules) -> None:
    """Tickets are drawn only in place of others, and cards two at a time where none lie face up."""
    b["race"], b["deal"] = race.tickets, 0
    b["blind_draw"] = 0 if board.rules.face_up else race.cards_per_draw
    b["coast_cards"] = race.coast_cards
    for name, coast in zip(("coast_a", "coast_b"), race.coasts, strict=True):
        b[name] = sum(1 << board.city_index[city] for city in coast)


def _fill_rules(b: Record, rules: Rules, players: int) -> None:
    b["n_players"], b["n_trains"], b["end_trains"] = players, rules.trains, rules.end_trains
    b["cards_per_colour"], b["n_locos"], b["start_hand"] = rules.cards_per_color, rules.locomotives, rules.initial_cards
    b["n_face_up"], b["redeal_locos"] = rules.face_up, rules.max_face_up_locomotives or _NEVER
    b["first_deal"], b["first_keep"] = rules.initial_tickets.deal, rules.initial_tickets.keep
    b["deal"], b["keep"] = rules.draw_tickets.deal, rules.draw_tickets.keep
    b["close_twins"], b["both_tracks"] = players < rules.double_routes_min_players, rules.own_both_tracks
    b["path_bonus"], b["globetrotter_bonus"] = rules.longest_path_bonus, rules.globetrotter_bonus
    b["attraction_points"], b["open_hands"] = rules.attraction_points, rules.open_hands
    b["loco_ends_draw"], b["tunnel_cards"] = rules.face_up_locomotive_is_whole_draw, rules.tunnel_cards
    b["two_cards"] = rules.two_cards_at_once
    for place, name in enumerate(rules.tie_breaks):
        b[_TIE_BREAKS[name]] = place + 1


def _refuse_unplayable(board: Board, players: int) -> None:
    reasons = list(board.problems)
    rules = board.rules
    cards = rules.cards_per_color * len(board.colors) + rules.locomotives
    if rules.initial_cards * players + rules.face_up > cards:
        reasons.append(f"{players} players need more cards for the deal than the deck's {cards}")
    if reasons:
        raise InvalidBoard(board.name, reasons)


@lru_cache(maxsize=256)
def _tables(board: Board, players: int) -> Tables:
    records = L.new_records(BOARD)
    b = L.plain(records, BOARD)[0]
    _fill_rules(b, board.rules, players)
    _fill_routes(b, board)
    _fill_links(b, board)
    _fill_claims(b, board)
    if board.rules.race:
        _fill_race(b, board, board.rules.race)
    fill_districts(b, board)
    fill_grand_tour(b, board)
    fill_stations(b, board)
    fill_passengers(b, board)
    return Tables(board, players, records, _fill_tickets(b, board, players))


def make_tables(board: Board, players: int) -> Tables:
    """The tables for a game of ``players`` on ``board``; InvalidBoard says why if it can't be played."""
    board = instance("board", board, Board, "a Board, as load_board gives it")
    players = whole("players", players, 1, MAX_PLAYERS)
    _refuse_unplayable(board, players)
    return _tables(board, players)
