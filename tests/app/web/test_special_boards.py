"""Decisions that only some boards have, in a real browser: each once, with the keyboard or the mouse."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from footplate.actions import Kind
from footplate.app.views.special import district_points, districts_view
from footplate.game import Game
from footplate.view import Phase
from tests.support.app.games import found, played
from tests.support.app.person import RULES, Person, prepared
from tests.support.app.server import Running

READ = {"rulesMet": [rule for rule in RULES if rule != "station"]}


# What banner, log and scores say while cards of a tunnel lie face down, other than before.
TELL_EARLY = """() => {
  window.toldEarly = [];
  const parts = [".log-lines", ".players", ".tickets"];
  const said = (part) => document.querySelector(part).textContent;
  const before = parts.map(said);
  new MutationObserver(() => {
    const isDown = document.querySelector(".tunnel-tray:not([hidden]) .turned-card:not(.matches, .no-match)");
    if (!isDown) return;
    parts.forEach((part, n) => said(part) === before[n] || toldEarly.push(`${part}: ${said(part)}`));
    if (!said(".banner").includes("Turning up 3 cards.")) toldEarly.push(said(".banner"));
  }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
}"""


def mine(phase: Phase, test: Callable[[Game], bool] = lambda game: True) -> Callable[[Game], bool]:
    return lambda game: game.phase is phase and game.to_move == 0 and test(game)


def go(page: Page, server: Running, game: Game, board: str, **settings: Any) -> None:
    known = {"tutorialDone": True, "theme": "light", **READ, **settings}
    page.context.request.patch("/api/me", data={"name": "Ann", "settings": known})
    page.goto(prepared(server, game, board)[0])
    page.locator(".route").first.wait_for(state="attached")


def test_a_tunnel_is_paid_or_left_with_the_keyboard(page, ann, server):
    game = found("europe", mine(Phase.TUNNEL, lambda game: len(game.legal_actions()) > 2))
    go(page, server, game, "europe")
    tray = page.locator(".tunnel-tray")
    expect(tray.locator(".turned-card")).to_have_count(len(game.turned_up))
    expect(tray.locator(".turned-card.matches")).to_have_count(game.due)
    expect(tray.locator(".pay").first).to_be_focused()
    expect(page.locator(".hand")).to_be_hidden()
    ann.doing(lambda: page.keyboard.press("Escape"))
    expect(tray).to_be_hidden()
    expect(page.locator(".log-lines li").first).to_contain_text("took the cards back")


def test_a_tunnels_cards_turn_one_after_the_other_and_are_read_aloud(visitor, looked_at, server):
    def digs(game: Game) -> list[Any]:
        return [action for action in game.legal_actions() if getattr(action, "route", None) in tunnels]

    tunnels = {n for n, route in enumerate(Game("europe", 2, 1).board.routes) if route.tunnel}
    game = found("europe", mine(Phase.TURN, lambda game: bool(digs(game))))
    page = looked_at(visitor(reduced_motion="no-preference"))
    go(page, server, game, "europe")
    page.evaluate(TELL_EARLY)
    page.mouse.click(*Person(page).point(digs(game)[0].route))
    page.locator(".pop .pay").first.click()
    tray = page.locator(".tunnel-tray")
    expect(tray).to_be_visible()
    expect(tray.locator(".turned-card.matches, .turned-card.no-match")).to_have_count(1)
    page.keyboard.press("x")  # any key turns the rest
    expect(page.locator(".app > [role=status]", has_text="Tunnel, ")).to_contain_text("Card 1 of 3: ")
    expect(page.locator(".log-lines li").first).to_contain_text("turned up")
    assert page.evaluate("() => toldEarly") == []


def test_a_station_stands_before_it_is_paid_and_is_told_of(page, ann, server):
    builds = mine(Phase.TURN, lambda game: game.turn > 20 and any(a.kind is Kind.STATION for a in game.legal_actions()))
    game = found("europe", builds)
    free = next(action.city for action in game.legal_actions() if action.kind is Kind.STATION)
    label = next(city.label for city in game.board.cities if city.name == free)
    go(page, server, game, "europe")
    expect(page.locator(".rule-slip")).to_contain_text("Stations")  # met for the first time
    page.get_by_role("button", name="Understood").click()
    expect(page.locator(".rule-slip")).to_be_hidden()
    houses = page.locator(".standing .house").count()
    page.keyboard.press("b")
    page.keyboard.type(label)
    page.keyboard.press("Enter")
    expect(page.locator(".station-pop")).to_contain_text(f"Station in {label}")
    expect(page.locator(".banner")).to_contain_text(f"{label} is picked.")
    expect(page.locator(".standing .house")).to_have_count(houses + 1)
    page.keyboard.press("Escape")
    expect(page.locator(".standing .house")).to_have_count(houses)
    page.locator(f".city[aria-label^='{label},']").click()
    ann.doing(lambda: page.keyboard.press("Enter"))
    expect(page.locator(".log-lines li").first).to_contain_text(f"built a station in {label}")
    expect(page.locator(f".city[aria-label^='{label}, your station']")).to_have_count(1)
    page.reload()
    page.locator(".route").first.wait_for(state="attached")
    expect(page.locator(".rule-slip")).to_be_hidden()  # read once is read


def test_tickets_of_two_decks_are_split_with_arrows(page, ann, server):
    go(page, server, Game("germany", 2, 1), "germany")
    tray = page.locator(".dock-tray.decks")
    expect(tray).to_contain_text("Draw 2 and 2")
    page.keyboard.press("ArrowRight")
    expect(tray).to_contain_text("Draw 1 and 3")
    tray.get_by_role("button", name="One short ticket more").click()
    tray.get_by_role("button", name="One long ticket less").click()
    expect(tray).to_contain_text("Draw 3 and 1")
    ann.doing(lambda: page.get_by_role("button", name="Draw 3 and 1: 3 short, 1 long").click())
    expect(page.locator(".tray .choice")).to_have_count(4)
    expect(page.locator(".tray .choice.is-long")).to_have_count(1)
    expect(page.locator(".tray .choice.is-long")).to_contain_text("Long")


def test_a_passenger_is_chosen_by_a_figure(page, ann, server):
    game = found("germany", mine(Phase.PASSENGER))
    go(page, server, game, "germany")
    expect(page.locator(".passenger-tray")).to_contain_text("Take a passenger in ")
    before = page.locator(".passenger-table").inner_text()
    ann.doing(lambda: page.keyboard.press("2"))
    assert page.locator(".passenger-table").inner_text() != before


def test_cards_of_any_kind_are_given_together(page, ann, server):
    game = found("nordic", mine(Phase.SUBSTITUTES, lambda game: game.due > 2))
    go(page, server, game, "nordic")
    tray = page.locator(".give-tray")
    expect(tray.get_by_role("button", name=f"Give {game.due} cards")).to_be_focused()
    cards = ann.hand_size()
    ann.doing(lambda: page.keyboard.press("Enter"))
    expect(tray).to_be_hidden()
    assert ann.hand_size() == cards - game.due


def test_both_tickets_of_a_race_are_swapped(page, ann, server):
    game = found("first_journey_usa", mine(Phase.TURN))
    go(page, server, game, "first_journey_usa")
    expect(page.locator(".player .score").first).to_contain_text(f"{game.tickets_done[0]} of 6")
    expect(page.locator(".race-rail")).to_have_count(2)
    ann.doing(lambda: page.get_by_role("button", name="Swap both tickets", exact=True).click())
    expect(page.locator(".log-lines li").first).to_contain_text("You")


def test_a_held_district_has_a_check_on_the_map_and_is_read_aloud(page, server):
    game = found("london", mine(Phase.TURN, lambda game: bool(district_points(game, 0))))
    held = [row for row in districts_view(game, 0, ["You", "Bob"]) if row["done"]]
    go(page, server, game, "london")
    expect(page.locator(".stamp")).to_have_count(5)
    expect(page.locator(".stamp.held .held-mark")).to_have_count(len(held))
    expect(page.locator(".district .value-stamp .status.done")).to_have_count(len(held))
    city = page.locator(f'.city[aria-label^="{held[0]["cities"][0]},"]')
    expect(city).to_have_attribute("aria-label", re.compile(rf", district {held[0]['points']} \(linked\), "))


def test_a_replay_has_houses_passengers_and_the_race_at_every_step(page, server):
    def replayed(board: str) -> Game:
        game = played(board, 2, 5)
        page.goto(f"/#/replay/{prepared(server, game, board)[1]}/{len(game.history)}")
        page.locator(".replay-seat").first.wait_for()
        page.locator(".route").first.wait_for(state="attached")
        return game

    game = replayed("europe")
    expect(page.locator(".standing .house")).to_have_count(sum(map(len, game.stations)))
    expect(page.locator(".replay-facts .reserve").first).to_have_attribute(
        "aria-label", re.compile(" of 3 stations left")
    )
    page.keyboard.press("Home")
    expect(page.locator(".standing .house")).to_have_count(0)
    game = replayed("germany")
    waiting = sum(sum(colours.values()) for colours in game.waiting.values())
    expect(page.locator(".standing .figure-body")).to_have_count(waiting)
    before = page.locator(".passenger-table").inner_text()
    page.keyboard.press("Home")
    expect(page.locator(".passenger-table")).not_to_have_text(before)
    expect(page.locator(".standing .figure-body")).to_have_count(60)
    game = replayed("first_journey_usa")
    expect(page.locator(".replay-seat .score").first).to_have_text(f"{game.tickets_done[0]} of 6")
    expect(page.locator(".replay-seat .stop.reached")).to_have_count(sum(game.tickets_done))


def test_a_race_ends_with_tickets_not_with_points(page, server):
    game = played("first_journey_usa", 2, 5)
    go(page, server, game, "first_journey_usa")
    expect(page.locator(".result thead")).to_contain_text("Coast to coast")
    expect(page.locator(".result thead")).to_contain_text("Of 6")
    expect(page.locator(".lead")).to_have_attribute("aria-label", re.compile("^Tickets over time"))
    expect(page.locator(".result")).to_contain_text(f"You finished {len(game.shown_tickets(0))} ticket")


def test_five_tickets_lie_inside_the_dock(visitor, looked_at, server):
    page = looked_at(visitor(width=1024, height=768))
    go(page, server, Game("switzerland", 2, 3), "switzerland")
    dock = box_of(page, ".tray")
    for n in range(5):
        choice = box_of(page, f".tray .choice >> nth={n}")
        assert dock["y"] <= choice["y"]
        assert choice["y"] + choice["height"] <= dock["y"] + dock["height"]
        assert dock["x"] <= choice["x"]
        assert choice["x"] + choice["width"] <= dock["x"] + dock["width"]


def test_a_pop_over_leaves_its_city_in_sight_on_a_phone(visitor, looked_at, server):
    builds = mine(Phase.TURN, lambda game: game.turn > 20 and any(a.kind is Kind.STATION for a in game.legal_actions()))
    page = looked_at(visitor(width=390, height=844))
    go(page, server, found("europe", builds), "europe", rulesMet=list(RULES))
    for city in ("Berlin", "Wien", "Palermo"):
        page.keyboard.press("b")
        page.keyboard.type(city)
        page.keyboard.press("Enter")
        pop, house = box_of(page, ".station-pop"), box_of(page, f".standing [data-city='{city}']")
        assert pop["y"] > house["y"] + house["height"] or pop["y"] + pop["height"] < house["y"]
        page.keyboard.press("Escape")


def box_of(page: Page, selector: str) -> Any:
    place = page.locator(selector).first
    place.wait_for()
    return place.bounding_box()


def test_two_cards_at_once_are_picked_one_after_the_other(page, ann, server):
    def has_choice(game: Game) -> bool:
        return len({card for card, n in game.market.items() if n and card != "locomotive"}) > 2

    board = "small:warwick+pairs"
    game = found(board, mine(Phase.TURN, has_choice))
    go(page, server, game, board)
    deck, cards = page.locator(".deck-pile"), ann.hand_size()
    locomotive = game.market.get("locomotive", 0)
    first = page.locator(".place:not([aria-disabled]):not([aria-label^=Locomotive])").first
    first.click()
    expect(page.locator(".place.picked")).to_have_count(1)
    expect(page.locator(".banner")).to_contain_text("Pick the second one.")
    expect(page.locator('.place[aria-label*="can\'t be drawn together"]')).to_have_count(locomotive)
    page.keyboard.press("Escape")
    expect(page.locator(".picked")).to_have_count(0)
    deck.click()
    expect(page.locator(".deck-pile.picked")).to_have_count(1)
    ann.doing(lambda: first.click())
    expect(page.locator(".picked")).to_have_count(0)
    assert ann.hand_size() == cards + 2
    expect(page.locator(".log-lines li").first).to_contain_text("1 from the deck")
