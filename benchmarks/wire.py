"""A server of its own on loopback, and a player who talks to it without a browser."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

_START = "from footplate.cli.main import main; main()"
View = dict[str, Any]


class Server:
    """A server that is running."""

    def __init__(self, address: str, seconds: float) -> None:
        self.address = address
        self.seconds_to_start = seconds

    def new_game(self, board: str, bot: str, seed: int) -> tuple[str, str]:
        """A game of a person against a bot: its id and the cookie of the person's browser."""
        seats = [{"kind": "person", "name": "Ann", "livery": 1}, {"kind": "bot", "spec": bot, "livery": 2}]
        wanted = json.dumps({"board": board, "seats": seats, "seed": seed, "you": 0}).encode()
        request = urllib.request.Request(
            f"{self.address}/api/games", wanted, {"Content-Type": "application/json"}, method="POST"
        )
        with urllib.request.urlopen(request) as answer:
            cookie = SimpleCookie(answer.headers["Set-Cookie"])["footplate"].value
            return json.load(answer)["id"], cookie

    def moves_of(self, game: str) -> str:
        """A short hash of all moves of a finished game, without their times."""
        with urllib.request.urlopen(f"{self.address}/api/games/{game}/record") as answer:
            moves = re.sub(r"(?m)^(\d) \S+ ", r"\1 - ", answer.read().decode().partition("\n\n")[2])
        return hashlib.sha256(moves.encode()).hexdigest()[:16]


@contextmanager
def running_server() -> Iterator[Server]:
    """On a free port, with a database that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="footplate-page-") as folder:
        words = ["play", "--no-browser", "--port", "0", "--database", f"sqlite:///{Path(folder) / 'games.sqlite3'}"]
        began = time.perf_counter()
        process = subprocess.Popen([sys.executable, "-c", _START, *words], stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            line = next((line for line in process.stdout if "http://" in line), "")
            address = next((word for word in line.split() if word.startswith("http://")), "")
            assert address, "the server did not start"
            yield Server(address, time.perf_counter() - began)
        finally:
            process.terminate()
            process.wait(20)


@contextmanager
def seated(server: Server, game: str, cookie: str) -> Iterator[Player]:
    """Somebody who has joined a table."""
    address = f"ws{server.address.removeprefix('http')}/api/games/{game}/live"
    known = {"Cookie": f"footplate={cookie}"}
    with connect(address, additional_headers=known, max_size=None, proxy=None) as socket:
        yield Player(socket)


class Player:
    """A person at a table as a program: draws cards until it can claim what its tickets need."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._socket.send(json.dumps({"type": "join"}))
        self.view = self._next()
        self.waits: list[float] = []  # milliseconds from an action to the first view with the bot's answer

    def _next(self) -> View:
        while (message := json.loads(self._socket.recv(60)))["type"] != "view":
            assert message["type"] != "error", message
        return dict(message)

    def _act(self, action: int) -> None:
        """Act, and hear everything until it is the person's turn again."""
        began, acted = time.perf_counter(), self.view["version"] + 1
        self._socket.send(json.dumps({"type": "act", "version": acted - 1, "action": action}))
        answered = False
        while True:
            self.view = self._next()
            if self.view["version"] > acted and not answered:
                self.waits.append(1000 * (time.perf_counter() - began))
                answered = True
            if self.view["version"] >= acted and (self.view["outcome"] or self.view["to_move"] == self.view["you"]):
                return

    def play(self, most_turns: int = 10_000) -> View:
        """Until the end, or for some actions: always the same ones for the same views."""
        while self.view["to_move"] != self.view["you"] and not self.view["outcome"]:
            self.view = self._next()
        for _ in range(most_turns):
            if self.view["outcome"]:
                break
            self._act(self._choice())
        return self.view

    def _choice(self) -> int:
        legal, hand = self.view["legal"], sum(self.view["hand"].values())
        if legal["keep"]:
            return int(legal["keep"][min(legal["keep"], key=lambda kept: (len(kept), kept))])
        wanted = {str(route) for ticket in self.view["tickets"] if ticket["state"] == "open" for route in ticket["way"]}
        claims = sorted(legal["claim"], key=lambda route: (route not in wanted, int(route)))
        if claims and (claims[0] in wanted or hand > 12 or legal["draw"] is None):
            return int(legal["claim"][claims[0]][0]["action"])
        rest = [legal["draw"], *legal["take"].values(), legal["tickets"], legal["pass"]]
        return int(next(action for action in rest if action is not None))


def whole_game(server: Server, board: str, bot: str, seed: int) -> tuple[str, list[float]]:
    """Play a game to its end: what it can be recognised by, and how long the bot's answers took."""
    game, cookie = server.new_game(board, bot, seed)
    with seated(server, game, cookie) as player:
        outcome = player.play()["outcome"]
    totals = " : ".join(f"{row['total']:g}" for row in outcome["rows"])
    return f"{totals} {server.moves_of(game)}", player.waits
