"""The person behind a browser: results, rating, export, and how all of it goes away."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlalchemy.orm import Session

from footplate.agents.base import Ending
from footplate.app.database.models import StoredGame, StoredMove, StoredSeat
from footplate.app.database.new_games import NewSeat
from footplate.app.live.learning import Learning
from footplate.app.live.saved_game import SavedGame
from footplate.app.people.rating import AVERAGE, Result, Seated, rate
from footplate.app.people.results import adaptive_words
from footplate.records import GameRecord
from tests.support.app.games import finished, played, store_of

ME, BOT = Seated("me", is_person=True), Seated("planner", is_person=False)


def results(client):
    return client.get("/api/me/results").json()


def test_a_new_player_has_a_rating_that_says_nothing(client):
    rating = results(client)["rating"]
    assert rating["games"] == 0
    assert rating["mean"] == AVERAGE
    assert rating["high"] - rating["low"] > 1000


def test_results_are_counted_against_each_opponent(client):
    seeds = range(1, 7)
    for seed in seeds:
        finished(client, "greedy", seed=seed)
    finished(client, "random", board="new_york")
    wins = sum(played(seed=seed).outcome().winners == (0,) for seed in seeds)
    draws = sum(played(seed=seed).outcome().is_draw for seed in seeds)
    greedy, other = results(client)["opponents"]
    assert (greedy["name"], greedy["board"], greedy["games"]) == ("Greedy", "small", 6)
    assert (greedy["wins"], greedy["draws"], greedy["losses"]) == (wins, draws, 6 - wins - draws)
    assert (other["name"], other["board"]) == ("Random", "new_york")


def test_games_are_listed_with_how_they_ended(client):
    game = finished(client)
    totals = played().outcome().totals
    (listed,) = results(client)["games"]
    assert listed["id"] == game
    assert listed["margin"] == totals[0] - totals[1]
    assert listed["status"] == ("won" if listed["margin"] > 0 else "lost")


def test_games_against_the_adaptive_opponent_do_not_count_for_the_rating(client):
    finished(client, "adaptive")
    assert results(client)["rating"]["games"] == 0
    assert results(client)["opponents"][0]["name"] == "Adaptive"


def test_more_wins_mean_a_higher_rating_and_more_games_a_surer_one():
    won, lost = Result((ME, BOT), (0,)), Result((ME, BOT), (1,))
    good, bad, even = rate(ME, [won] * 5), rate(ME, [lost] * 5), rate(ME, [won, lost] * 5)
    assert bad.mean < even.mean < good.mean
    assert good.low < good.mean < good.high
    longer = rate(ME, [won, lost] * 50)
    assert longer.high - longer.low < even.high - even.low


def test_a_draw_counts_for_both_and_a_table_of_three_for_all():
    drawn = rate(ME, [Result((ME, BOT), (0, 1))] * 10)
    assert drawn.mean == pytest.approx(rate(ME, [Result((ME, BOT), (0,)), Result((ME, BOT), (1,))] * 5).mean)
    third = Seated("random", is_person=False)
    assert rate(ME, [Result((ME, BOT, third), (0,))]).mean > rate(ME, [Result((ME, BOT, third), (1,))]).mean


def test_two_bots_of_a_kind_at_a_table():
    assert rate(ME, [Result((ME, BOT, BOT), (0,))] * 3).mean > AVERAGE


def test_the_adaptive_opponent_is_put_in_words():
    words = adaptive_words("usa: x", {"games": 12, "level": -307.6, "variance": 900.0, "measure": "ratings"})
    assert words["board"] == "usa"
    assert words["unsure"] == 30
    assert words["sentence"] == "After 12 games it thinks that you are 308 points of rating below its full strength."
    strong = adaptive_words("usa", {"games": 1, "level": 50.0, "variance": 900.0, "measure": "ratings"})
    assert strong["sentence"] == "After one game it thinks that you are as strong as it is at full strength."
    assert "will learn" in adaptive_words("usa: x", {"games": 12, "level": 7.6, "variance": 9.0})["sentence"]
    assert "does not know you" in adaptive_words("usa", {})["sentence"]


def test_a_record_says_when_each_move_was_made(client):
    text = client.get(f"/api/games/{finished(client)}/record").text
    record = GameRecord.from_text(text)
    assert [move.elapsed for move in record.moves] == [0.5 * n for n in range(len(record.moves))]
    assert record.headers["date"].endswith("+00:00")
    assert record.replay().is_over


def test_an_export_has_all_moves_and_tells_nothing_of_a_game_in_play(client):
    over = finished(client)
    seats = [{"kind": "person", "livery": 1}, {"kind": "person", "livery": 2}]
    made = client.post("/api/games", json={"board": "small", "seats": seats}).json()
    mine = dict(client.cookies)
    for seat, link in enumerate(made["links"]):
        if link:  # somebody else takes the second seat
            client.cookies.clear()
            client.post(f"/api/games/{made['id']}/seat", json={"token": link})
        with client.websocket_connect(f"/api/games/{made['id']}/live") as socket:
            socket.send_json({"type": "join"})
            legal = socket.receive_json()["legal"]
            socket.send_json({"type": "act", "version": 0, "action": next(iter(legal["keep"].values()))})
            while not (view := socket.receive_json())["players"][seat]["chosen"] and view["version"] == 0:
                pass
    client.cookies.clear()
    client.cookies.update(mine)
    games = {game["id"]: game for game in client.get("/api/me/export").json()["games"]}
    assert games[over]["record"] == client.get(f"/api/games/{over}/record").text
    (move,) = games[made["id"]]["moves"]
    assert (move["n"], move["seat"]) == (0, 0)
    assert move["action"].startswith("keep ")
    assert move["elapsed"] >= 0
    assert "record" not in games[made["id"]]
    assert "seed" not in str(games[made["id"]])


def test_times_go_out_with_their_zone(client):
    game = finished(client)
    (listed,) = client.get("/api/games").json()
    times = [listed["created"], listed["changed"], results(client)["games"][0]["date"]]
    times += [client.get("/api/me/export").json()["created"]]
    assert listed["id"] == game
    assert all(datetime.fromisoformat(time).utcoffset() == timedelta(0) for time in times)


def test_export_and_deletion(client):
    game = finished(client)
    data = client.get("/api/me/export").json()
    assert [listed["id"] for listed in data["games"]] == [game]
    assert client.delete("/api/me").status_code == 204
    assert store_of(client).game(game) is None
    assert client.get("/api/games").json() == []


def test_a_seat_keeps_the_name_it_was_given_unless_the_person_says_another(client):
    seats = [{"kind": "person", "livery": n + 1, "name": name} for n, name in enumerate(("", "Grandma", "", "Bob"))]
    made = client.post("/api/games", json={"board": "new_york", "seats": seats}).json()
    for number, name in ((1, ""), (2, " Cyd "), (3, "")):
        client.cookies.clear()
        client.get("/api/me")
        client.patch("/api/me", json={"name": "Eve"})
        answer = client.post(f"/api/games/{made['id']}/seat", json={"token": made["links"][number], "name": name})
        assert answer.json() == {"seat": number}
    (listed,) = client.get("/api/games").json()
    assert [seat["name"] for seat in listed["seats"]] == ["Guest", "Grandma", "Cyd", "Bob"]


@pytest.mark.parametrize("aid", ["searched", "undone", "left"])
def test_games_with_help_or_taken_back_actions_or_somebody_who_left_are_not_rated(client, aid):
    game = finished(client)
    assert results(client)["rating"]["games"] == 1
    with Session(store_of(client).engine) as session, session.begin():
        setattr(session.get(StoredSeat, (game, 0)), aid, True)
    assert results(client)["rating"]["games"] == 0
    assert client.get(f"/api/games/{game}").json()["unrated"]


@pytest.mark.parametrize(
    ("seed", "is_chosen"), [({"seed": 7}, True), ({"seed": 0}, True), ({"seed": None}, False), ({}, False)]
)
def test_a_game_whose_seed_was_chosen_is_not_rated_and_teaches_nobody(client, monkeypatch, seed, is_chosen):
    taught = []
    monkeypatch.setattr("footplate.app.live.learning.learn", lambda *facts: taught.append(facts) or {})
    store = store_of(client)
    seats = [{"kind": "person", "livery": 1}, {"kind": "bot", "spec": "adaptive", "livery": 2}]
    game = client.post("/api/games", json={"board": "small", "seats": seats, **seed}).json()["id"]
    stored = store.game(game)
    assert bool(client.get(f"/api/games/{game}").json()["unrated"]) is is_chosen
    changes = Learning(SavedGame(stored, store), store).from_end(Ending((10, 5), (0,)), lambda seat: {})
    assert changes.keys() == (set() if is_chosen else {client.get("/api/me").json()["id"]})
    for change in changes.values():
        change({})
    assert len(taught) == (not is_chosen)


def test_the_game_after_one_whose_seed_was_chosen_is_dealt_by_chance_and_counts_again(client):
    game = finished(client)
    with Session(store_of(client).engine) as session, session.begin():
        session.get(StoredGame, game).seed_chosen = True
    assert results(client)["rating"]["games"] == 0
    again = client.post(f"/api/games/{game}/next").json()["id"]
    assert client.get(f"/api/games/{again}").json()["unrated"] == ""


def test_a_deleted_game_counts_as_it_ended(client):
    """Whoever deletes what they have lost has lost it all the same."""
    game = finished(client, "greedy")
    before = client.get("/api/me/results").json()
    assert client.delete(f"/api/games/{game}").status_code == 204
    after = client.get("/api/me/results").json()
    assert after["games"] == []
    assert after["rating"] == before["rating"]
    assert after["opponents"] == before["opponents"]
    (kept,) = client.get("/api/me/export").json()["deleted_games"]
    assert not kept.keys() & {"seed", "moves", "board_json"}


def test_a_household_reads_who_won_how_often(client):
    store, me = store_of(client), client.get("/api/me").json()["id"]
    bob = store.identities.browser_for("cookie of bob").player.id
    seats = [NewSeat(name="Ann", livery=1, player_id=me), NewSeat(name="Bob", livery=2, player_id=bob)]
    for winner in (0, 1, 1):
        game, _ = store.new_game("small", "{}", 5, seats)
        store.add_moves(
            game, [StoredMove(number=0, seat=0, action="pass", elapsed=0)], {"winners": [winner], "totals": [1, 2]}
        )
    assert client.get("/api/me/results").json()["household"] == [
        {"name": "Bob", "you": False, "games": 3, "wins": 2},
        {"name": "Ann", "you": True, "games": 3, "wins": 1},
    ]
    client.delete(f"/api/games/{game}")
    assert "Bob" not in str(store.player(me).past)


def test_those_who_share_a_device_are_told_apart_by_their_names(client):
    client.patch("/api/me", json={"name": "Ann"})
    store, me = store_of(client), client.get("/api/me").json()["id"]
    for names in (("Bob", "Ann"), ("Ann", "Bob")):
        seats = [NewSeat(name=name, livery=n + 1, player_id=me) for n, name in enumerate(names)]
        game, _ = store.new_game("small", "{}", 5, seats)
        move = StoredMove(number=0, seat=0, action="pass", elapsed=0)
        store.add_moves(game, [move], {"winners": [names.index("Bob")], "totals": [1, 2]})
    assert client.get("/api/me/results").json()["household"] == [
        {"name": "Bob", "you": False, "games": 2, "wins": 2},
        {"name": "Ann", "you": True, "games": 2, "wins": 0},
    ]
