"""The end of a game in a real browser: tickets are turned over, the longest path lights up, then comes the result."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from footplate.boards import load_board
from footplate.game import Game
from tests.support.app.barriers import in_both_themes
from tests.support.app.games import played
from tests.support.app.person import TOUCH, Person, prepared


def last_turn() -> Game:
    """Two on a small board that rewards the longest path. Our turn is the last one, and two cards can be drawn."""
    small = load_board("small")
    board = replace(small, name="paths", rules=replace(small.rules, longest_path_bonus=10), file=None)
    for seed in range(100):
        game = played(board, 2, seed)
        while game.is_over or (game.turns_left, game.to_move, game.phase.name) != (1, 0, "TURN") or game.deck_size < 2:
            if game.turn < 4:
                break
            game.undo()
        else:
            return game
    raise AssertionError("nobody ends such a game: take other seeds")


@pytest.fixture(scope="module")
def before_the_end() -> Game:
    return last_turn()


@pytest.fixture
def moving(visitor, looked_at) -> Page:
    """A page of somebody who likes things to move."""
    return looked_at(visitor(reduced_motion="no-preference"))


def end(page: Page, server, game: Game) -> None:
    page.goto(prepared(server, game, "paths")[0])
    Person(page).wait_for_turn()
    page.keyboard.press("d")
    expect(page.locator(".banner")).to_contain_text("One more card")  # a second press before that counts as the same
    page.locator("main.map[aria-busy='false']").wait_for()
    page.keyboard.press("d")


def test_tickets_are_turned_over_the_path_is_run_along_and_the_result_follows(moving, server, before_the_end):
    end(moving, server, before_the_end)
    tickets = moving.locator(".ceremony li")
    expect(tickets.first).to_be_visible()
    expect(moving.locator(".result")).to_be_hidden()
    moving.locator(".run").wait_for(state="attached")
    expect(moving.locator(".ceremony-path")).to_contain_text("Longest path:")
    expect(moving.locator(".ceremony li:not(.open)")).to_have_count(0)
    expect(moving.locator(".result h1")).to_be_visible()
    expect(moving.locator(".ceremony")).to_be_hidden()
    totals = moving.locator(".ceremony h3 b").all_text_contents()  # as they were counted up
    assert sorted(totals) == sorted(moving.locator(".result td.total").all_text_contents())
    moving.reload()
    expect(moving.locator(".result h1")).to_be_visible()
    expect(moving.locator(".ceremony")).to_be_hidden()


@pytest.mark.parametrize("how", ["Escape", "click", "button"])
def test_it_is_skipped(moving, server, before_the_end, how):
    end(moving, server, before_the_end)
    moving.locator(".ceremony li").first.wait_for()
    if how == "Escape":
        moving.keyboard.press("Escape")
    elif how == "click":
        moving.mouse.click(300, 400)
    else:
        box = moving.get_by_role("button", name="Skip").bounding_box()
        assert box is not None
        moving.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(moving.locator(".result h1")).to_be_visible()
    expect(moving.locator(".run")).to_have_count(0)


def test_nothing_of_it_comes_where_nothing_shall_move(page, server, before_the_end):
    page.add_init_script(
        """new MutationObserver(() => {
          if (document.querySelector(".ceremony:not([hidden])")) window.seen = true;
        }).observe(document, { subtree: true, attributes: true, childList: true });"""
    )
    end(page, server, before_the_end)
    expect(page.locator(".result h1")).to_be_visible()
    assert not page.evaluate("window.seen")


HOLD = """const set = window.setTimeout;
const isHeld = (wait) => window.held && wait >= 150 && wait <= 500;
window.setTimeout = (act, wait, ...more) => (isHeld(wait) ? 0 : set(act, wait, ...more));"""


def test_it_has_no_barriers_on_a_phone(visitor, looked_at, server, before_the_end):
    page = looked_at(visitor(390, 844, reduced_motion="no-preference", **TOUCH))
    page.add_init_script(HOLD)
    end(page, server, before_the_end)
    page.locator(".ceremony li.open").first.wait_for()
    page.evaluate("window.held = true")
    in_both_themes(page, "the end")
