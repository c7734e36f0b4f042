"""What must be in sight: all cards and piles on a phone, every city under the zoom buttons, the focus, the odds."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from footplate.game import Game
from tests.support.app.games import finished_of, first_turn, found, greedy_game
from tests.support.app.person import FIGURES, LONG_NAME, OTHERS, TOUCH, Person, many_tickets, prepared, shown

PHONES = [(390, 844), (375, 667), (360, 640), (700, 900), (820, 1180), (844, 390)]

# Controls of the table that stick out of the window, or of their panel.
OUT_OF_SIGHT = """() => [...document.querySelectorAll(".place, .pile, .hand .stack")].flatMap((one) => {
  const box = one.getBoundingClientRect(), panel = one.closest(".panel").getBoundingClientRect();
  const isIn = box.left >= panel.left && box.right <= panel.right && box.top >= panel.top && box.bottom <= panel.bottom;
  const isSeen = box.right <= innerWidth && box.bottom <= innerHeight && box.height > 40 && box.width > 40;
  return isIn && isSeen ? [] : [`${one.className} ${JSON.stringify(box)}`];
})"""

# Cities and names that lie under the zoom buttons.
COVERED = """() => {
  const buttons = [...document.querySelectorAll(".zoom-buttons button")].map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll(".dots circle, .names g")].flatMap((one) => {
    const box = one.getBoundingClientRect();
    const isUnder = buttons.some((button) => box.left < button.right && button.left < box.right
      && box.top < button.bottom && button.top < box.bottom);
    return isUnder ? [one.getAttribute("data-city") ?? "a city"] : [];
  });
}"""


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_every_card_and_every_city_is_in_sight_on_a_phone(visitor, looked_at, server, width, height):
    page = looked_at(visitor(width, height, **TOUCH))
    for board in ("usa", "new_york"):
        shown(page, prepared(server, first_turn(board), board)[0])
        Person(page).wait_for_turn()
        expect(page.locator(".zoom-buttons")).to_be_visible()
        assert page.evaluate(OUT_OF_SIGHT) == []
        assert page.evaluate(COVERED) == []
        assert page.locator(".map").evaluate("(map) => map.clientHeight") > 200


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_the_odds_in_a_replay_can_be_read(visitor, looked_at, server, width, height):
    context = visitor(width, height)
    page = looked_at(context)
    game = finished_of(server.context.store, context.request.get("/api/me").json()["id"])
    page.route("**/api/opinion", lambda route: route.fulfill(json={**FIGURES, "moves": FIGURES["moves"] * 5}))
    page.goto(f"/#/replay/{game}/10")
    page.locator("#think-2").click()
    expect(page.locator(".odds")).to_contain_text("61 %")
    assert page.locator(".odds").evaluate("(bar) => bar.clientHeight") >= 24


def test_the_focus_on_the_map_has_a_ring(page, ann, server):
    game = found("small", lambda game: game.to_move == 0 and any("claim" in a.text for a in game.legal_actions()))
    page.goto(prepared(server, game, "small", "greedy")[0])
    seen = ann.wait_for_turn()
    focus = page.evaluate("""() => {
      const probe = Object.assign(document.createElement("i"), { style: "color: var(--focus)" });
      document.body.append(probe);
      return getComputedStyle(probe).color;
    }""")
    page.locator(".city[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".city:focus-visible")).to_have_css("stroke", focus)
    page.keyboard.press("Tab")
    expect(page.locator(".route:focus-visible")).to_have_count(1)
    assert page.locator(".outline").count() >= 1
    expect(page.locator(".outline").first).to_have_css("stroke", focus)
    ann.claim_with_keys(seen["payable"][0]["name"].partition(" to ")[0])
    expect(page.locator(".map:focus-visible")).to_have_css("outline-color", focus)
    expect(page.locator(".map:focus-visible")).to_have_css("outline-style", "solid")


@pytest.fixture(scope="module")
def end_of_europe(server) -> str:
    """A game of five that is over, one of them with a long name; where it is."""
    others = ((LONG_NAME, 4), *OTHERS[1:])
    return prepared(server, greedy_game("europe", 5, 3), "europe", others=others)[0]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1024, 768), (1280, 720)])
def test_the_result_has_its_totals_names_and_buttons_in_sight(visitor, looked_at, end_of_europe, width, height):
    page = looked_at(visitor(width, height))
    page.goto(end_of_europe)
    page.locator(".lead .end").first.wait_for()
    assert page.evaluate(CUT_OFF, [".result td.total, .result tr.points .who", ".result"]) == []
    assert page.evaluate(CUT_OFF, [".lead .end", ".lead"]) == []
    assert page.locator(".lead .end").first.text_content().startswith("Bartholomew")
    button = page.get_by_role("button", name="Play again").bounding_box()
    assert button["y"] + button["height"] <= height


# Elements that stick out of what they belong to, to the left or right.
CUT_OFF = """([inner, outer]) => {
  const frame = document.querySelector(outer).getBoundingClientRect();
  const isOut = (box) => box.width === 0 || box.left < frame.left || box.right > frame.right;
  const cut = [...document.querySelectorAll(inner)].filter((one) => isOut(one.getBoundingClientRect()));
  return cut.map((one) => one.textContent);
}"""

IN_TRAY = """() => {
  const [tray, counts] = [".tray", ".tray .counts"].map((one) => document.querySelector(one).getBoundingClientRect());
  return tray.top < counts.top && counts.bottom <= Math.min(tray.bottom, window.innerHeight);
}"""
SCREENS = [(1280, 720), (1024, 768), (390, 844), (844, 390)]


@pytest.mark.parametrize("board", ["switzerland", "nordic"])
def test_the_hand_is_counted_beside_five_tickets(page, server, board):
    page.goto(prepared(server, Game(board, 2, 3), board)[0])
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        counts = page.locator(".tray .counts")
        expect(counts).to_be_visible()
        page.wait_for_function(IN_TRAY)  # once the page has taken the new size
        box = counts.bounding_box()
        for n in range(5):
            choice = page.locator(".tray .choice").nth(n).bounding_box()
            assert apart(choice, box)
    expect(counts).to_have_attribute("aria-label", "Your hand: 1 red, 1 orange, 0 yellow, 0 green, 0 blue, 1 pink, "
                                     "1 white, 0 black, 0 locomotive")  # fmt: skip


@pytest.mark.parametrize("board", ["germany", "new_york", "nordic"])
def test_a_map_higher_than_wide_takes_the_whole_height(page, ann, server, board):
    game = found(board, lambda game: game.to_move == 0 and game.phase.name == "TURN")
    page.goto(prepared(server, game, board)[0])
    ann.wait_for_turn()
    box = {part: page.locator(part).bounding_box() for part in (".top", "main.map", ".market", ".hand", ".you")}
    foot = box["main.map"]["y"] + box["main.map"]["height"]
    assert foot > 700, "nothing stands below the map"
    for part in (".market", ".hand", ".you"):
        assert box[part]["x"] >= box["main.map"]["x"] + box["main.map"]["width"], "the panels stand beside it"
    assert page.evaluate(OUT_OF_SIGHT) == []


def test_a_long_banner_stays_in_the_top_bar(visitor, looked_at, server):
    page = looked_at(visitor(1024, 768))
    shown(page, prepared(server, first_turn("germany"), "germany", "greedy")[0])
    Person(page).wait_for_turn()
    words = "Greedy claimed Karlsruhe – Stuttgart with 1 pink. Passengers came along. " * 4
    page.locator(".banner > span:last-of-type").evaluate("(span, words) => { span.textContent = words; }", words)
    box = page.locator(".banner").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= page.locator(".map").bounding_box()["y"]


def apart(one, other) -> bool:
    """Whether two boxes don't overlap."""
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    return beside or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]


