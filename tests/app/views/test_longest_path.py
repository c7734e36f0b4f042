"""The routes of the longest path, along which the page runs at the end."""

from __future__ import annotations

import pytest

from footplate.app.views.game import outcome_view
from footplate.app.views.longest_path import longest_path
from tests.support.app.games import greedy_game, played

GAMES = [("usa", 2, 1), ("usa", 4, 2), ("europe", 3, 5), ("nordic", 3, 3), ("germany", 4, 4), ("usa", 5, 8)]


def is_trail(ends: list[tuple[str, str]]) -> bool:
    """Whether routes follow each other, whichever way the first one is gone."""

    def goes_on(at: str, rest: list[tuple[str, str]]) -> bool:
        if not rest:
            return True
        (a, b), *others = rest
        return (at == a and goes_on(b, others)) or (at == b and goes_on(a, others))

    return any(goes_on(at, ends) for at in ends[0])


@pytest.mark.parametrize(("board", "players", "seed"), GAMES)
def test_it_is_as_long_as_the_rules_say_and_goes_on_from_city_to_city(board, players, seed):
    game = greedy_game(board, players, seed)
    outcome = game.outcome()
    paths = [longest_path(game, seat) for seat in range(players)]
    assert [bool(path) for path in paths] == [score.longest_path > 0 for score in outcome.scores]
    for seat, path in enumerate(paths):
        if path:
            routes = [game.board.routes[number] for number in path]
            assert sum(route.length for route in routes) == outcome.scores[seat].path_length
            assert len(set(path)) == len(path)
            assert {game.owners[number] for number in path} == {seat}
            assert is_trail([(route.a, route.b) for route in routes])
    rows = outcome_view(game, [f"seat {seat}" for seat in range(players)])["rows"]
    assert [row["path"] for row in rows] == paths


def test_there_is_none_where_it_earns_nothing():
    for board in ("small", "new_york", "london"):
        game = played(board)
        assert not game.board.rules.longest_path_bonus
        assert [longest_path(game, seat) for seat in range(2)] == [[], []]
