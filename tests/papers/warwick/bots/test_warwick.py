"""The Warwick bots: known positions, legality, fairness, and the published ranking."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.agents import Budget, agent_kinds, make_agent
from footplate.arena import play_game, play_match
from footplate.boards import load_board
from footplate.errors import UnknownAgent
from footplate.game import Game
from tests.support.asking import ThroughGame
from tests.support.bots.warwick import answer, claim, position
from tests.support.positions import end_turn, give
from tests.support.strategies import at_most, games_in_play, random_boards

NAMES = [kind.name for kind in agent_kinds() if kind.family == "warwick"]
BOTS = ("fully-random", "greedy-random", "base", "random-smart", "random-base",
        "villain", "hoarder", "hoarder-ticket", "pile", "pile-ticket-hater")  # fmt: skip
BASE_FAMILY = ["base", "random-smart:probability=0", "random-base:probability=0", "villain", "pile"]
DONE = {"tickets": ["Celestia-Emberforge"], "mine": ["Celestia-Goldenreach", "Emberforge-Goldenreach"]}
FAR = ["Fairhaven-Goldenreach", "Brightwater-Emberforge"]  # plan: three grey routes and Emberforge-Fairhaven, blue


# ---------------------------------------------------------------- base


@pytest.mark.parametrize("bot", BASE_FAMILY)
def test_claims_what_its_plan_lacks_least_of(bot: str):
    """Blue is complete, of grey it lacks more. The report's printed game (Listing 11.5) begins so."""
    game = position(tickets=FAR, hand={"yellow": 1, "blue": 1}, market="red red yellow green green")
    assert answer(bot, game) == "claim Emberforge-Fairhaven 1 blue with 1 blue"


def test_saves_locomotives_when_a_card_will_do():
    game = position(tickets=FAR, hand={"blue": 1, "locomotive": 3}, market="red red yellow green green")
    assert answer("base", game) == "claim Emberforge-Fairhaven 1 blue with 1 blue"


@pytest.mark.parametrize(
    ("market", "card"),
    [
        ("red blue yellow green locomotive", "take blue"),
        ("red red yellow green locomotive", "take locomotive"),
        ("red red yellow green green", "draw"),
    ],
)
def test_draws_what_it_lacks_then_a_locomotive_then_from_the_deck(market: str, card: str):
    game = position(tickets=FAR, hand={}, market=market)
    assert answer("base", game) == card
    assert answer("pile", game) == "draw"


def test_plans_again_when_it_is_cut_off():
    """Without Emberforge-Goldenreach the cheapest way from Fairhaven to Goldenreach is by Helios Hold."""
    cut_off = {"tickets": ["Fairhaven-Goldenreach"], "theirs": ["Emberforge-Goldenreach"]}
    game = position(hand={"green": 2, "blue": 1}, market="red red yellow green green", **cut_off)
    assert answer("base", game) == "claim Fairhaven-Helios Hold 2 green with 2 green"


@pytest.mark.parametrize("bot", [*BASE_FAMILY, "hoarder", "pile-ticket-hater"])
def test_claims_the_longest_route_when_its_tickets_are_done(bot: str):
    game = position(hand={"red": 3, "yellow": 2}, market="red red yellow green locomotive", **DONE)
    assert answer(bot, game) in {
        "claim Brightwater-Fairhaven 3 red with 3 red",
        "claim Dawnbreak-Fairhaven 3 grey with 3 red",
    }
    give(game)
    assert answer(bot, game) == "draw"


def test_draws_tickets_with_trains_enough_but_the_ticket_hater_does_not():
    game = position(hand={}, market="red red yellow green locomotive", **DONE)  # 7 trains left
    assert answer("base:ticket_trains=6", game) == "tickets"
    assert answer("base:ticket_trains=7", game) == "draw"
    assert answer("pile:ticket_trains=6", game) == "tickets"
    assert answer("pile-ticket-hater", game) == "draw"


# ---------------------------------------------------------------- the others


def test_random_smart_claims_any_route_of_its_plan():
    game = position(tickets=FAR, hand={"green": 1, "blue": 1}, market="red red yellow green green")
    choices = {answer("random-smart:probability=1", game, seed) for seed in range(40)}
    assert {text.split(" with ")[0] for text in choices} == {
        "claim Emberforge-Fairhaven 1 blue",
        "claim Emberforge-Goldenreach 1 grey",
        "claim Brightwater-Dawnbreak 1 grey",
    }  # never Celestia-Dawnbreak, which is payable but not in the plan


