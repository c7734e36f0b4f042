"""Evaluators that are written elsewhere, here: the search takes them as they are, in Python and in compiled matches."""

from __future__ import annotations

import numpy as np
import pytest

from footplate.agents import Budget, Decision, make_agent
from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.search.agent import SearchAgent
from footplate.agents.search.evaluators.evaluator import Evaluator, random_playout
from footplate.agents.search.layout import nodes_of
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.pruning import actions_to_try
from footplate.agents.search.search import search_kernel
from footplate.agents.search.searcher import Searcher
from footplate.agents.search.tree import add_child
from footplate.arena import play_match
from footplate.compile import weights_of
from footplate.engine.layout import DRAW_DECK, OVER
from footplate.errors import KernelFailed
from footplate.game import Game
from tests.support.searching import WORLDS, at_turn, view

WEIGHTS = np.array([1.0, 0.25, -0.5])  # of a player's points for routes, of its trains, of its tickets


def linear_value(b, s, w, q):
    """No playout: a weighted sum of what everybody sees of each player, over the best other's."""
    weights = weights_of(q)
    for p in range(b.n_players):
        w.scratch.total[p] = weights[0] * s.points[p] + weights[1] * s.trains[p] + weights[2] * s.held_n[p]
    for p in range(b.n_players):
        other = -np.inf
        for r in range(b.n_players):
            if r != p:
                other = max(other, w.scratch.total[r])
        q.payoff[p] = w.scratch.total[p] - other
    q.win = 0.5 + 0.5 * np.tanh(q.payoff[q.searcher])
    return 0


def uniform_priors(b, s, w, q):
    n = actions_to_try(b, s, q, w)
    for i in range(n):
        q.weight[i] = 1.0 / n
    return n


def deck_only(b, s, w, q):
    """All the weight on a blind card."""
    n = actions_to_try(b, s, q, w)
    for i in range(n):
        q.weight[i] = 1.0 if w.acts[i] == DRAW_DECK else 0.0
    return n


def first_listed(b, s, w, q):
    """A selection: always the first action of the list."""
    nodes, _ = nodes_of(q), actions_to_try(b, s, q, w)
    child = nodes[q.node].first_child
    while child and nodes[child].action != w.acts[0]:
        child = nodes[child].next_sibling
    return np.int64(child if child else add_child(nodes, q, q.node, w.acts[0], w.acts[0], s.player))


def value_of_world(b, s, w, q):
    """Something that tells worlds apart, whatever is done in them: where the game's own chance begins."""
    for p in range(b.n_players):
        q.payoff[p] = np.float64(s.rng % np.uint64(1000))
    q.win = 0.5
    return 0


def count_followed(b, s, w, q):
    w.memory[0] += 1
    return 0


def raises(b, s, w, q):
    if s.phase != OVER:
        raise ValueError("no opinion")
    return 0


LINEAR = Evaluator(linear_value, uniform_priors, weights=WEIGHTS)


def searched(evaluator: Evaluator, worlds: str = "one-tree", iterations: int = 60, **more: float) -> Searcher:
    game = at_turn("small", seed=5, moves=6)
    searcher = Searcher(SearchOptions(worlds=worlds, iterations=iterations, trees=4, **more), evaluator)
    searcher.works[0].scratch.rng = 3
    observation = view(game, worlds)
    searcher.begin(observation.tables, observation.records)
    searcher.iterate(iterations)
    return searcher


@pytest.mark.parametrize("worlds", WORLDS)
def test_the_search_asks_whatever_evaluator_it_is_given(worlds: str):
    moves = searched(LINEAR, worlds, prior=20.0).moves()
    assert sum(move.visits for move in moves) == 60
    assert all(move.mean * 4 == round(move.mean * 4) for move in moves if move.visits == 1)  # no points were counted
    assert all(0 < move.win < 1 for move in moves if move.visits)


def test_weights_are_read_where_they_lie():
    """The same compiled code with other numbers; they may change between searches."""
    doubled = Evaluator(linear_value, uniform_priors, weights=2 * WEIGHTS)
    one, two = (searched(evaluator, "true", 1, prior=20.0).moves()[0] for evaluator in (LINEAR, doubled))
    assert two.mean == 2 * one.mean != 0


def test_priors_say_what_is_tried_first():
    moves = searched(Evaluator(random_playout, deck_only), prior=1e6).moves()
    assert (moves[0].action, moves[0].visits) == (DRAW_DECK, 60)


def test_a_selection_says_what_is_tried():
    moves = searched(Evaluator(random_playout, select=first_listed)).moves()
    assert (moves[0].action, moves[0].visits) == (min(move.action for move in moves), 60)


def test_an_evaluator_follows_every_step_in_the_tree():
    searcher = searched(Evaluator(random_playout, follow=count_followed))
    visits = sum(int(searcher.nodes[n].visits) for n in range(1, searcher.n_nodes))
    assert searcher.works[0].memory[0] == visits > 60


def test_it_plays_in_python_and_in_compiled_matches_alike():
    def player() -> SearchAgent:
        return SearchAgent("linear", SearchOptions(iterations=30, prior=20.0), evaluator=LINEAR)

    compiled = play_match("small", [player(), "greedy"], 4, seed=2, threads=1).results.totals
    through_game = play_match("small", [player(), "greedy"], 4, seed=2, on_decision=lambda *_: None).results.totals
    assert compiled.tolist() == through_game.tolist()
    agent, game = player(), at_turn("small", seed=5)
    agent.start(game.to_move, 1)
    decision = agent.act(game.observe(game.to_move), Budget())
    assert isinstance(decision, Decision)
    assert decision.figures["iterations"] == 30


def test_parts_of_a_mixed_bot_keep_their_evaluators():
    one = make_agent("mixed:first=[ismcts:iterations=20],second=[guided-ismcts:iterations=20],limit=3")
    assert isinstance(one, KernelAgent)
    assert play_match("small", [one, "greedy"], 2, seed=2).results.totals.size == 4


def test_an_evaluator_that_raises_stops_the_search_with_its_reason():
    agent = SearchAgent("silent", SearchOptions(iterations=5), evaluator=Evaluator(raises))
    game = Game("small", 2, 1)
    agent.start(0, 1)
    with pytest.raises(KernelFailed, match="no opinion"):
        agent.act(game.observe(0), Budget())
    with pytest.raises(KernelFailed, match="no opinion"):
        play_match("small", [agent, "greedy"], 2, seed=1)


def test_a_search_without_an_evaluator_says_so():
    lost = KernelAgent("lost", search_kernel, SearchOptions(iterations=5).numbers())
    with pytest.raises(KernelFailed, match="needs an evaluator"):
        lost.act(Game("small", 2, 1).observe(0), Budget())


@pytest.mark.parametrize(("board", "alike"), [("small", False), ("first_journey_usa", True)])
def test_in_a_race_all_actions_are_tried_in_the_same_worlds(board: str, alike: bool):
    """The first tries of each bring the same; one try differs from the next."""
    observation = at_turn(board, seed=3).observe(0)
    searcher = Searcher(SearchOptions(prior=1e6), Evaluator(value_of_world, uniform_priors))
    searcher.works[0].scratch.rng = np.uint64(5)
    searcher.begin(observation.tables, observation.records)
    actions, sums = searcher.actions(), []
    for rounds in (1, 2, 3):
        searcher.iterate(actions.size)
        assert set(searcher.root["visits"][actions].tolist()) == {rounds}
        sums.append(set(searcher.root["value"][actions].tolist()))
    assert all(len(values) == 1 for values in sums) == alike
    assert sums[1] != {2 * value for value in sums[0]}
