"""What a drawing shows of a game: trains, stations and passengers, as they stand."""

from __future__ import annotations

from footplate.actions import BuildStation
from footplate.game import Game
from footplate.maps.draw import draw_board


def test_a_game_draws_its_stations() -> None:
    game = Game("europe", players=3, seed=1)
    while not any(game.stations):
        actions = game.legal_actions()
        game.push(next((action for action in actions if isinstance(action, BuildStation)), actions[0]))
    ((seat, (city,)),) = ((seat, cities) for seat, cities in enumerate(game.stations) if cities)
    assert game.position().stations == {city: seat}
    livery = ("carmine", "prussian", "gold")[seat]
    assert f"{city}: {livery} station" in draw_board(game.board, position=game.position())


def test_a_game_draws_those_who_wait() -> None:
    game = Game("germany", players=2, seed=1)
    assert game.board.rules.passengers
    drawn = draw_board(game.board, position=game.position())
    for place, number in game.board.rules.passengers.places:
        colours = game.position().passengers[place]
        assert len(colours) == number
        assert f"{place}: passengers, {', '.join(colours)}" in drawn
