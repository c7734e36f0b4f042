"""Several people, watchers, a lost connection and wrong addresses, in a real browser."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from playwright.sync_api import Browser, Page, expect
from sqlalchemy.orm import Session

from footplate.app.database.models import StoredSeat
from footplate.app.database.new_games import NewSeat
from footplate.boards import load_board
from tests.support.app.barriers import in_both_themes
from tests.support.app.games import first_turn, found, played
from tests.support.app.opponents import take_bot, take_person
from tests.support.app.person import PATIENCE, Person, prepared
from tests.support.app.seats import person as seated
from tests.support.app.server import Running


def test_a_lost_connection_says_so_and_comes_back_by_itself(page, ann, server):
    sockets: list[Any] = []
    away = [False]

    def between(socket: Any) -> None:
        if away[0]:
            socket.close(code=1011)
            return
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket(re.compile("/live$"), between)
    page.goto(prepared(server, first_turn("small"), "small")[0])
    ann.wait_for_turn()
    before = ann.look()["seen"]
    away[0] = True
    sockets[-1].close(code=1011)
    expect(page.locator(".banner.lost")).to_have_text("Connection lost. Your game is safe; trying again.")
    page.locator(".deck-pile").click()  # nobody hears it
    away[0] = False
    page.wait_for_function("() => !document.querySelector('.app.lost')")
    expect(page.locator(".banner.turn")).to_be_visible()
    assert ann.wait_for_turn()["seen"] == before
    ann.doing(page.locator(".deck-pile").click)
    ann.doing(page.locator(".deck-pile").click)
    assert len(sockets) == 2


def test_a_watcher_reads_who_is_to_move_and_can_do_nothing(page, server):
    game = first_turn("small")
    page.goto(prepared(server, game, "small", mine=False)[0])
    expect(page.locator(".banner.wait")).to_have_text("Annis to move. Bob kept 2 of 2 tickets.")
    expect(page.locator(".player.moves")).to_contain_text("to move")
    expect(page.locator(".hand")).to_be_hidden()
    expect(page.get_by_role("button", name="Search (S)")).to_be_hidden()
    expect(page.locator(".deck-pile")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("s")
    expect(page.locator(".search")).to_be_hidden()


def test_a_bot_thinks(page, server, monkeypatch):
    async def for_ever(*job: Any, **more: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(server.context.thinking, "think", for_ever)
    game = first_turn("small")
    game.push("draw")
    game.push("draw")
    page.goto(prepared(server, game, "small", "driver")[0])
    expect(page.locator(".banner.wait")).to_have_text("Driveris thinking.")
    expect(page.locator(".player").nth(1)).to_contain_text("thinking")
    page.locator(".deck-pile").hover(force=True)
    expect(page.locator(".why")).to_have_text("Not your turn: Driver is thinking.")


def test_a_bot_whose_code_is_being_compiled_does_not_think(page, server, monkeypatch):
    async def for_ever(spec: str) -> None:
        await asyncio.Event().wait()

    backlog = server.context.preparation.backlog
    monkeypatch.setattr(backlog, "lacks", lambda spec: spec == "net-ismcts:small")
    monkeypatch.setattr(backlog, "wait_for", for_ever)
    game = first_turn("small")
    game.push("draw")
    game.push("draw")
    page.goto(prepared(server, game, "small", "net-ismcts:small")[0])
    words = "gets ready: its code is being compiled (once, about a minute)."
    expect(page.locator(".banner.wait")).to_have_text(f"Net-ismcts{words}")
    expect(page.locator(".player").nth(1)).to_contain_text("getting ready")


def test_two_people_at_one_screen_see_no_hand_but_their_own(page, ann):
    """The curtain of the hot seat."""
    page.goto("/")
    page.locator("#board-small").click()
    take_person(page, "hot")
    page.locator("#name-0").fill("Bob")
    expect(page.locator(".table-panel")).to_contain_text("you can't only watch")
    page.get_by_role("button", name="Start the game").click()
    ann.wait_for_turn()
    page.locator(".choice").first.click()
    page.locator(".tray .btn").click()
    expect(page.locator(".curtain")).to_contain_text("Bob is to move")
    expect(page.locator(".hand")).to_have_count(0)
    page.get_by_role("button", name="I am Bob").click()
    assert ann.wait_for_turn()["mine"]


def test_a_hand_is_covered_as_soon_as_the_turn_is_over(page, ann, context, server, monkeypatch):
    """Also while a bot thinks before the next person at this screen."""

    async def for_ever(*job: Any, **more: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(server.context.thinking, "think", for_ever)
    seats = [seated(1, "Ann"), {"kind": "bot", "spec": "greedy", "livery": 2}, {**seated(3, "Bob"), "here": True}]
    made = context.request.post("/api/games", data={"board": "new_york", "seats": seats}).json()
    page.goto(f"/#/game/{made['id']}")
    ann.wait_for_turn()
    page.locator(".choice").first.click()
    page.locator(".tray .btn").click()
    expect(page.locator(".curtain")).to_contain_text("Bob is to move")  # people choose first tickets before bots
    expect(page.locator(".hand, .ticket, .counts")).to_have_count(0)
    page.get_by_role("button", name="I am Bob").click()
    ann.wait_for_turn()
    page.locator(".choice").first.click()
    page.locator(".tray .btn").click()
    expect(page.locator(".banner.wait")).to_contain_text("is thinking")
    expect(page.locator(".hand")).to_be_visible()  # it is Bob's, and he is there


def test_whoever_watches_is_told_so(visitor, looked_at, server):
    page = looked_at(visitor())
    page.goto(prepared(server, first_turn("small"), "small", mine=False)[0])
    expect(page.locator(".watching p")).to_have_text(
        "You only watch. Hands and tickets of the players are hidden from you."
    )
    expect(page.locator(".watching")).to_be_in_viewport(ratio=1)
    page.locator(".deck-pile").hover(force=True)
    expect(page.locator(".why")).to_have_text("You only watch this game.")


def invite(page: Page, name: str = "") -> str:
    """Set up a game with somebody else on the small board, as the page does; the link."""
    page.goto("/")
    page.locator("#board-small").click()
    take_person(page, "link")
    page.locator("#name-0").fill(name)
    page.get_by_role("button", name="Start the game").click()
    link = page.locator(".link-list input").input_value()
    page.get_by_role("link", name="Go to the table").click()
    page.locator(".app").wait_for()
    return link


def guest(chromium: Browser, server: Running) -> Page:
    """Somebody who has never been here."""
    context = chromium.new_context(
        base_url=server.url, reduced_motion="reduce", viewport={"width": 1280, "height": 720}
    )
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def together(visitor: Any, looked_at: Any, *names: str) -> tuple[list[Page], list[Person], str]:
    """People at one table on the small board, all of them there; pages, persons and the game."""
    contexts = [visitor() for _ in names]
    seats = [seated(n + 1, name) for n, name in enumerate(names)]
    made = contexts[0].request.post("/api/games", data={"board": "new_york", "seats": seats}).json()
    for context, link in zip(contexts[1:], made["links"][1:], strict=True):
        assert context.request.post(f"/api/games/{made['id']}/seat", data={"token": link}).ok
    pages = [looked_at(context) for context in contexts]
    for page in pages:
        page.goto(f"/#/game/{made['id']}")
        page.locator(".route").first.wait_for()
    return pages, [Person(page) for page in pages], made["id"]


def test_a_link_asks_for_a_name_is_good_once_and_leaves_the_address(page, ann, chromium, server):
    link = invite(page, "Bob")
    game, token = link.split("/")[-2:]
    ann.wait_for_turn()
    expect(page.locator(".player").nth(1)).to_contain_text("not here yet")
    other, third = guest(chromium, server), guest(chromium, server)
    for somebody in (other, third):
        somebody.goto(link)
        expect(somebody.get_by_label("Your name")).to_have_value("Bob")
        assert token not in somebody.url
        assert somebody.url.endswith(f"#/game/{game}")
    other.reload()  # nothing is lost by that
    expect(other.get_by_text("with Ann.")).to_be_visible()
    other.get_by_label("Your name").fill("Robert")
    other.get_by_role("button", name="Sit down").click()
    expect(page.locator(".player").nth(1)).to_contain_text("Robert")
    expect(page.locator(".player").nth(1)).not_to_contain_text("away")
    third.get_by_role("button", name="Sit down").click()  # too late
    expect(third.get_by_role("alert")).to_contain_text("has been used")
    third.goto("about:blank")
    third.goto(link)
    expect(third.get_by_role("heading", name="This link has been used")).to_be_visible()
    third.get_by_role("button", name="Watch").click()
    expect(third.locator(".app[data-mode=watch]")).to_be_visible()
    ann.keep_all()
    expect(other.locator(".tray")).to_be_visible()
    assert other.request.get("/api/me").json()["name"] == "Robert"
    other.evaluate("localStorage.clear(); sessionStorage.clear()")  # one's own game stays one's own
    other.goto("about:blank")
    for address in (f"/#/game/{game}", link):
        other.goto(address)
        expect(other.locator(".tray")).to_be_visible()
        other.goto("about:blank")
    for somebody in (other, third):
        somebody.context.close()


def test_seats_that_an_earlier_version_kept_in_the_browser_are_taken_over(page, ann, server, context):
    """Two at one screen, of whom nobody has sat down yet: their links are in the browser's storage alone."""
    seats = [NewSeat(name=name, livery=n + 1) for n, name in enumerate(("Ann", "Bob"))]
    game, links = server.context.store.new_game("small", load_board("small").to_json(), 1, seats)
    held = {game: {"mine": [{"seat": n, "token": link} for n, link in enumerate(links)], "links": []}}
    page.goto("/#/help")
    page.evaluate("held => localStorage.setItem('footplate-seats', JSON.stringify(held))", held)
    page.goto(f"/#/game/{game}")
    assert ann.wait_for_turn()["mine"]
    (listed,) = context.request.get("/api/games").json()
    assert [seat["you"] for seat in listed["seats"]] == [True, True]
    assert page.evaluate("localStorage.getItem('footplate-seats')") == "{}"


