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


def test_with_fewer_players_every_table_of_so_many_plays(boards):
    """Shares are those of the games of all tables: of three pairs each agent is in two."""
    with Playing(AGENTS, players=2) as playing:
        shares = playing.win_shares(boards, 5, range(10)).mean(axis=1)
        assert playing.games_per_deal == 6
        assert playing.fairness(boards[0], np.full(3, 1 / 3), 20, seed=5).games == 24
    expected = np.zeros(3)
    for pair in ((0, 1), (0, 2), (1, 2)):
        match = play_match(boards[0], [AGENTS[i] for i in pair], 20, seed=5)
        expected[list(pair)] += [agent.win_rate.mean / 3 for agent in match.agents]
    assert shares[0] == pytest.approx(expected)
    with pytest.raises(FootplateError, match="4 players at a table need as many agents, not 3"):
        Playing(AGENTS, players=4)


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
