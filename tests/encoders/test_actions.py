"""Action codes: every legal action has a code, every legal code an action, and both mean the same."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given

from footplate import Game
from footplate.actions import ClaimRoute
from footplate.boards import load_board
from footplate.boards.analysis import board_stats
from footplate.encoders import make_actions
from footplate.encoders.any_code import ANY_CLAIMS, ANY_SPECIAL
from footplate.engine.layout import KINDS, LOCO, PAIR, SCRATCH, TAKE, new_records
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError
from tests.support.strategies import games_in_play


def legal_codes(code, game):
    mask = np.ones((1, code.size), np.bool_)
    code.mask(game.records, new_records(SCRATCH), mask)
    return set(mask[0].nonzero()[0].tolist())


@pytest.mark.parametrize("name", ["full", "lean", "slots", "any"])
@given(game=games_in_play())
def test_codes_and_actions_agree(name, game):
    code = make_actions(name, game.tables)
    numbers = [game.actions.id(action) for action in game.legal_actions()]
    legal = legal_codes(code, game)
    assert legal == {int(code.encode(game.records, [number])[0]) for number in numbers}
    for one in legal:
        number = int(code.decode(game.records, [one])[0])
        assert number in numbers
        assert code.encode(game.records, [number]).tolist() == [one]


@pytest.mark.parametrize("players", [1, 2])
def test_squares_are_draws_and_claims(players):
    game, rng = Game("t2r", players, seed=2), random.Random(2)
    code = make_actions("squares", game.tables)
    assert code.size == 344
    while not game.is_over:
        legal = {code.text(one): one for one in legal_codes(code, game)}
        for action in game.legal_actions():
            (one,) = code.encode(game.records, [game.actions.id(action)])
            words = f"claim {action.a}-{action.b} with {action.paid_with}" if isinstance(action, ClaimRoute) else "draw"
            assert legal.pop(words) == one
            assert game.actions.action(int(code.decode(game.records, [one])[0])) == action
        assert not legal
        game.push(rng.choice(game.legal_actions()))


def test_a_place_of_slots_is_the_card_that_lies_there():
    """Cards are laid out by kind; the first of equal ones stands for all."""
    game = Game("small", seed=3)
    while game.phase.name == "FIRST_TICKETS":
        game.push(game.legal_actions()[0])
    code = make_actions("slots", game.tables)
    cards = [card for card, n in game.market.items() for _ in range(n)]
    firsts = {cards.index(card): card for card in cards}
    places = [one for one in legal_codes(code, game) if 1 <= one <= 5]
    assert [one - 1 for one in places] == sorted(firsts)
    for one in places:
        assert game.actions.action(int(code.decode(game.records, [one])[0])).text == f"take {firsts[one - 1]}"


def test_squares_need_a_board_of_draws_and_claims():
    with pytest.raises(FootplateError, match="as on t2r; usa has other actions"):
        make_actions("squares", make_tables(load_board("usa"), 2))


@pytest.mark.parametrize("name", ["lean", "any"])
@given(game=games_in_play())
def test_lean_spends_the_fewest_cards_of_any_kind_and_then_the_fewest_locomotives(name, game):
    code = make_actions(name, game.tables)
    for action in game.legal_actions():
        (one,) = code.encode(game.records, [game.actions.id(action)])
        back = game.actions.action(int(code.decode(game.records, [one])[0]))
        if isinstance(action, ClaimRoute):
            same = [a for a in game.legal_actions() if isinstance(a, ClaimRoute) and a.route == action.route]
            least = min((a.others, a.locomotives) for a in same if a.paid_with == action.paid_with)
            assert (back.route, back.paid_with) == (action.route, action.paid_with)
            assert (back.others, back.locomotives) == least
        else:
            assert back == action


def test_sizes():
    assert make_actions("lean", make_tables(load_board("usa"), 2)).size == 919
    small = make_tables(load_board("small"), 2)
    assert make_actions("full", small).size == len(Game("small").actions)
    assert make_actions("slots", small).size == board_stats(small.board).actions == 78


def test_any_has_the_same_numbers_everywhere():
    boards = ("mini", "small:warwick+pairs", "usa", "germany")
    mini, small, usa, germany = (make_actions("any", make_tables(load_board(name), 2)) for name in boards)
    assert {code.size for code in (mini, small, usa, germany)} == {ANY_SPECIAL[-1]}
    for code in (mini, small, usa):
        assert [code.text(one) for one in (0, 1, 9, 10, 11, 42)] == [
            "draw", "take red", "take locomotive", "tickets", "keep 1", "pass",
        ]  # fmt: skip
    first, nothing = ANY_CLAIMS, "nothing on this board"
    assert usa.text(first + 2 * KINDS + LOCO).endswith(" with locomotive")
    assert (mini.text(first + 3 * KINDS), mini.text(first + KINDS + 3)) == (nothing, nothing)  # 3 routes and colours
    assert germany.text(ANY_SPECIAL[TAKE]) == "passenger red"
    pairs = [small.text(ANY_SPECIAL[PAIR] + i) for i in (2, 14, 15, 45, 54)]  # with four colours
    assert pairs == ["cards red red", "cards blue blue", nothing, nothing, nothing]


def test_texts():
    tables = make_tables(load_board("usa"), 2)
    lean, full = make_actions("lean", tables), make_actions("full", tables)
    assert [lean.text(code) for code in (0, 1, 9, 10, 11, 17, 18)] == [
        "draw", "take red", "take locomotive", "tickets", "keep 1", "keep 1 2 3", "pass",
    ]  # fmt: skip
    route = tables.board.routes[0]
    assert lean.text(19).startswith(f"claim {route.a}-{route.b}")
    assert lean.text(19).endswith(" with red")
    assert len({lean.text(code) for code in range(lean.size)}) == lean.size
    assert full.text(0) == "draw"
    slots = make_actions("slots", tables)
    assert [slots.text(code) for code in (0, 1, 5, 6, 7, 13)] == [
        "draw", "take the card in place 1", "take the card in place 5", "tickets", "keep 1", "keep 1 2 3",
    ]  # fmt: skip
    assert slots.text(14) == full.text(full.size - slots.size + 14)
    assert len({slots.text(code) for code in range(slots.size)}) == slots.size
    with pytest.raises(FootplateError, match="no code 919 among the 919 lean ones of usa"):
        lean.text(919)
    with pytest.raises(FootplateError, match="no action code 'fat'; there are full, lean, squares, slots, any"):
        make_actions("fat", tables)
    with pytest.raises(FootplateError, match="but it must be 1 whole numbers, one for each game"):
        lean.decode(Game("usa").records, [1, 2])