def test_a_page_that_is_on_its_way_does_not_come_twice(page, ann, context):
    """As when the address changes while everything is loaded: it is read, and then the browser says that it is new."""
    seats = [seated(1, "Ann"), {"kind": "bot", "spec": "greedy", "livery": 2}]
    made = context.request.post("/api/games", data={"board": "small", "seats": seats}).json()
    page.goto("/#/help")
    page.locator(".help-text").wait_for()
    sockets: list[object] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    page.evaluate(
        "address => { location.hash = address; dispatchEvent(new Event('hashchange')); }", f"#/game/{made['id']}"
    )
    ann.wait_for_turn()
    assert len(sockets) == 1


def test_another_device_joins_by_a_link_from_the_menu(page, ann, chromium, server, context):
    seats = [seated(1, "Ann"), {"kind": "bot", "spec": "greedy", "livery": 2}]
    made = context.request.post("/api/games", data={"board": "small", "seats": seats}).json()
    page.goto(f"/#/game/{made['id']}")
    ann.wait_for_turn()
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("Play on another device").click()
    page.get_by_role("button", name="New link").click()
    link = page.get_by_label("Link for Your seat").input_value()
    phone = guest(chromium, server)
    phone.goto(link)
    expect(phone.get_by_role("heading", name="Play on as Ann")).to_be_visible()
    phone.get_by_role("button", name="Play here").click()
    Person(phone).keep_all()
    expect(page.locator(".tray")).to_be_hidden()
    phone.context.close()


