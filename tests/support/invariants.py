"""What must hold in every state of every game, recomputed the slow and obvious way from the record."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import networkx as nx
import numpy as np

from footplate.boards import Board, Ticket
from footplate.compile import entry_point
from footplate.engine.entry_points import BOARDS, FLAGS, INT, SCRATCHES, STATES, route_is_open
from footplate.engine.layout import (
    HELD,
    IN_DECK,
    KINDS,
    LOCO,
    ON_OFFER,
    OUT,
    PASSENGER,
    PLAYERS,
    SCRATCH,
    SHUFFLED_IN,
    STATE,
    STATION_PAYMENT,
    SUBSTITUTES,
    TUNNEL,
    new_records,
    plain,
)
from footplate.engine.networks import connects, is_done, label_networks, label_networks_of
from footplate.game import Game


class Fields:
    """A state's fields as numbers and lists, each read once: attributes of a NumPy record are slow."""

    def __init__(self, game: Game) -> None:
        self._plain = plain(game.records, STATE)

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__[name] = self._plain[name][0].tolist()
        return value


def check_state(game: Game) -> None:
    """Every card, train and ticket is in exactly one place; everything derived agrees with what it is derived from."""
    check_hidden(game)
    check_trains_and_routes(game)
    check_networks(game)
    check_stations(game)
    check_passengers(game)


def check_hidden(game: Game) -> None:
    """Of a state, all that a seat doesn't see: the rest is sound when what the seat sees comes from a sound state."""
    check_cards(game)
    check_tickets(game)


def check_cards(game: Game) -> None:
    s, rules = Fields(game), game.board.rules
    deck = s.deck[: s.deck_n]
    turned_up = s.turned_up[: s.turned_n] if s.phase == TUNNEL else []
    for kind in range(KINDS):
        in_all = rules.locomotives if kind == LOCO else rules.cards_per_color * (kind < len(game.board.colors))
        lying = deck.count(kind) + s.discard[kind] + s.face_up[kind] + turned_up.count(kind)
        assert lying + sum(hand[kind] for hand in s.hand) == in_all
    assert min(s.discard) >= 0
    assert min(s.face_up) >= 0
    for hand, known in zip(s.hand, s.known, strict=True):
        assert all(0 <= n <= m for n, m in zip(known, hand, strict=True))
    assert s.discard_n == sum(s.discard)
    assert s.shown == sum(s.face_up)
    assert s.hand_n == [sum(hand) for hand in s.hand]
    if s.deck_full:
        gone = [(card >> 4, card & 15) for card in s.deck[s.deck_n : s.deck_full]]
        for kind in range(KINDS):
            blind = [player for player, card in gone if player and card == kind]
            assert deck.count(kind) + len(blind) == s.fresh[kind], "what was shuffled is in the deck, shown, or drawn"
        assert [sum(player == p + 1 for player, _ in gone) for p in range(len(s.blind_n))] == s.blind_n
    if s.deck_n + s.discard_n > 0 and s.phase != SUBSTITUTES:  # in the middle of a payment
        assert s.shown == rules.face_up
    check_payment(game, s)


def check_payment(game: Game, s: Fields) -> None:
    """Something is due in the middle of a claim and at no other time, and the player has what was shown for it."""
    claim = game.pending
    if s.phase not in (TUNNEL, SUBSTITUTES):
        assert s.pending == 0
        assert (s.owed > 0) == (s.phase == STATION_PAYMENT)
        return
    assert claim is not None
    assert game.owners[claim.route] is None
    if s.phase == TUNNEL:
        matches = [card for card in game.turned_up if card in (claim.paid_with, "locomotive")]
        assert 0 < s.owed == len(matches) <= len(game.turned_up) <= game.board.rules.tunnel_cards
        assert all(game.known_cards(game.to_move)[card] >= n for card, n in claim.cards.items())
    else:
        assert 0 < s.owed <= min(claim.others, s.hand_n[s.player])