def test_random_smart_draws_any_card_when_it_can_claim_nothing():
    game = position(tickets=FAR, hand={}, market="red red yellow green green")
    choices = {answer("random-smart:probability=1", game, seed) for seed in range(40)}
    assert choices == {"draw", "take red", "take yellow", "take green"}


@pytest.mark.parametrize("bot", ["random-base:probability=1", "fully-random"])
def test_a_random_turn_can_be_anything(bot: str):
    game = position(tickets=FAR, hand={"blue": 1}, market="red red yellow green locomotive")
    assert {answer(bot, game, seed) for seed in range(300)} == {a.text for a in game.legal_actions()}


def test_a_random_turn_is_any_of_the_report_s_whole_turns():
    """Two of the deck, tickets, one red and one of the deck, two reds: four turns; three of them begin with a card."""
    game = position(tickets=FAR, hand={}, market="red red red red red")
    bot, turns = make_agent("fully-random"), []
    for seed in range(2000):
        bot.start(0, seed)
        trial = game.copy()
        turn = []
        while trial.to_move == 0 and turn != ["tickets"]:
            turn.append(bot.act(trial.observe(0), Budget()).text)
            trial.push(turn[-1])
        turns.append(" ".join(turn))
    assert {turn: round(turns.count(turn) / 500) for turn in set(turns)} == {
        "draw draw": 1, "tickets": 1, "take red draw": 1, "take red take red": 1,
    }  # fmt: skip


def test_the_hoarder_draws_until_it_has_most_of_its_plan_and_then_claims_while_it_can():
    """Its plan needs a blue card and five for grey routes (1 + 1 + 3)."""
    game = position(tickets=FAR, hand={"blue": 1, "green": 3}, market="red red yellow green green")
    bot = make_agent("hoarder:threshold=0.7")
    assert answer(bot, game) == "draw"  # 4 of 6 cards, and 0.7 are wanted
    assert answer("hoarder:threshold=0.6", game).startswith("claim")
    give(game, blue=1, green=4)
    assert answer(bot, game) == "claim Emberforge-Fairhaven 1 blue with 1 blue"
    game.push("claim Emberforge-Fairhaven 1 blue with 1 blue")
    end_turn(game)
    give(game, green=1)
    assert bot.act(game.observe(0), Budget()).text.startswith("claim")  # 1 of 5 cards, but it goes on
    game.push(bot.act(game.observe(0), Budget()))
    end_turn(game)
    give(game)
    assert bot.act(game.observe(0), Budget()).text == "draw"
    give(game, green=1)
    assert bot.act(game.observe(0), Budget()).text == "draw"  # it has stopped claiming


def test_the_ticket_hoarder_begins_with_tickets():
    game = position(tickets=FAR, hand={"blue": 1, "green": 4}, market="red red yellow green green")
    assert answer("hoarder-ticket", game) == "tickets"
    claim(game, "Emberforge-Fairhaven")
    end_turn(game)
    assert answer("hoarder-ticket", game) != "tickets"


def test_the_villain_claims_next_to_its_opponent():
    theirs = ["Arindale-Celestia"]
    hand = {"yellow": 2, "blue": 2}
    game = position(tickets=FAR, hand=hand, market="red red yellow green green", theirs=theirs)
    assert answer("base", game) == "claim Emberforge-Fairhaven 1 blue with 1 blue"
    assert answer("villain", game) in {
        "claim Arindale-Brightwater 2 blue with 2 blue",
        "claim Arindale-Dawnbreak 2 yellow with 2 yellow",
        "claim Celestia-Goldenreach 2 yellow with 2 yellow",
    }


def test_greedy_random_claims_anything_and_draws_anything():
    game = position(tickets=FAR, hand={"red": 1}, market="red red yellow green locomotive")
    claims = {a.text for a in game.legal_actions() if a.text.startswith("claim")}
    assert {answer("greedy-random", game, seed) for seed in range(60)} == claims
    give(game)
    cards = {"draw", "take red", "take yellow", "take green", "take locomotive"}
    assert {answer("greedy-random", game, seed) for seed in range(60)} == cards
    assert answer("greedy-random", Game("small:warwick", 2, 1)) == "keep 1 2 3"


def test_take_locomotive_takes_locomotives():
    game = position(tickets=FAR, hand={"blue": 6}, market="red red yellow green locomotive")
    assert {answer("take-locomotive", game, seed) for seed in range(20)} == {"take locomotive"}


# ---------------------------------------------------------------- mixed bots


