"""The HTTP interface: good and bad requests. What is wrong is said in a sentence, with a 4xx and never a trace."""

from __future__ import annotations

import json
import random
import re
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from sqlalchemy import text

from footplate.app.server import create_app
from footplate.app.settings import ServerSettings
from footplate.boards import board_names, load_board
from tests.support.app.games import finished, store_of
from tests.support.app.seats import Own, Seat, bot, cookie_for, new_game, numbers, person, play_together, take
from tests.support.app.server import PATIENCE, UNUSED

SMALL = load_board("small")


@pytest.fixture
def browser(server):
    with server.browser() as browser:
        yield browser


def refused(answer, status, *words):
    """A 4xx with a sentence that has these words."""
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert len(error) > 8
    assert "Traceback" not in answer.text
    for word in words:
        assert word in error
    return answer.json()


# ---------------------------------------------------------------- pages


def test_pages_and_scripts_come_with_rules_for_the_browser(server, browser):
    page = browser.get("/")
    assert page.status_code == 200
    assert "script" in page.text
    rules = page.headers["content-security-policy"]
    assert "default-src 'self'" in rules
    assert "frame-ancestors 'none'" in rules
    assert "unsafe-eval" not in rules
    assert page.headers["x-content-type-options"] == "nosniff"
    for path in ("/js/main.js", "/css/tokens.css", "/patterns.svg", "/icon.svg"):
        assert browser.get(path).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/../settings.py", "/%2e%2e/settings.py", "/js/../../settings.py", "/js/%2e%2e%2f%2e%2e%2fsettings.py",
     "/api/nothing", "/api/games/x/y/z", "//etc/passwd", "/%00"],
)  # fmt: skip
def test_what_is_not_there_is_not_found(browser, path):
    refused(browser.get(path), 404)


def test_methods_that_do_not_exist(browser):
    refused(browser.put("/api/me"), 405)
    refused(browser.delete("/api/boards"), 405)


def test_changes_from_other_sites_are_refused(browser):
    other_site = {"Sec-Fetch-Site": "cross-site"}
    refused(browser.patch("/api/me", json={"name": "Eve"}, headers=other_site), 403, "other sites")
    refused(browser.delete("/api/me", headers=other_site), 403)
    assert browser.get("/api/me", headers=other_site).status_code == 200


def test_sizes_are_bounded_whether_or_not_they_are_announced(server, browser):
    much = b'{"name": "' + b"x" * 600_000 + b'"}'
    refused(browser.patch("/api/me", content=much), 413, "bytes")
    refused(browser.patch("/api/me", content=(much for _ in range(2))), 411, "Content-Length")


# ---------------------------------------------------------------- players


def test_a_browser_becomes_a_player_by_an_unguessable_cookie(server, browser):
    me = browser.get("/api/me").json()
    assert me["name"] == "Guest"
    assert browser.get("/api/me").json()["id"] == me["id"]
    assert len(browser.cookies["footplate"]) >= 40
    assert me["id"] not in browser.cookies["footplate"]
    with server.browser() as other:
        answer = other.get("/api/me")
        assert answer.json()["id"] not in (None, me["id"])
        cookie = answer.headers["set-cookie"].lower()  # kept for another year
        assert "httponly" in cookie
        assert "samesite=strict" in cookie


@pytest.mark.parametrize("cookie", ["", "guess", "x" * 42, "x" * 44, "\xe4" * 43, "a b", "x" * 42 + "="])
def test_a_cookie_that_the_server_can_not_have_given_is_replaced(server, cookie):
    with httpx.Client(base_url=server.url, trust_env=False, verify=UNUSED) as stranger:
        header = {"Cookie": f"footplate={cookie}".encode("latin-1")}
        assert stranger.get("/api/me", headers=header).json()["id"] is None
        assert stranger.cookies["footplate"] != cookie


READING = ["/api/me", "/api/me/results", "/api/me/export", "/api/games", "/api/games/nothing", "/api/boards",
           "/api/boards/small", "/api/opponents", "/api/games/nothing/replay", "/"]  # fmt: skip
