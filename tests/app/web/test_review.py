"""The page of a review, practice from it, puzzles, and progress in the profile."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.app.barriers import in_both_themes
from tests.support.app.games import played
from tests.support.app.person import TOUCH, prepared, sit_down
from tests.support.app.reviews import review_of

SIZES = ((390, 844), (1024, 768), (1366, 768), (1920, 1080))


def reviewed(server, context, board="small", players=2, seed=7) -> str:
    """A finished game of the visitor's with its whole review; its id."""
    game = played(board, players, seed)
    address, game_id = prepared(server, game, board, *["greedy"] * (players - 1))
    sit_down(context, server, address)
    server.context.store.keep_review(game_id, review_of(game))
    return game_id


def test_keys_and_discs_lead_from_mistake_to_mistake(page, server, context):
    page.goto(f"/#/review/{reviewed(server, context)}")
    rows = page.locator(".review-row")
    expect(rows).to_have_count(3)
    expect(page.locator(".review-sheet header")).to_contain_text("You: cards +6 points, decisions −14 points.")
    page.keyboard.press("j")
    expect(rows.nth(0)).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".review-list .open dl")).to_contain_text("Judged only by what you could know: 600 deals")
    page.keyboard.press("j")
    expect(rows.nth(1)).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("k")
    page.keyboard.press("k")
    expect(rows.nth(2)).to_have_attribute("aria-expanded", "true")
    page.locator(".review-curve .disc").first.click()
    expect(rows.nth(0)).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(page.locator(".review-list .open")).to_have_count(0)
    in_both_themes(page, "review")


def test_the_curve_is_dragged(page, server, context):
    page.goto(f"/#/review/{reviewed(server, context)}")
    page.locator(".review-curve").wait_for()
    box = page.locator(".review-chart").bounding_box()
    where = page.locator(".review-chances .num").first
    page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + 12)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 12, steps=4)
    page.mouse.up()
    expect(where).to_have_text("turn 1 of " + where.text_content().rpartition(" ")[2])


def test_a_decision_is_tried_again_from_what_one_knew(page, server, context):
    game_id = reviewed(server, context)
    page.goto(f"/#/review/{game_id}")
    page.locator(".review-row").first.wait_for()
    page.keyboard.press("j")
    turn = page.locator(".review-row .turn").first.text_content()
    page.get_by_role("button", name="Try again from here").click()
    page.wait_for_url("**/#/game/**")
    expect(page.locator(".app")).to_contain_text(f"Practice from {turn}")
    practice = page.url.rpartition("/")[2]
    stored = server.context.store.game(practice)
    assert (stored.origin, stored.seats[1].spec, stored.moves) == (game_id, "greedy", [])
    page.goto("/#/")
    expect(page.locator(".go-on")).to_contain_text(f"Practice from {turn}")
    page.goto("/#/profile")
    expect(page.locator(".game-list")).to_contain_text(f"Practice from {turn}")


def test_one_chooses_and_then_sees(page, server, context):
    game_id = reviewed(server, context)
    reviewed(server, context, seed=9)
    page.goto("/#/profile")
    expect(page.locator(".puzzles li")).to_have_count(2)
    expect(page.locator(".puzzles table")).to_contain_text("Claimed a route where drawing cards was better")
    expect(page.locator(".progress-panel")).to_contain_text("2 games")
    expect(page.locator(".progress-line")).to_have_count(4)
    in_both_themes(page, "progress in the profile")
    page.locator(f".puzzles a[href*='{game_id}']").click()
    expect(page.locator(".puzzle-choices button")).to_have_count(2)
    expect(page.locator(".puzzle-answer")).to_be_empty()
    expect(page.locator(".review-disc")).to_have_count(0)
    in_both_themes(page, "puzzle")
    page.locator(".puzzle-choices button").first.click()
    expect(page.locator(".puzzle-answer")).to_contain_text("44")
    expect(page.locator(".puzzle-answer")).to_contain_text("played in the game")
    in_both_themes(page, "puzzle, answered")
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.locator(".puzzle-answer")).to_be_empty()


def test_an_empty_profile_says_what_will_stand_there(page):
    page.goto("/#/profile")
    expect(page.locator(".progress-panel")).to_contain_text("After your first game")
    expect(page.locator(".puzzles")).to_contain_text("becomes a puzzle here")
    in_both_themes(page, "empty profile")


@pytest.mark.parametrize("size", SIZES)
def test_every_size(visitor, looked_at, server, size):
    phone = size[0] < 900
    context = visitor(*size, **(TOUCH if phone else {}))
    page = looked_at(context)
    game_id = reviewed(server, context, "usa", 4)
    page.goto(f"/#/review/{game_id}")
    page.locator(".review-row").first.wait_for()
    page.keyboard.press("j")
    expect(page.locator(".review-list .open")).to_have_count(1)
    page.locator(".route").first.wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for button in page.locator(".review-sheet .next .btn:visible").all():
        assert button.bounding_box()["height"] >= (44 if phone else 32)
    if phone:
        expect(page.locator(".review-count")).to_have_text("Mistake 1 of 3")
        zoomed = "() => document.querySelector('.review-map .world, .review-map svg > g')?.getAttribute('transform')"
        assert "scale(1)" not in (page.evaluate(zoomed) or "")
        in_both_themes(page, "review, phone")
