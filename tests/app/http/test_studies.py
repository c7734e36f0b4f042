"""A study as people take part in it: consent, games, answers, and stopping; and what they are never told."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from footplate.app.database.models import Participant, StoredGame, StoredMove, StudyGame, now
from footplate.errors import FootplateError
from tests.support.app.seats import numbers
from tests.support.app.server import PATIENCE, ServerProcess
from tests.support.app.studies import (
    ALL_RATED,
    QUICK,
    finish,
    play_one,
    quick_design,
    store_of,
    study_server,
    take_part,
    visitor,
)

TOLD_TO_NOBODY = ("greedy", "cheating", "mcts", "Careful one", "Sees it all")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with study_server(tmp_path, quick_design(tmp_path)) as client:
        client.get("/api/me").raise_for_status()
        yield client


def state(client: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/study").raise_for_status().json()
    return found


def moves_of(client: TestClient, game: str) -> list[StoredMove]:
    stored = store_of(client).game(game)
    assert stored
    return stored.moves


def rows(client: TestClient) -> list[tuple[int, int, str]]:
    """Person, game and condition of all games in the study."""
    people = store_of(client).studies.people("quick")
    return [(person.number, game.number, game.condition) for person in people for game in person.games]


def test_people_agree_play_answer_and_are_done(client: TestClient) -> None:
    before = state(client)
    assert before["consent"] == ["You play two games.", "We keep your moves."]
    assert before["cheats"] is True  # the consent page says so
    assert before["you"] is None
    assert client.get("/api/me").json()["study"] is True
    assert client.post("/api/study/games").status_code == 403  # not without consent
    assert client.post("/api/study/part").status_code == 201
    you = state(client)["you"]
    assert (you["agreed"], you["done"], you["game"]) == (now().date().isoformat(), 0, None)

    game = client.post("/api/study/games").json()["id"]
    assert client.post("/api/study/games").json()["id"] == game  # in a second tab as well
    early = client.post("/api/study/answers", json={"number": 1, "ratings": ALL_RATED})
    assert (early.status_code, early.json()["error"]) == (403, "the questions come when the game is over")
    finish(store_of(client), game)
    assert client.post("/api/study/games").json()["error"].startswith("answer the questions after your last game first")
    names = [question["name"] for question in state(client)["you"]["questions"]]
    assert names == ["enjoyed", "hard", "open", "human", "skill"]
    client.post("/api/study/answers", json={"number": 1, "ratings": ALL_RATED, "skill": "often"}).raise_for_status()
    later = {"number": 1, "ratings": {**ALL_RATED, "hard": 1}, "skill": "never did"}
    client.post("/api/study/answers", json=later).raise_for_status()  # what was sent first stays
    again = client.post("/api/study/games").json()["id"]
    assert again != game
    assert "skill" not in [question["name"] for question in state(client)["you"]["questions"]]  # asked once
    finish(store_of(client), again)
    client.post("/api/study/answers", json={"number": 2}).raise_for_status()  # skipped
    assert state(client)["you"]["done"] == 2
    assert client.post("/api/study/games").json()["error"] == "you have played all games of this study"
    (person,) = store_of(client).studies.people("quick")
    assert person.skill == "often"
    assert [(one.answered, one.answers) for one in person.games] == [("sent", ALL_RATED), ("skipped", {})]


@pytest.mark.parametrize(
    "given",
    [
        {"number": 1, "ratings": {**ALL_RATED, "hard": 0}},
        {"number": 1, "ratings": {**ALL_RATED, "hard": 8}},
        {"number": 1, "ratings": {**ALL_RATED, "hard": "4"}},
        {"number": 1, "ratings": {"enjoyed": 4}},
        {"number": 1, "ratings": {**ALL_RATED, "liked": 4}},
        {"number": 1, "ratings": ALL_RATED, "skill": "expert"},
        {"number": 0},
    ],
)
def test_answers_that_can_not_be(client: TestClient, given: dict[str, Any]) -> None:
    take_part(client)
    finish(store_of(client), client.post("/api/study/games").json()["id"])
    assert client.post("/api/study/answers", json=given).status_code == 422


def test_nobody_is_told_whom_they_meet(client: TestClient) -> None:
    """Neither during a game nor after it, by any answer of the server to whoever plays."""
    take_part(client)
    said = []
    for number in (1, 2):
        game = client.post("/api/study/games").json()["id"]
        with client.websocket_connect(f"/api/games/{game}/live") as live:
            live.send_json({"type": "join"})
            view = live.receive_json()
            said.append(json.dumps(view))
            assert view["players"][1]["name"] == "Opponent"
            assert (view["study"], view["help"], view["can_undo"]) == (True, False, False)
            live.send_json({"type": "search", "on": True})
            assert "without help" in live.receive_json()["error"]
        for when in ("going on", "over"):
            of_game = [f"games/{game}{part}" for part in ("", "/record", "/replay", "/review")]
            for path in (*of_game, "games", "study", "me", "me/results", "me/export"):
                said.append(client.get(f"/api/{path}").text)
            said.append(client.post("/api/opinion", json={"game": game, "step": 1}).text)
            if when == "going on":
                finish(store_of(client), game)
        with client.websocket_connect(f"/api/games/{game}/live") as live:
            live.send_json({"type": "join"})
            over = live.receive_json()
            said.append(json.dumps(over))
            assert over["outcome"]["unrated"] == "it is part of a study"
        client.post("/api/study/answers", json={"number": number, "ratings": ALL_RATED}).raise_for_status()
    assert {word for word in TOLD_TO_NOBODY for text in said if word in text} == set()
    assert client.get(f"/api/games/{game}/record").status_code == 403
    assert client.get("/api/me/results").json()["rating"]["games"] == 0
    assert client.get("/api/games").json() == client.get("/api/me/results").json()["games"] == []


@pytest.mark.parametrize("opponent", ["greedy", "cheating-mcts:iterations=60"])
def test_the_planned_opponent_moves(tmp_path: Path, opponent: str) -> None:
    """Also one that sees what is hidden, which people can't choose elsewhere."""
    plan = QUICK.replace('"greedy"', f'"{opponent}"').replace('order = "latin"', 'order = "fixed"')
    plan = plan.replace(f'"{opponent}"', f'"{opponent}"\ntold = true', 1)
    with study_server(tmp_path, quick_design(tmp_path, plan)) as client:
        client.get("/api/me")
        take_part(client)
        game = client.post("/api/study/games").json()["id"]
        with client.websocket_connect(f"/api/games/{game}/live") as live:
            live.send_json({"type": "join"})
            view = live.receive_json()
            live.send_json({"type": "act", "version": 0, "action": numbers(view["legal"])[0]})
            while not any(move.seat == 1 for move in moves_of(client, game)):
                assert not live.receive_json().get("trouble")
        stored = store_of(client).game(game)
        assert stored
        assert stored.seats[1].spec == opponent


