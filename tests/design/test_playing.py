"""Win shares on candidate boards: the arena's games, whoever plays them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from footplate import load_board, play_match
from footplate.agents.base import Agent
from footplate.arena.service import Cancelled, Watch
from footplate.design.playing import Playing
from footplate.errors import FootplateError
from tests.support.slow_runner import OneByOne

AGENTS = ("greedy", "random", "path")


@pytest.fixture(scope="module")
def boards():
    small = load_board("small")
    return [small, replace(small, name="other", tickets=small.tickets[1:] + small.tickets[:1])]


def test_the_games_are_the_arenas(boards):
    with Playing(AGENTS, threads=2) as playing:
        shares = playing.win_shares(boards, 5, range(10))
    assert shares.shape == (2, 10, 3)
    assert shares.sum(axis=2) == pytest.approx(np.ones((2, 10)))
    match = play_match(boards[0], AGENTS, 60, seed=5)
    assert shares[0].mean(axis=0) == pytest.approx([agent.win_rate.mean for agent in match.agents])


def test_threads_and_the_way_deals_are_cut_dont_matter(boards):
    with Playing(AGENTS, threads=1) as one, Playing(AGENTS, threads=3) as three:
        whole = one.win_shares(boards, 7, range(3, 14))
        parts = [three.win_shares(boards, 7, part) for part in (range(3, 5), range(5, 14))]
    assert (whole == np.concatenate(parts, axis=1)).all()


def test_a_runner_of_the_arena_plays_the_same(boards):
    """Also if it hands in less than it was given, as workers on a cluster do."""
    with Playing(AGENTS, runner=OneByOne()) as far, Playing(AGENTS) as here:
        assert (far.win_shares(boards, 7, range(5)) == here.win_shares(boards, 7, range(5))).all()


def test_progress_counts_games_and_cancelling_ends_them(boards):
    seen: list[int] = []
    with Playing(AGENTS) as playing:
        playing.win_shares(boards, 1, range(6), Watch(seen.append))
        assert sum(seen) == 2 * 6 * 6
        with pytest.raises(Cancelled):
            playing.win_shares(boards, 1, range(1000), Watch(seen.append, lambda: len(seen) > 4))
    assert sum(seen) < 2 * 1000 * 6


def test_agents_written_in_python_play_too(boards):
    class First(Agent):
        name = "first"

        def act(self, observation, budget):
            return observation.legal_actions()[0]

    with Playing([First(), "random"]) as playing:
        shares = playing.win_shares(boards[:1], 0, range(2))
    assert shares.sum() == pytest.approx(2)


def test_one_agent_alone_has_no_shares():
    with pytest.raises(FootplateError, match="two agents or more"):
        Playing(["greedy"])
