"""``footplate serve`` as an operator meets it: names of its own, and Ctrl-C in the middle of a thought."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.support.app.seats import Seat, bot, new_game, numbers, person
from tests.support.app.server import PATIENCE, Address, wait_for
from tests.support.project import ROOT

COMMAND = [sys.executable, "-c", "from footplate.cli.main import main; main()", "serve"]


def environment() -> dict[str, str]:
    paths = os.pathsep.join([str(ROOT / "src"), *(path for path in sys.path if path)])
    return {**os.environ, "PYTHONPATH": paths, "PYTHONUNBUFFERED": "1"}


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], Address, str]]:
    """A server with a group of processes of its own, where it is, and what it has said."""
    database = f"sqlite:///{folder / 'games.sqlite3'}"
    process = subprocess.Popen(
        [*COMMAND, "--port", "0", "--database", database, *options],
        env=environment(),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout
        said = ""
        while not (found := re.search(r"http://\S+?:(\d+)", said)):
            line = process.stdout.readline()
            assert line, said
            said += line
        yield process, Address(int(found[1])), said
    finally:
        if not is_over(process):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)


def is_over(process: subprocess.Popen[str]) -> bool:
    """Whether nothing is left of the server and its workers."""
    process.poll()
    try:
        os.killpg(process.pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("opponent", ["ismcts:ms=9000", "greedy"])
def test_ctrl_c_in_the_middle_of_a_thought_ends_everything_quietly(tmp_path, opponent):
    with serving(tmp_path) as (process, server, _), server.browser() as browser:
        cookies = dict(browser.cookies)
        game, tokens = new_game(browser, person(), bot(opponent), board="usa")
        with Seat(server, game, tokens[0]) as seat:
            seat.act(numbers(seat.my_turn()["legal"])[0])
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: workers hear it, too
            rest, _ = process.communicate(timeout=PATIENCE)
        assert "Traceback" not in rest
        assert "Error" not in rest
        wait_for(lambda: is_over(process))
    with serving(tmp_path) as (_, server, _), httpx.Client(base_url=server.url, cookies=cookies) as browser:
        assert [listed["id"] for listed in browser.get("/api/games").json()] == [game]


def test_a_name_of_ones_own(tmp_path):
    with serving(tmp_path, "--name", "Games.Example", "--name", "other.example") as (_, server, said):
        assert "http://Games.Example:" in said
        for host, status in (("games.example", 200), ("other.example:80", 200), ("evil.example", 421)):
            assert httpx.get(f"{server.url}/api/opponents", headers={"Host": host}).status_code == status
