"""The host's address that is told whose turn it is: which ones are taken, what they are told, and what failures do."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from footplate.app.database.new_games import NewSeat
from footplate.app.webhook import MOST_FAILURES, NoWebhook, Target, Webhooks, post, target_of
from footplate.boards import load_board
from tests.support.app.games import store_of

HOOK = "https://chat.example/hooks/trains?x=1"


def at(*numbers: str) -> Any:
    return lambda host, port: list(numbers)


@pytest.mark.parametrize(
    ("address", "numbers", "from_network", "why"),
    [
        ("http://chat.example/x", ["8.8.8.8"], True, "must begin with https"),
        ("https://chat.example/x", ["127.0.0.1"], True, "this machine itself"),
        ("https://chat.example/x", ["::1"], True, "this machine itself"),
        ("https://chat.example/x", ["0.0.0.0"], True, "this machine itself"),
        ("https://chat.example/x", ["169.254.169.254"], True, "special uses"),
        ("https://chat.example/x", ["fe80::1%eth0"], True, "special uses"),
        ("https://chat.example/x", ["224.0.0.1"], True, "special uses"),
        ("https://chat.example/x", ["192.168.1.7"], False, "in it"),
        ("http://10.0.0.7/x", ["10.0.0.7"], False, "in it"),
        ("https://chat.example/x", ["100.64.0.1"], True, "in it"),
        ("https://chat.example/x", ["::ffff:192.168.1.7"], True, "one kind inside another"),
        ("https://chat.example/x", ["64:ff9b::a00:7"], True, "one kind inside another"),
        ("https://chat.example/x", ["2002:a00:7::1"], True, "one kind inside another"),
        ("https://chat.example/x", ["8.8.8.8", "10.0.0.7"], False, "in it"),  # the second one of two counts, too
        ("https://chat.example/x", [], True, "nobody knows"),
        ("file:///etc/passwd", ["8.8.8.8"], True, "right would be"),
        ("https://ann:secret@chat.example/x", ["8.8.8.8"], True, "right would be"),
        ("https://chat.example:99999/x", ["8.8.8.8"], True, "no address"),
        ("https://chat.example/a b", ["8.8.8.8"], True, "without spaces"),
        ("https://chat.example/\r\nHost: x", ["8.8.8.8"], True, "without spaces"),
        ("https://" + "x" * 500, ["8.8.8.8"], True, "at most 400"),
    ],
)
def test_addresses_that_are_not_called(address, numbers, from_network, why):
    with pytest.raises(NoWebhook, match=why):
        target_of(address, from_network=from_network, resolve=at(*numbers))


def test_addresses_that_are_called_under_the_number_that_was_checked():
    target = target_of(HOOK, from_network=False, resolve=at("8.8.8.8", "8.8.4.4"))
    assert target == Target("chat.example", "8.8.8.8", 443, "/hooks/trains?x=1", True)
    target = target_of("http://192.168.1.7:8123/x", from_network=True, resolve=at("192.168.1.7"))
    assert target == Target("192.168.1.7", "192.168.1.7", 8123, "/x", False)


class Receiver(BaseHTTPRequestHandler):
    status, heard = 200, list[Any]()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.heard.append((self.path, self.headers["Host"], json.loads(body)))
        self.send_response(self.status)
        self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.end_headers()

    def log_message(self, *words: Any) -> None:
        """Nothing in the tests' output."""


@pytest.fixture
def receiver() -> Iterator[Target]:
    with HTTPServer(("127.0.0.1", 0), Receiver) as server:
        Receiver.heard = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Target("chat.example", "127.0.0.1", server.server_port, "/x", False)
        server.shutdown()


def test_a_message_arrives_and_redirects_are_not_followed(receiver, monkeypatch):
    monkeypatch.setattr(Receiver, "status", 204)
    assert post(receiver, {"turn": 1}) >= 0
    assert Receiver.heard == [("/x", f"chat.example:{receiver.port}", {"turn": 1})]
    for status, why in ((302, "redirects"), (500, "answered 500")):
        monkeypatch.setattr(Receiver, "status", status)
        with pytest.raises(NoWebhook, match=why):
            post(receiver, {"turn": 1})
    assert len(Receiver.heard) == 3


