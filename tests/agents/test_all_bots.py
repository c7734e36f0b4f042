"""What must hold for every bot of the registry: legal everywhere, fair, and the same games on any number of threads."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.agents import AgentKind, Budget, agent_kinds, make_agent
from footplate.agents.kernel_agent import KernelAgent
from footplate.arena import play_game, play_match
from footplate.arena.deals import Request
from footplate.arena.pairing import Pairing
from footplate.boards import load_board
from footplate.errors import InvalidNetwork
from footplate.game import Game
from tests.support.asking import decision
from tests.support.strategies import at_most, games_in_play, random_boards

SHORT = Budget(iterations=20)  # for those whose searches have a fixed length


def quick(kind: AgentKind) -> str:
    """The agent's spec string, with a short search if it searches."""
    return kind.name + (":iterations=20" if "iterations" in kind.parameters else "")


NAMES = sorted(quick(kind) for kind in agent_kinds())
EVERYWHERE = sorted(quick(kind) for kind in agent_kinds() if not kind.trained)  # others play where a network fits
BY_RULES = sorted(
    kind.name
    for kind in agent_kinds()
    if kind.family in ("basic", "strong", "warwick", "yang", "silva", "thesis") and not kind.trained
)
SOCIABLE = ("adaptive",)  # these play with somebody, or not at all
FAIR = sorted(quick(kind) for kind in agent_kinds() if not kind.cheats and not kind.trained)


def test_the_families_of_four_papers_are_here():
    families = {kind.family for kind in agent_kinds()}
    assert {"basic", "warwick", "yang", "silva", "thesis"} <= families
    warwick = {"base", "random-smart", "random-base", "hoarder", "hoarder-ticket", "pile", "pile-ticket-hater",
               "villain", "greedy-random", "fully-random", "take-locomotive", "mixed"}  # fmt: skip
    yang = {"cf-base", "cf-random", "cf-action-eval", "cf-adversarial", "cf-combined", "cf-game-tree"}
    others = {"one-step", "path", "long-route", "hungry", "t2r-random", "t2r-frugal", "t2r-greedy", "racer", "planner"}
    assert warwick | yang | others <= {kind.name for kind in agent_kinds()}


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_says_what_it_is(name: str):
    kind = next(kind for kind in agent_kinds() if quick(kind) == name)
    assert kind.summary
    assert kind.made_for


def test_only_one_agent_cheats():
    assert [kind.name for kind in agent_kinds() if kind.cheats] == ["cheating-mcts"]


@pytest.mark.parametrize("name", EVERYWHERE)
@settings(max_examples=8)
@given(board=random_boards, players=st.integers(1, 5), seed=st.integers(0, 2**32))
def test_every_action_is_legal_on_random_boards(name: str, board, players: int, seed: int):
    players = at_most(board, players)
    if players == 1 and name in SOCIABLE:
        return
    agents = [make_agent(name) for _ in range(players)]
    assert play_game(board, agents, seed, budget=SHORT).is_over


@pytest.mark.parametrize("name", FAIR)
@settings(max_examples=15)
@given(game=games_in_play(), seed=st.integers(0, 2**32))
def test_the_choice_depends_only_on_the_observation(name: str, game: Game, seed: int):
    """A state that looks alike to the seat gets the same answer from a bot with the same chance."""
    if game.is_over or (game.players == 1 and name in SOCIABLE):
        return
    seat = game.to_move
    twin = Game.sample(game.observe(seat), seed)
    answers = []
    for state in (game, twin):
        bot = make_agent(name)
        bot.start(seat, seed)
        answers.append(decision(bot, state, SHORT).action)
    assert answers[0] == answers[1]


@pytest.mark.parametrize("name", SOCIABLE)
def test_who_adapts_to_others_does_not_play_alone(name: str):
    with pytest.raises(InvalidNetwork, match="2, 3, 4 or 5 players, not with 1"):
        play_game("small", [name], 1)


@pytest.mark.parametrize("name", [name for name in EVERYWHERE if name != "controller"])  # it thinks for seconds
def test_the_same_games_on_any_number_of_threads(name: str):
    games = 8 if name == "expert" else 40  # it thinks twenty times as long as the next, by the same code
    one = play_match("small", [name, "greedy"], games, seed=5, threads=1).results
    two = play_match("small", [name, "greedy"], games, seed=5, threads=2).results
    assert (one.totals == two.totals).all()
    assert (one.decisions == two.decisions).all()


@pytest.mark.parametrize("name", BY_RULES)
def test_what_was_played_before_does_not_matter(name: str):
    """Games of a batch share buffers; what another bot has left in them must not change a game."""
    table = Pairing(Request(board=load_board("europe"), agents=(name, "greedy"), seed=2, keep_records=True))
    table.load()
    together = table.play(0, 3).records
    apart = [record for deal in range(3) for record in table.play(deal, 1).records]
    assert [record.moves for record in together] == [record.moves for record in apart]


def test_all_bots_are_compiled_but_some_that_learn():
    agents = [make_agent(name) for name in NAMES]
    assert all(isinstance(agent, KernelAgent) or agent.learns for agent in agents)
    assert isinstance(make_agent("adaptive"), KernelAgent)
