"""The first start as a person sees it: the page is there, says how far it is, and the game begins when all is ready."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from footplate.app.preparing import Preparation
from footplate.app.settings import ServerSettings
from footplate.app.upkeep import load_rules
from tests.support.app.person import PATIENCE
from tests.support.app.server import FREE, in_thread, wait_for
from tests.support.app.steps import BREAKS, SLOW, note, noted


@pytest.fixture(autouse=True)
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTES", str(tmp_path))


@pytest.fixture
def settings(tmp_path: Path) -> ServerSettings:
    return ServerSettings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", workers=1, limits=FREE)


def test_a_game_is_set_up_while_the_server_prepares_and_begins_when_it_is_ready(
    chromium: Browser, settings: ServerSettings
):
    load_rules()  # so that nobody waits for real ones to be compiled
    with in_thread(settings, Preparation(SLOW)) as server:
        wait_for(noted("slow").exists)
        page = chromium.new_page(base_url=server.url, viewport={"width": 1280, "height": 720})
        page.set_default_timeout(PATIENCE)
        page.goto("/")
        line = page.locator(".preparing")
        expect(line).to_contain_text("Preparing searches: 2 of 2 … Choose a board and opponents meanwhile.")
        expect(line).to_contain_text(re.compile(r"\d+ s"))
        page.get_by_role("button", name="I know the game").click()
        page.locator("#board-new_york").click()
        page.get_by_role("button", name="Start the game").click()
        expect(line).to_contain_text("Preparing searches: 2 of 2 … The game begins when that is done.")
        note("go")
        expect(page.locator(".app")).to_be_visible()
        page.goto("/")
        expect(page.get_by_role("button", name="Start the game")).to_be_visible()
        expect(line).to_be_hidden()
        page.close()


def test_a_first_start_that_fails_is_told(chromium: Browser, settings: ServerSettings):
    with in_thread(settings, Preparation(BREAKS)) as server:
        page = chromium.new_page(base_url=server.url)
        page.set_default_timeout(PATIENCE)
        page.goto("/")
        expect(page.locator(".preparing.failed")).to_contain_text("compiling searches failed: its process ended with 7")
        page.get_by_role("button", name="Start the game").click()
        expect(page.locator(".trouble")).to_contain_text("compiling searches failed: its process ended with 7")
        page.close()
