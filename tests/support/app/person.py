"""What tests of the page share: tables in a chosen position, and a person who looks at the page and acts on it."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable, Mapping
from shutil import which
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page

from footplate.actions import ClaimRoute
from footplate.app.database.models import StoredMove
from footplate.app.database.new_games import NewSeat
from footplate.game import Game
from tests.support.app.server import Running

LETTERS = "abcdefgh"
PATIENCE = 60_000  # milliseconds for anything that must happen; a quiet machine needs a fraction
CHROMIUM = os.environ.get("CHROMIUM") or which("chromium-headless-shell") or "/usr/bin/chromium"
SETTINGS = {"tutorialDone": True, "theme": "light"}
LONG_NAME = "Bartholomew Featherstonehaugh-Cholmondel"  # as long as a name can be
TOUCH = {"has_touch": True, "is_mobile": True}

# Rules of some boards that a slip explains when they are first met.
RULES = (
    "tunnel", "ferry", "substitutes", "station", "long", "decks", "countries", "gates", "passengers", "race", "swap",
    "locomotives", "districts", "mandala", "progress",
)  # fmt: skip

# What a person sees of a game, as data.
LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const can = (button) => button.getAttribute("aria-disabled") !== "true";
  const said = (one) => [one.textContent, one.getAttribute("aria-label"), one.getAttribute("aria-checked")].join(" ");
  const words = (part) => all(part).map(said).join("|");
  const parts = [".banner", ".log-lines li", ".hand .stack", ".players", ".tray:not([hidden])", ".tickets"];
  const app = document.querySelector(".app");
  if (!app) return null;
  return {
    mode: app.dataset.mode,
    mine: Boolean(document.querySelector('.player.moves[aria-label^="You"]')),
    banner: document.querySelector(".banner").textContent,
    pass: Boolean(document.querySelector(".banner button")),
    places: all(".place").flatMap((place, n) => can(place) && !place.classList.contains("empty") ? [n] : []),
    deck: can(document.querySelector(".deck-pile")),
    tickets: can(document.querySelector(".tickets-pile")),
    unticked: all(".choice[aria-checked='false']").length,
    enough: can(document.querySelector(".tray .btn")),
    payable: all(".route.payable").map((route) => (
      { number: Number(route.dataset.route), name: route.getAttribute("aria-label") })),
    seen: [...parts, ".tray:not([hidden]) .choice"].map(words).join("#"),
  };
}"""

NEAR_MIDDLE = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9)
POINT = """([number, shares]) => {
  const path = document.querySelector(`.route[data-route="${number}"]`);
  const length = path.getTotalLength();
  for (const share of shares) {
    const at = path.getPointAtLength(length * share).matrixTransform(path.getScreenCTM());
    if (document.elementFromPoint(at.x, at.y) === path) return [at.x, at.y];
  }
  throw new Error(`route ${number} can't be pointed at`);
}"""


OTHERS = (("Bob", 4), ("Cyd", 5), ("Dan", 3), ("Eve", 2))  # names and liveries

Others = tuple[tuple[str, int], ...]
Figures = Mapping[int, Mapping[str, Any]]  # what bots gave with their moves, by number


def prepared(
    server: Running,
    game: Game,
    board: str,
    *bots: str,
    figures: Figures | None = None,
    others: Others = OTHERS,
    mine: bool = True,
) -> tuple[str, str]:
    """A stored game in the position of another one; its address and its id. Seat 0 is ours, then come bots.

    Unless it is not ``mine``, it is the seat of whoever goes to the address (``sit_down``).
    """
    seats = [NewSeat(name="Ann", livery=1)]
    for n, (name, livery) in enumerate(others[: game.players - 1]):
        spec = bots[n] if n < len(bots) else None
        seats.append(NewSeat(name=name, livery=livery, spec=spec))
    store = server.context.store
    game_id, tokens = store.new_game(board, game.board.to_json(), game.seed, seats, help_allowed=True)
    outcome = game.outcome()
    for number, event in enumerate(game.history):
        result = {"totals": list(outcome.totals), "winners": list(outcome.winners)} if outcome else None
        last = number == len(game.history) - 1
        thought = dict((figures or {}).get(number, {})) or None
        move = StoredMove(number=number, seat=event.seat, action=event.action.text, elapsed=1.0, figures=thought)
        store.add_moves(game_id, [move], result if last else None)
    address = f"/#/game/{game_id}"
    if mine:
        FIRST_LINKS[address] = tokens[0] or ""
    return address, game_id


