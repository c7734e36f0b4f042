"""Bots with people's weaknesses: as strong as their skill says, fair, and themselves from decision to decision."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.agents import Budget, make_agent
from footplate.agents.kernel_agent import KernelAgent, ask_one
from footplate.agents.layout import WORK
from footplate.arena import play_match
from footplate.arena.play import answer_of, memory_of, start_agent
from footplate.engine.layout import copy_records, new_records
from footplate.errors import UnknownAgent
from footplate.game import Game
from tests.support.strategies import games_in_play

BOARD = "new_york"


def shares(one: str, other: str, games: int = 200) -> float:
    return play_match(BOARD, [one, other], games, seed=3).agents[0].win_rate.mean


@pytest.mark.parametrize("other", ["planner", "net"])
def test_without_a_weakness_it_plays_as_the_other_bot_does(other: str):
    ours = play_match(BOARD, [f"amateur:plays={other},skill=1", "greedy"], 20, seed=5)
    theirs = play_match(BOARD, [other, "greedy"], 20, seed=5)
    assert np.array_equal(ours.results.totals, theirs.results.totals)


def test_more_skill_wins_more_games():
    """Steps of 0.25 are worth 60 to 90 % of the games here; 200 games tell that from even ones."""
    skills = (0, 0.25, 0.5, 0.75, 1)
    for weak, strong in pairwise(skills):
        assert shares(f"amateur:skill={strong}", f"amateur:skill={weak}") > 0.5


@settings(max_examples=30)
@given(game=games_in_play(), seed=st.integers(0, 2**32), skill=st.sampled_from([0.0, 0.5]))
def test_the_observation_is_as_before(game: Game, seed: int, skill: float):
    if game.is_over:
        return
    agent = make_agent(f"amateur:skill={skill}")
    assert isinstance(agent, KernelAgent)
    agent.start(game.to_move, seed)
    seen = game.observe(game.to_move)
    agent.fit(seen.tables)
    records, works = copy_records(seen.records), new_records(WORK)
    works[0].character = seed
    ask_one(agent.kernel, seen.tables.records, records, works, agent.records()[:1])
    assert records.tobytes() == seen.records.tobytes()


def test_who_is_made_anew_for_every_decision_keeps_its_character():
    """As in a server's worker, whose agents get another seed each time: what it forgot once it never plans for."""
    agent = make_agent("amateur:skill=0.4")
    game, memory, characters = Game(BOARD, 2, seed=4), {}, set()
    while not game.is_over:
        if game.to_move == 0:
            start_agent(agent, ["amateur", "greedy"], 0, len(game.moves), (game.board, memory))
            decision = answer_of(agent, game.observe(0), Budget())
            memory = memory_of(agent)
            characters.add(memory["character"])
        else:
            decision = answer_of(make_agent("greedy"), game.observe(1), Budget())
        game.push(decision.action)
    assert len(characters) == 1


def test_two_games_have_two_characters():
    agent = make_agent("amateur")
    agent.start(0, 1)
    first = agent.memory()
    agent.start(0, 2)
    assert agent.memory() != first


@pytest.mark.parametrize(
    "plays", ["guided-ismcts", "net-ismcts:ms=50", "mixed", "amateur", "adaptive", "cmd:./bot", "nobody"]
)
def test_it_plays_as_bots_that_look_once_and_as_no_others(plays: str):
    with pytest.raises(UnknownAgent):
        make_agent(f"amateur:plays={plays}")
