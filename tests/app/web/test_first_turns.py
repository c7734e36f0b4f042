"""The welcome and the practice of first turns in a real browser: with the mouse, the keyboard and a finger."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.app.barriers import in_both_themes
from tests.support.app.games import first_turn
from tests.support.app.person import NEAR_MIDDLE, POINT, SETTINGS, TOUCH, prepared

SIZES = [(390, 844), (1024, 768), (1366, 768), (1920, 1080)]
IS_WHOLE = """() => {
  const { scrollHeight, clientHeight } = document.querySelector(".lesson");
  return scrollHeight <= clientHeight + 1;
}"""
BLUE, RED, YELLOW = 0, 1, 4  # routes of the way, and one that can't be paid


@pytest.fixture
def newcomer(context) -> None:
    """Somebody who has neither played nor practised."""
    context.request.patch("/api/me", data={"settings": {**SETTINGS, "tutorialDone": False}})


def title(page: Page) -> Locator:
    return page.locator(".lesson > header h2")


def point(page: Page, route: int) -> tuple[float, float]:
    page.locator(".lesson .map[aria-busy='false']").wait_for()
    page.locator(f".route[data-route='{route}']").wait_for(state="attached")
    x, y = page.evaluate(POINT, [route, NEAR_MIDDLE])
    return x, y


def to_the_claim(page: Page) -> None:
    page.keyboard.press("1")
    expect(page.locator(".lesson-words")).to_contain_text("That is one.")
    page.keyboard.press("1")
    expect(title(page)).to_contain_text("Claim Alder")


def test_somebody_new_is_welcomed_and_practises(page, newcomer, context):
    page.goto("/")
    expect(page.locator(".welcome")).to_contain_text("Ticket to Ride")
    page.get_by_role("link", name="Never played? Start here").click()
    expect(title(page)).to_have_text("Take two blue cards")
    page.get_by_role("button", name="Skip, play a real game").click()
    page.get_by_role("button", name="Start the game").wait_for()
    expect(page.locator(".welcome")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Start the game").wait_for()
    expect(page.locator(".welcome")).to_have_count(0)
    assert context.request.get("/api/me").json()["settings"]["tutorialDone"]


def test_who_knows_the_game_says_so_once(page, newcomer):
    page.goto("/")
    page.get_by_role("button", name="I know the game").click()
    expect(page.locator(".welcome")).to_have_count(0)
    page.locator("#board-small").click()
    page.get_by_role("button", name="Start the game").click()
    page.locator(".app").wait_for()


def test_a_first_game_begins_with_the_practice_and_a_second_one_does_not(page, newcomer, context):
    page.goto("/")
    page.locator("#board-small").click()
    page.get_by_role("button", name="Start the game").click()
    title(page).wait_for()
    to_the_claim(page)
    page.mouse.click(*point(page, BLUE))
    page.locator(".pop .pay").click()
    expect(title(page)).to_contain_text("Now you")
    expect(page.locator(".lesson-other")).to_contain_text("Robin claimed Cedar")
    page.mouse.click(*point(page, RED))
    page.locator(".pop .pay").click()
    expect(title(page)).to_have_text("Ticket done: +4")
    expect(page.get_by_role("button", name="Play a real game")).to_be_focused()
    (game,) = context.request.get("/api/games").json()  # and none of the practice
    page.keyboard.press("Enter")
    expect(page.locator(".tray")).to_be_visible()
    assert page.url.endswith(f"#/game/{game['id']}")
    page.goto("/")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".app").wait_for()


def test_the_keyboard_alone_does_it(page):
    page.goto("/#/practice")
    expect(page.locator(".lesson-keys")).to_have_text("Keys 1 2 ")
    expect(title(page)).to_be_focused()
    to_the_claim(page)
    for key in ("c", "Birch", "Enter", "Enter"):
        page.keyboard.type(key) if key == "Birch" else page.keyboard.press(key)
    expect(title(page)).to_contain_text("Now you")
    for key in ("c", "Cedar", "Enter", "Enter"):
        page.keyboard.type(key) if key == "Cedar" else page.keyboard.press(key)
    expect(title(page)).to_have_text("Ticket done: +4")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # once more
    expect(title(page)).to_have_text("Take two blue cards")
    page.keyboard.press("?")
    page.get_by_role("link", name="Practise the first turns").wait_for()


def test_a_wrong_action_is_not_done_and_told_beside_it_with_the_keys_after_two(page):
    page.goto("/#/practice")
    title(page).wait_for()
    slip = page.locator(".lesson .why")
    page.locator(".place").nth(2).click(force=True)
    expect(slip).to_contain_text("The first stretch of your way is blue.")
    expect(slip.locator("kbd")).to_have_count(0)
    page.mouse.click(*point(page, YELLOW))
    expect(slip).to_contain_text("You need 2 yellow; you have 0.")
    expect(slip.locator("kbd")).to_have_count(2)
    page.keyboard.press("d")
    expect(slip).to_contain_text("From the deck you get a card by chance.")
    expect(title(page)).to_have_text("Take two blue cards")
    expect(page.locator(".hand h2")).to_contain_text("2 cards")
    page.mouse.click(*point(page, RED))  # which could be paid
    expect(slip).to_contain_text("You could pay for it, but not now.")
    page.keyboard.press("1")  # and what is right is done all the same
    expect(page.locator(".hand h2")).to_contain_text("3 cards")
    expect(slip).to_be_hidden()


def test_steps_back_lead_to_the_beginning_of_each_step(page):
    page.goto("/#/practice")
    title(page).wait_for()
    back = page.get_by_role("button", name="Back one step")
    expect(back).to_be_hidden()
    to_the_claim(page)
    page.mouse.click(*point(page, BLUE))
    page.locator(".pop .pay").click()
    expect(title(page)).to_contain_text("Now you")
    back.click()
    expect(title(page)).to_contain_text("Claim Alder")
    back.click()
    expect(title(page)).to_have_text("Take two blue cards")
    expect(page.locator(".hand h2")).to_contain_text("2 cards")
    expect(back).to_be_hidden()


def test_readers_hear_each_step_and_once_more_after_twenty_seconds(page):
    page.clock.install()
    page.goto("/#/practice")
    said = page.locator(".lesson > [role=status]")
    expect(said).to_contain_text("Take two blue cards Your ticket: Alder to Cedar.")
    page.evaluate(
        """() => {
          window.told = 0;
          const all = { childList: true, characterData: true, subtree: true };
          const watch = new MutationObserver(([{ target }]) => { window.told += target.textContent ? 1 : 0; });
          watch.observe(document.querySelector(".lesson > [role=status]"), all);
        }"""
    )
    page.clock.fast_forward(19_000)
    assert page.evaluate("window.told") == 0
    page.clock.fast_forward(2_000)
    page.wait_for_function("() => window.told === 1")
    page.clock.fast_forward(60_000)
    assert page.evaluate("window.told") == 1
    to_the_claim(page)
    expect(said).to_contain_text("Robin took 2 cards: yellow face up, 1 from the deck. Claim Alder")


def test_nothing_moves_on_where_the_server_is_away(context):
    page = context.new_page()  # whose console tells that the server is away
    page.goto("/#/practice")
    title(page).wait_for()
    page.route("**/api/practice", lambda asked: asked.abort())
    page.keyboard.press("1")
    expect(page.get_by_role("alert")).to_have_text("The server can't be reached.")
    page.unroute("**/api/practice")
    page.keyboard.press("1")
    expect(page.locator(".lesson-words")).to_contain_text("That is one.")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_game_waits_while_its_player_practises(page, ann, server):
    address, game = prepared(server, first_turn("small"), "small")
    page.goto(address)
    ann.wait_for_turn()
    page.keyboard.press("?")
    page.get_by_role("link", name="Practise the first turns").click()
    title(page).wait_for()
    page.get_by_role("button", name="Skip").click()
    ann.wait_for_turn()
    assert page.url.endswith(f"#/game/{game}")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_all_fits_and_has_no_barriers(visitor, looked_at, width, height):
    phone, with_axe = width == SIZES[0][0], width in (SIZES[0][0], SIZES[2][0])
    look = in_both_themes if with_axe else (lambda page, what: None)
    page = looked_at(visitor(width, height, **(TOUCH if phone else {})))
    page.context.request.patch("/api/me", data={"settings": {**SETTINGS, "tutorialDone": False}})
    page.goto("/")
    page.locator(".welcome").wait_for()
    look(page, "welcome")
    page.goto("/#/practice")
    title(page).wait_for()
    look(page, "practice, cards")
    assert page.evaluate(IS_WHOLE)
    for words in ("That is one.", "two blue spaces"):
        card = page.locator(".place:not([aria-disabled])").first
        card.tap() if phone else card.click()
        expect(page.locator(".lesson-words")).to_contain_text(words)
    assert page.evaluate(IS_WHOLE)
    for route, words in ((BLUE, "Now you"), (RED, "Ticket done")):
        at, payment = point(page, route), page.locator(".pop .pay")
        page.touchscreen.tap(*at) if phone else page.mouse.click(*at)
        payment.wait_for()
        look(page, f"practice, before {words}")
        payment.tap() if phone else payment.click()
        expect(title(page)).to_contain_text(words)
    look(page, "practice, done")
    assert page.evaluate(IS_WHOLE)