WRONG = [
    ("PATCH", "/api/me", {"name": ""}), ("POST", "/api/games", {}), ("POST", "/api/boards", {}),
    ("POST", "/api/games", {"board": "nothing", "seats": [person(), person(2)]}),
    ("POST", "/api/replays", {"record": "x"}), ("DELETE", "/api/me", None), ("DELETE", "/api/games/nothing", None),
]  # fmt: skip


def players_of(client) -> int:
    with store_of(client).engine.connect() as connection:
        return int(connection.execute(text("SELECT count(*) FROM players")).scalar_one())


def test_reading_and_wrong_requests_leave_no_player_behind(client):
    before = players_of(client)
    for keeps_cookies in (False, True):
        for method, path, body in [*(("GET", path, None) for path in READING), *WRONG]:
            if not keeps_cookies:
                client.cookies.clear()
            assert client.request(method, path, json=body).status_code in (200, 204, 404, 422), path
    assert players_of(client) == before


def test_whoever_has_something_to_keep_becomes_a_player(client):
    record = client.get(f"/api/games/{finished(client)}/record").text
    for method, path, body in (
        ("PATCH", "/api/me", {"settings": {"volume": 0.1}}),
        ("POST", "/api/games", {"board": "small", "seats": [person(1), bot("random", 2)]}),
        ("POST", "/api/boards", SMALL.data),
        ("POST", "/api/replays", {"record": record}),
    ):
        before = players_of(client)
        client.cookies.clear()
        assert client.request(method, path, json=body).status_code < 300
        assert players_of(client) == before + 1
        me = client.get("/api/me").json()["id"]
        assert me is not None
        assert client.request(method, path, json=body).status_code < 300
        assert client.get("/api/me").json()["id"] == me
        assert players_of(client) == before + 1


def test_many_first_requests_of_a_page_at_once_make_one_player(server):
    """The page asks who it is, and has a cookie before it keeps anything."""
    with httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False, verify=UNUSED) as page:
        page.get("/api/me").raise_for_status()
        cookie = {"footplate": page.cookies["footplate"]}
        game = {"board": "small", "seats": [person(1), bot("random", 2)]}

        def ask(number: int) -> None:
            with httpx.Client(
                base_url=server.url, timeout=PATIENCE, trust_env=False, verify=UNUSED, cookies=cookie
            ) as tab:
                if number % 2:
                    answer = tab.patch("/api/me", json={"settings": {"n": number}})
                else:
                    answer = tab.post("/api/games", json=game)
                assert answer.is_success
                assert answer.cookies["footplate"] == cookie["footplate"]

        with ThreadPoolExecutor(8) as threads:
            list(threads.map(ask, range(8)))
        assert len(page.get("/api/games").json()) == 4
        assert page.get("/api/me").json()["settings"]["n"] % 2


def test_who_takes_a_seat_by_a_link_becomes_a_player_and_a_watcher_does_not(server, browser):
    game, tokens = new_game(browser, person(1), person(2))
    with httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False, verify=UNUSED) as guest:
        guest.get("/api/me")
        with Seat(server, game, None, guest):
            assert guest.get("/api/me").json()["id"] is None
        with Seat(server, game, tokens[1], guest):
            assert guest.get("/api/me").json()["id"] is not None
        assert [listed["id"] for listed in guest.get("/api/games").json()] == [game]


def test_name_and_settings_are_kept(browser):
    wanted = {"theme": "dark", "volume": 0.25}
    answer = browser.patch("/api/me", json={"name": "  Ännchen 🚂 ", "settings": wanted})
    assert answer.json()["name"] == "Ännchen 🚂"
    assert browser.get("/api/me").json()["settings"] == wanted


@pytest.mark.parametrize(
    "change",
    [{"name": ""}, {"name": "   "}, {"name": "x" * 41}, {"name": 7}, {"settings": []}, {"settings": {"x": "y" * 5000}},
     {"name": "a\x00b"}, {"name": "\u200b"}, {"name": "\u202e\u2066"}, {"name": "a\x1b[31mb"},
     {"settings": {"x": "\x00"}}, [], "x", None],
)  # fmt: skip
def test_bad_names_and_settings(browser, change):
    before = browser.get("/api/me").json()
    refused(browser.patch("/api/me", json=change), 422)
    assert browser.get("/api/me").json() == before