def test_a_mixed_bot_changes_at_its_turn():
    game = position(tickets=FAR, hand={"yellow": 1, "blue": 1}, market="red red yellow green locomotive")
    early, late = "mixed:first=take-locomotive,second=base,limit=2", "mixed:first=base,second=take-locomotive,limit=2"
    assert answer(early, game) == "take locomotive"
    assert answer(late, game) == "claim Emberforge-Fairhaven 1 blue with 1 blue"
    second_turn = position(
        tickets=FAR,
        hand={"yellow": 1, "blue": 1},
        market="red red yellow green locomotive",
        mine=["Arindale-Celestia"],
    )
    assert answer(early, second_turn) == "claim Emberforge-Fairhaven 1 blue with 1 blue"
    assert answer(late, second_turn) == "take locomotive"


def test_a_mixed_bot_changes_when_few_trains_are_left():
    game = position(hand={"blue": 3}, market="red red yellow green locomotive", **DONE)  # 7 trains left
    assert answer("mixed:first=base,second=take-locomotive,when=trains,limit=6", game).startswith("claim")
    assert answer("mixed:first=base,second=take-locomotive,when=trains,limit=7", game) == "take locomotive"


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("swap-bot", "fully-random", "base"),
        ("swap-bot-2", "base", "fully-random"),
        ("swap-bot-3", "hoarder", "random-base"),
    ],
)
def test_the_swap_bots_of_the_report(name: str, first: str, second: str):
    swap = play_match("small:warwick", [name, "base"], 50, seed=4)
    mixed = play_match("small:warwick", [f"mixed:first={first},second={second}", "base"], 50, seed=4)
    assert (swap.results.totals == mixed.results.totals).all()


@pytest.mark.parametrize("wrong", ["when=never", "first=mixed", "second=swap-bot", "first=nobody"])
def test_what_can_t_be_mixed_is_an_error(wrong: str):
    with pytest.raises(UnknownAgent):
        make_agent(f"mixed:{wrong}")


# ---------------------------------------------------------------- all of them


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("board", ["small", "small:warwick", "mini", "t2r", "new_york", "usa", "usa_1910"])
def test_they_play_every_board_with_every_number_of_players(board: str, players: int):
    players = at_most(load_board(board), players)
    for first in range(0, len(NAMES), players):
        seated = [make_agent(NAMES[(first + seat) % len(NAMES)]) for seat in range(players)]
        assert play_game(board, seated, seed=first).is_over


@settings(max_examples=60)
@given(board=random_boards, names=st.lists(st.sampled_from(NAMES), min_size=1, max_size=5), seed=st.integers(0, 2**32))
def test_they_play_random_boards(board, names: list[str], seed: int):
    seated = [make_agent(name) for name in names[: at_most(board, len(names))]]
    assert play_game(board, seated, seed=seed).is_over


@settings(max_examples=60)
@given(game=games_in_play(), name=st.sampled_from(NAMES), seed=st.integers(0, 2**32))
def test_what_they_do_depends_on_the_observation_only(game: Game, name: str, seed: int):
    if not game.is_over:
        twin = Game.sample(game.observe(game.to_move), seed)
        assert answer(name, game, seed) == answer(name, twin, seed)


@pytest.mark.parametrize("name", NAMES)
def test_the_fast_path_and_the_friendly_path_play_the_same_games(name: str):
    fast = play_match("small:warwick", [name, "base"], 6, seed=5)
    slow = play_match("small:warwick", [ThroughGame(name), ThroughGame("base")], 6, seed=5)
    assert (fast.results.totals == slow.results.totals).all()
    assert (fast.results.decisions == slow.results.decisions).all()


def test_the_ranking_is_sane():
    """By mean wins over all ten, as published: hoarder first, base second, the random ones last."""
    mean = dict.fromkeys(BOTS, 0.0)
    for a, b in combinations(BOTS, 2):
        shares = play_match("small:warwick", [a, b], 3000, seed=6).results.shares.mean(axis=0)
        mean[a] += shares[0] / (len(BOTS) - 1)
        mean[b] += shares[1] / (len(BOTS) - 1)
    ranking = sorted(BOTS, key=lambda bot: -mean[bot])
    assert ranking[:2] == ["hoarder", "base"]
    assert ranking[-2:] == ["greedy-random", "fully-random"]


def test_pile_and_pile_ticket_hater_play_alike_where_nobody_has_trains_for_tickets():
    pile = play_match("small:warwick", ["pile", "base"], 100, seed=7)
    hater = play_match("small:warwick", ["pile-ticket-hater", "base"], 100, seed=7)
    assert (pile.results.totals == hater.results.totals).all()
