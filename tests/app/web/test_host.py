"""The host's page, short addresses of seats, and the page of settings, in a real browser."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.app.barriers import in_both_themes
from tests.support.app.person import TOUCH
from tests.support.app.seats import person


def test_a_host_gives_a_code_away_and_a_bot_fills_the_other_seat(visitor, looked_at):
    context = visitor()
    seats = [person(1, "Ann"), person(2, "Bob"), person(3)]
    game = context.request.post("/api/games", data={"board": "new_york", "seats": seats}).json()["id"]
    page = looked_at(context)
    page.goto("/#/host")
    expect(page.locator(".table-list a")).to_contain_text("1 of 3 seats taken")
    page.get_by_role("button", name="New link for Bob").click()
    expect(page.locator(".seat-card .code")).to_have_count(2)  # Bob's, and the one to watch
    link = page.get_by_label("Link for Bob", exact=True).input_value()
    page.get_by_text("A clock each").click()
    page.locator("#minutes").fill("5")
    page.locator("#minutes").press("Tab")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_disabled()
    in_both_themes(page, "the host's page")
    page.get_by_role("button", name="Bot in place of Seat 3").click()
    expect(page.locator(".host-start")).to_contain_text("Start needs Bob first.")
    bob = looked_at(visitor(390, 844, **TOUCH))
    bob.goto(f"/#/j/{link.rpartition('/')[2].lower()}")
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    expect(bob.locator(".tray")).to_be_visible()
    assert link.rpartition("/")[2] not in bob.url
    expect(page.get_by_role("link", name="Go to the table")).to_be_visible()
    timing = context.request.get(f"/api/games/{game}").json()["timing"]
    assert (timing["kind"], timing["seconds"], timing["added"]) == ("clock", 300, 10)
    page.get_by_role("button", name="Try the curtain").click()
    page.get_by_role("button", name="I am Bob").click()
    lost = context.new_page()  # which notes down what the server refuses
    lost.goto("/#/j/NOTH-INGH-ERE0")
    expect(lost.get_by_role("heading", name="This address leads nowhere")).to_be_visible()


def test_settings_are_kept(page):
    page.goto("/#/settings")
    page.get_by_text("Slow", exact=True).click()
    page.get_by_text("Larger").click()
    page.get_by_label("Hints").uncheck()
    expect(page.locator("html")).to_have_attribute("data-text", "130")
    in_both_themes(page, "settings")
    page.reload()
    expect(page.get_by_label("Slow", exact=True)).to_be_checked()
    expect(page.get_by_label("Hints")).not_to_be_checked()