def test_links_are_copied_where_browsers_have_no_clipboard(page):
    """As on plain http in a network: there navigator.clipboard is undefined."""
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.add_init_script("addEventListener('copy', () => { window.copied = String(getSelection()); })")
    page.goto("/")
    page.locator("#board-small").click()
    take_person(page, "link")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.copied") == page.locator(".link-list input").input_value()


def test_play_again_takes_everybody_along(visitor, looked_at, server):
    address, game = prepared(server, played("small"), "small")
    ann, bob = looked_at(visitor()), looked_at(visitor())
    with Session(server.context.store.engine) as session, session.begin():
        session.get(StoredSeat, (game, 1)).player_id = bob.context.request.get("/api/me").json()["id"]
    for page in (ann, bob):
        page.goto(address if page is ann else f"{server.url}{address}")
        expect(page.locator(".result")).to_be_visible()
    ann.get_by_role("button", name="Play again").click()
    expect(ann.locator(".tray")).to_be_visible()
    assert game not in ann.url
    bob.get_by_role("button", name="Go to the next game").click()
    expect(bob).to_have_url(ann.url)
    expect(bob.locator(".player").nth(1)).to_contain_text("You")
    expect(ann.locator(".player").nth(1)).not_to_contain_text("away")


def test_who_leaves_is_named_and_a_bot_plays_on(visitor, looked_at):
    (ann, bob, cyd), _, _ = together(visitor, looked_at, "Ann", "Bob", "Cyd")
    bob.get_by_role("button", name="Menu").click()
    bob.get_by_role("button", name="Give up my seat").click()
    bob.get_by_role("button", name="Give up", exact=True).click()
    expect(bob.get_by_role("button", name="Start the game")).to_be_visible()
    for page in (ann, cyd):
        expect(page.locator(".notice")).to_contain_text("Fireman for Bob plays on. The game is not rated.")
        expect(page.locator(".player").nth(1)).to_contain_text("Fireman for Bob")
    ann.get_by_role("button", name="Put this aside").click()
    expect(ann.locator(".notice")).to_be_hidden()


