"""The planner and the racer: positions with one clearly right move, and matches."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.agents import Budget, make_agent
from footplate.arena import play_game, play_match
from footplate.boards import Board, load_board
from footplate.game import Game
from footplate.view import Phase
from tests.support.asking import ThroughGame
from tests.support.bots.planner import answer, build, give, hold_tickets
from tests.support.positions import set_market, started
from tests.support.strategies import at_most, games_in_play, random_boards

BOTS = ("planner", "racer", "t2r-random", "t2r-frugal", "t2r-greedy")


def usa(*tickets: str, **cards: int) -> Game:
    """Two players on the USA map; seat 1 is to move with these tickets and cards, the other one has built nothing."""
    game = started("usa")
    hold_tickets(game, 0, *tickets)
    give(game, 0, **cards)
    return game


def last_turn(game: Game) -> Game:
    game.record.last_turns = 1
    return game


def test_with_all_cards_for_its_network_the_planner_claims_it():
    game = usa("Denver-El Paso", red=4)
    assert answer(game, "planner") in {
        "claim Denver-Santa Fe 2 grey with 2 red",
        "claim El Paso-Santa Fe 2 grey with 2 red",
    }


def test_the_planner_uses_its_own_routes_for_another_ticket():
    game = usa("Denver-El Paso", "Chicago-Santa Fe", white=2)
    build(game, 0, "Chicago-Omaha", "Denver-Omaha", "El Paso-Santa Fe")
    give(game, 0, white=2)
    assert answer(game, "planner") == "claim Denver-Santa Fe 2 grey with 2 white"


def test_the_planner_plans_around_a_link_that_is_taken():
    game = usa("Denver-El Paso", red=4)
    build(game, 1, "Denver-Santa Fe")
    give(game, 0, red=4, yellow=5)
    assert answer(game, "planner") in {
        "claim Denver-Oklahoma City 4 red with 4 red",
        "claim El Paso-Oklahoma City 5 yellow with 5 yellow",
    }


def test_the_planner_pays_a_grey_route_with_what_it_needs_least():
    game = usa("Denver-El Paso", "Denver-Pittsburgh", red=2, pink=4)
    build(game, 0, "El Paso-Santa Fe", "Chicago-Omaha", "Chicago-Pittsburgh")
    give(game, 0, red=2, pink=4)  # Denver-Omaha is pink
    paid = answer(game, "planner")
    assert paid in {"claim Denver-Santa Fe 2 grey with 2 red", "claim Denver-Omaha 4 pink with 4 pink"}


@pytest.mark.parametrize("bot", ["planner", "racer"])
def test_in_the_last_turn_a_ticket_is_worth_more_than_a_long_route(bot: str):
    """Santa Fe-El Paso completes a ticket: 2 points, and 4 for it instead of 4 against; four reds bring 7 at most."""
    game = usa("Denver-El Paso")
    build(game, 0, "Denver-Santa Fe")
    give(game, 0, red=4)
    assert answer(last_turn(game), bot) == "claim El Paso-Santa Fe 2 grey with 2 red"


@pytest.mark.parametrize("bot", ["planner", "racer"])
def test_with_tickets_done_long_routes_are_claimed_for_their_points(bot: str):
    game = usa("Denver-El Paso")
    build(game, 0, "Denver-Santa Fe", "El Paso-Santa Fe")
    give(game, 0, black=6, red=2)
    assert answer(game, bot) == "claim El Paso-Los Angeles 6 black with 6 black"


def test_a_ticket_that_is_done_already_is_kept():
    game = usa("Denver-El Paso")
    build(game, 0, "Denver-Santa Fe", "El Paso-Santa Fe")
    game.push("tickets")
    assert [(ticket.a, ticket.b) for ticket in game.observe(0).offer][2] == ("Chicago", "New Orleans")
    assert "3" not in answer(game, "planner").split()
    build(game, 0, "Chicago-Saint Louis", "Little Rock-Saint Louis", "Little Rock-New Orleans")
    assert "3" in answer(game, "planner").split()


def test_the_racer_keeps_the_tickets_with_the_fewest_points():
    game = Game("usa", 2, seed=5)
    offer = game.observe(0).offer
    dearest = max(range(3), key=lambda i: offer[i].points)
    assert game.phase is Phase.FIRST_TICKETS
    assert answer(game, "racer") == "keep " + " ".join(str(i + 1) for i in range(3) if i != dearest)


def test_the_racer_takes_a_card_for_a_long_route_rather_than_draw_blind():
    game = usa("Denver-El Paso", black=5)
    set_market(game, ["black"] * 5)
    assert answer(game, "racer") == "take black"


# ---------------------------------------------------------------- matches


@pytest.mark.parametrize(("board", "low"), [("usa", 0.9), ("new_york", 0.8), ("small", 0.7)])
def test_the_planner_beats_greedy(board: str, low: float):
    assert play_match(board, ["planner", "greedy"], 400, seed=6).agents[0].win_rate.low > low


def test_the_planner_beats_the_racer_and_the_racer_greedy():
    assert play_match("usa", ["planner", "racer"], 400, seed=6).agents[0].win_rate.low > 0.65
    assert play_match("usa", ["racer", "greedy"], 400, seed=6).agents[0].win_rate.low > 0.65


@pytest.mark.parametrize("board", ["small", "new_york", "usa"])
def test_matches_and_single_games_are_the_same(board: str):
    fast = play_match(board, ["planner", "racer"], 6, seed=5)
    slow = play_match(board, [ThroughGame("planner"), ThroughGame("racer")], 6, seed=5)
    assert (fast.results.totals == slow.results.totals).all()
    assert (fast.results.decisions == slow.results.decisions).all()


@pytest.mark.parametrize("players", [1, 3, 4, 5])
@pytest.mark.parametrize("board", ["small", "small:warwick", "mini", "t2r", "new_york", "usa", "usa_1910"])
def test_they_play_every_board_with_every_number_of_players(board: str, players: int):
    players = at_most(load_board(board), players)
    agents = ["planner", "racer", "t2r-frugal", "planner", "racer"][:players]
    assert play_match(board, agents, 4 * players, seed=2).results.decisions.min() > 3


@settings(max_examples=60, deadline=None)
@given(random_boards, st.sampled_from(BOTS), st.integers(1, 5), st.integers(0, 2**32))
def test_they_are_legal_on_random_boards(board: Board, bot: str, players: int, seed: int):
    players = at_most(board, players)
    game = play_game(board, [make_agent(bot) for _ in range(players)], seed=seed)
    assert game.is_over


@settings(max_examples=60, deadline=None)
@given(games_in_play(), st.sampled_from(BOTS), st.integers(0, 2**32))
def test_choices_depend_on_the_observation_alone(game: Game, bot: str, seed: int):
    if game.is_over:
        return
    seen = game.observe(game.to_move)
    other = Game.sample(seen, seed)
    answers = []
    for look_alike in (game, other):
        agent = make_agent(bot)
        agent.start(game.to_move, seed)
        answers.append(agent.act(look_alike.observe(game.to_move), Budget()))
    assert answers[0] == answers[1]
