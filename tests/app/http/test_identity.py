"""Who a browser is: its cookie, the list of browsers, signing out, and the recovery code."""

from __future__ import annotations

import contextlib
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from footplate.app.database.identities import KEPT, MOST_BROWSERS
from footplate.app.database.tokens import AnonymousTokens, new_code
from footplate.app.http.context import browser_name
from footplate.app.settings import ServerSettings
from tests.support.app.seats import Own, Seat, new_game
from tests.support.app.server import PATIENCE, UNUSED, in_thread

PROXIED = {"X-Forwarded-Proto": "https"}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1"


@contextmanager
def stranger(server, **headers):
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    with httpx.Client(
        base_url=server.url, headers=headers, timeout=PATIENCE, trust_env=False, verify=UNUSED
    ) as browser:
        yield browser


def me(browser):
    return browser.get("/api/me").json()


def browsers(browser):
    return browser.get("/api/me/browsers").json()


# ---------------------------------------------------------------- the cookie


OF_OTHERS = {"not a token": "x" * 43, "zeros": "A" * 43, "of another server": AnonymousTokens().new()}


@pytest.mark.parametrize("cookie", OF_OTHERS.values(), ids=OF_OTHERS.keys())
def test_a_cookie_that_somebody_else_has_made_never_becomes_an_identity(server, cookie):
    with stranger(server) as browser, stranger(server) as attacker:
        browser.cookies.set("footplate", cookie, domain="127.0.0.1")
        changed = browser.patch("/api/me", json={"name": "Ann"})
        assert changed.json()["name"] == "Ann"
        given = changed.headers["set-cookie"].partition(";")[0].removeprefix("footplate=")
        assert given != cookie
        attacker.cookies.set("footplate", cookie, domain="127.0.0.1")
        assert me(attacker)["id"] is None


def test_all_requests_of_a_page_that_come_before_there_is_a_player_mean_the_same_one(server):
    with stranger(server) as browser:
        assert me(browser)["id"] is None
        cookie = browser.cookies["footplate"]
        made = [browser.patch("/api/me", json={"name": name}).json()["id"] for name in ("Ann", "Bob")]
        assert len(set(made)) == 1
        assert browser.cookies["footplate"] == cookie


def test_anonymous_tokens_are_those_that_were_made_here():
    ours, others = AnonymousTokens(), AnonymousTokens()
    token = ours.new()
    assert len(token) == 43
    assert ours.made(token)
    assert not ours.made(others.new())
    for wrong in ("", "x", "ä" * 43, token[:-1], token + "A", ("B" if token[0] == "A" else "A") + token[1:]):
        assert not ours.made(wrong)


def test_over_https_the_cookie_is_secure_and_of_this_host_alone(server):
    with stranger(server, **PROXIED) as browser:
        answer = browser.patch("/api/me", json={"name": "Ann"})
        cookie = answer.headers["set-cookie"].lower()
        assert cookie.startswith("__host-footplate=")
        assert all(word in cookie for word in ("; secure", "; httponly", "; samesite=strict", "; path=/"))
        assert "domain" not in cookie
        assert f"max-age={400 * 24 * 3600}" in cookie
        token = cookie_of(answer)
        header = {"Cookie": f"__Host-footplate={token}"}
        assert browser.get("/api/me", headers=header).json()["name"] == "Ann"
    with stranger(server) as plain:  # without https nobody can have sent it secretly
        assert plain.get("/api/me", headers=header).json()["id"] is None


def cookie_of(answer):
    return answer.headers["set-cookie"].partition("=")[2].partition(";")[0]


def test_whoever_came_before_there_was_https_stays_the_same(server):
    with server.browser() as browser:
        known, cookie = me(browser)["id"], browser.cookies["footplate"]
    with stranger(server, **PROXIED) as browser:
        answer = browser.get("/api/me", headers={"Cookie": f"footplate={cookie}"})
        assert answer.json()["id"] == known
        new, gone = answer.headers.get_list("set-cookie")
        assert new.startswith(f"__Host-footplate={cookie};")
        assert "Secure" in new
        assert gone.startswith('footplate="";')


def test_a_server_that_is_told_of_https_needs_no_word_of_the_proxy(tmp_path):
    settings = ServerSettings(
        database=f"sqlite:///{tmp_path / 'games.sqlite3'}", workers=1, https=True, names=("a.example",)
    )
    assert settings.address == "https://a.example"
    assert not settings.is_local  # others come through the proxy
    assert replace(settings, https=False, port=80).address == "http://a.example:80"
    with in_thread(settings) as server, stranger(server) as browser:
        assert "; Secure" in browser.get("/api/me").headers["set-cookie"]


def test_a_browser_that_nobody_used_for_too_long_is_forgotten_and_each_use_keeps_it(server, monkeypatch):
    clock = datetime.now(UTC)
    monkeypatch.setattr("footplate.app.database.identities.now", lambda: clock)
    with server.browser() as browser:
        known = me(browser)["id"]
        for _ in range(3):
            clock += KEPT - timedelta(days=1)
            assert me(browser)["id"] == known
        clock += KEPT + timedelta(days=1)
        assert browsers(browser) == []
        assert me(browser)["id"] is None
        assert browser.patch("/api/me", json={"name": "Ann"}).json()["id"] not in (None, known)


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/nothing", "/js/main.js"])
def test_every_answer_says_what_a_page_may_do(server, path):
    with stranger(server) as browser:
        headers = browser.get(path).headers
    rules = headers["content-security-policy"].split("; ")
    assert {"default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"} <= set(rules)
    assert headers["x-content-type-options"] == "nosniff"


