"""A table of people on their pages: phrases, time, signs, a phone's bar, its host, the end by agreement, music."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from footplate.app.database.models import StoredMove
from footplate.app.database.store import NewSeat
from footplate.app.database.times import Timing
from footplate.view import Phase
from tests.support.app.barriers import in_both_themes
from tests.support.app.games import first_turn, found
from tests.support.app.person import TOUCH, Person, prepared
from tests.support.app.seats import person

NAMES = ("Ann", "Bob", "Cyd")


def at_table(
    server: Any, visitor: Any, looked_at: Any, timing: Timing | None = None, players: int = 2, **how: Any
) -> list[Page]:
    """People on the small board, first tickets kept, the first of them to move; ``how`` is the first one's window."""
    contexts = [visitor(**(how if n == 0 else {})) for n in range(players)]
    ids = [context.request.get("/api/me").json()["id"] for context in contexts]
    game = first_turn("small", players=players)
    seats = [NewSeat(name=NAMES[n], livery=n + 1, player_id=id_) for n, id_ in enumerate(ids)]
    store = server.context.store
    table, _ = store.new_game("small", game.board.to_json(), game.seed, seats, host_id=ids[0], timing=timing)
    events = [event for event in game.history if event.action]
    moves = [StoredMove(number=n, seat=e.seat, action=e.action.text, elapsed=1.0) for n, e in enumerate(events)]
    store.add_moves(table, moves, None)
    pages = [looked_at(context) for context in contexts]
    for page in pages:
        page.clock.install()  # it goes on by itself, and can be put forward
        page.goto(f"/#/game/{table}")
        page.locator(".route").first.wait_for()
    return pages


def test_y_and_a_figure_say_a_phrase_which_stands_in_the_log(server, visitor, looked_at):
    ann, bob = at_table(server, visitor, looked_at)
    ann.keyboard.press("y")
    expect(ann.get_by_role("button", name="Hello")).to_be_focused()
    ann.keyboard.press("3")
    row = bob.locator(".player").first
    expect(row.locator(".bubble")).to_have_text("Well played")
    expect(bob.locator(".players [role=status]")).to_have_text("Ann: Well played")
    expect(bob.locator(".log-lines .said")).to_have_text(re.compile("Ann says “Well played”"))
    ann.keyboard.press("4")  # too soon
    expect(ann.locator(".banner")).to_contain_text("One phrase in five seconds")
    row.get_by_role("button", name="Mute Ann").focus()
    bob.keyboard.press("Enter")
    expect(bob.locator(".log-lines .said")).to_have_count(0)
    ann.keyboard.press("Escape")
    expect(ann.locator(".talk")).to_be_hidden()
    expect(ann.locator(".log-lines li").first).to_be_focused()


def test_an_offer_to_end_stands_beside_the_map_and_enter_agrees_only_when_it_has_the_focus(server, visitor, looked_at):
    ann, bob = at_table(server, visitor, looked_at)
    bob.get_by_role("button", name="Offer to end").click()
    expect(ann.locator(".side > .notice")).to_contain_text("Bob offers to end")
    ann.locator("main.map").focus()
    ann.keyboard.press("Enter")
    expect(ann.locator(".notice")).to_be_visible()
    ann.get_by_role("button", name="Agree").focus()
    ann.keyboard.press("Enter")
    for page in (ann, bob):
        expect(page.locator(".result")).to_contain_text("all agreed to end it early")
    bob.get_by_role("link", name="Replay").click()
    bob.locator(".replay-controls").wait_for()
    bob.keyboard.press("End")
    expect(bob.locator(".replay-words")).to_contain_text(re.compile("win|draw"))


