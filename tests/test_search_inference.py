"""Tickets of other players, guessed from the routes that they have claimed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.agents import make_agent
from footplate.agents.base import Budget, decision_of
from footplate.agents.search.inference import fill_in
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.run import SEARCHES
from footplate.agents.search.searcher import Searcher
from footplate.arena import play_match
from footplate.boards import Board, Ticket
from footplate.engine.doors import BOARDS, SCRATCHES, STATES, door
from footplate.engine.layout import HELD, PLAYERS, Record, copy_records
from footplate.errors import UnknownAgent
from footplate.game import Game
from footplate.observation import Observation
from tests.invariants import check_state
from tests.strategies import games_in_play

GUESSING = SearchOptions(inference=1.0).parameters()


@door(BOARDS, STATES, SEARCHES, SCRATCHES)
def fill_in_likely(boards: Record, states: Record, searches: Record, scratch: Record) -> None:
    fill_in(boards[0], states[0], searches[0], scratch[0])


class Guesser:
    """Samples of an observation as a search with inference sees them."""

    def __init__(self, observation: Observation, seed: int = 0) -> None:
        self.observation = observation
        self.searcher = Searcher(GUESSING)
        self.searcher.scratch[0].rng = np.uint64(seed)
        self.searcher.begin(observation.tables, observation.records)

    def sample(self) -> Game:
        game = Game.sample(self.observation, 0)
        game.records = copy_records(self.observation.records)
        fill_in_likely(game.tables.records, game.records, self.searcher.searches, self.searcher.scratch)
        return game

    def likely(self, seat: int, ticket: Ticket) -> float:
        return float(self.searcher.fields["likely"][0, seat, self.observation.tables.tickets.index(ticket)])


@given(game=games_in_play(), seed=st.integers(0, 2**64 - 1))
def test_a_guess_looks_the_same_to_the_observer(game, seed):
    if game.is_over:
        return
    guesser = Guesser(game.observe(game.to_move), seed)
    for _ in range(3):
        sample = guesser.sample()
        check_state(sample)
        assert sample.observe(game.to_move).to_bytes() == guesser.observation.to_bytes()


@pytest.mark.parametrize("name", ["ismcts", "mo-ismcts", "determinized-uct"])
@settings(max_examples=15)
@given(game=games_in_play(), seed=st.integers(0, 2**32))
def test_states_that_look_alike_get_the_same_move(name, game, seed):
    if game.is_over:
        return
    answers = []
    for twin in (game, Game.sample(game.observe(game.to_move), seed)):
        agent = make_agent(f"{name}:iterations=40,inference=1,prune=true")
        agent.start(game.to_move, seed)
        answers.append(decision_of(agent.act(twin.observe(game.to_move), Budget())).action)
    assert answers[0] == answers[1]
    assert answers[0] in game.legal_actions()


def claim(game: Game, seat: int, *ends: tuple[str, str]) -> None:
    """Let a seat own the routes between these cities, as if it had claimed them."""
    s = game.record
    for pair in ends:
        r = next(i for i, route in enumerate(game.board.routes) if {route.a, route.b} == set(pair))
        s.route[r] = (1 << PLAYERS) - 1 | (seat + 1) << PLAYERS
        a, b = (game.board.city_index[city] for city in pair)
        s.component[seat][s.component[seat] == s.component[seat, a]] = s.component[seat, b]


def usa_with_seattle_to_los_angeles() -> Game:
    """Seat 1 has built from Seattle down the coast; seat 0 is to move and holds other tickets."""
    game = Game("usa", 2, seed=3)
    while game.phase.name != "TURN":
        game.push(game.legal_actions()[-1])
    claim(game, 1, ("Seattle", "Portland"), ("Portland", "San Francisco"), ("San Francisco", "Los Angeles"))
    return game


def ticket(board: Board, a: str, b: str) -> Ticket:
    return next(t for t in board.tickets if (t.a, t.b) == (a, b))


def test_a_ticket_that_was_built_is_likelier_than_one_across_the_board():
    game = usa_with_seattle_to_los_angeles()
    guesser = Guesser(game.observe(0))
    built, begun, far = (
        ticket(game.board, *ends)
        for ends in (("Seattle", "Los Angeles"), ("Portland", "Phoenix"), ("Toronto", "Miami"))
    )
    assert guesser.likely(1, built) > guesser.likely(1, begun) > guesser.likely(1, far) > 0
    samples = [guesser.sample() for _ in range(2000)]
    counts = {t: sum(t in sample.tickets_of(1) for sample in samples) for t in (built, begun, far)}
    assert counts[built] > 1.5 * counts[begun] > 3 * counts[far] > 0


def test_tickets_are_dealt_in_proportion_to_how_likely_they_are():
    """With one hidden ticket to deal, its share of the samples is its share of the sum."""
    game = usa_with_seattle_to_los_angeles()
    s = game.record
    held = [t for t in range(len(game.tables.tickets)) if s.ticket[t] >> PLAYERS == HELD + 1]
    for t in held[1:]:  # back to the bottom of the deck
        s.ticket[t] = 0
        s.ticket_deck[(int(s.ticket_head) + int(s.ticket_n)) % len(game.tables.tickets)] = t
        s.ticket_n += 1
        s.held_n[1] -= 1
    guesser = Guesser(game.observe(0))
    hidden = [t for t in game.tables.tickets if s.ticket[game.tables.tickets.index(t)] & 1 == 0]
    samples, total = 6000, sum(guesser.likely(1, t) for t in hidden)
    counts = dict.fromkeys(hidden, 0)
    for _ in range(samples):
        counts[guesser.sample().tickets_of(1)[0]] += 1
    for t, count in counts.items():
        expected = samples * guesser.likely(1, t) / total
        assert abs(count - expected) < 5 * expected**0.5 + 5


def test_without_routes_every_ticket_is_as_likely():
    game = Game("usa", 3, seed=3)
    while game.phase.name != "TURN":
        game.push(game.legal_actions()[-1])
    guesser = Guesser(game.observe(0))
    known = {*game.observe(0).tickets, *game.observe(0).tickets_known_in_deck}
    assert {guesser.likely(p, t) for p in (1, 2) for t in game.tables.tickets if t not in known} == {1.0}


def test_search_with_inference_plays_compiled_matches():
    result = play_match("small", ["ismcts:iterations=20,inference=1", "random"], 4, seed=1)
    assert result.results.shares.shape == (4, 2)


def test_inference_is_not_negative():
    with pytest.raises(UnknownAgent, match=r"inference=.* must not be negative"):
        make_agent("ismcts:inference=-1")