@pytest.mark.parametrize("name", ["\u200b", "\u202eAnn", "\x9b31m", "\u3164"])
def test_nobody_sits_under_a_name_that_cannot_be_seen(browser, name):
    seats = [person(), {**person(2, name), "here": True}]
    refused(browser.post("/api/games", json={"board": "small", "seats": seats}), 422)
    game, keys = new_game(browser, person(), person(2))
    answer = browser.post(f"/api/games/{game}/seat", json={"token": keys[1], "name": name})
    refused(answer, 422)
    assert "a name has letters that can be seen" in answer.json()["error"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"name": "\\ud800"}', b'{"settings": {"a": "\\ud800"}}']
)
def test_bodies_that_are_not_what_they_say(browser, body):
    answer = browser.patch("/api/me", content=body, headers={"Content-Type": "application/json"})
    refused(answer, 400 if body[:2] == b"[[" else 422)
    assert browser.get("/api/me").status_code == 200


def test_everything_of_a_player_can_be_taken_along_and_deleted(client):
    game = finished(client)
    board = client.post("/api/boards", content=SMALL.to_json()).json()["name"]
    record = client.get(f"/api/games/{game}/record").text
    replay = client.post("/api/replays", json={"record": record}).json()["id"]
    client.patch("/api/me", json={"name": "Ann"})
    data = client.get("/api/me/export")
    assert "attachment" in data.headers["content-disposition"]
    kept = data.json()
    assert kept["name"] == "Ann"
    assert kept["games"][0]["id"] == game
    assert list(kept["boards"]) == [board]
    assert kept["replays"][replay].startswith("footplate-record")
    cookie = client.cookies["footplate"]
    assert client.delete("/api/me").status_code == 204
    assert client.get(f"/api/boards/{board}").status_code == 404
    assert client.get(f"/api/replays/{replay}").status_code == 404
    assert client.get(f"/api/games/{game}/record").status_code == 404
    client.cookies.clear()
    again = client.get("/api/me", headers={"Cookie": f"footplate={cookie}"}).json()
    assert (again["id"], again["name"]) == (None, "Guest")


def test_who_leaves_for_good_does_not_take_the_others_game_away(server, browser):
    with server.browser() as other:
        browser.patch("/api/me", json={"name": "Ann"})
        other.patch("/api/me", json={"name": "Bob"})
        game, tokens = new_game(browser, person(1), person(2))
        with Seat(server, game, tokens[0], browser) as ann, Seat(server, game, tokens[1], other) as bob:
            assert browser.delete("/api/me").status_code == 204
            bob.until(lambda view: [player["name"] for player in view["players"]] == ["Fireman for Somebody", "You"])
            assert bob.view["players"][0]["left"]
            told = ann.answer("error")
            assert "you have left this game" in told["error"]
            assert told["fatal"]
            assert "watching" in ann.refused({"type": "act", "version": 0, "action": 0})
            bob.act(numbers(bob.view["legal"])[0])
            bob.until(lambda view: view["phase"] == "turn" and bob.may_move)  # the bot has moved
        assert [listed["id"] for listed in other.get("/api/games").json()] == [game]


# ---------------------------------------------------------------- boards


def test_boards_are_listed_with_their_facts(browser):
    boards = browser.get("/api/boards").json()
    names = [board["name"] for board in boards]
    assert names[0] == "usa"
    assert set(names) == set(board_names()) - {"mini"}
    for board in boards:
        assert board["players"][0] <= board["players"][1]
        assert all(variant["summary"].endswith(".") for variant in board["variants"])


def test_a_board_its_map_and_its_drawing(browser):
    assert browser.get("/api/boards/small").json()["name"] == "small"
    assert browser.get("/api/boards/small:warwick").json()["name"] == "small:warwick"
    there = browser.get("/api/boards/small/map", params={"width": 643, "height": 417}).json()
    assert (there["width"], there["height"]) == (640, 410)
    assert len(there["routes"]) == len(SMALL.routes)
    for theme in ("light", "dark"):
        drawing = browser.get("/api/boards/small/thumbnail.svg", params={"theme": theme})
        assert drawing.headers["content-type"].startswith("image/svg")


