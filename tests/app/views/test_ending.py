"""What the result sheet says: the fates of tickets, told from the history, and what the adaptive opponent did."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from footplate.actions import Kind
from footplate.app.views import ending
from footplate.app.views import game as views
from footplate.boards import load_board
from footplate.game import Game
from footplate.outcome import Outcome, Score
from tests.support.app.games import greedy_game, played
from tests.support.claim_boards import alps

NAMES = ["You", "Bob", "Cyd", "Dan"]


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


def test_a_ticket_may_be_lost_by_the_last_card_of_a_payment():
    """A route is laid when it is paid in full: not by the claim, but by what follows it."""
    told = set()
    for seed in range(40):
        game = played(alps(), seed=seed)
        laid = {event.turn + 1 for event in game.history if event.route is not None and event.kind is not Kind.CLAIM}
        for tickets in ending.ticket_fates(game, ["You", "Bob"]):
            for _, fate in tickets:
                told |= {fate for turn in laid if f"was cut off on turn {turn} when" in fate}
    assert any("took Alp–Dorf" in fate for fate in told)


def test_fates_say_who_did_it_and_how():
    games = [greedy_game(board, players, seed) for board, players in (("usa", 2), ("new_york", 3)) for seed in range(4)]
    fates = " | ".join(fate for game in games for tickets in ending.ticket_fates(game, NAMES) for _, fate in tickets)
    for by in ("was cut off on turn", " when you took ", " when Bob took ", "was out of reach when"):
        assert by in fates
    for how in ("became too long on turn", "to lay, only", "short at the end"):
        assert how in fates
    assert "Montreal" not in fates  # as the map writes it
    assert "Montréal" in fates


def figures(best: str) -> dict[str, Any]:
    return {"target win rate": 0.4, "best": best}


def test_the_adaptive_opponent_is_judged_by_its_own_figures():
    game = played("small")
    moves = [n for n, event in enumerate(game.history) if event.seat == 1][:3]
    best = [game.history[n].action for n in moves]
    assert best[0]
    thoughts = {moves[0]: figures(best[0].text), moves[1]: figures("another"), moves[2]: figures("another")}
    note = ending.adaptive_note(game, ["You", "Adaptive"], {**thoughts, 0: {"reason": "another bot's"}})
    assert note
    assert note["seat"] == 1
    assert note["words"].replace("\u00a0", " ") == "Aimed at 60 % for you. It eased off in 2 of 3 decisions."
    watched = ending.adaptive_note(game, ["Ann", "Adaptive"], thoughts)
    assert watched
    assert "40\u00a0% for itself." in watched["words"]
    earlier = {moves[0]: {"target win rate": 0.4, "given away": 0.7}}  # of a search
    assert (ending.adaptive_note(game, NAMES, earlier) or {})["words"].endswith("It eased off in 1 of 1 decision.")
    assert ending.adaptive_note(game, NAMES, {}) is None


def test_several_opponents_share_the_wins_that_you_leave():
    game = played("new_york", 3)
    first = next(n for n, event in enumerate(game.history) if event.seat == 1)
    note = ending.adaptive_note(game, NAMES, {first: figures("")})
    assert note
    said = note["words"].replace("\u00a0", " ")
    assert said.startswith("Aimed at 20 % for you and 40 % for itself. It eased off in 1 of 1 decision.")
    note = ending.adaptive_note(game, NAMES, {first: {**figures(""), "target win rate": 0.6}})
    assert note
    assert "Aimed at 60\u00a0% for itself." in note["words"]


def test_the_outcome_has_both_notes():
    game = greedy_game("new_york", 2, 3)
    outcome = views.outcome_view(game, NAMES)
    assert outcome
    assert outcome["adaptive"] is None
    assert all(ticket["done"] == (ticket["fate"] == "") for row in outcome["rows"] for ticket in row["tickets"])


def ended(*seats: dict[str, int], board: str = "usa", winners: tuple[int, ...] = (0,)) -> str:
    """What decided a game in which the seats have points from these sources."""
    nothing = dict.fromkeys(Score.__dataclass_fields__, 0)
    scores = tuple(Score(**{**nothing, "total": sum(seat.values()), "path_length": 31, **seat}) for seat in seats)
    outcome = Outcome(scores, winners, "the last round", "points" if len(winners) == 1 else "nothing")
    return ending.what_decided(load_board(board), outcome, ["Ann", "You", "Cy"][: len(seats)])


def test_what_made_the_difference_is_named():
    assert ended({"routes": 50, "tickets_done": 31}, {"routes": 48, "tickets_done": 30}) == (
        "Routes made the difference: 2 points more than yours."
    )
    assert ended({"routes": 40, "tickets_done": 31}, {"routes": 48}, {"routes": 60}) == (
        "Finished tickets made the difference: 31 points more than those of Cy."
    )
    assert ended({"routes": 40, "tickets_open": -4}, {"routes": 40, "tickets_open": -5}) == (
        "Fewer open tickets made the difference: 1 point more than yours."
    )
    assert ended({"longest_path": 10}, {"routes": 4}) == "The longest path made the difference: 31 trains."
    assert ended({"attractions": 3}, {"attractions": 1}, board="new_york") == (
        "Attractions made the difference: 2 points more than yours."
    )
    assert ended({"routes": 40}, {"routes": 40}, winners=(0, 1)) == ""
    assert ended({"routes": 40}) == ""


def test_only_an_unusual_end_is_explained():
    game = greedy_game("new_york", 2, 3)
    outcome = game.outcome()
    assert outcome
    assert ending.why_ended(outcome) == ""
    assert ending.why_ended(replace(outcome, ended_by="the deck is empty")) == "It ended because the deck is empty."


def test_only_bonuses_of_the_board_have_a_column():
    usa = [column.source for column in ending.columns(load_board("usa"), Score(*[0] * 9))]
    assert usa == ["routes", "tickets_done", "tickets_open", "longest_path"]


@pytest.mark.parametrize(("players", "seed"), [(1, 2), (2, 3), (2, 7)])
def test_the_columns_of_the_progress_game_add_up_and_the_decay_is_explained(players, seed):
    game = greedy_game("t2r", players, seed)
    outcome = views.outcome_view(game, NAMES)
    assert outcome
    for seat, row in enumerate(outcome["rows"]):
        progress, decay = (column["points"] for column in row["columns"])
        assert row["total"] == round(game.rewards[seat], 2) == round(progress + decay, 2)
        assert progress == spaces_saved(game, seat)
        assert decay <= 0
        lines = [line["points"] for line in views.watcher_view(game, NAMES)["log"] if line["seat"] == seat]
        assert sum(lines) == pytest.approx(game.rewards[seat], abs=0.005 * len(lines))
    assert "takes 9\u00a0% off what a claim earns" in outcome["what_decided"]
    assert outcome["lead"][-1] == [row["total"] for row in outcome["rows"]]


def spaces_saved(game: Game, seat: int) -> int:
    """What a seat's claims took off the way to its tickets, by playing the game again."""
    again, saved = Game(game.board, game.players, game.seed), 0
    for event in game.history:
        before = way_to_tickets(again, seat)
        again.push(event.action)
        if event.seat == seat:
            saved += before - way_to_tickets(again, seat)
    return saved


def way_to_tickets(game: Game, seat: int) -> int:
    far = game.board.rules.progress.disconnected_distance
    needed = [game.trains_needed(ticket, seat) for ticket in game.tickets_of(seat)]
    return sum(far if missing is None else min(missing, far) for missing in needed)
