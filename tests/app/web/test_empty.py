"""Pages that have nothing to show yet, and what covers a game before one sits down, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.app.barriers import in_both_themes
from tests.support.app.person import TOUCH

PEOPLE = [{"kind": "person", "name": "Ann", "livery": 1}, {"kind": "person", "name": "Ben", "livery": 4, "here": True}]
LINKED = [PEOPLE[0], {"kind": "person", "name": "Cyd", "livery": 3}]


@pytest.mark.parametrize("address", ["/#/profile", "/#/replay"])
def test_who_has_not_played_is_told_what_will_stand_here_and_how(page, address):
    page.goto(address)
    page.locator(".nothing-yet").wait_for()
    in_both_themes(page, address)
    page.locator(".nothing-yet").get_by_role("link", name="Play a game").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


@pytest.mark.parametrize("how", [{}, {"width": 390, "height": 844, **TOUCH}])
def test_curtains_are_cards_in_the_colour_of_whose_seat_it_is(visitor, looked_at, how):
    page = looked_at(visitor(**how))
    made = page.request.post("/api/games", data={"board": "small", "you": 0, "seats": PEOPLE}).json()
    page.goto(f"/#/game/{made['id']}")
    page.locator(".tray .choice").first.click()
    page.locator(".tray .btn").click()
    expect(page.locator(".curtain h1")).to_contain_text("Ben is ")
    in_both_themes(page, "hand over")
    expect(page.get_by_role("button", name="I am Ben")).to_be_focused()
    assert "--p4" in (page.locator(".curtain").get_attribute("style") or "")
    made = page.request.post("/api/games", data={"board": "small", "you": 0, "seats": LINKED}).json()
    page.goto(f"/#/game/{made['id']}/{made['links'][1]}")
    expect(page.locator(".curtain h1")).to_have_text("Take your seat")
    in_both_themes(page, "take your seat")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
