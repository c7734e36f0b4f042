"""Nothing hidden is ever on the wire: every message of whole games is compared with what its seat may know."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.app.views import game as views
from footplate.game import Game
from footplate.sentences import by_turn
from tests.support.app.messages import check_message, dicts
from tests.support.app.seats import Seat, bot, new_game, person, play_together
from tests.support.look_alikes import shuffled_where_unseen
from tests.support.strategies import chances, games_in_play

NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve"]


def positions(game: Game) -> list[Game]:
    """The game after each number of actions."""
    again, found = Game(game.board, game.players, game.seed), []
    for event in game.history:
        found.append(again.copy())
        again.push(event.action)
    return [*found, again]


def check_log(message: dict[str, Any], truth: Game, seat: int | None) -> None:
    """Blind cards and kept tickets of others have no names in the log."""
    cities = {city.name for city in truth.board.cities}
    cards = {*truth.board.colors, "locomotive"}
    for sent, event in zip(message["events"], truth.history, strict=True):
        assert (sent["kind"], sent["seat"], sent["turn"]) == (event.kind, event.seat, event.turn)
        if event.kind == "draw" and event.seat != seat:
            assert not sent["cards"]
    for line, events in zip(message["log"], by_turn(truth.history), strict=True):
        kinds = {event.kind for event in events}
        if kinds == {"draw"} and events[0].seat != seat:
            assert not any(card in line["words"].partition(".")[0] for card in cards), line
        if "draw" in kinds and events[0].seat != seat:
            assert "(" not in line["words"], line
        if kinds <= {"tickets", "keep"} and events[0].seat != seat:
            assert not any(city in line["words"] for city in cities), line


@pytest.mark.parametrize(
    ("people", "bots", "board"), [(2, 0, "small"), (2, 1, "new_york"), (3, 1, "usa_1910"), (4, 0, "new_york")]
)
def test_every_message_of_a_game_tells_a_seat_only_what_it_may_know(server, people, bots, board):
    liveries = iter(range(1, 6))
    seats = [person(next(liveries), NAMES[n]) for n in range(people)] + [
        bot("greedy", next(liveries)) for _ in range(bots)
    ]
    with server.browser() as browser:
        game, tokens = new_game(browser, *seats, board=board)
        connections = [Seat(server, game, tokens[n]) for n in range(people)] + [Seat(server, game)]
        try:
            play_together(connections, random.Random(people), most=1000 if board != "usa_1910" else 120)
        finally:
            for connection in connections:
                connection.socket.close()
    truth = positions(server.context.games.in_memory[game].saved.game)
    for connection in connections:
        assert len({message["version"] for message in connection.heard}) > len(truth) // 2
        for message in connection.heard:
            at = truth[message["version"]]
            if message["outcome"]:
                assert at.is_over
                continue
            check_message(message, at, connection.view["you"])
            check_log(message, at, connection.view["you"])


def own_view(game: Game, seat: int | None) -> str:
    players = [views.PlayerFacts(name, n + 1, is_person=True) for n, name in enumerate(NAMES[: game.players])]
    market = [card for card, n in game.market.items() for _ in range(n)]
    own = views.watcher_view(game, NAMES) if seat is None else views.seat_view(game, seat, NAMES)
    return json.dumps({**views.public_view(game, players, market), **own, "outcome": views.outcome_view(game, NAMES)})


@given(game=games_in_play(), rng=chances)
@settings(max_examples=60)
def test_games_that_a_seat_cannot_tell_apart_look_the_same_to_it(game, rng):
    """Other hands, the deck and all tickets that the seat does not know are swapped: its view stays as it is."""
    if game.is_over:
        return
    for seat in range(game.players):
        twin = shuffled_where_unseen(game, seat, rng)
        assert own_view(twin, seat) == own_view(game, seat)


@given(game=games_in_play(), seed=st.integers(0, 2**64 - 1))
@settings(max_examples=40)
def test_a_view_is_a_function_of_the_observation(game, seed):
    """A position sampled from what the seat has seen has the same view, but for what happened, which samples lack."""
    if game.is_over:
        return
    for seat in range(game.players):
        there, sampled = (json.loads(own_view(one, seat)) for one in (game, Game.sample(game.observe(seat), seed)))
        for part in ("events", "log", "fresh", "version", "tunnel"):
            del there[part], sampled[part]
        assert sampled == there


def test_a_watcher_can_not_tell_games_apart_that_differ_in_what_is_hidden():
    chance = random.Random(3)
    game = Game("usa", 3, 5)
    for _ in range(80):
        game.push(chance.choice(game.legal_actions()))
    for seat in range(3):
        assert own_view(shuffled_where_unseen(game, seat, chance), None) == own_view(game, None)


def test_why_bots_moved_is_told_only_after_the_end(server):
    with server.browser() as browser:
        game, tokens = new_game(browser, person(), bot("greedy"))
        with Seat(server, game, tokens[0]) as seat:
            seat.play(random.Random(4), 5)
            table = server.context.games.in_memory[game]
            assert table.saved.figures() == {}
            assert browser.get(f"/api/games/{game}/replay").status_code == 409
            assert browser.get(f"/api/games/{game}/record").status_code == 409
            assert browser.post("/api/opinion", json={"game": game, "step": 0}).status_code == 409
            assert "seed" not in browser.get("/api/games").text
            seat.play(random.Random(4))
        said = {message["type"] for message in seat.heard}
        assert said == {"view"}
        assert not any("figures" in names for message in seat.heard for names in dicts(message))
        assert browser.get(f"/api/games/{game}/replay").status_code == 200
