"""From a Board and a number of players to the BOARD record that the engine plays on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from footplate.boards import Board, Ticket
from footplate.boards.limits import GREY, MAX_PLAYERS
from footplate.engine.layout import BOARD, CLAIM, LENGTHS, LOCO, NOBODY, Record, Records, new_records
from footplate.engine.paths import find_paths
from footplate.errors import InvalidBoard

_NEVER = 127  # more face-up locomotives than there can be


class Claim(NamedTuple):
    """A way to pay for a route; sorts as the claim table does. Colour LOCO: locomotives only."""

    locomotives: int
    colour: int
    length: int
    route: int


@dataclass(frozen=True, eq=False)
class Tables:
    """What the engine needs to know of a board for a number of players: its BOARD record and what the rows mean.

    ``tickets`` are the cards in play: all of the board's, or one copy for each seat in the progress game.
    """

    board: Board
    players: int
    records: Records  # one BOARD record, as an array
    claims: tuple[Claim, ...]
    tickets: tuple[Ticket, ...]

    @property
    def record(self) -> Record:
        return self.records[0]


def _claims(board: Board) -> tuple[Claim, ...]:
    claims = []
    for i, route in enumerate(board.routes):
        most = min(route.length, board.rules.locomotives)
        colours = range(len(board.colors)) if route.color == GREY else (board.colors.index(route.color),)
        for locomotives in range(route.locomotives, most + 1):
            if locomotives == route.length:
                claims.append(Claim(locomotives, LOCO, route.length, i))
            else:
                claims += [Claim(locomotives, colour, route.length, i) for colour in colours]
    return tuple(sorted(claims))


def _tickets_in_play(board: Board, players: int) -> list[tuple[Ticket, int]]:
    """(ticket, seat that has it from the start or NOBODY)"""
    progress = board.rules.progress
    if progress is None:
        return [(ticket, NOBODY) for ticket in board.tickets]
    return [(board.tickets[t], seat) for seat in range(players) for t in progress.tickets_of(seat)]


def _fill_claims(b: Record, claims: tuple[Claim, ...]) -> None:
    for i, claim in enumerate(claims):
        b.claim_route[i], b.claim_colour[i], b.claim_locos[i] = claim.route, claim.colour, claim.locomotives
    groups: dict[tuple[int, int], list[Claim]] = {}
    for claim in claims:
        groups.setdefault((claim.locomotives, claim.colour), []).append(claim)
    for (locomotives, colour), group in groups.items():
        b.group_first[locomotives, colour] = claims.index(group[0])
        for reach in range(LENGTHS):
            b.group_count[locomotives, colour, reach] = sum(claim.length <= reach for claim in group)


def _fill_map(b: Record, board: Board) -> None:
    city = board.city_index
    for i, route in enumerate(board.routes):
        b.route_a[i], b.route_b[i], b.route_length[i] = city[route.a], city[route.b], route.length
        b.route_colour[i] = -1 if route.color == GREY else board.colors.index(route.color)
        b.route_points[i] = board.rules.route_points[route.length]
    for group in board.parallel_routes:
        for i, r in enumerate(group):
            b.twin[r] = group[(i + 1) % len(group)]
    for k, group in enumerate(board.parallel_routes):
        first = board.routes[group[0]]
        b.link_a[k], b.link_b[k], b.link_route[k] = city[first.a], city[first.b], group[0]
        b.link_length[k] = min(board.routes[r].length for r in group)
        b.route_link[list(group)] = k
    b.n_links = len(board.parallel_routes)
    for c in range(len(board.cities)):
        links = [k for k in range(b.n_links) if c in (b.link_a[k], b.link_b[k])]
        end = b.city_first[c] + len(links)
        b.city_first[c + 1], b.city_link[b.city_first[c] : end] = end, links
    b.attraction_cities = sum(1 << i for i, c in enumerate(board.cities) if c.attraction)
    b.n_cities, b.n_routes, b.n_colours = len(board.cities), len(board.routes), len(board.colors)
    b.longest = max(route.length for route in board.routes)


def _fill_tickets(b: Record, board: Board, tickets: list[tuple[Ticket, int]]) -> None:
    city = board.city_index
    for i, (ticket, seat) in enumerate(tickets):
        b.ticket_a[i], b.ticket_b[i], b.ticket_points[i] = city[ticket.a], city[ticket.b], ticket.points
        b.ticket_given[i] = seat
    b.n_tickets = len(tickets)


def _fill_rules(b: Record, board: Board, players: int) -> None:
    rules = board.rules
    b.n_players, b.n_trains, b.end_trains = players, rules.trains, rules.end_trains
    b.cards_per_colour, b.n_locos, b.start_hand = rules.cards_per_color, rules.locomotives, rules.initial_cards
    b.n_face_up = rules.face_up
    b.redeal_locos = rules.max_face_up_locomotives or _NEVER
    b.first_deal, b.first_keep = rules.initial_tickets.deal, rules.initial_tickets.keep
    b.deal, b.keep = rules.draw_tickets.deal, rules.draw_tickets.keep
    b.close_twins = players < rules.double_routes_min_players
    b.both_tracks = rules.own_both_tracks
    b.path_bonus, b.globetrotter_bonus = rules.longest_path_bonus, rules.globetrotter_bonus
    b.attraction_points = rules.attraction_points
    b.tie_tickets, b.tie_path = "tickets" in rules.tie_breaks, "longest_path" in rules.tie_breaks
    b.open_hands = rules.open_hands
    if rules.progress:
        b.progress, b.decay = True, rules.progress.decay
        b.blind_draw, b.cut_off_distance = rules.progress.cards_per_draw, rules.progress.disconnected_distance


def _refuse_unplayable(board: Board, players: int) -> None:
    reasons = [f"Footplate can't play this rule yet: {phrase}" for phrase in board.missing_rules]
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
    claims, tickets = _claims(board), _tickets_in_play(board, players)
    boards = new_records(BOARD)
    b = boards[0]
    _fill_rules(b, board, players)
    _fill_map(b, board)
    _fill_tickets(b, board, tickets)
    _fill_claims(b, claims)
    b.n_claims, b.n_actions = len(claims), CLAIM + len(claims)
    find_paths(b)
    return Tables(board, players, boards, claims, tuple(ticket for ticket, _ in tickets))


def make_tables(board: Board, players: int) -> Tables:
    """The tables for a game of ``players`` on ``board``; InvalidBoard says why if it can't be played."""
    _refuse_unplayable(board, players)
    return _tables(board, players)
