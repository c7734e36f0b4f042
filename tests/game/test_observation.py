"""Observations: what keeps a seat from a claim, and all of it as plain data, as blind as the observation itself."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.actions import ClaimRoute
from footplate.errors import InvalidArgument
from footplate.game import Game
from footplate.observation import Observation, Obstacle
from footplate.view import Phase
from tests.support.look_alikes import shuffled_where_unseen
from tests.support.strategies import chances, games_in_play

# What is not data of the position: the board is sent once, these are derived from what is there, and whether the game
# was revealed is known to whoever asked for that.
LEFT_OUT = {"records", "record", "actions", "is_over", "is_my_turn", "shows_all"}


@given(game=games_in_play(), rng=chances)
def test_states_that_a_seat_cannot_tell_apart_give_equal_data(game, rng):
    for seat in range(game.players):
        twin = shuffled_where_unseen(game, seat, rng)
        assert twin.observe(seat).to_dict() == game.observe(seat).to_dict()


@given(game=games_in_play(), seed=st.integers(0, 2**64 - 1))
def test_a_sample_gives_equal_data_but_for_the_history(game, seed):
    for seat in range(game.players):
        data = game.observe(seat).to_dict()
        assert Game.sample(game.observe(seat), seed).observe(seat).to_dict() | {"history": data["history"]} == data


@given(game=games_in_play())
def test_it_is_json(game):
    for seat in range(game.players):
        data = game.observe(seat).to_dict()
        assert json.loads(json.dumps(data, allow_nan=False)) == data


def test_every_name_of_an_observation_is_in_it():
    names = {name for name in dir(Observation) if isinstance(getattr(Observation, name), property)} | {"history"}
    data = Game("small", 2).observe(0).to_dict()
    assert {name for name in names if name not in data and not name.startswith("_")} == LEFT_OUT


def test_the_data_says_what_the_observation_says():
    game, rng = Game("usa", 3, seed=5), random.Random(5)
    for _ in range(80):
        game.push(rng.choice(game.legal_actions()))
    seen = game.observe(game.to_move)
    data = seen.to_dict()
    me = seen.seat
    assert (data["seat"], data["to_move"], data["players"], data["board"]) == (me, me, 3, "usa")
    assert data["phase"] == seen.phase.name.lower()
    assert data["hands"] == [seen.hand if seat == me else None for seat in range(3)]
    assert data["owners"] == list(seen.owners)
    assert any(owner is not None for owner in data["owners"])
    for seat in range(3):
        assert data["open_routes"][seat] == [r for r in range(100) if seen.is_open(r, seat)]
        assert [t["points"] for t in data["tickets_known"][seat]] == [t.points for t in seen.tickets_known_of(seat)]
    first = seen.tickets[0]
    needed = seen.trains_needed(first, me)
    assert data["tickets"][0] == {"a": first.a, "b": first.b, "points": first.points, "trains_needed": needed}
    assert [seen.actions.action(action["number"]) for action in data["legal_actions"]] == seen.legal_actions()
    assert [seen.actions.parse(action["text"]) for action in data["legal_actions"]] == seen.legal_actions()
    claims = [action for action in data["legal_actions"] if action["text"].startswith("claim")]
    assert claims
    for claim in claims:
        assert sum(claim["cards"].values()) == game.board.routes[claim["route"]].length
    assert [event["action"] for event in data["history"]] == [
        event.action and event.action.text for event in seen.history
    ]


def test_others_have_no_legal_actions_and_see_no_offer():
    game = Game("usa", 2, seed=1)
    data = game.observe(1).to_dict()
    assert data["legal_actions"] == []
    assert data["offer"] == [None, None, None]
    assert len(game.observe(0).to_dict()["offer"]) == 3


@given(game=games_in_play())
def test_in_a_turn_exactly_the_routes_without_an_obstacle_can_be_claimed(game):
    for seat in range(game.players):
        seen = game.observe(seat)
        obstacles = [seen.obstacle(route) for route in range(len(game.board.routes))]
        for route, obstacle in enumerate(obstacles):
            assert (obstacle is Obstacle.OWNED) == (game.owners[route] is not None)
            if obstacle in (Obstacle.MY_OTHER_TRACK, Obstacle.CLOSED):
                assert not game.is_open(route, seat)
        if seen.is_my_turn and seen.phase is Phase.TURN:
            claims = {action.route for action in seen.legal_actions() if isinstance(action, ClaimRoute)}
            assert claims == {route for route, obstacle in enumerate(obstacles) if obstacle is None}


@given(game=games_in_play())
def test_routes_are_owned_and_open_one_by_one_as_all_together(game):
    routes = range(len(game.board.routes))
    assert tuple(map(game.owner_of, routes)) == game.owners
    for seat in range(game.players):
        assert game.open_routes(seat) == {route for route in routes if game.is_open(route, seat)}


@pytest.mark.parametrize("route", [-1, 30, 10**9])
def test_a_route_that_is_none_is_said(route):
    game = Game("small", 2, 1)
    with pytest.raises(InvalidArgument, match=f"route: {route}, but it must be a whole number from 0 to 15"):
        game.owner_of(route)