def test_half_a_minute_is_said_once(server, visitor, looked_at):
    ann, bob = at_table(server, visitor, looked_at, Timing("turn", 300))
    for page in (ann, bob):
        page.clock.fast_forward(275_000)
    row = ann.locator(".player").first
    expect(row.locator(".bubble")).to_have_text("30 seconds")
    expect(ann.locator(".players [role=status]")).to_have_text("30 seconds left")
    expect(bob.locator(".player").first.locator(".bubble")).to_have_text("30 seconds")
    expect(bob.locator(".players [role=status]")).to_be_empty()  # others only see it
    expect(row.locator(".clock")).to_have_text(re.compile(r"^[12]\d\.\d$"))
    bob.keyboard.press("y")
    bob.keyboard.press("1")  # everybody gets a new view
    expect(ann.locator(".players [role=status]")).to_have_text("Bob: Hello")
    expect(ann.locator(".log-lines .said")).to_have_count(1)
    expect(ann.locator(".players [role=status]")).to_have_text("Bob: Hello")


def test_who_is_away_is_told_with_the_time_and_who_plays_for_them(server, visitor, looked_at):
    ann, _, cyd = at_table(server, visitor, looked_at, Timing(away=600), players=3)
    cyd.close()
    row = ann.locator(".player").nth(2)
    expect(row.locator(".away")).to_have_text(re.compile(r"^away since \d\d:\d\d, bot in (10:00|9:\d\d)$"))
    expect(row.locator(".facts")).to_be_hidden()
    game = ann.url.rpartition("/")[2]
    ann.request.put(f"/api/games/{game}/timing", data={"kind": "none", "away": 10})
    expect(row.locator(".away")).to_have_text("Fireman plays since turn 1; Cyd can return")
    again = cyd.context.new_page()
    again.goto(f"/#/game/{game}")
    expect(row.locator(".away")).to_be_hidden()


SILENT = """() => {
  window.notes = [];
  window.asked = 0;
  window.Notification = class {
    static permission = "default";
    static requestPermission() { window.asked += 1; this.permission = "granted"; return Promise.resolve("granted"); }
    constructor(title, options) { window.notes.push([title, options.body]); }
    close() {}
  };
}"""


def test_signs_stand_behind_the_bell_and_a_notification_tells_the_table_alone(server, visitor, looked_at):
    ann, bob = at_table(server, visitor, looked_at)
    bob.evaluate(SILENT)
    bob.get_by_role("button", name="Your turn: tell me").click()
    in_both_themes(bob, "signs")
    assert bob.evaluate("() => window.asked") == 0
    bob.get_by_label("Browser notification").check()
    bob.wait_for_function("() => window.asked === 1")
    bob.keyboard.press("Escape")
    expect(bob.locator(".signs")).to_be_hidden()
    expect(bob.get_by_role("button", name="Your turn: tell me")).to_be_focused()
    bob.evaluate("() => Object.defineProperty(document, 'hidden', { value: true })")
    expect(bob).to_have_title("Ann moves: Footplate")
    Person(ann).doing(ann.locator(".deck-pile").click)
    Person(ann).doing(ann.locator(".deck-pile").click)
    expect(bob).to_have_title("● Your turn: Footplate")
    assert bob.evaluate("() => window.notes") == [["Your turn", "Eight Cities"]]
    expect(bob.locator("link[rel=icon]")).to_have_attribute("href", "icon-turn.svg")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (640, 360)])
def test_a_sheet_of_a_phone_leaves_the_map_in_sight(server, visitor, looked_at, width, height):
    ann, bob = at_table(server, visitor, looked_at, Timing("clock", 600), width=width, height=height, **TOUCH)
    bar, side = ann.locator(".bar"), ann.locator(".side")
    expect(bar.get_by_role("button", name="Cards")).to_have_attribute("aria-pressed", "true")
    expect(ann.locator(".own-clock")).to_have_text(re.compile(r"^(10:00|9:5\d)$"))
    expect(ann.locator(".total")).to_contain_text("= routes 0 + done 0 − open")
    seen = map_height = 0
    for part, what in (
        ("Tickets", ".ticket"),
        ("Log", ".log-lines"),
        ("Table", ".phrases"),
        ("Signs", ".signs .check-row"),
    ):
        bar.get_by_role("button", name=part).tap()
        expect(ann.locator(what).first).to_be_visible()
        sheet = (ann.locator(".signs") if part == "Signs" else side).bounding_box()
        place = ann.locator("main.map").bounding_box()
        seen, map_height = seen + 1, place["height"]
        if height > width:
            assert height - sheet["y"] <= 0.6 * height + 1
            assert sheet["y"] - place["y"] > 90, part
        else:
            assert sheet["x"] >= place["x"] + place["width"] - 16, part
    assert (seen, map_height > 150) == (4, True)
    bar.get_by_role("button", name="Table").tap()
    bob.get_by_role("button", name="Offer to end").click()
    expect(side.locator(".notice")).to_contain_text("Bob offers to end")
    ann.get_by_role("button", name="Good luck").tap()
    expect(bob.locator(".player").first.locator(".bubble")).to_have_text("Good luck")
    ann.get_by_role("button", name="Back to the cards").tap()
    expect(side).to_be_hidden()
    expect(ann.locator(".notice")).to_be_visible()  # over the map
    expect(ann.locator(".hand")).to_be_visible()


