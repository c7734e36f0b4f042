"""The page in a real browser: whole games, the behaviours of Table 12.1, no barriers, no error in the console."""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed: the page is not tested")

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from footplate.actions import LOCOMOTIVE, ClaimRoute
from footplate.game import Game
from tests.app.games import first_turn, found, played
from tests.app.pages import Person, prepared
from tests.app.seats import bot, person
from tests.app.server import Running

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
AXE = Axe()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        warnings.warn("Chromium is not installed: the page is not tested (apt-get install chromium)", stacklevel=1)
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser, server: Running) -> Iterator[BrowserContext]:
    """A visitor who has seen the tutorial and wants things not to move."""
    context = chromium.new_context(
        base_url=server.url, viewport={"width": 1280, "height": 720}, reduced_motion="reduce"
    )
    context.set_default_timeout(20_000)
    context.request.get("/api/me")
    context.request.patch("/api/me", data={"name": "Ann", "settings": {"tutorialDone": True, "theme": "light"}})
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    troubles: list[str] = []
    refused = "status of 422"  # Chromium itself notes down what the server refuses
    page.on(
        "console",
        lambda said: troubles.append(said.text) if said.type == "error" and refused not in said.text else None,
    )
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    assert troubles == []


@pytest.fixture
def ann(page: Page) -> Person:
    return Person(page)


def axe(page: Page, what: str) -> None:
    found = AXE.run(page)
    assert found.violations_count == 0, f"{what}: {found.generate_report()}"


def in_both_themes(page: Page, what: str) -> None:
    for theme in ("light", "dark"):
        page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        axe(page, f"{what}, {theme}")


def count(page: Page, card: str) -> int:
    """How many cards of a kind the hand shows."""
    stack = page.locator(f".hand .stack[aria-label^='{card.capitalize()}'], .hand .stack[aria-label^='Loco']")
    names = [stack.nth(n).get_attribute("aria-label") or "" for n in range(stack.count())]
    wanted = next(name for name in names if name.lower().startswith(card[:4].lower()))
    return int(re.search(r"\d+", wanted).group())  # type: ignore[union-attr]


def hand_size(page: Page) -> int:
    return int((page.locator(".hand h2 span").inner_text()).split()[0])


# ---------------------------------------------------------------- whole games


def test_a_first_game_from_the_menu_to_the_result_with_the_mouse(page, ann):
    """Rows 1.1, 1.2, 2.7, 6.2, 8.1, 8.2, 8.3: set up a game on small, play it to the end, look at the result."""
    page.goto("/")
    page.locator("#board-small").click()
    page.locator("#more-0").click()
    page.locator("#all-0-greedy").click()
    page.get_by_role("button", name="Start the game").click()
    ann.play(ann.with_mouse)
    result = page.locator(".result")
    expect(result).to_be_visible()
    expect(result.locator("h1")).to_have_text(re.compile(r"(win|wins|draw)"))
    expect(result.locator(".chart svg")).to_be_visible()
    totals = [int(total.replace("−", "-")) for total in result.locator("td.total").all_inner_texts()]
    game = page.url.split("/")[-2]
    (listed,) = page.request.get("/api/games").json()
    assert listed["id"] == game
    expect(result.locator("tbody tr.winner")).to_have_count(len(listed["result"]["winners"]))  # two in a draw
    assert sorted(listed["result"]["totals"], reverse=True) == sorted(totals, reverse=True)
    result.get_by_role("button", name="Ann").or_(result.locator("button.who").first).first.click()
    expect(result.locator(".final-tickets").first).to_be_visible()
    result.get_by_role("link", name="Menu").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


def test_a_game_on_new_york_with_the_keyboard_alone(page, ann, server, context):
    made = context.request.post(
        "/api/games", data={"board": "new_york", "seats": [person(1), bot("random", 4)], "seed": 4}
    )
    game, tokens = made.json()["id"], made.json()["tokens"]
    page.goto(f"/#/game/{game}/{tokens[0]}")
    ann.play(ann.with_keys)
    expect(page.locator(".result h1")).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")


