"""Single rulings, each as docs/rules.md states it, on positions set up for the purpose."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest

from footplate.actions import ClaimRoute, DrawCard, DrawTickets, Pass, TakeCard
from footplate.boards import Board, load_board
from footplate.engine.layout import HELD, IN_DECK, LOCO, PLAYERS
from footplate.errors import IllegalAction, InvalidArgument
from footplate.game import Game
from footplate.sentences import sentence
from footplate.view import Phase
from tests.support.invariants import check_state
from tests.support.positions import (
    empty_the_deck,
    end_turn,
    finished,
    give,
    hold,
    kind,
    lay,
    level,
    move_cards,
    set_market,
    started,
)

# ---------------------------------------------------------------- the deal


@pytest.mark.parametrize(("name", "cards", "tickets"), [("usa", 4, 3), ("new_york", 2, 2), ("usa_1910", 4, 5)])
def test_the_deal(name: str, cards: int, tickets: int):
    game = Game(name, 2, seed=3)
    assert game.hand_sizes == (cards, cards)
    assert sum(game.market.values()) == 5
    assert len(game.observe(0).offer) == tickets
    assert game.phase is Phase.FIRST_TICKETS
    assert game.deck_size == {"usa": 110, "new_york": 44, "usa_1910": 110}[name] - 2 * cards - 5


def test_first_tickets_keep_two_of_three_and_everybody_chooses():
    game = Game("usa", 3, seed=1)
    for seat in range(3):
        assert game.to_move == seat
        assert {action.text for action in game.legal_actions()} == {"keep 1 2", "keep 1 3", "keep 2 3", "keep 1 2 3"}
        game.push("keep 1 3")
    assert game.ticket_counts == (2, 2, 2)
    assert (game.to_move, game.phase, game.turn) == (0, Phase.TURN, 0)
    assert game.tickets_left == 30 - 6


def test_returned_tickets_go_to_the_bottom():
    game = Game("usa", 2, seed=1)
    back = game.observe(0).offer[1]
    game.push("keep 1 3")
    s = game.record
    assert game.tables.tickets[s.ticket_deck[(s.ticket_head + s.ticket_n - 1) % 30]] == back


def test_the_last_players_of_a_short_ticket_deck_get_fewer_first_tickets():
    game = Game("small:warwick", 4, seed=1)  # 8 tickets, 3 for each of 4 players
    offers = []
    while game.phase is Phase.FIRST_TICKETS:
        offers.append(len(game.observe(game.to_move).offer))
        game.push(game.legal_actions()[-1])
    assert offers == [3, 3, 2]
    assert game.ticket_counts == (3, 3, 2, 0)


# ---------------------------------------------------------------- cards


def test_two_cards_a_turn_with_replacement_in_between():
    game = started()
    set_market(game, ["red", "red", "blue", "green", "white"])
    game.push("take red")
    assert (game.phase, game.to_move) == (Phase.SECOND_CARD, 0)
    assert sum(game.market.values()) == 5
    assert not any(isinstance(a, ClaimRoute | DrawTickets) for a in game.legal_actions())
    game.push("draw")
    assert (game.phase, game.to_move) == (Phase.TURN, 1)
    assert game.hand_sizes == (6, 4)


def test_a_face_up_locomotive_is_the_whole_turn_and_never_the_second_card():
    game = started()
    set_market(game, ["locomotive", "red", "blue", "green", "white"])
    first = game.copy()
    first.push("take locomotive")
    assert first.to_move == 1
    game.push("take red")
    assert TakeCard("locomotive") not in game.legal_actions()
    with pytest.raises(IllegalAction, match="not legal now"):
        game.push("take locomotive")


def test_a_locomotive_from_the_deck_is_an_ordinary_card():
    game = started()
    s = game.record
    i = list(s.deck[: s.deck_n]).index(LOCO)
    s.deck[i], s.deck[s.deck_n - 1] = s.deck[s.deck_n - 1], s.deck[i]
    before = game.hand_of(0)["locomotive"]
    game.push("draw")
    assert game.hand_of(0)["locomotive"] == before + 1
    assert game.phase is Phase.SECOND_CARD


def test_three_face_up_locomotives_are_dealt_again():
    game = started()
    set_market(game, ["locomotive", "locomotive", "red", "blue", "green"])
    s = game.record
    deck = list(s.deck[: s.deck_n])
    deck.remove(LOCO)
    s.deck[: s.deck_n] = [*deck, LOCO]
    event = game.push("take red")
    assert event.redealt
    assert game.market["locomotive"] < 3
    assert sum(game.discard.values()) >= 5
    assert "dealt again" in sentence(event, ["Ann", "Bob"])


@pytest.mark.parametrize("seed", range(5))
def test_the_market_is_dealt_again_as_often_as_it_takes(seed):
    """Nine other cards among sixty locomotives: three of them lie open after hundreds of deals, but they will."""
    board = load_board("mini").with_rules(colors=["red", "yellow", "blue"], cards_per_color=3, locomotives=60)
    game = Game(board, 2, seed)
    assert game.market["locomotive"] < 3
    assert sum(game.market.values()) == 5
    check_state(game)


@pytest.mark.parametrize("action", ["draw", "tickets"])
def test_every_action_looks_at_the_market_again(action):
    game = started()
    set_market(game, ["locomotive", "locomotive", "locomotive", "red", "blue"])
    event = game.push(action)
    assert event.redealt
    assert game.market["locomotive"] < 3
    check_state(game)


def locomotives_only(others: int) -> Game:
    """Three locomotives lie open, and of the other cards only so many are in the market, the deck and the discard."""
    game = started("small")
    give(game, seat=0)
    give(game, seat=1)
    set_market(game, ["locomotive", "locomotive", "locomotive", "red", "blue"])
    s = game.record
    for card in game.board.colors:
        n = list(s.deck[: s.deck_n]).count(kind(game, card))
        left = min(n, others - 2) if card == "red" else 0
        move_cards(game, card, n - left, "deck", "hand", seat=0)
        move_cards(game, card, int(s.discard[kind(game, card)]), "discard", "hand", seat=0)
    assert (s.deck[: s.deck_n] != LOCO).sum() == others - 2
    return game


def test_a_market_that_cannot_get_better_stays():
    game = locomotives_only(others=2)
    event = game.push("draw")
    assert not event.redealt
    assert game.market["locomotive"] == 3
    check_state(game)


def test_one_other_card_more_and_the_market_is_dealt_again():
    game = locomotives_only(others=3)
    event = game.push("tickets")
    assert event.redealt
    assert game.market["locomotive"] == 2


def test_a_payment_can_help_a_market_that_had_to_stay():
    game = locomotives_only(others=2)
    claim = next(a for a in game.legal_actions() if isinstance(a, ClaimRoute) and a.locomotives == 0)
    event = game.push(claim)
    assert event.redealt
    assert game.market["locomotive"] < 3
    check_state(game)


def test_face_up_cards_may_be_taken_when_deck_and_discard_are_empty():
    game = started("small")
    empty_the_deck(game)
    card = next(card for card, n in game.market.items() if n and card != "locomotive")
    game.push(f"take {card}")
    assert sum(game.market.values()) == 4, "nothing is there to fill the place"


def test_first_tickets_of_the_last_players_are_what_others_put_back():
    """Five players and six tickets, three for each: the third is offered what the first two rejected."""
    board = load_board("small:warwick")
    board = board.with_rules(name="six-tickets", tickets=board.data["tickets"][:6])
    game = Game(board, 5, seed=1)
    first, offers = game.observe(0).offer, []
    while game.phase is Phase.FIRST_TICKETS:
        offers.append((game.to_move, game.observe(game.to_move).offer))
        least = game.observe(game.to_move).must_keep
        game.push("keep " + " ".join(str(i + 1) for i in range(least)))
    assert offers[0][1] == first
    assert [(seat, len(offer)) for seat, offer in offers] == [(0, 3), (1, 3), (2, 2)], "nothing is left for the others"
    assert offers[2][1] == (offers[0][1][2], offers[1][1][2]), "in the order in which they were put back"
    assert game.tickets_left == 0


def test_the_discard_is_reshuffled_when_the_deck_runs_out():
    game = started("small")
    empty_the_deck(game, "discard")
    assert game.deck_size == 0
    event = game.push("draw")
    assert event.reshuffled
    assert game.deck_size > 0
    assert sum(game.discard.values()) == 0


def test_no_card_left_anywhere_means_no_draw():
    game = started("small")
    empty_the_deck(game)
    assert DrawCard() not in game.legal_actions()
    assert any(isinstance(action, TakeCard) for action in game.legal_actions())


def test_the_turn_ends_after_the_first_card_if_there_is_no_second():
    game = started("small")
    give(game, seat=0)
    give(game, seat=1)
    set_market(game, ["red", "locomotive", "locomotive", "yellow", "yellow"])
    empty_the_deck(game)
    move_cards(game, "yellow", 2, "market", "hand", seat=1)
    game.push("take red")  # now only locomotives lie open, and they can't be second
    assert (game.to_move, game.phase) == (1, Phase.TURN)


def stuck(game: Game) -> None:
    """No card, no ticket and no train is left to take or to lay."""
    s = game.record
    empty_the_deck(game)
    for card in (*game.board.colors, "locomotive"):
        move_cards(game, card, int(s.face_up[kind(game, card)]), "market", "hand", seat=1)
    for t in range(len(game.tables.tickets)):
        if s.ticket[t] >> PLAYERS == IN_DECK:
            s.ticket[t] = HELD << PLAYERS | 1
            s.held_n[0] += 1
    s.ticket_n = 0
    s.trains[:2] = 0


def test_who_can_do_nothing_passes_and_when_everybody_passes_the_game_ends():
    game = started("small")
    stuck(game)
    assert game.legal_actions() == [Pass()]
    game.push("pass")
    assert (game.to_move, game.is_over) == (1, False)
    game.push("pass")
    assert game.is_over
    assert game.outcome().ended_by == "nobody could do anything"


def test_passing_is_not_possible_while_something_else_is():
    game = started("small")
    with pytest.raises(IllegalAction):
        game.push("pass")


# ---------------------------------------------------------------- claiming


def claims(game: Game, a: str, b: str) -> set[str]:
    found = (
        action for action in game.legal_actions() if isinstance(action, ClaimRoute) and {action.a, action.b} == {a, b}
    )
    return {action.text.partition(" with ")[2] for action in found}


def test_a_coloured_route_takes_its_colour_and_locomotives():
    game = started()
    give(game, red=2, yellow=2, locomotive=2)
    assert claims(game, "Boston", "New York") == {"2 red", "1 red 1 locomotive", "2 yellow", "1 yellow 1 locomotive",
                                                  "2 locomotive"}  # fmt: skip


def test_a_grey_route_takes_any_one_colour():
    game = started()
    give(game, red=1, blue=2, locomotive=1)
    assert claims(game, "Boston", "Montreal") == {"2 blue", "1 red 1 locomotive", "1 blue 1 locomotive"}
    give(game, red=1, blue=1)
    assert claims(game, "Boston", "Montreal") == set()


def test_a_claim_pays_scores_and_lays_trains():
    game = started()
    give(game, red=6, locomotive=1)
    event = game.push("claim Omaha-Helena red 4 red 1 locomotive")
    assert game.hand_of(0) == {**dict.fromkeys(game.board.colors, 0), "red": 2, "locomotive": 0}
    assert game.trains == (40, 45)
    assert game.route_points == (10, 0)
    assert event.points == 10
    assert game.discard["red"] == 4
    assert game.to_move == 1


def test_too_few_trains_for_the_route():
    game = started()
    give(game, red=6)
    game.record.trains[0] = 4
    assert claims(game, "Helena", "Omaha") == set()


@pytest.mark.parametrize(("players", "open_to_others"), [(2, False), (3, False), (4, True), (5, True)])
def test_double_routes_by_player_count(players: int, open_to_others: bool):
    game = started("usa", players)
    give(game, red=2)
    game.push("claim Boston-New York red")
    yellow = next(r for r, route in enumerate(game.board.routes) if (route.a, route.b, route.color) in
                  (("Boston", "New York", "yellow"), ("New York", "Boston", "yellow")))  # fmt: skip
    assert not game.is_open(yellow, 0), "nobody ever owns both tracks"
    assert game.is_open(yellow, 1) == open_to_others


def test_a_ferry_demands_locomotives():
    data = load_board("mini").data
    routes = [dict(route) for route in data["routes"]]
    routes[-1]["locomotives"] = 2
    game = started(Board.from_dict({**data, "name": "ferry", "routes": routes}))
    route = game.board.routes[-1]
    assert route.length == 3
    give(game, **{route.color: 3, "locomotive": 3})
    assert claims(game, route.a, route.b) == {f"1 {route.color} 2 locomotive", "3 locomotive"}


# ---------------------------------------------------------------- tickets


def test_drawing_tickets_is_a_turn_and_keeps_at_least_one():
    game = started()
    game.push("tickets")
    assert (game.phase, game.to_move) == (Phase.TICKET_CHOICE, 0)
    assert len(game.legal_actions()) == 7
    game.push("keep 2")
    assert game.ticket_counts == (4, 3)
    assert game.to_move == 1


def leave_tickets(game: Game, n: int) -> None:
    s = game.record
    while s.ticket_n > n:
        t = s.ticket_deck[(s.ticket_head + s.ticket_n - 1) % len(game.tables.tickets)]
        s.ticket[t] = (HELD + 1) << PLAYERS | 2
        s.held_n[1] += 1
        s.ticket_n -= 1


def test_few_tickets_left_are_all_offered_and_then_there_are_none():
    game = started()
    leave_tickets(game, 1)
    game.push("tickets")
    assert len(game.observe(0).offer) == 1
    assert [action.text for action in game.legal_actions()] == ["keep 1"]
    game.push("keep 1")
    assert game.tickets_left == 0
    assert DrawTickets() not in game.legal_actions()


def test_with_fewer_first_tickets_than_must_be_kept_all_are_kept():
    board = load_board("usa_1910:big_cities").with_rules(initial_tickets={"deal": 5, "keep": 4})
    game = Game(board, 2, seed=1)
    s = game.record
    s.ticket_n = 0
    game.push("keep 1 2 3 4")
    assert game.to_move == 1
    assert [action.text for action in game.legal_actions()] == ["keep 1"]  # only the one just returned


# ---------------------------------------------------------------- the end


def test_the_last_round_gives_everyone_one_more_turn():
    game = started("usa", 3)
    end_turn(game)
    game.record.trains[1] = 4  # seat 1 claims 2 trains and has 2 left
    give(game, red=2)
    game.push("claim Boston-New York red")
    assert game.turns_left == 3
    order = []
    while not game.is_over:
        order.append(game.to_move)
        end_turn(game)
    assert order == [2, 0, 1]
    assert game.outcome().ended_by == "the last round"


def test_three_trains_left_do_not_end_the_game():
    game = started()
    game.record.trains[0] = 5
    give(game, red=2)
    game.push("claim Boston-New York red")
    assert game.turns_left is None


def test_the_last_round_does_not_start_twice():
    game = started()
    game.record.trains[:2] = 4
    give(game, red=2)
    game.push("claim Boston-New York red")
    give(game, blue=2)
    game.push("claim Boston-Montreal 2 blue")
    assert game.turns_left == 1
    end_turn(game)
    assert game.is_over


# ---------------------------------------------------------------- outcome


def test_a_draw_is_said_to_be_a_draw():
    game = finished()
    level(game)
    outcome = game.outcome()
    assert outcome.is_draw
    assert outcome.winners == (0, 1)
    assert outcome.decided_by == "nothing"
    assert outcome.sentence(["Ann", "Bob"]) == "A draw between Ann and Bob."


def test_equal_points_are_decided_by_completed_tickets():
    game = finished()
    level(game)
    lay(game, 0, "Dallas-Houston", "Dallas-Oklahoma City", "Oklahoma City-Kansas City")
    hold(game, 0, "Kansas City", "Houston")  # 5 points
    lay(game, 1, "New York-Washington", "Washington-Raleigh", "Raleigh-Pittsburgh")
    assert [score.completed for score in game.scores()] == [1, 0]
    game.record.points[:2] = [20, 15]  # with the longest path for 1: level
    scores = game.scores()
    assert [score.total for score in scores] == [25, 25]
    outcome = game.outcome()
    assert outcome.winners == (0,)
    assert outcome.decided_by == "completed tickets"
    assert "decided by completed tickets" in outcome.sentence(["Ann", "Bob"])


def test_then_by_the_longest_path():
    game = finished()
    level(game)
    lay(game, 1, "New York-Washington")
    game.record.points[:2] = [20, 10]
    outcome = game.outcome()
    assert outcome.totals == (20, 20)
    assert (outcome.winners, outcome.decided_by) == ((1,), "longest path")


def test_the_research_boards_have_no_tie_breaks():
    game = finished("small")
    level(game)
    game.record.points[:2] = [6, 2]
    lay(game, 1, "Fairhaven-Emberforge", "Emberforge-Goldenreach")
    hold(game, 1, "Fairhaven", "Goldenreach")
    game.record.points[1] = 4
    outcome = game.outcome()
    assert outcome.totals == (6, 6)
    assert outcome.is_draw


def test_globetrotter_goes_to_everybody_with_the_most_completed_tickets():
    game = finished("usa_1910", 3)
    level(game)
    assert [score.globetrotter for score in game.scores()] == [0, 0, 0]
    tickets = [t for t in game.board.tickets if game.trains_needed(t, 0) is not None][:3]
    for seat, ticket in enumerate(tickets[:2]):
        hold(game, seat, ticket.a, ticket.b)
        connect(game, seat, ticket.a, ticket.b)
    assert [score.globetrotter for score in game.scores()] == [15, 15, 0]
    hold(game, 1, tickets[2].a, tickets[2].b)
    connect(game, 1, tickets[2].a, tickets[2].b)
    assert [score.globetrotter for score in game.scores()] == [0, 15, 0]


def connect(game: Game, seat: int, a: str, b: str) -> None:
    """The seat has a way between two cities, over routes that nobody else has."""
    free = nx.Graph((route.a, route.b) for r, route in enumerate(game.board.routes) if game.owners[r] in (None, seat))
    lay(game, seat, *("-".join(pair) for pair in pairwise(nx.shortest_path(free, a, b))))


def test_attractions_count_once_for_each_city_touched():
    game = finished("new_york")
    level(game)
    names = {city.name for city in game.board.cities if city.attraction}
    lay(game, 0, "Lincoln Center-Central Park", "Lincoln Center-Times Square")
    touched = {"Central Park", "Times Square"} & names
    assert game.scores()[0].attractions == len(touched) == 2


# ---------------------------------------------------------------- players


@pytest.mark.parametrize("players", [0, 6, -1])
def test_one_to_five_players(players: int):
    with pytest.raises(InvalidArgument, match="1 to 5"):
        Game("usa", players)


def test_a_solo_game_ends_and_says_so():
    game = finished("usa", 1)
    assert game.outcome().winners == (0,)
    assert game.outcome().sentence(["Ann"]).startswith("Ann ends with")


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_are_64_bits(seed: int):
    with pytest.raises(ValueError, match="seed"):
        Game("usa", 2, seed)
