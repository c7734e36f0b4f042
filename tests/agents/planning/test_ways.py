"""Shortest ways over free and own links, against an obvious twin."""

from __future__ import annotations

from hypothesis import given

from footplate.agents.layout import WORK
from footplate.agents.planning.links import IMPOSSIBLE, clear_plan, has_link, survey
from footplate.agents.planning.ways import find_way
from footplate.engine.layout import Record, new_records
from footplate.game import Game
from tests.support.strategies import games_in_play


def surveyed(game: Game) -> Record:
    """Scratch for the player to move, with the trains to lay as the cost of each link."""
    w = new_records(WORK)[0]
    survey(game.tables.record, game.record, w)
    w.link_cost[:] = w.link_due
    clear_plan(w)
    return w


@given(game=games_in_play())
def test_a_way_costs_the_trains_that_are_needed(game: Game) -> None:
    b, cities = game.tables.record, game.board.city_index
    for ticket in game.tables.tickets:
        w = surveyed(game)
        cost = find_way(b, w, cities[ticket.a], cities[ticket.b])
        needed = game.trains_needed(ticket, game.to_move)
        assert cost == (IMPOSSIBLE if needed is None else needed)
        planned = [k for k in range(b.n_links) if has_link(w.plan_lo, w.plan_hi, k)]
        assert needed is None or sum(int(w.link_due[k]) for k in planned) == needed
        assert find_way(b, w, cities[ticket.a], cities[ticket.b]) == (IMPOSSIBLE if needed is None else 0)
