"""The four Silva bots: known positions as described and as published, and the promises that every bot keeps."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.agents import make_agent
from footplate.agents.layout import WORK
from footplate.arena import play_game, play_match
from footplate.boards import Board, load_board
from footplate.engine.layout import new_records
from footplate.errors import UnknownAgent
from footplate.game import Game
from footplate.papers.smith_anton.bots.hungry import make_plan, trains_one_by_one
from tests.support.asking import ThroughGame
from tests.support.bots.silva import NOTHING_USEFUL, answer, offered, position, ticket_number, trade
from tests.support.positions import give, set_market
from tests.support.strategies import at_most, games_in_play, random_boards

BOTS = ("one-step", "path", "long-route", "hungry")
SPECS = [f"{bot}:mode={mode}" for bot in BOTS for mode in ("as_described", "as_published")]
SPECS += ["hungry:mode=one_by_one"]
DENVER_TO_EL_PASO = {
    "claim Denver-Santa Fe 2 grey with 2 red": {"red": 2},
    "claim El Paso-Santa Fe 2 grey with 2 blue": {"blue": 2},
}  # a ticket of 4 points, done


def published(bot: str) -> str:
    return f"{bot}:mode=as_published"


def test_the_mode_must_be_known() -> None:
    with pytest.raises(
        UnknownAgent, match="'hungry': mode='as_sold' must be as_described or as_published or one_by_one"
    ):
        make_agent("hungry:mode=as_sold")


# ---------------------------------------------------------------- one-step thinker


def test_one_step_works_on_its_most_valuable_ticket() -> None:
    game = position("Denver to El Paso", "Boston to Miami")
    give(game, red=2)  # would also pay Denver-Santa Fe
    assert answer(game, "one-step") == "claim Boston-New York#2 2 red with 2 red"


def test_one_step_takes_one_route_at_a_time_from_the_tickets_first_city() -> None:
    game = position("Boston to Miami")
    give(game, pink=4)  # Charleston-Miami, the end of the way, can wait
    assert answer(game, "one-step") == "draw"


def test_one_step_draws_the_colour_of_its_target_then_a_locomotive_then_from_the_deck() -> None:
    game = position("Boston to Miami")
    give(game, red=1)
    set_market(game, ["locomotive", "red", "white", "white", "green"])
    assert answer(game, "one-step") == "take red"
    set_market(game, ["locomotive", "green", "white", "white", "green"])
    assert answer(game, "one-step") == "take locomotive"
    set_market(game, NOTHING_USEFUL)
    assert answer(game, "one-step") == "draw"


@pytest.mark.parametrize("spec", ["one-step", published("one-step")])
def test_one_step_takes_new_tickets_only_when_its_own_are_done(spec: str) -> None:
    game = position("Denver to El Paso", mine=DENVER_TO_EL_PASO)
    assert answer(game, spec) == "tickets"
    game = position("Denver to El Paso", "Boston to Miami", mine=DENVER_TO_EL_PASO)
    assert answer(game, spec) == "draw"


@pytest.mark.parametrize("spec", ["one-step", published("one-step")])
def test_one_step_goes_for_the_longest_route_when_somebody_is_short_of_trains(spec: str) -> None:
    game = position("Denver to El Paso", mine=DENVER_TO_EL_PASO)
    game.record.trains[2] = 7
    give(game, green=6, red=4)
    assert answer(game, spec) == "claim El Paso-Houston 6 green with 6 green"


def test_one_step_counts_trains_as_described_and_routes_as_published() -> None:
    """Winnipeg to Houston: 12 trains on six routes by Duluth, 15 trains on five routes by Helena."""
    game = position("Winnipeg to Houston")
    give(game, black=4, blue=4)
    assert answer(game, "one-step") == "claim Duluth-Winnipeg 4 black with 4 black"
    assert answer(game, published("one-step")) == "claim Helena-Winnipeg 4 blue with 4 blue"


def test_one_step_saves_locomotives_as_described_and_takes_the_first_colour_as_published() -> None:
    game = position("Calgary to Salt Lake City")
    give(game, green=4, locomotive=4)
    assert answer(game, "one-step") == "claim Calgary-Helena 4 grey with 4 green"
    assert answer(game, published("one-step")) == "claim Calgary-Helena 4 grey with 4 locomotive"


def test_one_step_keeps_all_first_tickets_and_later_those_that_are_cheap_to_do() -> None:
    game = offered(4, "Seattle to New York", "Boston to Miami", "Los Angeles to Miami")
    assert answer(game, "one-step") == "keep 1 2 3"
    assert answer(game, published("one-step")) == "keep 1 2 3"
    game = position("Denver to El Paso", mine=DENVER_TO_EL_PASO)
    game.push("tickets")
    for i, name in enumerate(("Kansas City to Houston", "Duluth to El Paso", "Calgary to Phoenix")):
        trade(game, int(game.record.offer[i]), ticket_number(game, name))
    assert answer(game, "one-step") == "keep 2"  # 10 points for 6 trains: Denver and El Paso are joined already
    assert answer(game, published("one-step")) == "keep 1"  # the fewest points


# ---------------------------------------------------------------- long-route junkie


def test_long_route_lays_four_or_more_as_described_and_three_or_more_as_published() -> None:
    """Salt Lake City can't be reached from Calgary without Helena-Salt Lake City, which is three long."""
    game = position("Calgary to Salt Lake City")
    give(game, red=4, green=6)
    assert answer(game, "long-route") == "claim Sault St. Marie-Winnipeg 6 grey with 6 green"
    assert answer(game, published("long-route")) == "claim Calgary-Helena 4 grey with 4 red"


