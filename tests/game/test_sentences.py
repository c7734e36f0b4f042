"""Log lines and results, word for word: they are made in one place, from events as data."""

from __future__ import annotations

import random

import pytest

from footplate.actions import (
    ClaimRoute,
    Decline,
    DrawCard,
    DrawTickets,
    GiveCard,
    KeepTickets,
    Kind,
    Pass,
    PayDue,
    TakeCard,
)
from footplate.boards import Ticket, load_board
from footplate.events import Event
from footplate.game import Game
from footplate.outcome import Outcome, Score
from footplate.sentences import by_turn, deed, points_in_words, sentence, turn_deed
from footplate.words import counted, listed

USA = load_board("usa")
FERRY = ClaimRoute(0, "Boston", "Montreal", 1, 6, "red", "red", 1, 6, 2)
CLAIM = ClaimRoute(0, "Boston", "Montreal", 1, 2, "grey", "red", 1)
TICKETS = (Ticket("Montreal", "Atlanta", 9), Ticket("Boston", "Miami", 12))


def event(action, **facts) -> Event:
    return Event(0, 4, action, **facts)


@pytest.mark.parametrize(
    ("happened", "words"),
    [
        (event(DrawCard(), cards=("red",), n_cards=1), "drew 1 card from the deck: red."),
        (event(DrawCard(), cards=None, n_cards=2), "drew 2 cards from the deck."),
        (event(TakeCard("orange")), "took an orange card, face up."),
        (event(TakeCard("locomotive")), "took a locomotive."),
        (event(CLAIM, points=2), "claimed Boston–Montreal with 1 red and 1 locomotive."),
        (event(DrawTickets(), tickets=None, n_tickets=3, n_offered=3), "looked at 3 tickets."),
        (
            event(KeepTickets((1, 2)), tickets=TICKETS, n_tickets=2, n_offered=3),
            "kept 2 of 3 tickets: Montreal–Atlanta (9), Boston–Miami (12).",
        ),
        (event(None, tickets=None, n_tickets=1, n_offered=1), "kept 1 of 1 ticket."),
        (event(Pass()), "passed: nothing was possible."),
        (
            event(CLAIM, turned_up=("blue", "black", "white")),
            "claimed Boston–Montreal with 1 red and 1 locomotive: blue, black and white turned up, no match.",
        ),
        (
            event(CLAIM, turned_up=("blue", "red", "locomotive"), due=2),
            "tried the tunnel Boston–Montreal with 1 red and 1 locomotive: blue, red and locomotive turned up, "
            "2 more asked for.",
        ),
        (event(PayDue("red", 1, 1), due=2), "paid 1 red and 1 locomotive more."),
        (event(PayDue(None, 0, 2), due=2), "paid 2 locomotives more."),
        (event(Decline(), due=2), "took the cards back: the tunnel asked for 2 more."),
        (event(FERRY, due=6), "claimed Boston–Montreal with 3 red, 1 locomotive and 6 others."),
        (event(GiveCard("orange"), due=5), "gave an orange card."),
        (event(GiveCard("locomotive")), "gave a locomotive."),
        (
            event(TakeCard("blue"), redealt=True, reshuffled=True),
            "took a blue card, face up. Too many locomotives lay open: the market was dealt again. "
            "The discard was shuffled into the deck.",
        ),
    ],
)
def test_what_happened_in_words(happened, words):
    assert deed(happened) == words
    assert sentence(happened, ["Ann"]) == f"Ann {words}"


def test_with_its_board_cities_are_written_as_on_the_map_and_locomotives_counted():
    assert deed(event(CLAIM), USA) == "claimed Boston–Montréal with 1 red and 1 locomotive."
    kept = event(KeepTickets((1,)), tickets=TICKETS[:1], n_tickets=1, n_offered=3)
    assert deed(kept, USA) == "kept 1 of 3 tickets: Montréal–Atlanta (9)."
    assert "Three locomotives lay open" in deed(event(TakeCard("red"), redealt=True), USA)


def drawn(*cards: str, **facts) -> Event:
    return event(DrawCard(), cards=cards, n_cards=len(cards), **facts)


HIDDEN = event(DrawCard(), cards=None, n_cards=1)
OFFERED = event(DrawTickets(), tickets=None, n_tickets=3, n_offered=3)


