"""Every page at every size: no words that touch, are cut off or stick out, also in wider fonts; targets for fingers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from footplate.boards import Board, load_board
from footplate.game import Game
from tests.support.app.games import first_turn, found, greedy_game, played
from tests.support.app.opponents import open_bot, open_seat, unfold
from tests.support.app.person import LONG_NAME, OTHERS, TOUCH, Person, many_tickets, prepared, shown

SIZES = [(390, 800), (640, 360)]  # the last: 200 % of 1280 × 720. Larger ones only with wider fonts: that is harder
PARTS = ("Tickets", "Log", "Table", "Signs")  # of a phone's bar
SIZES_OF_WIDER_FONTS = [(1280, 720), (1440, 900), (1024, 768), (360, 640)]

# The designed fonts are condensed; these are the same faces, about 11 % wider.
WIDER = """addEventListener("DOMContentLoaded", () => {
  const style = document.createElement("style");
  style.textContent = `:root { --font-display: "DejaVu Serif" !important; --font-text: "DejaVu Sans" !important;
    --font-figures: "DejaVu Sans Condensed" !important; }`;
  document.head.append(style);
})"""

# Words that overlap other words, or don't fit where they stand.
FAULTS = """() => {
  const found = [];
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const leftOut = "svg, noscript, option, .stack, .flying";
  const isClipped = (part) => getComputedStyle(part).clipPath === "inset(50%)"; // only screen readers have it
  const isForReaders = (part) => part && (isClipped(part) || isForReaders(part.parentElement));
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const words = node.data.trim();
    const isSeen = parent.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    if (!words || parent.closest(leftOut) || !isSeen || isForReaders(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 2 || rect.height < 2) continue;
      let seen = true;
      for (let up = parent; seen && up && up !== document.body; up = up.parentElement) {
        const style = getComputedStyle(up);
        const box = up.getBoundingClientRect();
        const isOut = rect.left < box.left - 1 || rect.right > box.right + 1;
        const scrolls = style.overflowX === "auto" || style.overflowX === "scroll";
        const isFrame = style.overflowX !== "visible" || up.matches(".panel, .banner, .sheet, .pop, .btn");
        if (isOut && isFrame && !scrolls) found.push(`"${words}" does not fit into ${up.className}`);
        const isBelow = rect.top < box.top - 2 || rect.bottom > box.bottom + 2;
        if ((isOut && scrolls) || (isBelow && style.overflowY !== "visible")) seen = false;
        if (style.position === "fixed") break;
      }
      if (seen) texts.push({ rect, parent, words });
    }
  }
  const layers = ".sheet, .pop, .why, .app:not([data-sheet='']) .side, .bar, .app > .notice";
  const layer = (one) => one.closest(layers) ?? document.body;
  texts.forEach((a, n) => texts.slice(n + 1).forEach((b) => {
    if (a.parent === b.parent || layer(a.parent) !== layer(b.parent)) return;
    const width = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
    const height = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
    if (width > 2 && height > 5) found.push(`overlap: "${a.words}" and "${b.words}"`);
  }));
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  return [...new Set(found)];
}"""

# Controls that a finger may miss. Links in sentences are as high as their line, radio buttons lie under their labels,
# and the plate reaches further than it is drawn.
SMALL_TARGETS = """() => {
  const fields = "input:not([type=radio], [type=checkbox], [hidden]), select, label:has(input)";
  const controls = `button, a[href], summary, .log-lines li.has-route, ${fields}`;
  return [...document.querySelectorAll(controls)].flatMap((one) => {
    const isSeen = one.checkVisibility({ checkVisibilityCSS: true });
    if (!isSeen || one.closest(".board-svg, [inert]") || one.matches("p a, a.plate")) return [];
    const { width, height } = one.getBoundingClientRect();
    const words = one.getAttribute("aria-label") ?? one.textContent;
    return width < 43.5 || height < 43.5 ? [`"${words}" ${Math.round(width)} × ${Math.round(height)}`] : [];
  });
}"""


def long_names() -> Board:
    """The small board with cities of long names."""
    text = load_board("small").to_json()
    for short, long in (
        ("Arindale", "Llanfairpwllgwyngyll on the Water"),
        ("Fairhaven", "Saint-Remy-en-Bouzemont-Isson"),
    ):
        text = text.replace(f'"{short}"', f'"{long}"')
    return Board.from_json(text.replace('"small"', '"long"', 1))


@pytest.fixture(scope="module")
def places(server) -> dict[str, str]:
    """Addresses of pages and positions by name."""
    last = found("usa", lambda game: game.turns_left == 2 and game.to_move == 0, moves=900)
    played_board = Game(long_names(), 2, 5)
    while played_board.phase.name == "FIRST_TICKETS":
        played_board.push(played_board.legal_actions()[-1])
    _, over = prepared(server, played("new_york", 3), "new_york")
    return {
        "set-up": "/", "help": "/#/help", "profile": "/#/profile", "replays": "/#/replay",
        "replay": f"/#/replay/{over}/9",
        "five players": prepared(server, many_tickets(5), "usa")[0],
        "a long name": prepared(server, many_tickets(4), "usa", others=((LONG_NAME, 4), *OTHERS[1:]))[0],
        "last round": prepared(server, last, "usa")[0],
        "tray": prepared(server, Game("usa", 2, 6), "usa")[0],
        "long names": prepared(server, played_board, "long")[0],
        "result": prepared(server, greedy_game("usa", 4, 2), "usa")[0],
        "may take back": prepared(server, first_turn("new_york"), "new_york", "greedy")[0],
        "new york": prepared(server, first_turn("new_york", players=3), "new_york")[0],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("width", "height", "wider"),
    [(*size, False) for size in SIZES] + [(*size, True) for size in SIZES_OF_WIDER_FONTS],
)
def test_words_keep_their_distance(visitor, looked_at, server, places, width, height, wider):
    options: dict[str, Any] = TOUCH if width < 900 else {}
    context = visitor(width, height, **options)
    if wider:
        context.add_init_script(WIDER)
    page = looked_at(context)
    faults = {}
    for name, address in places.items():
        shown(page, address)
        faults[name] = page.evaluate(FAULTS)
        if name == "set-up":
            page.locator("#seat-you").click()
            faults["you"] = page.evaluate(FAULTS)
            for _ in range(2):
                page.locator("#back").click() if width < 900 else None
                page.locator("#add-rival").click()
            unfold(page, "From the papers")
            page.locator("#paper-2").select_option("warwick")
            page.locator(".paper-bot button").last.click()
            faults["an opponent"] = page.evaluate(FAULTS)
        if name == "five players":
            page.keyboard.press("?")
            faults["keys"] = page.evaluate(FAULTS)
            page.keyboard.press("Escape")
            page.get_by_role("button", name="Menu").click()
            faults["menu"] = page.evaluate(FAULTS)
            if width < 900:
                for part in PARTS:
                    page.locator(".bar").get_by_role("button", name=part).click()
                    expect(page.locator(".signs" if part == "Signs" else ".side")).to_be_visible()
                    faults[part] = page.evaluate(FAULTS)
    assert {name: found for name, found in faults.items() if found} == {}


def test_five_players_five_tickets_and_the_log_fit_at_720_pixels(page, ann, places):
    page.goto(places["five players"])
    ann.wait_for_turn()
    log, tickets = page.locator(".log-lines"), page.locator(".ticket-list")
    expect(page.locator(".ticket")).to_have_count(5)
    assert tickets.evaluate("(list) => list.scrollHeight <= list.clientHeight + 2")
    assert log.evaluate("(list) => list.clientHeight") >= 4 * 21  # four lines
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 800)])
def test_fingers_find_their_targets(visitor, looked_at, places, width, height):
    page = looked_at(visitor(width, height, **TOUCH))
    small = {}
    for name, address in places.items():
        shown(page, address)
        small[name] = page.evaluate(SMALL_TARGETS)
        if name == "set-up":
            open_seat(page)
            open_bot(page, "amateur")
            small["an opponent"] = page.evaluate(SMALL_TARGETS)
            page.locator("#back").tap() if width < 900 else None
            page.locator("#seat-you").tap()
            page.locator(".more-settings summary").tap()
            small["you and settings"] = page.evaluate(SMALL_TARGETS)
        if name == "five players":
            for part in PARTS if width < 900 else ():
                page.locator(".bar").get_by_role("button", name=part).tap()
                small[part] = page.evaluate(SMALL_TARGETS)
            page.get_by_role("button", name="Menu").tap()
            small["menu"] = page.evaluate(SMALL_TARGETS)
    assert {name: found for name, found in small.items() if found} == {}


def test_at_a_zoom_of_200_percent_everything_can_be_done(visitor, looked_at, server):
    page = looked_at(visitor(640, 360, device_scale_factor=2))
    ann = Person(page)
    game = found(
        "small", lambda game: game.to_move == 0 and game.phase.name == "TURN" and len(game.legal_actions()) > 8
    )
    page.goto(prepared(server, game, "small", "greedy")[0])
    ann.play(ann.with_mouse, 4)
    expect(page.locator(".map")).to_be_visible()
    assert page.locator(".map").evaluate("(map) => map.clientHeight") > 200


@pytest.mark.parametrize(
    "wish", [{"contrast": "more"}, {"forced_colors": "active"}], ids=["contrast", "forced colours"]
)
def test_wishes_for_contrast_are_respected(visitor, looked_at, server, wish):
    page = looked_at(visitor(**wish))
    page.goto(prepared(server, first_turn("usa"), "usa")[0])
    Person(page).wait_for_turn()
    slot = page.locator(".slot").first
    if "contrast" in wish:
        expect(page.locator(".waterlines")).to_have_count(2)  # of the sea and of the lakes
        expect(page.locator(".waterlines:visible")).to_have_count(0)
        expect(slot).to_have_css("stroke-width", "1.5px")
        expect(page.locator(".names .plain text").first).to_have_css("stroke", "none")
    else:
        text = page.evaluate("() => getComputedStyle(document.body).color")
        expect(page.locator(".slots use").first).to_have_css("color", text)
        expect(slot).to_have_css("stroke", text)
