"""The report's printed game (Listing 11.5): base against CMCTS. Tickets and hands are not printed, so all are tried.

Its eight turns are replayed for every pair of tickets, and for every hand and draw that the payments leave open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

import pytest

from footplate.agents import Budget, make_agent
from footplate.arena import play_match
from footplate.boards import load_board
from footplate.errors import UnknownAgent
from footplate.game import Game
from tests.support.asking import ThroughGame
from tests.support.bots.warwick import answer, position
from tests.support.positions import give, set_market

# The claims of both, turn by turn; "" is a turn with cards.
BASE = [
    "Emberforge-Fairhaven",
    "Emberforge-Goldenreach",
    "",
    "",
    "Brightwater-Fairhaven",
    "",
    "Dawnbreak-Fairhaven",
    "",
]
CMCTS = ["Brightwater-Dawnbreak", "Dawnbreak-Emberforge", "", "Arindale-Celestia", "Celestia-Dawnbreak", "",
         "Arindale-Goldenreach"]  # fmt: skip
# What base does in each turn, and what it pays. The first card of a turn is all that is known of it.
TURNS = (
    ("claim Emberforge-Fairhaven 1 blue with 1 blue", Counter(blue=1)),
    ("claim Emberforge-Goldenreach 1 grey with 1 yellow", Counter(yellow=1)),
    ("take locomotive", Counter()),
    ("draw", Counter()),
    ("claim Brightwater-Fairhaven 3 red with 3 locomotive", Counter(locomotive=3)),
    ("draw", Counter()),
    ("claim Dawnbreak-Fairhaven 3 grey with 3 yellow", Counter(yellow=3)),
    ("draw", Counter()),
)
KINDS = ("red", "yellow", "green", "blue", "locomotive")
# What the market shows is not printed either: two colours, in turn 3 a locomotive too.
MARKETS = [f"{a} {a} {b} {b}" for a, b in combinations(KINDS[:-1], 2)]

Hand = Counter[str]


def begin_turn(tickets: tuple[str, ...], turn: int) -> Game:
    return position(
        tickets=tickets, hand={}, market="red red yellow green green", mine=BASE[:turn], theirs=CMCTS[:turn]
    )


def hands_before(turn: int, hand: Hand) -> Iterator[Hand]:
    """The hand with which a turn begins, from that before the one before: base drew in turns 3, 4 and 6."""
    if turn == 3:
        yield hand + Counter(locomotive=1)
    elif turn in (4, 6):
        yield from (hand + Counter(two) for two in combinations_with_replacement(KINDS, 2))
    else:
        yield hand


def can_play(bot: str, begun: Game, hand: Hand, turn: int) -> bool:
    """Whether the bot plays its turn of the listing with this hand, in one of the markets."""
    text, paid = TURNS[turn]
    if hand & paid != paid:
        return False
    agent = make_agent(bot)
    for market in MARKETS if "claim" not in text else MARKETS[:1]:
        game = begun.copy()
        fifth = "locomotive" if text == "take locomotive" else market.split()[0]
        set_market(game, [*market.split(), fifth])
        try:
            give(game, 0, **hand)
        except (AssertionError, ValueError):
            continue  # there are not so many cards of a colour
        if answer(agent, game) == text:
            return True
    return False


def lasts(bot: str, tickets: tuple[str, ...]) -> int:
    """How many of base's turns of the listing the bot can play with these tickets."""
    first = [Counter(two) + Counter(["blue", "yellow"]) for two in combinations_with_replacement(KINDS, 2)]
    hands = {tuple(sorted(hand.elements())) for hand in first}
    for turn, (_, paid) in enumerate(TURNS):
        begun = begin_turn(tickets, turn)
        left = [Counter(hand) - paid for hand in hands if can_play(bot, begun, Counter(hand), turn)]
        hands = {tuple(sorted(more.elements())) for hand in left for more in hands_before(turn + 1, hand)}
        if not hands:
            return turn
    return len(TURNS)


