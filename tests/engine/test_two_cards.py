"""Two cards as one decision: what can be taken, when the market is filled, and bots that name one after the other."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from footplate import Game, load_board, play_match
from footplate.actions import ClaimRoute, DrawTwo
from footplate.agents import make_agent
from footplate.agents.base import Budget, Decision
from footplate.boards import Board
from footplate.engine.two_cards import pair_of, split_pair
from footplate.errors import InvalidBoard
from tests.support.claim_boards import alps, put_on_top
from tests.support.invariants import check_state
from tests.support.positions import empty_the_deck, set_market, started


def draws(game: Game) -> set[str]:
    return {action.text for action in game.legal_actions() if not isinstance(action, ClaimRoute)}


def with_two_cards(board: Board) -> Board:
    return replace(board, rules=replace(board.rules, two_cards_at_once=True))


def warwick() -> Game:
    return started("small:warwick+pairs", seed=4)


def test_any_two_cards_of_the_table_are_one_decision():
    game = warwick()
    set_market(game, ["red", "red", "blue", "green", "locomotive"])
    assert draws(game) == {
        "tickets", "take locomotive", "cards deck deck", "cards deck red", "cards deck blue", "cards deck green",
        "cards red red", "cards red green", "cards red blue", "cards green blue",
    }  # fmt: skip


def test_the_first_card_is_not_replaced_before_the_second():
    game = warwick()
    set_market(game, ["red", "blue", "blue", "green", "green"])
    assert "cards red red" not in draws(game)
    put_on_top(game, "yellow", "red")
    seat, before = game.to_move, game.hand_of(game.to_move)
    event = game.push("cards red blue")
    gained = {card: n - before[card] for card, n in game.hand_of(seat).items() if n > before[card]}
    assert gained == {"red": 1, "blue": 1}
    assert dict(game.market) == {"red": 1, "yellow": 1, "green": 2, "blue": 1, "locomotive": 0}
    assert game.to_move != seat
    assert (event.cards, event.n_cards) == ((), 0)
    check_state(game)


def test_one_of_each_tells_others_the_open_card_only():
    game = warwick()
    set_market(game, ["red", "red", "blue", "blue", "blue"])
    put_on_top(game, "red", "green")
    event = game.push("cards deck red")
    assert (event.cards, event.n_cards) == (("red",), 1)
    assert event.seen_by(1 - event.seat).cards is None
    game = warwick()
    put_on_top(game, "red", "green")
    assert sorted(game.push("cards deck deck").cards) == ["green", "red"]


def test_the_last_card_is_drawn_alone():
    game = warwick()
    set_market(game, ["red"])
    empty_the_deck(game)
    assert draws(game) == {"take red", "tickets"}
    game = warwick()
    set_market(game, ["red", "red"])
    empty_the_deck(game)
    assert draws(game) == {"cards red red", "tickets"}


def test_a_face_up_locomotive_may_be_one_of_the_two_where_it_is_an_ordinary_card():
    game = started(alps(two_cards_at_once=True, face_up_locomotive_counts_as_two_draws=False))
    set_market(game, ["red", "locomotive", "locomotive", "blue", "blue"])
    assert {"cards red locomotive", "cards locomotive locomotive", "cards deck locomotive"} <= draws(game)
    assert "take locomotive" not in draws(game)


@pytest.mark.parametrize("name", ["small:warwick+pairs", "usa"])
def test_every_pair_has_a_number_that_reads_back(name):
    board = with_two_cards(load_board(name))
    game = Game(board, 2, seed=1)
    pairs = [action for action in game.actions if isinstance(action, DrawTwo)]
    n = len(board.colors) + 1
    assert len(pairs) == n * (n + 1) // 2
    b = game.tables.record
    for pair in pairs:
        number = game.actions.id(pair)
        one, other = split_pair(b, number)
        assert pair_of(b, one, other) == pair_of(b, other, one) == number
        assert game.actions.parse(pair.text) == pair


@pytest.mark.parametrize("special", [{"objective": {"tickets_to_win": 2}}, {"decay": 0.9}])
def test_races_and_the_progress_game_draw_otherwise(special):
    with pytest.raises(InvalidBoard, match="two_cards_at_once doesn't go with"):
        alps(two_cards_at_once=True, **special)


def test_the_rule_is_written_and_read_back():
    board = with_two_cards(load_board("small"))
    assert Board.from_json(board.to_json()).rules == board.rules
    assert load_board("small:warwick+pairs").rules == with_two_cards(load_board("small:warwick")).rules


@pytest.mark.parametrize(
    "name", ["base", "greedy", "planner", "racer", "guided-ismcts:iterations=20", "cf-base", "hungry", "villain"]
)
def test_bots_that_name_one_card_after_the_other_name_pairs(name):
    """The first card that the bot takes is in its hand when it names the second, and the game is as it was."""
    agent, seen = make_agent(name), 0
    for seed in range(30):
        game = Game("small:warwick+pairs", 2, seed=seed)
        rng = random.Random(seed)
        agent.start(0, seed)
        for _ in range(25):
            if game.is_over:
                break
            observation = game.observe(game.to_move)
            before = observation.records.tobytes()
            answer = agent.act(observation, Budget())
            action = answer.action if isinstance(answer, Decision) else answer
            assert observation.records.tobytes() == before
            assert action in observation.legal_actions()
            seen += isinstance(action, DrawTwo)
            game.push(rng.choice([action, rng.choice(game.legal_actions())]))
    assert seen > 20


def test_a_bot_takes_two_cards_that_its_plan_lacks():
    """One that is asked for the second card without the first in hand would take the same colour again."""
    result = play_match("small:warwick+pairs", ["base", "random"], games=400, seed=1)
    assert result.agents[0].win_rate.mean > 0.8
