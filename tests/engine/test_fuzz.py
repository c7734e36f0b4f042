"""Ten thousand random games on every board: no exception, no endless game, nothing lost at any step.

Compiled with bounds checks, so an index or an overflow that goes astray shows up here.
"""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from footplate.arena.pairing import LOG
from footplate.boards import load_board
from footplate.engine.cards import ticket_place
from footplate.engine.layout import (
    HELD,
    IN_DECK,
    KINDS,
    LOCO,
    ON_OFFER,
    OVER,
    PLAYERS,
    SCRATCH,
    SHUFFLED_IN,
    STATE,
    TUNNEL,
    new_records,
)
from footplate.engine.moves import legal_actions, random_action
from footplate.engine.routes import owner
from footplate.engine.score import score_game, winners
from footplate.engine.setup import deal
from footplate.engine.step import step
from footplate.engine.tables import make_tables

GAMES = 10_000
LAID, EARNED, HOLDS = range(3)  # what a seat has, by its routes and tickets
SOUND, CARDS, HANDS, TRAINS, TICKETS, POINTS, NOTHING_LEGAL, NOT_LEGAL, ENDLESS, NO_WINNER = range(10)


@njit
def fault(b, s, cards, seats):
    """SOUND, or what is wrong with the state. One pass over the deck, the routes and the tickets."""
    for kind in range(KINDS):
        cards[kind] = s.discard[kind] + s.face_up[kind]
    for i in range(s.deck_n):
        cards[s.deck[i]] += 1
    if s.phase == TUNNEL:
        for i in range(s.turned_n):
            cards[s.turned_up[i]] += 1
    for kind in range(KINDS):
        n = cards[kind]
        for p in range(b.n_players):
            n += s.hand[p, kind]
            if s.hand[p, kind] < s.known[p, kind] or s.known[p, kind] < 0:
                return HANDS
        if n != (b.n_locos if kind == LOCO else (b.cards_per_colour if kind < b.n_colours else 0)):
            return CARDS
    for p in range(b.n_players):
        seats[p, LAID] = seats[p, EARNED] = seats[p, HOLDS] = 0
    for r in range(b.n_routes):
        p = owner(s, r)
        if p >= 0:
            seats[p, LAID] += b.route_length[r]
            seats[p, EARNED] += b.route_points[r]
    in_deck, on_offer = 0, 0
    for t in range(b.n_tickets):
        place = ticket_place(s, t)
        in_deck += place in (IN_DECK, SHUFFLED_IN)
        on_offer += place == ON_OFFER
        if place >= HELD and place < HELD + b.n_players:
            seats[place - HELD, HOLDS] += 1
    for p in range(b.n_players):
        if s.trains[p] + seats[p, LAID] != b.n_trains or s.trains[p] < 0:
            return TRAINS
        if seats[p, EARNED] != s.points[p]:
            return POINTS
        if seats[p, HOLDS] != s.held_n[p]:
            return TICKETS
    if in_deck != s.ticket_n + s.long_n or on_offer != s.offer_n:
        return TICKETS
    return SOUND


@njit
def fuzz(b, states, w, games):
    """(what went wrong, in which game, after how many decisions), or (SOUND, longest game's number, its decisions)"""
    s, longest, where = states[0], 0, 0
    cards, seats = np.zeros(KINDS, np.int64), np.zeros((PLAYERS, 3), np.int64)
    for seed in range(games):
        deal(b, s, seed)
        n = 0
        while s.phase != OVER:
            problem = fault(b, s, cards, seats)
            if problem:
                return problem, seed, n
            action = random_action(b, s, w)
            n_legal = legal_actions(b, s, w.acts)
            if n_legal == 0:
                return NOTHING_LEGAL, seed, n
            found = False
            for i in range(n_legal):
                found |= w.acts[i] == action
            if not found:
                return NOT_LEGAL, seed, n
            step(b, s, action)
            n += 1
            if n > LOG:
                return ENDLESS, seed, n
        score_game(b, s, w, seed % 2 == 0)
        if winners(b, w) == 0:
            return NO_WINNER, seed, n
        if n > longest:
            longest, where = n, seed
    return SOUND, where, longest


@pytest.mark.parametrize(
    ("name", "players"),
    [("small", 2), ("small:warwick", 3), ("mini", 2), ("t2r", 1), ("t2r:different", 2), ("t2r:private", 4),
     ("new_york", 2), ("new_york", 4), ("usa", 2), ("usa", 5), ("usa_1910", 3)],
)  # fmt: skip
def test_ten_thousand_random_games(name: str, players: int):
    b = make_tables(load_board(name), players).record
    problem, seed, decisions = fuzz(b, new_records(STATE), new_records(SCRATCH)[0], GAMES)
    assert problem == SOUND, f"seed {seed}, after {decisions} decisions"
    assert 10 < decisions < 1000


@pytest.mark.parametrize(
    ("name", "players"),
    [("nordic", 2), ("nordic", 3), ("switzerland", 2), ("switzerland", 3), ("europe", 2), ("europe", 5), ("india", 4),
     ("london", 4), ("germany", 5), ("first_journey_usa", 4)],
)  # fmt: skip
def test_random_games_by_rules_of_their_own(name: str, players: int):
    b = make_tables(load_board(name), players).record
    problem, seed, decisions = fuzz(b, new_records(STATE), new_records(SCRATCH)[0], GAMES // 5)
    assert problem == SOUND, f"seed {seed}, after {decisions} decisions"
    assert 10 < decisions < 1000


@njit
def count_choices(b, state, work, w, counts, n):
    for _ in range(n):
        work[0] = state[0]
        counts[random_action(b, work[0], w)] += 1


@pytest.mark.parametrize(("name", "steps"), [("small", 12), ("usa", 60), ("usa", 2), ("t2r", 9), ("nordic", 60)])
def test_the_random_action_is_uniform_over_the_legal_ones(name: str, steps: int):
    b = make_tables(load_board(name), 2).record
    state, work, w = new_records(STATE), new_records(STATE), new_records(SCRATCH)[0]
    deal(b, state[0], 4)
    for _ in range(steps):
        step(b, state[0], random_action(b, state[0], w))
    n_legal = int(legal_actions(b, state[0], w.acts))
    legal = set(w.acts[:n_legal].tolist())
    n = 2000 * n_legal
    counts = np.zeros(int(b.n_actions), np.int64)
    count_choices(b, state, work, w, counts, n)
    assert set(np.flatnonzero(counts)) == legal
    chosen = counts[sorted(legal)]
    chi_square = ((chosen - 2000) ** 2 / 2000).sum()
    assert chi_square < n_legal + 6 * (2 * n_legal) ** 0.5 + 6
