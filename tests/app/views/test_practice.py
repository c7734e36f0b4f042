"""The practice of first turns: a real game, in which only what its steps ask for can be done."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from footplate.actions import Kind
from footplate.app.views.practice import practice, practice_board
from footplate.errors import IllegalAction
from footplate.game import Game
from tests.support.app.seats import Seat, new_game


def allowed(answer: dict) -> list[int]:
    """The actions that can be done after the last view."""
    can = answer["views"][-1]["legal"]
    return [*can[Kind.TAKE].values(), *(way["action"] for ways in can[Kind.CLAIM].values() for way in ways)]


def whole() -> list[dict]:
    """All answers, from the deal to the end."""
    answers, record = [practice(())], []
    while not answers[-1]["lesson"]["done"]:
        record.append(allowed(answers[-1])[0])
        answers.append(practice(record))
    return answers


def test_every_step_has_one_thing_to_do_and_leads_to_the_ticket():
    answers = whole()
    assert all(len(set(allowed(answer))) == 1 for answer in answers[:-1])
    assert [answer["lesson"]["title"] for answer in answers] == [
        *2 * ["Take two blue cards"], "Claim Alder – Birch", "Now you: Birch – Cedar", "Ticket done: +4",
    ]  # fmt: skip
    assert [answer["lesson"]["step"] for answer in answers] == [1, 1, 2, 2, 3]
    assert [answer["lesson"]["back"] for answer in answers] == [None, 0, 0, 2, 3]
    assert "Routes gave 4 points, the ticket 4: together 8." in answers[-1]["lesson"]["words"]
    view = answers[-1]["views"][-1]
    assert [ticket["state"] for ticket in view["tickets"]] == ["done"]
    assert (view["owners"][0], view["owners"][1], view["owners"][4]) == (0, 0, 1)


def test_the_keys_are_those_of_what_is_asked_for():
    for answer in whole()[:-1]:
        view, keys = answer["views"][-1], answer["lesson"]["keys"]
        if keys[0] == "C":
            (route,) = view["legal"][Kind.CLAIM]
            ends = practice_board().routes[int(route)]
            assert keys[1] == ends.b
        else:
            assert [view["market"][int(key) - 1] for key in keys] == len(keys) * ["blue"]


def test_the_views_are_those_of_a_game_that_is_really_played():
    answers = whole()
    moves = [event["kind"] for event in answers[-1]["views"][-1]["events"]]
    assert moves == ["keep", "keep", "take", "take", "take", "draw", "claim", "claim", "claim"]
    shown = [view["version"] for answer in answers for view in answer["views"]]
    assert shown == list(range(2, 2 + len(shown)))  # one view for each action, also those of the other
    hidden = answers[2]["views"][-1]["events"][-1]
    assert hidden["cards"] is None  # what the other drew blind


def test_a_view_has_all_that_a_real_one_has(server):
    with server.browser() as browser:
        game, keys = new_game(browser)
        with Seat(server, game, keys[0]) as seat:
            view = practice(())["views"][0]
            assert view.keys() == seat.view.keys()
            assert view["players"][0].keys() == seat.view["players"][0].keys()


def test_what_could_be_done_but_is_not_asked_for_says_why():
    real = Game(practice_board(), 2, 6165)
    real.push("keep 1")
    real.push("keep 1")
    could = {action.text for action in real.legal_actions()}
    assert {"draw", "take yellow", "tickets"} < could
    why_not = practice(())["views"][-1]["why_not"]
    assert all(why_not[what] for what in ("deck", "tickets"))
    assert why_not["market"].keys() == {"yellow"}
    assert why_not["routes"].keys() == {str(n) for n in range(len(practice_board().routes))}


@pytest.mark.parametrize("record", [[0], [10_000], [2, 2, 2], [46], [2, 2, 46, 43, 43]])
def test_anything_else_is_refused(record):
    with pytest.raises(IllegalAction, match="not what the practice asks for"):
        practice(record)


def test_the_server_keeps_nothing_of_it(client: TestClient):
    client.cookies.clear()
    answer = client.post("/api/practice", json={"actions": [2, 2]})
    assert answer.status_code == 200
    assert answer.json()["lesson"]["title"] == "Claim Alder – Birch"
    assert "set-cookie" not in answer.headers
    assert client.get("/api/games").json() == []
    assert client.get("/api/boards/practice").json()["name"] == "practice"
    assert "practice" not in {board["name"] for board in client.get("/api/boards").json()}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"actions": [1]}, 409), ({"actions": 21 * [2]}, 422), ({"actions": [-1]}, 422), ({"actions": ["take"]}, 422),
        ({"actions": [1 << 40]}, 422), ({"actions": None}, 422), ([], 422),
    ],
)  # fmt: skip
def test_absurd_requests_are_refused(client: TestClient, body, status):
    answer = client.post("/api/practice", json=body)
    assert answer.status_code == status
    assert answer.json()["error"]
