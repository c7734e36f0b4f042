"""Remakes docs/pictures/app-*.jpg: `make pictures`. The games are played by bots and always the same."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from footplate.agents import Budget, make_agent
from footplate.app.settings import ServerSettings
from footplate.arena.play import answer_of, start_agent, view_for
from footplate.game import Game
from footplate.view import Phase
from tests.support.app.person import CHROMIUM, RULES, SETTINGS, Figures, prepared, sit_down
from tests.support.app.server import Running, in_thread
from tests.support.project import ROOT

FOLDER = ROOT / "docs" / "pictures"
OPPONENTS = ("adaptive:win_rate={}", "inspector", "fireman")
GAMES = {"small": (1, 1), "new_york": (2, 5), "usa": (3, 6)}  # board: opponents, seed
SPECIAL = {"europe": (2, 2), "germany": (2, 3)}  # boards with their own rules
ITERATIONS = 200  # of every search: strong enough for a picture


def played_by_bots(board: str, opponents: Sequence[str], seed: int) -> tuple[Game, Figures]:
    """A whole game, in which planner sits in our seat, and what the bots said of their moves."""
    specs = ["planner", *opponents]
    agents = [make_agent(spec) for spec in specs]
    for seat, agent in enumerate(agents):
        start_agent(agent, specs, seat, seed + seat)
    game, figures = Game(board, len(specs), seed), {}
    while not game.is_over:
        seat = game.to_move
        decision = answer_of(agents[seat], view_for(agents[seat], game, seat), Budget(iterations=ITERATIONS))
        figures[len(game.history)] = {"reason": decision.reason, **decision.figures}
        game.push(decision.action)
    return game, figures


def cut(game: Game, share: float) -> Game:
    """The game after a share of its actions, at our turn."""
    early = Game(game.board, game.players, game.seed)
    for n, event in enumerate(game.history):
        if n >= share * len(game.history) and early.to_move == 0 and early.phase.name in ("TURN", "FIRST_TICKETS"):
            break
        early.push(event.action)
    return early


def at_tunnel(game: Game) -> Game:
    """The game when we have to pay more for a tunnel, and can, as late as that happens."""
    early, found = Game(game.board, game.players, game.seed), None
    for event in game.history:
        early.push(event.action)
        if early.phase is Phase.TUNNEL and early.to_move == 0 and len(early.legal_actions()) > 1:
            found = early.copy()
    assert found, "no tunnel asks us for more: take another seed"
    return found


class Camera:
    def __init__(self, browser: Browser, server: Running) -> None:
        self.browser, self.server = browser, server

    def take(
        self, name: str, address: str, *ready: str, act: Callable[[Page], Any] = lambda page: None, **more: Any
    ) -> None:
        """A picture of a page once all of ``ready`` can be seen, after ``act``."""
        theme = more.get("color_scheme", "light")
        context = self.browser.new_context(
            base_url=self.server.url, viewport={"width": 1280, "height": 720}, reduced_motion="reduce", **more
        )
        context.request.get("/api/me")
        context.request.patch(
            "/api/me", data={"name": "Ann", "settings": {**SETTINGS, "theme": theme, "rulesMet": RULES}}
        )
        sit_down(context, self.server, address)
        page = context.new_page()
        page.goto(address)
        page.locator(ready[0]).first.wait_for()
        act(page)
        for selector in ready:
            page.locator(selector).first.wait_for(timeout=120_000)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=FOLDER / f"app-{name}.jpg", type="jpeg", quality=85)
        context.close()
        print(f"app-{name}.jpg")


def set_up(page: Page) -> None:
    for n, level in enumerate(("inspector", "fireman"), start=1):
        page.locator("#add-rival").click()
        page.locator(f"label:has(#level-{n}-{level})").click()


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        in_thread(ServerSettings(database=f"sqlite:///{Path(folder) / 'games.sqlite3'}", workers=1)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        camera = Camera(browser, server)
        camera.take("setup", "/", ".table-map img", act=set_up)
        for board, (opponents, seed) in GAMES.items():
            bots = [spec.format(round(0.5 / opponents, 3)) for spec in OPPONENTS[:opponents]]  # even games
            game, figures = played_by_bots(board, bots, seed)

            def at(share: float, board: str = board, game: Game = game, bots: Sequence[str] = bots) -> str:
                return prepared(server, cut(game, share), board, *bots)[0]

            camera.take(f"{board}-early", at(0), ".route", act=lambda page: page.locator(".choice").first.click())
            camera.take(f"{board}-middle", at(0.6), ".route", act=lambda page: page.locator(".ticket").first.hover())
            end = prepared(server, game, board, *bots, figures=figures)[0]
            camera.take(f"{board}-end", end, ".route", ".lead")
        played = {board: played_by_bots(board, OPPONENTS[1 : n + 1], seed)[0] for board, (n, seed) in SPECIAL.items()}
        tunnel = prepared(server, at_tunnel(played["europe"]), "europe", *OPPONENTS[1:])[0]
        camera.take("europe-tunnel", tunnel, ".route", ".tunnel-tray")
        middle = prepared(server, cut(played["germany"], 0.6), "germany", *OPPONENTS[1:])[0]
        camera.take("germany-middle", middle, ".route", ".passenger-table", color_scheme="dark")
        camera.take(
            "search", at(0.45), ".route", ".best-moves", act=lambda page: page.keyboard.press("s"), color_scheme="dark"
        )
        browser.close()


if __name__ == "__main__":
    main()