@pytest.mark.parametrize("spec", ["long-route", published("long-route")])
def test_long_route_waits_for_long_routes_and_never_takes_tickets(spec: str) -> None:
    game = position("Denver to El Paso", mine=DENVER_TO_EL_PASO)
    give(game, red=2, green=5)
    set_market(game, ["green", "white", "white", "black", "black"])
    assert answer(game, spec) in ("take green", "draw")


def test_long_route_collects_for_the_long_route_that_it_is_nearest_to() -> None:
    game = position("Denver to El Paso", mine=DENVER_TO_EL_PASO)
    give(game, green=5, red=1)
    set_market(game, ["green", "red", "white", "black", "black"])
    game.record.route[next(i for i, r in enumerate(game.board.routes) if r.length == 6 and r.color == "grey")] = 31
    assert answer(game, "long-route") == "take green"


def test_long_route_keeps_what_long_routes_can_do_as_described_and_the_fewest_points_as_published() -> None:
    game = offered(4, "Calgary to Salt Lake City", "Calgary to Phoenix", "Duluth to El Paso")
    assert answer(game, published("long-route")) == "keep 1 3"
    assert answer(game, "long-route") == "keep 2 3"  # the first can't be done with routes of four and more


# ---------------------------------------------------------------- path agent


def test_path_prefers_routes_that_serve_several_tickets() -> None:
    """Both tickets need Kansas City-Houston; only the one worth more needs Duluth-Omaha."""
    game = position("Duluth to Houston", "Kansas City to Houston")
    give(game, red=2)
    assert answer(game, "path") == "claim Dallas-Oklahoma City#1 2 grey with 2 red"


def test_path_claims_any_route_on_the_way() -> None:
    game = position("Boston to Miami")
    give(game, pink=4)
    assert answer(game, "path") == "claim Charleston-Miami 4 pink with 4 pink"


def test_path_counts_trains_as_described_and_routes_as_published() -> None:
    game = position("Winnipeg to Houston")
    give(game, black=4, blue=4)
    assert answer(game, "path") == "claim Duluth-Winnipeg 4 black with 4 black"
    assert answer(game, published("path")) == "claim Helena-Winnipeg 4 blue with 4 blue"


