"""Visitors of the page in a real browser; without Chromium these tests are skipped, and say so."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed: the page is not tested")

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.support.app.person import CHROMIUM, PATIENCE, SETTINGS, Person, sit_down
from tests.support.app.server import Running

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")  # while it runs there is an event loop, beside which other tests can't run theirs
def chromium() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        warnings.warn("Chromium is not installed: the page is not tested (apt-get install chromium)", stacklevel=1)
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visitor(chromium: Browser, server: Running) -> Iterator[Callable[..., BrowserContext]]:
    """Makes visitors who have seen the tutorial and want things not to move; options are those of a browser context."""
    there: list[BrowserContext] = []

    def seats_itself(page: Page) -> None:
        """Whoever goes to a prepared game has its first seat."""
        goto = page.goto

        def go(address: str, **more: Any) -> Any:
            sit_down(page.context, server, address)
            return goto(address, **more)

        page.goto = go  # type: ignore[method-assign]

    def come(width: int = 1280, height: int = 720, **options: Any) -> BrowserContext:
        size: Any = {"width": width, "height": height}
        options = {"reduced_motion": "reduce", **options}
        context = chromium.new_context(base_url=server.url, viewport=size, **options)
        there.append(context)
        context.set_default_timeout(PATIENCE)
        context.request.get("/api/me")
        context.request.patch("/api/me", data={"name": "Ann", "settings": SETTINGS})
        context.on("page", seats_itself)
        return context

    yield come
    for context in there:
        context.close()


@pytest.fixture
def looked_at() -> Iterator[Callable[[BrowserContext], Page]]:
    """Makes pages; what they complain about in the console is an error at the end."""
    troubles: list[str] = []
    refused = "status of 422"  # Chromium itself notes down what the server refuses

    def look(context: BrowserContext) -> Page:
        page = context.new_page()
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        return page

    yield look
    assert [trouble for trouble in troubles if refused not in trouble] == []


@pytest.fixture
def context(visitor: Callable[..., BrowserContext]) -> BrowserContext:
    return visitor()


@pytest.fixture
def page(context: BrowserContext, looked_at: Callable[[BrowserContext], Page]) -> Page:
    return looked_at(context)


@pytest.fixture
def ann(page: Page) -> Person:
    return Person(page)
