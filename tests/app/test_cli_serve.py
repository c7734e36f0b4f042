"""``footplate play`` and ``serve``: where they listen, what they say, and errors for people instead of traces."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, text
from typer.testing import CliRunner

from footplate.app.server import prepare
from footplate.app.settings import ServerSettings, address_in_network
from footplate.cli.main import app
from tests.support.project import ROOT

RUNNER = CliRunner()
PREPARED = """
from footplate.app import server  # nothing is played here, so nothing is compiled for it
server.steps_to_do = lambda: ()
from footplate.cli.main import main
main()
"""


def refused(*arguments: str) -> str:
    """What a command says that does not start."""
    result = RUNNER.invoke(app, list(arguments))
    assert result.exit_code != 0
    said = str(result.exception) if result.exception else result.output
    assert "Traceback" not in said
    return said


@contextmanager
def running(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command in a process of its own, and the address that it says."""
    command = [sys.executable, "-c", PREPARED, *arguments]
    paths = os.pathsep.join(path for path in sys.path if path)
    process = subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": paths}, cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        said = next(line for line in process.stdout if "running" in line)
        yield process, re.search(r"http://\S+", said).group()  # type: ignore[union-attr]
    finally:
        process.kill()
        process.wait()


def test_play_serves_the_page_until_ctrl_c(tmp_path: Path):
    database = tmp_path / "deep" / "games.sqlite3"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with running("play", "--no-browser", "--port", str(port), "--database", f"sqlite:///{database}") as started:
            process, address = started
            assert address.startswith("http://localhost:")
            assert not address.endswith(f":{port}")  # that one was taken
            page = httpx.get(address, trust_env=False)
            assert page.status_code == 200
            assert "Footplate" in page.text
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0
    assert database.exists()


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("garbage", "right would be sqlite:///FILE"),
        ("postgresql://[::1", "right would be sqlite:///FILE"),
        ("mysql://ann@host/games", "right would be sqlite:///FILE"),
        ("sqlite:////dev/null/games.sqlite3", "can't be used as the database"),
        ("postgresql://ann:secret@127.0.0.1:1/games", "can't be used as the database"),
    ],
)
def test_databases_that_can_not_be_used(database: str, words: str):
    said = refused("play", "--no-browser", "--database", database)
    assert words in said
    assert "secret" not in said


def test_a_file_that_is_no_database_stays_as_it_is(tmp_path: Path):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann,\n" * 200)
    assert "can't be used as the database" in refused("play", "--no-browser", "--database", f"sqlite:///{letter}")
    assert letter.read_text() == "Dear Ann,\n" * 200


def test_a_database_of_a_newer_version(tmp_path: Path):
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    prepare(ServerSettings(database=database))
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    assert "newer version of Footplate" in refused("play", "--no-browser", "--database", database)


@pytest.mark.parametrize("host", ["no such host", "192.0.2.1", "2001:db8::1"])
def test_hosts_where_it_can_not_listen(host: str):
    assert "can't listen on" in refused("serve", "--host", host)


def test_no_port_is_free():
    last = 65535
    with socket.create_server(("127.0.0.1", last)):
        assert f"no port is free from {last}" in refused("play", "--port", str(last))


def test_the_address_says_where_others_find_it():
    assert ServerSettings(host="127.0.0.1", port=8000).address == "http://localhost:8000"
    assert ServerSettings(host="192.168.1.5", port=8000).address == "http://192.168.1.5:8000"
    assert ServerSettings(host="fd00::1", port=8000).address == "http://[fd00::1]:8000"
    everywhere = address_in_network("0.0.0.0")
    assert everywhere not in ("0.0.0.0", "127.0.0.1", "")


def test_the_page_learns_where_others_find_it(client):
    assert client.get("/api/address").json() == {"address": None}


def test_serve_runs_a_study_and_tells_the_researcher_a_secret(tmp_path: Path):
    file = tmp_path / "study.toml"
    file.write_text((ROOT / "examples" / "study.toml").read_text("utf-8"))
    command = "serve", "--port", "0", "--study", str(file), "--database", f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with running(*command) as (process, address):
        assert process.stdout
        said = next(line for line in process.stdout if "researcher" in line)
        key = said.rpartition("/#/research/")[2].strip()
        with httpx.Client(base_url=address, trust_env=False) as browser:
            assert browser.get("/api/study").json()["title"] == "Even games"
            assert browser.post("/api/research/key", json={"key": key}).status_code == 204
            assert browser.get("/api/research").json()["wanted"] == 12


def test_a_study_that_can_not_be(tmp_path: Path):
    file = tmp_path / "study.toml"
    file.write_text((ROOT / "examples" / "study.toml").read_text("utf-8").replace("people = 12", "people = 13"))
    assert "study.toml, line 4: people: 13, but the Latin square" in refused("serve", "--study", str(file))
    assert "can't be read" in refused("serve", "--study", str(tmp_path / "nothing.toml"))
