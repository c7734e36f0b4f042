"""Several people, watchers, a lost connection, wrong addresses and the tutorial, in a real browser."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from playwright.sync_api import expect

from footplate.game import Game
from tests.app.games import first_turn, found
from tests.app.page.person import prepared


def test_a_lost_connection_says_so_and_comes_back_by_itself(page, ann, server):
    sockets: list[Any] = []
    away = [False]

    def between(socket: Any) -> None:
        if away[0]:
            socket.close(code=1011)
            return
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket(re.compile("/live$"), between)
    page.goto(prepared(server, first_turn("small"), "small")[0])
    ann.wait_for_turn()
    before = ann.look()["seen"]
    away[0] = True
    sockets[-1].close(code=1011)
    expect(page.locator(".banner.lost")).to_have_text("Connection lost. Your game is safe; trying again.")
    page.locator(".deck-pile").click()  # nobody hears it
    away[0] = False
    page.wait_for_function("() => !document.querySelector('.app.lost')")
    expect(page.locator(".banner.turn")).to_be_visible()
    assert ann.wait_for_turn()["seen"] == before
    ann.doing(page.locator(".deck-pile").click)
    ann.doing(page.locator(".deck-pile").click)
    assert len(sockets) == 2


def test_a_watcher_reads_who_is_to_move_and_can_do_nothing(page, server):
    game = first_turn("small")
    _, game_id = prepared(server, game, "small")
    page.goto(f"/#/game/{game_id}")
    expect(page.locator(".banner.wait")).to_have_text("Annis to move.")
    expect(page.locator(".player.moves")).to_contain_text("to move")
    expect(page.locator(".hand")).to_be_hidden()
    expect(page.get_by_role("button", name="Search (S)")).to_be_hidden()
    expect(page.locator(".deck-pile")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("s")
    expect(page.locator(".search")).to_be_hidden()


def test_a_bot_thinks(page, server, monkeypatch):
    async def for_ever(*job: Any, **more: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(server.context.thinking, "think", for_ever)
    game = first_turn("small")
    game.push("draw")
    game.push("draw")
    page.goto(prepared(server, game, "small", "strong")[0])
    expect(page.locator(".banner.wait")).to_have_text("Driveris thinking.")
    expect(page.locator(".player").nth(1)).to_contain_text("thinking")
    page.locator(".deck-pile").hover(force=True)
    expect(page.locator(".why")).to_have_text("Not your turn: Driver is thinking.")


def test_two_people_at_one_screen_see_no_hand_but_their_own(page, ann):
    """The curtain of the hot seat."""
    page.goto("/")
    page.locator("#board-small").click()
    page.locator("#more-0").click()
    page.locator("#all-0-hot").click()
    page.locator("#name-0").fill("Bob")
    expect(page.locator(".you-part")).to_contain_text("you can't only watch")
    page.get_by_role("button", name="Start the game").click()
    ann.wait_for_turn()
    page.locator(".choice").first.click()
    page.locator(".tray .btn").click()
    expect(page.locator(".curtain")).to_contain_text("Bob is to move")
    expect(page.locator(".hand")).to_have_count(0)
    page.get_by_role("button", name="I am Bob").click()
    assert ann.wait_for_turn()["mine"]


def test_a_link_invites_somebody_else(page, ann, chromium, server):
    page.goto("/")
    page.locator("#board-small").click()
    page.locator("#more-0").click()
    page.locator("#all-0-link").click()
    page.get_by_role("button", name="Start the game").click()
    link = page.locator(".link-list input").input_value()
    page.get_by_role("link", name="Go to the table").click()
    ann.wait_for_turn()
    expect(page.locator(".player").nth(1)).to_contain_text("away")
    guest = chromium.new_context(base_url=server.url, reduced_motion="reduce")
    other = guest.new_page()
    other.goto(link)
    expect(other.locator(".tutorial-slip")).to_be_visible()
    other.get_by_role("button", name="Skip the tutorial").click()
    expect(page.locator(".player").nth(1)).not_to_contain_text("away")
    ann.keep_all()
    expect(other.locator(".tray")).to_be_visible()
    guest.close()


def test_the_tutorial_points_at_things_and_stays_away_after_that(page, ann, server, context):
    context.request.patch("/api/me", data={"settings": {"tutorialDone": False}})
    address, _ = prepared(server, Game("small", 2, 1), "small")
    page.goto(address)
    slip = page.locator(".tutorial-slip")
    for n in range(1, 10):
        expect(slip).to_contain_text(f"{n} of 9")
        slip.locator(".btn").last.click()
    expect(slip).to_have_count(0)
    page.reload()
    ann.wait_for_turn()
    expect(slip).to_have_count(0)


def test_a_wrong_address_says_so(page):
    page.goto("/#/game/nothing/nothing")
    expect(page.get_by_role("alert")).to_contain_text("no such game")
    page.get_by_role("link", name="Back to the start").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


def test_what_is_known_of_a_hand_is_told_on_focus_as_well(page, ann, server):
    """No information only on hover."""
    game = found("usa", lambda game: game.to_move == 0 and bool(game.known_cards(1).get("red")))
    page.goto(prepared(server, game, "usa")[0])
    ann.wait_for_turn()
    row = page.locator(".player").nth(1)
    row.focus()
    expect(page.locator(".why")).to_contain_text(f"{game.known_cards(1)['red']} red")
    expect(row).to_have_attribute("aria-description", re.compile("Seen in this hand: "))


# ---------------------------------------------------------------- watching


def test_whoever_watches_bots_holds_them_and_sets_their_pace(page):
    page.goto("/")
    page.locator("#board-small").click()
    page.locator("#more-0").click()
    page.locator("#all-0-greedy").click()
    page.get_by_role("button", name="Watch instead").click()
    watching = page.locator(".watching")
    expect(watching.get_by_role("radio", name="Even")).to_be_checked()
    page.keyboard.press("Space")
    expect(page.locator(".banner")).to_have_text("The game is held.")
    expect(page.locator(".player .dots-3")).to_have_count(0)
    watching.get_by_role("button", name="Go on").click()
    watching.get_by_text("Fast").click()
    expect(watching.get_by_role("radio", name="Fast")).to_be_checked()
    lines = page.locator(".log-lines li")
    before = lines.count()
    expect(lines.nth(before + 2)).to_be_attached()


def test_links_say_who_can_open_them(page):
    """The tests' server can be reached from this machine alone."""
    page.goto("/")
    page.locator("#board-small").click()
    page.locator("#more-0").click()
    page.get_by_text("Somebody else, by link").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Only this computer can open it.")).to_be_visible()
    page.get_by_role("link", name="Go to the table").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("Links for the others").click()
    expect(page.get_by_label("Link for seat 2")).to_have_value(re.compile(r"/#/game/\S+/\S+"))
