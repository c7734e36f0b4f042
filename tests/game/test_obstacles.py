"""What keeps a seat from claiming a route agrees with what is legal."""

from __future__ import annotations

import pytest
from hypothesis import given

from footplate.actions import ClaimRoute
from footplate.errors import InvalidArgument
from footplate.game import Game
from footplate.observation import Phase
from footplate.obstacles import Obstacle
from tests.support.strategies import games_in_play


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
