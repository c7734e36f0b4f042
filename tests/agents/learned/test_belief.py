"""Worlds in which others hold tickets that fit what they have built."""

from __future__ import annotations

import numpy as np

from footplate.agents.layout import WORK
from footplate.agents.learned.belief import CANDIDATES, make_world, weigh_tickets
from footplate.engine.cards import ticket_place
from footplate.engine.entry_points import ticket_distance
from footplate.engine.layout import HELD, PLAYERS, STATE, TICKETS, new_records
from footplate.game import Game

WORLDS = 60


def game_after(moves: int) -> Game:
    game = Game("usa", 2, seed=3)
    for move in range(moves):
        claims = [action for action in game.legal_actions() if action.text.startswith("claim")]
        game.push((claims or game.legal_actions())[move % len(claims or game.legal_actions())])
    return game


def trains_needed(game: Game, belief: float) -> list[int]:
    """Trains that the other player still needs for its tickets, in worlds as the player to move imagines them."""
    b, seat = game.tables.record, game.to_move
    observation, worlds, w = game.observe(seat).records, new_records(STATE), new_records(WORK)[0]
    likely = np.zeros((PLAYERS, TICKETS))
    candidates = weigh_tickets(b, observation[0], seat, belief, likely)
    assert not likely[seat].any()
    found = []
    for number in range(WORLDS):
        make_world(b, observation, w, likely, candidates, 7, number, worlds, 0)
        held = [t for t in range(b.n_tickets) if ticket_place(worlds[0], t) == HELD + 1 - seat]
        found.append(sum(min(45, ticket_distance(game.tables.records, worlds, 1 - seat, t)) for t in held))
    return found


def test_tickets_that_fit_are_likelier() -> None:
    game = game_after(90)
    assert np.mean(trains_needed(game, 34.0)) < 0.8 * np.mean(trains_needed(game, 0.0))


def test_the_same_number_is_the_same_world() -> None:
    game = game_after(90)
    assert trains_needed(game, 34.0) == trains_needed(game, 34.0)


def test_before_anything_is_built_all_worlds_are_alike() -> None:
    game = game_after(2)
    likely = np.zeros((PLAYERS, TICKETS))
    assert weigh_tickets(game.tables.record, game.observe(0).records[0], 0, 34.0, likely) == 1
    assert not likely.any()
    later = game_after(90)
    assert weigh_tickets(later.tables.record, later.observe(0).records[0], 0, 34.0, likely) == CANDIDATES
