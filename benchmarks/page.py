"""How fast the game in the browser is, on a real server and in real Chromium on this machine.

    python benchmarks/page.py [--rounds 7] [--json]

It starts a server with a database of its own and measures what people wait for: pages, maps, a bot's move, and
whether the page answers while a bot thinks for ten seconds. Every time is given with its median and its worst. The
check values are those of games with a fixed seed: another one means that something else was measured.
"""

from __future__ import annotations

import argparse
import os
import threading
import time
from collections.abc import Callable, Iterator

from figures import Figure, as_json, print_all, where
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright
from wire import Server, running_server, seated, whole_game

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
BOARDS = ("small", "new_york", "usa")
QUICK = (("small", "greedy"), ("small", "planner"), ("usa", "greedy"), ("usa", "planner"))
THINKER, LOOKED_AT = "ismcts:ms=10000", 9.0  # seconds of its ten
SEED = 7
SIZE: ViewportSize = {"width": 1280, "height": 720}
SETTLING = 500.0  # milliseconds in which a browser finishes what it was doing
PAINT, MOVE, RESPONSE = 1000.0, 300.0, 100.0  # milliseconds: what the page promises; RESPONSE is what feels immediate

# Notes down when things are there for the first time after the page was asked for.
WHEN_THERE = """(() => {
  const wanted = { tiles: ".tile", map: ".map svg text", table: ".app" };
  window.there = {};
  new MutationObserver(() => {
    for (const [name, selector] of Object.entries(wanted)) {
      if (!(name in there) && document.querySelector(selector)) there[name] = performance.now();
    }
  }).observe(document, { childList: true, subtree: true });
})()"""

# Sets window.answer to the milliseconds from the next input of a kind to the frame that shows what became of it.
ANSWER = """() => {
  window.answer = new Promise((resolve) => addEventListener("KIND", (event) => {
    const shown = () => setTimeout(() => resolve(performance.now() - event.timeStamp)); // after the frame
    const look = () => requestAnimationFrame(() => (IS_SHOWN ? shown() : look()));
    look();
  }, { capture: true, once: true }));
}"""

# Notes down how long it is from frame to frame, until window.stopFrames() gives all of it.
FRAMES = """() => {
  const gaps = [];
  let last = performance.now(), going = true;
  const frame = (now) => { gaps.push(now - last); last = now; if (going) requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  window.stopFrames = () => { going = false; return gaps.slice(1); };
}"""


class Visitor:
    """A browser that is open."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.server = server
        self.context: BrowserContext = browser.new_context(base_url=server.address, viewport=SIZE)
        self.context.set_default_timeout(60_000)
        self.context.add_init_script(WHEN_THERE)
        self.page: Page = self.context.new_page()
        self._tools = self.context.new_cdp_session(self.page)

    def be(self, cookie: str) -> None:
        """Have the cookie of the browser that has set up a game."""
        self.context.add_cookies([{"name": "footplate", "value": cookie, "url": self.server.address}])

    def come_for_the_first_time(self, path: str, width: int = SIZE["width"], cookie: str = "") -> None:
        """With nothing kept from earlier visits but perhaps the cookie, in a window of this width."""
        self.page.goto("about:blank")
        self.page.set_viewport_size({**SIZE, "width": width})
        self.context.clear_cookies()
        self._tools.send("Network.clearBrowserCache")
        self._tools.send("Storage.clearDataForOrigin", {"origin": self.server.address, "storageTypes": "all"})
        if cookie:
            self.be(cookie)
        self.page.wait_for_timeout(SETTLING)
        self.page.goto(path)

    def come_again(self) -> None:
        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_timeout(SETTLING)
        self.page.reload()

    def has_seen_the_tutorial(self, cookie: str) -> Visitor:
        self.be(cookie)
        self.context.request.patch("/api/me", data={"settings": {"tutorialDone": True}})
        return self

    def sit_down(self, game: str) -> None:
        """Join a new game and keep all tickets."""
        self.page.goto(f"/#/game/{game}")
        self.page.locator(".tray .choice").first.wait_for()
        for choice in self.page.locator(".tray .choice").all():
            choice.click()
        self.page.locator(".tray .btn").click()
        self.page.locator(".tray").wait_for(state="hidden")

    def when(self, name: str) -> float:
        """Milliseconds from asking for the page until something was there."""
        return float(self.page.wait_for_function(f"() => there.{name}").json_value())

    def painted(self, what: str) -> float:
        return float(
            self.page.wait_for_function(f"() => performance.getEntriesByName('{what}')[0]?.startTime").json_value()
        )

    def answer(self, kind: str, is_shown: str, act: Callable[[], object]) -> float:
        """Do something; the milliseconds until a frame shows it."""
        self.page.evaluate(ANSWER.replace("KIND", kind).replace("IS_SHOWN", f"({is_shown})"))
        act()
        return float(self.page.evaluate("() => window.answer"))


def set_up_pages(browser: Browser, server: Server, rounds: int) -> Iterator[Figure]:
    first: dict[str, list[float]] = {"first-paint": [], "first-contentful-paint": [], "tiles": []}
    again: list[float] = []
    visitor = Visitor(browser, server)
    for _ in range(rounds):
        visitor.come_for_the_first_time("/")
        first["tiles"].append(visitor.when("tiles"))
        for paint in ("first-paint", "first-contentful-paint"):
            first[paint].append(visitor.painted(paint))
        visitor.come_again()
        again.append(visitor.when("tiles"))
    visitor.context.close()
    yield Figure("set-up page, first paint", first["first-paint"], PAINT)
    yield Figure("set-up page, first words", first["first-contentful-paint"], PAINT)
    yield Figure("set-up page, boards there", first["tiles"])
    yield Figure("set-up page, boards there, again", again)


def game_pages(browser: Browser, server: Server, rounds: int) -> Iterator[Figure]:
    """For windows of a size that the server has not seen before, and again for the same."""
    for board in BOARDS:
        first, again = [], []
        game, cookie = server.new_game(board, "greedy", SEED)
        visitor = Visitor(browser, server)
        for n in range(rounds):
            visitor.come_for_the_first_time(f"/#/game/{game}", SIZE["width"] - 20 * n, cookie)
            first.append(visitor.when("map"))
            visitor.come_again()
            again.append(visitor.when("map"))
        visitor.context.close()
        yield Figure(f"game page, map of {board} there, for the first time", first)
        yield Figure(f"game page, map of {board} there, again", again)


def moves_on_the_page(browser: Browser, server: Server, rounds: int) -> Iterator[Figure]:
    """From the second click on the deck to the frame that has the bot's move in the log."""
    for board, bot in QUICK:
        game, cookie = server.new_game(board, bot, SEED)
        visitor = Visitor(browser, server).has_seen_the_tutorial(cookie)
        page = visitor.page
        visitor.sit_down(game)
        deck, newest = page.locator(".deck-pile"), "document.querySelector('.log-lines li b').textContent"
        times = []
        for _ in range(rounds):
            page.locator(".banner.turn").wait_for()
            page.wait_for_function(
                "() => document.querySelector('.deck-pile').getAttribute('aria-disabled') !== 'true'"
            )
            deck.click()
            page.wait_for_function(f"() => {newest} === 'You'")
            times.append(visitor.answer("click", f"{newest} !== 'You'", deck.click))
        visitor.context.close()
        yield Figure(f"{bot}'s move on {board}, from click to log", times, MOVE)


