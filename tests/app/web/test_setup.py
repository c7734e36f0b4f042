"""The set-up page in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.app.opponents import open_bot, open_seat, take_bot, take_person, unfold
from tests.support.project import ROOT


def name_and_press(page: Page, name: str, what: str) -> None:
    """Type a name, then press the mouse on something and let it go, as people do."""
    page.locator("#your-name").fill(name)
    page.locator(what).hover()
    with page.expect_response("**/api/me"):
        page.mouse.down()  # which keeps the name
    page.mouse.up()


def test_the_tutorial_names_what_the_page_shows(page):
    named = re.findall(r"\*([A-Z][\w ]+)\*", (ROOT / "docs" / "tutorial-play.md").read_text("utf-8"))
    assert len(named) > 3
    page.goto("/")
    for name in named:
        expect(page.get_by_text(name, exact=True).first).to_be_visible()


def test_a_name_typed_while_the_last_one_is_kept_stays(page):
    page.goto("/")
    page.locator("#seat-you").click()
    name = page.locator("#your-name")
    held = []
    page.route("**/api/me", lambda route: held.append(route))
    name.fill("Eve")
    with page.expect_request("**/api/me"):
        name.press("Tab")
    name.fill("Bea")
    with page.expect_response("**/api/me"):
        held[0].continue_()
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    expect(name).to_have_value("Bea")


def test_a_click_counts_while_the_ladder_arrives(page):
    held = []
    page.route("**/api/ladder?*", lambda route: held.append(route))
    page.goto("/")
    open_seat(page)
    level = page.locator("label:has(#level-0-inspector)")
    level.hover()
    page.mouse.down()
    with page.expect_response("**/api/ladder?*"):
        held[0].continue_()
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    page.mouse.up()
    expect(page.locator("#level-0-inspector")).to_be_checked()
    expect(page.locator(".opponent-view header .hint")).not_to_be_empty()


def test_the_first_click_after_a_name_counts(page):
    page.goto("/")
    page.locator("#seat-you").click()
    name_and_press(page, "Bea", "#you-violet")
    expect(page.locator("#you-violet")).to_have_attribute("aria-checked", "true")
    expect(page.locator("#seat-you")).to_contain_text("Bea")
    name_and_press(page, "Cyd", "#add-rival")
    expect(page.locator(".seat")).to_have_count(3)
    page.locator("#seat-you").click()
    name_and_press(page, "Dan", "#seat-1")
    expect(page.locator("#seat-title")).to_have_text("Who sits in seat 3?")
    page.locator("#seat-you").click()
    name_and_press(page, "Eve", "#other-board")
    page.locator("#board-europe").click()
    expect(page.locator("#board-europe")).to_have_attribute("aria-checked", "true")
    expect(page.locator("#board-usa")).to_have_attribute("aria-checked", "false")
    expect(page.locator(".flag:visible")).to_have_count(1)
    page.locator("#board-small").click()
    page.locator("label:has(#rules-warwick)").click()
    expect(page.locator("#rules-warwick")).to_be_checked()
    page.locator("#seat-you").click()
    name_and_press(page, "Gil", "[title='Night (N)']")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator(".table-map img")).to_have_attribute("src", "/api/boards/small/thumbnail.svg?theme=dark")
    name_and_press(page, "Hal", "[title='Sound on (M)']")
    expect(page.locator("[title='Sound off (M)']")).to_be_visible()
    page.goto("/#/profile")
    page.locator(".profile").wait_for()
    name_and_press(page, "Ida", "[title='Paper (N)']")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


# Marks whatever can be operated on the page, radio buttons of a group alike; gives the names by mark.
MARK = """() => {
  const controls = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=radio]")]
    .filter((one) => !one.disabled && one.checkVisibility() && one.getClientRects().length);
  return Object.fromEntries(controls.map((one, n) => {
    const radios = one.type === "radio" ? one.name : one.closest("[role=radiogroup]")?.getAttribute("aria-label");
    const group = radios ?? `${n}`;
    one.dataset.mark = group;
    return [group, one.outerHTML.slice(0, 120)];
  }));
}"""
MOST_TABS = 80


def tab_to(page: Page, what: str) -> None:
    """Press Tab until something has the focus, as people do who have no mouse."""
    for _ in range(MOST_TABS):
        if page.evaluate("(what) => document.activeElement.matches(what)", what):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {what}")


def arrow_to(page: Page, group: str, what: str, key: str = "ArrowRight") -> None:
    """Go to a group of radio buttons by Tab, and in it by an arrow."""
    tab_to(page, group)
    for _ in range(MOST_TABS):
        if page.evaluate("(what) => document.activeElement.matches(what)", what):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {what}")


def press_on(page: Page, what: str, key: str = "Enter") -> None:
    tab_to(page, what)
    page.keyboard.press(key)


@pytest.mark.parametrize("opened", ["", "#seat-you", "#seat-0"])
def test_tab_leads_to_every_control(page, opened):
    page.goto("/")
    page.locator(".tile img").first.wait_for()
    page.locator("#board-small").focus()
    page.keyboard.press("ArrowRight")  # to a board with rules to choose from
    page.keyboard.press("ArrowLeft")
    if opened:
        press_on(page, opened)
    if opened == "#seat-you":
        press_on(page, ".more-settings summary", "Space")
    if opened == "#seat-0":
        expect(page.locator(".opponent-view header .hint")).not_to_be_empty()
        page.keyboard.press("Tab")
        open_bot(page, "amateur")
    marked = page.evaluate(MARK)
    assert len(marked) > 15
    reached: set[str] = set()
    for _ in range(len(marked) + 5):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("() => document.activeElement.dataset.mark ?? ''"))
    assert {name: marked[name] for name in marked.keys() - reached} == {}


def test_a_game_is_set_up_and_begun_by_keyboard_alone(page):
    type_in, press = page.keyboard.type, page.keyboard.press
    page.goto("/")
    page.locator(".tile img").first.wait_for()
    with page.expect_file_chooser():
        press_on(page, ".boards .btn")
    arrow_to(page, ".tile", "#board-small")
    expect(page.locator("#board-small")).to_have_attribute("aria-checked", "true")
    arrow_to(page, "[name=rules]", "#rules-warwick")
    expect(page.locator("#rules-warwick")).to_be_checked()
    expect(page.locator("#rules-warwick")).to_be_focused()  # what is drawn anew keeps the focus
    arrow_to(page, ".tile", "#board-usa", "ArrowLeft")

    press_on(page, "#seat-0")
    expect(page.locator("#seat-title")).to_be_focused()
    press_on(page, "#aim", "ArrowRight")
    expect(page.locator(".target-words")).to_contain_text("55 of 100 games")
    expect(page.locator("#seat-0")).to_contain_text("55 of 100 games")
    livery = page.locator("#livery-0").get_attribute("aria-label")
    press_on(page, "#livery-0")
    expect(page.locator("#livery-0")).not_to_have_attribute("aria-label", str(livery))
    expect(page.locator("#livery-0")).to_be_focused()
    tab_to(page, "[name=level-0]")
    press("Enter")  # takes who has the focus
    expect(page.locator("#level-0-controller")).to_be_checked()
    press("ArrowDown")
    expect(page.locator("#level-0-inspector")).to_be_checked()
    expect(page.locator("#level-0-inspector")).to_be_focused()
    press("3")
    expect(page.locator("#level-0-fireman")).to_be_checked()
    press_on(page, "#paper-0", "F")  # to Footplate's own
    expect(page.locator("#paper-0")).to_have_value("own")
    press_on(page, "#bot-0-greedy")
    press_on(page, "#take-0")
    expect(page.locator("#seat-0")).to_contain_text("Greedy")
    expect(page.locator("#take-0")).to_be_focused()
    press("Escape")
    expect(page.locator("#seat-0")).to_be_focused()

    for n in range(2, 5):
        press_on(page, "#add-rival")
        expect(page.locator(".seat")).to_have_count(n + 1)
        expect(page.locator("#seat-title")).to_have_text(f"Who sits in seat {n + 1}?")
    expect(page.locator("#add-rival")).to_have_count(0)  # the table is full
    for n in (3, 2):
        press_on(page, f"[aria-label='Remove opponent {n + 1}']")
        expect(page.locator(".seat")).to_have_count(n + 1)
        expect(page.locator("#add-rival")).to_be_focused()
    press_on(page, "#seat-1")
    press_on(page, "#hot-1")
    tab_to(page, "#name-1")
    press("Control+A")
    type_in("Bob 2")  # which takes no level
    expect(page.locator("#seat-1")).to_contain_text("Bob 2")
    expect(page.locator(".start .ghost")).to_be_disabled()
    arrow_to(page, "[name=level-1]", "#level-1-inspector", "ArrowDown")
    expect(page.locator("#seat-1")).to_contain_text("Level 5 of 6")

    press_on(page, "#seat-you")
    tab_to(page, "#your-name")
    press("Control+A")
    type_in("Eve")
    with page.expect_response("**/api/me"):
        press("Tab")
    press_on(page, "#you-carmine", "ArrowRight")
    expect(page.locator("#you-carmine")).to_have_attribute("aria-checked", "false")
    expect(page.locator(".liveries [aria-checked=true]")).to_be_focused()
    press_on(page, ".more-settings summary", "Space")
    press_on(page, "#lot", "Space")
    expect(page.locator("#lot")).to_be_checked()
    press("Space")
    tab_to(page, "#seed")
    type_in("7")
    expect(page.locator(".rated-words")).to_contain_text("you chose the seed")

    page.route("**/api/games", lambda asked: asked.fulfill(status=422, json={"error": "not now"}), times=1)
    press_on(page, ".start .btn")
    expect(page.locator(".start-part > .start-trouble")).to_have_text("Not now.")
    expect(page.locator(".start .btn").first).to_be_focused()
    press("Enter")
    page.locator(".app").wait_for()
    (game,) = page.request.get("/api/games").json()
    assert game["board"] == "usa"
    assert [(seat["name"], seat["you"]) for seat in game["seats"]] == [
        ("Eve", True),
        ("Greedy", False),
        ("Inspector", False),
    ]


# ---------------------------------------------------------------- opponents

POSAS = "ismcts:cp=4,availability=false,final=mean,dda=posas,iterations=30000,target=0,momentum=0.1,threshold=5"
CHEAT = "cheating-mcts:cp=3,availability=false,final=mean,iterations=30000"


def wanted_spec(page: Page) -> str:
    """Start the game; the first bot that it asks for."""
    with page.expect_request("**/api/games") as sent:
        page.get_by_role("button", name="Start the game").click()
    return next(seat["spec"] for seat in sent.value.post_data_json["seats"] if seat["kind"] == "bot")


def test_a_bots_options_are_checked_while_typing_and_put_back(page):
    page.goto("/")
    page.locator("#board-small").click()
    open_seat(page)
    open_bot(page, POSAS, paper="warwick")
    said, take, tries = page.locator(".bot-acts .hint"), page.locator("#take-0"), page.locator("#field-0-iterations")
    for wrong in ("99", "100001", "1.5", "", "many"):
        tries.fill(wrong)
        expect(said).to_have_text("Tries a move: 100 to 100,000.")
        expect(take).to_be_disabled()
    tries.fill("500")
    expect(said).to_have_text("Changed options: not rated.")
    expect(take).to_be_enabled()
    page.locator("#published-0").click()
    expect(tries).to_have_value("30000")
    expect(said).to_be_empty()
    tries.fill("500")
    page.locator("#field-0-momentum").fill("-0.5")
    take.click()
    expect(page.locator("#seat-0")).to_contain_text("Changed options: not rated.")
    expect(page.locator(".rated-words")).to_have_text("Not rated: ISMCTS with POSAS has changed options.")
    page.reload()  # what was set up stays, with its values
    open_seat(page)
    expect(tries).to_have_value("500")
    assert wanted_spec(page) == POSAS.replace("30000", "500").replace("0.1", "-0.5")
    page.locator(".app").wait_for()
    expect(page.locator(".player").nth(1)).to_contain_text("ISMCTS with POSAS")


def test_changed_options_take_the_rating_away_at_once(page):
    marks = {"amateur": {"rating": 1905, "error": 25}, "net": {"rating": 2400, "error": 31}}
    facts = {"rated": True, "words": "", "levels": [], "marks": marks, "champions": {}}
    page.route("**/api/ladder?*", lambda asked: asked.fulfill(json=facts))
    page.goto("/")
    open_seat(page)
    open_bot(page, "amateur")
    expect(page.locator("label:has(#champion-0-net)")).to_contain_text("Rated 2,400 ± 31.")
    tag = page.locator(".paper-bot.open .tag.outline")
    expect(tag).to_have_text("rated 1,905 ± 25")
    page.locator("#field-0-skill").fill("0.9")
    expect(tag).to_be_hidden()
    page.locator("#field-0-skill").fill("0.5")
    expect(tag).to_be_visible()


def test_a_cheat_says_so_everywhere_and_is_rated_for_nobody(page, ann):
    page.goto("/")
    page.locator("#board-small").click()
    take_bot(page, "planner")
    expect(page.locator(".rated-words")).to_have_text("This game is rated: nobody cheats, nobody has changed options.")
    open_bot(page, CHEAT, paper="warwick")
    row = page.locator(".paper-bot.open")
    expect(row).to_have_class(re.compile("cheat"))
    expect(row.locator(".bot-words b")).to_have_text("Sees every hand and the deck.")
    expect(row.locator(".tag.cheats svg")).to_be_visible()
    page.locator("#field-0-iterations").fill("100")
    page.locator("#take-0").click()
    expect(page.locator("#seat-0")).to_contain_text("cheats")
    expect(page.locator(".rated-words")).to_contain_text("Not rated: Cheating MCTS cheats")
    page.get_by_role("button", name="Start the game").click()
    ann.wait_for_turn()
    player = page.locator(".player").nth(1)
    expect(player.locator(".tag.cheats")).to_have_text("cheats")
    expect(player).to_have_attribute("aria-description", re.compile("Sees every hand"))
    (game,) = page.request.get("/api/games").json()
    assert game["unrated"] == "Cheating MCTS cheats"


def test_with_people_a_cheat_plays_only_if_they_agree(page, visitor, looked_at):
    page.goto("/")
    page.locator("#board-new_york").click()
    open_seat(page)
    open_bot(page, CHEAT, paper="warwick")
    page.locator("#take-0").click()
    page.locator("#add-rival").click()
    take_person(page, "link", 1)
    page.get_by_role("button", name="Start the game").click()
    link = page.locator(".link-list input").input_value()
    bob = looked_at(visitor())
    bob.goto(link)
    expect(bob.locator(".cheat-words")).to_contain_text("Cheating MCTS cheats. Sees every hand and the deck.")
    game, token = link.rpartition("/")[0].rpartition("/")[2], link.rpartition("/")[2]
    refused = bob.request.post(f"/api/games/{game}/seat", data={"token": token, "name": "Bob"})
    assert refused.status == 422
    assert "Only who agrees" in refused.json()["error"]
    bob.get_by_role("button", name="I agree, sit down").click()
    bob.locator(".app").wait_for()


@pytest.mark.parametrize("board", ["usa", "europe", "small"])
def test_champions_play_on_every_board_with_a_sentence_each(page, board):
    page.goto("/")
    page.locator(f"#board-{board}").click()
    open_seat(page)
    trained = "Plays any map" if board == "europe" else "Trained for this board"
    for spec in ("net", "net-ismcts"):
        row = page.locator(f"label:has(#champion-0-{spec})")
        expect(row).to_contain_text(trained)
        row.click()
        expect(page.locator(f"#champion-0-{spec}")).to_be_checked()
    assert wanted_spec(page) == "net-ismcts"


def test_numbers_take_levels_and_the_rail_shows_you_after_five_rated_games(page):
    levels = [
        {"spec": spec, "rating": 1000 + 200 * n, "error": 20, "beats": "", "time": "0.1 s"}
        for n, spec in enumerate(("porter", "shunter", "fireman", "driver", "inspector", "controller"))
    ]
    facts = {"rated": True, "words": "Measured.", "levels": levels, "marks": {}, "champions": {}}
    rating = {"mean": 1540, "low": 1480, "high": 1600, "games": 4, "milestones": []}
    page.route("**/api/ladder?*", lambda asked: asked.fulfill(json=facts))
    page.route("**/api/me/results", lambda asked: asked.fulfill(json={"rating": rating}))
    page.goto("/")
    open_seat(page)
    for n, level in enumerate(levels, start=1):
        page.keyboard.press(str(n))
        expect(page.locator(f"#level-0-{level['spec']}")).to_be_checked()
    expect(page.locator(".rung-you")).to_be_hidden()
    rating["games"] = 5
    page.reload()
    open_seat(page)
    expect(page.locator(".rung-you")).to_have_text(re.compile(r"You, 1,540\. Against you Driver wins 6 of 10 games\."))
    order = page.locator(".ladder .rung-words > b, .ladder .rung-you b").all_text_contents()
    assert [name.split()[0].strip(",") for name in order[2:5]] == ["Driver", "You", "Fireman"]
    expect(page.locator("#seat-you")).to_contain_text("1,540 ± 60")


def test_on_a_phone_a_seat_opens_as_a_page_with_groups_folded(visitor, looked_at):
    page = looked_at(visitor(390, 844, has_touch=True, is_mobile=True))
    page.goto("/")
    table = page.locator(".table-panel")
    expect(table).to_be_in_viewport(ratio=0.9)
    page.locator("#seat-0").tap()
    expect(table).to_be_hidden()
    rows = page.locator(".rung")
    expect(rows).to_have_count(6)
    assert {row.bounding_box()["height"] for row in rows.all()} == {64}
    assert [group.evaluate("(one) => one.open") for group in page.locator(".group").all()] == [
        True,
        False,
        False,
        False,
    ]
    page.locator("label:has(#level-0-driver)").tap()
    unfold(page, "From the papers")
    open_bot(page, "amateur")
    page.get_by_role("button", name="Less: Skill").tap()
    expect(page.locator("#field-0-skill")).to_have_value("0.4")
    page.locator("#back").tap()
    expect(page.locator("#seat-0")).to_contain_text("Driver")
    expect(page.locator("#seat-0")).to_be_focused()


def test_a_board_that_nobody_has_rated_says_so(page):
    page.goto("/")
    page.locator("#board-london").click()
    open_seat(page)
    expect(page.locator(".opponent-view header .hint")).to_contain_text("Not rated on this board yet")
    expect(page.locator(".rung-rating b")).to_have_count(0)