def test_the_first_turns_on_usa_with_both(page, ann, context):
    made = context.request.post("/api/games", data={"board": "usa", "seats": [person(1), bot("greedy", 4)], "seed": 4})
    game, tokens = made.json()["id"], made.json()["tokens"]
    page.goto(f"/#/game/{game}/{tokens[0]}")
    ann.play(ann.with_mouse, 5)
    ann.play(ann.with_keys, 4)
    seen = ann.wait_for_turn()
    page.reload()
    assert ann.wait_for_turn()["seen"] == seen["seen"]
    expect(page.locator(".log-lines li").first).to_be_visible()
    page.get_by_role("link", name="Footplate: to the menu").click()
    page.get_by_role("link", name=re.compile("Go on")).first.click()
    assert ann.wait_for_turn()["seen"] == seen["seen"]


# ---------------------------------------------------------------- Table 12.1


def test_the_menu_shows_boards_opponents_and_what_is_wrong_with_a_board_file(page, tmp_path):
    """Row 1.1, and the set-up page's own: a board of one's own is checked with readable errors."""
    page.goto("/")
    expect(page.get_by_role("radiogroup", name="Boards").get_by_role("radio")).not_to_have_count(0)
    expect(page.locator("#board-usa")).to_have_attribute("aria-checked", "true")
    expect(page.get_by_role("radio", name="Adaptive", exact=True)).to_be_checked()
    expect(page.locator(".aim-slider")).to_be_visible()
    (tmp_path / "broken.json").write_text('{"name": "broken"}')
    page.locator("input[type=file]").set_input_files(tmp_path / "broken.json")
    expect(page.locator(".problems")).to_contain_text("broken.json")
    assert page.locator(".problems li").count() > 0
    page.locator("#board-europe").click(force=True)
    expect(page.locator(".board-facts")).to_contain_text("can't be played yet")
    expect(page.locator("#board-usa")).to_have_attribute("aria-checked", "true")


def test_routes_answer_to_pointing_choosing_and_paying(page, ann, server):
    """Rows 2.1 to 2.4, 2.7, 2.8 and 5.4: hover, select, unselect, pay; a claimed route no longer answers."""
    game = found("small", lambda game: game.to_move == 0 and game.phase.name == "TURN" and several_ways(game))
    address, _ = prepared(server, game, "small")
    page.goto(address)
    seen = ann.wait_for_turn()
    route = next(iter(several_ways(game)))
    assert route in [payable["number"] for payable in seen["payable"]]
    target, pop = page.locator(f".route[data-route='{route}']"), page.locator(".pop")
    expect(page.locator(".route")).to_have_count(len(game.board.routes))
    x, y = ann.point(route)
    page.mouse.move(x, y)
    expect(pop).to_contain_text("point")  # cost and points
    expect(page.locator(".hand .stack.chosen")).not_to_have_count(0)  # the cards that it would take rise
    page.mouse.click(x, y)
    expect(pop.locator(".pay").first).to_be_focused()
    page.mouse.click(x, y)
    expect(pop).to_have_count(0)
    page.mouse.move(5, 5)
    page.mouse.click(*ann.point(route))
    page.keyboard.press("Escape")
    expect(pop).to_have_count(0)
    cards = hand_size(page)
    ann.doing(lambda: ann.claim_with_mouse(route))
    length = game.board.routes[route].length
    expect(target).to_have_attribute("aria-label", re.compile("yours"))
    expect(target).to_have_attribute("aria-disabled", "true")
    assert hand_size(page) == cards - length
    expect(page.locator(".you .left-words")).to_have_text(re.compile(f"^{game.trains[0] - length} train"))
    expect(page.locator(".log-lines li").first).to_contain_text("You claimed")
    page.mouse.click(*ann.point(route))
    expect(pop).to_have_count(0)
    expect(page.locator(".why")).to_contain_text("You own this route.")


def several_ways(game: Game) -> dict[int, int]:
    """Routes that can be paid in more than one way."""
    ways: dict[int, int] = {}
    for action in game.legal_actions():
        if isinstance(action, ClaimRoute):
            ways[action.route] = ways.get(action.route, 0) + 1
    return {route: n for route, n in ways.items() if n > 1}


def test_a_double_click_claims_with_the_best_payment(page, ann, server):
    game = found("small", lambda game: game.to_move == 0 and game.phase.name == "TURN" and several_ways(game))
    address, _ = prepared(server, game, "small")
    page.goto(address)
    route = ann.wait_for_turn()["payable"][0]["number"]
    ann.doing(lambda: page.mouse.dblclick(*ann.point(route)))
    expect(page.locator(f".route[data-route='{route}']")).to_have_attribute("aria-label", re.compile("yours"))


