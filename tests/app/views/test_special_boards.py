"""What the page shows of boards with their own rules, beside what the engine counts."""

from __future__ import annotations

import pytest

from footplate.app.views.districts import district_points, districts_view
from footplate.app.views.special import special_view
from footplate.app.views.tickets import ticket_view
from footplate.outcome import score_now
from tests.app.games import played

NAMES = ["You", "Bob", "Cyd"]


@pytest.mark.parametrize("seed", range(8))
def test_districts_are_linked_when_the_engine_counts_them(seed):
    game = played("london", 3, seed)
    scores, _ = score_now(game.tables, game.records)
    assert [district_points(game, seat) for seat in range(3)] == [score.districts for score in scores]
    for seat in range(3):
        rows = districts_view(game, seat, NAMES)
        assert sum(row["points"] for row in rows if row["done"]) == scores[seat].districts
        assert [row["points"] for row in rows] == [5, 4, 3, 2, 1]
        assert all(set(row["linked"]) <= set(row["cities"]) for row in rows)


@pytest.mark.parametrize("seed", range(6))
def test_the_mandala_has_a_petal_for_every_ticket_that_the_engine_counts_twice(seed):
    game = played("india", 2, seed)
    scores, _ = score_now(game.tables, game.records)
    for seat in range(2):
        seen = game.observe(seat)
        tickets = [ticket_view(seen, ticket) for ticket in seen.tickets]
        mandala = special_view(seen, seat, NAMES, tickets)["mandala"]
        assert mandala["points"] == scores[seat].grand_tour