def test_whoever_takes_back_is_told_that_the_game_is_not_rated(page, ann, server):
    page.goto(prepared(server, first_turn("small"), "small", "greedy")[0])
    ann.wait_for_turn()
    ann.doing(page.locator(".deck-pile").click)
    expect(page.locator(".undo")).to_have_text("Take back (then not rated)")
    page.locator(".undo").click()
    expect(page.locator(".banner")).to_have_text("Taken back. This game is not rated.")


def test_the_banner_tells_what_was_done_last(server, visitor, looked_at):
    ann, bob, cyd = at_table(server, visitor, looked_at, players=3)
    Person(ann).doing(ann.locator(".deck-pile").click)
    Person(ann).doing(ann.locator(".deck-pile").click)
    expect(bob.locator(".banner.turn")).to_contain_text("Ann took 2 cards from the deck.")
    expect(cyd.locator(".banner.wait")).to_contain_text("is to move. Ann took 2 cards from the deck.")


@pytest.mark.parametrize(
    ("board", "part"), [("europe", "stations 12"), ("london", "districts 0"), ("germany", "passengers")]
)
def test_the_total_has_the_parts_that_a_board_adds(page, ann, server, board, part):
    game = found(board, lambda game: game.phase is Phase.TURN and game.to_move == 0)
    page.goto(prepared(server, game, board, "greedy")[0])
    ann.wait_for_turn()
    expect(page.locator(".total")).to_contain_text(part)


# ---------------------------------------------------------------- the host


def hosted(context: Any, *names: str) -> str:
    seats = [person(n + 1, name) for n, name in enumerate(names)]
    return str(context.request.post("/api/games", data={"board": "new_york", "seats": seats}).json()["id"])


def test_a_seat_shares_the_hosts_device_behind_a_curtain_and_can_be_given_back(context, page):
    game = hosted(context, "Ann", "Bob", "Cyd")
    page.goto(f"/#/host/{game}")
    page.locator("#share-seat").select_option(label="Cyd")
    expect(page.locator("#share-name")).to_have_value("Cyd")
    page.locator("#share-name").fill("Cleo")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("Cleo shares this device.")).to_be_visible()
    in_both_themes(page, "a shared device")
    assert [seat["you"] for seat in context.request.get(f"/api/games/{game}").json()["seats"]] == [True, False, True]
    page.get_by_role("button", name="Try the curtain").click()
    expect(page.get_by_role("heading", name="Cleo is to move")).to_be_visible()
    in_both_themes(page, "the curtain")
    page.get_by_role("button", name="I am Cleo").click()
    expect(page.get_by_role("button", name="Try the curtain")).to_be_focused()
    page.get_by_role("button", name="A link for Cleo instead").click()
    expect(page.locator("#share-seat option")).to_have_count(2)
    assert [seat["free"] for seat in context.request.get(f"/api/games/{game}").json()["seats"]] == [False, True, True]