def colors_face_up(game: Game) -> list[str]:
    return [card for card, n in game.market.items() if n and card != LOCOMOTIVE]


def test_cards_are_drawn_in_all_ways_and_nothing_answers_while_others_move(page, ann, server):
    """Rows 3.1, 3.3 to 3.7, 3.10, 2.9, 4.15, 5.8, 6.1 to 6.3 and 7.3 to 7.6. Cards are taken at once: no 3.8, 3.9."""
    both = first_turn("usa", lambda game: len(colors_face_up(game)) >= 2 and game.market.get(LOCOMOTIVE, 0) > 0)
    deck, log, banner = page.locator(".deck-pile"), page.locator(".log-lines li").first, page.locator(".banner")

    def place(card: str) -> Any:
        return page.locator(f".place[aria-label^='{card.capitalize()} ']").first

    def start() -> int:
        page.goto("about:blank")
        page.goto(prepared(server, both, "usa")[0])
        ann.wait_for_turn()
        return hand_size(page)

    cards = start()
    ann.doing(deck.click)
    expect(banner).to_contain_text("One more card")
    loco = place(LOCOMOTIVE)
    expect(loco).to_have_attribute("aria-disabled", "true")  # never as the second card
    loco.hover()
    expect(page.locator(".why")).to_contain_text("can't be the second card")
    loco.click(force=True)
    ann.doing(deck.click)
    assert hand_size(page) == cards + 2
    expect(log).to_contain_text("You took 2 cards from the deck")
    expect(page.locator(".board-name small")).to_have_text(f"turn {both.turn + 2}")

    expect(banner).to_contain_text("Bob")
    for part in (deck, page.locator(".tickets-pile"), page.locator(".place").first):
        expect(part).to_have_attribute("aria-disabled", "true")
        part.click(force=True)
    page.mouse.click(*ann.point(0))
    expect(page.locator(".pop")).to_have_count(0)
    expect(page.locator(".player.moves")).to_contain_text("Bob")
    assert hand_size(page) == cards + 2

    first, second = colors_face_up(both)[:2]
    for clicks, words in (
        ([deck, place(first)], "took 2 cards"),
        ([place(first), deck], "took 2 cards"),
        ([place(first), place(second)], f"{first} and {second} face up"),
    ):
        cards = start()
        for click in clicks:
            ann.doing(click.click)
        assert hand_size(page) == cards + 2
        expect(log).to_contain_text(words)
        expect(banner).to_contain_text("Bob")

    cards = start()
    ann.doing(place(LOCOMOTIVE).click)
    assert hand_size(page) == cards + 1
    expect(log).to_contain_text("took a locomotive")
    expect(banner).to_contain_text("Bob")
    expect(page.locator(".player")).to_have_count(2)
    expect(page.locator(".player").nth(1)).not_to_contain_text("locomotive")


def test_tickets_are_offered_beside_the_map_and_chosen(page, ann, server):
    """Rows 4.1, 4.4 to 4.14 and 7.2."""
    game = first_turn("usa")
    choices, keep, tray = page.locator(".choice"), page.locator(".tray .btn"), page.locator(".tray")

    def draw() -> None:
        page.goto("about:blank")
        page.goto(prepared(server, game, "usa")[0])
        ann.wait_for_turn()
        ann.doing(page.locator(".tickets-pile").click)

    for kept in (1, 2, 3):
        draw()
        held = page.locator(".tickets .ticket").count()
        expect(tray).to_be_visible()
        expect(choices).to_have_count(3)
        for n in range(3):
            expect(choices.nth(n)).to_have_attribute("aria-checked", "true")
        lower, upper = tray.bounding_box(), page.locator(".map").bounding_box()
        assert lower
        assert upper
        assert lower["y"] >= upper["y"] + upper["height"] - 1  # never over the map
        expect(page.locator(".deck-pile")).to_have_attribute("aria-disabled", "true")
        choices.first.hover()
        expect(page.locator(".nameboard")).not_to_have_count(0)
        for n in range(3):
            choices.nth(n).click()
        expect(keep).to_have_attribute("aria-disabled", "true")
        keep.click(force=True)
        expect(tray).to_be_visible()  # not without any
        for n in range(kept):
            choices.nth(n).click()
            expect(choices.nth(n)).to_have_attribute("aria-checked", "true")
        ann.doing(keep.click)
        expect(tray).to_be_hidden()
        expect(page.locator(".tickets .ticket")).to_have_count(held + kept)
        expect(page.locator(".log-lines li").first).to_contain_text(f"kept {kept} of 3 tickets")


