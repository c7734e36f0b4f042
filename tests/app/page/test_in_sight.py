"""What must be in sight: all cards and piles on a phone, every city under the zoom buttons, the focus, the odds."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.app.games import finished_of, first_turn, found
from tests.app.page.person import FIGURES, Person, prepared
from tests.app.page.test_sizes import TOUCH, shown

PHONES = [(390, 844), (375, 667), (360, 640), (700, 900), (820, 1180)]

# Controls of the table that stick out of the window, or of their panel.
OUT_OF_SIGHT = """() => [...document.querySelectorAll(".place, .pile, .hand .stack")].flatMap((one) => {
  const box = one.getBoundingClientRect(), panel = one.closest(".panel").getBoundingClientRect();
  const isIn = box.left >= panel.left && box.right <= panel.right && box.top >= panel.top && box.bottom <= panel.bottom;
  const isSeen = box.right <= innerWidth && box.bottom <= innerHeight && box.height > 40 && box.width > 40;
  return isIn && isSeen ? [] : [`${one.className} ${JSON.stringify(box)}`];
})"""

# Cities and names that lie under the zoom buttons.
COVERED = """() => {
  const buttons = [...document.querySelectorAll(".zoom-buttons button")].map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll(".dots circle, .names g")].flatMap((one) => {
    const box = one.getBoundingClientRect();
    const isUnder = buttons.some((button) => box.left < button.right && button.left < box.right
      && box.top < button.bottom && button.top < box.bottom);
    return isUnder ? [one.getAttribute("data-city") ?? "a city"] : [];
  });
}"""


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_every_card_and_every_city_is_in_sight_on_a_phone(visitor, looked_at, server, width, height):
    page = looked_at(visitor(width, height, **TOUCH))
    for board in ("usa", "new_york"):
        shown(page, prepared(server, first_turn(board), board)[0])
        Person(page).wait_for_turn()
        expect(page.locator(".zoom-buttons")).to_be_visible()
        assert page.evaluate(OUT_OF_SIGHT) == []
        assert page.evaluate(COVERED) == []
        assert page.locator(".map").evaluate("(map) => map.clientHeight") > 200


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_the_odds_in_a_replay_can_be_read(visitor, looked_at, server, width, height):
    context = visitor(width, height)
    page = looked_at(context)
    game = finished_of(server.context.store, context.request.get("/api/me").json()["id"])
    page.route("**/api/opinion", lambda route: route.fulfill(json={**FIGURES, "moves": FIGURES["moves"] * 5}))
    page.goto(f"/#/replay/{game}/10")
    page.locator("#think-2").click()
    expect(page.locator(".odds")).to_contain_text("61 %")
    assert page.locator(".odds").evaluate("(bar) => bar.clientHeight") >= 24


def test_the_focus_on_the_map_has_a_ring(page, ann, server):
    game = found("small", lambda game: game.to_move == 0 and any("claim" in a.text for a in game.legal_actions()))
    page.goto(prepared(server, game, "small", "greedy")[0])
    seen = ann.wait_for_turn()
    focus = page.evaluate("""() => {
      const probe = Object.assign(document.createElement("i"), { style: "color: var(--focus)" });
      document.body.append(probe);
      return getComputedStyle(probe).color;
    }""")
    page.locator(".city[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".city:focus-visible")).to_have_css("stroke", focus)
    page.keyboard.press("Tab")
    expect(page.locator(".route:focus-visible")).to_have_count(1)
    assert page.locator(".outline").count() >= 1
    expect(page.locator(".outline").first).to_have_css("stroke", focus)
    ann.claim_with_keys(seen["payable"][0]["name"].partition(" to ")[0])
    expect(page.locator(".map:focus-visible")).to_have_css("outline-color", focus)
    expect(page.locator(".map:focus-visible")).to_have_css("outline-style", "solid")
