"""Properties of the rules, on random boards and in random play, for 1 to 5 players."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    Decline,
    DrawTickets,
    DrawTwo,
    GiveCard,
    KeepTickets,
    PayDue,
    TakePassenger,
)
from footplate.boards import board_names
from footplate.errors import IllegalAction
from footplate.game import Game
from footplate.outcome import loans_of, score_now
from tests.support.invariants import check_state, network
from tests.support.strategies import COMMON, at_most, chances, games_in_play, random_boards
from tests.support.twins.loans import best_use, earned, ends, lendable

games_on_all_boards = games_in_play((*COMMON, *board_names()))


@given(board=random_boards, players=st.integers(1, 5), seed=st.integers(0, 2**64 - 1), rng=chances)
def test_everything_is_in_one_place_at_every_step(board, players, seed, rng):
    game = Game(board, at_most(board, players), seed)
    check_state(game)
    while not game.is_over:
        game.push(rng.choice(game.legal_actions()))
        check_state(game)
    assert game.legal_actions() == []


@given(game=games_on_all_boards)
def test_everything_is_in_one_place_on_real_boards(game):
    check_state(game)


@given(game=games_on_all_boards)
def test_mask_and_list_agree(game):
    numbers = {game.actions.id(action) for action in game.legal_actions()}
    mask = game.observe(game.to_move).legal_mask()
    assert numbers == set(np.flatnonzero(mask))
    assert game.is_over == (not numbers)


@given(game=games_in_play())
def test_legal_actions_are_what_the_rules_say(game):
    """An independent reading of the rules: which claims, draws and ticket choices are possible."""
    if game.is_over:
        return
    legal, seat = set(game.legal_actions()), game.to_move
    phase = game.phase.name
    if phase in ("FIRST_TICKETS", "TICKET_CHOICE"):
        observation = game.observe(seat)
        n, least = len(observation.offer), observation.must_keep
        subsets = [c for k in range(least, n + 1) for c in itertools.combinations(range(1, n + 1), k) if c]
        assert legal == {KeepTickets(subset) for subset in subsets}
        return
    if phase in ("TUNNEL", "SUBSTITUTES"):
        assert legal == expected_payments(game, seat)
        return
    if phase == "STATION_PAYMENT":
        assert legal == expected_station_payments(game, seat)
        return
    if phase == "PASSENGER":
        assert legal == {Decline(), *map(TakePassenger, game.waiting[game.passengers_at])}
        return
    assert {action for action in legal if isinstance(action, BuildStation)} == expected_stations(game, seat)
    claims = expected_claims(game, seat) if phase == "TURN" else set()
    assert {action for action in legal if isinstance(action, ClaimRoute)} == claims
    drawable = game.record.deck_n + game.record.discard_n
    ordinary = phase == "TURN" or not game.board.rules.face_up_locomotive_is_whole_draw
    face_up = {colour for colour, n in game.market.items() if n and (ordinary or colour != "locomotive")}
    pairs = expected_pairs(game, drawable) if phase == "TURN" and game.board.rules.two_cards_at_once else set()
    assert {tuple(sorted((pair.one, pair.other))) for pair in legal if isinstance(pair, DrawTwo)} == pairs
    if pairs:
        drawable = 0
        face_up &= {"locomotive"} if game.board.rules.face_up_locomotive_is_whole_draw else set()
    assert ("draw" in {action.text for action in legal}) == (drawable > 0)
    assert {action.card for action in legal if hasattr(action, "card")} == face_up
    can_draw_tickets = phase == "TURN" and game.tickets_left > 0 and game.board.rules.draw_tickets.deal > 0
    assert (DrawTickets() in legal) == can_draw_tickets


def expected_pairs(game: Game, drawable: int) -> set[tuple[str, str]]:
    """Any two cards, face up or from the deck; a locomotive only where it is an ordinary card."""
    whole = game.board.rules.face_up_locomotive_is_whole_draw
    cards = [card for card, n in game.market.items() for _ in range(n) if not (whole and card == "locomotive")]
    return {tuple(sorted(pair)) for pair in itertools.combinations(cards + min(2, drawable) * ["deck"], 2)}


def expected_station_payments(game: Game, seat: int) -> set[PayDue]:
    hand, due = game.hand_of(seat), game.due
    locomotives = hand.get("locomotive", 0)
    ways = {PayDue(None, 0, due)} if locomotives >= due else set()
    for colour in game.board.colors:
        for n in range(1, due + 1):
            if hand[colour] >= n and locomotives >= due - n:
                ways.add(PayDue(colour, n, due - n))
    return ways


def expected_stations(game: Game, seat: int) -> set[BuildStation]:
    rules, hand = game.board.rules.stations, game.hand_of(seat)
    if not rules or game.phase.name != "TURN" or len(game.stations[seat]) == len(rules.costs):
        return set()
    most = max(hand[colour] for colour in game.board.colors) + hand.get("locomotive", 0)
    taken = {city for cities in game.stations for city in cities}
    free = [city.name for city in game.board.cities if city.name not in taken]
    return set(map(BuildStation, free)) if most >= rules.costs[len(game.stations[seat])] else set()


def expected_claims(game: Game, seat: int) -> set[ClaimRoute]:
    hand, claims = game.hand_of(seat), set()
    for action in game.actions:
        if isinstance(action, ClaimRoute):
            route = game.board.routes[action.route]
            right_colour = route.color in ("grey", action.paid_with) or action.paid_with is None
            payable = all(hand.get(card, 0) >= n for card, n in action.cards.items())
            payable &= sum(action.cards.values()) + action.others <= sum(hand.values())
            enough = route.length <= game.trains[seat] and action.locomotives + action.replaced >= route.locomotives
            if right_colour and payable and enough and game.is_open(action.route, seat):
                claims.add(action)
    return claims


def expected_payments(game: Game, seat: int) -> set[Action]:
    hand, claim, due = Counter(game.hand_of(seat)), game.pending, game.due
    assert claim is not None
    if game.phase.name == "SUBSTITUTES":
        return {GiveCard(card) for card, n in hand.items() if n}
    hand.subtract(claim.cards)
    only_on, route = game.board.rules.locomotives_only_on, game.board.routes[claim.route]
    takes = not only_on or "tunnel" in only_on or ("ferry" in only_on and route.locomotives > 0)
    ways: set[Action] = {Decline()}
    for locomotives in range(due + 1):
        colour = claim.paid_with if locomotives < due else None
        enough = locomotives <= (hand["locomotive"] if takes else 0)
        if enough and (locomotives == due or (colour and hand[colour] >= due - locomotives)):
            ways.add(PayDue(colour, due - locomotives, locomotives))
    return ways


@given(game=games_on_all_boards, rng=chances)
def test_illegal_actions_raise_and_change_nothing(game, rng):
    legal = set(game.legal_actions())
    illegal = [action for action in game.actions if action not in legal]
    before, events = game.to_bytes(), game.history
    for action in rng.sample(illegal, min(5, len(illegal))):
        for form in (action, action.text, game.actions.id(action)):
            with pytest.raises(IllegalAction):
                game.push(form)
    assert game.to_bytes() == before
    assert game.history == events


@given(game=games_on_all_boards)
def test_actions_round_trip(game):
    for action in game.legal_actions():
        assert game.actions.action(game.actions.id(action)) == action
        assert game.parse(action.text) == action


@given(game=games_on_all_boards, rng=chances)
def test_a_copy_plays_on_without_touching_its_original(game, rng):
    before = game.to_bytes()
    copy = game.copy()
    assert copy.to_bytes() == before
    while not copy.is_over:
        copy.push(rng.choice(copy.legal_actions()))
    assert game.to_bytes() == before
    assert len(game.history) <= len(copy.history)


@given(game=games_on_all_boards)
def test_undo_goes_all_the_way_back(game):
    start = Game(game.board, game.players, game.seed)
    n = len(game.history)
    actions = [event.action for event in game.history]
    last = game.to_bytes()
    for _ in range(n):
        game.undo()
    assert game.to_bytes() == start.to_bytes()
    assert all(game.observe(seat).history == () for seat in range(game.players))
    for action in actions:
        game.push(action)
    assert game.to_bytes() == last


@given(game=games_on_all_boards)
def test_scores_agree_with_networkx(game):
    scores = game.scores()
    for seat, score in enumerate(scores):
        if game.board.rules.race:
            continue  # nothing but tickets done counts: test_race.py
        points, completed, _ = best_use(game, seat)
        assert (score.tickets_done + score.tickets_open, score.completed) == (points, completed)
        assert len(game.completed(seat)) == completed
        if not any(ticket.lesser_goals for ticket in game.tickets_of(seat)):
            assert score.tickets_done == sum(ticket.points for ticket in game.completed(seat))
        touched = {name for r in game.routes_of(seat) for name in (game.board.routes[r].a, game.board.routes[r].b)}
        attractions = sum(city.attraction for city in game.board.cities if city.name in touched)
        assert score.attractions == attractions * game.board.rules.attraction_points
        if game.board.rules.progress is None and game.board.rules.race is None:
            parts = (score.routes, score.tickets_done, score.tickets_open, score.longest_path)
            bonuses = (score.stations, score.districts, score.grand_tour, score.passengers)
            assert score.total == sum(parts) + score.globetrotter + score.attractions + sum(bonuses)
        assert score.districts == districts_of(game, seat)
        assert score.grand_tour == grand_tour_of(game, seat)
        each = game.board.rules.stations.points if game.board.rules.stations else 0
        assert (score.stations, score.stations_left) == (each * game.stations_left[seat], game.stations_left[seat])
        assert score.passengers == passengers_of(game, seat)
    most = max(score.completed for score in scores)
    for score in scores:
        trotter = game.board.rules.globetrotter_bonus if score.completed == most > 0 else 0
        assert score.globetrotter == trotter


def districts_of(game: Game, seat: int) -> int:
    networks = list(nx.connected_components(network(game, seat)))
    held = (d for d in game.board.rules.districts if any(there.issuperset(d.cities) for there in networks))
    return sum(district.points for district in held)


def grand_tour_of(game: Game, seat: int) -> int:
    """Two ways without a common route are a flow of 2 where every route lets 1 through."""
    points, flow = (0, *game.board.rules.grand_tour), nx.Graph()
    flow.add_nodes_from(city.name for city in game.board.cities)
    for a, b in network(game, seat).edges():
        flow.add_edge(a, b, capacity=flow.get_edge_data(a, b, {"capacity": 0})["capacity"] + 1)
    toured = [t for t in game.tickets_of(seat) if len(points) > 1 and nx.maximum_flow_value(flow, t.a, t.b) >= 2]
    return points[min(len(toured), len(points) - 1)]


def passengers_of(game: Game, seat: int) -> int:
    rules, points = game.board.rules.passengers, 0
    for colour in rules.colors if rules else ():
        counts = [game.passengers_of(other)[colour] for other in range(game.players)]
        places = sorted(set(counts) - {0}, reverse=True)
        if counts[seat] and counts[seat] == places[0]:
            points += rules.most
        elif counts[seat] and counts[seat] == places[1] and counts.count(places[0]) == 1:
            points += rules.second
    return points


@given(game=games_on_all_boards)
def test_loans_are_a_best_use_of_stations(game):
    """Each station lends one route of another player into its city, and these complete what is counted."""
    for seat, loans in enumerate(loans_of(game.tables, game.records)):
        graph = network(game, seat)
        assert len({loan.city for loan in loans}) == len(loans)
        for loan in loans:
            assert loan.city in game.stations[seat]
            assert loan.route in lendable(game, seat, loan.city)
            assert game.owners[loan.route] == loan.lender
            graph.add_edge(game.board.routes[loan.route].a, game.board.routes[loan.route].b)
        points = [earned(game.board, graph, ticket) for ticket in game.tickets_of(seat)]
        assert (sum(points), sum(p > 0 for p in points), -len(loans)) == best_use(game, seat)


@given(game=games_on_all_boards)
def test_the_winners_are_told_by_the_boards_tie_breaks(game):
    def rank(score):
        path = score.longest_path if game.board.rules.longest_path_bonus else score.path_length
        told = {
            "tickets": score.completed, "longest_path": path,
            "fewest_stations": score.stations_left, "passengers": score.passengers_taken,
        }  # fmt: skip
        return score.total, *(told[name] for name in game.board.rules.tie_breaks)

    scores, mask = score_now(game.tables, game.records)
    best = max(map(rank, scores))
    assert [mask >> seat & 1 for seat in range(game.players)] == [rank(score) == best for score in scores]
    if game.is_over:
        level = [score for score in scores if score.total == best[0]]
        if game.outcome().decided_by not in ("points", "reward", "race", "nothing"):
            assert len(level) > 1
        assert game.outcome().is_draw == (game.outcome().decided_by == "nothing")


@given(game=games_on_all_boards)
def test_distance_agrees_with_networkx(game):
    for seat in range(game.players):
        graph = nx.Graph()
        graph.add_nodes_from(city.name for city in game.board.cities)
        for r, route in enumerate(game.board.routes):
            mine = game.owners[r] == seat
            if mine or game.is_open(r, seat):
                cost = 0 if mine else route.length
                known = graph.get_edge_data(route.a, route.b, {"cost": cost})["cost"]
                graph.add_edge(route.a, route.b, cost=min(cost, known))
        for ticket in set(game.tables.tickets):
            goals = [ticket.b, *(goal for goal, _ in ticket.lesser_goals)]
            pairs = [(a, b) for a in ends(game.board, ticket.a) for goal in goals for b in ends(game.board, goal)]
            ways = [nx.dijkstra_path_length(graph, a, b, "cost") for a, b in pairs if nx.has_path(graph, a, b)]
            assert game.trains_needed(ticket, seat) == min(ways, default=None)


@given(board=random_boards, seed=st.integers(0, 2**64 - 1), choices=st.integers(0, 2**32))
def test_the_same_seed_gives_the_same_bytes(board, seed, choices):
    def play() -> list[bytes]:
        game, rng, seen = Game(board, 2, seed), random.Random(choices), []
        while not game.is_over:
            game.push(rng.choice(game.legal_actions()))
            seen.append(game.to_bytes())
        return seen

    assert play() == play()