def test_a_game_of_a_study_is_played_once_by_one_person(client: TestClient) -> None:
    take_part(client)
    game = client.post("/api/study/games").json()["id"]
    for answer in (
        client.delete(f"/api/games/{game}"),
        client.post(f"/api/games/{game}/next"),
        client.post(f"/api/games/{game}/links", json={"seat": 0}),
    ):
        assert (answer.status_code, "belongs to a study" in answer.json()["error"]) == (403, True)
    with visitor(client) as other:
        assert other.post("/api/study/answers", json={"number": 1}).status_code == 403


def test_places_are_taken_in_balance_and_given_again(client: TestClient) -> None:
    people = [client]
    take_part(client, games=2)
    browsers = [visitor(client) for _ in range(8)]
    others = [browser.__enter__() for browser in browsers]
    for other in others[:7]:
        take_part(other, games=2)
    people += others[:7]
    firsts = [condition for _, game, condition in rows(client) if game == 1]
    assert sorted(firsts) == 4 * ["Careful one"] + 4 * ["Sees it all"]
    refused = others[7].post("/api/study/part")
    assert (refused.status_code, refused.json()["error"]) == (
        403, "as many people as this study needs take part already"
    )  # fmt: skip
    assert state(others[7])["full"] is True
    numbers = [person.number for person in store_of(client).studies.people("quick")]
    assert len(set(numbers)) == 8
    gone = store_of(client).studies.part("quick", people[3].get("/api/me").json()["id"])
    assert gone
    people[3].delete("/api/study/part").raise_for_status()
    take_part(others[7])
    (new,) = [person for person in store_of(client).studies.people("quick") if person.number not in numbers]
    assert new.place == gone.place
    for browser in browsers:
        browser.__exit__(None, None, None)


