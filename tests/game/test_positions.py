"""Positions as JSON: they come back byte by byte, can be set up by hand, and what can't be is refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate import Board, Game, load_board
from footplate.errors import FootplateError, InvalidPosition
from footplate.records import digest_of
from tests.support.claim_boards import alps, tunnel
from tests.support.project import GOLDEN


def played(board: str | Board, players: int, seed: int, moves: int) -> Game:
    game, chance = Game(board, players, seed), random.Random(seed)
    for _ in range(moves):
        if not game.is_over:
            game.push(chance.choice(game.legal_actions()))
    return game


@settings(max_examples=60)
@given(
    st.sampled_from(["small", "mini", "new_york", "usa", "usa_1910"]), st.integers(2, 4), st.integers(0, 10**9),
    st.integers(0, 150),
)  # fmt: skip
def test_a_position_comes_back_byte_by_byte_and_plays_on_equally(board, players, seed, moves):
    game = played(board, players, seed, moves)
    text = game.to_json()
    again = Game.from_json(text)
    assert again.to_bytes() == game.to_bytes()
    assert again.to_json() == text
    for _ in range(10):
        if not game.is_over:
            action = game.legal_actions()[-1]
            game.push(action)
            again.push(action)
    assert again.to_bytes() == game.to_bytes()


def test_the_progress_game_too():
    game = played("t2r", 1, 3, 9)
    assert Game.from_json(game.to_json()).to_bytes() == game.to_bytes()


def test_a_board_of_one_s_own_is_in_the_file(tmp_path):
    data = {**load_board("small").data, "name": "mine"}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(data))
    game = Game(file, 2, 5)
    file.unlink()
    assert Game.from_json(game.to_json()).to_bytes() == game.to_bytes()


def test_what_the_engine_keeps_for_itself_may_be_left_out():
    data = json.loads(played("small", 2, 4, 12).to_json())
    del data["engine"], data["networks"]
    game = Game.from_json(json.dumps(data))
    while not game.is_over:
        game.push(game.legal_actions()[0])
    assert game.outcome() is not None


def change(data, path, value):
    *way, last = path
    for key in way:
        data = data[key]
    data[last] = value(data[last]) if callable(value) else value


def owned(data):
    return next(i for i, seat in enumerate(data["seats"]) if any(r["owner"] == i for r in data["routes"]))


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (("format",), "other", "'format' must be"),
        (("players",), 9, "'players': 9 must be a whole number from 1 to 5"),
        (("to_move",), 2, "'to_move': 2 must be a whole number from 0 to 1"),
        (("to_move",), True, "'to_move' can't be True"),
        (("phase",), "lunch", "'phase' must be one of first_tickets, turn"),
        (("chance",), 0, "'chance': 0 must be"),
        (("deck",), lambda deck: deck[1:], "cards of .* in market, deck, discard and hands; the game has"),
        (("deck",), lambda deck: [*deck[1:], "purple"], "there is no card 'purple'; cards:"),
        (("seats", 0, "hand"), {}, "cards were seen|cards of"),
        (("seats", 0, "trains"), lambda n: n - 1, "trains left and .* on its routes; it must be 10"),
        (("seats", 1, "points"), lambda n: n + 1, "points, but its routes give"),
        (("seats",), lambda seats: seats[:1], "'seats' has 1 entries for 2 players"),
        (("routes",), lambda routes: [*routes, routes[0]], "has one owner"),
        (("routes", 0, "route"), 99, "must be a whole number from 0"),
        (("tickets",), lambda tickets: tickets[1:], "ticket 0 .* must be in exactly one place"),
        (("tickets", 0, "between"), "Here-There", "ticket 0 is"),
        (("ticket_deck",), lambda deck: [*deck, deck[0]], "must be in exactly one place"),
        (("networks", 0), lambda labels: [0] * len(labels), "'networks' of seat 0 is not what its routes connect"),
        (("offer",), [0], "offer|place"),
        (("turn",), None, "'turn' can't be None"),
        (("rules",), "abc", "its rules have the hash abc"),
        (("board",), "nowhere", "there is no board"),
        (("engine", "redeals"), "x", "engine: 'redeals' can't be 'x'"),
        (("engine", "ticket_head"), 500, "ticket_head"),
    ],
)
def test_what_can_t_be_is_refused(path, value, complaint):
    data = json.loads(played("small", 2, 4, 14).to_json())
    assert data["routes"]
    change(data, path, value)
    with pytest.raises(FootplateError, match=complaint):
        Game.from_json(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "5", "{", "null", '{"format": 1}'])
def test_what_is_no_position_is_refused(text):
    with pytest.raises(InvalidPosition):
        Game.from_json(text)


@settings(max_examples=150)
@given(st.data())
def test_no_change_breaks_the_reader(data):
    """Whatever stands in a file: a sentence, or a game that plays on."""
    position = json.loads(
        played(
            data.draw(st.sampled_from(["mini", alps()])), 2, data.draw(st.integers(0, 5)), data.draw(st.integers(0, 20))
        ).to_json()
    )
    holder, key = position, data.draw(st.sampled_from(sorted(position)))
    while isinstance(holder[key], dict | list) and holder[key] and data.draw(st.booleans()):
        holder = holder[key]
        key = data.draw(st.sampled_from(sorted(holder) if isinstance(holder, dict) else range(len(holder))))
    holder[key] = data.draw(st.sampled_from([None, -1, 0, 1, 3, 300, 2**70, 1.5, "", "x", [], {}, [1, 2], True]))
    try:
        game = Game.from_json(json.dumps(position))
    except FootplateError:
        return
    game.observe(0).to_dict()
    for _ in range(200):
        if not game.is_over:
            game.push(game.legal_actions()[0])


@pytest.mark.parametrize(
    ("name", "value"), [("deck_full", 255), ("paid_n", 200), ("fresh", [120] * 9), ("blind_n", [9] * 5), ("vague_n", 9)]
)
def test_what_the_table_remembers_must_agree_with_the_cards(name, value):
    """Compiled code reads by these numbers without looking."""
    game, rng = Game("small", 3, seed=2), random.Random(2)
    while not (game.record.deck_full and game.record.deck_n):
        game.push(rng.choice(game.legal_actions()))
    data = json.loads(game.to_json())
    assert Game.from_json(json.dumps(data)).to_bytes() == game.to_bytes()
    data["engine"][name] = value
    with pytest.raises(InvalidPosition, match="engine"):
        Game.from_json(json.dumps(data))


def in_a_tunnel() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(tunnel("red", "blue", "locomotive", red=4, locomotive=1).to_json())
    return data


def test_a_claim_that_is_not_paid_yet_comes_back():
    data = in_a_tunnel()
    shown = {"claim": "claim Alp-Bern 2 red with 2 red", "turned_up": ["red", "blue", "locomotive"], "due": 2}
    assert data["pending"] == shown
    del data["engine"]
    game = Game.from_json(json.dumps(data))
    assert (game.phase.name, game.turned_up, game.due) == ("TUNNEL", ("red", "blue", "locomotive"), 2)
    game.push("pay 1 red 1 locomotive")
    assert game.owners[0] == 0


@pytest.mark.parametrize("players", [2, 3])
def test_every_position_with_tunnels_and_substitutes_comes_back(players):
    game, chance, phases = Game(alps(), players, 3), random.Random(3), set()
    while not game.is_over:
        again = Game.from_json(game.to_json())
        assert again.to_bytes() == game.to_bytes()
        phases.add(game.phase.name)
        game.push(chance.choice(game.legal_actions()))
    assert phases >= {"TURN", "TUNNEL"}


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (("pending",), None, "'pending' can't be None"),
        (("pending", "claim"), "claim Alp-Chur 2 green with 2 green", "a claim that leads to the phase 'tunnel'"),
        (("pending", "claim"), "draw", "a claim that leads to the phase 'tunnel'"),
        (("pending", "claim"), "claim Alp-Bern 2 red with 2 locomotive", "'due': 2 must be a whole number from 1 to 1"),
        (("pending", "turned_up"), ["red", "blue"], "'due': 2 must be|cards of locomotive"),
        (("pending", "turned_up"), ["red", "blue", "green", "green"], "4 cards can't be turned up here"),
        (("pending", "turned_up"), ["purple"], "there is no card 'purple'"),
        (("pending", "due"), 1, "'due': 1 must be a whole number from 2 to 2"),
        (("to_move",), 1, "seat 1 can't have made this claim|cards were seen"),
    ],
)
def test_a_claim_that_can_t_be_is_refused(path, value, complaint):
    data = in_a_tunnel()
    change(data, path, value)
    with pytest.raises(FootplateError, match=complaint):
        Game.from_json(json.dumps(data))


def test_a_position_of_an_older_version_loads():
    """Its labels of networks are other ones; what they connect, and everything else, is the same."""
    text = (GOLDEN / "position-small-3.json").read_text("utf-8")
    game = Game.from_json(text)
    assert digest_of(game) == "c5d01dcfa1800059"
    then, now = json.loads(text), json.loads(game.to_json())
    for old, new in zip(then.pop("networks"), now.pop("networks"), strict=True):
        assert [old.index(label) for label in old] == [new.index(label) for label in new]
    assert now == then
    assert list(now) == list(then)
    assert list(now["engine"]) == list(then["engine"])