def test_no_tickets_left(page, ann, server):
    """Row 4.3."""
    game = found("small", lambda game: game.tickets_left == 0 and game.to_move == 0 and game.phase.name == "TURN")
    page.goto(prepared(server, game, "small")[0])
    ann.wait_for_turn()
    pile = page.locator(".tickets-pile")
    expect(pile).to_have_class(re.compile("empty"))
    pile.hover()
    expect(page.locator(".why")).to_contain_text("No tickets left")


def test_the_hand_and_the_tickets_light_the_map(page, ann, server):
    """Rows 5.1 and 5.6: the page has no wallet, all tickets lie open; pointing at one shows its cities."""
    game = first_turn("usa", lambda game: any(isinstance(action, ClaimRoute) for action in game.legal_actions()))
    page.goto(prepared(server, game, "usa")[0])
    ann.wait_for_turn()
    for card, n in game.hand_of(0).items():
        assert count(page, card) == n
    tickets = page.locator(".tickets .ticket")
    expect(tickets).to_have_count(len(game.tickets_of(0)))
    tickets.first.hover()
    expect(page.locator(".nameboard")).to_have_count(2)
    page.mouse.move(5, 5)
    page.keyboard.press("Shift+Digit1")
    expect(page.locator(".nameboard")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".nameboard")).to_have_count(0)
    page.keyboard.down("h")
    expect(page.locator(".band.lit")).not_to_have_count(0)
    page.keyboard.up("h")
    expect(page.locator(".band.lit")).to_have_count(0)
    expect(page.locator(".players")).to_contain_text("open")


def test_the_last_round_is_announced_and_the_latest_claim_is_lit(page, ann, server):
    game = found("small", lambda game: bool(game.turns_left) and game.to_move == 0 and not game.is_over)
    page.goto(prepared(server, game, "small")[0])
    ann.wait_for_turn()
    expect(page.locator(".banner.last")).to_contain_text("Last round")
    fresh = found(
        "small",
        lambda game: game.to_move == 0 and bool(game.history) and isinstance(game.history[-1].action, ClaimRoute),
    )
    page.goto("about:blank")
    page.goto(prepared(server, fresh, "small")[0])
    ann.wait_for_turn()
    expect(page.locator(".fresh-band")).not_to_have_count(0)
    page.get_by_role("button", name="Replay").click()


FIGURES = {
    "type": "search", "iterations": 1200, "nodes": 800, "seconds": 1.5, "line": [], "reason": "It looks good.",
}  # fmt: skip


def test_the_search_panel_shows_what_the_search_found(page, ann, server):
    """Rows 9.1 to 9.4, with figures of our own."""
    game = first_turn("small", lambda game: any(isinstance(action, ClaimRoute) for action in game.legal_actions()))
    claim = next(action for action in game.legal_actions() if isinstance(action, ClaimRoute))
    moves = [
        {
            "action": game.actions.id(claim),
            "words": claim.text,
            "visits": 900,
            "win": 0.61,
            "spread": 0.02,
            "route": claim.route,
        },
        {
            "action": game.actions.id(game.legal_actions()[0]),
            "words": "x",
            "visits": 300,
            "win": 0.4,
            "spread": 0.03,
            "route": None,
        },
    ]

    def between(socket: Any) -> None:
        behind = socket.connect_to_server()

        def hear(message: str) -> None:
            if '"search"' in message:
                socket.send(json.dumps({**FIGURES, "version": len(game.history), "moves": moves}))
            else:
                behind.send(message)

        socket.on_message(hear)

    page.route_web_socket(re.compile("/live$"), between)
    page.goto(prepared(server, game, "small")[0])
    ann.wait_for_turn()
    page.get_by_role("button", name="Search (S)").click()
    panel = page.locator(".search")
    expect(panel).to_contain_text("You 61")
    expect(panel.locator(".best-moves li")).to_have_count(2)
    expect(panel.locator(".best-moves li").first).to_contain_text("900")
    expect(page.locator(".marks .disc")).to_have_count(1)
    axe(page, "search panel")
    page.keyboard.press("s")
    expect(panel).to_be_hidden()