def test_whoever_withdraws_is_gone(client: TestClient) -> None:
    take_part(client, games=1)
    running = client.post("/api/study/games").json()["id"]
    with visitor(client) as other:
        take_part(other, games=1)
        with client.websocket_connect(f"/api/games/{running}/live") as live:
            live.send_json({"type": "join"})
            live.receive_json()
            client.delete("/api/study/part").raise_for_status()
            assert "deleted" in live.receive_json()["error"]
        assert state(client)["you"] is None
        assert len(rows(client)) == 1
        store = store_of(client)
        assert (store.count(Participant), store.count(StudyGame), store.count(StoredGame)) == (1, 1, 1)
        other.delete("/api/me").raise_for_status()  # which is another way to stop
        assert (store.count(Participant), store.count(StudyGame), store.count(StoredGame)) == (0, 0, 0)
        study = store.studies.study("quick")
        assert study
        assert study.withdrawn == 2


def test_closing_cuts_people_off_and_is_final(client: TestClient) -> None:
    take_part(client, games=1)
    running = client.post("/api/study/games").json()["id"]
    store = store_of(client)
    player = client.get("/api/me").json()["id"]
    assert len(store.studies.close("quick")) == 2
    (person,) = store.studies.people("quick")
    assert (person.player_id, person.place, person.agreed, person.adaptive) == (None, None, None, {})
    assert store.games_of(player) == []
    assert {game.created for game in (store.game(one.game_id) for one in person.games) if game} == {
        game.changed for game in (store.game(one.game_id) for one in person.games) if game
    }  # nothing says when they were played
    assert state(client)["closed"] is True
    for answer in (client.post("/api/study/part"), client.post("/api/study/games")):
        assert answer.status_code == 403
    with client.websocket_connect(f"/api/games/{running}/live") as live:
        live.send_json({"type": "join", "seat": 0})
        assert "not your seat" in live.receive_json()["error"]


def test_the_profile_export_has_ones_answers_but_not_ones_number(client: TestClient) -> None:
    take_part(client, games=1)
    data = client.get("/api/me/export").json()
    (part,) = data["studies"]
    assert part["games"] == [{"game": data["games"][0]["id"], "answered": "sent", **ALL_RATED}]
    assert set(part) == {"study", "agreed", "skill", "adaptive", "games"}


def test_what_is_swept_is_not_of_a_study(client: TestClient) -> None:
    take_part(client, games=1)
    with visitor(client) as other:
        take_part(other)
        other.cookies.clear()
    store_of(client).sweep(now() + timedelta(days=1000))
    assert len(rows(client)) == 1
    assert store_of(client).count(Participant) == 2


def test_an_adaptive_opponent_learns_within_the_study(tmp_path: Path) -> None:
    design = quick_design(tmp_path, QUICK.replace('"greedy"', '"adaptive:win_rate=0.5"'))
    with study_server(tmp_path, design) as client:
        client.get("/api/me")
        take_part(client)
        game = client.post("/api/study/games").json()["id"]
        studies, me = store_of(client).studies, client.get("/api/me").json()["id"]
        finish(store_of(client), game, learnt={me: lambda known: {"mini: adaptive": {"games": 1}}})
        assert studies.adaptive(game) == {"mini: adaptive": {"games": 1}}
        player = store_of(client).player(me)
        assert player
        assert player.adaptive == {}
        client.delete("/api/study/part").raise_for_status()
        assert studies.adaptive(game) == {}


