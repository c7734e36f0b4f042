"""Replays: every position of a game that is over, and nothing of one that is not."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from footplate.boards import load_board
from footplate.game import Game
from footplate.records import GameRecord
from tests.support.app.games import finished, played
from tests.support.app.server import Running


@pytest.fixture
def browser(server: Running) -> Iterator[httpx.Client]:
    """A browser at the server of many tests: each server of its own would start a process for the uploads."""
    with server.browser() as browser:
        yield browser


def text_of(game: Game, *names: str) -> str:
    return GameRecord.of(game, names or ["greedy", "random"]).to_text()


def test_a_finished_game_is_shown_step_by_step(client):
    game = finished(client)
    shown = client.get(f"/api/games/{game}/replay").json()
    again = played()
    assert shown["board"] == shown["name"] == "small"
    assert len(shown["steps"]) == len(again.history) + 1
    assert shown["you"] == 0
    assert [player["name"] for player in shown["players"]] == ["You", "Greedy"]
    first, last = shown["steps"][0], shown["steps"][-1]
    assert first["line"] is None
    assert first["owners"] == [None] * len(again.board.routes)
    assert last["owners"] == list(again.owners)
    assert last["phase"] == "over"
    assert last["to_move"] is None
    assert all(ticket["state"] != "open" for seat in last["seats"] for ticket in seat["tickets"])
    assert shown["outcome"]["rows"][1]["total"] == again.outcome().totals[1]


def test_every_step_shows_all_hands_and_tickets(client):
    shown = client.get(f"/api/games/{finished(client)}/replay").json()
    game = Game("small", 2, 7)
    for event, step in zip(played().history, shown["steps"], strict=False):
        for seat in range(2):
            held = {card: n for card, n in game.hand_of(seat).items() if n}
            assert step["seats"][seat]["hand"] == held
            assert len(step["seats"][seat]["tickets"]) == game.ticket_counts[seat]
        game.push(event.action)


def test_lines_are_sentences_without_the_name(client):
    steps = client.get(f"/api/games/{finished(client)}/replay").json()["steps"]
    assert [step["version"] for step in steps] == list(range(len(steps)))
    lines = [step["line"] for step in steps[1:]]
    claims = [line for line in lines if line["route"] is not None]
    assert claims
    assert all(line["words"].startswith("claimed ") and line["points"] > 0 for line in claims)


def test_a_game_in_play_has_no_replay(client):
    seats = [{"kind": "person", "livery": 1}, {"kind": "bot", "spec": "greedy", "livery": 2}]
    game = client.post("/api/games", json={"board": "small", "seats": seats}).json()["id"]
    answer = client.get(f"/api/games/{game}/replay")
    assert answer.status_code == 409
    assert "when the game is over" in answer.json()["error"]
    assert client.get("/api/games/nothing/replay").status_code == 404


def test_somebody_who_has_the_id_sees_names_instead_of_you(client):
    game = finished(client)
    client.cookies.clear()
    shown = client.get(f"/api/games/{game}/replay").json()
    assert shown["you"] is None
    assert shown["players"][0]["name"] == "Ann"


def test_a_record_file_is_kept_and_shown(browser):
    answer = browser.post("/api/replays", json={"record": text_of(played())})
    assert answer.status_code == 201
    shown = browser.get(f"/api/replays/{answer.json()['id']}").json()
    assert [player["name"] for player in shown["players"]] == ["Greedy", "Random"]
    assert shown["name"] == "small"
    assert shown["outcome"]["winners"]


def test_one_of_several_games_of_a_file_is_chosen(browser):
    text = text_of(played(seed=1)) + text_of(played("new_york", 3, seed=2), "Ann", "Bob", "planner")
    first = browser.post("/api/replays", json={"record": text}).json()
    assert [(game["game"], game["board"]) for game in first["games"]] == [(1, "small"), (2, "new_york")]
    second = browser.post("/api/replays", json={"record": text, "game": 2}).json()
    shown = browser.get(f"/api/replays/{second['id']}").json()
    assert [player["name"] for player in shown["players"]] == ["Ann", "Bob", "Planner"]
    assert browser.post("/api/replays", json={"record": text, "game": 3}).status_code == 422


def test_an_unfinished_record_is_shown_as_far_as_it_goes(browser):
    game = Game("small", 2, 3)
    game.push(game.legal_actions()[0])
    replay = browser.post("/api/replays", json={"record": text_of(game)}).json()["id"]
    shown = browser.get(f"/api/replays/{replay}").json()
    assert len(shown["steps"]) == 2
    assert shown["outcome"] is None


def test_a_board_of_ones_own_comes_with_its_record(browser):
    board = load_board("small").with_rules(name="mine", trains=9)
    replay = browser.post("/api/replays", json={"record": text_of(played(board))}).json()["id"]
    name = browser.get(f"/api/replays/{replay}").json()["name"]
    assert browser.get(f"/api/boards/{name}").json()["trains"] == 9
    assert browser.get(f"/api/boards/{name}/map", params={"width": 600, "height": 400}).status_code == 200


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: "hello", "a record begins with"),
        (lambda text: text.replace("keep", "claim", 1), "action 1"),
        (lambda text: text.replace("\nend ", "\nend 0"), "hash"),
        (lambda text: text[: len(text) // 2], "breaks off"),
        (lambda text: "", "there is no game 1"),
        (lambda text: text.replace("seed: 7", f"seed: {1 << 64}"), "from 0 to 2**64 - 1"),
        (lambda text: text.replace("seed: 7", "seed: -1"), "from 0 to 2**64 - 1"),
        (lambda text: text.replace("seed: 7", "seed: 7.5"), "the record at line 1"),
        (lambda text: text.replace(" 0.50 ", " nan ", 1), "nan is no time"),
        (lambda text: text.replace(" 0.50 ", " inf ", 1), "inf is no time"),
        (lambda text: text.replace(" 0.50 ", " -1e9 ", 1), "-1e9 is no time"),
        (lambda text: text.replace("players: 2", "players: 9").replace("seats: ", "seats: " + "a|" * 7), "players"),
        (lambda text: text.replace("board: small", "board: /etc/secret.json"), "not in the catalogue"),
        (lambda text: text.replace("board: small", "board: small:/../../secret.json"), "not in the catalogue"),
        (lambda text: text.replace("board: small", "board: small:secret.json:warwick"), "not in the catalogue"),
    ],
)
def test_a_damaged_record_is_refused_with_a_reason(browser, change, words):
    answer = browser.post("/api/replays", json={"record": change(text_of(played()))})
    assert answer.status_code == 422
    assert words in answer.json()["error"]


def test_sizes_are_bounded(browser):
    assert browser.post("/api/replays", json={"record": "x" * 600_000}).status_code == 413
    assert browser.get("/api/replays/nothing").status_code == 404


def test_names_of_a_file_are_shown_without_what_turns_or_hides_text(browser):
    text = text_of(played(), "An\u202en", "\u200b")
    replay = browser.post("/api/replays", json={"record": text}).json()["id"]
    shown = browser.get(f"/api/replays/{replay}").json()
    assert [player["name"] for player in shown["players"]] == ["Ann", "Seat 2"]
