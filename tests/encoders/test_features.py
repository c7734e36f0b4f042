"""``features`` decodes back to what the seat may know, and says truly what its tickets need."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given

from footplate import Game
from footplate.encoders import make_encoding
from footplate.engine.layout import PLAYERS
from tests.support.strategies import chances, games_in_play

NO_WAY = 100


def cards_of(view, board):
    """The counts of a view by kind as an Observation names them."""
    counts = dict(zip([*board.colors, "locomotive"], view.tolist(), strict=True))
    return counts if board.rules.locomotives else {k: n for k, n in counts.items() if k != "locomotive"}


def with_routes(game: Game, seat: int, routes: list[int]) -> Game:
    """The game as if the seat had these routes."""
    twin = game.copy()
    for r in routes:
        twin.record.route[r] = (1 << PLAYERS) - 1 | (seat + 1) << PLAYERS
    return twin


def needed(game: Game, ticket, seat: int) -> int:
    far = game.trains_needed(ticket, seat)
    return NO_WAY if far is None or far > 63 else far


@given(game=games_in_play())
def test_the_table(game):
    seats = min(5, game.players + 1)
    encoding = make_encoding("features", game.tables, seats)
    for seat in range(game.players):
        seen, board = game.observe(seat), game.board
        views = encoding.views(encoding.of(seen))
        order = [(seat + k) % game.players for k in range(game.players)]
        room = [0] * (seats - game.players)
        assert views["players"].nonzero()[0].tolist() == [game.players - 1]
        assert order[int(views["mover"].argmax())] == seen.to_move
        phases = np.concatenate([views["phase"], views.get("special_phase", ())])
        assert phases.nonzero()[0].tolist() == [seen.phase.value]
        for name, cards in (("hand", seen.hand), ("face_up", seen.market), ("discard", seen.discard)):
            assert cards_of(views[name], board) == cards, name
        total = dict.fromkeys(board.colors, board.rules.cards_per_color) | {"locomotive": board.rules.locomotives}
        hands = [seen.hand_of(p) or seen.known_cards(p) for p in order]
        for i, hand in enumerate(hands[1:]):
            assert cards_of(views["known"][i], board) == hand
        for kind, n in cards_of(views["unseen"], board).items():
            assert n == total[kind] - seen.market[kind] - seen.discard[kind] - sum(hand[kind] for hand in hands)
        for name, numbers in (
            ("hand_sizes", seen.hand_sizes),
            ("trains", seen.trains),
            ("points", [n // 2 for n in seen.route_points]),
            ("ticket_counts", seen.ticket_counts),
        ):
            assert views[name].tolist() == [numbers[p] for p in order] + room, name
        assert views["piles"].tolist() == [seen.deck_size, sum(seen.discard.values()), seen.tickets_left]
        assert views["turns_left"].tolist() == [0 if seen.turns_left is None else seen.turns_left + 1]
        assert views["round"].tolist() == [min(127, seen.turn // game.players)]


@given(game=games_in_play())
def test_routes_and_tickets(game):
    encoding = make_encoding("features", game.tables)
    tickets, routes = game.tables.tickets, game.board.routes
    for seat in range(game.players):
        seen = game.observe(seat)
        views = encoding.views(encoding.of(seen))
        order = [(seat + k) % game.players for k in range(game.players)]
        for p, owned in zip(order, [views["mine"], *views["theirs"]], strict=True):
            assert tuple(owned.nonzero()[0].tolist()) == seen.routes_of(p)
        assert views["open"].tolist() == [int(seen.is_open(r, seat)) for r in range(len(routes))]
        locos = seen.hand.get("locomotive", 0)
        for r in views["open"].nonzero()[0]:
            assert views["lack"][r] == max(0, routes[r].length - seen.held_for(r) - locos)
        holds = [t for t in range(len(tickets)) if views["ticket_open"][t] or views["ticket_done"][t]]
        assert [tickets[t] for t in holds] == list(seen.tickets)
        for t in holds:
            assert views["distance"][t] == needed(game, tickets[t], seat)
            assert views["ticket_done"][t] == (views["distance"][t] == 0)
        assert [tickets[t] for t in views["ticket_in_deck"].nonzero()[0]] == list(seen.tickets_known_in_deck)
        for p, known in zip(order[1:], views["ticket_theirs"], strict=True):
            assert [tickets[t] for t in known.nonzero()[0]] == list(seen.tickets_known_of(p))
        assert views["at_stake"].tolist() == [
            min(127, sum(tickets[t].points for t in views[name].nonzero()[0]))
            for name in ("ticket_done", "ticket_open")
        ]
        offer = seen.offer if seen.is_my_turn else ()
        assert [tickets[t] for row in views["offer"] for t in row.nonzero()[0]] == list(offer)
        for i, ticket in enumerate(offer):
            assert views["offer_points"][i] == ticket.points
            assert views["offer_distance"][i] == needed(game, ticket, seat)
            assert views["offer_extra"][i] <= views["offer_distance"][i]


@given(game=games_in_play(), rng=chances)
def test_ways_and_the_plan(game, rng):
    """A route is on a shortest way if having it shortens the way by its length; the plan's routes complete all."""
    encoding = make_encoding("features", game.tables)
    tickets, routes = game.tables.tickets, game.board.routes
    for seat in range(game.players):
        views = encoding.views(encoding.of(game.observe(seat)))
        holds = [t for t in views["ticket_open"].nonzero()[0] if views["distance"][t] < NO_WAY]
        free = views["open"].nonzero()[0].tolist()
        for r in rng.sample(free, min(4, len(free))):
            then = with_routes(game, seat, [r])
            near = [tickets[t].points for t in holds if is_shorter(then, tickets[t], seat, views, t, routes[r].length)]
            assert views["need"][r] == min(127, sum(near))
        planned = views["planned"].nonzero()[0].tolist()
        assert set(planned) <= set(free)
        done = with_routes(game, seat, planned)
        assert [needed(done, tickets[t], seat) for t in holds] == [0] * len(holds)
        trains, left, _links = views["plan_size"].tolist()
        distances = [int(views["distance"][t]) for t in holds]
        assert max(distances, default=0) <= trains <= sum(distances)
        assert left == game.trains[seat] - trains
        assert views["plan_cards"].sum() == trains
        lack = views["plan_cards"][:-1].astype(int) - list(game.hand_of(seat).values())[: len(game.board.colors)]
        assert views["plan_lack"][:-1].tolist() == np.maximum(lack, 0).tolist()


