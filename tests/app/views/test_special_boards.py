"""What the page is sent of boards with their own rules, beside what the engine counts and allows."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from footplate.actions import Kind
from footplate.app.views import game as views
from footplate.app.views.replay import players_of, replay_view
from footplate.app.views.special import district_points, districts_view, passengers_view, special_view
from footplate.app.views.tickets import ticket_view
from footplate.boards import Board, load_board
from footplate.game import Game
from footplate.outcome import score_now
from footplate.records import GameRecord
from footplate.view import Phase
from tests.support.app.games import found, played

NAMES = ["You", "Bob", "Cyd"]
SPECIAL = ("europe", "london", "first_journey_usa", "switzerland", "nordic", "india", "germany")


def view_of(game: Game, seat: int | None = None) -> dict[str, Any]:
    seat = game.to_move if seat is None else seat
    sent = json.dumps(views.seat_view(game, seat, [name if n != seat else "You" for n, name in enumerate(NAMES)]))
    view: dict[str, Any] = json.loads(sent)
    return view


@pytest.mark.parametrize("board", SPECIAL)
def test_a_game_is_seen_from_every_seat_to_its_end(board):
    """Tickets stand as the engine says, and the points of the result are those that it counts."""
    game, chance = Game(board, 3, 4), random.Random(4)
    while not game.is_over:
        if chance.random() < 0.1 or game.phase not in (Phase.TURN, Phase.SECOND_CARD):
            for seat in range(3):
                check_tickets(game, seat, view_of(game, seat)["tickets"])
            json.dumps(views.watcher_view(game, NAMES))
        game.push(chance.choice(game.legal_actions()))
    outcome = views.outcome_view(game, NAMES)
    assert outcome
    for row in outcome["rows"]:
        counted = sum(column["points"] for column in row["columns"])
        assert counted == row["total"]
        if not game.board.rules.race:
            tickets = sum(ticket["points"] if ticket["done"] else -ticket["points"] for ticket in row["tickets"])
            assert tickets == sum(c["points"] for c in row["columns"] if c["source"].startswith("tickets"))


def check_tickets(game: Game, seat: int, sent: list[dict[str, Any]]) -> None:
    seen = game.observe(seat)
    held = [ticket for ticket in seen.tickets if ticket not in seen.shown_tickets(seat)]
    for ticket, view in zip(held, sent, strict=True):
        if not seen.stations[seat]:  # with stations the page looks at each ticket alone
            counts = view["points"] if view["state"] == "done" else -view["points"]
            assert counts == seen.worth(ticket, seat)


@pytest.mark.parametrize("seed", range(8))
def test_districts_are_linked_when_the_engine_counts_them(seed):
    game = played("london", 3, seed)
    scores, _ = score_now(game.tables, game.records)
    assert [district_points(game, seat) for seat in range(3)] == [score.districts for score in scores]
    for seat in range(3):
        rows = districts_view(game, seat, NAMES)
        assert sum(row["points"] for row in rows if row["done"]) == scores[seat].districts
        assert [row["points"] for row in rows] == [5, 4, 3, 2, 1]
        assert all(set(row["linked"]) <= set(row["cities"]) for row in rows)


def test_who_only_watches_reads_who_holds_a_district():
    game = found("london", lambda game: bool(district_points(game, 0)), players=3)
    scores, _ = score_now(game.tables, game.records)
    rows = districts_view(game, None, ["Ann", "Bob", "Cyd"])
    assert not any(row["done"] or row["linked"] for row in rows)
    held = [row["points"] for row in rows if "Ann" in row["words"]]
    assert sum(held) == scores[0].districts > 0
    assert {row["words"] for row in rows if row["points"] not in held} <= {
        "nobody has it",
        "Bob has it",
        "Cyd has it",
        "Bob and Cyd have it",
    }


def test_districts_count_in_the_score_that_all_can_see():
    game = found("london", lambda game: bool(district_points(game, 1)), players=3)
    facts = [views.PlayerFacts(name, 1, is_person=True) for name in NAMES]
    for player in views.public_view(game, facts, [])["players"]:
        assert player["score"] == player["route_points"] + player["districts"]


@pytest.mark.parametrize("board", ["europe", "germany", "london", "first_journey_usa"])
def test_a_replay_shows_at_every_step_what_the_live_game_showed(board):
    game = played(board, 3, 5)
    record = GameRecord.of(game, NAMES)
    replay = replay_view(record, players_of(record), you=0)
    facts = [views.PlayerFacts(name, 1, is_person=True) for name in NAMES]
    told = ("score", "stations", "districts", "race")
    for position, step in zip(record.steps(), replay["steps"], strict=True):
        live = views.public_view(position, facts, [])["players"]
        assert [[seat[key] for key in told] for seat in step["seats"]] == [[seat[key] for key in told] for seat in live]
        assert step["special"] == special_view(position, 0, NAMES, None)
    last = replay["steps"][-1]["special"]
    shown = {"europe": last["stations"], "germany": last["passengers"], "london": last["districts"]}
    assert shown.get(board, True)


@pytest.mark.parametrize("seed", range(6))
def test_the_mandala_has_a_petal_for_every_ticket_that_the_engine_counts_twice(seed):
    game = played("india", 2, seed)
    scores, _ = score_now(game.tables, game.records)
    for seat in range(2):
        seen = game.observe(seat)
        tickets = [ticket_view(seen, ticket) for ticket in seen.tickets]
        mandala = special_view(seen, seat, NAMES, tickets)["mandala"]
        assert mandala["points"] == scores[seat].grand_tour


def test_a_replay_tells_which_tickets_are_connected_two_ways():
    """At the end these are the ones that the grand tour counts; a step before as for the seat itself."""
    game = played("india", 2, 3)
    record = GameRecord.of(game, NAMES[:2])
    steps = replay_view(record, players_of(record))["steps"]
    scores, _ = score_now(game.tables, game.records)
    points = game.board.rules.grand_tour
    for seat, score in enumerate(scores):
        twice = [ticket for ticket in steps[-1]["seats"][seat]["tickets"] if ticket["two_ways"]]
        assert (points[min(len(twice), len(points)) - 1] if twice else 0) == score.grand_tour
        assert {ticket["reason"] for ticket in twice} <= {"Connected two ways"}
    assert any(score.grand_tour for score in scores)
    before = [ticket for seat in steps[-2]["seats"] for ticket in seat["tickets"] if ticket["state"] == "done"]
    assert all(ticket["two_ways"] is not None for ticket in before)


@pytest.mark.parametrize("seed", range(4))
def test_the_table_of_passengers_has_the_points_that_the_engine_counts(seed):
    game = played("germany", 3, seed)
    scores, _ = score_now(game.tables, game.records)
    table = passengers_view(game)
    assert table
    assert [row["now"] for row in table["rows"]] == [score.passengers for score in scores]


# ---------------------------------------------------------------- tunnels


@pytest.mark.parametrize("players", [1, 2])
def test_a_choice_of_passengers_tells_how_many_everybody_has(players: int):
    game = found("germany", lambda game: game.phase is Phase.PASSENGER and game.to_move == 0, players)
    for choice in view_of(game, 0)["passenger"]["choices"]:
        counts = [game.passengers_of(seat).get(choice["color"], 0) for seat in range(players)]
        assert choice["words"] == ", ".join(f"{who} {n}" for who, n in zip(("you", "Bob"), counts, strict=False))


def tunnel(test: Any = lambda game: True) -> Game:
    return found("europe", lambda game: game.phase is Phase.TUNNEL and test(game))


def test_a_tunnel_is_read_aloud_once_with_everything_in_it():
    game = tunnel(lambda game: len(game.legal_actions()) > 1 and game.pending.paid_with is not None)
    seat, event, claim = game.to_move, game.history[-1], game.pending
    sent = view_of(game)["tunnel"]
    assert [card["card"] for card in sent["cards"]] == list(event.turned_up)
    assert sum(card["matches"] for card in sent["cards"]) == sent["due"] == game.due
    assert sent["verdict"] == f"Pay {game.due} more, {claim.paid_with} or loco"
    ways = len(view_of(game)["legal"]["pay"])
    assert sent["spoken"].startswith("Tunnel, ")
    assert " to " in sent["spoken"].split(".")[0]
    assert "You paid " in sent["spoken"]
    assert f"Card 1 of 3: {event.turned_up[0]}, " in sent["spoken"]
    asks = f"Pay {game.due} more, {claim.paid_with} or locomotive, or take your cards back."
    assert sent["spoken"].endswith(f"{asks} {ways} {'way' if ways == 1 else 'ways'} to pay.")
    others = view_of(game, 1 - seat)["tunnel"]
    assert others["verdict"].startswith("Asks for ")
    assert view_of(game, 1 - seat)["legal"]["decline"] is None


def test_who_cannot_pay_for_a_tunnel_is_told_what_is_there():
    game = tunnel(lambda game: [action.kind for action in game.legal_actions()] == [Kind.DECLINE])
    sent = view_of(game)["tunnel"]
    assert sent["short"].startswith("You have ")
    assert "take your cards back." in sent["spoken"]
    assert view_of(game)["why_not"]["deck"] == "Finish the tunnel first."


# ---------------------------------------------------------------- stations


def test_a_station_is_offered_with_all_ways_that_the_engine_takes():
    game = found("europe", lambda game: game.turn > 20 and any(a.kind is Kind.STATION for a in game.legal_actions()))
    offers = view_of(game)["legal"]["station"]
    for offer in list(offers.values())[:5]:
        begun = game.copy()
        begun.push(begun.actions.action(offer["action"]))
        assert {begun.actions.id(action) for action in begun.legal_actions()} == {w["action"] for w in offer["ways"]}
        sent = view_of(begun)
        (again,) = sent["legal"]["station"].values()
        assert again["action"] is None
        assert again["cost"] == offer["cost"]
        assert sent["special"]["stations"][sent["special"]["building"]] == begun.to_move


def test_why_no_station_can_be_built():
    game = found("europe", lambda game: game.phase is Phase.TURN and len(game.stations[game.to_move]) == 3)
    sent, mine = view_of(game), game.stations[game.to_move][0]
    assert sent["why_not"]["stations"][mine] == "A station stands here already: yours."
    assert "All three stations are built." in sent["why_not"]["stations"].values()
    theirs = [city for seat, cities in enumerate(game.stations) if seat != game.to_move for city in cities]
    for city in theirs:
        assert sent["why_not"]["stations"][city].startswith("A station stands here already: ")


# ---------------------------------------------------------------- decks, countries, cards of any kind, races


def test_two_decks_are_split_before_any_ticket_is_seen():
    game = Game("germany", 2, 1)
    sent = view_of(game)
    assert sent["banner"]["words"] == "Four cards, short or long. Then keep at least two."
    assert sent["special"]["decks"] == {
        "short": 55, "long": 34, "n": 4, "short_points": "2 to 11 points", "long_points": "12 to 22 points",
    }  # fmt: skip
    assert set(sent["legal"]["split"]) == {"4 0", "3 1", "2 2", "1 3", "0 4"}
    assert sent["slips"][0]["rule"] == "decks"


def test_a_ticket_to_countries_has_a_value_for_each():
    game = found("switzerland", lambda game: any(t and t.lesser_goals for t in game.observe(game.to_move).offer))
    ticket = next(ticket for ticket in view_of(game)["offer"] if ticket["goals"])
    assert ticket["title"].endswith(" to a country")
    assert ticket["missed"] == f"Highest reached counts; none: −{min(goal['points'] for goal in ticket['goals'])}"
    order = [country.name for country in game.board.rules.countries]
    assert [g["place"] for g in ticket["goals"]] == sorted((g["place"] for g in ticket["goals"]), key=order.index)


def test_spare_cards_are_proposed_where_any_kind_will_do():
    game = found("nordic", lambda game: game.phase is Phase.SUBSTITUTES and game.due > 2, players=3)
    sent = view_of(game)
    give, hand = sent["give"], sent["hand"]
    assert len(give["spare"]) == give["n"] == game.due
    assert all(give["spare"].count(card) <= hand[card] for card in give["spare"])


def test_a_race_counts_tickets_instead_of_points():
    game = found("first_journey_usa", lambda game: max(game.tickets_done) == 5, players=3)
    players = views.public_view(game, [views.PlayerFacts(name, 1, is_person=True) for name in NAMES], [])["players"]
    assert [player["race"]["done"] for player in players] == list(game.tickets_done)
    assert all(len(player["race"]["stops"]) == player["race"]["done"] for player in players)
    near = game.tickets_done.index(5)
    if not game.is_over:
        words = view_of(game)["banner"]["words"]
        assert f"{'You need' if near == game.to_move else f'{NAMES[near]} needs'} one more ticket." in words


def test_the_end_of_a_race_tells_tickets_and_coasts_and_who_led():
    game = found("first_journey_usa", lambda game: game.is_over and bool(game.coast_cards), players=3)
    sent = views.outcome_view(game, NAMES)
    assert sent
    assert sent["race"] == 6
    for row in sent["rows"]:
        tickets, coast = row["columns"]
        assert (tickets["source"], coast["source"]) == ("race_tickets", "coast_to_coast")
        assert coast["points"] == (row["seat"] in game.coast_cards)
        assert tickets["points"] == len(game.shown_tickets(row["seat"]))
        assert tickets["points"] + coast["points"] == row["total"] == game.tickets_done[row["seat"]]
    lead = sent["lead"]
    assert lead[0] == [0, 0, 0]
    assert lead[-1] == list(game.tickets_done)
    assert all(before[seat] <= after[seat] for before, after in pairwise(lead) for seat in range(3))
    assert len(lead) == len({event.turn for event in game.history}) + 1


@pytest.mark.parametrize("board", SPECIAL)
def test_a_slip_is_short_and_names_its_rule_once(board):
    game, chance = Game(board, 2, 7), random.Random(7)
    met: dict[str, str] = {}
    while not game.is_over:
        slips = view_of(game)["slips"]
        assert len({slip["rule"] for slip in slips}) == len(slips)
        met |= {slip["rule"]: slip["words"] for slip in slips}
        game.push(chance.choice(game.legal_actions()))
    assert met
    assert all(len(words) < 240 for words in met.values())


def test_plain_boards_need_no_slips():
    game = Game(load_board("usa"), 2, 1)
    assert view_of(game)["slips"] == []
    assert isinstance(game.board, Board)


def test_pairs_are_sent_by_their_cards_and_what_can_be_drawn_has_no_reason_against_it():
    game = found("small:warwick+pairs", lambda game: game.phase is Phase.TURN)
    sent = view_of(game)
    pairs = sent["legal"]["cards"]
    assert pairs == {f"{a.one} {a.other}": game.actions.id(a) for a in game.legal_actions() if a.kind is Kind.CARDS}
    assert "deck deck" in pairs
    assert sent["legal"]["draw"] is None
    assert sent["why_not"]["deck"] == ""
    assert sent["why_not"]["market"] == {}
    game.push("cards deck deck")
    event = view_of(game)["events"][-1]
    assert (event["kind"], event["face_up"], event["cards"], event["n_cards"]) == ("cards", [], None, 2)
