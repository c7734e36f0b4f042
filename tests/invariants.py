"""What must hold in every state of every game, recomputed the slow and obvious way from the record."""

from __future__ import annotations

import networkx as nx

from footplate.engine.layout import HELD, IN_DECK, KINDS, LOCO, ON_OFFER, PLAYERS, SCRATCH, new_records
from footplate.engine.networks import connects, is_done, label_networks, label_networks_of
from footplate.game import Game


def check_state(game: Game) -> None:
    """Every card, train and ticket is in exactly one place; everything derived agrees with what it is derived from."""
    check_cards(game)
    check_trains_and_routes(game)
    check_tickets(game)
    check_networks(game)


def check_cards(game: Game) -> None:
    s, rules = game.record, game.board.rules
    deck = [int(kind) for kind in s.deck[: s.deck_n]]
    for kind in range(KINDS):
        in_all = rules.locomotives if kind == LOCO else rules.cards_per_color * (kind < len(game.board.colors))
        assert deck.count(kind) + s.discard[kind] + s.face_up[kind] + s.hand[:, kind].sum() == in_all
    assert (s.hand >= 0).all()
    assert (s.discard >= 0).all()
    assert (s.face_up >= 0).all()
    assert (s.known >= 0).all()
    assert (s.known <= s.hand).all()
    assert s.discard_n == s.discard.sum()
    assert s.shown == s.face_up.sum()
    assert (s.hand_n == s.hand.sum(axis=1)).all()
    if s.deck_full:
        gone = [(int(card) >> 4, int(card) & 15) for card in s.deck[s.deck_n : s.deck_full]]
        for kind in range(KINDS):
            blind = [player for player, card in gone if player and card == kind]
            assert deck.count(kind) + len(blind) == s.fresh[kind], "what was shuffled is in the deck, shown, or drawn"
        assert [sum(player == p + 1 for player, _ in gone) for p in range(len(s.blind_n))] == s.blind_n.tolist()
    if s.deck_n + s.discard_n > 0:
        assert s.shown == rules.face_up


def check_trains_and_routes(game: Game) -> None:
    s, board, owners_now = game.record, game.board, game.owners
    for seat in range(game.players):
        mine = [board.routes[r] for r in game.routes_of(seat)]
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
                assert game.is_open(r, seat) == (not closed)


def check_tickets(game: Game) -> None:
    s, n = game.record, len(game.tables.tickets)
    in_deck = [int(s.ticket_deck[(s.ticket_head + i) % n]) for i in range(s.ticket_n)] if n else []
    on_offer = [int(t) for t in s.offer[: s.offer_n]]
    places = dict.fromkeys(in_deck, IN_DECK) | dict.fromkeys(on_offer, ON_OFFER)
    assert len(places) == len(in_deck) + len(on_offer)
    for t in range(n):
        place, known_by = int(s.ticket[t]) >> PLAYERS, int(s.ticket[t]) & 31
        if t in places:
            assert place == places[t]
        else:
            assert HELD <= place < HELD + game.players
            assert known_by >> (place - HELD) & 1, "the owner knows the ticket"
        if place == ON_OFFER:
            assert known_by >> int(s.player) & 1
    for seat in range(game.players):
        assert s.held_n[seat] == len(game.tickets_of(seat))


def network(game: Game, seat: int) -> nx.MultiGraph:
    graph = nx.MultiGraph()
    graph.add_nodes_from(city.name for city in game.board.cities)
    for r in game.routes_of(seat):
        route = game.board.routes[r]
        graph.add_edge(route.a, route.b, length=route.length)
    return graph


def check_networks(game: Game) -> None:
    """The networks that the engine labels, of all players and of one, and the mover's tickets."""
    cities, (b, s) = [city.name for city in game.board.cities], (game.tables.record, game.record)
    every, one = new_records(SCRATCH), new_records(SCRATCH)
    label_networks(b, s, every[0])
    for seat in range(game.players):
        label_networks_of(b, s, one[0], seat)
        labels = [int(label) for label in every[0].network[seat, : len(cities)]]
        assert labels == one[0].network[seat, : len(cities)].tolist()
        by_label: dict[int, set[str]] = {}
        for name, label in zip(cities, labels, strict=True):
            by_label.setdefault(label, set()).add(name)
        networks = list(nx.connected_components(network(game, seat)))
        assert sorted(map(sorted, by_label.values())) == sorted(map(sorted, networks))
        for t, ticket in enumerate(game.tables.tickets if seat == s.player else ()):
            done = any(ticket.a in there and ticket.b in there for there in networks)
            assert is_done(b, every[0], seat, t) == connects(b, s, seat, t) == done
