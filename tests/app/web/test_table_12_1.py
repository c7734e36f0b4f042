"""Table 12.1 of the Warwick report, row by row, in a real browser.

| row | test |
|---|---|
| 1.1 | test_the_menu_shows_boards_opponents_and_what_is_wrong_with_a_board_file |
| 1.2, 8.1, 8.2, 8.3 | test_the_game_starts_from_the_menu_and_ends_with_the_result |
| 2.1, 2.2, 2.3, 2.4, 2.6, 2.7, 2.8, 5.4, 7.7 | test_routes_answer_to_pointing_choosing_and_paying |
| 2.9, 3.10, 4.15, 5.8 | test_nothing_answers_while_others_move |
| 3.1, 3.3, 3.4, 3.5, 3.6, 3.7, 6.3, 7.3, 7.4, 7.5, 7.6 | test_cards_are_drawn_in_all_ways |
| 3.2, 4.2 | test_cards_and_piles_answer_to_the_pointer |
| 4.1, 4.4, 4.5, 4.6, 4.7, 4.9, 4.10, 4.11, 4.12, 4.13, 4.14, 7.2 | test_tickets_are_offered_beside_the_map_and_chosen |
| 4.3 | test_no_tickets_left |
| 5.1, 5.6 | test_the_hand_and_the_tickets_light_the_map |
| 5.2, 5.3 | test_the_hand_answers_where_it_can_pay_and_nowhere_else |
| 6.1, 6.2, 7.1 | test_the_score_board_and_the_banner_follow_the_game |
| 9.1, 9.2, 9.3, 9.4, 9.5 | test_the_search_panel_shows_what_the_search_found |

Rows that don't apply: 2.5 (only payments that are possible are offered), 3.8 and 3.9 (cards are taken at once, nothing
stays selected), 4.8 (Appendix G: people want to click what they keep, so nothing is ticked at first), 5.5 and 5.7
(there is no wallet: all tickets lie open).
"""

from __future__ import annotations

import re
import sys
from typing import Any

from playwright.sync_api import expect

from footplate.actions import LOCOMOTIVE, ClaimRoute
from footplate.game import Game
from tests.support.app.games import first_turn, found
from tests.support.app.opponents import open_seat
from tests.support.app.person import FIGURES, claims_of, prepared, with_a_choice, with_figures

UP, DOWN = "0px -2px", "none"  # how far a card rises under the pointer


def test_the_list_above_names_every_row_and_only_tests_that_there_are():
    lines = [
        line.split("|")[1:3] for line in (__doc__ or "").splitlines() if line.startswith("| ") and "row" not in line
    ]
    rows = [row for listed, _ in lines for row in listed.replace(" ", "").split(",")]
    left_out = re.findall(r"\d\.\d", (__doc__ or "").partition("don't apply:")[2])
    parts = {1: 2, 2: 9, 3: 10, 4: 15, 5: 8, 6: 3, 7: 7, 8: 3, 9: 5}  # rows of each part of the table
    assert sorted(rows + left_out) == sorted(f"{part}.{n + 1}" for part, most in parts.items() for n in range(most))
    for _, test in lines:
        assert callable(getattr(sys.modules[__name__], test.strip()))


def test_the_menu_shows_boards_opponents_and_what_is_wrong_with_a_board_file(page, tmp_path):
    page.goto("/")
    expect(page.get_by_role("radiogroup", name="Boards").get_by_role("radio")).not_to_have_count(0)
    expect(page.locator("#board-usa")).to_have_attribute("aria-checked", "true")
    open_seat(page)
    expect(page.get_by_role("radio", name=re.compile("^Adaptive"))).to_be_checked()
    expect(page.locator(".aim-slider")).to_be_visible()
    page.locator("#other-board").click()
    (tmp_path / "broken.json").write_text('{"name": "broken"}')
    page.locator("input[type=file]").set_input_files(tmp_path / "broken.json")
    expect(page.locator(".problems")).to_contain_text("broken.json")
    assert page.locator(".problems li").count() > 0
    page.locator("#board-europe").click()
    expect(page.locator("#board-europe")).to_have_attribute("aria-checked", "true")
    expect(page.locator(".board-facts")).to_contain_text("Europe")
    page.locator("#seat-you").click()
    page.get_by_role("radio", name="Teal, taken by Adaptive").click(force=True)
    expect(page.locator(".you-view")).to_contain_text("Teal is taken by Adaptive.")


