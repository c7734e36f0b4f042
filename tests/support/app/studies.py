"""Studies with people for the tests: a plan, a server with it, and people who take part."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from footplate.app.database.models import StoredMove
from footplate.app.database.store import Change, Store
from footplate.app.live.saved_game import SavedGame
from footplate.app.server import create_app
from footplate.app.settings import ServerSettings
from footplate.app.user_studies.design import Design, read_design
from footplate.app.user_studies.questions import QUESTIONS
from footplate.game import Game
from tests.support.app.server import FREE
from tests.support.project import ROOT

EXAMPLE = ROOT / "examples" / "study.toml"
QUICK = """
name = "quick"
title = "Quick games"
people = 8
boards = ["mini"]
order = "latin"
seed = 3
consent = "You play two games.\\n\\nWe keep your moves."

[[conditions]]
name = "Careful one"
opponent = "greedy"

[[conditions]]
name = "Sees it all"
opponent = "cheating-mcts:iterations=60"
told = true
"""
ALL_RATED = {question.name: 4 for question in QUESTIONS}


def quick_design(folder: Path, text: str = QUICK) -> Design:
    file = folder / "study.toml"
    file.write_text(text)
    return read_design(file)


def settings_of(folder: Path, design: Design, database: str = "") -> ServerSettings:
    address = database or f"sqlite:///{folder / 'games.sqlite3'}"
    return ServerSettings(database=address, names=("testserver",), workers=1, limits=FREE, study=design)


@contextmanager
def study_server(folder: Path, design: Design, database: str = "") -> Iterator[TestClient]:
    """A client of a server with the study; nobody takes part yet."""
    with TestClient(create_app(settings_of(folder, design, database))) as client:
        yield client


@contextmanager
def visitor(client: TestClient) -> Iterator[TestClient]:
    """Another browser at the same server."""
    other = TestClient(client.app)
    other.get("/api/me").raise_for_status()
    yield other
    other.close()


def store_of(client: TestClient) -> Store:
    store: Store = client.app.state.context.store  # type: ignore[attr-defined]
    return store


def finish(store: Store, game_id: str, seed: int = 1, learnt: Mapping[str, Change] | None = None) -> None:
    """Have a game played to its end by chance; adaptive opponents have ``learnt`` that of players."""
    stored = store.game(game_id)
    assert stored
    game, chance = SavedGame(stored, store).game, random.Random(seed)
    first = len(game.history)
    while not game.is_over:
        game.push(chance.choice(game.legal_actions()), elapsed=2.5 * len(game.history))
    store.add_moves(game_id, _moves(game, first), _result(game), learnt=learnt)


def _moves(game: Game, first: int) -> list[StoredMove]:
    events = list(enumerate(game.history))[first:]
    return [
        StoredMove(number=n, seat=event.seat, action=event.action.text if event.action else "", elapsed=2.5 * n)
        for n, event in events
    ]


def _result(game: Game) -> dict[str, Any]:
    outcome = game.outcome()
    assert outcome
    return {"totals": list(outcome.totals), "winners": list(outcome.winners)}


def take_part(client: TestClient, *, games: int = 0, skill: str | None = "often") -> None:
    """Agree, and play so many games with all questions answered."""
    client.post("/api/study/part").raise_for_status()
    for number in range(1, games + 1):
        play_one(client, number, skill)


def play_one(client: TestClient, number: int, skill: str | None = "often") -> str:
    game = str(client.post("/api/study/games").raise_for_status().json()["id"])
    finish(store_of(client), game, number)
    given = {"number": number, "ratings": ALL_RATED, "skill": skill}
    client.post("/api/study/answers", json=given).raise_for_status()
    return game


def researcher(client: TestClient, name: str = "quick") -> TestClient:
    """A browser of the researcher's at the same server."""
    browser = TestClient(client.app)
    browser.post("/api/research/key", json={"key": store_of(client).studies.new_key(name)}).raise_for_status()
    return browser