def test_an_answer_that_comes_byte_by_byte_is_given_up():
    """It would keep a thread for as long as the other side likes."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        gone = threading.Event()

        def drip() -> None:
            stream, _ = listening.accept()
            with stream, suppress(OSError):
                stream.sendall(b"HTTP/1.1 200 OK\r\nX: ")
                while not gone.wait(0.02):
                    stream.sendall(b"x")

        dripping = threading.Thread(target=drip, daemon=True)
        dripping.start()
        with pytest.raises(NoWebhook, match=r"did not answer in 0\.3 seconds"):
            post(Target("chat.example", "127.0.0.1", listening.getsockname()[1], "/", False), {}, 0.3)
        gone.set()
        dripping.join()


def test_nobody_listens(receiver):
    with pytest.raises(NoWebhook, match="can't be reached"):
        post(Target("chat.example", "127.0.0.1", 1, "/x", False), {})


def a_table(client: Any) -> tuple[str, str]:
    me = client.get("/api/me").json()["id"]
    seats = [NewSeat(name="Ann", livery=1, player_id=me), NewSeat(name="Bob", livery=4)]
    return store_of(client).new_game("small", load_board("small").to_json(), 5, seats, host_id=me)[0], me


def test_three_failures_switch_it_off_and_messages_come_not_too_often(client, monkeypatch):
    game, _ = a_table(client)
    store, sent, now = store_of(client), list[Any](), [0.0]
    works = [True]

    def send(target: Target, message: dict[str, Any]) -> float:
        sent.append(message)
        if not works[0]:
            raise NoWebhook("no")
        return 0.1

    monkeypatch.setattr("footplate.app.webhook.target_of", lambda *all, **more: None)
    hooks = Webhooks(store, "http://here", lambda: now[0], send)
    store.set_webhook(game, client.get("/api/me").json()["id"], HOOK)

    def turn() -> int:
        stored = store.seating(game)
        asyncio.run(hooks.tell_turn(stored, "Eight Cities", 0, 4))
        now[0] += 10
        return store.seating(game).webhook_failures

    assert turn() == 0
    assert sent == [{"table": "Eight Cities", "to_move": "carmine", "turn": 5, "link": f"http://here/#/game/{game}"}]
    works[0] = False
    assert [turn() for _ in range(4)] == [1, 2, MOST_FAILURES, MOST_FAILURES]
    assert len(sent) == 4
    now[0] = 31  # the last one went out at 30
    store.set_webhook(game, client.get("/api/me").json()["id"], HOOK)
    before = len(sent)
    asyncio.run(hooks.tell(game, HOOK, {}, inside=False))
    assert len(sent) == before  # too soon
    hooks.close()


def test_people_are_named_only_where_they_agree(client):
    game, _ = a_table(client)
    store = store_of(client)
    hooks = Webhooks(store, "http://here")

    def name() -> str:
        return str(asyncio.run(hooks.message(store.seating(game), "Eight Cities", 0, 4))["to_move"])

    assert name() == "carmine"
    client.patch("/api/me", json={"settings": {"named": True}})
    assert name() == "Ann"
    hooks.close()


def test_only_the_host_sets_and_reads_it(client):
    game, _ = a_table(client)
    for address, why in (("http://127.0.0.1/x", "this machine"), ("hello", "right would be")):
        refused = client.put(f"/api/games/{game}/webhook", json={"address": address})
        assert refused.status_code == 422
        assert why in refused.json()["error"]
    refused = client.post(f"/api/games/{game}/webhook/test")
    assert (refused.status_code, "no address" in refused.json()["error"]) == (422, True)
    store_of(client).set_webhook(game, client.get("/api/me").json()["id"], HOOK)
    assert client.get(f"/api/games/{game}").json()["webhook"] == HOOK
    client.cookies.clear()
    client.get("/api/me")
    assert client.put(f"/api/games/{game}/webhook", json={"address": ""}).status_code == 403
    assert client.post(f"/api/games/{game}/webhook/test").status_code == 403
