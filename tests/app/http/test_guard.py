"""Who may call, by which name, and how often."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import time
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from footplate.app.http.guard import Hosts, host_name
from footplate.app.http.rates import Limit, Limits, Rate, Rates, client_address
from footplate.app.settings import ServerSettings
from footplate.boards import load_board
from tests.support.app.seats import Seat, bot, new_game, person
from tests.support.app.server import FREE, PATIENCE, UNUSED, Running, in_thread, wait_for

ONCE = Limit(1, 1e-6)  # and then not for days


class Clock:
    """A clock that tests turn."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


# ---------------------------------------------------------------- buckets


def test_a_bucket_lets_so_many_through_at_once_and_fills_up_again():
    clock = Clock()
    rate = Rate(Limit(3, 0.5), clock)
    assert [rate.wait() for _ in range(3)] == [0, 0, 0]
    assert rate.wait() == pytest.approx(2)
    assert rate.wait() == pytest.approx(2)  # asking in vain costs nothing
    clock.now += 2
    assert rate.wait() == 0
    assert rate.wait() == pytest.approx(2)
    clock.now += 1000
    assert [rate.wait() > 0 for _ in range(4)] == [False, False, False, True]


def test_a_clock_that_stands_still_lets_nobody_through_for_nothing():
    rate = Rate(Limit(2, 100), Clock())
    assert [rate.wait() > 0 for _ in range(5)] == [False, False, True, True, True]


def test_addresses_and_costs_have_buckets_of_their_own():
    rates = Rates(replace(FREE, games=ONCE, maps=ONCE), clock=Clock())
    assert [rates.wait("games", "a"), rates.wait("games", "b"), rates.wait("maps", "a")] == [0, 0, 0]
    assert rates.wait("games", "a") > 0
    assert rates.wait("requests", "a") == 0


def test_the_table_of_buckets_is_bounded_and_forgets_who_did_not_ask_for_longest():
    rates = Rates(replace(FREE, games=ONCE), most=100, clock=Clock())
    for number in range(100):
        assert rates.wait("games", f"address {number}") == 0
    assert rates.wait("games", "address 0") > 0  # still known, and now the last that asked
    for number in range(100, 150):
        rates.wait("games", f"address {number}")
    assert len(rates._buckets) == 100
    assert rates.wait("games", "address 0") > 0
    assert rates.wait("games", "address 1") == 0  # forgotten


def test_a_class_behind_one_address_loads_the_page_and_begins_to_play():
    rates = Rates(Limits(), clock=Clock())
    for cost, each in (("requests", 60), ("connections", 2), ("games", 1), ("maps", 2), ("uploads", 1)):
        for _ in range(30 * each):
            assert rates.wait(cost, "school") == 0  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("10.0.0.7", "10.0.0.7"), ("::ffff:10.0.0.7", "10.0.0.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"), ("fe80::1%eth0", "fe80::/64"), ("testclient", "testclient"),
    ],
)  # fmt: skip
def test_addresses_that_one_sender_can_choose_count_as_one(host, address):
    assert client_address(HTTPConnection({"type": "http", "client": (host, 1), "headers": []})) == address
    assert client_address(HTTPConnection({"type": "http", "client": None, "headers": []})) == ""


# ---------------------------------------------------------------- over the wire


def limited(folder: Path, **limits: Limit) -> ServerSettings:
    database = f"sqlite:///{folder / 'games.sqlite3'}"
    return ServerSettings(database=database, workers=1, limits=replace(FREE, **limits))


def refused_for_now(answer: httpx.Response) -> None:
    assert answer.status_code == 429, answer.text
    assert int(answer.headers["retry-after"]) >= 1
    assert "from your address" in answer.json()["error"]


@pytest.fixture(scope="module")
def tight(tmp_path_factory):
    """A server where everything that costs can be had once."""
    names = ("connections", "games", "uploads", "searches", "maps", "replays")
    settings = limited(tmp_path_factory.mktemp("tight"), **dict.fromkeys(names, ONCE))
    with in_thread(settings) as running:
        yield running


