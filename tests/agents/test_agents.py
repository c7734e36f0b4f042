"""The registry, the two first bots, and agents written in Python."""

from __future__ import annotations

import pytest

from footplate.actions import ClaimRoute
from footplate.agents import (
    Agent,
    AgentKind,
    Budget,
    Decision,
    agent_kinds,
    agent_names,
    make_agent,
    register,
    unregister,
)
from footplate.agents.kernel_agent import KernelAgent
from footplate.arena import play_game, play_match
from footplate.arena.deals import whole_deals
from footplate.errors import IllegalAction, KernelFailed, UnknownAgent
from footplate.game import Game
from tests.support.asking import ThroughGame


def test_bots_are_listed_with_a_line_each():
    assert {"random", "greedy"} <= set(agent_names())
    assert all(kind.summary for kind in agent_kinds())


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("gredy", "there is no agent 'gredy'; agents: .*greedy.*did you mean 'greedy'"),
        ("", "there is no agent ''"),
        ("random:speed=9", "agent 'random' has no parameter 'speed'; parameters: none"),
        ("random:speed", "has no parameter"),
    ],
)
def test_unknown_names_and_parameters_are_errors_that_list_what_exists(spec: str, complaint: str):
    with pytest.raises(UnknownAgent, match=complaint):
        make_agent(spec)


class Patient(Agent):
    """Has parameters of each type."""

    def __init__(self, draws: int, share: float, loud: bool, mood: str) -> None:
        self.parameters = (draws, share, loud, mood)

    def act(self, observation, budget):
        return Decision(observation.legal_actions()[0], reason="the first one", figures={"draws": self.parameters[0]})


@pytest.fixture(scope="module", autouse=True)
def _patient():
    defaults = {"draws": 3, "share": 0.5, "loud": False, "mood": "calm"}
    register(AgentKind(name="patient", family="tests", summary="for tests", make=Patient, parameters=defaults))
    yield
    unregister("patient")


def test_parameters_have_the_type_of_their_default():
    assert make_agent("patient").parameters == (3, 0.5, False, "calm")
    agent = make_agent("patient:draws=7, share=0.25,loud=yes,mood=bright")
    assert agent.parameters == (7, 0.25, True, "bright")
    assert agent.name == "patient:draws=7, share=0.25,loud=yes,mood=bright"


@pytest.mark.parametrize("wrong", ["draws=many", "draws=1.5", "share=half", "loud=perhaps"])
def test_values_of_the_wrong_type_are_errors(wrong: str):
    with pytest.raises(UnknownAgent, match="must be"):
        make_agent(f"patient:{wrong}")


def test_a_name_is_taken_once():
    with pytest.raises(ValueError, match="already"):
        register(AgentKind(name="random", family="tests", summary="again", make=lambda: make_agent("greedy")))


def test_a_python_agent_plays_with_a_decision_or_an_action():
    class Claimer(Agent):
        def act(self, observation, budget):
            assert budget == Budget(seconds=1.0)
            legal = observation.legal_actions()
            return next((a for a in legal if isinstance(a, ClaimRoute)), legal[0])

    game = play_game("small", [Claimer(), make_agent("patient")], seed=1, budget=Budget(seconds=1.0))
    assert game.is_over


def test_an_illegal_answer_is_an_error():
    class Cheat(Agent):
        def act(self, observation, budget):
            return next(action for action in observation.actions if action not in observation.legal_actions())

    with pytest.raises(IllegalAction, match="not legal now"):
        play_game("small", [Cheat(), make_agent("random")])


@pytest.mark.parametrize("board", ["small", "t2r", "new_york", "usa"])
def test_the_fast_path_and_the_friendly_path_play_the_same_games(board: str):
    fast = play_match(board, ["greedy", "random"], 10, seed=5)
    slow = play_match(board, [ThroughGame("greedy"), ThroughGame("random")], 10, seed=5)
    assert (fast.results.totals == slow.results.totals).all()
    assert (fast.results.decisions == slow.results.decisions).all()
    assert (fast.results.shares == slow.results.shares).all()


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("board", ["small", "t2r", "new_york", "usa", "usa_1910"])
def test_the_bots_play_every_board_with_every_number_of_players(board: str, players: int):
    result = play_match(board, ["greedy", "random", "greedy", "random", "greedy"][:players], 4 * players, seed=2)
    assert result.games == whole_deals(4 * players, players)
    assert result.results.decisions.min() > 5


@pytest.mark.parametrize("board", ["small", "new_york", "usa", "t2r"])
def test_greedy_beats_random(board: str):
    result = play_match(board, ["greedy", "random"], 400, seed=3)
    assert result.agents[0].win_rate.low > 0.8


def out_of_bounds(b, o, w, bot):
    return int(w.acts[o.turn + 100_000])


def test_an_index_out_of_bounds_in_a_compiled_bot_does_not_pass_unseen():
    with pytest.raises(KernelFailed, match="IndexError"):
        KernelAgent("bad", out_of_bounds).act(Game("small", 2).observe(0), Budget())
