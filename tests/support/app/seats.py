"""People at live tables, as programs: they join, hear every message and act."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.support.app.server import PATIENCE, UNUSED, Address

View = dict[str, Any]


def person(livery: int = 1, name: str = "") -> dict[str, Any]:
    return {"kind": "person", "livery": livery, "name": name}


def bot(spec: str, livery: int = 2) -> dict[str, Any]:
    return {"kind": "bot", "spec": spec, "livery": livery}


@dataclass(frozen=True)
class Own:
    """A seat of the browser that has set up the game."""

    cookie: str
    seat: int


Key = Own | str | None  # what opens a seat: it is one's own, or there is a link; None watches


def new_game(browser: httpx.Client, *seats: dict[str, Any], board: str = "small", **more: Any) -> tuple[str, list[Any]]:
    """A game's id, and by seat what opens it (None for bots)."""
    wanted = {"board": board, "seats": list(seats) or [person(), bot("greedy")], **more}
    answer = browser.post("/api/games", json=wanted)
    assert answer.status_code == 201, answer.text
    made, cookie = answer.json(), browser.cookies["footplate"]
    keys: list[Key] = list(made["links"])
    for number, seat in enumerate(wanted["seats"]):
        if seat["kind"] == "person" and keys[number] is None:
            keys[number] = Own(cookie, number)
    return made["id"], keys


_COOKIES: dict[str, str] = {}  # by link


def cookie_for(server: Address, link: str) -> str:
    """That of the browser in which somebody opens a link, if the test says no other: the same for the same link."""
    if link not in _COOKIES:
        with httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False, verify=UNUSED) as browser:
            browser.get("/api/me").raise_for_status()
            _COOKIES[link] = browser.cookies["footplate"]
    return _COOKIES[link]


def cookie_of(server: Address, key: Key, browser: httpx.Client | None = None) -> str:
    """By which a browser is known that has this key; empty for a stranger."""
    if isinstance(key, Own):
        return key.cookie
    if browser is not None:
        return browser.cookies["footplate"]
    return cookie_for(server, key) if key else ""


def take(server: Address, game: str, link: str, cookie: str, name: str = "") -> httpx.Response:
    """Sit down by a link."""
    address = f"{server.url}/api/games/{game}/seat"
    with httpx.Client(cookies={"footplate": cookie}, timeout=PATIENCE, trust_env=False, verify=UNUSED) as browser:
        return browser.post(address, json={"token": link, "name": name})


def numbers(legal: dict[str, Any]) -> list[int]:
    """All legal actions of a view."""
    single = [legal[kind] for kind in ("draw", "tickets", "pass") if legal[kind] is not None]
    claims = [way["action"] for ways in legal["claim"].values() for way in ways]
    return [*single, *legal["take"].values(), *legal["keep"].values(), *claims]


class Seat:
    """A connection to a table: ``view`` is the latest one, ``heard`` every message."""

    def __init__(
        self,
        server: Address,
        game: str,
        key: Key = None,
        browser: httpx.Client | None = None,
        join: bool = True,
    ) -> None:
        cookie = cookie_of(server, key, browser)
        seat: dict[str, Any] = {"seat": key.seat if isinstance(key, Own) else None}
        if isinstance(key, str) and join:  # a link that was used by this browser before leads to its seat
            taken = take(server, game, key, cookie)
            seat = taken.json() if taken.is_success else {}
        self.socket: ClientConnection = connect(
            f"ws://{server.host}/api/games/{game}/live",
            additional_headers={"Cookie": f"footplate={cookie}"} if cookie else None,
            max_size=None,
            max_queue=None,
            proxy=None,
            open_timeout=PATIENCE,
            legacy=True,
        )
        self.heard: list[dict[str, Any]] = []
        self.view: View = {}
        if join:
            self.send({"type": "join", **seat})
            self.until(lambda view: True)
            assert key is None or self.view["you"] is not None, "that link is not good"

    def __enter__(self) -> Seat:
        return self

    def __exit__(self, *trouble: object) -> None:
        self.socket.close()

    def send(self, message: object) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        self.heard.append(message)
        if message["type"] == "view":
            self.view = message
        return message

    def until(self, test: Callable[[View], object]) -> View:
        """The next view that passes a test."""
        while True:
            message = self.receive()
            assert message["type"] != "error", message
            if message["type"] == "view" and test(message):
                return message

    def answer(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while (message := self.receive())["type"] != kind:
            pass
        return message

    def refused(self, message: object) -> str:
        """Send something that is not accepted; the sentence that comes back."""
        self.send(message)
        return str(self.answer("error")["error"])

    @property
    def may_move(self) -> bool:
        return bool(self.view["to_move"] is not None and self.view["to_move"] == self.view["you"])

    @property
    def has_chosen(self) -> bool:
        """Whether one's first tickets are chosen, and others are still to choose theirs."""
        you = self.view["you"]
        return you is not None and bool(self.view["players"][you]["chosen"])

    def my_turn(self) -> View:
        """Wait for one's turn or the end."""
        return (
            self.view
            if self.may_move or self.view["outcome"]
            else self.until(lambda view: self.may_move or view["outcome"])
        )

    def act(self, action: int) -> View:
        """Act, and wait until it has happened."""
        before = self.view["version"]
        self.send({"type": "act", "version": before, "action": action})
        return self.until(lambda view: view["version"] > before or self.has_chosen)

    def play(self, chance: random.Random, most: int = 10_000) -> View:
        """Play by chance until the end, or for some actions."""
        for _ in range(most):
            if self.my_turn()["outcome"]:
                break
            self.act(chance.choice(numbers(self.view["legal"])))
        return self.view


def play_together(seats: Sequence[Seat], chance: random.Random, most: int = 10_000) -> None:
    """Several people at one table play by chance; all of them hear every view."""
    for _ in range(most):
        mover = next((seat for seat in seats if seat.may_move), None)
        if mover is None:
            assert seats[0].view["outcome"]
            return
        version = mover.act(chance.choice(numbers(mover.view["legal"])))["version"]
        for seat in seats:
            if seat.view["version"] < version:
                seat.until(lambda view: view["version"] >= version)  # noqa: B023
        for seat in seats:  # bots may be to move
            while not seat.view["outcome"] and seat.view["thinking"] is not None:
                seat.until(lambda view: True)
        top = max(seat.view["version"] for seat in seats)
        for seat in seats:
            if seat.view["version"] < top:
                seat.until(lambda view: view["version"] >= top)  # noqa: B023
