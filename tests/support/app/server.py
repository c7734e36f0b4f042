"""Real servers for the tests: one in a thread of this process, or one in a process of its own that can be killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from footplate.app.http.context import Context
from footplate.app.http.protocol import server_config
from footplate.app.http.rates import Limit, Limits
from footplate.app.preparing import Preparation
from footplate.app.server import create_app
from footplate.app.settings import ServerSettings
from footplate.app.user_studies.design import read_design
from tests.support.project import ROOT

FREE = Limits(**{part.name: Limit(1e9, 1e9) for part in fields(Limits)})  # tests ask more often than people
QUICK = Limit(300, 20)  # messages of programs that play faster than people; 500 at once are still too many
UNUSED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # nothing is encrypted here; reading all certificates takes 50 ms
PATIENCE = 180.0  # seconds for anything that must happen; a quiet machine needs a fraction


def wait_for(what: Any, patience: float = PATIENCE) -> Any:
    """The first true answer of a function."""
    end = time.monotonic() + patience
    while not (answer := what()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
    return answer


def kill_bots() -> None:
    """All processes in which bots of this process think, without a word."""
    for process in multiprocessing.active_children():
        if process.name == "footplate-bot":
            process.kill()


def become_player(browser: httpx.Client) -> None:
    """A stranger with something to keep."""
    browser.get("/api/me").raise_for_status()
    browser.patch("/api/me", json={"settings": {}}).raise_for_status()


def at_any_port() -> socket.socket:
    """As the server opens it by itself: asyncio sends at once, and not after 40 ms, only where TCP is named."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen(100)
    return listening


class Address:
    """Where a server is, and browsers (HTTP clients with cookies of their own) that visit it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.host = f"127.0.0.1:{port}"
        self.url = f"http://{self.host}"

    @contextmanager
    def browser(self) -> Iterator[httpx.Client]:
        """A new browser, which becomes a player."""
        with httpx.Client(base_url=self.url, timeout=PATIENCE, trust_env=False, verify=UNUSED) as browser:
            become_player(browser)
            yield browser


class Running(Address):
    """A server in a thread, into which tests can look."""

    def __init__(self, port: int, context: Context) -> None:
        super().__init__(port)
        self.context = context


@contextmanager
def in_thread(settings: ServerSettings, preparation: Preparation | None = None) -> Iterator[Running]:
    app = create_app(settings, preparation)
    with at_any_port() as listening:
        server = uvicorn.Server(server_config(app, settings))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        wait_for(lambda: server.started or not thread.is_alive())
        assert server.started
        try:
            yield Running(listening.getsockname()[1], app.state.context)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


class ServerProcess(Address):
    """A server that can be killed as a power cut would."""

    def __init__(self, database: str, folder: Path, *, study: Path | None = None, **how: Any) -> None:
        port_file = folder / f"port-{time.monotonic_ns()}"
        paths = os.pathsep.join([str(ROOT), *(path for path in sys.path if path)])
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.support.app.server",
                database,
                str(port_file),
                *([str(study)] if study else []),
            ],
            env={**os.environ, "PYTHONPATH": paths},
            cwd=ROOT,
            start_new_session=True,
            **how,
        )
        super().__init__(int(wait_for(lambda: port_file.exists() and port_file.read_text())))
        wait_for(self._answers)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/api/opponents", trust_env=False, verify=UNUSED).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """With all its workers, without a word."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def main(database: str, port_file: str, study: str = "") -> None:
    with at_any_port() as listening:
        Path(f"{port_file}.new").write_text(str(listening.getsockname()[1]))
        Path(f"{port_file}.new").rename(port_file)
        design = read_design(Path(study)) if study else None
        settings = ServerSettings(database=database, workers=1, limits=FREE, messages=QUICK, study=design)
        uvicorn.Server(server_config(create_app(settings), settings)).run(sockets=[listening])


if __name__ == "__main__":
    main(*sys.argv[1:])
