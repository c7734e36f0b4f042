"""No barriers: axe finds nothing in both themes, on every page, panel and size."""

from __future__ import annotations

from playwright.sync_api import expect

from footplate.game import Game
from footplate.view import Phase
from tests.support.app.barriers import AXE, IN_NAME, in_both_themes
from tests.support.app.games import first_turn, found, played
from tests.support.app.person import FIGURES, Person, prepared, with_a_choice, with_figures


def test_the_pages(page, server, context):
    for address, what in (("/", "set-up"), ("/#/help", "help"), ("/#/profile", "profile"), ("/#/replay", "replays")):
        page.goto(address)
        page.locator(".page main").wait_for()
        in_both_themes(page, what)
    _, game_id = prepared(server, played("small"), "small")
    page.goto(f"/#/replay/{game_id}/5")
    page.locator(".route").first.wait_for()
    in_both_themes(page, "replay")


def test_the_game(page, ann, server):
    game = found("new_york", with_a_choice)
    page.goto(prepared(server, game, "new_york")[0])
    route = ann.wait_for_turn()["payable"][0]["number"]
    in_both_themes(page, "play")
    page.mouse.click(*ann.point(route))
    page.locator(".pop").wait_for()
    in_both_themes(page, "pop-over")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    in_both_themes(page, "keys")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    in_both_themes(page, "finder")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    in_both_themes(page, "menu")
    page.keyboard.press("Escape")
    ann.doing(page.locator(".tickets-pile").click)
    in_both_themes(page, "tray")
    page.locator(".choice").first.click()
    in_both_themes(page, "tray with a tick")


def test_names_in_the_trays_have_the_words_that_are_shown(page, server):
    games = {
        "germany": Game("germany", 2, 1),  # two decks
        "switzerland": Game("switzerland", 2, 3),  # tickets to countries
        "europe": found("europe", lambda game: game.phase is Phase.TUNNEL and game.to_move == 0),
        "london": found("london", lambda game: game.phase is Phase.TURN and game.to_move == 0),  # districts
    }
    wrong = {}
    for board, game in games.items():
        page.goto(prepared(server, game, board)[0])
        page.locator(".route").first.wait_for(state="attached")
        result = AXE.run(page, options={"resultTypes": ["violations"], "runOnly": [IN_NAME]})
        wrong[board] = [node["html"] for fault in result.response["violations"] for node in fault["nodes"]]
    assert {board: names for board, names in wrong.items() if names} == {}
    page.goto(prepared(server, games["switzerland"], "switzerland")[0])
    expect(page.get_by_role("checkbox", name="A : La Chaux-de-Fonds to Bern , 3 to lay , 3 points")).to_be_visible()
    country = "C : Bern to a country : France 5 , Deutschland 6 , Österreich 11 , Italia 8"
    expect(page.get_by_role("checkbox", name=country)).to_be_visible()


def test_the_search_panel(page, ann, server):
    with_figures(page, 5 * FIGURES["moves"])
    page.goto(prepared(server, first_turn("usa"), "usa", "adaptive:win_rate=0.5")[0])
    ann.wait_for_turn()
    page.keyboard.press("s")
    expect(page.locator(".best-moves li")).to_have_count(5)
    expect(page.locator(".aim")).to_be_visible()
    in_both_themes(page, "search panel")


def test_the_result(page, server):
    page.goto(prepared(server, played("small"), "small")[0])
    page.locator(".result svg").first.wait_for()
    page.locator(".result button.who").first.click()
    in_both_themes(page, "result")


def test_a_phone(visitor, looked_at, server):
    page = looked_at(visitor(390, 800, has_touch=True, is_mobile=True))
    for address, what in (("/", "set-up"), ("/#/help", "help"), ("/#/profile", "profile"), ("/#/replay", "replays")):
        page.goto(address)
        page.locator(".page main").wait_for()
        in_both_themes(page, f"{what} on a phone")
    page.goto(prepared(server, first_turn("usa"), "usa")[0])
    Person(page).wait_for_turn()
    in_both_themes(page, "game on a phone")
    for part in ("Tickets", "Log", "Table", "Signs"):
        page.locator(".bar").get_by_role("button", name=part).tap()
        expect(page.locator(".signs" if part == "Signs" else ".side")).to_be_visible()
        in_both_themes(page, f"{part} on a phone")
    page.goto(prepared(server, played("small"), "small")[0])
    page.locator(".result svg").first.wait_for()
    in_both_themes(page, "result on a phone")
