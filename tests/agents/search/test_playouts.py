"""Playouts by plan, the planner's prior in the tree, exploration by the spread; plain searches stay as they were."""

from __future__ import annotations

import random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.agents import Budget, make_agent
from footplate.agents.heuristic.planner import planner_action
from footplate.agents.layout import WORK
from footplate.agents.planning.links import has_link
from footplate.agents.search.evaluators import evaluator_of
from footplate.agents.search.evaluators.evaluator import random_playout
from footplate.agents.search.evaluators.guided import guided_action, guided_playout
from footplate.agents.search.evaluators.plans import forget_plans, look_at_plan, note_action
from footplate.agents.search.evaluators.priors import planned_priors
from footplate.agents.search.layout import SEARCH
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.searcher import Searcher
from footplate.agents.search.selection import measure_unit
from footplate.arena import play_game, play_match
from footplate.compile import jit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import CLAIM, FACE_UP, HELD, LOCO, OVER, copy_records, new_records
from footplate.engine.random import seed_stream
from footplate.errors import UnknownAgent
from footplate.game import Game
from tests.support.strategies import at_most, chances, games_in_play, random_boards


def thinker(game: Game, **options: object):
    """(board record, work, search) for a game, with nobody's plan made yet."""
    board, w, q = game.tables.records[0], new_records(WORK)[0], new_records(SEARCH)[0]
    q.options = SearchOptions(**options).numbers()
    q.unit = 1.0
    w.scratch.rng = seed_stream(np.uint64(1), 0)
    forget_plans(board, q)
    return board, w, q


def play_by_plan(game: Game, chance: random.Random, epsilon: float) -> None:
    """To the end, with a look at every action whether it is legal."""
    board, w, q = thinker(game)
    while not game.is_over:
        legal = game.legal_actions()
        action = game.actions.action(guided_action(board, game.records[0], w, q))
        assert action in legal
        if chance.random() < epsilon:
            action = chance.choice(legal)
        note_action(board, game.records[0], q, game.actions.id(action))
        game.push(action)


@settings(max_examples=60)
@given(
    board=random_boards,
    players=st.integers(1, 5),
    seed=st.integers(0, 2**32),
    chance=chances,
    epsilon=st.sampled_from([0.0, 0.3]),
)
def test_players_with_plans_play_legally_to_the_end(board, players, seed, chance, epsilon):
    play_by_plan(Game(board, at_most(board, players), seed), chance, epsilon)


@settings(max_examples=40)
@given(game=games_in_play(), chance=chances)
def test_they_take_over_any_position(game, chance):
    play_by_plan(game, chance, 0.1)


@pytest.mark.parametrize(("board", "players"), [("small:warwick", 2), ("new_york", 4), ("usa", 2), ("usa", 5)])
def test_a_playout_ends_the_game_and_is_reproducible(board: str, players: int):
    game = Game(board, players, seed=3)
    ends = []
    for _ in range(2):
        b, w, q = thinker(game, epsilon=0.1)
        states = copy_records(game.records)
        jit(guided_playout)(b, states[0], w, q)
        assert states[0]["phase"] == OVER
        ends.append(states.tobytes())
    assert ends[0] == ends[1]


def after(board: str, moves: int, seed: int) -> Game:
    """A game after some moves of planners, at a player's turn."""
    game = Game(board, 2, seed)
    planner = make_agent("planner")
    planner.start(0, 0)
    while not game.is_over and (moves > 0 or game.phase.name != "TURN"):
        game.push(planner.act(game.observe(game.to_move), Budget()))
        moves -= 1
    return game


@pytest.mark.parametrize("seed", range(8))
def test_a_plan_does_all_tickets(seed: int):
    """With trains enough, networkx finds every ticket joined by own and planned links."""
    game = after("usa", 6, seed)
    b, w, q = thinker(game)
    s = game.records[0]
    s.trains[s.player] = 100
    look_at_plan(b, s, w, q)
    p = int(s.player)
    graph = nx.Graph()
    for k in range(b.n_links):
        track = b.link_route[k]
        if has_link(q.plans.plan_lo[p], q.plans.plan_hi[p], k) or s.route[track] >> 5 == p + 1:
            graph.add_edge(int(b.link_a[k]), int(b.link_b[k]))
    mine = [t for t in range(b.n_tickets) if ticket_place(s, t) == HELD + p]
    assert len(mine) >= 2
    for t in mine:
        assert nx.has_path(graph, int(b.ticket_a[t]), int(b.ticket_b[t]))


def test_a_lost_link_is_planned_around():
    game = after("usa", 6, 1)
    b, w, q = thinker(game)
    s = game.records[0]
    look_at_plan(b, s, w, q)
    p, lost = int(s.player), int(w.tracks[0])
    link = int(b.route_link[lost])
    track = lost
    while True:
        s.route[track] = 0b11111 | (2 - p) << 5  # the other player has it
        track = int(b.twin[track])
        if track == lost:
            break
    look_at_plan(b, s, w, q)
    assert not has_link(q.plans.plan_lo[p], q.plans.plan_hi[p], link)
    assert w.n_tracks > 0


# ---------------------------------------------------------------- priors


def priors_of(game: Game, *, at_root: bool = False) -> dict[int, float]:
    b, w, q = thinker(game)
    q.plans.advice = planner_action(b, game.records[0], w)
    q.depth = 0 if at_root else 1
    n = jit(planned_priors)(b, game.records[0], w, q)
    return dict(zip(w.acts[:n].tolist(), q.weight[:n].tolist(), strict=True))