def moves_on_the_wire(server: Server, checks: dict[str, str]) -> Iterator[Figure]:
    """Of whole games: from an action that ends a turn to the view with the bot's answer."""
    for board, bot in QUICK:
        check, waits = whole_game(server, board, bot, SEED)
        checks[f"{board} against {bot}"] = check
        yield Figure(f"{bot}'s move on {board}, over the wire", waits, MOVE)


def while_a_bot_thinks(browser: Browser, server: Server, checks: dict[str, str]) -> Iterator[Figure]:
    """Ten seconds of a search: is the page alive, and do other games go on?"""
    game, cookie = server.new_game("usa", THINKER, SEED)
    visitor = Visitor(browser, server).has_seen_the_tutorial(cookie)
    page = visitor.page
    visitor.sit_down(game)
    page.locator(".banner.wait").wait_for()
    began = time.perf_counter()
    page.evaluate(FRAMES)
    tickets, sheet = [], []
    is_lit, is_closed = "document.querySelector('.ticket.lit')", "document.querySelector('.keys').hidden"
    with seated(server, *server.new_game("usa", "greedy", SEED)) as player:
        beside = threading.Thread(target=player.play, args=(60,))
        beside.start()
        for _ in range(10):
            tickets.append(visitor.answer("pointermove", is_lit, page.locator(".ticket").first.hover))
            visitor.answer("pointermove", f"!{is_lit}", lambda: page.mouse.move(300, 5))
            sheet.append(visitor.answer("keydown", f"!{is_closed}", lambda: page.keyboard.press("?")))
            visitor.answer("keydown", is_closed, lambda: page.keyboard.press("Escape"))
        beside.join()
    page.wait_for_timeout(1000 * max(0.0, LOOKED_AT - (time.perf_counter() - began)))
    still_thinking = page.locator(".banner.wait").is_visible()
    gaps = page.evaluate("() => window.stopFrames()")
    page.locator(".banner.turn").wait_for()
    seconds = time.perf_counter() - began
    visitor.context.close()
    checks["while it thought"] = f"{'still thinking' if still_thinking else 'NOT thinking any more'} at the end"
    checks["it thought for"] = f"{seconds:.1f} s"
    yield Figure("while a bot thinks: between two frames", gaps, RESPONSE)
    yield Figure("while a bot thinks: pointing at a ticket", tickets, RESPONSE)
    yield Figure("while a bot thinks: opening the list of keys", sheet, RESPONSE)
    yield Figure("while a bot thinks: greedy's move in another game", player.waits, MOVE)


def measure(rounds: int) -> tuple[list[Figure], dict[str, str]]:
    checks: dict[str, str] = {}
    with running_server() as server, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        figures = [
            Figure("server, from the command to its address", [1000 * server.seconds_to_start]),
            *set_up_pages(browser, server, rounds),
            *game_pages(browser, server, rounds),
            *moves_on_the_page(browser, server, rounds),
            *moves_on_the_wire(server, checks),
            *while_a_bot_thinks(browser, server, checks),
        ]
        browser.close()
    return figures, checks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="how often each page is loaded and each move is made")
    parser.add_argument("--json", action="store_true", help="for machines")
    chosen = parser.parse_args()
    here = where()
    figures, checks = measure(chosen.rounds)
    if chosen.json:
        print(as_json(figures, checks, here))
    else:
        print_all(figures, checks, here)


if __name__ == "__main__":
    main()