def from_address(server: Running, address: str) -> httpx.Client:
    """A browser elsewhere, as a proxy on the server's machine reports it."""
    proxied = {"X-Forwarded-For": address}
    return httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False, verify=UNUSED, headers=proxied)


SMALL = load_board("small").to_json()
GAME = {"board": "small", "seats": [person(), bot("random")]}


@pytest.mark.parametrize(
    ("address", "method", "path", "body"),
    [
        ("10.0.1.1", "POST", "/api/games", json.dumps(GAME)),
        ("10.0.1.2", "POST", "/api/boards", SMALL),
        ("10.0.1.3", "POST", "/api/replays", json.dumps({"record": "nonsense"})),
        ("10.0.1.4", "POST", "/api/opinion", json.dumps({"game": "nothing", "step": 0})),
        ("10.0.1.5", "GET", "/api/games/nothing/replay", None),
        ("10.0.1.6", "GET", "/api/replays/nothing", None),
    ],
)
def test_what_costs_is_rationed_by_address(tight, address, method, path, body):
    with from_address(tight, address) as browser, from_address(tight, f"{address}9") as other:
        assert browser.request(method, path, content=body).status_code != 429
        refused_for_now(browser.request(method, path, content=body))
        assert browser.get("/api/me").status_code == 200
        assert other.request(method, path, content=body).status_code != 429


def test_only_maps_of_sizes_that_nobody_has_asked_for_cost(tight):
    with from_address(tight, "10.0.2.1") as browser, from_address(tight, "10.0.2.2") as other:
        for _ in range(3):
            assert browser.get("/api/boards/small/map?width=503&height=404").status_code == 200
        refused_for_now(browser.get("/api/boards/small/map?width=803&height=404"))
        assert other.get("/api/boards/small/map?width=803&height=404").status_code == 200
        assert browser.get("/api/boards/small/map?width=803&height=404").status_code == 200


def test_new_connections_are_rationed_too(tight):
    def come() -> None:
        address = f"ws://{tight.host}/api/games/nothing/live"
        with connect(address, additional_headers={"X-Forwarded-For": "10.0.3.1"}, proxy=None):
            pass

    come()
    with pytest.raises(InvalidStatus) as refused:
        come()
    assert refused.value.response.status_code == 429
    assert refused.value.response.headers["retry-after"]


def test_open_connections_are_counted_and_those_that_closed_are_not(tmp_path):
    settings = replace(limited(tmp_path), most_connections=3)
    with in_thread(settings) as server, server.browser() as browser:
        game, _ = new_game(browser)

        def come() -> Seat | None:
            try:
                return Seat(server, game)
            except InvalidStatus:
                return None

        for _ in range(3):
            watchers = [wait_for(come) for _ in range(3)]  # until the server has seen that the last ones are gone
            with pytest.raises(InvalidStatus) as refused:
                Seat(server, game)
            assert refused.value.response.status_code == 429
            for watcher in watchers:
                watcher.socket.close()


def test_who_asks_without_end_is_stopped_for_every_page(tmp_path):
    with in_thread(limited(tmp_path, requests=Limit(5, 1e-6))) as server, from_address(server, "10.0.4.1") as browser:
        answers = [browser.get(path) for path in ("/", "/api/boards", "/js/main.js", "/icon.svg", "/nothing", "/")]
        assert [answer.status_code for answer in answers[:5]] == [200, 200, 200, 200, 404]
        refused_for_now(answers[5])
        assert answers[5].headers["x-content-type-options"] == "nosniff"


def test_whoever_connects_and_says_nothing_is_let_go(tmp_path):
    settings = replace(limited(tmp_path), seconds_to_join=0.1)
    with in_thread(settings) as server, server.browser() as browser:
        game, _ = new_game(browser)
        with Seat(server, game, join=False) as silent:
            message = silent.answer("error")
            assert message["fatal"]
            assert "joined" in message["error"]


# ---------------------------------------------------------------- names

