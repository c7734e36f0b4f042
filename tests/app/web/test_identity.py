"""The profile's part about browsers: a recovery code goes to another browser, and a browser is signed out."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.app.barriers import in_both_themes
from tests.support.app.games import finished_of


def test_a_code_is_shown_once_and_makes_another_browser_known(visitor, looked_at, server):
    ann = looked_at(visitor())
    me = ann.context.request.get("/api/me").json()["id"]
    finished_of(server.context.store, me)
    ann.goto("/#/profile")
    expect(ann.locator(".browser-list li")).to_have_count(1)
    expect(ann.get_by_text("Without a recovery code nobody finds your 1 game again.")).to_be_visible()
    ann.get_by_role("button", name="Make a recovery code").click()
    code = ann.get_by_role("textbox", name="Recovery code", exact=True).input_value()
    assert re.fullmatch(r"([0-9A-Z]{4}-){5}[0-9A-Z]{4}", code)
    in_both_themes(ann, "recovery code")

    phone = looked_at(visitor(390, 800, has_touch=True, is_mobile=True))
    phone.goto("/#/profile")
    field = phone.get_by_role("textbox", name="I have a recovery code")
    field.fill("no such code")
    field.press("Enter")
    expect(phone.get_by_role("alert").filter(has_text="Nobody has this recovery code")).to_be_visible()
    field.fill(code.lower())
    field.press("Enter")
    following = phone.get_by_role("textbox", name="Recovery code", exact=True)
    expect(following).not_to_have_value(code)
    in_both_themes(phone, "the next code")
    phone.get_by_role("button", name="I have written it down").click()
    expect(phone.locator(".browser-list li")).to_have_count(2)
    expect(phone.locator(".game-list li")).to_have_count(1)

    ann.reload()
    expect(ann.locator(".browser-list li")).to_have_count(2)
    expect(ann.get_by_role("textbox", name="Recovery code", exact=True)).to_have_count(0)
    here = ann.locator(".browser-list li", has_text="this browser")
    here.get_by_role("button", name="Sign out").click()
    here.get_by_role("button", name="Sign out").click()
    expect(phone.locator(".browser-list li")).to_have_count(2)  # as it was when the page was opened
    ann.locator(".tile").first.wait_for()
    assert ann.context.request.get("/api/me").json()["id"] is None
    phone.reload()
    expect(phone.locator(".browser-list li")).to_have_count(1)


def test_a_name_that_cannot_be_seen_is_refused_in_a_sentence_and_the_old_one_stays(page):
    page.goto("/#/profile")
    name = page.get_by_label("Name")
    name.fill("\u202e\u200b")
    name.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="a name has letters that can be seen")).to_be_visible()
    expect(name).to_have_value("Ann")