@pytest.mark.parametrize(
    "name",
    ["nothing", "small:nothing", "usa.json", "small:../../../../etc/x.json", "small:x.json", "..", "%2e%2e",
    "..%2f..%2fetc%2fpasswd",
     "%2fetc%2fpasswd", "%2Ftmp%2Fx.json", "custom-nothing", "custom-..%2f", "game-nothing", "replay-nothing",
     "small%00", "x" * 500,
     "small:", "SMALL", " small", "small:warwick+warwick+nothing"],
)  # fmt: skip
def test_boards_that_do_not_exist_and_names_that_would_be_files(browser, name):
    for path in (
        f"/api/boards/{name}",
        f"/api/boards/{name}/map?width=500&height=400",
        f"/api/boards/{name}/thumbnail.svg",
    ):
        answer = browser.get(path)
        assert answer.status_code in (404, 422), path
        assert answer.json()["error"]
        assert "root:" not in answer.text


def test_a_file_on_the_server_is_no_board(browser, tmp_path, monkeypatch):
    (tmp_path / "own.json").write_text(SMALL.to_json())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small:").mkdir()
    for name in ("own.json", "./own.json", "small:/../own.json"):
        refused(browser.post("/api/games", json={"board": name, "seats": [person(), bot("random")]}), 404)


@pytest.mark.parametrize(
    "query",
    ["", "width=500", "width=1&height=500", "width=99999&height=500", "width=x&height=y", "width=-5&height=500"],
)
def test_sizes_of_maps_are_bounded(browser, query):
    refused(browser.get(f"/api/boards/small/map?{query}"), 422)
    refused(browser.get("/api/boards/small/thumbnail.svg?theme=pink"), 422, "theme")


def test_a_board_of_ones_own_is_checked_kept_and_played(server, browser):
    answer = browser.post("/api/boards", content=SMALL.with_rules(title="My map", trains=10).to_json())
    assert answer.status_code == 201
    name = answer.json()["name"]
    listed = [board for board in browser.get("/api/boards").json() if board["name"] == name]
    assert listed[0]["trains"] == 10
    with server.browser() as other:
        assert name not in [board["name"] for board in other.get("/api/boards").json()]
    game, tokens = new_game(browser, person(), bot("random"), board=name)
    with Seat(server, game, tokens[0]) as seat:
        assert seat.view["board"] == f"game-{game}"
        assert seat.view["players"][0]["trains"] == 10
        assert browser.get(f"/api/boards/game-{game}").json()["trains"] == 10


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("hello", "not JSON"),
        ("[]", ""),
        ("{}", "name"),
        ("[" * 50_000, "not JSON"),
        (json.dumps({**SMALL.data, "routes": []}), "route"),
        (json.dumps({**SMALL.data, "trains": -3}), "trains"),
        (json.dumps({**SMALL.data, "cities": "many"}), "cities"),
        (json.dumps({**SMALL.data, "name": "x" * 10_000}), ""),
        (json.dumps({**SMALL.data, "trains": 1e300}), "trains"),
        ('{"name": "\\ud800"}', ""),
    ],
    ids=range(11),
)
def test_a_board_that_can_not_be_used_is_explained(browser, text, words):
    answer = refused(browser.post("/api/boards", content=text), 422, "can't be used")
    assert answer["problems"]
    assert any(words in problem for problem in answer["problems"])


def test_a_board_file_that_is_not_text(browser):
    refused(browser.post("/api/boards", content=b"\xff\xfe\x00\x01"), 422)


# ---------------------------------------------------------------- games


def test_opponents_say_if_they_cheat_and_can_be_played(browser):
    listed = browser.get("/api/opponents").json()
    assert [opponent["group"] for opponent in listed[:7]] == ["adaptive", *["level"] * 6]
    cheats = {opponent["spec"] for opponent in listed if opponent["spec"].startswith("cheating-mcts")}
    assert {opponent["spec"] for opponent in listed if opponent["sees"]} == cheats
    assert len(cheats) == 3
    assert len({opponent["spec"] for opponent in listed}) == len(listed)
    assert all(opponent["sentence"].endswith(".") for opponent in listed)