MACHINE = socket.gethostname().lower()
GOOD = [
    "localhost", "localhost:8321", "LOCALHOST:80", "Localhost.", "localhost.:8321", "127.0.0.1", "127.0.0.1:8321",
    "192.168.1.20:8321", "[::1]", "[::1]:8321", "[2001:DB8::7]:8321", "[::ffff:10.0.0.1]", MACHINE, f"{MACHINE}:8321",
    f"{MACHINE.partition('.')[0]}.local", f"{MACHINE.partition('.')[0].upper()}.LOCAL:8321", "games.example",
    "GAMES.example.:8321", "other.example",
]  # fmt: skip
BAD = [
    "", ":", ":8321", "evil.example", "evil.example:8321", "localhost.evil.example", "127.0.0.1.evil.example",
    "evil.example.", "notlocalhost", "localhost:8321:1", "localhost:x", "localhost@evil.example", "localhost/", "::1",
    "[::1", "[evil]", "[::1].evil.example", "[127.0.0.1]", "127.0.0.256", "127.1", "0x7f000001", "2130706433",
    "localhost..", "www.games.example", "local", "localhost, evil.example", "localhost evil.example", "lócalhost",
]  # fmt: skip


@pytest.mark.parametrize("host", GOOD)
def test_names_of_this_server(host):
    assert Hosts(["Games.Example.", "other.example"]).has(host)


@pytest.mark.parametrize("host", BAD)
def test_names_of_other_servers(host):
    assert not Hosts(["games.example", "other.example"]).has(host)


def test_a_name_is_found_with_or_without_port():
    assert host_name("Example.ORG:80") == "example.org"
    assert host_name("[FE80::1]:80") == "[fe80::1]"


def raw(server: Running, *lines: str) -> str:
    """The first line of the answer to a request, byte by byte as it is given."""
    request = "\r\n".join((*lines, "Connection: close", "", ""))
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as there:
        there.sendall(request.encode("latin-1"))
        return there.makefile("rb").readline().decode()


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    settings = replace(limited(tmp_path_factory.mktemp("named")), names=("games.example",))
    with in_thread(settings) as running:
        yield running


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8321", "localhost.evil.example", "127.0.0.1.evil.example", "::1", "a b"]
)
def test_a_page_that_calls_this_machine_by_a_name_of_its_own_is_refused(named, host):
    for line in ("GET / HTTP/1.1", "GET /api/me HTTP/1.1", "DELETE /api/me HTTP/1.1"):
        assert " 421 " in raw(named, line, f"Host: {host}")


def test_a_request_without_a_name_or_with_two_is_refused(named):
    assert " 421 " in raw(named, "GET / HTTP/1.0")
    assert raw(named, "GET / HTTP/1.1", "Host: localhost", "Host: evil.example").split()[1] in ("400", "421")


@pytest.mark.parametrize("host", ["LocalHost", "localhost.", "[::1]:1", "10.1.2.3", "Games.Example:80", MACHINE])
def test_good_names_over_the_wire(named, host):
    assert " 200 " in raw(named, "GET /api/opponents HTTP/1.1", f"Host: {host}")


def test_the_refusal_says_what_to_do(named):
    answer = httpx.get(f"{named.url}/", headers={"Host": "evil.example"}, trust_env=False, verify=UNUSED)
    assert answer.status_code == 421
    assert "--name" in answer.json()["error"]


def test_connections_by_a_wrong_name_are_refused(named):
    with named.browser() as browser:
        game, _ = new_game(browser)
    handshake = [
        f"GET /api/games/{game}/live HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
    ]  # fmt: skip

    def shake(host: str) -> str:
        request = "\r\n".join((*handshake, f"Host: {host}", f"Origin: http://{host}", "", ""))
        with socket.create_connection(("127.0.0.1", named.port), PATIENCE) as there:
            there.sendall(request.encode())
            return there.makefile("rb").readline().decode().split()[1]

    assert shake("evil.example:8321") == "421"
    assert shake("localhost:8321") == "101"
    assert shake("games.example") == "101"