def is_shorter(then, ticket, seat, views, t, length):
    return needed(then, ticket, seat) == views["distance"][t] - length


def test_the_largest_network_and_touches():
    game, rng = Game("usa", 3, seed=4), random.Random(4)
    while game.turn < 120 and not game.is_over:
        claims = [action for action in game.legal_actions() if action.text.startswith("claim")]
        game.push(rng.choice(claims or game.legal_actions()))
    encoding = make_encoding("features", game.tables)
    views = encoding.views(encoding.of(game.observe(1)))
    routes = game.board.routes
    for k, p in enumerate((1, 2, 0)):
        networks = [[routes[r]] for r in game.routes_of(p)]
        while any(join(networks)):
            pass
        assert views["largest"][k] == max(sum(route.length for route in network) for network in networks)
    mine = {city for r in game.routes_of(1) for city in (routes[r].a, routes[r].b)}
    theirs = {city for p in (0, 2) for r in game.routes_of(p) for city in (routes[r].a, routes[r].b)}
    assert views["touch_mine"].tolist() == [(route.a in mine) + (route.b in mine) for route in routes]
    assert views["touch_theirs"].tolist() == [(route.a in theirs) + (route.b in theirs) for route in routes]


def join(networks):
    for i, one in enumerate(networks):
        for other in networks[i + 1 :]:
            if {city for r in one for city in (r.a, r.b)} & {city for r in other for city in (r.a, r.b)}:
                one += other
                networks.remove(other)
                yield True
                return


@given(game=games_in_play())
def test_a_critic_sees_the_other_hands_and_tickets(game):
    seats = min(5, game.players + 1)
    encoding = make_encoding("features", game.tables, seats)
    tickets, memory = game.tables.tickets, encoding.new_memory(1)
    for seat in range(game.players):
        out = np.full((1, encoding.private_size), 99, np.int8)
        encoding.encode_private(game.records, np.array([seat], np.int8), memory, out)
        views = encoding.private_views(out[0])
        for i, p in enumerate([(seat + k) % game.players for k in range(1, game.players)]):
            assert cards_of(views["hands"][i], game.board) == game.hand_of(p)
            holds = views["tickets_open"][i] | views["tickets_done"][i]
            assert [tickets[t] for t in holds.nonzero()[0]] == list(game.tickets_of(p))
            for t in holds.nonzero()[0]:
                assert views["distances"][i, t] == needed(game, tickets[t], p)
        for view in views.values():
            assert not view[game.players - 1 :].any()