@pytest.mark.parametrize(
    "spec",
    ["./x.py:Bot", "x.py:Bot", "/tmp/x.py:Bot", "os:system", "cmd:ls", "cmd: rm -rf /", " cmd:ls",
    "cheating-mcts:seconds=1", "adaptive:profile=/etc/passwd", "adaptive:win_rate=0.5, profile=x", "ismcts:threads=64",
     "nothing", "", "greedy:nothing=1", "mcts:seconds=x", "\u0000", "examples.mybot:Bot",
     "mixed:limit=999999999999999999999", "net:file=/etc/passwd", "net-ismcts:file=x.safetensors", "net:atlantis"],
)  # fmt: skip
def test_own_code_and_unknown_bots_are_refused(browser, spec):
    refused(browser.post("/api/games", json={"board": "small", "seats": [person(), bot(spec)]}), 422, "no opponent")
    assert browser.get("/api/games").json() == []


@pytest.mark.parametrize("spec", ["ppo", "mixed:first=ppo,second=greedy", "mixed:first=greedy,second=net-ismcts:small"])
def test_networks_play_only_where_they_fit(browser, spec):
    seats = [person(), bot(spec)]
    refused(
        browser.post("/api/games", json={"board": "mini", "seats": seats}), 422, "has no network for the board 'mini'"
    )


GOOD = {"board": "small", "seats": [person(1), bot("random", 2)]}


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"board": "nothing"}, 404), ({"board": ""}, 404), ({"board": 5}, 422), ({"board": "x" * 100}, 422),
        ({"seats": []}, 422), ({"seats": [person(1)]}, 422),
        ({"seats": [person(n) for n in range(1, 6)]}, 422), ({"seats": [person(n) for n in range(1, 5)] * 2}, 422),
        ({"seats": [person(1), person(1)]}, 422), ({"seats": [person(0), person(1)]}, 422), ({"seats": [person(6),
        person(1)]}, 422),
        ({"seats": [{"kind": "ghost", "livery": 1}, person(2)]}, 422), ({"seats": "two"}, 422), ({"you": 1}, 422),
        ({"you": 4}, 422),
        ({"you": -1}, 422), ({"you": 9}, 422), ({"seed": -1}, 422), ({"seed": 2**64}, 422), ({"seed": "x"}, 422),
        ({"seed": 1.5}, 422),
        ({"seats": [person(1, "x" * 41), person(2)]}, 422), ({"board": "custom-nothing"}, 404),
        ({"board": "small:nothing"}, 404),
    ],
    ids=range(24),
)  # fmt: skip
def test_tables_that_can_not_be_set_up(browser, change, status):
    refused(browser.post("/api/games", json={**GOOD, **change}), status)
    assert browser.get("/api/games").json() == []


def test_the_facts_of_one_game_are_for_those_who_play_it(server, browser):
    game, tokens = new_game(browser, person(1), person(2))
    (listed,) = browser.get("/api/games").json()
    assert browser.get(f"/api/games/{game}").json() == listed
    with server.browser() as other, httpx.Client(base_url=server.url, trust_env=False, verify=UNUSED) as stranger:
        for somebody in (other, stranger):
            refused(somebody.get(f"/api/games/{game}"), 404, "no such game")
        with Seat(server, game, tokens[1], other):
            facts = other.get(f"/api/games/{game}").json()
        assert [seat["you"] for seat in facts["seats"]] == [False, True]
        assert [seat["you"] for seat in browser.get(f"/api/games/{game}").json()["seats"]] == [True, False]
    refused(browser.get("/api/games/nothing"), 404)


def refused_join(server, game, seat, browser=None):
    with Seat(server, game, None, browser, join=False) as stranger:
        return stranger.refused({"type": "join", "seat": seat})


