"""What a plan takes from the hand, and what links cost, against slow twins."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.agents.layout import WORK
from footplate.agents.planning.hand import NOT_PLANNED, assign_cards_to_plan
from footplate.agents.planning.links import FREE, survey
from footplate.agents.planning.prices import LinkPrices, price_links, prices_in_points
from footplate.engine.layout import LOCO, Record, new_records
from footplate.game import Game
from tests.support.strategies import games_in_play


def with_any_plan(game: Game, seed: int) -> tuple[Record, Record, Record, list[int]]:
    """(board, observation, work, free tracks of the plan) of the player to move, for a plan of links at random."""
    b, o, w = game.tables.record, game.observe(game.to_move).record, new_records(WORK)[0]
    survey(b, o, w)
    rng = np.random.default_rng(seed)
    chosen = [k for k in range(b.n_links) if rng.random() < 0.3]
    mask = sum(1 << k for k in chosen)
    w.plan_lo, w.plan_hi = np.uint64(mask & 2**64 - 1), np.uint64(mask >> 64)
    return b, o, w, [int(w.link_track[k]) for k in chosen if w.link_state[k] == FREE]


@given(game=games_in_play(), seed=st.integers(0, 2**32))
def test_every_route_of_a_plan_takes_its_cards_from_the_hand(game: Game, seed: int):
    if game.is_over:
        return
    b, o, w, tracks = with_any_plan(game, seed)
    assign_cards_to_plan(b, o, w)
    assert w.tracks[: w.n_tracks].tolist() == tracks
    assert w.trains_due == sum(int(b.route_length[r]) for r in tracks)
    assert [r for r in range(b.n_routes) if w.paid_with[r] != NOT_PLANNED] == sorted(tracks)
    taken: Counter[int] = Counter()
    for r in tracks:
        spare = int(b.tunnel_cards > 0 and b.tunnel[r] != 0)
        taken[int(w.paid_with[r])] += int(b.route_length[r]) - int(b.least_locos[r]) + spare
        taken[LOCO] += int(b.least_locos[r])
        assert b.route_colour[r] in (-1, w.paid_with[r])
    held = o.hand[game.to_move].tolist()
    assert w.left.tolist() == [held[kind] - taken[kind] for kind in range(LOCO + 1)]
    if not b.limited_locos:
        short = sum(max(0, -int(n)) for n in w.left[:LOCO])
        assert w.lacking == max(0, short - int(w.left[LOCO]))


@given(game=games_in_play(), turn_value=st.floats(0.5, 5))
def test_links_cost_their_turns_less_their_points(game: Game, turn_value: float):
    if game.is_over:
        return
    b, o, w, _ = with_any_plan(game, 0)
    hand, seat = game.observe(game.to_move).record.hand, game.to_move
    price_links(b, o, w, prices_in_points(hand=0.5, point=0.25), turn_value)
    for k in range(b.n_links):
        route = game.board.routes[w.link_track[k]]
        if w.link_state[k] == FREE and route.locomotives == 0 and not route.tunnel:
            colours = [i for i, colour in enumerate(game.board.colors) if route.color in (colour, "grey")]
            lacking = max(0, route.length - max(int(hand[seat, i]) for i in colours))
            turns = 1 + (lacking + route.length) / 4
            points = int(b.route_points[w.link_track[k]])
            assert w.link_cost[k] == pytest.approx(max(0.2 * route.length, turn_value * turns - 0.25 * points))


def test_a_bot_may_count_in_units_of_its_own():
    game = Game("mini", 2, 1)
    b, o, w, _ = with_any_plan(game, 0)
    price_links(b, o, w, LinkPrices(train=8.0, grey_train=1.0, point=0.5), 1.0)
    for k in range(b.n_links):
        route, points = game.board.routes[w.link_track[k]], b.route_points[w.link_track[k]]
        assert w.link_cost[k] == (1 if route.color == "grey" else 8) * route.length - 0.5 * points