def check_trains_and_routes(game: Game) -> None:
    s, board, owners_now = Fields(game), game.board, game.owners
    for seat in range(game.players):
        mine = [route for route, owner in zip(board.routes, owners_now, strict=True) if owner == seat]
        assert s.trains[seat] + sum(route.length for route in mine) == board.rules.trains
        assert s.trains[seat] >= 0
        assert s.points[seat] == sum(board.rules.route_points[route.length] for route in mine)
    one_only = game.players < board.rules.double_routes_min_players
    for group in board.parallel_routes:
        owners = [owners_now[r] for r in group if owners_now[r] is not None]
        both = board.rules.own_both_tracks
        assert both or len(set(owners)) == len(owners), "nobody owns two tracks of a double route"
        assert len(owners) <= 1 or not one_only
        for r in group:
            for seat in range(game.players):
                closed = owners_now[r] is not None or (seat in owners and not both) or (one_only and bool(owners))
                assert route_is_open(game.records, r, seat) == (not closed)


def check_stations(game: Game) -> None:
    """A city has one station at most; what is being built is paid for, and nothing else is being built."""
    s, rules = Fields(game), game.board.rules.stations
    standing = [number for row in s.station for number in row if number]
    standing += [s.building] if s.building else []
    assert len(set(standing)) == len(standing)
    assert all(number <= len(game.board.cities) for number in standing)
    assert bool(s.building) == (s.phase == STATION_PAYMENT)
    costs = rules.costs if rules else ()
    for row in s.station:
        built = [number > 0 for number in row]
        assert built == sorted(built, reverse=True), "they are kept in the order in which they were built"
        assert sum(built) <= len(costs)
    if s.building:
        assert s.owed == costs[len(game.stations[game.to_move])]


