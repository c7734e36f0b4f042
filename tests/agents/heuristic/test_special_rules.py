"""Bots on boards with rules of their own, each in a position where one answer is plainly right."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import networkx as nx
import numpy as np
import pytest

from footplate.actions import BuildStation
from footplate.agents.layout import WORK
from footplate.agents.planning.bonuses import add_districts, add_tours, second_way
from footplate.agents.planning.claims import chance_of_claim
from footplate.agents.planning.links import FREE, clear_plan, has_link, survey
from footplate.agents.planning.race import PER_DRAW, turns_to_draw
from footplate.agents.planning.special import default_answer, usual_actions
from footplate.agents.planning.ways import find_way
from footplate.agents.search.evaluators.evaluator import compiled
from footplate.agents.search.evaluators.guided import guided_action
from footplate.agents.search.evaluators.plans import forget_plans
from footplate.agents.search.evaluators.priors import IN_A_RACE, ROUGH_PLANS, planned_priors
from footplate.agents.search.layout import SEARCH
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.search import TURNS_A_TICKET, WON_RACE
from footplate.agents.search.searcher import Searcher
from footplate.boards import Board, load_board
from footplate.engine.layout import ACTIONS, CLAIM, PASSENGER, Record, new_records
from footplate.game import Game
from tests.support.bots.planner import answer, build, give, hold_tickets, ticket_number
from tests.support.claim_boards import alps
from tests.support.positions import empty_the_deck, kind, lay, set_market, started

PLANNERS = ["planner", "guided-ismcts:iterations=200"]


def work_on(game: Game) -> tuple[Record, Record, Record]:
    """(board, observation, work) of the player to move, links surveyed and as dear as they are long."""
    b, o, w = game.tables.record, game.observe(game.to_move).record, new_records(WORK)[0]
    survey(b, o, w)
    clear_plan(w)
    w.link_cost[: b.n_links] = w.link_due[: b.n_links]
    return b, o, w


def planned(game: Game, w: Record) -> set[str]:
    """The free links of the plan, as "City-City"."""
    b, names = game.tables.record, [city.name for city in game.board.cities]
    links = [k for k in range(b.n_links) if w.link_state[k] == FREE and has_link(w.plan_lo, w.plan_hi, k)]
    return {f"{names[b.link_a[k]]}-{names[b.link_b[k]]}" for k in links}


# ---------------------------------------------------------------- tunnels


def tunnels() -> Board:
    """The United States with a tunnel from Calgary to Helena (grey, 4)."""
    usa = load_board("usa")
    routes = [replace(r, tunnel={r.a, r.b} == {"Calgary", "Helena"}) for r in usa.routes]
    return replace(usa, name="usa_tunnel", routes=tuple(routes), rules=replace(usa.rules, tunnel_cards=3))


@pytest.mark.parametrize(("blue", "locos"), [(3, 1), (4, 0), (4, 1), (5, 1), (6, 2)])
def test_how_likely_a_tunnel_is_dug(blue: int, locos: int):
    """Of three cards each matches with the share of blue cards and locomotives in the whole deck."""
    game = started(tunnels())
    give(game, blue=blue, locomotive=locos)
    b, share, spare = game.tables.record, (12 + 14) / 110, blue + locos - 4
    chance = sum(
        np.prod([share if match else 1 - share for match in cards])
        for cards in product((True, False), repeat=3)
        if sum(cards) <= spare
    )
    for number in (CLAIM + c for c in range(b.n_claims)):
        claim = game.actions.action(number)
        in_blue = claim.paid_with == "blue" and claim.locomotives == max(0, 4 - blue)
        if {claim.a, claim.b} == {"Calgary", "Helena"} and in_blue:
            assert chance_of_claim(b, game.record, number - CLAIM) == pytest.approx(chance)
            break
    assert chance_of_claim(b, game.record, 0) == 1.0  # of a plain route


def test_the_planner_wants_a_card_to_spare_for_a_tunnel():
    game = started(tunnels())
    hold_tickets(game, 0, "Calgary-Salt Lake City")
    hold_tickets(game, 1)
    build(game, 0, "Helena-Salt Lake City")
    give(game, 0, blue=4)
    assert not answer(game, "planner").startswith("claim Calgary-Helena")
    give(game, 0, blue=5)
    assert answer(game, "planner") == "claim Calgary-Helena 4 grey with 4 blue"


# ---------------------------------------------------------------- stations


def stations() -> Board:
    rules = {"cost_cards": [1, 2, 3], "unused_points": 4}
    return load_board("usa").with_rules(special={"stations": rules}, name="usa_stations")


def cut_off() -> Game:
    """Seat 0 has come from Los Angeles to New Orleans, and the other has closed all ways on to Miami."""
    game = started(stations())
    hold_tickets(game, 0, "Los Angeles-Miami")
    hold_tickets(game, 1)
    lay(game, 0, "El Paso-Los Angeles", "Dallas-El Paso", "Dallas-Houston", "Houston-New Orleans")
    lay(game, 1, "Miami-New Orleans", "Atlanta-Miami", "Charleston-Miami")
    give(game, 0, red=2, green=1)
    return game


@pytest.mark.parametrize("bot", ["planner", "greedy"])
def test_a_station_is_built_for_a_ticket_that_is_cut_off(bot: str):
    game = cut_off()
    action = game.actions.parse(answer(game, bot), game.legal_actions())
    assert isinstance(action, BuildStation)
    assert action.city in ("Miami", "New Orleans")
    game.push(action)
    payment = answer(game, bot)
    assert payment in ("pay 1 red", "pay 1 green")
    game.push(payment)
    assert game.scores()[0].tickets_done == 20
    game.push("draw")
    game.push("draw")
    assert not answer(game, bot).startswith("station")


@pytest.mark.parametrize("bot", ["planner", "greedy"])
def test_no_station_while_there_is_another_way(bot: str):
    game = cut_off()
    game.record.route[next(i for i, r in enumerate(game.board.routes) if {r.a, r.b} == {"Atlanta", "Miami"})] = 0
    assert not answer(game, bot).startswith("station")


def test_bots_that_know_no_stations_dont_see_them():
    game = cut_off()
    b, acts = game.tables.record, np.empty(ACTIONS, np.uint16)
    n = usual_actions(b, game.record, acts)
    usual = {game.actions.action(int(number)) for number in acts[:n]}
    assert usual == {action for action in game.legal_actions() if not isinstance(action, BuildStation)}


# ---------------------------------------------------------------- districts and tours


def test_a_district_is_planned_if_it_is_worth_its_cost():
    game = started("london")
    hold_tickets(game, 0)
    b, _, w = work_on(game)
    w.link_cost[: b.n_links] *= 0.01
    add_districts(b, w, 60)
    network = nx.Graph(tuple(link.split("-")) for link in planned(game, w))
    for district in game.board.rules.districts:
        first, *others = district.cities
        assert set(others) <= nx.node_connected_component(network, first)
    clear_plan(w)
    w.link_cost[: b.n_links] = 100.0
    add_districts(b, w, 17)
    assert planned(game, w) == set()


def test_a_second_way_shares_no_link_with_the_first():
    game = started("india")
    hold_tickets(game, 0, "Agra-Jarhat")
    b, o, w = work_on(game)
    t = ticket_number(game, "Agra-Jarhat")
    find_way(b, w, b.ticket_a[t], b.ticket_b[t])
    first = planned(game, w)
    assert 0.0 < second_way(b, w, t) < 100.0
    both = planned(game, w)
    assert first < both
    assert second_way(b, w, t) == 0.0
    clear_plan(w)
    find_way(b, w, b.ticket_a[t], b.ticket_b[t])
    w.link_cost[: b.n_links] *= 0.1
    add_tours(b, o, w, 45)
    assert planned(game, w) == both


# ---------------------------------------------------------------- passengers


def test_the_passenger_of_the_colour_in_which_the_others_are_nearest():
    game = started("germany")
    s, b, w = game.record, game.tables.record, new_records(WORK)[0]
    colours = game.board.rules.passengers.colors
    city = next(c for c in range(b.n_cities) if sum(b.passenger_place[: b.n_passengers] == b.city_place[c]) >= 4)
    here = [i for i in range(b.n_passengers) if b.passenger_place[i] == b.city_place[city]]
    others = [i for i in range(b.n_passengers) if i not in here]
    s.passenger[: b.n_passengers] = 5
    s.passenger[here] = [0, 1, *[2] * (len(here) - 2)]
    held = ((0, 0, 3), (0, 1, 0), (1, 0, 1), (1, 1, 2), (2, 1, 4))  # colour, seat, how many
    spare = iter(others)
    for colour, seat, n in held:
        for _ in range(n):
            s.passenger[next(spare)] = colour | (seat + 1) << 3
    s.phase, s.waiting[0], s.waiting[1] = PASSENGER, city + 1, 0
    number = int(default_answer(b, s, w))
    assert game.actions.action(number).text == f"passenger {colours[1]}"


# ---------------------------------------------------------------- races


def test_a_race_is_run_to_the_nearest_ticket_once_its_way_can_be_paid():
    game = started("first_journey_usa")
    hold_tickets(game, 0, "Denver-Los Angeles", "Winnipeg-Montreal")
    way = [r for r in game.board.routes if {r.a, r.b} in ({"Denver", "Albuquerque"}, {"Albuquerque", "Los Angeles"})]
    cards: dict[str, int] = {}
    for pair in {route.pair: route for route in way}.values():
        cards[pair.color] = cards.get(pair.color, 0) + pair.length
    give(game, 0, **cards)
    assert answer(game, "planner").startswith(
        ("claim Los Angeles-Albuquerque", "claim Albuquerque-Denver", "claim Denver-Albuquerque")
    )
    give(game, 0)
    assert answer(game, "planner") in ("draw", "swap")


@pytest.mark.parametrize(
    ("left", "cards"),
    [
        ({"red": 0}, 0),
        ({"red": -1}, 72 / 22),  # 10 red cards and 12 locomotives of 72 fit
        ({"red": -2}, 72 / 22 + 72 / 22),
        ({"red": -1, "blue": -1}, 72 / 32 + 72 / 22),  # at first both colours fit
        ({"red": -1, "blue": -2, "locomotive": 1}, 72 / 32 + 72 / 22),
        ({"red": -1, "locomotive": 2}, 0),
        ({"red": -1, "green": 3}, 72 / 22),
    ],
)
def test_turns_in_which_the_cards_that_lack_are_drawn(left: dict[str, int], cards: float):
    game = started("first_journey_usa")
    w = new_records(WORK)[0]
    for card, n in left.items():
        w.left[kind(game, card)] = n
    assert turns_to_draw(game.tables.record, w) == pytest.approx(PER_DRAW * cards)


def in_the_east() -> Game:
    """A race: seat 0 has joined eleven cities of the east, between which most tickets run that nobody has seen."""
    game = started("first_journey_usa")
    hold_tickets(game, 1)
    build(game, 0, "Montreal-New York", "New York-Washington", "Washington-Atlanta", "New Orleans-Atlanta")
    build(game, 0, "New Orleans-Dallas", "Kansas City-Dallas", "Chicago-Kansas City", "Duluth-Chicago")
    build(game, 0, "Winnipeg-Duluth", "Atlanta-Miami")
    return game


@pytest.mark.parametrize("bot", PLANNERS)
def test_tickets_that_are_far_are_swapped_where_new_ones_would_be_done_at_once(bot: str):
    game = in_the_east()
    hold_tickets(game, 0, "Seattle-Los Angeles", "Calgary-San Francisco")
    give(game, 0)
    assert answer(game, bot) == "swap"


def one_claim_to_go() -> Game:
    """A race: seat 0 has joined Duluth to Dallas, and the cards for Dallas-Albuquerque complete a ticket."""
    game = started("first_journey_usa")
    hold_tickets(game, 1)
    build(game, 0, "Kansas City-Dallas", "Chicago-Kansas City", "Duluth-Chicago")
    hold_tickets(game, 0, "Seattle-Los Angeles", "Duluth-Albuquerque")
    give(game, 0, black=2)
    return game


@pytest.mark.parametrize("bot", PLANNERS)
def test_a_ticket_that_one_claim_completes_is_not_swapped(bot: str):
    assert answer(one_claim_to_go(), bot).startswith("claim Dallas-Albuquerque")


def test_players_with_plans_swap_them_too():
    game = in_the_east()
    hold_tickets(game, 0, "Seattle-Los Angeles", "Calgary-San Francisco")
    give(game, 0)
    b, w, q = game.tables.record, new_records(WORK)[0], new_records(SEARCH)[0]
    forget_plans(b, q)
    assert game.actions.action(guided_action(b, game.record, w, q)).text == "swap"
    game.record.ticket_n = 0
    assert game.actions.action(guided_action(b, game.record, w, q)).text == "draw"


def test_a_race_is_searched_for_own_pace_and_the_win():
    """Who has one ticket to go wins now; six tickets in so many turns are compared with those of an even pace."""
    game = one_claim_to_go()
    game.record.done_n[0], game.record.done_n[1] = 5, 5
    assert answer(game, "guided-ismcts:iterations=100").startswith("claim Dallas-Albuquerque")
    observation, searcher = game.observe(0), Searcher(SearchOptions(playouts="guided", prior=60.0))
    searcher.begin(observation.tables, observation.records)
    searcher.iterate(200)
    moves = [move for move in searcher.moves() if move.visits > 0]
    won = next(m for m in moves if game.actions.action(m.action).text.startswith("claim Dallas-Albuquerque"))
    assert all(move.mean <= won.mean for move in moves)
    game.push(game.actions.action(won.action))
    assert game.is_over
    assert won.win == 1.0
    assert won.mean == pytest.approx(6 - game.record.turn / 2 / TURNS_A_TICKET + WON_RACE)


# ---------------------------------------------------------------- searches


@pytest.mark.parametrize(("board", "trust"), [("usa", 1.0), ("first_journey_usa", 1.0), ("london", ROUGH_PLANS)])
def test_priors_count_for_less_where_plans_are_rough(board: str, trust: float):
    observation, searcher = started(board).observe(0), Searcher(SearchOptions(playouts="guided", prior=60.0))
    searcher.begin(observation.tables, observation.records)
    assert searcher.fields["trust"] == trust


def priors_at(game: Game, depth: int) -> dict[int, float]:
    """The priors of the player to move, by action; nobody has advised anything."""
    works, searches = new_records(WORK), new_records(SEARCH)
    b, q = game.tables.record, searches[0]
    forget_plans(b, q)
    q.depth, q.plans.advice = depth, -1
    n = compiled(planned_priors).call(game.tables.records, game.records, works, searches)
    return {int(works[0].acts[i]): float(q.weight[i]) for i in range(n)}


@pytest.mark.parametrize(("board", "power"), [("usa", 1.0), ("first_journey_usa", IN_A_RACE)])
def test_the_root_of_a_race_weighs_actions_more_evenly(board: str, power: float):
    game = started(board)
    root, below = priors_at(game, 0), priors_at(game, 1)
    assert sum(root.values()) == pytest.approx(1.0)
    best = max(below, key=lambda action: below[action])
    assert len(set(below.values())) > 2
    for action, weight in below.items():
        assert root[action] / root[best] == pytest.approx((weight / below[best]) ** power)


@pytest.mark.parametrize(("board", "alike"), [("small", False), ("first_journey_usa", True)])
def test_playouts_of_a_race_take_no_random_moves(board: str, alike: bool):
    values = []
    for epsilon in (0.0, 1.0):
        observation = started(board).observe(0)
        searcher = Searcher(SearchOptions(playouts="guided", prior=60.0, epsilon=epsilon))
        searcher.works[0].scratch.rng = np.uint64(5)
        searcher.begin(observation.tables, observation.records)
        searcher.iterate(50)
        values.append(searcher.root["value"].sum())
    assert (values[0] == values[1]) == alike


def test_players_with_plans_take_the_last_two_cards_together():
    """Nothing of the plan's colours is left for the second card, but a locomotive, an ordinary card here."""
    game = started(alps(two_cards_at_once=True, face_up_locomotive_counts_as_two_draws=False))
    give(game, 0)
    set_market(game, ["red", "locomotive"])
    empty_the_deck(game)
    b, w, q = game.tables.record, new_records(WORK)[0], new_records(SEARCH)[0]
    forget_plans(b, q)
    assert game.actions.action(guided_action(b, game.record, w, q)).text == "cards red locomotive"
