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
from footplate.agents.planning.links import FREE, clear_plan, has_link, survey
from footplate.agents.planning.special import default_answer, usual_actions
from footplate.agents.planning.tunnels import chance_of_claim
from footplate.agents.planning.ways import find_way
from footplate.boards import Board, load_board
from footplate.engine.layout import ACTIONS, CLAIM, PASSENGER, Record, new_records
from footplate.game import Game
from tests.agents.strong.positions import answer, build, give, hold_tickets, ticket_number
from tests.engine.test_rules import lay, started

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
