"""Connections that somebody holds: one hostile address keeps nobody else out."""

from __future__ import annotations

import asyncio
import logging
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from footplate.app.background import shorten_accept_errors
from footplate.app.http.protocol import Connections, raise_limit_of_files, room_for
from footplate.app.settings import ServerSettings
from tests.support.app.server import FREE, PATIENCE, UNUSED, Address, ServerProcess, in_thread, wait_for


class Held:
    """A connection that waits for a request until it is told otherwise."""

    is_waiting, is_gone = True, False

    def abort(self) -> None:
        self.is_gone = True


def come(connections: Connections, address: str, n: int) -> list[Held]:
    """Those of ``n`` connections that were taken in."""
    return [held for held in (Held() for _ in range(n)) if connections.admit(held, address)]


def test_of_an_address_that_holds_too_many_the_one_goes_that_was_not_used_for_longest():
    connections = Connections(1000, 3)
    held = come(connections, "10.0.0.1", 3)
    other = come(connections, "10.0.0.2", 1)
    connections.touch(held[0], "10.0.0.1")
    held += come(connections, "10.0.0.1", 2)
    assert [one.is_gone for one in held + other] == [False, True, True, False, False, False]


def test_nobody_is_sent_away_whose_request_is_being_answered():
    connections = Connections(1000, 2)
    held = come(connections, "10.0.0.1", 2)
    held[0].is_waiting = False
    assert len(come(connections, "10.0.0.1", 1)) == 1
    assert [one.is_gone for one in held] == [False, True]
    busy = Connections(1000, 1)
    (only,) = come(busy, "10.0.0.1", 1)
    only.is_waiting = False
    assert come(busy, "10.0.0.1", 5) == []
    assert not only.is_gone
    busy.release(only, "10.0.0.1")
    busy.release(only, "10.0.0.1")  # closed, after it was sent away
    assert len(come(busy, "10.0.0.1", 1)) == 1


@pytest.mark.parametrize("address", ["127.0.0.1", "::/64"])
def test_a_proxy_on_this_machine_may_hold_more(address):
    held = come(Connections(1000, 3), address, 100)
    assert len(held) == 100
    assert not any(one.is_gone for one in held)


def test_when_it_is_crowded_whoever_holds_most_loses_one():
    connections = Connections(10, 100)
    few, many = come(connections, "10.0.0.1", 2), come(connections, "10.0.0.2", 8)
    late = come(connections, "10.0.0.3", 4)
    assert len(late) == 4
    assert not any(one.is_gone for one in few + late)
    assert [one.is_gone for one in many] == [True] * 4 + [False] * 4


# ---------------------------------------------------------------- over the wire

HOSTILE = "127.0.0.2"  # on this machine, but not where a proxy of this machine is


def silent(server: Address, address: str = HOSTILE) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE, source_address=(address, 0))


def is_open(there: socket.socket) -> bool:
    """Whether the server has not closed it."""
    there.setblocking(False)
    try:
        return there.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def answers(server: Address, address: str) -> bool:
    transport = httpx.HTTPTransport(local_address=address, verify=UNUSED)
    with httpx.Client(base_url=server.url, transport=transport, timeout=PATIENCE) as browser:
        return browser.get("/api/opponents").status_code == 200


@contextmanager
def hundreds(server: Address, n: int, address: str = HOSTILE) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(closing(silent(server, address))) for _ in range(n)]


def settings(folder: Path, **more: Any) -> ServerSettings:
    """Of a server that lets everybody take their time."""
    database = f"sqlite:///{folder / 'games.sqlite3'}"
    return ServerSettings(database=database, workers=1, limits=FREE, seconds_to_send=1000.0, **more)


def test_silent_connections_of_one_address_keep_nobody_out(tmp_path):
    with in_thread(settings(tmp_path, most_held=5, most_at_once=40)) as server, hundreds(server, 60) as held:
        wait_for(lambda: sum(map(is_open, held)) <= 5)
        assert answers(server, "127.0.0.3")
        assert answers(server, HOSTILE)  # also somebody else behind the same address


def test_where_all_come_through_a_proxy_those_that_wait_make_room(tmp_path):
    crowded = settings(tmp_path, most_held=5, most_at_once=40)
    with in_thread(crowded) as server, hundreds(server, 60, "127.0.0.1") as held:
        wait_for(lambda: sum(map(is_open, held)) <= 20)
        assert answers(server, "127.0.0.1")
        assert answers(server, "127.0.0.3")


def test_live_connections_are_counted_elsewhere(tmp_path):
    with in_thread(settings(tmp_path, most_held=2)) as server, ExitStack() as stack:
        for _ in range(6):
            there = silent(server)
            stack.enter_context(connect(f"ws://{server.host}/api/games/nothing/live", sock=there, proxy=None))
        assert answers(server, HOSTILE)


# ---------------------------------------------------------------- files


def test_few_files_mean_few_connections():
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert room_for(10**9) == max(64, soft - 400)
    assert room_for(10) == 10


def test_the_limit_of_files_is_raised(monkeypatch):
    limits = {"now": (100, 5000)}
    monkeypatch.setattr(resource, "getrlimit", lambda which: limits["now"])
    monkeypatch.setattr(resource, "setrlimit", lambda which, limit: limits.update(now=limit))
    raise_limit_of_files()
    assert limits["now"] == (5000, 5000)
    limits["now"] = (100, resource.RLIM_INFINITY)
    raise_limit_of_files()
    assert limits["now"] == (1 << 16, resource.RLIM_INFINITY)
    limits["now"] = (1 << 17, 1 << 18)
    raise_limit_of_files()
    assert limits["now"] == (1 << 17, 1 << 18)


def test_one_line_a_minute_says_that_no_file_can_be_opened(caplog):
    loop, now = asyncio.new_event_loop(), [0.0]
    shorten_accept_errors(loop, lambda: now[0])
    full = {"message": "socket.accept() out of system resource", "exception": OSError(24, "Too many open files")}
    with closing(loop), caplog.at_level(logging.WARNING):
        for _ in range(100):
            loop.call_exception_handler(full)
        assert [record.message for record in caplog.records] == [
            "new connections have to wait: [Errno 24] Too many open files"
        ]
        now[0] += 61
        loop.call_exception_handler(full)
        assert len(caplog.records) == 2
        loop.call_exception_handler({"message": "something else"})
        assert caplog.records[-1].message == "something else"


def test_a_server_that_can_open_no_more_files_says_little_and_goes_on(tmp_path):
    """Connections come in faster than they can be counted, and there are fewer files than connections."""

    def few_files() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (150, 150))

    with (tmp_path / "errors").open("w") as errors:
        server = ServerProcess(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path, preexec_fn=few_files, stderr=errors)
        try:
            with hundreds(server, 400):
                assert answers(server, "127.0.0.3")
            assert answers(server, HOSTILE)
        finally:
            server.kill()
    said = (tmp_path / "errors").read_text()
    assert "out of system resource" not in said  # asyncio's words, with a trace for each connection
    assert said.count("Traceback") < 5, said  # of other things that needed a file
