"""A study in a real browser: consent, questions with the keyboard alone, stopping, and the researcher's page."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from footplate.app.database.store import Store
from tests.support.app.barriers import in_both_themes
from tests.support.app.person import PATIENCE, SETTINGS, TOUCH, Person
from tests.support.app.server import Running, in_thread
from tests.support.app.studies import ALL_RATED, finish, quick_design, settings_of

SIZES = ((390, 844), (1024, 768), (1366, 768), (1920, 1080))
Come = Callable[..., BrowserContext]


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Running]:
    with in_thread(settings_of(tmp_path, quick_design(tmp_path))) as running:
        yield running


@pytest.fixture
def store(study: Running) -> Store:
    return study.context.store


@pytest.fixture
def come(chromium: Browser, study: Running) -> Iterator[Come]:
    """Makes visitors of the study."""
    there: list[BrowserContext] = []

    def new(width: int = 1366, height: int = 768, **options: object) -> BrowserContext:
        size = {"width": width, "height": height}
        context = chromium.new_context(base_url=study.url, viewport=size, reduced_motion="reduce", **options)  # type: ignore[arg-type]
        there.append(context)
        context.set_default_timeout(PATIENCE)
        context.request.get("/api/me")
        context.request.patch("/api/me", data={"settings": SETTINGS})
        return context

    yield new
    for context in there:
        context.close()


def at_the_result(page: Page, store: Store) -> str:
    """Whoever has agreed and played a game; its id."""
    page.context.request.post("/api/study/part")
    game = str(page.context.request.post("/api/study/games").json()["id"])
    finish(store, game)
    page.goto(f"/#/game/{game}")
    page.locator(".result h1").wait_for()
    return game


def answers(store: Store) -> list[dict[str, int]]:
    (person,) = store.studies.people("quick")
    return [game.answers for game in person.games]


def test_from_consent_to_the_first_move(come: Come, looked_at: Callable[[BrowserContext], Page], store: Store) -> None:
    page = looked_at(come())
    page.goto("/")
    expect(page.get_by_role("heading", name="Quick games")).to_be_visible()
    expect(page.locator(".study-cheats")).to_contain_text("Some opponents may cheat")
    expect(page.get_by_role("link", name="Replays")).to_have_count(0)
    in_both_themes(page, "consent")
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_text("Nothing is kept of you.")).to_be_visible()
    assert store.studies.count("quick") == 0
    page.get_by_role("button", name="Read it again").click()
    page.get_by_role("button", name="I agree").click()
    expect(page.get_by_role("status")).to_contain_text("You take part now")
    in_both_themes(page, "before a game")
    page.get_by_role("button", name="Start").click()
    person = Person(page)
    person.keep_all()
    person.play(person.with_mouse, most=2)
    assert "Careful" not in page.content()
    expect(page.locator(".players")).to_contain_text("Opponent")
    page.goto("/")
    expect(page.get_by_text("Game 1 of 2 goes on.")).to_be_visible()
    page.get_by_role("link", name="Go on").click()
    page.locator(".route").first.wait_for()


def test_the_questions_with_the_keyboard_alone(
    come: Come, looked_at: Callable[[BrowserContext], Page], store: Store
) -> None:
    """Figures answer and go on, Tab goes to the next, Enter sends and the next game begins."""
    page = looked_at(come())
    first = at_the_result(page, store)
    page.locator(".question").first.wait_for()
    press = page.keyboard.press
    expect(page.locator(".result h1")).to_be_visible()  # the result comes first
    expect(page.locator(".question")).to_have_count(5)
    assert page.locator(".question input:checked").count() == 0  # none is preset
    expect(page.locator(".questions-next")).to_contain_text("5 answers are missing.")
    send = page.get_by_role("button", name="Send and play on")
    expect(send).to_be_disabled()
    in_both_themes(page, "questions")
    press("6")
    press("4")
    press("Tab")  # past the third
    press("5")  # the fourth
    expect(page.get_by_role("group", name="My opponent played like a person.").get_by_label("5")).to_be_checked()
    press("3")  # skill, the third of four
    expect(page.locator(".questions-next")).to_contain_text("1 answer is missing.")
    press("Enter")
    expect(send).to_be_disabled()
    for _ in range(12):
        if page.evaluate("() => document.activeElement?.name === 'open'"):
            break
        press("Shift+Tab")
    press("7")
    expect(send).to_be_enabled()
    in_both_themes(page, "questions that are answered")
    press("Enter")
    page.locator(".tray .choice").first.wait_for()
    assert first not in page.url
    assert answers(store)[0] == {"enjoyed": 6, "hard": 4, "open": 7, "human": 5}
    (person,) = store.studies.people("quick")
    assert person.skill == "often"
    page.goto(f"/#/game/{first}")
    expect(page.get_by_text("This game is answered. Thank you.")).to_be_visible()


def test_skipping_and_the_end_on_a_phone(come: Come, looked_at: Callable[[BrowserContext], Page], store: Store) -> None:
    page = looked_at(come(390, 844, **TOUCH))
    at_the_result(page, store)
    in_both_themes(page, "result of a study on a phone")
    page.get_by_role("link", name="How was this game?").tap()  # a page of its own
    page.locator(".question").first.wait_for()
    in_both_themes(page, "questions on a phone")
    for button in page.locator(".scale label, .questions-next button").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 32
    page.get_by_role("button", name="Skip this one").tap()
    page.locator(".tray .choice").first.wait_for()
    finish(store, page.url.rpartition("/")[2])
    page.reload()
    page.get_by_role("link", name="How was this game?").tap()
    for name, n in ALL_RATED.items():
        page.locator(f"[data-name={name}] label").nth(n - 1).tap()
    page.get_by_text("never did").tap()  # asked again, since it was skipped
    page.get_by_role("button", name="Send").tap()
    expect(page.get_by_text("You have played all 2 games.")).to_be_visible()
    in_both_themes(page, "the end of the study")
    assert answers(store) == [{}, ALL_RATED]
    page.get_by_role("button", name="Stop and delete").tap()
    page.get_by_role("button", name="Delete", exact=True).tap()
    expect(page.get_by_role("status")).to_contain_text("Your games and answers are deleted.")
    assert store.studies.count("quick") == 0


def test_the_researchers_page(
    come: Come, looked_at: Callable[[BrowserContext], Page], store: Store, tmp_path: Path
) -> None:
    player = looked_at(come())
    at_the_result(player, store)
    page = looked_at(come())
    key = store.studies.new_key("quick")
    page.goto(f"/#/research/{key}")
    expect(page.get_by_role("heading", name="Quick games")).to_be_visible()
    assert key not in page.url
    assert key not in json.dumps(page.evaluate("() => [document.cookie, {...localStorage}]"))
    expect(page.locator(".research-counts")).to_contain_text("1 of 8 people")
    expect(page.locator(".research pre")).to_contain_text("person,game,condition,board")
    page.locator("summary").click()
    expect(page.locator(".research-about")).to_contain_text("cheating-mcts:iterations=60")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        in_both_themes(page, f"researcher, {width}")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_text("games", exact=True).click()
    expect(page.locator(".research pre")).to_contain_text("seed,finished,turns")
    page.get_by_label("Games, seed").uncheck()
    expect(page.locator(".research-preview")).not_to_contain_text("finished")
    page.get_by_text("Parquet").click()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Export 1 game").click()
    coming.value.save_as(tmp_path / "study.zip")
    with zipfile.ZipFile(tmp_path / "study.zip") as archive:
        assert "answers.parquet" in archive.namelist()
        assert "games.parquet" not in archive.namelist()
    page.get_by_role("button", name="Close the study").click()
    expect(page.get_by_role("alert").filter(has_text="the key that links people to rows is deleted")).to_be_visible()
    page.get_by_role("button", name="Close it").click()
    expect(page.locator(".research-head .tag")).to_have_text("closed")
    player.goto("/")
    expect(player.get_by_text("This study is closed.")).to_be_visible()
    expect(page.locator(".research-counts")).to_contain_text("1 game")


def test_others_have_no_researchers_page(come: Come) -> None:
    page = come().new_page()  # which notes down what the server refuses
    page.goto("/#/research/wrong")
    expect(page.get_by_role("alert")).to_contain_text("This page is for whoever runs the study")
    page.goto("/#/research")
    expect(page.locator(".research")).to_have_count(0)
