"""Ways to adjust the difficulty: what each does with its strength, and the controller that steers them."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.agents import Budget, Decision, learn, make_agent
from footplate.agents.adaptive.profile import Profile
from footplate.agents.base import Ending, Knowledge, PlayedGame
from footplate.agents.learned.map_network import Widths
from footplate.agents.learned.shipped import ShippedNetworks
from footplate.agents.search.searcher import MoveFigures
from footplate.arena import play_match
from footplate.boards import load_board
from footplate.encoders import make_encoding
from footplate.engine.tables import make_tables
from footplate.papers.warwick.methods.choices import BLUNDERS, MARGIN, METHODS, RANK, TIME, WIDEST
from footplate.papers.warwick.methods.dropout import damaged
from footplate.papers.warwick.methods.kinds import KINDS, SEARCH, steered
from footplate.papers.warwick.methods.steered import strength_for
from footplate.papers.warwick.studies import methods as study
from footplate.studies.target_win_rate import known_as
from tests.support.networks import random_map_network
from tests.support.searching import at_turn

MOVES = [MoveFigures(action, 50, mean, 8.0, 0.5) for action, mean in enumerate((-9.0, 2.0, 7.0, 0.5, -3.0))]
BEST = MOVES[2]


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=9), st.floats(0, 1))
def test_every_method_plays_one_of_the_moves_and_its_best_at_full_strength(means: list[float], strength: float):
    moves = [MoveFigures(action, 50, mean, 8.0, 0.5) for action, mean in enumerate(means)]
    best = max(moves, key=lambda move: move.mean)
    for method in METHODS:
        assert method.choose(moves, best, strength, Random(1)) in moves
        if method is not MARGIN:  # aims no higher than WIDEST spreads
            assert method.choose(moves, best, 1.0, Random(1)).mean == best.mean


def test_time_goes_from_one_iteration_to_all_in_equal_steps_of_play():
    assert [TIME.iterations(strength, 1000) for strength in (0.0, 1 / 3, 2 / 3, 1.0)] == [1, 10, 100, 1000]
    assert [method.iterations(0.0, 1000) for method in METHODS if method is not TIME] == [1000] * 3


@pytest.mark.parametrize("strength", [0.0, 0.25, 0.8, 1.0])
def test_a_blunder_is_any_other_move_and_as_frequent_as_the_strength_says(strength: float):
    chance = Random(3)
    counts = Counter(BLUNDERS.choose(MOVES, BEST, strength, chance).action for _ in range(4000))
    assert counts[BEST.action] / 4000 == pytest.approx(strength, abs=0.025)  # three standard errors
    others = [counts[move.action] for move in MOVES if move is not BEST]
    assert max(others) - min(others) < 200


def test_the_rank_goes_from_the_worst_to_the_best_move():
    ranked = sorted(MOVES, key=lambda move: move.mean)
    assert [RANK.choose(MOVES, BEST, k / 4, Random(1)) for k in range(5)] == ranked


def test_the_margin_is_nearest_to_a_target_between_two_spreads_behind_and_ahead():
    for strength, target in ((0.0, -8.0 * WIDEST), (0.5, 0.0), (0.6, 0.2 * 8.0 * WIDEST), (1.0, 8.0 * WIDEST)):
        nearest = min(MOVES, key=lambda move: abs(move.mean - target))
        assert MARGIN.choose(MOVES, BEST, strength, Random(1)) == nearest


def test_the_strength_follows_the_aim():
    assert [strength_for(aim) for aim in (-99, -24, 0, 12, 24, 99)] == [0, 0, 0.5, 0.75, 1, 1]


def test_who_leads_plays_weaker_at_once_with_a_reaction():
    calm, reacting = (steered(RANK, SEARCH, reaction=reaction) for reaction in (0.0, 1.0))
    for agent in (calm, reacting):
        agent.start(0, 1)
    assert calm.strength(12.0) == calm.strength(-12.0)
    assert reacting.strength(0.0) == calm.strength(0.0)
    assert reacting.strength(6.0) == pytest.approx(reacting.strength(0.0) - 6 / 48)
    assert reacting.strength(-6.0) == pytest.approx(reacting.strength(0.0) + 6 / 48)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_steered_agent_plays_on_and_learns_from_every_game(kind):
    agent = make_agent(f"{kind.name}:iterations=8")
    results = play_match("small" if kind.name == "steered-dropout" else "mini", [agent, "random"], 4, seed=1).results
    assert results.forfeits == ()
    profile = agent.profile()
    assert (profile.games, profile.wins + profile.draws + profile.losses) == (4, 4)
    assert profile.level != Profile().level


def test_what_a_method_learns_is_its_own():
    """A server keeps what all agents learn of a person in one place."""
    board, ending = load_board("mini"), Ending((9.0, 4.0), (0,))
    game = PlayedGame(board, ["me", "Ann"], 0, {}, ending)
    known: Knowledge = {}
    for name in ("adaptive", "steered-rank", "steered-time"):
        known = learn(name, known, game)
        agent = make_agent(name)
        agent.know(known)
        agent.meet(game.names)
        agent.start(0, 1)
        agent.recall(board, {})
        assert agent.profile().games == 1
    assert list(known) == ["mini: Ann", "mini, steered-rank: Ann", "mini, steered-time: Ann"]


def test_a_decision_tells_its_strength_and_can_be_made_again():
    game = at_turn("mini", seed=3)
    decisions = []
    for _ in range(2):
        agent = make_agent("steered-blunders:iterations=50")
        agent.start(game.to_move, 5)
        decisions.append(agent.act(game.observe(game.to_move), Budget()))
    one, other = decisions
    assert isinstance(one, Decision)
    assert one.action == other.action
    assert one.figures["strength"] == pytest.approx(0.5 - 4 / 48, abs=1e-3)


def test_dropout_leaves_out_a_share_of_what_layers_get_from_layers():
    tables = make_tables(load_board("small"), 2)
    network = ShippedNetworks("net").find("", tables)
    broken = damaged(network, 0.25, np.random.default_rng(1))
    assert damaged(network, 0.0, np.random.default_rng(1)).actor[1].weight == pytest.approx(network.actor[1].weight)
    for whole, part in ((network.actor, broken.actor), (network.critic, broken.critic)):
        assert part[0] is whole[0]
        for before, after in zip(whole[1:], part[1:], strict=True):
            kept = np.any(after.weight != 0, axis=1)
            assert kept.mean() == pytest.approx(0.75, abs=0.12)
            assert after.weight[kept] == pytest.approx(before.weight[kept] / 0.75, rel=1e-5)
            assert (after.bias == before.bias).all()


def test_dropout_leaves_units_of_a_network_for_any_map_out():
    whole = random_map_network(make_encoding("tokens", make_tables(load_board("mini"), 2)), Widths(32, 16))
    broken = damaged(whole, 0.25, np.random.default_rng(1))
    for name in ("globals.0.weight", "routes.colour", "pool.0.bias", "build"):
        assert broken.actor[name] is whole.actor[name]
    for before, after in zip((whole.actor, whole.critic), (broken.actor, broken.critic), strict=True):
        kept = np.any(after["pool.0.weight"] != 0, axis=1)
        assert kept.mean() == pytest.approx(0.75, abs=0.2)
        assert after["pool.0.weight"][kept] == pytest.approx(before["pool.0.weight"][kept] / 0.75, rel=1e-5)


def test_the_players_of_the_studies_differ():
    for players in (study.players, study.players_with_network):
        made = [make() for make in players(40).values()]
        assert len({known_as(agent) for agent in made}) == len(made)