def test_path_ends_with_the_dearest_routes_as_described_and_the_cheapest_as_published() -> None:
    game = position("Denver to El Paso", mine=DENVER_TO_EL_PASO)
    give(game, green=6)
    assert answer(game, "path") == "claim El Paso-Houston 6 green with 6 green"
    assert answer(game, published("path")) == "claim Atlanta-Nashville 1 grey with 1 green"
    give(game, green=5)
    set_market(game, ["green", "white", "white", "black", "black"])
    assert answer(game, "path") in ("take green", "draw")


def test_path_looks_at_the_market_as_described_and_never_as_published() -> None:
    game = position("Boston to Miami")
    set_market(game, ["pink", "white", "white", "black", "black"])
    assert answer(game, "path") == "take pink"  # Charleston-Miami is worth most
    assert answer(game, published("path")) == "draw"


# ---------------------------------------------------------------- hungry agent


@pytest.mark.parametrize("spec", ["hungry", published("hungry")])
def test_hungry_takes_tickets_while_its_plan_leaves_trains(spec: str) -> None:
    game = position("Denver to El Paso", "Boston to Miami")
    assert answer(game, spec) == "tickets"
    game.record.trains[0] = 12
    assert answer(game, spec) != "tickets"


def test_hungry_takes_no_more_tickets_after_its_first_claim() -> None:
    game = position("Denver to El Paso", mine=DENVER_TO_EL_PASO)
    assert answer(game, "hungry") == "draw"
    assert answer(game, published("hungry")) == "tickets"


def test_hungry_claims_what_serves_most_tickets_as_described_and_the_first_it_finds_as_published() -> None:
    game = position("Duluth to Houston", "Kansas City to Houston", mine=DENVER_TO_EL_PASO)
    game.record.trains[0] = 12
    give(game, red=2)
    assert answer(game, "hungry") == "claim Dallas-Oklahoma City#1 2 grey with 2 red"
    assert answer(game, published("hungry")) == "claim Dallas-Houston#1 1 grey with 1 red"


def test_hungry_pays_grey_routes_with_colours_that_its_plan_does_not_need() -> None:
    """Boston to Miami needs four pink for Charleston-Miami."""
    game = position("Boston to Miami", mine=DENVER_TO_EL_PASO)
    game.record.trains[0] = 15
    give(game, pink=2)
    assert not answer(game, "hungry").startswith("claim")
    assert not answer(game, published("hungry")).startswith("claim")
    give(game, green=2)
    assert answer(game, "hungry").endswith("with 2 green")
    assert answer(game, published("hungry")).endswith("with 2 green")


def test_hungry_draws_the_colour_it_needs_most_as_described_and_the_commonest_needed_as_published() -> None:
    game = position("Boston to Miami", mine=DENVER_TO_EL_PASO)
    game.record.trains[0] = 15
    set_market(game, ["pink", "yellow", "yellow", "green", "white"])
    assert answer(game, "hungry") == "take pink"
    assert answer(game, published("hungry")) == "take yellow"


def test_hungry_keeps_the_tickets_that_pay_best_for_their_trains() -> None:
    """The first two share their way; the third lies far from it and needs many short routes."""
    game = offered(4, "Duluth to Houston", "Winnipeg to Houston", "Montreal to Atlanta")
    assert answer(game, "hungry") == "keep 1 2"


def test_hungry_ends_with_the_longest_route_that_it_can_pay() -> None:
    game = position("Denver to El Paso", mine=DENVER_TO_EL_PASO)
    game.record.trains[0] = 7
    give(game, green=3, red=5)
    assert answer(game, "hungry") == "claim Helena-Omaha 5 red with 5 red"