def test_the_listing_shows_which_tickets_base_kept():
    """Two of these three; with no other two does it play the eight turns, whatever is in its hand and on the table."""
    tickets = [f"{ticket.a}-{ticket.b}" for ticket in load_board("small:warwick").tickets]
    played = {pair: lasts("base:mode=as_described", pair) for pair in combinations(tickets, 2)}
    of = ("Brightwater-Emberforge", "Brightwater-Goldenreach", "Fairhaven-Goldenreach")
    assert {pair for pair, turns in played.items() if turns == len(TURNS)} == set(combinations(of, 2))
    assert max(turns for pair, turns in played.items() if not set(pair) < set(of)) < 4


def test_the_listing_does_not_show_whether_locomotives_come_first():
    assert lasts("base", ("Brightwater-Emberforge", "Fairhaven-Goldenreach")) == len(TURNS)


@pytest.mark.parametrize("bot", ["base", "random-smart", "random-base", "hoarder", "villain", "pile", "hoarder-ticket",
                                 "pile-ticket-hater"])  # fmt: skip
def test_as_described_they_keep_the_first_two_of_three(bot: str):
    """As base does in both games of the listing."""
    agent = make_agent(f"{bot}:mode=as_described")
    for seed in range(5):
        game = Game("small:warwick", 2, seed)
        agent.start(0, seed)
        assert agent.act(game.observe(0), Budget()).text == "keep 1 2"


def test_as_described_a_locomotive_comes_first():
    game = position(
        tickets=["Fairhaven-Goldenreach", "Brightwater-Emberforge"], hand={}, market="red blue yellow green locomotive"
    )
    assert answer("base", game) == "take blue"
    assert answer("base:mode=as_described", game) == "take locomotive"


def ticket_offer(mine: list[str], theirs: list[str]) -> Game:
    """Seat 1, whose ticket is done, looks at new ones."""
    game = position(
        tickets=["Celestia-Emberforge"], hand={}, market="red red yellow green green", mine=mine, theirs=theirs
    )
    game.push("tickets")
    return game


def test_as_described_it_keeps_the_first_new_ticket_that_has_a_path():
    """Helios Hold is shut off; three of the eight tickets lead there."""
    mine = ["Celestia-Goldenreach", "Emberforge-Goldenreach", ""]
    theirs = ["Emberforge-Helios Hold", "Fairhaven-Helios Hold", "Goldenreach-Helios Hold"]
    game = ticket_offer(mine, theirs)
    offered = [game.tables.tickets[t] for t in game.record.offer[:3]]
    claimable = [i for i, ticket in enumerate(offered, 1) if "Helios Hold" not in (ticket.a, ticket.b)]
    assert answer("base:mode=as_described", game) == f"keep {claimable[0]}"


def test_as_described_it_looks_at_tickets_only_if_one_may_have_a_path():
    """With one train left and the shortest routes gone, every other ticket is out of reach."""
    done = {"tickets": ["Celestia-Emberforge"], "mine": ["Celestia-Goldenreach", "Emberforge-Goldenreach"]}
    done["theirs"] = ["Emberforge-Fairhaven", "Arindale-Celestia"]
    game = position(hand={}, market="red red yellow green green", **done)
    assert answer("base:mode=as_described,ticket_trains=0", game) == "tickets"
    game.record.trains[0] = 1
    assert answer("base:mode=as_fitted,ticket_trains=0", game) == "tickets"
    assert answer("base:mode=as_described,ticket_trains=0", game) == "draw"


def test_another_mode_is_an_error():
    with pytest.raises(UnknownAgent, match="mode='as_published' must be as_fitted or as_described"):
        make_agent("base:mode=as_published")


def test_as_described_the_fast_path_and_the_friendly_path_play_the_same_games():
    bots = ["hoarder:mode=as_described", "random-base:mode=as_described"]
    fast = play_match("small:warwick+pairs", bots, 6, seed=5)
    slow = play_match("small:warwick+pairs", list(map(ThroughGame, bots)), 6, seed=5)
    assert (fast.results.totals == slow.results.totals).all()