TUNNEL = event(CLAIM, turned_up=("blue", "red", "locomotive"), due=2)


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (
            [TUNNEL, event(PayDue("red", 2, 0), due=2, reshuffled=True)],
            "claimed Boston–Montréal with 1 red and 1 locomotive, then 2 red more: blue, red and locomotive turned up. "
            "The discard was shuffled into the deck.",
        ),
        (
            [TUNNEL, event(Decline(), due=2)],
            "took the cards back: blue, red and locomotive turned up, the tunnel Boston–Montréal asked for 2 more.",
        ),
        (
            [FERRY, *map(GiveCard, ["blue", "green", "blue", "blue", "green", "locomotive"])],
            "claimed Boston–Montréal with 3 red, 1 locomotive and 6 others: 3 blue, 2 green and 1 locomotive.",
        ),
        ([TakeCard("yellow"), HIDDEN], "took 2 cards: yellow face up, 1 from the deck."),
        ([TakeCard("yellow"), drawn("red")], "took 2 cards: yellow face up, 1 from the deck (red)."),
        ([TakeCard("yellow"), TakeCard("red")], "took 2 cards: yellow and red face up."),
        ([HIDDEN, HIDDEN], "took 2 cards from the deck."),
        ([drawn("red"), drawn("locomotive")], "took 2 cards from the deck: red and locomotive."),
        (
            [drawn("red"), drawn("blue", reshuffled=True)],
            "took 2 cards from the deck: red and blue. The discard was shuffled into the deck.",
        ),
        ([TakeCard("red")], "took a red card, face up."),
        ([OFFERED], "looked at 3 tickets."),
        ([OFFERED, event(None, tickets=None, n_tickets=1, n_offered=3)], "drew tickets and kept 1 of 3."),
        (
            [OFFERED, event(KeepTickets((2,)), tickets=TICKETS[:1], n_tickets=1, n_offered=3)],
            "drew tickets and kept 1 of 3: Montréal–Atlanta (9).",
        ),
        (
            [event(KeepTickets((1,)), tickets=None, n_tickets=1, n_offered=1), CLAIM],
            "kept 1 of 1 ticket. Then claimed Boston–Montréal with 1 red and 1 locomotive.",
        ),
    ],
)
def test_a_turn_is_one_line_of_the_log(turn, words):
    assert turn_deed([one if isinstance(one, Event) else event(one) for one in turn], USA) == words


def test_turns_hold_all_events_in_their_order():
    game, chance = Game("usa", 3, 5), random.Random(5)
    while not game.is_over:
        game.push(chance.choice(game.legal_actions()))
    turns = by_turn(game.history)
    assert [event for turn in turns for event in turn] == list(game.history)
    assert all(len({(event.seat, event.turn) for event in turn}) == 1 for turn in turns)
    assert max(map(len, turns)) == 2


def test_an_event_has_its_kind_though_the_action_is_hidden():
    game = Game("usa", 2, 1)
    kept = game.push(game.legal_actions()[0])
    assert (kept.kind, kept.seen_by(1).kind, kept.seen_by(1).action) == (Kind.KEEP, Kind.KEEP, None)
    assert all(action.text.startswith(action.kind) for action in game.actions)


def test_counts_and_lists():
    assert (counted(1, "card"), counted(0, "card")) == ("1 card", "0 cards")
    assert (listed(["a"]), listed(["a", "b", "c"]), listed("ab", "or")) == ("a", "a, b and c", "a or b")


@pytest.mark.parametrize(
    ("totals", "words"),
    [
        ((57.0, 46.0), "Ann wins by 11."),
        ((6.562516818741196, 4.045516), "Ann wins by 2.51."),  # 6.56 and 4.05 is what the table shows
        ((4.046, 4.0451), "Ann wins by less than 0.01."),
        ((5.5,), "Ann ends with 5.50 points."),
        ((1.0,), "Ann ends with 1 point."),
    ],
)
def test_points_are_told_as_they_are_shown(totals, words):
    scores = tuple(Score(total, *[0] * 8) for total in totals)
    assert Outcome(scores, (0,), "the deck is empty", "reward").sentence(["Ann", "Bob"]) == words


def test_points_have_two_decimals_where_they_are_not_whole():
    assert [points_in_words(x) for x in (7, 6.998, -28.0, 0.5, -0.001)] == ["7", "7", "-28", "0.50", "0"]
