"""The set-up page in a real browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def name_and_press(page: Page, name: str, what: str) -> None:
    """Type a name, then press the mouse on something and let it go, as people do."""
    page.locator("#your-name").fill(name)
    place = page.locator(what)
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with page.expect_response("**/api/me"):
        page.mouse.down()  # which keeps the name
    page.mouse.up()


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
    name_and_press(page, "Fay", "label:has(#level-1-expert)")
    expect(page.locator("#level-1-expert")).to_be_checked()
    name_and_press(page, "Gil", "[title='Night (N)']")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#board-usa img")).to_have_attribute("src", "/api/boards/usa/thumbnail.svg?theme=dark")
    name_and_press(page, "Hal", "[title='Sound on (M)']")
    expect(page.locator("[title='Sound off (M)']")).to_be_visible()
    page.goto("/#/profile")
    page.locator(".profile").wait_for()
    name_and_press(page, "Ida", "[title='Paper (N)']")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
