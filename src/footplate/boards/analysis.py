"""A board in numbers: its network, and how many states and actions its game has.

The attributes are those of Tables 5 and 6 of Yang et al. 2023 (IEEE Access, doi 10.1109/ACCESS.2023.3287100). The sizes
follow its equations 1 to 11. docs/boards.md says where the paper's figures and ours differ, and why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import comb
from typing import Any

from footplate.boards.board import Board
from footplate.boards.check.map import ways_to_pay
from footplate.boards.limits import GREY
from footplate.boards.paths import Adjacency, ShortestPath, adjacency, shortest_paths


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardStats:
    """What ``footplate boards stats`` prints. Sizes are exact."""

    name: str
    players: int

    # Table 5
    cities: int
    city_pairs: int  # routes, parallel ones counted once
    routes: int
    parallel_pairs: int  # city pairs with two routes or more
    colors: int
    cards_per_color: int
    locomotives: int
    tickets: int
    trains: int

    # Table 6; degrees count parallel routes once
    mean_degree: float
    min_degree: int
    cities_of_min_degree: int
    max_degree: int
    cities_of_max_degree: int
    min_length: int
    max_length: int
    routes_per_color: float
    segments_per_color: float
    grey_routes: int
    routes_by_color: Mapping[str, int]
    segments_by_color: Mapping[str, int]

    # tickets and shortest paths
    tickets_worth_their_path: int  # points equal the segments of the shortest path
    tickets_with_one_shortest_path: int

    # actions, equations 8 to 11
    card_actions: int
    ticket_actions: int
    claim_actions: int
    actions: int

    # states, equations 1 to 7
    board_states: int
    train_states: int
    face_up_states: int
    hand_states: int
    ticket_states: int
    offer_states: int
    observable_states: int  # of one player, without the offer: the paper's figure
    states: int  # with the hands and tickets of the others

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def board_stats(board: Board, players: int = 2) -> BoardStats:
    """The numbers of ``board`` in a game of ``players`` (the paper's figures are for two)."""
    return BoardStats(
        name=board.name,
        players=players,
        cities=len(board.cities),
        city_pairs=len(board.parallel_routes),
        routes=len(board.routes),
        parallel_pairs=sum(len(group) > 1 for group in board.parallel_routes),
        colors=len(board.colors),
        cards_per_color=board.rules.cards_per_color,
        locomotives=board.rules.locomotives,
        tickets=len(board.tickets),
        trains=board.rules.trains,
        **_network(board),
        **_colours(board),
        **_ticket_paths(board),
        **_actions(board),
        **_states(board, players),
    )


def board_graph(board: Board) -> Adjacency:
    """Neighbours of every city with the segments between them; parallel routes count once."""
    return adjacency(board.city_index, [(route.a, route.b, route.length) for route in board.routes])


def shortest_path(board: Board, a: str, b: str) -> ShortestPath | None:
    """Segments between two cities or countries, and how many ways are that short (Table 3); None if there is no way."""
    graph = board_graph(board)
    found = [shortest_paths(graph, start).get(end) for start in board.places[a] for end in board.places.get(b, ())]
    ways = [way for way in found if way]
    if not ways:
        return None
    least = min(way.segments for way in ways)
    return ShortestPath(least, sum(way.alternatives for way in ways if way.segments == least))


def _network(board: Board) -> dict[str, Any]:
    degrees = [len(neighbours) for neighbours in board_graph(board).values()]
    lengths = [route.length for route in board.routes]
    return {
        "mean_degree": sum(degrees) / len(degrees),
        "min_degree": min(degrees),
        "cities_of_min_degree": degrees.count(min(degrees)),
        "max_degree": max(degrees),
        "cities_of_max_degree": degrees.count(max(degrees)),
        "min_length": min(lengths),
        "max_length": max(lengths),
    }


def _colours(board: Board) -> dict[str, Any]:
    routes: Counter[str] = Counter(route.color for route in board.routes)
    segments: Counter[str] = Counter()
    for route in board.routes:
        segments[route.color] += route.length
    return {
        "routes_per_color": sum(routes[colour] for colour in board.colors) / len(board.colors),
        "segments_per_color": sum(segments[colour] for colour in board.colors) / len(board.colors),
        "grey_routes": routes[GREY],
        "routes_by_color": {colour: routes[colour] for colour in board.colors},
        "segments_by_color": {colour: segments[colour] for colour in board.colors},
    }


def _ticket_paths(board: Board) -> dict[str, Any]:
    found = [(ticket, shortest_path(board, ticket.a, ticket.b)) for ticket in board.tickets]
    return {
        "tickets_worth_their_path": sum(ticket.points == path.segments for ticket, path in found if path),
        "tickets_with_one_shortest_path": sum(path.alternatives == 1 for _, path in found if path),
    }


def _actions(board: Board) -> dict[str, Any]:
    rules = board.rules
    offer = rules.draw_tickets
    cards = rules.face_up + 1
    tickets = 1 + sum(comb(offer.deal, kept) for kept in range(offer.keep, offer.deal + 1)) if offer.deal else 0
    claims = sum(
        ways_to_pay(
            grey=route.color == GREY,
            length=route.length,
            locomotives=route.locomotives,
            colours=len(board.colors),
            has_locomotives=rules.locomotives > 0 and rules.pay_with_locomotives(route.tunnel, route.locomotives),
            most_replaced=rules.most_replaced(route),
        )
        for route in board.routes
    )
    return {
        "card_actions": cards,
        "ticket_actions": tickets,
        "claim_actions": claims,
        "actions": cards + tickets + claims,
    }


def _states(board: Board, players: int) -> dict[str, Any]:
    rules, tickets = board.rules, len(board.tickets)
    kinds = len(board.colors) + (rules.locomotives > 0)
    on_board = (players + 1) ** len(board.routes)
    trains = (rules.trains + 1) ** players
    face_up = (kinds + 1) ** rules.face_up
    hand = (rules.cards_per_color + 1) ** len(board.colors) * (rules.locomotives + 1)
    held = 2**tickets
    observable = on_board * trains * face_up * hand * held
    return {
        "board_states": on_board,
        "train_states": trains,
        "face_up_states": face_up,
        "hand_states": hand,
        "ticket_states": held,
        "offer_states": (tickets + 1) ** rules.draw_tickets.deal,
        "observable_states": observable,
        "states": observable * (hand * held) ** (players - 1),
    }
