"""What the page tells at special moments: last round, latest claims, result, replays; names as on the map."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from footplate.actions import ClaimRoute
from tests.support.app.games import first_turn, found, greedy_game, played
from tests.support.app.person import FIGURES, prepared, with_figures

ROLLING = "() => document.getAnimations().filter((a) => a.effect.target.closest?.('.layer-trains')).length"


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


def test_screen_readers_hear_every_new_line_of_the_log(page, ann, server):
    """Three bots may have moved in one view. Of what happened before the page was opened, the last line is enough."""
    page.goto(prepared(server, first_turn("small"), "small")[0])
    ann.wait_for_turn()
    heard = page.evaluate(
        """async () => {
          const { Log } = await import("/js/game/log.js");
          const log = new Log({});
          const line = (words, seat) => ({ turn: 0, seat, words, points: 0, route: null });
          const players = [{ name: "You" }, { name: "Bob" }, { name: "Cy" }];
          const view = (...lines) => ({ log: lines, said: [], events: [], you: 0, players });
          const heard = () => [...log.spoken.children].map((one) => one.textContent);
          const first = [line("took red", 0), line("passed", 1)];
          return [[...first], [...first, line("took blue", 2), line("drew", 0)]].map((lines) => {
            log.update(view(...lines), new Set());
            return heard();
          });
        }"""
    )
    assert heard == [["Bob passed"], ["Cy took blue", "You drew"]]


def test_cities_are_written_as_on_the_map_everywhere(page, ann, server):
    """The board's file says Montreal; the map, tickets, the log and screen readers say Montréal."""
    game = first_turn("usa", lambda game: any("Montreal" in (ticket.a, ticket.b) for ticket in game.tickets_of(0)))
    page.goto(prepared(server, game, "usa")[0])
    ann.wait_for_turn()
    page.keyboard.press("c")
    page.keyboard.type("montreal")
    expect(page.locator(".finder li").first).to_contain_text("Montréal")
    everything = page.evaluate(
        "() => [...document.querySelectorAll('.app *')].map((one) => one.getAttribute('aria-label') ?? '')"
        ".join(' ') + document.body.innerText"
    )
    assert "Montréal" in everything
    assert "Montreal" not in everything
    expect(page.locator(".log-lines")).to_contain_text("Montréal")


def test_the_hatchings_are_drawn(page, ann, server):
    """A card is told apart by its hatching: without it, it looks different."""
    page.goto(prepared(server, first_turn("usa"), "usa")[0])
    ann.wait_for_turn()
    card = page.locator(".deck-pile .card")
    hatched = card.screenshot()
    page.add_style_tag(content="[fill^='url(#hatch'] { display: none; }")
    assert card.screenshot() != hatched


def test_the_result_tells_what_became_of_tickets_and_how_adaptive_did(page, server):
    game = greedy_game("new_york", 2, 1)
    moves = [n for n, event in enumerate(game.history) if event.seat == 1]
    thought = {"reason": "x", "target win rate": 0.5}
    figures = dict.fromkeys(moves, thought) | {moves[3]: {**thought, "best": "another"}}
    page.goto(prepared(server, game, "new_york", "adaptive:win_rate=0.5", figures=figures)[0])
    notes = page.locator(".notes")
    tickets = game.tickets_of(0)
    done = sum(game.connects(ticket, 0) for ticket in tickets)
    expect(notes).to_contain_text(f"You finished {done or 'none'} of {len(tickets)}.")
    expect(notes).to_contain_text(re.compile(r"on turn \d+|short at the end"))
    expect(notes.locator("h2").nth(1)).to_have_text("Adaptive")
    expect(notes).to_contain_text("Aimed at 50\u00a0% for you.")
    expect(notes).to_contain_text(f"It eased off in 1 of {len(moves)} decisions.")
    expect(notes).to_contain_text("The lead")


def test_the_search_says_by_what_it_ranks(page, ann, server):
    """Visits may rank a move above one with a higher chance."""
    first = {**FIGURES["moves"][0], "win": 0.58}
    with_figures(page, [first, {**first, "words": "Take blue", "visits": 300, "win": 0.61}])
    page.goto(prepared(server, first_turn("small"), "small")[0])
    ann.wait_for_turn()
    page.keyboard.press("s")
    expect(page.locator(".best-moves li")).to_have_text(["1Take red90058\u00a0%", "2Take blue30061\u00a0%"])
    expect(page.locator(".search-body")).to_contain_text("Ranked by visits")


def test_points_of_the_progress_game_are_rounded_and_add_up(page, ann, server):
    """Seven Cities: what claims earned less the decay is the total, on the sheet, in the sentence and in the replay."""
    game = greedy_game("t2r", 2, 3)
    address, game_id = prepared(server, game, "t2r")
    page.goto(address)
    rows = page.locator(".result tbody tr:not(.ticket-row)")
    expect(rows).to_have_count(2)
    shown = [[float(cell.replace("−", "-")) for cell in row.inner_text().split()[2:]] for row in rows.all()]
    assert shown == [[8, -2.68, 5.32], [3, -0.58, 2.42]]
    expect(page.locator(".result h1")).to_have_text("Bob wins by 2.90")
    expect(page.locator(".result header p")).to_contain_text("The decay: each of one's turns that has passed takes 9")
    expect(page.locator(".lead .end")).to_have_text(["Bob 5.32", "You 2.42"])
    page.goto(f"/#/replay/{game_id}/{len(game.history)}")
    expect(page.locator(".replay-seat .score")).to_have_text(["2.42", "5.32"])
    middle = found("t2r", lambda game: game.turn > 10 and game.to_move == 0 and game.rewards[0] > 2)
    page.goto(prepared(server, middle, "t2r")[0])
    ann.wait_for_turn()
    expect(page.locator(".player .score")).to_have_text([f"{reward:.2f}" for reward in middle.rewards])
    expect(page.locator(".ticket .worth").first).to_be_hidden()


def test_a_replay_lays_trains_as_live_play_does(visitor, looked_at, server):
    game = played("small")
    first = next(n for n, event in enumerate(game.history) if isinstance(event.action, ClaimRoute))
    _, game_id = prepared(server, game, "small")
    for motion in ("no-preference", "reduce"):
        page = looked_at(visitor(reduced_motion=motion))
        page.goto(f"/#/replay/{game_id}/{first}")
        page.locator(".route").first.wait_for()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".wagon")).not_to_have_count(0)
        rolling = page.evaluate(ROLLING)
        assert (rolling > 0) == (motion == "no-preference")
        page.keyboard.press("Home")
        page.keyboard.press("End")  # a leap shows the position at once
        assert page.evaluate(ROLLING) == 0
        expect(page.locator(".replay-words")).to_contain_text(game.outcome().sentence(["Ann", "Bob"]))


def test_the_opinion_on_a_position_of_a_replay_is_in_plain_words(page, server):
    game = played("small")
    _, game_id = prepared(server, game, "small")
    page.route("**/api/opinion", lambda asked: asked.fulfill(json=FIGURES))
    page.goto(f"/#/replay/{game_id}/8")
    page.get_by_role("button", name="2 s").click()
    opinion = page.locator(".replay-opinion")
    expect(opinion.locator(".best-moves li")).to_have_text("1Take red90061\u00a0%")
    expect(opinion).to_contain_text(
        re.compile("On average (Ann ends 3 points behind Bob|Bob ends 3 points behind Ann)")
    )
