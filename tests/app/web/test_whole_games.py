"""Whole games in a real browser: with the mouse, with the keyboard alone, and with a finger."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.app.opponents import take_bot
from tests.support.app.person import Person
from tests.support.app.seats import bot, person

TOUCH = {"has_touch": True, "is_mobile": True}


def new_game(context, board: str, opponent: str, seed: int = 4) -> str:
    """The address of a new game against a bot."""
    seats = [person(1), bot(opponent, 4)]
    made = context.request.post("/api/games", data={"board": board, "seats": seats, "seed": seed}).json()
    return f"/#/game/{made['id']}"


def test_a_first_game_from_the_menu_to_the_result_with_the_mouse(page, ann):
    page.goto("/")
    page.locator("#board-small").click()
    take_bot(page, "greedy")
    page.get_by_role("button", name="Start the game").click()
    ann.play(ann.with_mouse)
    result = page.locator(".result")
    expect(result).to_be_visible()
    expect(result.locator("h1")).to_have_text(re.compile(r"(win|wins|draw)"))
    expect(result.locator(".chart svg")).to_be_visible()
    totals = [int(total.replace("−", "-")) for total in result.locator("td.total").all_inner_texts()]
    game = page.url.split("/")[-1]
    (listed,) = page.request.get("/api/games").json()
    assert listed["id"] == game
    expect(result.locator("tbody tr.winner")).to_have_count(len(listed["result"]["winners"]))  # two in a draw
    assert sorted(listed["result"]["totals"], reverse=True) == sorted(totals, reverse=True)
    result.locator("button.who").first.click()
    expect(result.locator(".final-tickets").first).to_be_visible()
    result.get_by_role("link", name="Menu").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


def test_play_again_sets_up_the_same_table(page, ann, context):
    page.goto(new_game(context, "small", "greedy"))
    ann.play(ann.with_mouse)
    before = page.url
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".tray")).to_be_visible()
    assert page.url != before
    expect(page.locator(".player").nth(1)).to_contain_text("Greedy")


def test_a_game_on_new_york_with_the_keyboard_alone(page, ann, context):
    page.goto(new_game(context, "new_york", "random"))
    ann.play(ann.with_keys)
    expect(page.locator(".result h1")).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")


def test_the_first_turns_on_usa_with_both(page, ann, context):
    page.goto(new_game(context, "usa", "greedy"))
    ann.play(ann.with_mouse, 6)
    ann.play(ann.with_keys, 4)
    seen = ann.wait_for_turn()
    page.reload()
    assert ann.wait_for_turn()["seen"] == seen["seen"]
    expect(page.locator(".log-lines li").first).to_be_visible()
    page.get_by_role("link", name="Footplate: to the menu").click()
    page.get_by_role("link", name=re.compile("Go on")).first.click()
    assert ann.wait_for_turn()["seen"] == seen["seen"]


def test_a_whole_game_on_a_tablet_with_a_finger(visitor, looked_at):
    context = visitor(1024, 768, **TOUCH)
    page = looked_at(context)
    page.goto("/")
    page.locator("#board-small").tap()
    take_bot(page, "greedy")
    page.get_by_role("button", name="Start the game").tap()
    ann = Person(page)
    ann.play(ann.with_taps)
    expect(page.locator(".result h1")).to_be_visible()
    page.locator(".result button.who").first.tap()
    expect(page.locator(".final-tickets").first).to_be_visible()


# A browser that takes a finger on one thing for another: it comes down here, and something else is said to be clicked.
DOWN = """([x, y]) => document.elementFromPoint(x, y).dispatchEvent(
  new PointerEvent("pointerdown", { clientX: x, clientY: y, pointerType: "touch", bubbles: true }))"""
CLICK = """([x, y, clicked]) => document.querySelector(clicked).dispatchEvent(
  new PointerEvent("click", { clientX: x, clientY: y, pointerType: "touch", bubbles: true }))"""


def tap(page: Page, x: float, y: float, clicked: str) -> None:
    page.evaluate(DOWN, [x, y])
    page.evaluate(CLICK, [x, y, clicked])


def test_a_finger_means_the_nearest_route_that_can_be_claimed(visitor, looked_at):
    context = visitor(1024, 768, **TOUCH)
    page = looked_at(context)
    page.goto(new_game(context, "small", "greedy"))
    ann = Person(page)
    ann.keep_all()
    seen = ann.wait_for_turn()
    mine = seen["payable"][0]["number"]
    x, y = ann.point(mine)
    other = page.locator(".route:not(.payable)").first.get_attribute("data-route")
    claim = page.locator(".pop .pay").first
    for clicked in (f"[data-route='{other}']", "[data-city='0']", f"[data-route='{mine}']"):
        tap(page, x, y, clicked)
        expect(claim).to_be_visible()
        page.keyboard.press("Escape")
        expect(claim).to_be_hidden()
    x, y = ann.point(int(other or 0))  # on one that can't be claimed: the page says why
    tap(page, x, y, f"[data-route='{mine}']")
    expect(page.locator(".why")).to_be_visible()
    expect(claim).to_be_hidden()


def test_a_finger_means_what_it_came_down_on_though_the_map_moves_before_the_click(visitor, looked_at):
    """As on a busy page: its panel has another size by then, and the map is drawn anew."""
    context = visitor(1024, 768, **TOUCH)
    page = looked_at(context)
    page.goto(new_game(context, "small", "greedy"))
    ann = Person(page)
    ann.keep_all()
    mine = ann.wait_for_turn()["payable"][0]["number"]
    x, y = ann.point(mine)
    page.evaluate(DOWN, [x, y])
    page.set_viewport_size({"width": 1024, "height": 500})
    assert ann.point(mine) != (x, y)
    page.evaluate(CLICK, [x, y, ".board-svg"])
    expect(page.get_by_role("dialog", name=re.compile("^Claim"))).to_be_visible()


def test_some_turns_on_a_phone_with_a_finger(visitor, looked_at):
    """Tickets, cards and a route by tapping; the sheets over the cards make room for what is asked for in it."""
    context = visitor(390, 800, **TOUCH)
    page = looked_at(context)
    page.goto(new_game(context, "small", "greedy"))
    ann = Person(page)
    ann.play(ann.with_taps, 8)
    ann.wait_for_turn()
    expect(page.locator(".wagon").first).to_be_visible()
    sheet, bar = page.locator(".side"), page.locator(".bar")
    expect(sheet).to_be_hidden()
    bar.get_by_role("button", name="Tickets").tap()
    expect(sheet).to_be_visible()
    page.locator(".ticket").first.tap()
    expect(sheet).to_be_hidden()
    expect(page.locator(".nameboard")).to_have_count(2)  # the ticket's cities, until the next tap
    page.locator(".map").tap(position={"x": 12, "y": 12})
    expect(page.locator(".nameboard")).to_have_count(0)
    bar.get_by_role("button", name="Log").tap()
    page.locator(".log-lines li.has-route").first.tap()
    expect(page.locator(".band.lit")).to_have_count(1)


def test_a_pinch_and_a_drag_move_the_map_of_a_phone(visitor, looked_at):
    context = visitor(390, 800, **TOUCH)
    page = looked_at(context)
    page.goto(new_game(context, "small", "greedy"))
    Person(page).wait_for_turn()
    fingers = context.new_cdp_session(page)
    at = {"x": 195, "y": 300, "gestureSourceType": "touch"}
    world, ground = page.locator(".world"), page.locator(".ground")

    def moved(gesture: str, **how: float) -> str:
        fingers.send(f"Input.synthesize{gesture}Gesture", {**at, **how})
        where = str(world.get_attribute("transform"))
        expect(ground).to_have_attribute("transform", where)
        return where

    whole = str(world.get_attribute("transform"))
    near = moved("Pinch", scaleFactor=2)
    assert whole == "translate(0 0) scale(1)"
    assert "scale(1)" not in near
    aside = moved("Scroll", xDistance=-60, yDistance=0, preventFling=True)
    assert aside != near
    assert aside.partition("scale")[2] == near.partition("scale")[2]
    expect(page.locator(".pop")).to_have_count(0)
    page.get_by_role("button", name="Whole map").tap()
    expect(world).to_have_attribute("transform", whole)
    expect(ground).to_have_attribute("transform", whole)