def test_the_game_starts_from_the_menu_and_ends_with_the_result(page, ann, server):
    page.goto("/")
    page.locator("#board-small").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".tray")).to_be_visible()
    game = found("small", lambda game: game.turns_left == 1 and game.to_move == 0)
    address, game_id = prepared(server, game, "small")
    page.goto(address)
    ann.play(ann.with_mouse)
    outcome = server.context.games.in_memory[game_id].saved.game.outcome()
    expect(page.locator(".result h1")).to_have_text(outcome.sentence(["You", "Bob"]).rstrip("."))
    totals = page.locator(".result td.total").all_inner_texts()
    assert sorted(totals) == sorted(f"{total:g}".replace("-", "−") for total in outcome.totals)
    page.get_by_role("link", name="Menu", exact=True).click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


def test_routes_answer_to_pointing_choosing_and_paying(page, ann, server):
    game = found("small", with_a_choice)
    page.goto(prepared(server, game, "small")[0])
    seen = ann.wait_for_turn()
    route = next(route for route, ways in claims_of(game).items() if ways > 1)
    assert route in [payable["number"] for payable in seen["payable"]]
    target, pop, band = page.locator(f".route[data-route='{route}']"), page.locator(".pop"), page.locator(".band.hover")
    expect(page.locator(".route")).to_have_count(len(game.board.routes))
    x, y = ann.point(route)
    page.mouse.move(x, y)
    expect(band).to_have_count(1)
    expect(pop).to_contain_text("point")  # cost and points
    page.mouse.click(x, y)
    expect(pop.locator(".pay").first).to_be_focused()
    ways = pop.locator(".pay")
    rising = page.locator(".hand .stack.chosen")
    first = rising.all_inner_texts()
    ways.nth(1).hover()  # another payment: other cards rise
    expect(rising).not_to_have_text(first)
    page.mouse.click(x, y)
    expect(pop).to_have_count(0)
    page.mouse.move(5, 5)
    page.mouse.click(*ann.point(route))
    page.keyboard.press("Escape")
    expect(pop).to_have_count(0)
    page.mouse.move(5, 5)
    cards, length = ann.hand_size(), game.board.routes[route].length
    ann.doing(lambda: ann.claim_with_mouse(route))
    expect(target).to_have_attribute("aria-label", re.compile("yours"))
    expect(target).to_have_attribute("aria-disabled", "true")
    assert ann.hand_size() == cards - length
    expect(page.locator(".you .left-words")).to_have_text(re.compile(f"^{game.trains[0] - length} train"))
    expect(page.locator(".log-lines li").first).to_contain_text(re.compile("You claimed .+ with .+"))
    page.mouse.move(*ann.point(route))
    expect(page.locator(".why")).to_contain_text("You own this route.")
    page.mouse.click(*ann.point(route))
    expect(pop).to_have_count(0)
    expect(band).to_have_count(0)


def test_a_double_click_claims_with_the_best_payment(page, ann, server):
    page.goto(prepared(server, found("small", with_a_choice), "small")[0])
    route = ann.wait_for_turn()["payable"][0]["number"]
    ann.doing(lambda: page.mouse.dblclick(*ann.point(route)))
    expect(page.locator(f".route[data-route='{route}']")).to_have_attribute("aria-label", re.compile("yours"))


def colours_face_up(game: Game) -> list[str]:
    return [card for card, n in game.market.items() if n and card != LOCOMOTIVE]


def with_both_kinds(game: Game) -> bool:
    return len(colours_face_up(game)) >= 2 and game.market.get(LOCOMOTIVE, 0) > 0


def place_of(page, card: str) -> Any:
    return page.locator(f".place[aria-label^='{card.capitalize()} ']").first


def test_cards_are_drawn_in_all_ways(page, ann, server):
    game = first_turn("usa", with_both_kinds)
    deck, log, banner = page.locator(".deck-pile"), page.locator(".log-lines li").first, page.locator(".banner")

    def start() -> int:
        page.goto("about:blank")
        page.goto(prepared(server, game, "usa")[0])
        ann.wait_for_turn()
        return ann.hand_size()

    cards = start()
    ann.doing(deck.click)
    expect(banner).to_contain_text("One more card")
    loco = place_of(page, LOCOMOTIVE)
    expect(loco).to_have_attribute("aria-disabled", "true")  # never as the second card
    loco.hover()
    expect(page.locator(".why")).to_contain_text("can't be the second card")
    loco.click(force=True)
    ann.doing(deck.click)
    assert ann.hand_size() == cards + 2
    expect(log).to_contain_text("You took 2 cards from the deck")
    expect(page.locator(".board-name small")).to_have_text(f"turn {game.turn + 2}")

    first, second = colours_face_up(game)[:2]
    for clicks, words in (
        ([deck, place_of(page, first)], f"took 2 cards: {first} face up, 1 from the deck"),
        ([place_of(page, first), deck], f"took 2 cards: {first} face up, 1 from the deck"),
        ([place_of(page, first), place_of(page, second)], f"{first} and {second} face up"),
    ):
        cards = start()
        for click in clicks:
            ann.doing(click.click)
        assert ann.hand_size() == cards + 2
        expect(log).to_contain_text(words)
        expect(banner).to_contain_text("Bob")

    cards = start()
    ann.doing(place_of(page, LOCOMOTIVE).click)
    assert ann.hand_size() == cards + 1
    expect(log).to_contain_text("took a locomotive")
    expect(banner).to_contain_text("Bob")