def test_a_link_is_good_once_and_then_the_cookie_decides(server, browser):
    game, keys = new_game(browser, person(1, "Ann"), person(2))
    assert isinstance(keys[1], str)
    with server.browser() as bob, server.browser() as eve:
        facts = bob.post(f"/api/games/{game}/link", json={"token": keys[1]}).json()
        assert (facts["seat"], facts["free"], facts["others"], facts["yours"]) == (1, True, ["Ann"], False)
        for somebody in (None, eve):
            assert "not your seat" in refused_join(server, game, 1, somebody)
        assert bob.post(f"/api/games/{game}/seat", json={"token": keys[1], "name": " Bob "}).json() == {"seat": 1}
        for path in ("seat", "link"):
            for somebody in (eve, bob, browser):
                refused(somebody.post(f"/api/games/{game}/{path}", json={"token": keys[1]}), 409, "has been used")
        for somebody, seat in ((None, 1), (eve, 1), (browser, 1), (bob, 0), (eve, 0)):
            assert "not your seat" in refused_join(server, game, seat, somebody)
        with Seat(server, game, None, eve, join=False) as watcher:
            watcher.send({"type": "join"})
            assert watcher.until(lambda view: True)["you"] is None
        with Seat(server, game, None, bob, join=False) as seat:  # with nothing but the cookie
            seat.send({"type": "join"})
            assert seat.until(lambda view: True)["you"] == 1
            assert [player["name"] for player in seat.view["players"]] == ["Ann", "You"]
        assert bob.get("/api/me").json()["name"] == "Guest"  # what one is called here is no one's business elsewhere


def test_two_who_open_a_link_at_once_do_not_both_get_the_seat(server, browser):
    game, keys = new_game(browser, person(1), person(2))
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda n: take(server, game, keys[1], cookie_for(server, f"guest {n}")), range(6)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]


@pytest.mark.parametrize(
    "body",
    [{}, {"token": 1}, {"token": "x" * 300}, {"token": "\ud800"}, {"token": "", "name": "a\nb"},
     {"token": "", "name": "x" * 41}],
)  # fmt: skip
def test_links_that_are_none(browser, body):
    game, _ = new_game(browser, person(1), person(2))
    answer = browser.post(f"/api/games/{game}/seat", content=json.dumps(body))
    assert answer.status_code in (409, 422)
    assert browser.post("/api/games/nothing/seat", json={"token": "x"}).status_code == 409
    assert browser.post("/api/games/nothing/link", json={"token": "x"}).status_code == 404


def test_who_only_guesses_leaves_no_player_behind(client):
    before = players_of(client)
    client.cookies.clear()
    game = "nothing"
    for path in ("seat", "link", "links", "next"):
        assert client.post(f"/api/games/{game}/{path}", json={"token": "guess", "seat": 0}).status_code in (
            403,
            404,
            409,
        )
    assert players_of(client) == before


def test_another_device_plays_the_same_seat_by_a_link_of_its_player(server, browser):
    game, keys = new_game(browser, person(1, "Ann"), person(2))
    with server.browser() as phone, server.browser() as bob, server.browser() as eve:
        take(server, game, keys[1], bob.cookies["footplate"])
        for somebody in (eve, bob):
            refused(somebody.post(f"/api/games/{game}/links", json={"seat": 0}), 403, "link")
        refused(browser.post(f"/api/games/{game}/links", json={"seat": 1}), 403)  # the host has no key to Bob's seat
        link = browser.post(f"/api/games/{game}/links", json={"seat": 0}).json()["token"]
        assert not phone.post(f"/api/games/{game}/link", json={"token": link}).json()["free"]
        with Seat(server, game, link, phone) as seat, Seat(server, game, keys[0]) as ann:
            assert (seat.view["you"], ann.view["you"]) == (0, 0)
            seat.act(numbers(seat.my_turn()["legal"])[0])
            ann.until(lambda view: view["players"][0]["chosen"])
        refused(eve.post(f"/api/games/{game}/seat", json={"token": link}), 409)
        assert [listed["id"] for listed in phone.get("/api/games").json()] == [game]
        assert phone.get(f"/api/games/{game}").json()["seats"][0]["you"]
        assert phone.delete(f"/api/games/{game}").status_code == 204  # this device alone
        assert browser.get(f"/api/games/{game}").json()["seats"][0]["you"]
        assert "not your seat" in refused_join(server, game, 0, phone)


