"""The race of First Journey: single rulings as docs/rules.md states them."""

from __future__ import annotations

import pytest

from footplate.engine.layout import EVERYBODY, HELD, IN_DECK, PLAYERS
from footplate.engine.race import IDLE_ROUNDS
from footplate.game import Game
from footplate.sentences import deed
from tests.support.invariants import check_state, check_tickets
from tests.support.positions import give, lay


def race(players: int = 2, seed: int = 1) -> Game:
    game = Game("first_journey_usa", players, seed)
    for _ in range(players):
        game.push("keep 1 2")
    return game


def deal_tickets(game: Game, seat: int, *pairs: str) -> None:
    """The seat's two tickets and, behind them, the next ones of the deck; all others lie below."""
    s, names = game.record, [f"{ticket.a}-{ticket.b}" for ticket in game.tables.tickets]
    wanted = [names.index(pair) for pair in pairs]
    others = [t for t in range(32) if t not in wanted]
    s.held_n[:] = 0
    for p in range(game.players):
        mine = wanted[:2] if p == seat else [others.pop() for _ in range(2)]
        for t in mine:
            s.ticket[t] = (HELD + p) << PLAYERS | 1 << p
            s.held_n[p] += 1
    deck = [*wanted[2:], *others]
    s.ticket_deck[: len(deck)] = deck
    s.ticket_head, s.ticket_n = 0, len(deck)
    for t in deck:
        s.ticket[t] = IN_DECK << PLAYERS
    check_state(game)


def claim(game: Game, pair: str) -> None:
    """The player to move claims a route with locomotives, and nothing else is in its hand."""
    length = next(r.length for r in game.board.routes if f"{r.a}-{r.b}" == pair)
    give(game, locomotive=length)
    game.push(next(a for a in game.legal_actions() if a.kind == "claim" and f"{a.a}-{a.b}" == pair))


def test_two_cards_are_drawn_blind_in_one_turn():
    game = race()
    event = game.push("draw")
    assert (event.n_cards, game.hand_sizes, game.to_move) == (2, (6, 4), 1)
    assert {action.kind for action in game.legal_actions()} <= {"draw", "claim", "swap"}


def test_the_other_track_of_a_double_route_stays_open_to_the_other_player():
    game = race()
    claim(game, "San Francisco-Seattle")
    claim(game, "San Francisco-Seattle")
    assert [owner for owner in game.owners if owner is not None] == [0, 1]


def test_a_completed_ticket_is_shown_and_replaced_at_once():
    game = race()
    deal_tickets(game, 0, "Chicago-New Orleans", "Seattle-Winnipeg", "Duluth-Washington")
    lay_with_trains(game, 0, "Atlanta-Chicago")
    claim(game, "New Orleans-Atlanta")
    event = game.history[-1]
    assert [str(ticket) for ticket in event.completed] == ["Chicago–New Orleans (1)"]
    assert [str(ticket) for ticket in event.tickets] == ["Duluth–Washington (1)"]
    assert game.tickets_done == (1, 0)
    assert [str(ticket) for ticket in game.observe(1).shown_tickets(0)] == ["Chicago–New Orleans (1)"]
    assert game.observe(1).history[-1].tickets is None
    assert deed(event, game.board).endswith("Chicago–New Orleans is done. New: Duluth–Washington.")
    assert "Duluth" not in deed(event.seen_by(1), game.board)
    assert len(game.tickets_of(0)) == 3
    assert game.to_move == 1
    check_state(game)


def lay_with_trains(game: Game, seat: int, *pairs: str) -> None:
    lay(game, seat, *pairs)
    for pair in pairs:
        game.record.trains[seat] -= next(r.length for r in game.board.routes if f"{r.a}-{r.b}" == pair)


def test_a_new_ticket_that_is_connected_already_is_completed_at_once():
    game = race()
    deal_tickets(game, 0, "Chicago-New Orleans", "Seattle-Winnipeg", "Chicago-Miami", "Helena-Chicago")
    lay_with_trains(game, 0, "Atlanta-Chicago", "Atlanta-Miami")
    claim(game, "New Orleans-Atlanta")
    assert game.tickets_done == (2, 0)
    open_ones = set(game.tickets_of(0)) - set(game.shown_tickets(0))
    assert {str(ticket) for ticket in open_ones} == {"Seattle–Winnipeg (1)", "Helena–Chicago (1)"}


def test_samples_give_nobody_an_open_ticket_that_it_has_completed():
    game = race(3)
    deal_tickets(game, 0, "Seattle-Winnipeg", "Duluth-Washington")
    lay_with_trains(game, 1, "Chicago-Washington", "Atlanta-Chicago", "Chicago-Kansas City")
    game.push("draw")
    for seed in range(100):
        sample = Game.sample(game.observe(0), seed)
        assert not any(sample.connects(ticket, 1) for ticket in sample.tickets_of(1))