def test_nothing_answers_while_others_move(page, ann, server):
    game = first_turn("usa", lambda game: with_both_kinds(game) and bool(claims_of(game)))
    for _ in range(2):
        game.push("draw")
    page.goto(prepared(server, game, "usa")[0])
    expect(page.locator(".banner")).to_have_text("Bobis to move.")
    page.locator(".route").first.wait_for()
    before = ann.look()["seen"]
    for part in (page.locator(".deck-pile"), page.locator(".tickets-pile"), place_of(page, LOCOMOTIVE)):
        expect(part).to_have_attribute("aria-disabled", "true")
        part.hover(force=True)
        expect(part).to_have_css("translate", DOWN)
        expect(page.locator(".why")).to_contain_text("Not your turn: Bob is to move.")
        part.click(force=True)
    page.mouse.click(*ann.point(0))
    expect(page.locator(".pop")).to_have_count(0)
    expect(page.locator(".band.hover")).to_have_count(0)
    expect(page.locator(".player.moves")).to_contain_text("Bob")
    assert ann.look()["seen"] == before
    bob = page.locator(".player").nth(1)
    for card in game.hand_of(1):
        expect(bob).not_to_contain_text(card)


def test_cards_and_piles_answer_to_the_pointer(page, ann, server):
    page.goto(prepared(server, first_turn("usa"), "usa")[0])
    ann.wait_for_turn()
    for control in (page.locator(".place").first, page.locator(".deck-pile"), page.locator(".tickets-pile")):
        page.mouse.move(640, 26)
        expect(control).to_have_css("translate", DOWN)
        control.hover()
        expect(control).to_have_css("translate", UP)


def test_tickets_are_offered_beside_the_map_and_chosen(page, ann, server):
    game = first_turn("usa")
    choices, keep, tray = page.locator(".choice"), page.locator(".tray .btn"), page.locator(".tray")
    for kept in (1, 2, 3):
        page.goto("about:blank")
        page.goto(prepared(server, game, "usa")[0])
        ann.wait_for_turn()
        ann.doing(page.locator(".tickets-pile").click)
        held = page.locator(".tickets .ticket").count()
        expect(tray).to_be_visible()
        expect(choices).to_have_count(3)
        lower, upper = tray.bounding_box(), page.locator(".map").bounding_box()
        assert lower
        assert upper
        assert lower["y"] >= upper["y"] + upper["height"] - 1  # never over the map
        for part in (page.locator(".deck-pile"), page.locator(".place").first):
            expect(part).to_have_attribute("aria-disabled", "true")
        choices.first.hover()
        expect(choices.first).to_have_class(re.compile("lit"))
        expect(page.locator(".nameboard")).not_to_have_count(0)
        for n in range(3):  # nothing is ticked at first; a second click takes the tick away
            expect(choices.nth(n)).to_have_attribute("aria-checked", "false")
            choices.nth(n).click()
            expect(choices.nth(n)).to_have_attribute("aria-checked", "true")
            choices.nth(n).click()
            expect(choices.nth(n)).to_have_attribute("aria-checked", "false")
        expect(keep).to_have_attribute("aria-disabled", "true")
        keep.click(force=True)
        expect(tray).to_be_visible()  # not without any
        for n in range(kept):
            choices.nth(n).click()
        expect(keep).to_have_text(f"Keep {kept} ticket{'s' * (kept > 1)}")
        ann.doing(keep.click)
        expect(tray).to_be_hidden()
        expect(page.locator(".tickets .ticket")).to_have_count(held + kept)
        expect(page.locator(".log-lines li").first).to_contain_text(f"You drew tickets and kept {kept} of 3")


def test_no_tickets_left(page, ann, server):
    game = found("small", lambda game: game.tickets_left == 0 and game.to_move == 0 and game.phase.name == "TURN")
    page.goto(prepared(server, game, "small")[0])
    ann.wait_for_turn()
    pile = page.locator(".tickets-pile")
    expect(pile).to_have_class(re.compile("empty"))
    pile.hover()
    expect(page.locator(".why")).to_contain_text("No tickets left")


