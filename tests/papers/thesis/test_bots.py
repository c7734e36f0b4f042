"""The three players of the MIT thesis: single decisions on its board, and its tables."""

from __future__ import annotations

import numpy as np
import pytest

from footplate.arena import play_match
from footplate.game import Game
from tests.support.bots.planner import answer, build, give, hold_tickets

BOTS = ("t2r-random", "t2r-frugal", "t2r-greedy")


def t2r(**cards: int) -> Game:
    """Tickets City 1-City 5 and City 2-City 3; the shortest ways are 1-3-5 (red, then red or yellow) and 2-6-5-3."""
    game = Game("t2r", 2, seed=1)
    give(game, 0, **cards)
    return game


def answers(game: Game, spec: str) -> set[str]:
    return {answer(game, spec, seed) for seed in range(40)}


@pytest.mark.parametrize("bot", BOTS)
def test_who_can_pay_for_nothing_draws(bot: str):
    assert answers(t2r(white=1), bot) == {"draw"}


def test_random_claims_any_route_that_it_can_pay():
    found = answers(t2r(black=1, red=1), "t2r-random")
    assert {text.split(" with")[0] for text in found} == {
        "claim City 0-City 4#1 1 black",
        "claim City 2-City 6 1 black",
        "claim City 3-City 5#1 1 red",
        "claim City 4-City 5#2 1 red",
    }


def test_greedy_prefers_what_brings_both_tickets_nearer():
    """2-6 brings one ticket nearer by 1, 3-5 both of them."""
    assert answers(t2r(yellow=1, black=1), "t2r-greedy") == {"claim City 3-City 5#2 1 yellow with 1 yellow"}


def test_greedy_draws_rather_than_claim_what_brings_it_no_nearer():
    assert answers(t2r(blue=1), "t2r-greedy") == {"draw"}  # 4-5 lies on no shortest way


def test_frugal_waits_until_it_can_pay_for_a_whole_path():
    assert answers(t2r(red=2), "t2r-frugal") == {"draw"}
    assert len(answers(t2r(red=3), "t2r-frugal")) == 2  # 1-3, and the red track of 3-5
    assert {text.split(" with")[0] for text in answers(t2r(red=2, yellow=1), "t2r-frugal")} == {
        "claim City 1-City 3 2 red",
        "claim City 3-City 5#2 1 yellow",
    }


def test_frugal_shares_out_its_cards_among_double_routes():
    """4-5 takes blue or red and 3-5 red or yellow: with one red and one yellow there is only one way to pay both."""
    game = t2r()
    hold_tickets(game, 0, "City 2-City 3")
    build(game, 0, "City 2-City 6", "City 0-City 6", "City 0-City 4")
    give(game, 0, red=1, yellow=1)
    assert {text.split(" with")[0] for text in answers(game, "t2r-frugal")} == {
        "claim City 3-City 5#2 1 yellow",
        "claim City 4-City 5#2 1 red",
    }


def test_frugal_waits_again_when_it_is_interrupted():
    game = t2r(red=3)
    build(game, 1, "City 1-City 3")
    give(game, 0, red=3)
    assert answers(game, "t2r-frugal") == {"draw"}


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("board", ["small", "mini", "new_york", "usa", "t2r:different"])
def test_they_play_other_boards_to_the_end(board: str, bot: str):
    result = play_match(board, [bot, "t2r-greedy"], 10, seed=4)
    assert result.results.decisions.min() > 3


# Cells with the random player are left out: ours earns 0.1 to 0.7 more than the thesis's, because by our rules nobody
# claims the second track of a double route too. With that allowed all cells agree as well as these.
PUBLISHED = {  # Tables A.1 and 5.2: mean reward of the first and of the second player, wins of the first in 1,000 games
    ("greedy", "greedy"): (5.34, 5.14, 553),
    ("greedy", "frugal"): (5.61, 4.29, 894),
    ("frugal", "greedy"): (4.42, 5.57, 148),
    ("frugal", "frugal"): (4.87, 4.77, 529),
}


def test_rewards_and_wins_are_near_the_published_ones():
    for (first, second), (reward, other_reward, wins) in PUBLISHED.items():
        r = play_match("t2r", [f"t2r-{first}", f"t2r-{second}"], 4000, seed=8).results
        begins = r.seat_of[:, 0] == 0
        mine, theirs = r.totals[begins, 0], r.totals[begins, 1]
        assert abs(np.mean(mine) - reward) < 0.3
        assert abs(np.mean(theirs) - other_reward) < 0.3
        assert abs(np.mean(mine > theirs) - wins / 1000) < 0.15