@settings(max_examples=40)
@given(game=games_in_play(), at_root=st.booleans())
def test_priors_are_a_distribution_over_the_legal_actions(game, at_root):
    if game.is_over:
        return
    priors = priors_of(game, at_root=at_root)
    assert set(priors) == {game.actions.id(action) for action in game.legal_actions()}
    assert sum(priors.values()) == pytest.approx(1)
    assert min(priors.values()) > 0


@pytest.mark.parametrize("seed", range(6))
def test_the_planner_is_heard_at_the_root(seed: int):
    game = after("usa", 14, seed)
    b, w, _ = thinker(game)
    advice = planner_action(b, game.records[0], w)
    root, below = priors_of(game, at_root=True), priors_of(game)
    assert root[advice] == max(root.values())
    assert root[advice] > below[advice]


def test_the_order_of_priors():
    """What the plan wants comes before the rest, and locomotives are not wasted."""
    seen = set()
    for seed in range(30):
        game = after("usa", 20, seed)
        s = game.records[0]
        b, w, q = thinker(game)
        chosen = guided_action(b, s, w, q)
        priors, p = priors_of(game), int(s.player)
        assert priors[chosen] == max(priors.values())
        cards = {a: prior for a, prior in priors.items() if FACE_UP <= a < FACE_UP + LOCO and a != chosen}
        for a, prior in cards.items():
            for other, less in cards.items():
                if w.left[a - FACE_UP] < 0 <= w.left[other - FACE_UP]:
                    assert prior > less
                    seen.add("lacking")
        claims = [a - CLAIM for a in priors if a >= CLAIM and a != chosen]
        for claim in claims:
            spare = b.claim_colour[claim] != LOCO and s.hand[p, b.claim_colour[claim]] + b.claim_locos[claim]
            if b.claim_locos[claim] > 0 and spare > b.route_length[b.claim_route[claim]]:
                assert priors[CLAIM + claim] == min(priors.values())
                seen.add("wasteful")
    assert seen == {"lacking", "wasteful"}


def test_a_search_with_a_prior_tries_the_planners_choice_first():
    game = after("usa", 10, 2)
    searcher = Searcher(SearchOptions(prior=15.0, playouts="guided"))
    searcher.works[0].scratch.rng = np.uint64(5)
    observation = game.observe(game.to_move)
    searcher.begin(observation.tables, observation.records)
    searcher.iterate(1)
    b, w, _ = thinker(game)
    assert [move.action for move in searcher.moves() if move.visits] == [planner_action(b, observation.records[0], w)]


# ---------------------------------------------------------------- exploration


def test_exploration_is_counted_in_spreads():
    q = new_records(SEARCH)[0]
    q.root.n_actions, q.unit = 2, 1.0
    q.root.actions[:2] = 4, 9
    q.root.squares[4], q.root.squares[9] = 32 * 400.0, 32 * 400.0
    q.done = 8
    measure_unit(q)
    assert q.unit == 1.0  # too early to tell
    q.done = 64
    measure_unit(q)
    assert q.unit == pytest.approx(20 / 8)


# ---------------------------------------------------------------- searches


def totals(board: str, *agents: str, games: int = 6, seed: int = 3) -> list[list[float]]:
    return play_match(board, agents, games, seed=seed, threads=1).results.totals.tolist()


def test_guided_search_with_everything_off_is_the_plain_search():
    plain = "guided-ismcts:iterations=100,playouts=random,prior=0,scale=no,final=mean"
    assert totals("small:warwick", plain, "planner") == totals("small:warwick", "ismcts:iterations=100", "planner")


@pytest.mark.parametrize("kind", ["guided-ismcts", "cheating-mcts", "mo-ismcts", "determinized-uct"])
def test_every_search_can_play_by_plan_and_prior(kind: str):
    spec = f"{kind}:iterations=40,playouts=guided,prior=15,scale=yes"
    first, again = totals("small:warwick", spec, "planner", games=4), totals("small:warwick", spec, "planner", games=4)
    assert first == again


@pytest.mark.parametrize(("board", "players"), [("t2r", 2), ("new_york", 4), ("usa", 3), ("usa", 5), ("small", 2)])
def test_guided_search_plays_everywhere(board: str, players: int):
    agents = [make_agent("guided-ismcts:iterations=20") for _ in range(players)]
    assert play_game(board, agents, 1).is_over


def test_plans_make_the_search_stronger():
    match = play_match(
        "small:warwick", ["guided-ismcts:iterations=200", "ismcts:iterations=200"], 60, seed=1, threads=1
    )
    assert match.results.shares[:, 0].mean() > 0.6


@pytest.mark.parametrize("options", ["playouts=planned", "epsilon=2", "epsilon=-0.1", "prior=-1", "prior=nan"])
def test_bad_options_are_refused(options: str):
    with pytest.raises(UnknownAgent, match=options.split("=")[0]):
        make_agent(f"guided-ismcts:{options}")


def test_what_the_options_ask_for_is_asked():
    random_alone, guided = evaluator_of(SearchOptions()), evaluator_of(SearchOptions(playouts="guided"))
    assert (random_alone.value, random_alone.priors, random_alone.follow) == (random_playout, None, None)
    assert (guided.value, guided.priors) == (guided_playout, None)
    both = evaluator_of(SearchOptions(playouts="guided", prior=60.0))
    assert (both.value, both.priors) == (guided_playout, planned_priors)
    assert evaluator_of(SearchOptions(prior=1.0)).value is random_playout