def test_the_hand_and_the_tickets_light_the_map(page, ann, server):
    game = first_turn("usa", lambda game: bool(claims_of(game)))
    page.goto(prepared(server, game, "usa")[0])
    ann.wait_for_turn()
    for card, n in game.hand_of(0).items():
        assert ann.cards(card) == n
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


def test_the_hand_answers_where_it_can_pay_and_nowhere_else(page, ann, server):
    game = first_turn("usa", lambda game: bool(claims_of(game)))
    page.goto(prepared(server, game, "usa")[0])
    ann.wait_for_turn()
    paying = {card for action in game.legal_actions() if isinstance(action, ClaimRoute) for card in action.cards}
    idle = next(card for card, n in game.hand_of(0).items() if card not in paying)
    lit, tip = page.locator(".band.lit"), page.locator(".why")
    useful = page.locator(f".stack[aria-label^='{min(paying).capitalize()}']")
    useful.hover()
    expect(lit).not_to_have_count(0)
    useful.click()
    expect(tip).to_contain_text("they are lit on the map")
    page.locator(f".stack[aria-label^='{idle.capitalize()[:4]}']").click()
    expect(lit).to_have_count(0)
    expect(tip).to_contain_text(f"No route that you could claim now takes {idle}.")
    before = ann.look()["seen"]
    ann.doing(page.locator(".deck-pile").click)
    ann.doing(page.locator(".deck-pile").click)
    assert ann.look()["seen"] != before
    useful.click()
    expect(tip).to_contain_text("Not your turn")


def test_the_score_board_and_the_banner_follow_the_game(page, ann, server):
    game = found("new_york", with_a_choice, players=3)
    address, game_id = prepared(server, game, "new_york")
    page.goto(address)
    ann.wait_for_turn()
    rows = page.locator(".player")

    def shown_is(game: Game) -> None:
        expect(rows).to_have_count(game.players)
        for seat in range(game.players):
            expect(rows.nth(seat).locator(".score")).to_have_text(str(game.route_points[seat]))
            expect(rows.nth(seat).locator(".pieces")).to_have_text(re.compile(f"^{game.trains[seat]} train"))
        expect(rows.nth(1).locator(".facts")).to_contain_text(f"cards {game.hand_sizes[1]}")
        expect(rows.nth(2).locator(".facts")).to_contain_text(f"tickets {game.ticket_counts[2]}")

    shown_is(game)
    expect(page.locator(".banner.turn")).to_contain_text("Your turnCyd kept 1 of 2 tickets.")
    route = next(iter(claims_of(game)))
    ann.doing(lambda: ann.claim_with_mouse(route))
    shown_is(server.context.games.in_memory[game_id].saved.game)
    expect(page.locator(".banner.wait")).to_have_text("Bobis to move.")


def test_the_search_panel_shows_what_the_search_found(page, ann, server):
    """With figures of our own. The panel lies beside the map, so that its button closes it, not a click elsewhere."""
    game = first_turn("small", lambda game: bool(claims_of(game)))
    claim = next(action for action in game.legal_actions() if isinstance(action, ClaimRoute))
    best = {**FIGURES["moves"][0], "route": claim.route}
    moves = [best, {**best, "visits": 300, "win": 0.4, "route": None}]
    with_figures(page, moves)
    page.goto(prepared(server, game, "small", "adaptive:win_rate=0.4")[0])
    ann.wait_for_turn()
    tool, panel = page.get_by_role("button", name="Search (S)"), page.locator(".search")
    idle = tool.evaluate("(tool) => getComputedStyle(tool).backgroundColor")
    tool.hover()
    expect(tool).not_to_have_css("background-color", idle)
    tool.click()
    expect(panel.locator(".odds")).to_have_text("You 61\u00a0%Adaptive 39\u00a0%")
    expect(panel.locator("h2").first).to_contain_text("± 2\u00a0%")
    rows = panel.locator(".best-moves li")
    expect(rows).to_have_text([re.compile("1Take red90061\u00a0%"), re.compile("2Take red30040\u00a0%")])
    expect(rows.nth(1).locator(".bar i")).to_have_attribute("style", re.compile("33"))
    expect(panel).to_contain_text("On average you end 3 points behind Adaptive.")
    expect(panel).to_contain_text("Adaptive aims at 60\u00a0% for you")
    expect(panel).to_contain_text("1,200 visits in 1.5 s")
    expect(page.locator(".marks .disc")).to_have_count(1)
    expect(page.locator(".banner")).to_contain_text("Best found: claim X.")
    tool.click()
    expect(panel).to_be_hidden()
    page.keyboard.press("s")
    expect(panel).to_be_visible()