def test_a_host_closes_tables(visitor, looked_at, server):
    ann, bob = visitor(), visitor()
    page = looked_at(ann)
    waiting = looked_at(bob)
    made = ann.request.post(
        "/api/games", data={"board": "new_york", "seats": [person(1, "Ann"), person(2, "Bob")]}
    ).json()
    assert bob.request.post(f"/api/games/{made['id']}/seat", data={"token": made["links"][1]}).ok
    waiting.goto(f"/#/game/{made['id']}")
    waiting.locator(".route").first.wait_for()
    page.goto(f"/#/host/{made['id']}")
    page.get_by_role("button", name="Close the table").click()
    expect(page.get_by_text("nothing stays of it")).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.get_by_role("heading", name="No table is open")).to_be_visible()
    expect(waiting.get_by_text("The host has closed this table")).to_be_visible()

    playing, other = at_table(server, visitor, looked_at)
    game = playing.url.rpartition("/")[2]
    playing.goto(f"/#/host/{game}")
    close = playing.get_by_role("button", name="Close the table")
    close.click()
    expect(playing.get_by_text("Bob must agree: this offers it.")).to_be_visible()
    playing.get_by_role("button", name="Close", exact=True).click()
    expect(playing.get_by_text("The others are asked")).to_be_visible()
    expect(other.locator(".notice")).to_contain_text("Ann offers to end")
    other.get_by_role("button", name="Agree").click()
    expect(other.locator(".result")).to_contain_text("all agreed to end it early")
    expect(
        playing.get_by_role("heading", name="No table is open", exact=False).or_(
            playing.get_by_role("heading", name="This table is not yours, or it is over")
        )
    ).to_be_visible()


def test_a_phone_shows_one_seats_code_and_the_next_by_a_swipe(visitor, looked_at):
    context = visitor(390, 844, **TOUCH)
    page = looked_at(context)
    game = hosted(context, "Ann", "Bob", "Cyd")
    page.goto(f"/#/host/{game}")
    page.get_by_role("button", name="New link for Bob").tap()
    code = page.get_by_role("img", name="Link for Bob, as a code")
    expect(code).to_be_in_viewport()
    assert code.bounding_box()["width"] > 280
    cards = page.locator(".host-seats")
    assert cards.evaluate("(list) => list.scrollWidth > 3 * list.clientWidth")
    in_both_themes(page, "the host's page on a phone")


# ---------------------------------------------------------------- music

LISTEN = """async ({ music, volume }) => {
  const { settings } = await import("/js/settings.js");
  Object.assign(settings, { music, volume });
  let made = 0;
  const audio = new OfflineAudioContext(1, 44100 * 8, 44100);
  audio.resume = async () => {};
  audio.close = async () => {};
  window.AudioContext = function () { made += 1; return audio; };
  const { Music } = await import(`/js/game/music.js?${Math.random()}`);
  const player = new Music(() => 0.3);
  player.settle();
  if (!made) return { made };
  for (let bar = 0; bar < 1; bar += 1) player.play(audio);
  const samples = (await audio.startRendering()).getChannelData(0);
  player.end();
  return { made, loudest: samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) };
}"""


def test_music_is_quiet_and_off_until_it_is_turned_on(page):
    page.goto("/#/settings")
    expect(page.get_by_label("Music")).not_to_be_checked()
    assert page.evaluate(LISTEN, {"music": False, "volume": 1}) == {"made": 0}
    assert page.evaluate(LISTEN, {"music": True, "volume": 0}) == {"made": 0}
    loud = page.evaluate(LISTEN, {"music": True, "volume": 1})
    assert 0.02 < loud["loudest"] < 0.25  # sounds reach 0.5
    assert page.evaluate(LISTEN, {"music": True, "volume": 0.5})["loudest"] == pytest.approx(
        loud["loudest"] / 2, rel=0.1
    )


def test_music_begins_and_ends_with_a_game(page, ann, server):
    page.add_init_script("""
      window.open = 0;
      const Real = window.AudioContext;
      window.AudioContext = class extends Real {
        constructor() { super(); window.open += 1; }
        close() { window.open -= 1; return super.close(); }
      };""")
    page.goto(prepared(server, first_turn("small"), "small", "greedy")[0])
    ann.wait_for_turn()
    assert page.evaluate("() => window.open") == 0
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Music: off").click()
    expect(page.get_by_role("button", name="Music: on")).to_be_visible()
    assert page.evaluate("() => window.open") == 1
    page.get_by_role("link", name="Leave to the menu").click()
    page.get_by_role("button", name="Start the game").wait_for()
    assert page.evaluate("() => window.open") == 0