def test_another_plan_is_another_study(tmp_path: Path) -> None:
    with study_server(tmp_path, quick_design(tmp_path)) as client:
        client.get("/api/me")
        take_part(client)
        store_of(client).studies.open(quick_design(tmp_path, QUICK.replace("people = 8", "people = 10")).to_dict())
        other = quick_design(tmp_path, QUICK.replace('order = "latin"\nseed = 3', 'order = "fixed"')).to_dict()
        with pytest.raises(FootplateError, match=r"'quick' with another plan: order, seed must stay as it was"):
            store_of(client).studies.open(other)


def test_a_server_without_a_study_has_none(tmp_path: Path) -> None:
    from footplate.app.server import create_app
    from footplate.app.settings import ServerSettings

    settings = ServerSettings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", names=("testserver",), workers=1)
    with TestClient(create_app(settings)) as client:
        assert client.get("/api/me").json()["study"] is False
        assert client.get("/api/study").status_code == client.get("/api/research").status_code == 404


def test_two_people_at_two_servers_at_once(tmp_path: Path) -> None:
    """Everybody has a place and a number of their own, and each game is made once."""
    design = quick_design(tmp_path)
    with study_server(tmp_path, design) as one, study_server(tmp_path, design) as other:
        browsers = [TestClient((one if n % 2 else other).app) for n in range(8)]
        for browser in browsers:
            browser.get("/api/me").raise_for_status()
        together = threading.Barrier(16)
        games: dict[int, set[str]] = {n: set() for n in range(8)}

        def come(n: int) -> None:
            together.wait(PATIENCE)
            browsers[n].post("/api/study/part").raise_for_status()
            games[n].add(browsers[n].post("/api/study/games").raise_for_status().json()["id"])

        for browser in browsers:  # a player each, before two threads use its cookie
            browser.patch("/api/me", json={"settings": {}}).raise_for_status()
        threads = [threading.Thread(target=come, args=(n % 8,)) for n in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        people = store_of(one).studies.people("quick")
        assert sorted(person.place for person in people if person.place is not None) == list(range(8))
        assert len({person.number for person in people}) == 8
        assert {n: len(found) for n, found in games.items()} == dict.fromkeys(range(8), 1)
        assert store_of(one).count(StoredGame) == 8


def test_a_killed_server_has_lost_nothing(tmp_path: Path) -> None:
    quick_design(tmp_path)
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    first = ServerProcess(database, tmp_path, study=tmp_path / "study.toml")
    from footplate.app.database import Store
    from footplate.app.settings import ServerSettings

    store = Store(ServerSettings(database=database))
    with first.browser() as browser:
        browser.post("/api/study/part").raise_for_status()
        game = browser.post("/api/study/games").raise_for_status().json()["id"]
        finish(store, game)
        given = {"number": 1, "ratings": ALL_RATED, "skill": "often"}
        browser.post("/api/study/answers", json=given).raise_for_status()
        following = browser.post("/api/study/games").raise_for_status().json()["id"]
        first.kill()
        second = ServerProcess(database, tmp_path, study=tmp_path / "study.toml")
        try:
            browser.base_url = second.url
            assert browser.post("/api/study/games").json()["id"] == following
            assert browser.get("/api/study").json()["you"]["done"] == 1
        finally:
            second.kill()
    (person,) = store.studies.people("quick")
    assert (person.games[0].answers, person.skill) == (ALL_RATED, "often")
    store.close()


def test_play_one_plays_the_planned_condition(client: TestClient) -> None:
    take_part(client)
    game = play_one(client, 1)
    stored = store_of(client).game(game)
    ((_, _, condition),) = rows(client)
    assert stored
    assert stored.seats[1].spec == {"Careful one": "greedy", "Sees it all": "cheating-mcts:iterations=60"}[condition]