def check_passengers(game: Game) -> None:
    """As many of each colour; each waits or has one owner; a choice is asked for where there is one."""
    s, rules = Fields(game), game.board.rules.passengers
    n = sum(number for _, number in rules.places) if rules else 0
    assert not any(s.passenger[n:])
    assert any(s.waiting) == (s.phase == PASSENGER)
    if rules:
        colours = [one & 7 for one in s.passenger[:n]]
        assert [colours.count(i) for i in range(len(rules.colors))] == [n // len(rules.colors)] * len(rules.colors)
        assert all(one >> 3 <= game.players for one in s.passenger[:n])
        taken = sum(sum(game.passengers_of(seat).values()) for seat in range(game.players))
        assert taken + sum(sum(there.values()) for there in game.waiting.values()) == n
        routes = sum(owner is not None for owner in game.owners)
        assert taken <= 2 * routes
    if s.phase == PASSENGER:
        country = {city: c.name for c in game.board.rules.countries for city in c.cities}
        place = country.get(game.passengers_at, game.passengers_at)
        assert len(game.waiting[place]) > 1


def check_tickets(game: Game) -> None:
    s, n, rules = Fields(game), len(game.tables.tickets), game.board.rules
    apart = rules.ticket_decks or rules.first_long_tickets
    is_long = [bool(apart and ticket.long) for ticket in game.tables.tickets]
    n_short, slots = is_long.count(False), s.ticket_deck
    rings = (slots[:n_short], s.ticket_head, s.ticket_n), (slots[n_short:n], s.long_head, s.long_n)
    decks = [[ring[(head + i) % len(ring)] for i in range(left)] for ring, head, left in rings]
    assert [[is_long[t] for t in deck] for deck in decks] == [[False] * len(decks[0]), [True] * len(decks[1])]
    on_offer = s.offer[: s.offer_n]
    assert [is_long[t] for t in on_offer] == [False] * (s.offer_n - s.offer_long) + [True] * s.offer_long
    places = dict.fromkeys(decks[0] + decks[1], IN_DECK) | dict.fromkeys(on_offer, ON_OFFER)
    assert len(places) == sum(map(len, decks)) + len(on_offer)
    tickets = s.ticket[:n]
    for t, ticket in enumerate(tickets):
        place, known_by = ticket >> PLAYERS, ticket & 31
        if place == SHUFFLED_IN:
            assert rules.first_rejected == "shuffled"
            assert known_by, "somebody knows it, or it is like any other in the deck"
            place = IN_DECK
        if t in places:
            assert place == places[t]
        elif place == OUT:
            dealt_apart = rules.first_long_tickets and is_long[t]
            is_private = rules.progress is not None and not rules.progress.given
            assert dealt_apart or is_private or "out" in (rules.first_rejected, rules.rejected)
        else:
            assert HELD <= place < HELD + game.players
            assert known_by >> (place - HELD) & 1, "the owner knows the ticket"
        if place == ON_OFFER:
            assert known_by >> s.player & 1
    for seat in range(game.players):
        assert s.held_n[seat] == len(game.tickets_of(seat))
        long = sum(is_long[t] for t, ticket in enumerate(tickets) if ticket >> PLAYERS == HELD + seat)
        assert not rules.ticket_decks or s.kept_n[seat] == long
        assert not rules.first_long_tickets or long <= s.kept_n[seat] <= s.held_n[seat]
        assert apart or s.kept_n[seat] == 0
    check_race(game, s)


def check_race(game: Game, s: Fields) -> None:
    """Shown tickets are done and counted; after a turn nobody has an open one that is."""
    race, coasts = game.board.rules.race, s.coasts
    if race is None:
        assert not any(s.done_n)
        assert not coasts
        return
    assert coasts.bit_count() <= race.coast_cards
    for seat in range(game.players):
        shown, graph = game.shown_tickets(seat), network(game, seat)
        open_ones = list(game.tickets_of(seat))
        for ticket in shown:
            open_ones.remove(ticket)
        assert game.tickets_done[seat] == len(shown) + (coasts >> seat & 1)
        assert all(reached_goals(game, ticket, graph) for ticket in shown)
        assert game.tickets_done[seat] >= race.tickets or not any(reached_goals(game, t, graph) for t in open_ones)


def reached_goals(game: Game, ticket: Ticket, graph: nx.MultiGraph) -> list[int]:
    """Points of the goals of a ticket that a network reaches: any city of the one place from any of the other."""
    places = game.board.places
    return [
        points
        for goal, points in ((ticket.b, ticket.points), *ticket.lesser_goals)
        if any(nx.has_path(graph, a, b) for a in places[ticket.a] for b in places[goal])
    ]


def network(game: Game, seat: int) -> nx.MultiGraph:
    return network_of(game.board, game.routes_of(seat))


def network_of(board: Board, routes: tuple[int, ...]) -> nx.MultiGraph:
    graph = nx.MultiGraph()
    graph.add_nodes_from(city.name for city in board.cities)
    for r in routes:
        route = board.routes[r]
        graph.add_edge(route.a, route.b, length=route.length)
    return graph


@lru_cache(maxsize=50)  # most steps leave most networks as they are
def connected(board: Board, routes: tuple[int, ...]) -> Mapping[str, frozenset[str]]:
    """The cities that each city is connected with, itself among them."""
    parts = map(frozenset, nx.connected_components(network_of(board, routes)))
    return {city: part for part in parts for city in part}


@entry_point(BOARDS, STATES, SCRATCHES, INT, FLAGS)
def list_done(boards, states, labelled, seat, done):
    """Which tickets a seat has done, by labels and, after those, by search."""
    b, n = boards[0], boards[0].n_tickets
    for t in range(n):
        done[t] = is_done(b, labelled[0], seat, t)
        done[n + t] = connects(b, states[0], seat, t)


def check_networks(game: Game) -> None:
    """The networks that the engine labels, of all players and of one, and the mover's tickets."""
    cities, (b, s) = [city.name for city in game.board.cities], (game.tables.record, game.record)
    every, one = new_records(SCRATCH), new_records(SCRATCH)
    label_networks(b, s, every[0])
    labelled, owners = every["network"][0].tolist(), game.owners
    for seat in range(game.players):
        label_networks_of(b, s, one[0], seat)
        labels = labelled[seat][: len(cities)]
        assert labels == one["network"][0, seat, : len(cities)].tolist()
        by_label: dict[int, set[str]] = {}
        for name, label in zip(cities, labels, strict=True):
            by_label.setdefault(label, set()).add(name)
        networks = connected(game.board, tuple(r for r, owner in enumerate(owners) if owner == seat))
        assert set(map(frozenset, by_label.values())) == set(networks.values())
        if seat == game.to_move:
            tickets, places = game.tables.tickets, game.board.places
            goals = [[ticket.b, *(goal for goal, _ in ticket.lesser_goals)] for ticket in tickets]
            expected = [
                any(city in networks[a] for a in places[ticket.a] for goal in ends for city in places[goal])
                for ticket, ends in zip(tickets, goals, strict=True)
            ]
            done = np.zeros(2 * len(tickets), np.bool_)
            list_done(game.tables.records, game.records, every, seat, done)
            assert done.tolist() == 2 * expected