# ---------------------------------------------------------------- people, breaks, tutorial


def test_a_lost_connection_comes_back_by_itself(page, ann, server):
    sockets: list[Any] = []

    def between(socket: Any) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket(re.compile("/live$"), between)
    page.goto(prepared(server, first_turn("small"), "small")[0])
    ann.wait_for_turn()
    sockets[-1].close(code=1011)
    page.wait_for_function("() => !document.querySelector('.app.lost')")
    ann.doing(page.locator(".deck-pile").click)
    ann.doing(page.locator(".deck-pile").click)
    assert len(sockets) > 1


def test_two_people_at_one_screen_see_no_hand_but_their_own(page, ann):
    """The curtain of the hot seat."""
    page.goto("/")
    page.locator("#board-small").click()
    page.locator("#more-0").click()
    page.locator("#all-0-hot").click()
    page.locator("#name-0").fill("Bob")
    page.get_by_role("button", name="Start the game").click()
    ann.wait_for_turn()
    page.locator(".tray .btn").click()
    expect(page.locator(".curtain")).to_contain_text("Bob is to move")
    expect(page.locator(".hand")).to_have_count(0)
    page.get_by_role("button", name="I am Bob").click()
    assert ann.wait_for_turn()["mine"]


def test_a_link_invites_somebody_else(page, ann, chromium, server):
    page.goto("/")
    page.locator("#board-small").click()
    page.locator("#more-0").click()
    page.locator("#all-0-link").click()
    page.get_by_role("button", name="Start the game").click()
    link = page.locator(".link-list input").input_value()
    page.get_by_role("link", name="Go to the table").click()
    ann.wait_for_turn()
    expect(page.locator(".player").nth(1)).to_contain_text("away")
    guest = chromium.new_context(base_url=server.url, reduced_motion="reduce")
    other = guest.new_page()
    other.goto(link)
    expect(other.locator(".tutorial-slip")).to_be_visible()
    other.get_by_role("button", name="Skip the tutorial").click()
    expect(page.locator(".player").nth(1)).not_to_contain_text("away")
    page.locator(".tray .btn").click()
    expect(other.locator(".tray")).to_be_visible()
    guest.close()


def test_the_tutorial_points_at_things_and_stays_away_after_that(page, ann, server, context):
    context.request.patch("/api/me", data={"settings": {"tutorialDone": False}})
    address, _ = prepared(server, Game("small", 2, 1), "small")
    page.goto(address)
    slip = page.locator(".tutorial-slip")
    for n in range(1, 10):
        expect(slip).to_contain_text(f"{n} of 9")
        slip.locator(".btn").last.click()
    expect(slip).to_have_count(0)
    page.reload()
    ann.wait_for_turn()
    expect(slip).to_have_count(0)


def test_a_wrong_address_says_so(page):
    page.goto("/#/game/nothing/nothing")
    expect(page.get_by_role("alert")).to_contain_text("no such game")
    page.get_by_role("link", name="Back to the start").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


# ---------------------------------------------------------------- accessible


def test_the_pages_have_no_barriers(page, server, context):
    for address, what in (("/", "set-up"), ("/#/help", "help"), ("/#/profile", "profile"), ("/#/replay", "replays")):
        page.goto(address)
        page.locator(".page main").wait_for()
        in_both_themes(page, what)


def test_the_game_has_no_barriers(page, ann, server):
    game = found("new_york", lambda game: game.to_move == 0 and game.phase.name == "TURN" and bool(several_ways(game)))
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
    ann.doing(page.locator(".tickets-pile").click)
    in_both_themes(page, "tray")


def test_the_result_has_no_barriers(page, server):
    page.goto(prepared(server, played("small"), "small")[0])
    page.locator(".result svg").first.wait_for()
    in_both_themes(page, "result")


def test_a_tablet_and_a_phone_can_play(page, ann, server, chromium, context):
    for width, height in ((1024, 768), (820, 1180), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("about:blank")
        page.goto(prepared(server, first_turn("small"), "small")[0])
        ann.wait_for_turn()
        ann.doing(page.locator(".deck-pile").click)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_first_paint_comes_within_a_second(page):
    page.goto("/")
    page.get_by_role("button", name="Start the game").wait_for()
    page.reload()
    page.get_by_role("button", name="Start the game").wait_for()
    paint = page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    assert paint.json_value() < 1000