def test_people_say_something_and_agree_to_end(visitor, looked_at):
    (ann, bob), people, _ = together(visitor, looked_at, "Ann", "Bob")
    people[0].keep_all()
    expect(ann.locator(".banner.wait")).to_contain_text("You have chosen. Bob has still to choose.")
    expect(bob.locator(".player").first).to_contain_text("has chosen")
    people[1].keep_all()
    expect(bob.locator(".banner.wait")).to_be_visible()
    expect(ann.locator(".total")).to_contain_text("= routes 0 + done 0")
    assert ann.locator(".own-city").count() > 1
    ann.keyboard.press("y")
    ann.get_by_role("button", name="Well played").click()
    expect(bob.locator(".player").first.locator(".bubble")).to_have_text("Well played")
    bob.locator(".player").first.get_by_role("button", name="Mute Ann").focus()
    bob.keyboard.press("Enter")
    expect(bob.locator(".player").first.locator(".bubble")).to_be_hidden()
    in_both_themes(ann, "phrases")
    ann.get_by_role("button", name="Resign").click()
    ann.get_by_role("button", name="Keep playing").click()
    ann.get_by_role("button", name="Offer to end").click()
    expect(ann.locator(".notice")).to_contain_text(
        "You offer to end. Scores stand as they are, nobody is rated. 1 of 2 agree."
    )
    in_both_themes(bob, "an offer to end")
    bob.get_by_role("button", name="Agree").click()
    for page in (ann, bob):
        expect(page.locator(".result")).to_contain_text("all agreed to end it early")


def test_what_is_set_up_among_people(page):
    page.goto("/")
    page.locator("#board-new_york").click()
    page.locator("#add-rival").click()
    expect(page.locator(".aim-slider")).to_have_count(1)  # two adaptive opponents, one wish
    page.locator("#aim").fill("65")
    page.locator("#seat-you").click()
    page.get_by_text("More settings").click()
    expect(page.locator("#help")).to_be_hidden()
    page.locator("#seed").fill("7")
    with page.expect_request("**/api/games") as sent:
        page.get_by_role("button", name="Start the game").click()
    wanted = sent.value.post_data_json
    assert wanted["seed"] == 7
    assert [seat.get("spec") for seat in wanted["seats"]] == [None, *["adaptive:win_rate=0.175"] * 2]
    page.locator(".app").wait_for()
    expect(page.get_by_text("Help from the search is allowed")).to_be_hidden()
    page.goto("/")
    take_person(page, "hot", 1)
    page.locator("#seat-you").click()
    page.get_by_text("More settings").click()
    expect(page.locator("#seed")).to_be_disabled()
    expect(page.locator("#seed-words")).to_contain_text("a seed would tell you every hand")
    page.locator("#help").check()
    with page.expect_request("**/api/games") as sent:
        page.get_by_role("button", name="Start the game").click()
    wanted = sent.value.post_data_json
    assert (wanted["seed"], wanted["help"]) == (None, True)
    assert [seat.get("here") for seat in wanted["seats"]] == [None, None, True]
    expect(page.get_by_text("Help from the search is allowed at this table.")).to_be_visible()


