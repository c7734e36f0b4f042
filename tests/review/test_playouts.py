"""Deals fit what a seat saw, and nothing else of the game decides what a move is worth."""

from __future__ import annotations

import random

import numpy as np
import pytest

from footplate import Game, make_agent
from footplate.agents import Budget
from footplate.agents.base import decision_of
from footplate.engine.cards import ticket_place
from footplate.engine.entry_points import observe_from
from footplate.engine.layout import HELD, STATE, new_records
from footplate.review.decisions import judge
from footplate.review.playouts import AS_POLICY, FULL, NEW_GAME, OBSERVED, REVIEW, Playouts
from tests.support.look_alikes import shuffled_where_unseen

BOARDS = [
    ("usa", 2),
    ("usa", 5),
    ("europe", 3),
    ("switzerland", 3),
    ("nordic", 2),
    ("first_journey_usa", 4),
    ("t2r", 2),
]


def position(board: str, players: int, actions: int, seed: int = 1) -> Game:
    """A game of random moves, some of its way."""
    game, chance = Game(board, players, seed), random.Random(seed)
    for _ in range(actions):
        if not game.is_over:
            game.push(chance.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_deals_look_to_the_seat_like_the_game(board: str, players: int) -> None:
    for actions in (0, 9, 60):
        game = position(board, players, actions)
        seen = game.observe(game.to_move)
        playouts, again = Playouts(game.tables), new_records(STATE)
        for number in range(5):
            world = playouts.deal(OBSERVED, seen.records, number, seed=3)
            observe_from(game.tables.records, world, seen.seat, again)
            assert again.tobytes() == seen.to_bytes()


def test_what_lies_ahead_is_shuffled_and_all_else_stays() -> None:
    game = position("usa", 3, 80)
    world = Playouts(game.tables).deal(FULL, game.records, 0, seed=3)
    before, after = game.record, world[0]
    n = int(before.deck_n)
    assert before.deck[:n].tolist() != after.deck[:n].tolist()
    assert sorted(before.deck[:n].tolist()) == sorted(after.deck[:n].tolist())
    assert before.hand.tolist() == after.hand.tolist()
    assert before.ticket.tolist() == after.ticket.tolist()
    assert sorted(before.ticket_deck.tolist()) == sorted(after.ticket_deck.tolist())


def test_tickets_that_were_put_back_keep_their_place() -> None:
    game = Game("usa", 2, 4)
    for _ in range(2):
        game.push(game.legal_actions()[0])  # keep as few as may be
    back = [t for t in range(len(game.tables.tickets)) if ticket_place(game.record, t) == 0 and game.record.ticket[t]]
    places = [game.record.ticket_deck.tolist().index(t) for t in back]
    world = Playouts(game.tables).deal(FULL, game.records, 0, seed=3)[0]
    assert back
    assert [world.ticket_deck.tolist().index(t) for t in back] == places
    assert world.ticket_deck.tolist() != game.record.ticket_deck.tolist()


def test_tickets_that_fit_what_others_built_are_likelier() -> None:
    game = Game("usa", 2, 7)
    agent = make_agent("planner")
    agent.start(0, 1)
    while not game.is_over and game.turn < 60:
        seen = game.observe(game.to_move)
        game.push(decision_of(agent.act(seen, Budget()), seen).action)
    me, other = game.to_move, 1 - game.to_move
    seen = game.observe(me)

    def true_ones(playouts: Playouts) -> int:
        worlds = [playouts.deal(OBSERVED, seen.records, number, seed=5)[0] for number in range(200)]
        held = [t for t in range(len(game.tables.tickets)) if ticket_place(game.record, t) == HELD + other]
        return sum(ticket_place(world, t) == HELD + other for world in worlds for t in held)

    alike = Playouts(game.tables, REVIEW.__class__(**{**vars(REVIEW), "belief": 0.0}))
    assert true_ones(Playouts(game.tables)) > 2 * true_ones(alike)


def test_what_a_seat_cannot_see_changes_no_judgement() -> None:
    game = position("usa", 3, 50)
    seat = game.to_move
    twin = shuffled_where_unseen(game, seat, random.Random(2))
    assert twin.to_bytes() != game.to_bytes()
    playouts = Playouts(game.tables)
    played = game.observe(seat).legal_numbers()[-1]
    one, other = (judge(playouts, g.observe(seat), played, number=1, seed=1, deals=20) for g in (game, twin))
    assert one == other


def test_moves_are_compared_in_the_same_deals() -> None:
    game = position("small", 2, 8)
    seen = game.observe(game.to_move)
    action = seen.legal_numbers()[0]
    twice = Playouts(game.tables).play(OBSERVED, seen.records, [action, action], 30, seed=1)
    assert np.array_equal(twice.margins[:, 0], twice.margins[:, 1])
    assert len(np.unique(twice.margins[:, 0, 0])) > 3


def test_new_games_are_worth_what_play_of_equals_brings() -> None:
    game = Game("mini", 2)
    outcomes = Playouts(game.tables).play(NEW_GAME, game.records, [AS_POLICY], 400, seed=1)
    assert outcomes.wins.sum(axis=2) == pytest.approx(1.0)
    assert abs(outcomes.margins[:, 0, 0].mean() + outcomes.margins[:, 0, 1].mean()) < 1e-9
