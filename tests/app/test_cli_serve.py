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
from footplate.app.settings import Settings, address_in_network
from footplate.cli import warm
from footplate.cli.main import app
from footplate.errors import FootplateError
from tests.app.server import ROOT

RUNNER = CliRunner()
WITHOUT_SEARCH = """
from footplate.cli import serve  # searches take a minute to compile, and none is played here
from footplate.cli.warm import compile_once
serve.compile_for_server = compile_once
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
    command = [sys.executable, "-c", WITHOUT_SEARCH, *arguments]
    paths = os.pathsep.join(path for path in sys.path if path)
    process = subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": paths}, cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        said = next(line for line in process.stdout if "ready" in line)
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
    prepare(Settings(database=database))
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    assert "newer version of Footplate" in refused("play", "--no-browser", "--database", database)


@pytest.mark.parametrize("host", ["no such host", "192.0.2.1", "2001:db8::1"])
def test_hosts_where_it_can_not_listen(host: str):
    assert "can't listen on" in refused("serve", "--host", host)


def test_no_port_is_free(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("footplate.cli.serve._TRIES", 1)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"no port is free from {port}" in refused("play", "--port", str(port))


def test_the_address_says_where_others_find_it():
    assert Settings(host="127.0.0.1", port=8000).address == "http://localhost:8000"
    assert Settings(host="192.168.1.5", port=8000).address == "http://192.168.1.5:8000"
    assert Settings(host="fd00::1", port=8000).address == "http://[fd00::1]:8000"
    everywhere = address_in_network("0.0.0.0")
    assert everywhere not in ("0.0.0.0", "127.0.0.1", "")


def test_the_page_learns_where_others_find_it(client):
    assert client.get("/api/address").json() == {"address": None}


# ---------------------------------------------------------------- the first start


def note(name: str) -> None:
    """A step of compiling that only leaves the number of its process behind."""
    Path(os.environ["NOTES"], name).write_text(str(os.getpid()))


def first() -> None:
    note("first")


def second() -> None:
    note("second")


def breaks() -> None:
    os._exit(7)


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which nothing is compiled yet, and a folder for notes."""
    monkeypatch.setattr("footplate.engine.cache.cache_folder", lambda: tmp_path / "kernels")
    monkeypatch.setattr("numba.config.DISABLE_JIT", 0)
    monkeypatch.setenv("NOTES", str(tmp_path))
    return tmp_path


def test_a_first_start_without_a_terminal_says_what_it_compiles_in_a_process_that_ends(cold, monkeypatch, capfd):
    monkeypatch.setattr(warm, "STEPS", (("the rules", first), ("searches", second)))
    warm.compile_for_server()
    said = capfd.readouterr().err.splitlines()
    assert [line for line in said if "This happens once" in line]
    assert [line for line in said if " of 2)" in line] == [
        "Compiling the rules (1 of 2) …",
        "Compiling searches (2 of 2) …",
    ]
    assert said[-1].startswith("Compiled in ")
    process = int((cold / "first").read_text())
    assert process == int((cold / "second").read_text()) != os.getpid()
    assert not Path(f"/proc/{process}").exists()
    (cold / "first").unlink()
    warm.compile_for_server()  # the second start
    assert not (cold / "first").exists()
    assert capfd.readouterr().err == ""


def test_compiling_that_fails_is_a_sentence_and_is_tried_again(cold, monkeypatch):
    monkeypatch.setattr(warm, "STEPS", (("the rules", first), ("searches", breaks)))
    with pytest.raises(FootplateError, match=r"compiling searches \(2 of 2\) failed: its process ended with 7"):
        warm.compile_for_server()
    monkeypatch.setattr(warm, "STEPS", (("the rules", second),))
    warm.compile_for_server()
    assert (cold / "second").exists()


def test_where_nothing_can_be_kept_nothing_is_compiled_in_vain(cold, monkeypatch):
    (cold / "kernels").write_text("a file where a folder should be")
    monkeypatch.setattr("footplate.engine.cache.KernelCache.works", True)
    monkeypatch.setattr(warm, "STEPS", (("the rules", first),))
    warm.compile_for_server()
    assert not (cold / "first").exists()
