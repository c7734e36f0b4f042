"""The set-up page in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.project import ROOT


def name_and_press(page: Page, name: str, what: str) -> None:
    """Type a name, then press the mouse on something and let it go, as people do."""
    page.locator("#your-name").fill(name)
    page.locator(what).hover()
    with page.expect_response("**/api/me"):
        page.mouse.down()  # which keeps the name
    page.mouse.up()


def test_the_tutorial_names_what_the_page_shows(page):
    named = re.findall(r"\*([A-Z][\w ]+)\*", (ROOT / "docs" / "tutorial-play.md").read_text("utf-8"))
    assert len(named) > 3
    page.goto("/")
    for name in named:
        expect(page.get_by_text(name, exact=True).first).to_be_visible()


def test_a_name_typed_while_the_last_one_is_kept_stays(page):
    page.goto("/")
    page.locator(".tile img").first.wait_for()
    name = page.locator("#your-name")
    held = []
    page.route("**/api/me", lambda route: held.append(route))
    name.fill("Eve")
    with page.expect_request("**/api/me"):
        name.press("Tab")
    name.fill("Bea")
    with page.expect_response("**/api/me"):
        held[0].continue_()
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    expect(name).to_have_value("Bea")


def test_a_click_counts_while_the_ladder_arrives(page):
    held = []
    page.route("**/api/ladder?*", lambda route: held.append(route))
    page.goto("/")
    level = page.locator("label:has(#level-0-inspector)")
    level.hover()
    page.mouse.down()
    with page.expect_response("**/api/ladder?*"):
        held[0].continue_()
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    page.mouse.up()
    expect(page.locator("#level-0-inspector")).to_be_checked()
    expect(page.locator(".ladder .hint")).to_be_visible()


def test_the_first_click_after_a_name_counts(page):
    page.goto("/")
    page.locator(".tile img").first.wait_for()
    name_and_press(page, "Bea", "#board-europe")
    expect(page.locator("#board-europe")).to_have_attribute("aria-checked", "true")
    expect(page.locator("#board-usa")).to_have_attribute("aria-checked", "false")
    expect(page.locator(".flag:visible")).to_have_count(1)
    page.locator("#board-small").click()
    name_and_press(page, "Cyd", "label:has(#rules-warwick)")
    expect(page.locator("#rules-warwick")).to_be_checked()
    name_and_press(page, "Dan", "#you-violet")
    expect(page.locator("#you-violet")).to_have_attribute("aria-checked", "true")
    page.locator("#board-usa").click()
    name_and_press(page, "Eve", "#add-rival")
    expect(page.locator(".rival")).to_have_count(2)
    name_and_press(page, "Fay", "label:has(#level-1-inspector)")
    expect(page.locator("#level-1-inspector")).to_be_checked()
    name_and_press(page, "Gil", "[title='Night (N)']")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#board-usa img")).to_have_attribute("src", "/api/boards/usa/thumbnail.svg?theme=dark")
    name_and_press(page, "Hal", "[title='Sound on (M)']")
    expect(page.locator("[title='Sound off (M)']")).to_be_visible()
    page.goto("/#/profile")
    page.locator(".profile").wait_for()
    name_and_press(page, "Ida", "[title='Paper (N)']")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


# Marks whatever can be operated on the page, radio buttons of a group alike; gives the names by mark.
MARK = """() => {
  const controls = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=radio]")]
    .filter((one) => !one.disabled && one.checkVisibility() && one.getClientRects().length);
  return Object.fromEntries(controls.map((one, n) => {
    const radios = one.type === "radio" ? one.name : one.closest("[role=radiogroup]")?.getAttribute("aria-label");
    const group = radios ?? `${n}`;
    one.dataset.mark = group;
    return [group, one.outerHTML.slice(0, 120)];
  }));
}"""
MOST_TABS = 80


def tab_to(page: Page, what: str) -> None:
    """Press Tab until something has the focus, as people do who have no mouse."""
    for _ in range(MOST_TABS):
        if page.evaluate("(what) => document.activeElement.matches(what)", what):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {what}")


def arrow_to(page: Page, group: str, what: str, key: str = "ArrowRight") -> None:
    """Go to a group of radio buttons by Tab, and in it by an arrow."""
    tab_to(page, group)
    for _ in range(MOST_TABS):
        if page.evaluate("(what) => document.activeElement.matches(what)", what):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {what}")


def press_on(page: Page, what: str, key: str = "Enter") -> None:
    tab_to(page, what)
    page.keyboard.press(key)


@pytest.mark.parametrize("opened", ["", "#more-0", "summary"])
def test_tab_leads_to_every_control(page, opened):
    page.goto("/")
    page.locator(".tile img").first.wait_for()
    page.locator("#board-small").focus()
    page.keyboard.press("ArrowRight")  # to a board with rules to choose from
    page.keyboard.press("ArrowLeft")
    page.locator(".ladder > .hint").wait_for()
    if opened:
        press_on(page, opened)
    marked = page.evaluate(MARK)
    assert len(marked) > 15
    reached: set[str] = set()
    for _ in range(len(marked) + 5):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("() => document.activeElement.dataset.mark ?? ''"))
    assert {name: marked[name] for name in marked.keys() - reached} == {}


def test_a_game_is_set_up_and_begun_by_keyboard_alone(page):
    type_in, press = page.keyboard.type, page.keyboard.press
    page.goto("/")
    page.locator(".tile img").first.wait_for()
    with page.expect_file_chooser():
        press_on(page, ".boards .btn")
    arrow_to(page, ".tile", "#board-small")
    expect(page.locator("#board-small")).to_have_attribute("aria-checked", "true")
    arrow_to(page, "[name=rules]", "#rules-warwick")
    expect(page.locator("#rules-warwick")).to_be_checked()
    expect(page.locator("#rules-warwick")).to_be_focused()  # what is drawn anew keeps the focus
    arrow_to(page, ".tile", "#board-usa", "ArrowLeft")

    press_on(page, "#aim", "ArrowRight")
    expect(page.locator(".target-words")).to_contain_text("55 of 100 games")
    livery = page.locator("#livery-0").get_attribute("aria-label")
    press_on(page, "#livery-0")
    expect(page.locator("#livery-0")).not_to_have_attribute("aria-label", str(livery))
    expect(page.locator("#livery-0")).to_be_focused()
    arrow_to(page, "[name=level-0]", "#level-0-inspector")
    expect(page.locator("#level-0-inspector")).to_be_checked()
    press_on(page, "#more-0")
    press_on(page, "#all-0-greedy", "Space")
    expect(page.locator(".rival").first).to_contain_text("Greedy")
    expect(page.locator("#more-0")).to_be_focused()  # the list that had it is closed

    for n in range(2, 5):
        press_on(page, "#add-rival")
        expect(page.locator(".rival")).to_have_count(n)
    expect(page.locator("#add-rival")).to_have_count(0)  # the table is full
    expect(page.locator("[name=level-3]:checked")).to_be_focused()
    for n in (3, 2):
        press_on(page, f"[aria-label='Remove opponent {n + 1}']")
        expect(page.locator(".rival")).to_have_count(n)
        expect(page.locator("#add-rival")).to_be_focused()
    press_on(page, "#show-1")
    press_on(page, "#more-1")
    press_on(page, "#all-1-hot")
    tab_to(page, "#name-1")
    type_in("Bob")
    expect(page.locator(".start .ghost")).to_be_disabled()
    arrow_to(page, "[name=level-1]", "#level-1-inspector")
    expect(page.locator("#name-1")).to_have_count(0)

    tab_to(page, "#your-name")
    type_in("Eve")
    with page.expect_response("**/api/me"):
        press("Tab")
    press_on(page, "#you-carmine", "ArrowRight")
    expect(page.locator("#you-carmine")).to_have_attribute("aria-checked", "false")
    expect(page.locator(".liveries [aria-checked=true]")).to_be_focused()
    press_on(page, ".more-settings summary", "Space")
    press_on(page, "#lot", "Space")
    expect(page.locator("#lot")).to_be_checked()
    press("Space")
    tab_to(page, "#seed")
    type_in("7")

    page.route("**/api/games", lambda asked: asked.fulfill(status=422, json={"error": "not now"}), times=1)
    press_on(page, ".start .btn")
    expect(page.locator(".you-part > .start-trouble")).to_have_text("Not now.")
    expect(page.locator(".start .btn").first).to_be_focused()
    press("Enter")
    page.locator(".app").wait_for()
    (game,) = page.request.get("/api/games").json()
    assert game["board"] == "usa"
    assert [(seat["name"], seat["you"]) for seat in game["seats"]] == [
        ("Eve", True),
        ("Greedy", False),
        ("Inspector", False),
    ]
