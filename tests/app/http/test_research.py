"""A study as its researcher sees it: the key, the counts, the files, and what is in none of them."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet
import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from footplate.app import reviews as room
from footplate.app.database.models import Base, Browser, now
from footplate.app.thinking import work_queues
from footplate.app.user_studies import reviewing
from footplate.app.user_studies.export import CHOICES, TABLES
from footplate.app.user_studies.questions import SKILLS
from footplate.cli.main import app
from footplate.game import Game
from tests.support.app.server import wait_for
from tests.support.app.studies import (
    quick_design,
    researcher,
    store_of,
    study_server,
    take_part,
    visitor,
)

NAMES = ("Ann Sentinel", "Zoë Überfahrt", "Bob Sentinel")
FILES = ["answers", "games", "decisions", "reviews", "chances", "conditions", "codebook"]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with study_server(tmp_path, quick_design(tmp_path)) as client:
        client.get("/api/me").raise_for_status()
        yield client


@pytest.fixture
def people(client: TestClient) -> Iterator[list[TestClient]]:
    """Three people with names, who have played two games, one and a half, and none."""
    with visitor(client) as second, visitor(client) as third:
        everybody = [client, second, third]
        for browser, name in zip(everybody, NAMES, strict=True):
            browser.patch("/api/me", json={"name": name}).raise_for_status()
        take_part(client, games=2, skill="very well")
        take_part(second, games=1)
        second.post("/api/study/games").raise_for_status()
        take_part(third)
        yield everybody


def unpacked(packed: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        return {name: archive.read(name) for name in archive.namelist()}


def exported(browser: TestClient, kind: str = "csv", tables: str = ",".join(CHOICES)) -> dict[str, bytes]:
    answer = browser.get("/api/research/export", params={"tables": tables, "format": kind}).raise_for_status()
    assert answer.headers["content-disposition"] == 'attachment; filename="quick.zip"'
    return unpacked(answer.content)


def rows_of(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode())))


def test_only_whoever_has_the_key_is_the_researcher(client: TestClient, people: list[TestClient]) -> None:
    store = store_of(client)
    paths = ("research", "research/preview", "research/export")
    for browser in people:
        assert {browser.get(f"/api/{path}").status_code for path in paths} == {403}
        assert browser.post("/api/research/close").status_code == 403
        assert browser.post("/api/research/key", json={"key": "x" * 32}).status_code == 403
    mine = researcher(client)
    assert {mine.get(f"/api/{path}").status_code for path in paths} == {200}
    for _ in range(3):  # the keys of the last four starts are good
        store.studies.new_key("quick")
    assert mine.get("/api/research").status_code == 200
    store.studies.new_key("quick")
    assert mine.get("/api/research").status_code == 403
    study = store.studies.study("quick")
    assert study
    assert all(len(key) == 64 for key in study.keys)  # hashes


def test_counts_rows_and_first_lines(client: TestClient, people: list[TestClient]) -> None:
    mine = researcher(client)
    page = mine.get("/api/research").json()
    counts = {name: page[name] for name in ("people", "wanted", "games", "answered", "skipped", "withdrawn")}
    assert counts == {"people": 3, "wanted": 8, "games": 3, "answered": 3, "skipped": 0, "withdrawn": 0}
    assert page["order"] == "Latin square, 2 rows of 4 people"
    files = exported(mine)
    assert sorted(files) == sorted(f"{name}.csv" for name in FILES)
    preview = mine.get("/api/research/preview").json()
    for name, lines in preview.items():
        assert files[f"{name}.csv"].decode().startswith(lines)  # as they will be
    assert len(page["rows"]) == len(rows_of(files["answers.csv"])) == 3
    assert sorted(mine.get("/api/research/preview", params={"tables": "reviews"}).json()) == [
        "chances", "codebook", "reviews",
    ]  # fmt: skip
    wrong = mine.get("/api/research/export", params={"tables": "answers,players"})
    assert (wrong.status_code, wrong.json()["error"]) == (
        422, "there is no table 'players'; there are answers, games, decisions, reviews, conditions",
    )  # fmt: skip
    assert mine.get("/api/research/export", params={"format": "xlsx"}).status_code == 422


def test_the_files_say_what_was_played(client: TestClient, people: list[TestClient]) -> None:
    files = exported(researcher(client))
    games, answers = rows_of(files["games.csv"]), rows_of(files["answers.csv"])
    assert [row["finished"] for row in games].count("0") == 1
    for row in games:
        mine = [
            one
            for one in rows_of(files["decisions.csv"])
            if (one["person"], one["game"]) == (row["person"], row["game"])
        ]
        assert len(mine) == int(row["actions"])
        game = Game("mini", 2, int(row["seed"]))
        for number, one in enumerate(mine, start=1):
            assert (int(one["number"]), int(one["turn"])) == (number, game.turn + 1)
            assert one["by"] == ("person" if game.to_move == 0 else "opponent")
            game.push(one["action"])
        outcome = game.outcome()
        assert (outcome is not None) == (row["finished"] == "1")
        if outcome:
            assert [float(row["score"]), float(row["score_opponent"])] == list(outcome.totals)
            assert float(row["won"]) == (0 in outcome.winners) / len(outcome.winners)
    assert {row["skill"] for row in answers} == {"often", "very well"}
    assert [row["enjoyed"] for row in answers] == 3 * ["4"]
    book = {(row["table"], row["column"]) for row in rows_of(files["codebook.csv"])}
    for name, content in files.items():
        table = name.removesuffix(".csv")
        columns = content.decode().splitlines()[0].split(",")
        assert table == "codebook" or {(table, column) for column in columns} <= book


def test_parquet_has_the_same(client: TestClient, people: list[TestClient]) -> None:
    mine = researcher(client)
    as_csv, as_parquet = exported(mine), exported(mine, "parquet")
    for name in FILES:
        table = parquet.read_table(io.BytesIO(as_parquet[f"{name}.parquet"]))
        rows = rows_of(as_csv[f"{name}.csv"])
        assert table.num_rows == len(rows)
        for row, other in zip(rows, table.to_pylist(), strict=True):
            assert row.keys() == other.keys()
            for key, value in other.items():
                assert row[key] == "" if value is None else row[key] == value or float(row[key]) == value


def secrets_of(client: TestClient, people: list[TestClient]) -> set[str]:
    """All that says who somebody is or when they played: whatever the database has of it."""
    store, found = store_of(client), {"testclient", "testserver", "127.0.0.1", *NAMES}
    found |= {value for browser in people for value in browser.cookies.values()}
    with store.engine.connect() as connection:
        for table in Base.metadata.sorted_tables:
            for row in connection.execute(table.select()).mappings():
                for name, value in row.items():
                    is_key = name in ("id", "player_id", "participant_id", "game_id", "token_hash", "recovery_hash")
                    if is_key and isinstance(value, str):
                        found.add(value)
                    elif hasattr(value, "isoformat"):
                        found |= {value.isoformat(), f"{value:%H:%M}", f"{value:%Y-%m-%d}", str(int(value.timestamp()))}
    return found | {now().isoformat()[:10], store.identities.browsers_of(next(iter(ids(store))))[0].name}


def ids(store: Any) -> set[str]:
    with store.engine.connect() as connection:
        return {row[0] for row in connection.execute(Browser.__table__.select().with_only_columns(Browser.player_id))}


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("is_closed", [False, True])
def test_no_file_says_who_it_was_or_when(
    client: TestClient, people: list[TestClient], kind: str, is_closed: bool
) -> None:
    """Neither a name, nor an address, a cookie, a link, a date or a time of day."""
    secrets = secrets_of(client, people)
    assert len(secrets) > 40
    mine = researcher(client)
    if is_closed:
        mine.post("/api/research/close").raise_for_status()
    files = exported(mine, kind)
    texts = {name: content.decode("latin-1") for name, content in files.items()}
    if kind == "parquet":
        texts |= {
            f"{name}, rows": json.dumps(parquet.read_table(io.BytesIO(content)).to_pylist(), ensure_ascii=False)
            for name, content in files.items()
        }
    assert {(name, secret) for name, text in texts.items() for secret in secrets if secret in text} == set()
    for name, text in texts.items():
        if "rows" in name or kind == "csv":
            assert re.findall(r"\b([01]?\d|2[0-3]):[0-5]\d\b|\b20\d\d-[01]\d|\b\d\d/\d\d/\d", text) == [], name


def test_every_word_in_a_file_is_of_a_known_kind(client: TestClient, people: list[TestClient]) -> None:
    files = exported(researcher(client))
    known = {
        "person": re.compile(r"p[1-9]\d\d"), "condition": re.compile("Careful one|Sees it all"),
        "board": re.compile("mini"), "answered": re.compile("sent|skipped|open"), "skill": re.compile("|".join(SKILLS)),
        "by": re.compile("person|opponent"),
        "action": re.compile(r"(keep|draw|take|tickets|claim|pass)( .*)?"),
        "opponent": re.compile("greedy|cheating-mcts:iterations=60"),
    }  # fmt: skip
    for table in TABLES:
        for row in rows_of(files[f"{table.name}.csv"]):
            for column in table.columns:
                if column.kind == "text":
                    assert known[column.name].fullmatch(row[column.name]), (table.name, row)
                else:
                    float(row[column.name] or 0)


def test_people_are_in_no_order_that_tells_who_came_first(tmp_path: Path) -> None:
    with study_server(tmp_path, quick_design(tmp_path)) as client:
        store = store_of(client)
        for n in range(8):
            store.identities.browser_for(f"token {n}")
        for player in sorted(ids(store)):
            store.studies.agree("quick", player, 8)
        numbers = [person.number for person in store.studies.people("quick")]
        assert numbers == sorted(numbers)  # chance, not the order of coming, which places have
        assert all(number in range(100, 1000) for number in numbers)


def test_whoever_withdraws_is_in_no_file_made_later(client: TestClient, people: list[TestClient]) -> None:
    mine = researcher(client)
    player = people[0].get("/api/me").json()["id"]
    gone = store_of(client).studies.part("quick", player)
    assert gone
    assert f"p{gone.number}" in exported(mine)["answers.csv"].decode()
    people[0].delete("/api/study/part").raise_for_status()
    assert f"p{gone.number}" not in "".join(content.decode() for content in exported(mine).values())
    assert mine.get("/api/research").json()["withdrawn"] == 1


def test_closing_keeps_the_rows(client: TestClient, people: list[TestClient]) -> None:
    mine = researcher(client)
    before = exported(mine)
    mine.post("/api/research/close").raise_for_status()
    assert exported(mine) == before
    assert mine.get("/api/research").json()["closed"] is True
    assert people[0].get("/api/study").json()["you"] is None
    people[0].delete("/api/me").raise_for_status()  # it is nobody's any more
    assert exported(mine) == before


def test_games_are_reviewed_in_the_background(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "DEALS", 20)
    monkeypatch.setattr(work_queues, "_LAST", 0)
    monkeypatch.setattr(reviewing, "PAUSE", 0.05)
    with study_server(tmp_path, quick_design(tmp_path)) as client:
        client.get("/api/me")
        take_part(client, games=1)
        mine = researcher(client)
        wait_for(lambda: mine.get("/api/research").json()["reviewed"] == 1)
        files = exported(mine, tables="reviews")
    (row,) = rows_of(files["reviews.csv"])
    for of in ("win", "margin"):
        parts = [float(row[f"{of}_{part}"]) for part in ("start", "luck", "play", "others")]
        assert sum(parts) == pytest.approx(float(row[f"{of}_result"]), abs=1e-3)
    chances = rows_of(files["chances.csv"])
    assert chances
    assert all(0 <= float(one["win"]) <= 1 for one in chances)
    assert row["deals"] == "20"


# ---------------------------------------------------------------- footplate study export


def run(*words: object) -> Any:
    return CliRunner().invoke(app, ["study", "export", *map(str, words)])


def test_the_command_writes_what_the_page_gives(client: TestClient, people: list[TestClient], tmp_path: Path) -> None:
    where = "--database", f"sqlite:///{tmp_path / 'games.sqlite3'}", "--out", tmp_path / "out"
    result = run("quick", *where)
    assert result.exit_code == 0, result.output
    assert "3 games of 3 people" in result.output
    assert "3 games are not reviewed yet" in " ".join(result.output.split())
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == exported(researcher(client))
    again = run("quick", *where)
    assert (again.exit_code != 0, "exists already; --force overwrites it" in str(again.exception)) == (True, True)
    assert run("quick", *where, "--force", "--format", "parquet", "--tables", "answers").exit_code == 0
    assert (tmp_path / "out" / "answers.parquet").exists()


def test_the_command_says_what_is_wrong(client: TestClient, tmp_path: Path) -> None:
    where = "--database", f"sqlite:///{tmp_path / 'games.sqlite3'}", "--out", tmp_path / "out"
    assert "has no study 'slow'; there is quick" in str(run("slow", *where).exception)
    assert "nobody has finished a game of the study 'quick' yet" in str(run("quick", *where).exception)
    nowhere = run("quick", "--database", f"sqlite:///{tmp_path / 'no.sqlite3'}", "--out", tmp_path)
    assert "there is no database" in str(nowhere.exception)
    wrong = run("quick", *where, "--tables", "people")
    assert wrong.exit_code == 2
    assert "there is no table 'people'" in wrong.output
    assert not (tmp_path / "out").exists()