def test_swapping_is_a_turn_and_the_old_tickets_go_under_the_deck():
    game = race()
    deal_tickets(game, 0, "Seattle-Winnipeg", "Duluth-Washington", "Helena-Chicago", "Dallas-Miami")
    old = set(game.tickets_of(0))
    event = game.push("swap")
    assert {str(ticket) for ticket in game.tickets_of(0)} == {"Helena–Chicago (1)", "Dallas–Miami (1)"}
    assert (game.to_move, event.n_tickets, game.tickets_left) == (1, 2, 28)
    assert set(game.observe(0).tickets_known_in_deck) == old
    assert deed(event.seen_by(1)) == "put the open tickets back and drew 2 new ones."
    check_state(game)


def test_shown_tickets_stay_when_the_others_are_swapped():
    game = race()
    deal_tickets(game, 0, "Chicago-New Orleans", "Seattle-Winnipeg")
    lay_with_trains(game, 0, "Atlanta-Chicago")
    claim(game, "New Orleans-Atlanta")
    game.push("draw")
    game.push("swap")
    assert len(game.tickets_of(0)) == 3
    assert game.tickets_done == (1, 0)
    check_state(game)


def test_without_tickets_in_the_deck_there_is_no_swap_and_no_new_ticket():
    game = race()
    deal_tickets(game, 0, "Chicago-New Orleans", "Seattle-Winnipeg")
    game.record.ticket[game.record.ticket_deck[:28]] = (HELD + 1) << PLAYERS | 2
    game.record.held_n[1], game.record.ticket_n = 30, 0
    assert "swap" not in {action.kind for action in game.legal_actions()}
    lay_with_trains(game, 0, "Atlanta-Chicago")
    claim(game, "New Orleans-Atlanta")
    assert game.tickets_done[0] == 1
    assert len(game.tickets_of(0)) == 2


COAST = ("Washington-Atlanta", "Atlanta-Kansas City", "Kansas City-Denver", "Denver-Albuquerque")


def test_the_first_time_the_coasts_are_connected_counts_as_a_ticket():
    game = race()
    deal_tickets(game, 0, "Calgary-Chicago", "Seattle-Winnipeg", "Winnipeg-Montreal")
    lay_with_trains(game, 0, *COAST)
    claim(game, "Los Angeles-Albuquerque")
    assert game.history[-1].coast
    assert (game.tickets_done[0], game.coast_cards) == (len(game.shown_tickets(0)) + 1, (0,))
    done = game.tickets_done[0]
    game.push("draw")
    claim(game, "San Francisco-Los Angeles")
    assert game.tickets_done[0] == done, "once for each player"
    check_tickets(game)


def test_there_are_only_so_many_coast_cards():
    board = Game("first_journey_usa", 2).board
    special = {**board.data["special"], "coast_to_coast": {**board.data["special"]["coast_to_coast"], "tickets": 1}}
    game = Game(board.with_rules(special=special), 2, 1)
    game.push("keep 1 2")
    game.push("keep 1 2")
    game.record.coasts, game.record.done_n[1] = 2, 1
    deal_tickets(game, 0, "Calgary-Chicago", "Seattle-Winnipeg", "Winnipeg-Montreal")
    lay_with_trains(game, 0, *COAST)
    claim(game, "Los Angeles-Albuquerque")
    assert game.coast_cards == (1,)


def test_the_sixth_ticket_wins_at_once():
    game = race()
    deal_tickets(game, 0, "Chicago-New Orleans", "Seattle-Winnipeg")
    shown = [t for t in range(32) if game.record.ticket[t] >> PLAYERS == IN_DECK and t % 2][:5]
    lay_with_trains(game, 0, "Atlanta-Chicago")
    for t in shown:
        game.record.ticket[t] = HELD << PLAYERS | EVERYBODY
    game.record.done_n[0] = 5
    claim(game, "New Orleans-Atlanta")
    assert game.is_over
    outcome = game.outcome()
    assert (outcome.winners, outcome.ended_by, outcome.decided_by) == ((0,), "a player has enough tickets", "race")
    assert outcome.totals == (6, 0)
    assert outcome.sentence(["Ann", "Bob"]) == "Ann wins with 6 tickets."


def test_the_last_train_ends_it_and_ties_share_the_win():
    game = race()
    deal_tickets(game, 0, "Seattle-Winnipeg", "Winnipeg-Montreal")
    game.record.trains[0] = 1
    claim(game, "New Orleans-Atlanta")
    outcome = game.outcome()
    assert (outcome.winners, outcome.ended_by) == ((0, 1), "a player has laid the last train")
    assert outcome.totals == (0, 0), "open tickets and routes count nothing"


def test_ten_rounds_of_nothing_but_swaps_end_it():
    game = race(3)
    for n in range(3 * IDLE_ROUNDS):
        assert not game.is_over, n
        game.push("swap")
    assert game.outcome().ended_by == "nobody could do anything"


@pytest.mark.parametrize("seed", range(5))
def test_the_score_so_far_is_the_tickets_done(seed: int):
    game = race(4, seed)
    assert [score.total for score in game.scores()] == [0] * 4
