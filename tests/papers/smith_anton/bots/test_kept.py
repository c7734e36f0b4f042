"""Plans that are kept, against bots that forget theirs before every decision."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.agents import make_agent
from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.layout import WORK
from footplate.arena import play_match
from footplate.boards import Board
from footplate.engine.layout import Record, new_records
from footplate.game import Game
from footplate.papers.smith_anton.bots.cards import ONE_STEP, begin_plan, plan_is_current
from footplate.papers.smith_anton.bots.hungry import hungry_action, make_plan
from footplate.papers.smith_anton.bots.path import path_action, weigh_by_tickets
from footplate.papers.smith_anton.bots.steps import link_of_best_ticket, step_action
from tests.support.bots.silva import claim, pass_round, position
from tests.support.strategies import at_most, random_boards

BOTS = ["one-step", "path", "long-route", "hungry"]
MODES = ["as_described", "as_published", "one_by_one"]  # the last one is the hungry agent's alone


def forgetful_one_step(b, o, w, bot):
    w.kept.maker = 0
    return step_action(b, o, w, False, bot.params[0] > 0)


def forgetful_path(b, o, w, bot):
    w.kept.maker = 0
    return path_action(b, o, w, bot.params[0] > 0)


def forgetful_long_route(b, o, w, bot):
    w.kept.maker = 0
    return step_action(b, o, w, True, bot.params[0] > 0)


def forgetful_hungry(b, o, w, bot):
    w.kept.maker = 0
    return hungry_action(b, o, w, bot.params[0] == 1, bot.params[0] == 2)


def mode_of(bot: str, mode: str) -> str:
    return mode if bot == "hungry" or mode != "one_by_one" else "as_published"


def table(mode: str) -> list[KernelAgent]:
    bots = [make_agent(f"{bot}:mode={mode_of(bot, mode)}") for bot in BOTS]
    return [bot for bot in bots if isinstance(bot, KernelAgent)]


def forgetful_table(mode: str) -> list[KernelAgent]:
    kernels = [forgetful_one_step, forgetful_path, forgetful_long_route, forgetful_hungry]
    return [
        KernelAgent(bot, kernel, [MODES.index(mode_of(bot, mode))]) for bot, kernel in zip(BOTS, kernels, strict=True)
    ]


def moves_of(board: Board | str, agents: list[KernelAgent], games: int, seed: int) -> list[object]:
    records = play_match(board, agents, games, seed=seed, keep_records=True, threads=1).results.records
    return [record.moves for record in records]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("board", ["usa", "small", "new_york", "usa_1910", "europe", "nordic"])
def test_games_are_those_of_bots_that_forget(board: str, mode: str) -> None:
    for players in (2, 4):
        if at_most(Game(board, 2).board, players) == players:
            for first in range(0, 4, players):
                bots, twins = table(mode)[first : first + players], forgetful_table(mode)[first : first + players]
                assert moves_of(board, bots, 24, 7) == moves_of(board, twins, 24, 7)


@settings(max_examples=40)
@given(board=random_boards, players=st.integers(2, 4), mode=st.sampled_from(MODES), seed=st.integers(0, 2**32))
def test_games_on_random_boards_are_those_of_bots_that_forget(board: Board, players: int, mode: str, seed: int) -> None:
    n = at_most(board, players)
    assert moves_of(board, table(mode)[-n:], 1, seed) == moves_of(board, forgetful_table(mode)[-n:], 1, seed)


def plans(game: Game, w: Record, published: bool) -> list[object]:
    """What each of the bots would plan, out of these buffers."""
    b, o = game.tables.record, game.observe(game.to_move).record
    found: list[object] = [link_of_best_ticket(b, o, w, junkie, published) for junkie in (False, True)]
    found.append((weigh_by_tickets(b, o, w, published), w.gain[: b.n_links].tolist()))
    make_plan(b, o, w, published)
    gain = [] if published else w.kept.gain[: b.n_links].tolist()
    found.append((int(w.kept.due), w.kept.in_plan[: b.n_routes].tolist(), gain))
    return found


@settings(max_examples=30)
@given(seeds=st.lists(st.integers(0, 9), min_size=2, max_size=4), published=st.booleans(), skip=st.integers(1, 9))
def test_buffers_may_come_from_any_position_of_the_board(seeds: list[int], published: bool, skip: int) -> None:
    """Environments ask the bots of thousands of games with the same buffers."""
    games, w = [Game("usa", 4, seed=seed) for seed in seeds], new_records(WORK)[0]
    for turn in range(60):
        for game in games:
            if turn % skip == 0:
                assert plans(game, w, published) == plans(game, new_records(WORK)[0], published)
            game.push(max((action.text for action in game.legal_actions()), key=lambda text: ("claim" in text, text)))


def test_a_plan_is_kept_until_somebody_takes_a_route_of_it_or_the_player_claims_one() -> None:
    game, kept = position("Denver to Pittsburgh"), new_records(WORK)[0].kept
    b = game.tables.record

    def is_current() -> bool:
        o = game.observe(0).record.copy()
        o.player = 0
        return bool(plan_is_current(b, o, kept, ONE_STEP))

    assert not is_current()
    begin_plan(b, game.observe(0).record, kept, ONE_STEP)
    assert is_current()
    game.push("draw")
    game.push("draw")
    assert is_current()
    claim(game, "claim Miami-New Orleans 6 red with 6 red", red=6)
    assert is_current()
    kept.ways_lo, kept.ways_hi = (1 << 64) - 1, (1 << 64) - 1
    assert is_current()
    claim(game, "claim Duluth-Helena 6 orange with 6 orange", orange=6)
    assert not is_current()
    kept.ways_lo = kept.ways_hi = 0
    assert is_current()
    pass_round(game)
    claim(game, "claim Los Angeles-El Paso 6 black with 6 black", black=6)
    assert not is_current()