# ---------------------------------------------------------------- other sites


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://[", "x"])
def test_changes_from_pages_of_other_origins_are_refused(named, origin):
    """Also where a browser sends no Sec-Fetch-Site: to plain HTTP it does so only on the same machine."""
    with named.browser() as browser:
        answer = browser.patch("/api/me", json={"name": "Eve"}, headers={"Origin": origin})
        assert answer.status_code == 403
        assert browser.post("/api/games", json=GAME, headers={"Origin": origin}).status_code == 403
        assert browser.patch("/api/me", json={"name": "Ann"}, headers={"Origin": named.url}).status_code == 200
        assert browser.get("/api/me", headers={"Origin": origin}).json()["name"] == "Ann"


@pytest.mark.parametrize("length", ["9" * 5000, "-1", "1e3", "+5", "0x10", " "])
def test_lengths_that_are_none(named, length):
    status = raw(named, "POST /api/games HTTP/1.1", "Host: localhost", f"Content-Length: {length}").split()[1]
    assert 400 <= int(status) < 500


def test_a_request_that_never_ends_is_given_up(tmp_path):
    with in_thread(replace(limited(tmp_path), seconds_to_send=0.1)) as server:
        assert " 400 " in raw(server, "PATCH /api/me HTTP/1.1", "Host: localhost", "Content-Length: 5")


# ---------------------------------------------------------------- connections that are held


@pytest.fixture(scope="module")
def brisk(tmp_path_factory):
    settings = replace(limited(tmp_path_factory.mktemp("brisk")), seconds_to_send=1.0, seconds_of_silence=0.5)
    with in_thread(settings) as running:
        yield running


def held(server: Running, first: bytes, drop: bytes = b"") -> bytes:
    """Send something, then drop by drop for as long as the server lets one; what it has answered when it closes."""
    answer, end = b"", time.monotonic() + PATIENCE
    with socket.create_connection(("127.0.0.1", server.port), 0.1) as there, contextlib.suppress(ConnectionError):
        there.sendall(first)
        while True:
            assert time.monotonic() < end, "the connection is still open"
            try:
                if not (part := there.recv(65536)):
                    break
                answer += part
            except TimeoutError:
                there.sendall(drop)
    return answer


HEAD = b"GET /api/opponents HTTP/1.1\r\nHost: localhost\r\n"
LONG = b"PATCH /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400000\r\n\r\n"


@pytest.mark.parametrize(
    ("first", "drop", "status"),
    [
        (b"", b"", b""),
        (HEAD, b"", b""),
        (HEAD + b"X: ", b"x", b""),
        (LONG, b"x", b"400"),
        (HEAD + b"\r\n", b"", b"200"),
        (HEAD + b"\r\n" + HEAD + b"X: ", b"x", b"200"),
    ],
    ids=["silent", "half a head", "head by drops", "body by drops", "idle after an answer", "second head by drops"],
)
def test_idle_connections_are_closed(brisk, first, drop, status):
    answer = held(brisk, first, drop)
    assert answer.split(b" ", 2)[1:2] == ([status] if status else [])


def test_connections_that_are_used_stay_open(brisk):
    with brisk.browser() as browser:
        game, tokens = new_game(browser)
        there = http.client.HTTPConnection("127.0.0.1", brisk.port, timeout=PATIENCE)
        with Seat(brisk, game, tokens[0]) as seat, contextlib.closing(there):
            there.connect()
            first = there.sock
            for _ in range(15):  # for longer than anybody may send nothing
                time.sleep(0.1)
                there.request("GET", "/api/opponents")
                assert there.getresponse().read()
            assert there.sock is first  # it would have opened another one
            seat.send({"type": "ping"})
            seat.answer("pong")


def test_a_live_connection_that_died_silently_is_noticed(brisk):
    """It takes everything, but nobody answers: as when a laptop was closed."""
    with brisk.browser() as browser:
        game, tokens = new_game(browser, person(), person(2))
        with Seat(brisk, game, tokens[0]) as ann, Seat(brisk, game, tokens[1]) as dead:
            ann.until(lambda view: view["players"][1]["connected"])
            dead.socket.protocol.receive_data = lambda data: None
            ann.until(lambda view: not view["players"][1]["connected"])
            dead.socket.socket.close()
