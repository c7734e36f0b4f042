"""Reviews on the server: nothing of a running game, they grow, and they are made once."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from footplate.app import reviews as room
from footplate.app.database.models import StoredMove
from footplate.app.database.store import JUDGED
from footplate.app.live.saved_game import SavedGame
from footplate.app.people.seating import unrated
from footplate.app.thinking import work_queues
from footplate.app.thinking.work_queues import Thinking
from footplate.game import Game
from footplate.records import GameRecord
from tests.support.app.games import finished, played, store_of, stored
from tests.support.app.reviews import review_of
from tests.support.app.server import PATIENCE, become_player


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "DEALS", 20)
    monkeypatch.setattr(work_queues, "_LAST", 0)  # on a busy machine whoever comes last waits for long


def whole_review(client: TestClient, game: str) -> tuple[dict[str, Any], list[int]]:
    """The review once it is whole, and how many decisions had been judged at each look."""
    seen, end = [], time.monotonic() + PATIENCE
    while time.monotonic() < end:
        review = client.get(f"/api/games/{game}/review").json()
        seen.append(review["judged"])
        if review["whole"] or review["failed"]:
            return review, seen
        time.sleep(0.1)
    raise AssertionError(f"no whole review after {PATIENCE} s: {seen}")


def test_a_review_grows_and_is_kept_with_the_moves(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished(client)
    review, seen = whole_review(client, game)
    assert not review["failed"]
    assert seen == sorted(seen)
    assert seen[0] < review["decisions"] == review["judged"]
    assert review["result"].startswith(("You win", "Greedy wins"))
    for player in review["players"]:
        account = player["margin"]
        parts = [account[name] for name in ("start", "luck", "play", "others")]
        assert sum(parts) == pytest.approx(account["result"])
    assert [point["turn"] for point in review["curve"]] == sorted(point["turn"] for point in review["curve"])
    assert all(one["seat"] == review["you"] for one in review["costliest"])
    kept = store_of(client).judged(game)
    assert len(kept) == review["decisions"]

    asked: list[int] = []
    judge = Thinking.review

    async def counted(self: Thinking, job: Any, *, owner: str = "") -> Any:
        asked.extend(job.numbers)
        return await judge(self, job, owner=owner)

    monkeypatch.setattr(Thinking, "review", counted)
    state = client.app.state  # type: ignore[attr-defined]
    fresh = room.Reviews(state.context.store, state.context.thinking, 1)  # as after a restart
    state.context = replace(state.context, reviews=fresh)
    again, _ = whole_review(client, game)
    assert again == review
    assert asked == []
    replay = client.get(f"/api/games/{game}/replay").text
    assert JUDGED not in replay


def test_nothing_is_said_of_a_running_game(client: TestClient) -> None:
    running = Game("small", 2, 3)
    running.push(running.legal_actions()[0])
    game = stored(store_of(client), running, client.get("/api/me").json()["id"])
    answer = client.get(f"/api/games/{game}/review")
    assert answer.status_code == 409
    assert "when the game is over" in answer.json()["error"]
    assert client.get("/api/games/nothing/review").status_code == 404


def test_practice_begins_with_what_one_knew_and_is_rated_for_nobody(client: TestClient) -> None:
    game = finished(client)
    record = GameRecord.from_text(client.get(f"/api/games/{game}/record").text)
    number = next(n for n, move in enumerate(record.moves) if n > 8 and move.seat == 0)
    made = client.post(f"/api/games/{game}/practice", json={"number": number})
    assert made.status_code == 201, made.text
    kept = store_of(client).game(made.json()["id"])
    assert kept is not None
    before = record.begin()
    for _ in range(number):
        record.push_next(before)
    saved = SavedGame(kept, store_of(client))
    assert saved.game.observe(0).to_bytes() == before.observe(0).to_bytes()
    assert saved.game.history == ()
    assert unrated(kept) == f"it is practice from turn {before.turn + 1}"
    facts = client.get(f"/api/games/{kept.id}").json()
    assert facts["practice"] == {"turn": before.turn, "origin": game}
    results = client.get("/api/me/results").json()
    assert sum(row["games"] for row in results["opponents"]) == 1
    over = played_on(saved.game)
    moves = [
        StoredMove(number=n, seat=event.seat, action=event.action.text, elapsed=1.0, figures=None)
        for n, event in enumerate(over.history)
        if event.action
    ]
    outcome = over.outcome()
    assert outcome is not None
    ending = {"totals": list(outcome.totals), "winners": list(outcome.winners)}
    store_of(client).add_moves(kept.id, moves, ending)
    results = client.get("/api/me/results").json()
    assert sum(row["games"] for row in results["opponents"]) == 1
    assert {one["id"] for one in results["games"]} == {game, kept.id}
    text = client.get(f"/api/games/{kept.id}/record").text
    assert GameRecord.from_text(text).replay().to_bytes() == over.to_bytes()
    assert client.get(f"/api/games/{kept.id}/replay").json()["outcome"]
    again = client.post(f"/api/games/{kept.id}/next")
    assert "tried again from the review" in again.json()["error"]


def test_only_one_s_own_decisions_of_finished_games_are_tried_again(client: TestClient) -> None:
    game = finished(client)
    record = GameRecord.from_text(client.get(f"/api/games/{game}/record").text)
    theirs = next(n for n, move in enumerate(record.moves) if move.seat == 1)
    for number in (theirs, len(record.moves)):
        assert client.post(f"/api/games/{game}/practice", json={"number": number}).status_code == 422
    assert client.post(f"/api/games/{game}/practice", json={"number": -1}).status_code == 422
    begun = Game("small", 2, 3)
    begun.push(begun.legal_actions()[0])
    running = stored(store_of(client), begun, client.get("/api/me").json()["id"])
    assert client.post(f"/api/games/{running}/practice", json={"number": 0}).status_code == 409
    assert client.post("/api/games/nothing/practice", json={"number": 0}).status_code == 404


def test_progress_by_board(client: TestClient) -> None:
    assert client.get("/api/me/progress").json() == {"boards": [], "reviewed": 0, "mistakes": [], "puzzles": []}
    games = [finished(client, seed=seed) for seed in (7, 8, 9)]
    store_of(client).keep_review(games[1], review_of(played(seed=8)))
    progress = client.get("/api/me/progress").json()
    (board,) = progress["boards"]
    assert (board["board"], board["count"]) == ("small", 3)
    assert [game["id"] for game in board["games"]] == games
    assert all(low < mean < high for mean, low, high in (game["rating"] for game in board["games"]))
    widths = [game["rating"][2] - game["rating"][1] for game in board["games"]]
    assert widths == sorted(widths, reverse=True)
    assert [game["play"] for game in board["games"]] == [None, pytest.approx(-14.4), None]
    assert progress["reviewed"] == 1
    assert progress["mistakes"][0]["times"] == 3
    assert [puzzle["game"] for puzzle in progress["puzzles"]] == [games[1]]
    exported = {game["id"]: game["review"] for game in client.get("/api/me/export").json()["games"]}
    assert [bool(exported[game]) for game in games] == [False, True, False]
    stranger = TestClient(client.app)
    become_player(stranger)
    assert stranger.get("/api/me/progress").json()["boards"] == []


def played_on(game: Game) -> Game:
    chance = random.Random(3)
    while not game.is_over:
        game.push(chance.choice(game.legal_actions()))
    return game
