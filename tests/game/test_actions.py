"""Actions as values, numbers and text, and what people may type."""

from __future__ import annotations

import pytest

from footplate.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, TakeCard
from footplate.errors import IllegalAction
from footplate.game import Game


@pytest.mark.parametrize("name", ["small", "mini", "t2r", "new_york", "usa", "usa_1910"])
def test_every_action_of_a_board_round_trips(name: str):
    space = Game(name, 2).actions
    actions = list(space)
    assert len({action.text for action in actions}) == len(actions)
    for action in actions:
        assert space.action(space.id(action)) == action
        assert space.parse(action.text) == action
        assert 0 <= space.id(action) < len(space)


def test_texts_read_as_players_speak():
    space = Game("usa", 2).actions
    texts = {action.text for action in space}
    assert {"draw", "take red", "take locomotive", "tickets", "keep 1 3", "pass"} <= texts
    assert "claim Boston-Montreal#1 2 grey with 1 red 1 locomotive" in texts
    assert "claim Helena-Omaha 5 red with 5 red" in texts


def usa() -> Game:
    game = Game("usa", 2, seed=1)
    game.push("keep 1 2")
    game.push("keep 1 2")
    game.record.hand[0] = [2, 0, 2, 0, 0, 0, 0, 0, 1]
    return game


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("DRAW", DrawCard()),
        (" Tickets ", DrawTickets()),
        ("claim boston-montreal 2 red", "claim Boston-Montreal#1 2 grey with 2 red"),
        ("claim montreal–boston 2 red", "claim Boston-Montreal#1 2 grey with 2 red"),
        ("boston montreal 2 red", "claim Boston-Montreal#1 2 grey with 2 red"),
        ("claim Boston-Montreal#2 2 red", "claim Boston-Montreal#2 2 grey with 2 red"),
        ("boston montreal 1 yellow 1 locomotive", "claim Boston-Montreal#1 2 grey with 1 yellow 1 locomotive"),
    ],
)
def test_what_people_type(typed: str, action: object):
    found = usa().parse(typed)
    assert action in (found, found.text)


def test_ambiguous_words_say_what_they_can_mean():
    with pytest.raises(IllegalAction, match=r"can mean: claim Boston-Montreal#1 2 grey with 2 red; .*2 yellow"):
        usa().parse("claim boston-montreal")


@pytest.mark.parametrize("typed", ["", "  ", "fly to the moon", "claim", "keep 9", "take purple", "claim Boston-Miami"])
def test_nonsense_says_what_is_legal(typed: str):
    game = usa()
    with pytest.raises(IllegalAction):
        game.push(typed)


def test_the_message_lists_some_legal_actions():
    with pytest.raises(IllegalAction, match="Legal now: draw; take"):
        usa().parse("fly to the moon")


def test_actions_of_another_board_are_refused():
    foreign = next(action for action in Game("usa", 2).actions if isinstance(action, ClaimRoute))
    with pytest.raises(IllegalAction, match="there is no action"):
        Game("small", 2).push(foreign)


@pytest.mark.parametrize("number", [-1, 10**6])
def test_numbers_outside_the_space_are_refused(number: int):
    with pytest.raises(IllegalAction, match="no action number"):
        Game("small", 2).push(number)


def test_payments():
    space = Game("small", 2).actions
    grey = [a for a in space if isinstance(a, ClaimRoute) and (a.a, a.b) == ("Dawnbreak", "Fairhaven")]
    assert len(grey) == 4 * 3 + 1  # any of four colours with 0, 1 or 2 locomotives, or three locomotives
    assert {a.paid_with for a in grey} == {"red", "yellow", "green", "blue", None}
    assert all(sum(a.cards.values()) == 3 for a in grey)


def test_small_board_action_numbers_cover_the_paper_s_78():
    """6 card draws, tickets and three choices of two, 68 payments; ours adds passing and choices of up to five."""
    actions = list(Game("small", 2).actions)
    cards = [a for a in actions if isinstance(a, DrawCard | TakeCard)]
    choices = [a for a in actions if isinstance(a, KeepTickets) and max(a.numbers) <= 2]
    payments = [a for a in actions if isinstance(a, ClaimRoute)]
    assert len(cards) + 1 + len(choices) + len(payments) == 6 + 1 + 3 + 68 == 78
    assert sum(isinstance(a, Pass) for a in actions) == 1


def test_stored_actions_are_read_exactly():
    space = usa().actions
    for action in space:
        assert space.read(action.text) == action
    for text in ("Draw", " draw", "take  red", "claim boston-montreal#1 2 grey with 2 red", "keep 2 1", "", "claim"):
        with pytest.raises(IllegalAction, match="is not an action here"):
            space.read(text)