# ---------------------------------------------------------------- browsers


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (FIREFOX, "Firefox on Linux"),
        (IPHONE, "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("\x1b[31mMozilla", "A browser"),
        ("", "A browser"),
    ],
)
def test_browsers_have_names(user_agent, name):
    assert browser_name(user_agent) == name


def test_a_code_brings_a_player_to_another_browser_once(server):
    with stranger(server, User_Agent=FIREFOX) as first, stranger(server, User_Agent=IPHONE) as second:
        known = first.patch("/api/me", json={"name": "Ann"}).json()
        assert known["has_code"] is False
        code = first.post("/api/me/code").json()["code"]
        assert me(first)["has_code"] is True
        before, cookie = me(second), second.cookies["footplate"]
        answer = second.post("/api/me/recover", json={"code": f" {code.lower().replace('-', ' ').replace('0', 'o')}"})
        assert answer.status_code == 200, answer.text
        assert cookie_of(answer) != cookie
        assert before["id"] is None
        assert (me(second)["id"], me(second)["name"]) == (known["id"], "Ann")
        listed = browsers(second)
        assert [(one["name"], one["here"]) for one in listed] == [
            ("Safari on iPhone", True),
            ("Firefox on Linux", False),
        ]
        assert second.post("/api/me/recover", json={"code": code}).status_code == 422  # it is used up
        following = answer.json()["code"]
        with stranger(server) as third:
            assert third.post("/api/me/recover", json={"code": following}).status_code == 200
            assert me(third)["id"] == known["id"]


def test_a_new_code_replaces_the_earlier_one_and_a_guess_leads_nowhere(server):
    with server.browser() as browser, stranger(server) as other:
        earlier, later = (browser.post("/api/me/code").json()["code"] for _ in range(2))
        for wrong in (earlier, new_code(), "", "none", f"none {me(browser)['id']}", "x" * 200, "\0"):
            answer = other.post("/api/me/recover", json={"code": wrong})
            assert answer.status_code == 422, wrong
            assert "recovery code" in answer.json()["error"]
        assert other.post("/api/me/recover", json={"code": later}).status_code == 200


def test_codes_are_long_and_kept_as_hashes_only(server, tmp_path):
    with server.browser() as browser:
        code = browser.post("/api/me/code").json()["code"]
        assert len(code.replace("-", "")) * 5 >= 112  # bits
        stored = server.context.store.player(me(browser)["id"])
        assert code not in stored.recovery_hash
        assert code.replace("-", "") not in stored.recovery_hash
        assert code not in browser.get("/api/me/export").text
        assert stored.recovery_hash not in browser.get("/api/me/export").text


def test_the_identity_that_a_browser_had_before_is_signed_out_there(server):
    with server.browser() as ann, server.browser() as bob:
        was, code = me(bob)["id"], ann.post("/api/me/code").json()["code"]
        old = bob.cookies["footplate"]
        bob.post("/api/me/recover", json={"code": code}).raise_for_status()
        assert me(bob)["id"] == me(ann)["id"] != was
        assert ann.get("/api/me", headers={"Cookie": f"footplate={old}"}).json()["id"] is None
        assert server.context.store.identities.browsers_of(was) == []


def test_a_player_has_so_many_browsers_and_no_more(server):
    with server.browser() as ann:
        for _ in range(MOST_BROWSERS):
            with stranger(server) as other:
                code = ann.post("/api/me/code").json()["code"]
                other.post("/api/me/recover", json={"code": code}).raise_for_status()
                last = me(other)["id"]
        listed = server.context.store.identities.browsers_of(last)
        assert len(listed) == MOST_BROWSERS


def test_signing_out_ends_the_cookie_here_and_the_player_stays(server):
    with server.browser() as browser, stranger(server) as later:
        known, code = me(browser)["id"], browser.post("/api/me/code").json()["code"]
        (here,) = browsers(browser)
        answer = browser.delete(f"/api/me/browsers/{here['id']}")
        assert answer.status_code == 204
        assert 'footplate=""' in answer.headers["set-cookie"]
        assert me(browser)["id"] is None
        later.post("/api/me/recover", json={"code": code}).raise_for_status()
        assert me(later)["id"] == known


def test_a_browser_is_signed_out_from_another_one_and_its_open_games_are_closed(server):
    with server.browser() as lost, stranger(server) as mine, server.browser() as eve:
        code = lost.post("/api/me/code").json()["code"]
        mine.post("/api/me/recover", json={"code": code}).raise_for_status()
        game, keys = new_game(lost)
        here = Own(mine.cookies["footplate"], 0)
        (there,) = (one for one in browsers(mine) if not one["here"])
        assert eve.delete(f"/api/me/browsers/{there['id']}").status_code == 404  # it is not hers
        with Seat(server, game, keys[0]) as seat, Seat(server, game, here) as kept:
            assert mine.delete(f"/api/me/browsers/{there['id']}").status_code == 204
            with contextlib.suppress(ConnectionClosed):
                while True:  # until it is closed, which a test that waits in vain would not survive
                    seat.receive()
            kept.send({"type": "ping"})
            kept.answer("pong")
        assert me(lost)["id"] is None
        assert [one["here"] for one in browsers(mine)] == [True]
        assert mine.delete(f"/api/me/browsers/{there['id']}").status_code == 404
        with Seat(server, game, join=False) as again:
            again.send({"type": "join", "seat": 0})
            assert again.answer("error")["error"] == "that is not your seat"