FIRST_LINKS: dict[str, str] = {}  # to the first seats of prepared games, by address, until they are used


def sit_down(context: BrowserContext, server: Running, address: str) -> None:
    """Have a browser hold the first seat of a prepared game; when another one has it already, as its other device."""
    if address not in FIRST_LINKS:
        return
    game, store = address.rpartition("/")[2], server.context.store
    holder = store.seating(game).seats[0].player_id
    token = store.new_link(game, 0, holder) if holder else FIRST_LINKS[address]
    context.request.post(f"/api/games/{game}/seat", data={"token": token})


FIGURES: dict[str, Any] = {
    "type": "search", "iterations": 1200, "seconds": 1.5,
    "moves": [{"action": 1, "words": "Take red", "sentence": "claim X", "route": None, "visits": 900, "mean": -3.2,
               "win": 0.61, "spread": 0.02}],
}  # fmt: skip


def with_figures(page: Page, moves: list[dict[str, Any]]) -> None:
    """Whoever asks for a search on this page gets these moves at once; a real one may have to be compiled first."""

    def between(socket: Any) -> None:
        behind = socket.connect_to_server()
        answer = json.dumps({**FIGURES, "moves": moves})
        socket.on_message(lambda said: socket.send(answer) if '"search"' in said else behind.send(said))

    page.route_web_socket(re.compile("/live$"), between)


