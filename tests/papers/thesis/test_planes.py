"""``planes`` are the thesis's: so many, binary, and hands only where information is complete."""

from __future__ import annotations

import random

import numpy as np
import pytest

from footplate import Game
from footplate.boards import load_board
from footplate.encoders import make_encoding
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError


@pytest.mark.parametrize(("players", "planes"), [(1, 136), (2, 237)])
def test_there_are_as_many_planes_as_in_the_thesis(players, planes):
    encoding = make_encoding("planes", make_tables(load_board("t2r"), players))
    assert encoding.size == planes * 7 * 7


@pytest.mark.parametrize("information", ["complete", "incomplete"])
def test_planes_say_what_the_observation_says(information):
    game, rng = Game("t2r:open", 2, seed=1), random.Random(1)
    encoding = make_encoding("planes", game.tables, seats=3, information=information)
    city, colours = game.board.city_index, list(game.board.colors)
    while not game.is_over:
        for seat in range(2):
            seen = game.observe(seat)
            x = encoding.of(seen)
            views = encoding.views(x)
            assert set(x.tolist()) <= {0, 1}
            lengths, owners = np.zeros((7, 7, 7), int), np.zeros((7, 7, 7), int)
            for route, owner in zip(game.board.routes, seen.owners, strict=True):
                for a, b in ((route.a, route.b), (route.b, route.a)):
                    lengths[colours.index(route.color), city[a], city[b]] = route.length
                    owners[colours.index(route.color), city[a], city[b]] = 0 if owner is None else 1 + (owner != seat)
            for view, weights in (("map", lengths), ("occupancy", owners)):
                assert (views[view].sum(axis=0) == 1).all()
                assert (views[view].argmax(axis=0) == weights).all()
            for k, p in enumerate((seat, 1 - seat)):
                hand = seen.hand_of(p) if k == 0 or information == "complete" else dict.fromkeys(colours, 0)
                for i, n in enumerate(hand.values()):
                    assert views["hands"][k, i, :n].all()
                    assert not views["hands"][k, i, n:].any()
                assert views["trains"][k, : seen.trains[p]].all()
                assert not views["trains"][k, seen.trains[p] :].any()
            assert not views["hands"][2].any()
            assert not views["trains"][2].any()
        game.push(rng.choice(game.legal_actions()))


def test_options_are_checked():
    tables = make_tables(load_board("t2r"), 2)
    with pytest.raises(FootplateError, match="hands are hidden on t2r: planes of complete information"):
        make_encoding("planes", tables, information="complete")
    with pytest.raises(FootplateError, match="it must be complete or incomplete"):
        make_encoding("planes", tables, information="some")
    with pytest.raises(FootplateError, match="vector has no option information"):
        make_encoding("vector", tables, information="complete")