def test_a_short_address_leads_to_its_seat_however_it_is_typed(server, browser):
    game, (_, link) = new_game(browser, person(1, "Ann"), person(2))
    assert re.fullmatch(r"(\w{4}-){2}\w{4}", link)
    for typed in (link, link.lower(), link.replace("-", " "), link.replace("0", "O")):
        assert browser.post("/api/links", json={"token": typed}).json() == {"id": game}
    refused(browser.post("/api/links", json={"token": "0000-0000-0000"}), 409, "used")
    refused(browser.post("/api/links", json={"token": ""}), 409)
    with server.browser() as bob:
        assert take(server, game, link.lower(), bob.cookies["footplate"]).is_success
    refused(browser.post("/api/links", json={"token": link}), 409)


def test_time_is_set_in_bounds_and_where_people_play(server, browser):
    seats = [person(1, "Ann"), person(2)]
    for wrong in ({"kind": "clock", "seconds": 1}, {"kind": "egg"}, {"away": -1}, {"kind": "turn", "seconds": "long"}):
        refused(browser.post("/api/games", json={"board": "small", "seats": seats, "timing": wrong}), 422)
    alone = [person(1), bot("random")]
    refused(browser.post("/api/games", json={"board": "small", "seats": alone, "timing": {}}), 422, "bots wait")
    game, keys = new_game(browser, *seats)
    assert browser.get(f"/api/games/{game}").json()["timing"]["away"] == 300  # nobody blocks a table for good
    with server.browser() as bob:
        take(server, game, keys[1], bob.cookies["footplate"])
        refused(bob.put(f"/api/games/{game}/timing", json={"kind": "turn"}), 403, "host")
        refused(bob.post(f"/api/games/{game}/bot", json={"seat": 0}), 403, "host")
    assert browser.put(f"/api/games/{game}/timing", json={"kind": "turn", "seconds": 60}).status_code == 204
    assert browser.get(f"/api/games/{game}").json()["timing"]["kind"] == "turn"
    refused(browser.post(f"/api/games/{game}/bot", json={"seat": 7}), 422)
    assert browser.post(f"/api/games/{game}/bot", json={"seat": 1}).status_code == 204


def test_a_seed_is_chosen_only_against_bots(browser):
    wanted = {"board": "small", "seed": 5}
    for others in ([person(2)], [{**person(2), "here": True}], [bot("random", 2), person(3)]):
        board = "small" if len(others) == 1 else "new_york"
        answer = browser.post("/api/games", json={**wanted, "board": board, "seats": [person(1), *others]})
        refused(answer, 422, "knows every hand")
    refused(browser.post("/api/games", json={**wanted, "seats": [person(1), bot("random")], "you": None}), 422, "seed")
    assert browser.post("/api/games", json={**wanted, "seats": [person(1), bot("random")]}).status_code == 201
    everybody = [bot("random", 1), bot("random", 2)]
    assert browser.post("/api/games", json={**wanted, "seats": everybody, "you": None}).status_code == 201


def test_play_again_seats_the_same_people_and_tells_those_who_are_there(server, browser):
    with server.browser() as other, server.browser() as eve:
        game, keys = new_game(
            browser, person(1, "Ann"), person(2, "Bob"), bot("random", 3), board="new_york", help=True
        )
        with Seat(server, game, keys[0]) as ann, Seat(server, game, keys[1], other) as bob:
            refused(browser.post(f"/api/games/{game}/next"), 403, "not over")
            play_together([ann, bob], random.Random(1))
            assert bob.view["next"] is None
            refused(eve.post(f"/api/games/{game}/next"), 403, "only those")
            again = browser.post(f"/api/games/{game}/next").json()["id"]
            assert bob.until(lambda view: view["next"])["next"] == again
            assert other.post(f"/api/games/{game}/next").json()["id"] == again
        for somebody, you in ((browser, 0), (other, 1)):
            assert again in [listed["id"] for listed in somebody.get("/api/games").json() if not listed["result"]]
            with Seat(server, again, Own(somebody.cookies["footplate"], you)) as seat:
                assert seat.view["you"] == you
                assert seat.view["help"]
                assert [player["livery"] for player in seat.view["players"]] == [1, 2, 3]
        assert "not your seat" in refused_join(server, again, 1, eve)
        assert server.context.store.game(again).seed != server.context.store.game(game).seed


