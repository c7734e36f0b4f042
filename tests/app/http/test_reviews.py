"""Reviews on the server: nothing of a running game, they grow, and they are made once."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from footplate.app import reviews as room
from footplate.app.database.store import JUDGED
from footplate.app.thinking import work_queues
from footplate.app.thinking.work_queues import Thinking
from footplate.game import Game
from tests.support.app.games import finished, store_of, stored
from tests.support.app.server import PATIENCE


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
