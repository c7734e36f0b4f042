"""What tests of the page share: tables in a chosen position, and a person who looks at the page and acts on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from footplate.app.database.models import StoredMove
from footplate.app.database.store import NewSeat
from footplate.boards import load_board
from footplate.game import Game
from tests.app.server import Running

# What a person sees of a game, as data.
LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const can = (button) => button.getAttribute("aria-disabled") !== "true";
  const words = (part) => all(part).map((one) => one.textContent + (one.getAttribute("aria-label") ?? "")).join("|");
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
    payable: all(".route.payable").map((route) => (
      { number: Number(route.dataset.route), name: route.getAttribute("aria-label") })),
    seen: parts.map(words).join("#"),
  };
}"""

MIDDLE = """(number) => {
  const path = document.querySelector(`.route[data-route="${number}"]`);
  const length = path.getTotalLength();
  for (const share of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9]) {
    const at = path.getPointAtLength(length * share).matrixTransform(path.getScreenCTM());
    if (document.elementFromPoint(at.x, at.y) === path) return [at.x, at.y];
  }
  throw new Error(`route ${number} can't be pointed at`);
}"""


def prepared(server: Running, game: Game, board: str, opponent: str | None = None) -> tuple[str, str]:
    """A stored game in the position of another one; its address on the page and its id. Seat 0 is ours."""
    other = NewSeat(name="Bob", livery=4) if opponent is None else NewSeat(name=opponent, livery=4, spec=opponent)
    seats = [NewSeat(name="Ann", livery=1), other, *(NewSeat(name="Cyd", livery=5) for _ in range(game.players - 2))]
    store = server.context.store
    game_id, tokens = store.new_game(board, load_board(board).to_json(), game.seed, seats)
    outcome = game.outcome()
    for number, event in enumerate(game.history):
        result = {"totals": list(outcome.totals), "winners": list(outcome.winners)} if outcome else None
        last = number == len(game.history) - 1
        move = StoredMove(number=number, seat=event.seat, action=event.action.text, elapsed=1.0, figures=None)
        store.add_move(game_id, move, result if last else None)
    return f"/#/game/{game_id}/{tokens[0]}", game_id


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
        x, y = self.page.evaluate(MIDDLE, route)
        return x, y

    def play(self, act: Callable[[dict[str, Any]], Callable[[], object]], most: int = 200) -> None:
        """Play until the end, or for some actions."""
        for _ in range(most):
            seen = self.wait_for_turn()
            if seen["mode"] == "over":
                return
            self.doing(act(seen))

    # ---------------------------------------------------------------- with the mouse

    def with_mouse(self, seen: dict[str, Any]) -> Callable[[], object]:
        page = self.page
        if seen["mode"] == "tray":
            return page.locator(".tray .btn").click
        if seen["payable"]:
            return lambda: self.claim_with_mouse(seen["payable"][0]["number"])
        if seen["places"]:
            return page.locator(".place").nth(seen["places"][0]).click
        if seen["deck"]:
            return page.locator(".deck-pile").click
        return (page.locator(".banner button") if seen["pass"] else page.locator(".tickets-pile")).click

    def claim_with_mouse(self, route: int) -> None:
        self.page.mouse.click(*self.point(route))
        self.page.locator(".pop .pay").first.click()
        self.page.mouse.move(5, 5)

    # ---------------------------------------------------------------- with the keyboard

    def with_keys(self, seen: dict[str, Any]) -> Callable[[], object]:
        press = self.page.keyboard.press
        if seen["mode"] == "tray":
            return lambda: press("Enter")
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
