"""Games for the tests of the app: finished ones, positions of a kind, and some written straight into the database."""

from __future__ import annotations

import random
from collections.abc import Callable

from fastapi.testclient import TestClient

from footplate.actions import ClaimRoute
from footplate.app.database.models import StoredMove
from footplate.app.database.new_games import NewSeat
from footplate.app.database.store import Store
from footplate.boards import Board
from footplate.game import Game


def played(board: str | Board = "small", players: int = 2, seed: int = 7) -> Game:
    """A game that random players have played to the end."""
    game, chance = Game(board, players, seed), random.Random(seed)
    while not game.is_over:
        game.push(chance.choice(game.legal_actions()), elapsed=0.5 * len(game.history))
    return game


def store_of(client: TestClient) -> Store:
    store: Store = client.app.state.context.store  # type: ignore[attr-defined]
    return store


def finished(client: TestClient, opponent: str = "greedy", board: str = "small", seed: int = 7) -> str:
    """A finished game of the client's player against a bot; its id."""
    return finished_of(store_of(client), client.get("/api/me").json()["id"], opponent, board, seed)


def finished_of(store: Store, me: str, opponent: str = "greedy", board: str = "small", seed: int = 7) -> str:
    """The same for a player whose id is known."""
    return stored(store, played(board, seed=seed), me, opponent)


def stored(store: Store, game: Game, me: str, opponent: str = "greedy") -> str:
    """A game as it stands, of a player against a bot; its id."""
    seats = [NewSeat(name="Ann", livery=1, player_id=me), NewSeat(name=opponent, livery=2, spec=opponent)]
    game_id, _ = store.new_game(game.board.name, game.board.to_json(), game.seed, seats)
    outcome = game.outcome()
    result = {"totals": list(outcome.totals), "winners": list(outcome.winners)} if outcome else None
    moves = []
    for number, event in enumerate(game.history):
        assert event.action
        text, elapsed = event.action.text, 0.5 * number
        moves.append(StoredMove(number=number, seat=event.seat, action=text, elapsed=elapsed, figures=None))
    store.add_moves(game_id, moves, result)
    return game_id


def found(board: str | Board, test: Callable[[Game], bool], players: int = 2, moves: int = 400) -> Game:
    """A position, reached by chance, that passes a test: always the same one."""
    for seed in range(300):
        game, chance = Game(board, players, seed), random.Random(seed)
        for _ in range(moves):
            if game.is_over:
                break
            if test(game):
                return game
            game.push(chance.choice(game.legal_actions()))
        if test(game):
            return game
    raise AssertionError("there is no such position")


def first_turn(board: str, test: Callable[[Game], bool] = lambda game: True, players: int = 2) -> Game:
    """A game after all have kept their first tickets; seat 0 is to move."""
    for seed in range(500):
        game = Game(board, players, seed)
        while game.phase.name == "FIRST_TICKETS":
            game.push(game.legal_actions()[-1])
        if test(game):
            return game
    raise AssertionError("there is no such deal")


def greedy_game(board: str, players: int, seed: int) -> Game:
    """A game of players who claim whenever they can."""
    game, chance = Game(board, players, seed), random.Random(seed)
    while not game.is_over:
        legal = game.legal_actions()
        game.push(chance.choice([action for action in legal if isinstance(action, ClaimRoute)] or legal))
    return game
