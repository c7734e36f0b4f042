"""What Adaptive remembers of people: written with the result, looked at, exported, deleted."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event

from footplate.agents.adaptive.profile import RATINGS, Profile, Profiles
from footplate.app.database import Store
from footplate.app.database.models import StoredMove
from footplate.app.database.new_games import NewSeat
from footplate.app.live.games import LiveGames
from footplate.app.live.listeners import Listener
from footplate.app.preparing import Preparation
from footplate.app.settings import ServerSettings
from footplate.app.thinking.jobs import Job, Thought
from footplate.app.thinking.worker import KeptGames, think
from footplate.boards import load_board
from tests.support.app.games import store_of
from tests.support.app.seats import numbers
from tests.support.app.server import PATIENCE

SMALL = load_board("small").to_json()


class Here:
    """Bots that think in this process, at once."""

    def __init__(self) -> None:
        self.games = KeptGames()

    async def think(self, job: Job, **more: Any) -> Thought:
        return think(self.games, job)


async def nothing(message: dict[str, Any]) -> None:
    """A listener who does not listen."""


@pytest.fixture
def database(tmp_path: Path) -> Iterator[tuple[Store, Path]]:
    file = tmp_path / "games.sqlite3"
    store = Store(ServerSettings(database=f"sqlite:///{file}"))
    store.open()
    yield store, file
    store.close()


def on_disk(file: Path) -> list[tuple[bool, int]]:
    """As a server finds it that is started after this one was killed: whether there is a result, and the games of Ann's
    only profile."""
    with closing(sqlite3.connect(file)) as there:
        ((result,),) = there.execute("SELECT result FROM games").fetchall()
        ((adaptive,),) = there.execute("SELECT adaptive FROM players").fetchall()
    profiles = list(json.loads(adaptive).values())
    return [(result not in (None, "null"), profiles[0]["games"] if profiles else 0)]


async def play(store: Store, game: str, chance: random.Random) -> None:
    games = LiveGames(store, Here(), ServerSettings(), Preparation())  # type: ignore[arg-type]
    live = await games.find(game)
    assert live
    await live.join(Listener(nothing, 0))
    while not live.saved.game.is_over:
        while live.bots.is_playing:
            await asyncio.sleep(0.001)
        if not live.saved.game.is_over:
            legal = numbers(live.view(0)()["legal"])
            await live.act(0, len(live.saved.game.history), [chance.choice(legal)])


@pytest.mark.parametrize("bot", ["adaptive", "steered-margin:iterations=10"])
@pytest.mark.parametrize("seed", [1, 2])
def test_whenever_a_server_is_killed_a_result_is_there_with_what_was_learnt(database, bot, seed):
    store, file = database
    ann = store.identities.browser_for("ann", name="Ann").player
    seats = [NewSeat(name="Ann", livery=1, player_id=ann.id), NewSeat(name=bot, livery=2, spec=bot)]
    game = store.new_game("small", SMALL, seed, seats)[0]
    seen: set[tuple[bool, int]] = set()
    event.listen(store.engine, "commit", lambda connection: seen.update(on_disk(file)))  # as it was before
    asyncio.run(asyncio.wait_for(play(store, game, random.Random(seed)), PATIENCE))
    seen.update(on_disk(file))
    assert seen == {(False, 0), (True, 1)}


def test_if_what_was_learnt_cannot_be_written_neither_is_the_move(database):
    store, file = database
    ann = store.identities.browser_for("ann", name="Ann").player
    game = store.new_game("small", SMALL, 1, [NewSeat(name="Ann", livery=1, player_id=ann.id)])[0]

    def fails(known: dict[str, Any]) -> dict[str, Any]:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        store.add_moves(game, [move()], {"totals": [1], "winners": [0]}, learnt={ann.id: fails})
    assert on_disk(file) == [(False, 0)]
    store.add_moves(
        game, [move()], {"totals": [1], "winners": [0]}, learnt={ann.id: lambda known: {"usa": {"games": 1}}}
    )
    assert on_disk(file) == [(True, 1)]


def move() -> StoredMove:
    return StoredMove(number=0, seat=0, action="draw", elapsed=0.5, figures=None)


# ---------------------------------------------------------------- on the page

KNOWN = {
    "usa: p": Profile(level=-300.0, games=4, wins=2, losses=2, measure=RATINGS),
    "usa: greedy + p": Profile(level=-100.0, games=1, wins=1, measure=RATINGS),
    "small: p": Profile(level=-10.0, games=2, measure=RATINGS),
}


def remember(client: TestClient) -> str:
    profiles = Profiles()
    for key, profile in KNOWN.items():
        profiles.put(key, profile)
    me = client.get("/api/me").json()["id"]
    store_of(client).change_adaptive(me, lambda known: profiles.to_dict())
    return str(me)


def test_each_memory_says_board_and_number_of_players(client):
    remember(client)
    rows = client.get("/api/me/results").json()["adaptive"]
    assert {(row["board"], row["players"], row["games"]) for row in rows} == {
        ("usa", 2, 4),
        ("usa", 3, 1),
        ("small", 2, 2),
    }


def test_what_is_exported_can_be_read_by_the_command(client, tmp_path):
    remember(client)
    answer = client.get("/api/me/adaptive")
    assert "footplate-adaptive.json" in answer.headers["content-disposition"]
    file = tmp_path / "profile.json"
    file.write_bytes(answer.content)
    kept = Profiles(file)
    assert {key: kept.get(key) for key in KNOWN} == KNOWN


def test_one_memory_is_deleted_or_all_and_nobody_elses(client):
    me = remember(client)
    assert client.delete("/api/me/adaptive", params={"key": "usa: p"}).status_code == 204
    assert store_of(client).player(me).adaptive.keys() == KNOWN.keys() - {"usa: p"}
    refused = client.delete("/api/me/adaptive", params={"key": "usa: p"})
    assert refused.status_code == 404
    other = store_of(client).identities.browser_for("other", name="Bob").player
    store_of(client).change_adaptive(other.id, lambda known: {"usa: p": {"games": 1}})
    assert client.delete("/api/me/adaptive").status_code == 204
    assert store_of(client).player(me).adaptive == {}
    assert store_of(client).player(other.id).adaptive == {"usa: p": {"games": 1}}
    client.cookies.clear()
    assert client.delete("/api/me/adaptive").status_code == 404
