"""The set-up page's opponents, as a person takes them in a browser."""

from __future__ import annotations

import json

from playwright.sync_api import Page

OWN = "own"


def open_seat(page: Page, n: int = 0) -> None:
    """Who sits in an opponent's seat; a table that is hidden behind another seat, on a phone, is gone back to."""
    back = page.locator("#back")
    if back.is_visible():
        back.click()
    page.locator(f"#seat-{n}").click()
    page.locator(".opponent-view").wait_for()


def unfold(page: Page, title: str) -> None:
    """Open a group, if it is folded."""
    group = page.locator(".group", has=page.get_by_role("heading", name=title, exact=True))
    if not group.evaluate("(group) => group.open"):
        group.locator("summary").click()


def open_bot(page: Page, spec: str, n: int = 0, paper: str = OWN) -> None:
    """One of a paper's bots, whose options are then shown."""
    unfold(page, "From the papers")
    page.locator(f"#paper-{n}").select_option(paper)
    page.locator(f"[id={json.dumps(f'bot-{n}-{spec}')}]").click()


def take_bot(page: Page, spec: str, n: int = 0, paper: str = OWN) -> None:
    """A bot that is not on the ladder takes an opponent's seat."""
    open_seat(page, n)
    open_bot(page, spec, n, paper)
    page.locator(f"#take-{n}").click()


def take_person(page: Page, how: str, n: int = 0) -> None:
    """A person takes an opponent's seat: "link" or "hot"."""
    open_seat(page, n)
    unfold(page, "A person")
    page.locator(f"#{how}-{n}").click()