class Person:
    """Somebody at the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return seen

    def wait_for_turn(self) -> dict[str, Any]:
        """Until it is our turn or the game is over."""
        is_ready = "seen && (seen.mode === 'over' || (seen.mine && document.querySelector('.route')))"
        self.page.wait_for_function(f"() => {{ const seen = ({LOOK})(); return {is_ready}; }}")
        return self.look()

    def doing(self, act: Callable[[], object]) -> None:
        """Do something and wait until the page shows that it has happened."""
        before = self.look()["seen"]
        act()
        self.page.wait_for_function(f"(before) => ({LOOK})().seen !== before", arg=before)

    def point(self, route: int) -> tuple[float, float]:
        """Where to touch a route, its middle first, once the map stands still.

        It glides when panels come and go, and is drawn anew for its new size, which may take the server a while.
        """
        self.page.locator("main.map[aria-busy='false']").wait_for()
        before, now = None, self.page.evaluate(POINT, [route, NEAR_MIDDLE])
        while now != before:
            self.page.wait_for_timeout(50)
            before, now = now, self.page.evaluate(POINT, [route, NEAR_MIDDLE])
        x, y = now
        return x, y

    def play(self, act: Callable[[dict[str, Any]], Callable[[], object]], most: int = 200) -> None:
        """Play until the end, or for some actions."""
        for _ in range(most):
            seen = self.wait_for_turn()
            if seen["mode"] == "over":
                return
            self.doing(act(seen))

    def hand_size(self) -> int:
        return int(self.page.locator(".hand h2 span").inner_text().split()[0])

    def cards(self, card: str) -> int:
        """How many cards of a kind the hand shows."""
        names = [stack.get_attribute("aria-label") or "" for stack in self.page.locator(".hand .stack").all()]
        shown = next(name for name in names if name.lower().startswith(card[:4].lower()))
        return int("".join(c for c in shown.partition(",")[0] if c.isdigit()))

    # ---------------------------------------------------------------- with the mouse

    def with_mouse(self, seen: dict[str, Any]) -> Callable[[], object]:
        return self._by(seen, lambda control: control.click(), self.claim_with_mouse)

    def _by(
        self, seen: dict[str, Any], touch: Callable[[Locator], None], claim: Callable[[int], None]
    ) -> Callable[[], object]:
        """The next action of somebody who claims what can be claimed, else takes cards."""
        page = self.page
        if seen["mode"] == "tray":
            return lambda: touch(page.locator(".tray .btn") if seen["enough"] else self._unticked())
        if seen["payable"]:
            return lambda: claim(seen["payable"][0]["number"])
        if seen["places"]:
            return lambda: touch(page.locator(".place").nth(seen["places"][0]))
        if seen["deck"]:
            return lambda: touch(page.locator(".deck-pile"))
        return lambda: touch(page.locator(".banner button") if seen["pass"] else page.locator(".tickets-pile"))

    def _unticked(self) -> Locator:
        return self.page.locator(".choice[aria-checked='false']").first

    def claim_with_mouse(self, route: int) -> None:
        self.page.mouse.click(*self.point(route))
        self.page.locator(".pop .pay").first.click()
        self.page.mouse.move(5, 5)

    # ---------------------------------------------------------------- with a finger

    def with_taps(self, seen: dict[str, Any]) -> Callable[[], object]:
        return self._by(seen, lambda control: control.tap(), self.claim_with_taps)

    def claim_with_taps(self, route: int) -> None:
        self.page.touchscreen.tap(*self.point(route))
        self.page.locator(".pop .pay").first.tap()

    # ---------------------------------------------------------------- with the keyboard

    def with_keys(self, seen: dict[str, Any]) -> Callable[[], object]:
        press = self.page.keyboard.press
        if seen["mode"] == "tray":
            return lambda: press(
                "Enter" if seen["enough"] else LETTERS[self.page.locator(".choice").count() - seen["unticked"]]
            )
        if seen["payable"]:
            return lambda: self.claim_with_keys(seen["payable"][0]["name"].partition(" to ")[0])
        if seen["places"]:
            return lambda: press(str(seen["places"][0] + 1))
        if seen["deck"]:
            return lambda: press("d")
        return lambda: press("t")

    def claim_with_keys(self, city: str) -> None:
        press = self.page.keyboard.press
        press("c")
        self.page.keyboard.type(city)
        press("Enter")
        self.page.locator(".pop .pay").first.wait_for()
        press("Enter")

    def keep_all(self) -> None:
        """Tick all tickets on offer and keep them."""
        self.page.locator(".tray .choice").first.wait_for()
        while self._unticked().count():
            self._unticked().click()
        self.doing(self.page.locator(".tray .btn").click)


def claims_of(game: Game) -> dict[int, int]:
    """How many ways there are to pay for each route that can be claimed."""
    ways: dict[int, int] = {}
    for action in game.legal_actions():
        if isinstance(action, ClaimRoute):
            ways[action.route] = ways.get(action.route, 0) + 1
    return ways


def with_a_choice(game: Game) -> bool:
    """Whether we may claim a route that can be paid in several ways."""
    return game.to_move == 0 and game.phase.name == "TURN" and any(n > 1 for n in claims_of(game).values())


def many_tickets(players: int, tickets: int = 5) -> Game:
    """A game on usa in which we hold so many tickets and are to move."""
    game, chance = Game("usa", players, 3), random.Random(3)
    while len(game.tickets_of(0)) < tickets or game.to_move or game.phase.name != "TURN":
        legal = [action.text for action in game.legal_actions()]
        wants = "tickets" if game.to_move == 0 and len(game.tickets_of(0)) < tickets else "draw"
        keep = "keep 1 2 3" if game.phase.name == "FIRST_TICKETS" else "keep 1 2"
        game.push(keep if keep in legal else wants if wants in legal else chance.choice(legal))
    return game


def shown(page: Page, address: str) -> None:
    """Go to an address as by a link, without loading all modules again; nothing is left of the page before."""
    if page.url != "about:blank":
        page.evaluate("() => document.querySelector('#root').replaceChildren()")
    page.goto(address)
    page.locator(".board-svg .route, .page main").first.wait_for()
    page.locator(".tile img, .route, .help-text, .profile, .replay-start").first.wait_for()
    page.evaluate(
        "() => document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => done(null))))"
    )
