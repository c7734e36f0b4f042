"""Tables of people: first tickets, clocks, absence, offers, phrases, new links; with a clock that the test sets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from footplate.app.database import Store
from footplate.app.database.new_games import NewSeat
from footplate.app.database.tables import NotAllowed
from footplate.app.database.times import LEASE, Timing
from footplate.app.live.listeners import Refused
from footplate.app.live.opening import at_choice, is_together
from footplate.app.people.seating import unrated
from footplate.app.settings import ServerSettings
from footplate.app.views.replay import players_of, replay_view
from footplate.boards import board_names, load_board
from footplate.game import Game
from footplate.records import GameRecord
from tests.support.app.seats import numbers
from tests.support.app.tables import Clock, Hall, Page, patiently

BOARD = load_board("small")
NAMES = ("Ann", "Bob", "Cyd")
Test = Callable[..., Coroutine[Any, Any, None]]


def together(test: Test) -> Callable[..., None]:
    """A test that runs in an event loop of its own."""

    @wraps(test)
    def run(**fixtures: Any) -> None:
        asyncio.run(patiently(test(**fixtures)))

    return run


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[list[Store]]:
    """Two servers' ways to one database."""
    both = [Store(ServerSettings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}")) for _ in range(2)]
    for store in both:
        store.open()
    yield both
    for store in both:
        store.close()


class People:
    """Some people with one table, of which the first is the host; ``bots`` sit behind them."""

    def __init__(self, store: Store, n: int = 2, bots: int = 0, **timing: Any) -> None:
        self.store = store
        self.ids = [store.identities.browser_for(f"cookie of {name}").player.id for name in NAMES[:n]]
        seats = [
            NewSeat(name=name, livery=i + 1, player_id=id_)
            for i, (name, id_) in enumerate(zip(NAMES, self.ids, strict=False))
        ]
        seats += [NewSeat(name="Bot", livery=n + 1 + i, spec="random") for i in range(bots)]
        set_by_host = Timing(**timing) if timing else None
        more = {"host_id": self.ids[0], "timing": set_by_host}
        self.game, _ = store.new_game("small", BOARD.to_json(), 5, seats, **more)  # type: ignore[arg-type]

    async def sit(self, hall: Hall, *seats: int) -> list[Page]:
        return [await hall.come(self.game, seat, self.ids[seat]) for seat in seats or range(len(self.ids))]

    def seat(self, n: int) -> Any:
        found = self.store.seating(self.game)
        assert found
        return found.seats[n]

    def unrated(self) -> str:
        found = self.store.seating(self.game)
        assert found
        return unrated(found)


async def open_game(hall: Hall, people: People) -> list[Page]:
    """All sit down and choose their first tickets."""
    pages = await people.sit(hall)
    for page in pages:
        await page.act()
    await hall.quiet()
    assert pages[0].view["phase"] == "turn"
    return pages


def mover(pages: list[Page]) -> Page:
    return next(page for page in pages if page.view["to_move"] == page.seat)


async def take_turn(pages: list[Page], hall: Hall) -> None:
    """Whoever is to move takes a whole turn."""
    page = mover(pages)
    turn = page.view["turn"]
    while page.view["turn"] == turn and page.view["to_move"] == page.seat:
        await page.act()
    await hall.quiet()


# ---------------------------------------------------------------- first tickets


@pytest.mark.parametrize("name", board_names())
def test_where_all_choose_at_once_no_offer_depends_on_what_others_choose(name):
    board = load_board(name)
    least, most = board.rules.players
    for players in range(least, most + 1):
        game = Game(board, players, 7)
        if not is_together(game):
            assert name in ("germany",) or game.phase.name != "FIRST_TICKETS" or players > 3, name
            continue
        for seat in range(players):
            offers = set()
            for choice in (0, -1):
                ahead = game.copy()
                while ahead.to_move != seat:
                    ahead.push(ahead.legal_actions()[choice])
                offers.add((ahead.observe(seat).offer, tuple(ahead.legal_actions())))
            assert offers == {(at_choice(game, seat).observe(seat).offer, tuple(at_choice(game, seat).legal_actions()))}


@together
async def test_all_choose_first_tickets_at_once_and_nobody_sees_a_choice_before(stores):
    hall, people = Hall(stores[0], Clock()), People(stores[0], 3)
    ann, bob, cyd = pages = await people.sit(hall)
    watcher = await hall.come(people.game, None, "")
    assert [page.view["to_move"] for page in pages] == [0, 1, 2]
    assert all(page.view["offer"] and numbers(page.view["legal"]) for page in pages)
    before = [json.dumps({**page.view, "players": None, "to_move": None, "banner": None}) for page in (bob, watcher)]
    await cyd.act()  # the last one first
    assert cyd.view["version"] == 0
    assert not cyd.view["offer"]
    assert cyd.view["tickets"]
    assert cyd.view["banner"]["words"] == "You have chosen. Ann and Bob have still to choose"
    after = [json.dumps({**page.view, "players": None, "to_move": None, "banner": None}) for page in (bob, watcher)]
    assert after == before
    assert [player["chosen"] for player in bob.view["players"]] == [False, False, True]
    assert [player["tickets"] for player in bob.view["players"]] == [0, 0, 0]
    with pytest.raises(Refused, match="chosen already"):
        await cyd.act(sorted(numbers(cyd.views[0]["legal"]))[0])
    await ann.act()
    await bob.act()
    stored = stores[0].game(people.game)
    assert [move.seat for move in stored.moves] == [0, 1, 2]  # as records and bots know it
    assert [page.view["phase"] for page in pages] == ["turn"] * 3
    assert not any(seat.choice for seat in stored.seats)


@together
async def test_another_choice_looks_the_same_to_all_others(stores):
    """Two tables with one deal differ in what somebody has chosen: the others can't tell them apart."""
    seen = []
    for choice in (0, -1):
        hall, people = Hall(stores[0], Clock()), People(stores[0], 3)
        _, bob, cyd = await people.sit(hall)
        watcher = await hall.come(people.game, None, "")
        await cyd.act(sorted(numbers(cyd.view["legal"]))[choice])
        seen.append([json.dumps({**page.view, "game": ""}) for page in (bob, watcher)])
    assert seen[0] == seen[1]


@together
async def test_bots_choose_after_people_and_choices_outlive_the_server(stores):
    hall, people = Hall(stores[0], Clock()), People(stores[0], 2, bots=1)
    ann, bob = await people.sit(hall)
    await bob.act()
    assert people.store.game(people.game).moves == []
    hall.die()
    hall = Hall(stores[1], hall.clock)
    ann, bob = await people.sit(hall)
    assert bob.me()["chosen"]
    await ann.act()
    await hall.quiet()
    assert [move.seat for move in people.store.game(people.game).moves] == [0, 1, 2]


@together
async def test_two_people_choose_at_two_servers_at_the_same_moment(stores):
    clock = Clock()
    one, other = Hall(stores[0], clock), Hall(stores[1], clock)
    people = People(stores[0])
    (ann,), (bob,) = await people.sit(one, 0), await people.sit(other, 1)
    done = await asyncio.gather(ann.act(), bob.act(), return_exceptions=True)
    assert done == [True, True]
    for hall in (one, other, one):
        await hall.look()
    assert [move.seat for move in people.store.game(people.game).moves] == [0, 1]
    assert (ann.view["version"], bob.view["version"]) == (2, 2)


# ---------------------------------------------------------------- clocks


@together
async def test_a_clock_runs_for_whoever_is_to_move_and_gains_what_a_turn_adds(stores):
    hall, people = Hall(stores[0], Clock()), People(stores[0], kind="clock", seconds=600, added=10)
    ann, bob = pages = await open_game(hall, people)
    started = [player["clock"] for player in ann.view["players"]]
    assert started == [610, 610]  # their first choice took no time
    await hall.after(60)
    await ann.live.show_to(ann.listener)
    assert [player["clock"] for player in ann.view["players"]] == [550, 610]
    assert [player["clock_runs"] for player in ann.view["players"]] == [True, False]
    await take_turn(pages, hall)
    assert [player["clock"] for player in ann.view["players"]] == [560, 610]
    assert mover(pages) is bob


@together
async def test_out_of_time_a_bot_plays_that_turn_and_after_three_it_keeps_the_seat(stores):
    hall, people = Hall(stores[0], Clock()), People(stores[0], kind="turn", seconds=30)
    ann, bob = pages = await open_game(hall, people)
    for late in range(1, 4):
        assert mover(pages) is ann
        await hall.after(29)
        assert mover(pages) is ann
        await hall.after(1)
        assert mover(pages) is bob, late
        assert ann.view["players"][0]["plays"] == ({"since": 0, "why": "time"} if late == 3 else None)
        assert ann.view["played"] == (None if late == 3 else {"since": 0, "turns": late})
        await take_turn(pages, hall)
    assert mover(pages) is bob  # Ann's turn was played at once
    assert people.seat(0).bot_turns == 4
    assert people.unrated() == "Fireman played 4 turns for Ann"
    with pytest.raises(Refused, match="a bot plays for you"):
        await ann.live.act(0, ann.view["version"], [0])
    await ann.live.table.come_back(0)
    assert ann.view["played"] == {"since": 0, "turns": 4}
    await take_turn(pages, hall)
    await take_turn(pages, hall)
    assert (ann.view["played"], ann.view["players"][0]["plays"]) == (None, None)


@together
async def test_a_turn_begins_with_ten_seconds_at_least(stores):
    hall, people = Hall(stores[0], Clock()), People(stores[0], kind="clock", seconds=10)
    ann, bob = pages = await open_game(hall, people)
    await hall.after(10)
    assert mover(pages) is bob
    assert ann.me()["clock"] == 10


@together
async def test_nothing_runs_while_nobody_is_there_or_somebody_is_still_awaited(stores):
    hall, people = Hall(stores[0], Clock()), People(stores[0], kind="turn", seconds=30, away=60)
    pages = await open_game(hall, people)
    await hall.after(10)
    for page in pages:
        await hall.go(page)
    await hall.after(3600)
    ann, _ = await people.sit(hall)
    assert ann.me()["clock"] == 20
    assert not ann.me()["plays"]
    game, (_, link) = stores[0].new_game(
        "small",
        BOARD.to_json(),
        5,
        [NewSeat(name="Ann", livery=1, player_id=people.ids[0]), NewSeat(name="", livery=2)],
        timing=Timing("turn", 30),
    )
    waits = await hall.come(game, 0, people.ids[0])
    await hall.after(300)
    assert waits.me()["clock"] == 30
    stores[0].take_seat(game, link, people.ids[1], "Bob", hall.clock())
    await hall.look()
    await hall.after(29)
    assert not waits.view["players"][0]["plays"]
    await hall.after(1)
    assert waits.view["players"][0]["plays"] or waits.view["players"][0]["chosen"] or waits.view["version"] > 0


@together
async def test_deadlines_outlive_a_killed_server(stores):
    hall, people = Hall(stores[0], Clock()), People(stores[0], kind="turn", seconds=30)
    await open_game(hall, people)
    await hall.after(20)
    hall.die()
    hall.clock.forward(5)
    hall = Hall(stores[1], hall.clock)
    pages = await people.sit(hall)
    assert pages[0].me()["clock"] == 5
    await hall.after(5)
    assert mover(pages) is pages[1]


@together
async def test_two_servers_have_one_bot_stand_in_once(stores):
    clock = Clock()
    one, other = Hall(stores[0], clock), Hall(stores[1], clock)
    people = People(stores[0], kind="turn", seconds=30)
    (ann,), (bob,) = await people.sit(one, 0), await people.sit(other, 1)
    await asyncio.gather(ann.act(), bob.act())
    for hall in (one, other, one):
        await hall.look()
    clock.forward(30)
    await asyncio.gather(one.games.tick(), other.games.tick())
    for hall in (one, other, one, other):
        await hall.look()
    assert people.seat(0).overruns == 1
    assert people.seat(0).bot_turns == 1
    assert {move.seat for move in people.store.game(people.game).moves[2:]} == {0}
    assert bob.view["to_move"] == 1


# ---------------------------------------------------------------- away


@together
async def test_a_bot_plays_for_somebody_who_is_away_until_they_return(stores):
    hall, people = Hall(stores[0], Clock()), People(stores[0], away=60)
    ann, bob = await open_game(hall, people)
    await hall.go(ann)
    gone = hall.clock()
    await hall.after(20)
    await bob.live.show_to(bob.listener)
    row = bob.view["players"][0]
    assert (row["away_since"], row["bot_in"], row["connected"]) == (gone.isoformat(), 40, False)
    assert mover([bob, ann]) is ann
    await hall.after(39)
    assert bob.view["to_move"] == 0
    await hall.after(1)
    assert bob.view["to_move"] == 1
    assert bob.view["players"][0]["plays"] == {"since": 0, "why": "away"}
    for _ in range(2):
        await take_turn([bob], hall)
    (ann,) = await people.sit(hall, 0)
    assert ann.view["played"] == {"since": 0, "turns": 3}
    assert ann.me()["plays"] is None
    assert people.unrated() == ""  # three are few enough
    await take_turn([ann, bob], hall)
    assert ann.view["to_move"] == 0


@together
async def test_whoever_is_away_when_a_server_is_killed_is_known_to_be_after_a_while(stores):
    hall, people = Hall(stores[0], Clock()), People(stores[0], away=60)
    await open_game(hall, people)
    hall.die()
    hall = Hall(stores[1], hall.clock)
    (bob,) = await people.sit(hall, 1)
    await hall.after(LEASE.total_seconds() + 59)
    assert bob.view["players"][0]["plays"] is None
    await hall.after(1)
    assert bob.view["players"][0]["plays"]


@together
async def test_who_is_at_another_server_is_not_away(stores):
    clock = Clock()
    one, other = Hall(stores[0], clock), Hall(stores[1], clock)
    people = People(stores[0], away=60)
    (ann,), _ = await people.sit(one, 0), await people.sit(other, 1)
    for _ in range(20):
        clock.forward(10)
        await one.look()
        await other.look()
    assert [people.seat(n).stand_in for n in (0, 1)] == ["", ""]
    await ann.live.show_to(ann.listener)
    assert ann.view["players"][1]["connected"]


# ---------------------------------------------------------------- leaving, ending, saying


@together
async def test_whoever_resigns_watches_and_the_bot_plays_on(stores):
    hall, people = Hall(stores[0], Clock()), People(stores[0], 3)
    ann, bob, cyd = await open_game(hall, people)
    await ann.live.table.resign(0, people.ids[0])
    assert not ann.is_open
    await hall.quiet()
    assert mover([bob, cyd]) is bob
    assert bob.view["players"][0]["left"]
    assert people.unrated() == "somebody left before the end"
    assert people.store.seating(people.game).host_id == people.ids[1]


@together
async def test_all_who_are_here_agree_to_end_the_game_as_it_stands(stores):
    hall, people = Hall(stores[0], Clock()), People(stores[0], 3)
    ann, bob, cyd = pages = await open_game(hall, people)
    for _ in range(3):
        await take_turn(pages, hall)
    await ann.live.table.answer_end(people.ids[0], agrees=True)
    assert bob.view["end"] == {"agreed": [0], "asked": [0, 1, 2], "again": 0}
    await bob.live.table.answer_end(people.ids[1], agrees=False)
    assert bob.view["end"]["agreed"] == []
    assert bob.view["end"]["again"] == 10
    with pytest.raises(NotAllowed, match="offered again from turn 14 on"):
        await ann.live.table.answer_end(people.ids[0], agrees=True)
    for _ in range(10):
        await take_turn(pages, hall)
    await hall.go(cyd)  # who is away is not asked
    await asyncio.gather(
        ann.live.table.answer_end(people.ids[0], agrees=True), bob.live.table.answer_end(people.ids[1], agrees=True)
    )
    assert ann.view["outcome"]
    assert ann.view["outcome"]["unrated"] == "all agreed to end it early"
    assert "its players agreed to end it" in ann.view["outcome"]["why_ended"]
    game = people.store.seating(people.game)
    assert game.result["totals"] == [row["total"] for row in ann.view["outcome"]["rows"]]
    with pytest.raises(Refused, match="over"):
        await ann.live.act(0, ann.view["version"], [0])
    record = GameRecord.from_text(ann.live.saved.record().to_text())
    assert not record.is_finished
    record.replay()
    replay = replay_view(record, players_of(record))  # also in a file that was saved
    assert [row["total"] for row in replay["outcome"]["rows"]] == game.result["totals"]
    assert [step["phase"] == "over" for step in replay["steps"][-2:]] == [False, True]
    hall.die()
    hall = Hall(stores[1], hall.clock)
    (again,) = await people.sit(hall, 1)
    assert again.view["outcome"]["rows"] == bob.view["outcome"]["rows"]


@together
async def test_an_offer_is_agreed_to_when_the_last_who_was_asked_goes(stores):
    hall, people = Hall(stores[0], Clock()), People(stores[0])
    ann, bob = await open_game(hall, people)
    await ann.live.table.answer_end(people.ids[0], agrees=True)
    assert not ann.view["outcome"]
    await hall.go(bob)
    await hall.look()
    assert ann.view["outcome"]


@together
async def test_phrases_come_from_eight_and_not_too_often(stores):
    clock = Clock()
    one, other = Hall(stores[0], clock), Hall(stores[1], clock)
    people = People(stores[0])
    (ann,), (bob,) = await people.sit(one, 0), await people.sit(other, 1)
    await ann.live.table.say(0, 2)
    await other.look()
    assert bob.view["said"] == [{"n": 1, "seat": 0, "phrase": 2, "turn": 0}]
    with pytest.raises(NotAllowed, match="one phrase in five seconds"):
        await ann.live.table.say(0, 3)
    await bob.live.table.say(1, 3)
    clock.forward(5)
    await ann.live.table.say(0, 3)
    with pytest.raises(Refused, match="8 phrases"):
        await ann.live.table.say(0, 8)
    assert [(one["seat"], one["phrase"]) for one in ann.view["said"]] == [(0, 2), (1, 3), (0, 3)]


# ---------------------------------------------------------------- what a host can do


@together
async def test_a_new_link_gives_a_taken_seat_to_whoever_opens_it_and_all_are_told(stores):
    hall, people, store = Hall(stores[0], Clock()), People(stores[0]), stores[0]
    ann, bob = await open_game(hall, people)
    hand = bob.view["hand"]
    eve = store.identities.browser_for("cookie of eve").player.id
    with pytest.raises(NotAllowed):
        store.new_link(people.game, 1, people.ids[0])  # not by mistake
    with pytest.raises(NotAllowed):
        store.new_link(people.game, 0, people.ids[1], replace=True)  # not by a guest
    link = store.new_link(people.game, 1, people.ids[0], replace=True)
    with pytest.raises(NotAllowed, match="sit at this table already"):
        store.take_seat(people.game, link, people.ids[0], "Ann")  # no key for the host
    assert store.take_seat(people.game, link.lower().replace("-", " "), eve, "Eve") == 1
    await hall.games.people_changed(people.game)
    assert not bob.is_open
    assert "new link" in bob.errors[0]
    assert ann.view["players"][1]["name"] == "Eve"
    page = await hall.come(people.game, 1, eve)
    assert page.view["hand"] == hand
    assert store.game(people.game).seats_of(people.ids[1]) == []
    assert people.unrated() == "a seat went to another browser"


@together
async def test_a_host_has_bots_play_in_free_seats_and_for_those_who_disturb(stores):
    hall, people, store = Hall(stores[0], Clock()), People(stores[0]), stores[0]
    ann, bob = await open_game(hall, people)
    with pytest.raises(NotAllowed, match="only the host"):
        store.give_to_bot(people.game, 0, people.ids[1], hall.clock())
    with pytest.raises(NotAllowed, match="your own seat"):
        store.give_to_bot(people.game, 0, people.ids[0], hall.clock())
    store.give_to_bot(people.game, 1, people.ids[0], hall.clock())
    await hall.games.people_changed(people.game)
    assert not bob.is_open
    await take_turn([ann], hall)
    assert ann.view["to_move"] == 0
    with pytest.raises(NotAllowed, match="no person"):
        store.give_to_bot(people.game, 1, people.ids[0], hall.clock())


def test_the_time_is_set_before_the_first_move(stores):
    people = People(stores[0])
    store, (ann, bob), game = stores[0], people.ids, people.game
    store.set_timing(game, ann, Timing("clock", 600, 10, 120))
    with pytest.raises(NotAllowed, match="only the host"):
        store.set_timing(game, bob, Timing())
    store.choose(game, 1, 0, "keep 1", Clock()())
    with pytest.raises(NotAllowed, match="before the first move"):
        store.set_timing(game, ann, Timing())
    store.set_timing(game, ann, Timing("clock", 600, 10, 300))
    assert store.seating(game).timing["away"] == 300


@together
async def test_a_host_closes_a_table_only_before_anything_was_played(stores):
    hall, people, store = Hall(stores[0], Clock()), People(stores[0]), stores[0]
    _ann, bob = await people.sit(hall)
    with pytest.raises(NotAllowed, match="only the host"):
        store.close_table(people.game, people.ids[1])
    await bob.act()  # a choice of tickets is something
    assert not store.close_table(people.game, people.ids[0])
    other = People(stores[0])
    waiting = await other.sit(hall)
    assert store.close_table(other.game, other.ids[0])
    await hall.games.forget(other.game, "the host has closed this table")
    assert store.game(other.game) is None
    assert [page.errors for page in waiting] == [["the host has closed this table"]] * 2


def test_a_host_frees_a_seat_that_shares_the_device_before_the_first_move(stores):
    store, people = stores[0], People(stores[0])
    ann, game = people.ids[0], people.game
    with pytest.raises(NotAllowed, match="shares no device"):
        store.give_back(game, 0, ann)  # one's only seat
    store.give_to_bot(game, 1, ann, Clock()())
    seats = [NewSeat(name="Ann", livery=1, player_id=ann), NewSeat(name="Bob", livery=2, player_id=ann)]
    game, _ = store.new_game("small", BOARD.to_json(), 5, seats, host_id=ann)
    store.give_back(game, 1, ann)
    assert [seat.player_id for seat in store.seating(game).seats] == [ann, None]
    link = store.new_link(game, 1, ann)
    assert store.take_seat(game, link, people.ids[1], "Bob") == 1
    with pytest.raises(NotAllowed, match="shares no device"):
        store.give_back(game, 1, ann)