def test_a_slip_covers_no_part_of_the_map_and_fits_its_place(page, server):
    """Germany has the highest panels: there the slip has least room."""
    game = found("germany", lambda game: game.turn > 8 and not game.to_move and game.phase.name == "TURN", players=5)
    page.goto(prepared(server, game, "germany")[0])
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        small = width < 900
        expect(page.locator(".app > .rule-slip" if small else ".side > .rule-slip")).to_be_visible()
        slip, map_ = (page.locator(part).bounding_box() for part in (".rule-slip", ".map"))
        assert apart(slip, map_)
        assert apart(slip, page.locator(".hand").bounding_box())
        assert 0 <= slip["x"] <= slip["x"] + slip["width"] <= width
        assert 0 <= slip["y"] <= slip["y"] + slip["height"] <= height
        expect(page.get_by_role("button", name="Understood")).to_be_in_viewport(ratio=1)


def test_the_log_has_six_lines_with_five_players_and_many_tickets(visitor, looked_at, server):
    page = looked_at(visitor(1024, 768))
    page.goto(prepared(server, many_tickets(5, 7), "usa")[0])
    Person(page).wait_for_turn()
    assert page.locator(".log-lines").evaluate("(list) => list.clientHeight") >= 6 * 21
    assert page.locator(".log").evaluate("(log) => log.getBoundingClientRect().bottom <= innerHeight")
    sizes = page.evaluate(
        """() => Object.fromEntries([".log-lines li", ".log-lines .gained", ".stack .count"].map((one) =>
          [one, parseFloat(getComputedStyle(document.querySelector(one)).fontSize)]))"""
    )
    assert {name: size for name, size in sizes.items() if size < 13} == {}, "type in log and counts is small"
