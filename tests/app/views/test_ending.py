"""What the result sheet says: the fates of tickets, told from the history, and what the adaptive opponent did."""

from __future__ import annotations

import random
from typing import Any

import pytest

from footplate.actions import ClaimRoute
from footplate.app.views import ending
from footplate.app.views import game as views
from footplate.game import Game
from tests.app.games import played

NAMES = ["You", "Bob", "Cyd", "Dan"]


def greedy_game(board: str, players: int, seed: int) -> Game:
    """A game of players who claim whenever they can."""
    game, chance = Game(board, players, seed), random.Random(seed)
    while not game.is_over:
        legal = game.legal_actions()
        game.push(chance.choice([action for action in legal if isinstance(action, ClaimRoute)] or legal))
    return game


def by_brute_force(game: Game, seat: int, ticket) -> tuple[int | None, bool]:
    """After which action a held ticket could no longer be done, by playing the game again; and whether it was."""
    again = Game(game.board, game.players, game.seed)
    possible = {0: True}
    for number, event in enumerate(game.history, start=1):
        again.push(event.action)
        missing = again.trains_needed(ticket, seat)
        possible[number] = missing is not None and missing <= again.trains[seat]
    kept = next(n for n, event in enumerate(game.history, start=1) if event.seat == seat and ticket in event.tickets
                and event.action.text.startswith("keep"))  # fmt: skip
    lost = next((n for n in range(kept, len(possible)) if not possible[n]), None)
    return lost, again.connects(ticket, seat)


@pytest.mark.parametrize(("board", "players", "seed"), [("new_york", 3, 0), ("usa", 2, 1), ("small", 2, 4)])
def test_the_turn_on_which_a_ticket_was_lost_is_that_of_a_second_look(board, players, seed):
    game = greedy_game(board, players, seed)
    told = 0
    for seat, tickets in enumerate(ending.ticket_fates(game, NAMES)):
        assert [ticket for ticket, _ in tickets] == list(game.tickets_of(seat))
        for ticket, fate in tickets:
            lost, done = by_brute_force(game, seat, ticket)
            assert (fate == "") == done
            if lost is not None:
                assert f"on turn {game.history[lost - 1].turn + 1}" in fate
                told += 1
            elif not done:
                assert fate == f"was {game.trains_needed(ticket, seat)} trains short at the end".replace(
                    "1 trains", "1 train"
                )
    assert told


def test_fates_say_who_did_it_and_how():
    games = [greedy_game(board, players, seed) for board, players in (("usa", 2), ("new_york", 3)) for seed in range(4)]
    fates = " | ".join(fate for game in games for tickets in ending.ticket_fates(game, NAMES) for _, fate in tickets)
    for by in ("was cut off on turn", " when you took ", " when Bob took ", "was out of reach when"):
        assert by in fates
    for how in ("became too long on turn", "to lay, only", "short at the end"):
        assert how in fates
    assert "Montreal" not in fates  # as the map writes it
    assert "Montréal" in fates


def figures(win: float, given: float) -> dict[str, Any]:
    return {"wished win rate": 0.4, "moves": [{"win": win}, {"win": 0.9}], "given away": given}


def test_the_adaptive_opponent_is_judged_by_its_own_figures():
    game = played("small")
    moves = [n for n, event in enumerate(game.history) if event.seat == 1][:3]
    thoughts = {moves[0]: figures(0.5, 0.0), moves[1]: figures(0.38, 0.7), moves[2]: figures(0.25, 1.1)}
    note = ending.adaptive_note(game, ["You", "Adaptive"], {**thoughts, 0: {"reason": "another bot's"}})
    assert note
    assert note["seat"] == 1
    saw = "Aimed at 60 % for you. Until the last round it saw you between 50 % and 75 %."
    assert note["words"].replace("\u00a0", " ") == f"{saw} It eased off in 2 of 3 decisions."
    watched = ending.adaptive_note(game, ["Ann", "Adaptive"], thoughts)
    assert watched
    assert (
        "40\u00a0% for itself. Until the last round it saw itself between 25\u00a0% and 50\u00a0%." in watched["words"]
    )
    assert ending.adaptive_note(game, NAMES, {}) is None


def test_several_opponents_share_the_wins_that_you_leave():
    game = played("new_york", 3)
    first = next(n for n, event in enumerate(game.history) if event.seat == 1)
    note = ending.adaptive_note(game, NAMES, {first: figures(0.3, 0.0)})
    assert note
    said = note["words"].replace("\u00a0", " ")
    assert said.startswith("Aimed at 20 % for you and 40 % for itself. Until the last round it saw itself between 30 %")
    note = ending.adaptive_note(game, NAMES, {first: {**figures(0.3, 0.0), "wished win rate": 0.6}})
    assert note
    assert "Aimed at 60\u00a0% for itself." in note["words"]


def test_chances_of_the_last_round_are_left_out():
    """There the end is near, and so are 0 and 100 %."""
    game = played("small")
    first, *_, last = [n for n, event in enumerate(game.history) if event.seat == 1]
    note = ending.adaptive_note(game, NAMES, {first: figures(0.5, 0.0), last: figures(1.0, 0.0)})
    assert note
    assert "between 50\u00a0% and 50\u00a0%" in note["words"]
    assert "0 of 2 decisions" in note["words"]


def test_the_outcome_has_both_notes():
    game = greedy_game("new_york", 2, 3)
    outcome = views.outcome_view(game, NAMES)
    assert outcome
    assert outcome["adaptive"] is None
    assert all(ticket["done"] == (ticket["fate"] == "") for row in outcome["rows"] for ticket in row["tickets"])
