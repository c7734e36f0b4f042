"""Long tickets, tickets out of the game, two decks and country tickets: single rulings as docs/rules.md states them.

The boards are those of the catalogue with their tickets and nothing else that is special.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from footplate.boards import Board, Rules, load_board
from footplate.engine.layout import HELD, OUT, PLAYERS
from footplate.game import Game
from footplate.view import Phase
from tests.support.invariants import check_state, network, reached_goals
from tests.support.positions import hold, lay
from tests.support.ticket_boards import ticket_games

TICKET_RULES = ("first_long_tickets", "first_rejected", "rejected", "ticket_decks", "countries")


def tickets_only(name: str) -> Board:
    """The map, the tickets and their rules of a board, and the common rules for all else."""
    board = load_board(name)
    common = {
        item: getattr(board.rules, item)
        for item in Rules.__dataclass_fields__
        if item in COMMON or item in TICKET_RULES
    }
    singles: dict[int, int] = {}
    for i, route in enumerate(board.routes):
        singles.setdefault(route.pair, i)
    routes = tuple(replace(board.routes[i], tunnel=False, locomotives=0, substitutes=0) for i in singles.values())
    return Board(name, board.title, board.colors, board.cities, routes, board.tickets, Rules(**common), board.aspect)


COMMON = (
    *("players", "trains", "cards_per_color", "locomotives", "initial_cards", "face_up", "max_face_up_locomotives"),
    *("initial_tickets", "draw_tickets", "route_points", "end_trains", "double_routes_min_players"),
)


def keep_first(game: Game, *kept: str) -> None:
    for text in kept:
        game.push(text)


# ---------------------------------------------------------------- long tickets dealt apart (Europe)


def test_a_long_ticket_is_dealt_with_the_first_ones_and_never_later():
    game = Game(tickets_only("europe"), 2, seed=5)
    offer = game.observe(0).offer
    assert [ticket.long for ticket in offer if ticket] == [False, False, False, True]
    assert game.observe(0).must_keep == 2
    assert (game.tickets_left, game.long_tickets_left) == (37, 5)
    keep_first(game, "keep 1 4", "keep 2 3")
    assert (game.tickets_left, game.long_tickets_left) == (34, 0)
    assert [sum(ticket.long for ticket in game.tickets_of(seat)) for seat in (0, 1)] == [1, 0]
    while game.tickets_left:
        game.push("tickets")
        assert not any(ticket.long for ticket in game.observe(game.to_move).offer if ticket)
        game.push(game.legal_actions()[-1])
    check_state(game)


def test_first_tickets_that_are_rejected_leave_the_game_and_only_their_player_knows_which():
    game = Game(tickets_only("europe"), 2, seed=5)
    _, _, third, long = game.observe(0).offer
    keep_first(game, "keep 1 2", "keep 1 2 3 4")
    assert game.observe(0).tickets_known_out == tuple(t for t in game.board.tickets if t in (third, long))
    assert game.observe(1).tickets_known_out == ()
    out = [t for t in range(46) if game.record.ticket[t] >> PLAYERS == OUT]
    assert len(out) == 2 + 4, "two were rejected, and four long ones were never dealt"
    for seed in range(30):
        sample = Game.sample(game.observe(0), seed)
        assert not {third, long} & set(sample.tickets_of(1))
        assert sum(ticket.long for ticket in sample.tickets_of(1)) == 1, "seat 1 kept all, so it has its long one"
        check_state(sample)


def test_later_ones_go_under_the_deck():
    game = Game(tickets_only("europe"), 2, seed=5)
    keep_first(game, "keep 1 2", "keep 1 2", "tickets")
    _, second, third = game.observe(0).offer
    game.push("keep 1")
    assert game.tickets_left == 34 - 1
    assert set(game.observe(0).tickets_known_in_deck) == {second, third}


@pytest.mark.parametrize(("kept", "share"), [("keep 1 2", 1 / 2), ("keep 2 3 4", 3 / 4), ("keep 1 2 3 4", 1.0)])
def test_how_likely_it_is_that_an_opponent_kept_its_long_ticket(kept: str, share: float):
    """Each choice of so many of the four is as likely, also when more tickets were drawn since."""
    game = Game(tickets_only("europe"), 3, seed=9)
    keep_first(game, "keep 1 2", kept, "keep 1 2", "draw", "draw", "tickets", "keep 1 2 3")
    n, seen = 600, game.observe(0)
    longs = [sum(ticket.long for ticket in Game.sample(seen, seed).tickets_of(1)) for seed in range(n)]
    assert set(longs) <= {0, 1}
    assert abs(sum(longs) - n * share) <= 4 * (n * share * (1 - share)) ** 0.5


# ---------------------------------------------------------------- tickets that leave the game (Switzerland, Nordic)


def test_later_tickets_that_are_rejected_leave_the_game_too():
    game = Game(tickets_only("nordic"), 2, seed=3)
    keep_first(game, "keep 1 2", "keep 1 2 3")
    assert game.tickets_left == 46 - 10
    game.push("tickets")
    _, second, third = game.observe(0).offer
    game.push("keep 1")
    assert game.tickets_left == 46 - 13
    assert {second, third} <= set(game.observe(0).tickets_known_out)
    assert len(game.observe(0).tickets_known_out) == 3 + 2
    for seed in range(30):
        sample = Game.sample(game.observe(1), seed)
        check_state(sample)
        assert len(sample.tickets_of(0)) == 3


def test_a_ticket_that_was_seen_to_be_offered_was_kept_or_is_out():
    """First ones go under the deck here, later ones leave the game: seat 0 follows its ticket as far as it can."""
    board = tickets_only("nordic")
    board = replace(board, rules=replace(board.rules, first_rejected="bottom"), tickets=board.tickets[:15])
    board = replace(
        board, rules=replace(board.rules, players=(2, 2), draw_tickets=replace(board.rules.draw_tickets, deal=3))
    )
    game = Game(board, 2, seed=8)
    mine = game.observe(0).offer[4]
    keep_first(game, "keep 1 2 3 4", "keep 1 2 3 4 5")
    while mine not in game.observe(1).offer:
        game.push("tickets" if game.to_move == 1 else "draw")
        if game.phase is Phase.SECOND_CARD:
            game.push("draw")
        elif mine not in game.observe(1).offer:
            game.push("keep 1 2 3")
    assert mine in game.observe(0).offer, "it was the next one"
    at = game.observe(1).offer.index(mine)
    game.push(f"keep {(at + 1) % 3 + 1}")
    where = [mine in Game.sample(game.observe(0), seed).tickets_of(1) for seed in range(300)]
    assert 60 < sum(where) < 140, "one of three was kept, each as likely"
    for seed in range(20):
        sample = Game.sample(game.observe(0), seed)
        check_state(sample)
        held = int(sample.record.ticket[board.tickets.index(mine)]) >> PLAYERS
        assert held in (HELD + 1, OUT)


# ---------------------------------------------------------------- two decks (Germany)


def germany(players: int = 2, seed: int = 4) -> Game:
    return Game(tickets_only("germany"), players, seed)


def test_players_say_how_many_they_draw_of_each_deck_before_they_see_any():
    game = germany()
    assert (game.tickets_left, game.long_tickets_left) == (55, 34)
    assert game.phase is Phase.SPLIT_FIRST
    texts = [action.text for action in game.legal_actions()]
    assert texts == [f"tickets {4 - long} short {long} long" for long in range(5)]
    game.push("tickets 3 short 1 long")
    assert [ticket.long for ticket in game.observe(0).offer if ticket] == [False, False, False, True]
    assert (game.tickets_left, game.long_tickets_left) == (52, 33)
    game.push("keep 1 4")
    assert game.observe(1).long_ticket_counts == (1, 0)
    keep_first(game, "tickets 0 short 4 long", "keep 1 2")
    assert (game.tickets_left, game.long_tickets_left) == (54, 31)
    assert game.observe(0).long_ticket_counts == (1, 2)
    assert "tickets" not in [action.text for action in game.legal_actions()]
    game.push("tickets 2 short 2 long")
    assert game.observe(0).must_keep == 1


def test_of_few_tickets_left_all_are_drawn():
    game = germany()
    keep_first(game, "tickets 4 short 0 long", "keep 1 2 3 4", "tickets 0 short 4 long", "keep 1 2 3 4")
    s = game.record
    gone = s.ticket_deck[(int(s.ticket_head) + 1) % 55 : 55].tolist()  # one short one stays
    for t in gone:
        if t not in (int(s.ticket_deck[(int(s.ticket_head)) % 55]),) and s.ticket[t] >> PLAYERS in (0, 9):
            s.ticket[t] = OUT << PLAYERS
    s.ticket_n = 1
    assert [a.text for a in game.legal_actions() if a.kind == "split"] == [
        "tickets 1 short 3 long",
        "tickets 0 short 4 long",
    ]


def test_first_tickets_that_are_rejected_are_shuffled_into_their_deck():
    """Who rejected one knows that it is in there, but not where; when others draw from that deck it is forgotten."""
    game = germany()
    game.push("tickets 2 short 2 long")
    _, short, _, long = game.observe(0).offer
    keep_first(game, "keep 1 3", "tickets 2 short 2 long", "keep 1 3")
    assert set(game.observe(0).tickets_known_in_deck) == {short, long}
    places = set()
    for seed in range(60):
        sample = Game.sample(game.observe(0), seed)
        check_state(sample)
        deck = sample.record.ticket_deck[:89].tolist()
        places.add(deck.index(game.board.tickets.index(short)))
        assert long not in sample.tickets_of(1)
    assert len(places) > 20, "anywhere in the deck"
    keep_first(game, "draw", "draw", "tickets 4 short 0 long", "keep 1")
    assert game.observe(0).tickets_known_in_deck == (long,), "seat 1 drew no long ones"


def test_later_ones_go_under_their_own_deck():
    game = germany()
    keep_first(game, "tickets 4 short 0 long", "keep 1 2", "tickets 4 short 0 long", "keep 1 2")
    game.push("tickets 2 short 2 long")
    offer = game.observe(0).offer
    game.push("keep 1")
    s, n_short = game.record, 55
    last_short = s.ticket_deck[(int(s.ticket_head) + int(s.ticket_n) - 1) % n_short]
    last_long = s.ticket_deck[n_short + (int(s.long_head) + int(s.long_n) - 1) % 34]
    assert [game.board.tickets[t] for t in (last_short, last_long)] == [offer[1], offer[3]]


# ---------------------------------------------------------------- country tickets (Switzerland, Germany)


def swiss(seat_0: tuple[str, str]) -> Game:
    game = Game(tickets_only("switzerland"), 2, seed=1)
    keep_first(game, "keep 1 2 3 4 5", "keep 1 2 3 4 5")
    game.record.ticket[: len(game.tables.tickets)] = OUT << PLAYERS
    game.record.held_n[:2] = 1, 0
    hold(game, 0, *seat_0)
    return game


def test_the_best_country_reached_counts_and_the_least_is_lost_if_none_is():
    """Lugano: France 14, Österreich 13, Deutschland 12, Italia 2."""
    game = swiss(("Lugano", "France"))
    (ticket,) = game.tickets_of(0)
    assert (game.scores()[0].tickets_done, game.scores()[0].tickets_open) == (0, -2)
    assert game.worth(ticket, 0) == -2
    lay(game, 0, "Lugano-Italia 3")
    assert (game.scores()[0].tickets_done, game.scores()[0].tickets_open, game.scores()[0].completed) == (2, 0, 1)
    assert game.goals(ticket, 0)[-1] == ("Italia", 2, 0)
    lay(game, 0, "Bellinzona-Lugano", "Brig-Italia 5")
    assert game.scores()[0].tickets_done == 2, "Italia again: no path runs through it to Brig"
    assert game.worth(ticket, 0) == 2


def test_a_country_is_left_through_any_of_its_cities_but_no_path_runs_through_it():
    """France to Österreich 14, Italia 11, Deutschland 5."""
    game = swiss(("France", "Osterreich"))
    lay(game, 0, "Delemont-France 4", "Basel-Deutschland 1")
    assert game.scores()[0].tickets_open == -5
    lay(game, 0, "Basel-Delemont")
    assert game.scores()[0].tickets_done == 5
    game = swiss(("France", "Osterreich"))
    lay(game, 0, "Geneve-France 2", "Martigny-France 1")
    assert game.scores()[0].tickets_open == -5, "two routes into one country don't connect it with anything"


def test_routes_to_a_country_count_for_the_longest_path():
    game = Game("switzerland", 2)
    lay(game, 0, "Bellinzona-Wassen", "Bellinzona-Lugano", "Lugano-Italia 3")  # 4 + 1 + 2 trains
    assert game.scores()[0].path_length == 7


def test_a_ticket_to_a_country_may_have_one_goal():
    game = germany()
    keep_first(game, "tickets 4 short 0 long", "keep 1 2", "tickets 4 short 0 long", "keep 1 2")
    game.record.ticket[:89] = OUT << PLAYERS
    game.record.held_n[:2] = 1, 0
    hold(game, 0, "Danemark", "Niederlande")
    assert game.scores()[0].tickets_open == -10
    (ticket,) = game.tickets_of(0)
    assert game.goals(ticket, 0) == (("Niederlande", 10, game.trains_needed(ticket, 0)),)


@settings(max_examples=40)
@given(game=ticket_games())
def test_tickets_score_as_the_slow_twin_says(game: Game):
    """Of each ticket the best goal that networkx finds in the player's network."""
    if game.board.rules.race or game.board.rules.stations:
        return  # only tickets that are done count; routes of others may be lent
    for seat, score in enumerate(game.scores()):
        graph, done, lost = network(game, seat), [], []
        for ticket in game.tickets_of(seat):
            reached = reached_goals(game, ticket, graph)
            least = min([ticket.points, *(points for _, points in ticket.lesser_goals)])
            done += [max(reached)] if reached else []
            lost += [] if reached else [least]
            assert game.worth(ticket, seat) == (max(reached) if reached else -least)
        assert (score.tickets_done, score.tickets_open, score.completed) == (sum(done), -sum(lost), len(done))