def test_without_help_at_the_table_there_is_no_search(visitor, looked_at):
    (ann, _), people, _ = together(visitor, looked_at, "Ann", "Bob")
    people[0].wait_for_turn()
    expect(ann.get_by_role("button", name="Search (S)")).to_be_hidden()
    ann.keyboard.press("s")
    expect(ann.locator(".search")).to_be_hidden()


def test_a_wrong_address_says_so(page):
    page.goto("/#/game/nothing")
    expect(page.get_by_role("alert")).to_contain_text("no such game")
    page.get_by_role("link", name="Back to the start").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


def test_what_is_known_of_a_hand_is_told_on_focus_as_well(page, ann, server):
    """No information only on hover."""
    game = found("usa", lambda game: game.to_move == 0 and bool(game.known_cards(1).get("red")))
    page.goto(prepared(server, game, "usa")[0])
    ann.wait_for_turn()
    row = page.locator(".player").nth(1)
    row.focus()
    expect(page.locator(".why")).to_contain_text(f"{game.known_cards(1)['red']} red")
    expect(row).to_have_attribute("aria-description", re.compile("Seen in this hand: "))


# ---------------------------------------------------------------- watching


def test_whoever_watches_bots_holds_them_and_sets_their_pace(page):
    page.goto("/")
    page.locator("#board-small").click()
    take_bot(page, "greedy")
    page.get_by_role("button", name="Watch instead").click()
    watching = page.locator(".watching")
    expect(watching.get_by_role("radio", name="Even")).to_be_checked()
    page.keyboard.press("Space")
    expect(page.locator(".banner")).to_have_text("The game is held.")
    expect(page.locator(".player .dots-3")).to_have_count(0)
    watching.get_by_role("button", name="Go on").click()
    watching.get_by_text("Fast").click()
    expect(watching.get_by_role("radio", name="Fast")).to_be_checked()
    lines = page.locator(".log-lines li")
    before = lines.count()
    expect(lines.nth(before + 2)).to_be_attached()


def test_links_say_who_can_open_them(page):
    """The tests' server can be reached from this machine alone."""
    page.goto("/")
    page.locator("#board-small").click()
    take_person(page, "link")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Only this computer can open it.")).to_be_visible()
    page.get_by_role("link", name="Go to the table").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("Links for the others").click()
    page.get_by_role("button", name="New link").first.click()
    expect(page.get_by_label("Link for seat 2")).to_have_value(re.compile(r"/#/game/\S+/\S+"))


def test_what_adaptive_remembers_is_looked_at_saved_and_forgotten(page, server):
    profile = {"level": -200.0, "variance": 900.0, "games": 3, "wins": 1, "draws": 0, "losses": 2}
    known = {
        f"{board}: me": {**profile, "recent": [0.0, 1.0], "measure": "ratings"} for board in ("usa", "europe", "small")
    }
    me = page.request.get("/api/me").json()["id"]
    server.context.store.change_adaptive(me, lambda _: known)
    page.goto("/#/profile")
    rows = page.locator(".adaptive-row")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("United States, 2 players")
    expect(rows.first).to_contain_text("After 3 games it thinks")
    with page.expect_download() as saved:
        page.locator("[aria-labelledby=adaptive-title]").get_by_role("button", name="Save as a file").click()
    assert json.loads(saved.value.path().read_text())["profiles"].keys() == known.keys()
    rows.first.get_by_role("button", name="Forget").click()
    with page.expect_response("**/api/me/adaptive?*"):
        rows.first.get_by_role("button", name="Forget").click()
    expect(rows).to_have_count(2)
    page.reload()
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Forget all").click()
    page.get_by_role("button", name="Forget all").click()
    expect(rows).to_have_count(0)
    expect(page.get_by_text("It has forgotten you.")).to_be_visible()