def test_a_running_game_is_left_and_not_deleted(server, browser):
    with server.browser() as other, server.browser() as third:
        game, keys = new_game(browser, person(1, "Ann"), person(2, "Bob"), person(3, "Cyd"), board="new_york")
        with (
            Seat(server, game, keys[0]) as ann,
            Seat(server, game, keys[1], other) as bob,
            Seat(server, game, keys[2], third) as cyd,
        ):
            while ann.view["version"] < 4 or not bob.may_move:
                play_together([ann, bob, cyd], random.Random(1), 1)
            assert other.delete(f"/api/games/{game}").status_code == 204
            assert bob.answer("error")["fatal"]
            assert other.get("/api/games").json() == []
            assert ann.until(lambda view: view["players"][1]["left"])["stand_in"] == "Fireman"
            view = cyd.until(lambda view: cyd.may_move)  # the bot has moved
            assert "watching" in bob.refused({"type": "end"})
            assert (view["players"][1]["name"], view["players"][1]["kind"]) == ("Fireman for Bob", "bot")
        refused(other.delete(f"/api/games/{game}"), 403, "not your game")
        assert browser.get(f"/api/games/{game}").json()["unrated"] == "somebody left before the end"
        assert third.delete(f"/api/games/{game}").status_code == 204
        assert browser.delete(f"/api/games/{game}").status_code == 204
        assert server.context.store.game(game) is None


def test_games_are_listed_and_deleted_by_those_who_play_them(server, browser):
    game, _ = new_game(browser, seed=2**64 - 1)
    (listed,) = browser.get("/api/games").json()
    assert listed["id"] == game
    assert listed["result"] is None
    assert [seat["you"] for seat in listed["seats"]] == [True, False]
    with server.browser() as other:
        refused(other.delete(f"/api/games/{game}"), 403, "not your game")
    refused(browser.get(f"/api/games/{game}/record"), 409, "when the game is over")
    assert browser.delete(f"/api/games/{game}").status_code == 204
    refused(browser.delete(f"/api/games/{game}"), 404)
    refused(browser.get(f"/api/games/{game}/record"), 404)
    assert browser.get("/api/games").json() == []


def test_whoever_sits_at_a_deleted_game_is_told(server, browser):
    game, tokens = new_game(browser)
    with Seat(server, game, tokens[0]) as seat:
        seat.my_turn()
        assert browser.delete(f"/api/games/{game}").status_code == 204
        told = seat.answer("error")
        assert told["fatal"]
        assert "deleted" in told["error"]


def test_nobody_has_too_many_games(client):
    context = client.app.state.context
    object.__setattr__(context.settings, "most_open_games", 3)
    for _ in range(3):
        assert client.post("/api/games", json=GOOD).status_code == 201
    refused(client.post("/api/games", json=GOOD), 429, "too many")


@pytest.mark.parametrize(
    "wanted",
    [{}, {"step": 0}, {"game": "x", "replay": "y", "step": 0}, {"game": "x", "step": -1}, {"game": "x", "step": 0,
    "seconds": 11}, {"game": 3, "step": 0}],
)  # fmt: skip
def test_opinions_that_can_not_be_given(browser, wanted):
    refused(browser.post("/api/opinion", json=wanted), 422)
    refused(browser.post("/api/opinion", json={"game": "nothing", "step": 0}), 404)
    refused(browser.post("/api/opinion", json={"replay": "nothing", "step": 0}), 404)


# ---------------------------------------------------------------- anything at all


SCHEMA = schemathesis.openapi.from_dict(create_app(ServerSettings(database="sqlite://")).openapi())
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations()]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_no_request_of_any_kind_breaks_the_server(server, operation):
    """Schemathesis makes requests, right and wrong ones, from the OpenAPI description: none ends in a 5xx."""

    @settings(max_examples=15, suppress_health_check=list(HealthCheck), database=None, phases=(Phase.generate,))
    @given(case=st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode)))
    def ask(case: schemathesis.Case) -> None:
        answer = case.call(base_url=server.url)
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert answer.json()["error"]

    ask()