@given(game=games_in_play())
def test_hungry_plans_a_network_that_does_every_ticket_that_can_be_done(game: Game) -> None:
    if game.is_over:
        return
    observation, w = game.observe(game.to_move), new_records(WORK)[0]
    make_plan(game.tables.record, observation.record, w, False)
    planned = [route for r, route in enumerate(game.board.routes) if w.kept.in_plan[r]]
    assert w.kept.due == sum(route.length for route in planned)
    graph = nx.Graph([(route.a, route.b) for route in planned])
    graph.add_edges_from((game.board.routes[r].a, game.board.routes[r].b) for r in game.routes_of(game.to_move))
    for ticket in observation.tickets:
        needed = observation.trains_needed(ticket, game.to_move)
        if needed is not None and 0 < needed <= observation.trains[game.to_move]:
            assert nx.has_path(graph, ticket.a, ticket.b)


def test_hungry_one_by_one_has_enough_tickets_when_each_by_itself_needs_its_trains() -> None:
    """New York and Nashville are reached by much of the same network, whose trains count twice one by one."""
    game = position("Seattle to New York", "Portland to Nashville")
    assert answer(game, "hungry") == "tickets"
    assert answer(game, "hungry:mode=one_by_one") != "tickets"
    game = position("Denver to El Paso", "Duluth to Houston")
    assert answer(game, "hungry:mode=one_by_one") == "tickets"


@given(game=games_in_play())
def test_hungry_counts_the_ways_of_the_tickets_that_can_be_done_one_by_one(game: Game) -> None:
    if game.is_over:
        return
    observation, w = game.observe(game.to_move), new_records(WORK)[0]
    needed = [observation.trains_needed(ticket, game.to_move) for ticket in observation.tickets]
    left = observation.trains[game.to_move]
    counted = sum(trains for trains in needed if trains is not None and trains <= left)
    assert trains_one_by_one(game.tables.record, observation.record, w) == counted


# ---------------------------------------------------------------- what every bot promises


@pytest.mark.parametrize(
    "board", ["small", "small:warwick", "mini", "t2r", "t2r:different+open", "new_york", "usa", "usa_1910"]
)
def test_they_play_every_board_with_every_number_of_players(board: str) -> None:
    for players in range(1, 1 + at_most(load_board(board), 5)):
        for first in range(0, len(SPECS), players):
            agents = [make_agent((SPECS * 2)[first + seat]) for seat in range(players)]
            assert play_game(board, agents, seed=first).is_over


@settings(max_examples=60)
@given(board=random_boards, players=st.integers(1, 5), first=st.integers(0, 7), seed=st.integers(0, 2**32))
def test_they_play_random_boards(board: Board, players: int, first: int, seed: int) -> None:
    agents = [make_agent((SPECS * 2)[first + seat]) for seat in range(at_most(board, players))]
    assert play_game(board, agents, seed=seed).is_over


@pytest.mark.parametrize("board", ["small", "usa"])
@pytest.mark.parametrize("mode", ["as_described", "as_published"])
def test_the_fast_path_and_the_friendly_path_play_the_same_games(board: str, mode: str) -> None:
    specs = [f"{bot}:mode={mode}" for bot in BOTS]
    fast, slow = (
        play_match(board, specs, 8, seed=5),
        play_match(board, [ThroughGame(spec) for spec in specs], 8, seed=5),
    )
    assert (fast.results.totals == slow.results.totals).all()
    assert (fast.results.decisions == slow.results.decisions).all()


@settings(max_examples=60)
@given(game=games_in_play(), spec=st.sampled_from(SPECS), seed=st.integers(0, 2**64 - 1))
def test_their_choice_depends_on_nothing_hidden(game: Game, spec: str, seed: int) -> None:
    if not game.is_over:
        twin = Game.sample(game.observe(game.to_move), seed)
        assert answer(game, spec) == answer(twin, spec)


@pytest.mark.parametrize("mode", ["as_described", "as_published"])
def test_the_ranking_at_one_table_is_as_published(mode: str) -> None:
    """Smith and Anton: the long-route junkie beats the one-step thinker, and the path agent is far behind it."""
    result = play_match("usa", [f"{bot}:mode={mode}" for bot in BOTS], 1000, seed=1)
    one_step, path, long_route, _ = (agent.win_rate for agent in result.agents)
    assert long_route.low > one_step.high
    assert one_step.low > path.high
