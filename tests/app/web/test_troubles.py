"""Connections that die silently, servers that fail, searches that fail, times in other zones: the page says so."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy.orm import Session

from footplate.app.database.models import StoredGame
from tests.support.app.games import finished_of, first_turn, played
from tests.support.app.person import prepared

LOST = "Connection lost. Your game is safe; trying again."
SILENCE = 60_000  # milliseconds: longer than the page waits for a word


class Wire:
    """Between the page and the server; once cut, nothing goes through, and nobody is told until they come anew."""

    def __init__(self, page: Page) -> None:
        self.cut, self.connections, self.pings, self.answered = False, 0, 0, 0
        page.route_web_socket(re.compile("/live$"), self._between)

    def _between(self, socket: Any) -> None:
        self.connections += 1
        if self.cut:
            socket.close(code=1011)
            return
        behind = socket.connect_to_server()

        def up(said: str) -> None:
            self.pings += '"ping"' in said
            if not self.cut:
                behind.send(said)

        def down(said: str) -> None:
            if not self.cut:
                socket.send(said)
                self.answered += '"pong"' in said

        socket.on_message(up)
        behind.on_message(down)


def test_a_connection_that_died_silently_is_noticed_and_made_anew(page, ann, server):
    page.clock.install()
    wire = Wire(page)
    page.goto(prepared(server, first_turn("small"), "small")[0])
    ann.wait_for_turn()
    page.clock.run_for(20_000)
    while wire.answered < wire.pings or not wire.pings:
        page.wait_for_timeout(20)
    page.evaluate("() => 0")  # the page has heard what came before
    page.clock.run_for(20_000)
    expect(page.locator(".banner.turn")).to_be_visible()
    assert page.title() == "● Your turn: Footplate"
    assert wire.connections == 1
    wire.cut = True
    page.clock.run_for(SILENCE)
    expect(page.locator(".banner.lost")).to_have_text(LOST)
    assert page.title() == "Connection lost: Footplate"
    wire.cut = False
    page.clock.run_for(SILENCE)
    expect(page.locator(".banner.turn")).to_be_visible()
    assert wire.connections > 1
    page.clock.resume()
    ann.doing(page.locator(".deck-pile").click)


def test_the_tab_says_whose_turn_it_is(page, ann, server):
    game = first_turn("small")
    address, _ = prepared(server, game, "small")  # against Bob, who is not there
    page.goto(address)
    ann.wait_for_turn()
    expect(page).to_have_title("● Your turn: Footplate")
    ann.doing(page.locator(".deck-pile").click)
    ann.doing(page.locator(".deck-pile").click)
    expect(page.locator(".banner.wait")).to_be_visible()
    expect(page).to_have_title(re.compile(r"^(?!●).*: Footplate$"))
    page.get_by_role("link", name="Footplate").first.click()
    expect(page).to_have_title("Footplate")


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Asia/Tokyo", "America/Los_Angeles"])
def test_times_are_those_of_the_browser(visitor, looked_at, server, zone):
    """A game that was changed just now was changed just now, everywhere on earth; dates are the browser's."""
    context = visitor(timezone_id=zone)
    page = looked_at(context)
    me = context.request.get("/api/me").json()["id"]
    store = server.context.store
    game = finished_of(store, me)
    page.goto("/#/profile")
    expect(page.locator(".game-list small").first).to_have_text(re.compile("^(just now|1 min ago)$"))
    late = datetime.now(UTC).replace(hour=20, minute=30) - timedelta(days=40)  # the next day in Tokyo
    with Session(store.engine) as session, session.begin():
        session.get(StoredGame, game).changed = late
    page.reload()
    shown = page.evaluate(
        "(time) => new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })", late.isoformat()
    )
    expect(page.locator(".game-list small").first).to_have_text(shown)


def test_a_start_that_fails_says_so_and_can_be_tried_again(context, server):
    page = context.new_page()
    refusal = {"error": "the server can't use its database now; try again later", "problems": []}
    page.route("**/api/me", lambda route: route.fulfill(status=503, json=refusal))
    page.goto("/")
    expect(page.locator(".trouble")).to_contain_text("The server can't use its database now; try again later.")
    page.unroute("**/api/me")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".tile").first).to_be_visible()


def test_a_search_that_fails_says_so_and_can_be_tried_again(page, ann, server):
    def between(socket: Any) -> None:
        behind = socket.connect_to_server()
        failed = json.dumps({"type": "error", "of": "search", "error": "the search could not finish: it has ended"})
        socket.on_message(lambda said: socket.send(failed) if '"search"' in said else behind.send(said))

    page.route_web_socket(re.compile("/live$"), between)
    page.goto(prepared(server, first_turn("small"), "small", "greedy")[0])
    ann.wait_for_turn()
    page.keyboard.press("s")
    expect(page.locator(".search")).to_contain_text("The search could not finish: it has ended.")
    expect(page.locator(".search")).not_to_contain_text("Searching")
    page.get_by_role("button", name="Search again").click()
    expect(page.locator(".search")).to_contain_text("could not finish")


def test_a_record_that_can_not_be_had_is_not_saved(context, server):
    page = context.new_page()
    saved: list[str] = []
    page.on("download", lambda download: saved.append(download.suggested_filename))
    page.goto(prepared(server, played("small"), "small", "greedy")[0])
    page.route("**/record", lambda route: route.fulfill(status=503, json={"error": "the database is away"}))
    page.get_by_role("button", name="Save record").click()
    expect(page.locator(".banner")).to_have_text("The database is away.")
    assert saved == []
    page.unroute("**/record")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save record").click()
    text = coming.value.path().read_text()
    assert text.startswith("footplate-record 1")
    assert "\n1 1.00 " in text  # with the times of moves
    page.goto("/#/profile")
    page.route("**/export", lambda route: route.fulfill(status=503, json={"error": "the database is away"}))
    page.get_by_role("button", name="Save all as a file").click()
    expect(page.get_by_role("alert").filter(has_text="The database is away.")).to_be_visible()
    assert len(saved) == 1
