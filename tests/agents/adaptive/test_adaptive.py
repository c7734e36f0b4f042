"""The adaptive player: it holds a win rate, remembers opponents, never hoards and says what it does."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from footplate import agents
from footplate.actions import ClaimRoute, DrawCard, TakeCard
from footplate.agents import Budget, make_agent
from footplate.agents.adaptive.agent import AdaptiveAgent
from footplate.agents.adaptive.control import (
    FIRST_GAMES,
    MOST,
    STEP,
    advantage,
    lapses_at,
    learn,
    level_of,
    rating_for,
    weakest,
)
from footplate.agents.adaptive.hoarding import limits
from footplate.agents.adaptive.profile import RATINGS, RECENT, Profile, Profiles, key_of
from footplate.agents.adaptive.strongest import planner_is_stronger
from footplate.agents.base import Decision, Ending, Forfeit, PlayedGame
from footplate.agents.learned.shipped import ShippedNetworks
from footplate.arena import play_match
from footplate.boards import Board, load_board
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError, UnknownAgent
from footplate.game import Game
from footplate.learning.boards import generated_board
from footplate.studies.opponents import person
from footplate.studies.target_win_rate import Hoarding
from footplate.view import Phase

SMALL = make_tables(load_board("small"), 2)
RULES = SMALL.board.rules


def after(profile: Profile, target: float, mine: float, other: float) -> Profile:
    """What is known after a game of two on the small board that ended so."""
    winners = (0, 1) if mine == other else (0,) if mine > other else (1,)
    return learn(profile, target, Ending((mine, other), winners), 0, RULES)


# ---- from game to game

SETTLED = Profile(games=FIRST_GAMES, level=-350.0, measure=RATINGS)


@pytest.mark.parametrize("target", [0.3, 0.5, 0.7])
@pytest.mark.parametrize("kind", ["weak", "strong", "changing"])
def test_the_win_rate_is_the_target_but_for_what_the_level_has_moved(target: float, kind: str):
    """An identity: it holds for any opponent, as long as the level is off its stops."""
    chance = np.random.default_rng(5)
    profile, n, won = SETTLED, 400, 0.0
    for game in range(n):
        other = {"weak": -380.0, "strong": -330.0, "changing": -380.0 + 60 * (game > n / 2)}[kind]
        ahead = rating_for(profile, target, 2, RULES) - other
        result = chance.random() < 1 / (1 + 10 ** (-ahead / 400))
        won += result
        profile = after(profile, target, 20, 19 if result else 21)
        assert weakest(RULES) - MOST < profile.level < MOST
    assert won / n - target == pytest.approx((SETTLED.level - profile.level) / (STEP * n))
    assert abs(won / n - target) < 0.04


def test_the_margin_of_the_first_games_moves_the_level_at_once():
    stranger = level_of(Profile(), RULES)
    crushed, narrowly = after(stranger, 0.5, 30, 5), after(stranger, 0.5, 30, 29)
    assert crushed.level < narrowly.level - 100 < stranger.level
    assert crushed.variance < stranger.variance
    known = replace(stranger, games=FIRST_GAMES)
    assert after(known, 0.5, 30, 5).level == after(known, 0.5, 30, 29).level == stranger.level - STEP / 2


def test_a_profile_counts_games_and_keeps_the_last_results():
    profile = Profile()
    for other in [19, 20, 21] * 10:
        profile = after(profile, 0.5, 20, other)
    assert (profile.games, profile.wins, profile.draws, profile.losses) == (30, 10, 10, 10)
    assert profile.recent == ((1.0, 0.5, 0.0) * 10)[-RECENT:]


def test_a_higher_target_plays_stronger():
    ratings = [rating_for(SETTLED, target, 2, RULES) for target in (0.3, 0.5, 0.7)]
    assert ratings == sorted(ratings)
    assert ratings[1] == SETTLED.level


def test_the_weaker_the_more_lapses():
    """One scale without a step: it forgets and comes late first, and then collects tickets as well."""
    scale = [lapses_at(share * weakest(RULES), RULES) for share in np.linspace(0, 1, 101)]
    assert scale[0] == (0, 0, 0, 0)
    for weak, weaker in pairwise(scale):
        assert all(x <= y <= x + 0.021 for x, y in zip(weak, weaker, strict=True))
        assert weak != weaker
    assert scale[50][0] == 1
    assert scale[50][2:] == (0, 0) < scale[51][2:]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_equals_win_their_even_share(players: int):
    assert advantage(1 / players, players) == pytest.approx(0)
    assert advantage(0.5, players) == pytest.approx(400 * np.log10(players - 1))


# ---- profiles


def test_profiles_survive_in_a_file(tmp_path: Path):
    path = tmp_path / "deep" / "profiles.json"
    one = after(Profile(), 0.5, 30, 20)
    Profiles(path).put("small: Ann", one)
    Profiles(path).put("small: Ben", Profile(level=4.0))
    again = Profiles(path)
    assert again.get("small: Ann") == one
    assert again.get("small: Ben").level == 4.0
    assert again.get("small: nobody") == Profile()
    assert [file.name for file in path.parent.iterdir()] == ["profiles.json"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "[" * 100_000,
        '{"format": 3, "profiles": {}}',
        '{"format": 1}',
        '{"format": 1, "profiles": {"a": {"level": 1}}}',
    ],
)
def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, text: str):
    path = tmp_path / "profiles.json"
    path.write_text(text)
    with pytest.raises(FootplateError, match=r"profiles\.json is no file of profiles, or damaged"):
        make_agent(f"adaptive:profile={path}")
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("level", "high", "level is 'high'"),
        ("games", 10**400, "games is a huge number"),
        ("level", 10**400, "level is a huge number"),
        ("variance", float("inf"), "variance is inf"),
        ("recent", [1, 10**400], "a result of recent is a huge number"),
        ("measure", "miles", "measure is 'miles'"),
    ],
)
def test_a_field_that_is_no_number_is_damage(tmp_path: Path, field: str, value: object, sentence: str):
    path = tmp_path / "profiles.json"
    Profiles(path).put("a", Profile())
    data = json.loads(path.read_text())
    data["profiles"]["a"][field] = value
    path.write_text(json.dumps(data))
    with pytest.raises(FootplateError, match=sentence):
        Profiles(path)


def test_a_profile_is_for_a_board_and_all_the_others():
    small, usa = load_board("small"), load_board("usa")
    assert key_of(small, ["me", "Ann"], 0) == key_of(small, ["Ann", "me"], 1) == "small: Ann"
    assert key_of(usa, ["me", "Ann"], 0) != key_of(small, ["me", "Ann"], 0)
    assert key_of(usa, ["Cid", "me", "Ann"], 1) == key_of(usa, ["Ann", "Cid", "me"], 2) == "usa: Ann + Cid"
    assert key_of(load_board("small:warwick"), ["me", "Ann"], 0) == "small:warwick: Ann"


def test_two_boards_of_one_name_have_a_profile_each():
    usa, keys = load_board("usa"), set()
    for trains in (45, 44, 30):
        board = Board.from_json(usa.with_rules(trains=trains).to_json())
        assert board.name == "usa"
        keys.add(key_of(board, ["me", "Ann"], 0))
    assert len(keys) == 3
    assert "usa: Ann" in keys  # the package's own: what is known from before goes on
    own = Board.from_json(json.dumps({**usa.data, "name": "mine"}))
    assert key_of(own, ["me", "Ann"], 0) == f"mine ({own.rules_hash}): Ann"


def test_a_second_match_goes_on_where_the_first_ended(tmp_path: Path):
    path = tmp_path / "profiles.json"
    spec = f"adaptive:profile={path}"
    for games in (4, 10):
        play_match("small", [spec, "greedy"], games - (games == 10) * 4, seed=3)
        profile = Profiles(path).get("small: greedy")
        assert profile.games == games == profile.wins + profile.draws + profile.losses


def test_a_profile_of_the_old_kind_becomes_a_start(tmp_path: Path):
    """Its level was a margin to aim at in points, 24 at full strength; what was counted is kept."""
    old = {"level": 12.0, "variance": 9.0, "games": 30, "wins": 15, "draws": 0, "losses": 15, "recent": [1.0, 0.0]}
    path = tmp_path / "profiles.json"
    known = {"small: Ann": {**old, "gained": 40.0, "decisions": 200.0}, "small: Ben": {**old, "level": -30.0}}
    path.write_text(json.dumps({"format": 1, "profiles": known}))
    agent = make_agent(f"adaptive:profile={path}")
    assert isinstance(agent, AdaptiveAgent)
    levels = {}
    for name in ("Ann", "Ben", "Cid"):
        agent.fit(SMALL)
        agent.meet(["me", name])
        agent.start(0, 1)
        levels[name] = agent.profile().level
        assert agent.profile().games == (30 if name != "Cid" else 0)
    assert weakest(RULES) < levels["Ben"] < levels["Ann"] < 0
    agent.end(Ending((9.0, 4.0), (0,)))
    again = Profiles(path)
    assert again.get("small: Cid").measure == RATINGS
    assert again.get("small: Ann").level == 12.0  # until a game is played with her


# ---- how it plays


def known_at(share: float, board: str = "small", options: str = "", others: str = "Ann") -> AdaptiveAgent:
    """One that knows its opponents so well that it plays at this share of the way down to the weakest."""
    agent = adaptive(options)
    level = share * weakest(load_board(board).rules)
    agent.profiles.put(f"{board}: {others}", Profile(level=level, games=1000, measure=RATINGS))
    return agent


def adaptive(options: str = "") -> AdaptiveAgent:
    agent = make_agent(f"adaptive{options}")
    assert isinstance(agent, AdaptiveAgent)
    return agent


@pytest.mark.parametrize(("board", "players", "strongest"), [("small", 2, "net"), ("europe", 5, "planner")])
def test_at_full_strength_it_is_the_strongest_of_the_board(board: str, players: int, strongest: str):
    """Whoever is as strong meets the strongest player, but for hands and waits that nobody should see."""
    game, other, names = Game(board, players, seed=6), make_agent(strongest), "ABCD"[: players - 1]
    others = " + ".join(names)
    agent = adaptive(f":win_rate={1 / players}")
    agent.profiles.put(f"{board}: {others}", Profile(level=MOST, games=50, measure=RATINGS))
    agent.meet(["me", *names])
    other.fit(game.tables)
    for one in (agent, other):
        one.start(0, 3)
    same = asked = 0
    while not game.is_over:
        if game.to_move == 0:
            seen = game.observe(0)
            decision, theirs = agent.act(seen, Budget()), other.act(seen, Budget())
            asked += 1
            same += decision.action == theirs
            assert decision.figures["plays at"] == 0
            game.push(theirs)
        else:
            game.push(game.legal_actions()[0])
    assert same >= 0.8 * asked


def test_who_is_the_strongest_depends_on_the_board_and_the_players():
    net = ShippedNetworks("net")

    def on(board: Board, players: int) -> bool:
        tables = make_tables(board, players)
        return planner_is_stronger(net.find("", tables), tables)

    assert [on(load_board("usa"), n) for n in range(2, 6)] == [False] * 4  # it has a network of its own
    assert [on(load_board("europe"), n) for n in range(2, 6)] == [False, False, True, True]
    assert [on(generated_board(9001), n) for n in (2, 3, 4)] == [False, False, True]


def test_the_weaker_it_plays_the_less_it_wins():
    rates = []
    for share in (0.0, 0.2, 0.5):
        results = []
        for seed in range(20):
            agent = known_at(share, others="net")
            results.append(play_match("small", [agent, "net"], 2, seed=seed).results.shares[:, 0].mean())
        rates.append(np.mean(results))
    assert all(strong > weak + 0.05 for strong, weak in pairwise(rates))


@pytest.mark.parametrize("beginner", ["forgetful", "hopeful"])
def test_it_can_lose_to_the_weakest_beginners(beginner: str):
    """On usa these lose nearly all games to anybody who plans, and most to the weakest amateur."""
    won = []
    for seed in range(8):
        agent = known_at(1.0, "usa", others=beginner)
        won.append(play_match("usa", [agent, person(beginner)], 2, seed=seed).results.shares[:, 0].mean())
    assert np.mean(won) < 0.5


def test_the_first_tickets_are_chosen_well_until_it_collects_them():
    """Down to the middle of the scale they are those of full strength; the weakest keeps all."""
    for seed in range(8):
        game = Game("usa", seed=seed)
        for share, keeps_all in ((0.0, False), (0.5, False), (1.0, True)):
            agent = known_at(share, "usa")
            agent.meet(["me", "Ann"])
            agent.start(0, seed)
            decision = agent.act(game.observe(0), Budget())
            every = max(game.legal_actions(), key=lambda action: len(action.text)).text
            assert decision.action.text == (every if keeps_all else decision.figures["best"])


def test_what_it_forgot_it_never_plans_for_in_that_game():
    """It goes on as somebody else at every decision, with another seed, and keeps its habits."""
    game, memory, characters = Game("small", seed=2), {}, set()
    while not game.is_over:
        if game.to_move == 1:
            game.push(game.legal_actions()[0])
            continue
        agent = known_at(0.5)
        agent.meet(["me", "Ann"])
        agent.start(0, len(game.moves))
        agent.recall(game.board, memory)
        seen = game.observe(0)
        before = seen.records.tobytes()
        game.push(agent.act(seen, Budget()).action)
        assert seen.records.tobytes() == before
        memory = agent.memory()
        characters.add(memory["character"])
    assert len(characters) == 1


def with_full_hand(board: str, players: int) -> Game:
    """A game in which the first player has drawn cards all the time, until its hand is full; the others claim."""
    game = Game(board, players, seed=3)
    full, _ = limits(game.tables)
    while game.phase is not Phase.TURN or game.to_move != 0 or game.hand_sizes[0] + 2 <= full:
        legal = game.legal_actions()
        draws = [action for action in legal if isinstance(action, DrawCard | TakeCard)]
        game.push(draws[0] if game.to_move == 0 and draws else legal[-1])
    return game


@pytest.mark.parametrize(
    ("board", "players"), [("small", 2), ("new_york", 4), ("europe", 3), ("europe", 5), ("usa", 2), ("usa", 5)]
)
def test_it_never_hoards(board: str, players: int):
    game, agent = with_full_hand(board, players), adaptive()
    agent.meet(["me", *"ABCD"[: players - 1]])
    agent.start(0, seed=9)
    agent.recall(game.board, {"trains": game.trains[0], "since": 0})
    assert isinstance(agent.act(game.observe(0), Budget()).action, ClaimRoute)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_it_waits_no_longer_than_the_strongest_players(share: float):
    game, waited = Game("new_york", seed=3), 0
    _, longest = limits(game.tables)
    agent = known_at(share, "new_york")
    agent.meet(["me", "Ann"])
    agent.start(0, seed=9)
    for _ in range(300):
        if game.is_over:
            break
        if game.to_move == 1:
            game.push(game.legal_actions()[-1])
            continue
        begins = game.phase is Phase.TURN
        can_claim = any(isinstance(action, ClaimRoute) for action in game.legal_actions())
        action = agent.act(game.observe(0), Budget()).action
        waited = 0 if isinstance(action, ClaimRoute) else waited + begins
        assert waited <= longest or (begins and not can_claim) or not begins
        game.push(action)
    assert game.is_over


def test_a_wait_is_a_run_of_turns_and_choosing_the_first_tickets_is_none():
    game, seen = Game("small", seed=1), Hoarding("me")
    seen.before(game, ["Ann", "me"])
    for _ in range(2 + 3 * 4):  # tickets, and three turns of each, two cards a turn
        game.push(game.legal_actions()[0])
        seen.step(game, game.history[-1])
    assert seen.waits == [3]


def test_limits_are_known_for_every_board_and_number_of_players():
    own = Board.from_json(load_board("usa").with_rules(trains=30).to_json())
    for players in range(2, 6):
        (cards, wait), (fewer, shorter) = (
            limits(make_tables(load_board("usa"), players)),
            limits(make_tables(own, players)),
        )
        assert fewer <= cards
        assert shorter <= wait
    assert limits(make_tables(load_board("t2r"), 2))[0] == float("inf")


# ---- the agent


@pytest.mark.parametrize("wrong", ["0.04", "0.96", "-1", "2", "nan", "inf", "-inf"])
def test_win_rates_beyond_reason_are_refused(wrong: str):
    with pytest.raises(UnknownAgent, match=r"'adaptive': win_rate=.* must be from 0\.05 to 0\.95$"):
        make_agent(f"adaptive:win_rate={wrong}")


def test_options_of_a_search_are_refused():
    with pytest.raises(UnknownAgent, match="'adaptive' has no parameter 'iterations'; parameters: win_rate"):
        make_agent("adaptive:iterations=300")


def test_a_series_is_reproducible_and_played_in_order():
    one, two = (play_match("small", ["adaptive", "greedy"], 12, seed=4, threads=threads).results for threads in (1, 2))
    assert (one.totals == two.totals).all()
    assert not one.forfeits


@pytest.mark.parametrize("others", [["greedy"], ["greedy", "random"]])
def test_matches_in_compiled_code_and_through_the_game_are_the_same(others: list[str]):
    """It learns the same in both; whoever wants to see decisions gets the slow way."""
    agents_of = [adaptive(), adaptive()]
    compiled = play_match("small", [agents_of[0], *others], 6, seed=4)
    slow = play_match("small", [agents_of[1], *others], 6, seed=4, on_decision=lambda *_: None)
    assert (compiled.results.totals == slow.results.totals).all()
    assert agents_of[0].profile() == agents_of[1].profile()
    assert agents_of[0].profile().games == compiled.games
    assert agents_of[0].profile().level != level_of(Profile(), RULES).level


def decide(agent: str, game: Game) -> Decision:
    player = make_agent(agent)
    player.meet(["me", "Ann"])
    player.start(game.to_move, seed=9)
    decision = player.act(game.observe(game.to_move), Budget())
    assert isinstance(decision, Decision)
    return decision


def test_it_decides_the_same_for_states_that_look_alike():
    game = Game("small", seed=2)
    for _ in range(6):
        twin = Game.sample(game.observe(game.to_move), 77)
        assert decide("adaptive", game).action == decide("adaptive", twin).action
        game.push(decide("adaptive", game).action)


def test_it_says_what_it_does():
    decision = decide("adaptive", Game("small", seed=2))
    assert decision.reason.startswith("it plays 315 points of rating below its best")
    assert {"target win rate", "plays at", "level", "forgets", "late", "hopes", "best", "games"} <= set(
        decision.figures
    )
    json.dumps(dict(decision.figures))


def test_another_goes_on_with_a_game_from_what_it_remembers():
    """At every decision somebody else takes over, with nothing but the memory, written and read as JSON."""
    always = adaptive()
    game, memory = Game("small", seed=2), "{}"
    always.meet(["me", "Ann"])
    always.start(0, 1)
    while not game.is_over:
        if game.to_move == 1:
            game.push(game.legal_actions()[0])
            continue
        other = adaptive()
        other.meet(["me", "Ann"])
        other.start(0, 1)
        other.recall(game.board, json.loads(memory))
        assert other.memory() == always.memory()
        remembered = always.memory()
        always.start(0, 1)  # the same chance as the other has
        always.recall(game.board, remembered)
        decision, again = (agent.act(game.observe(0), Budget()) for agent in (always, other))
        assert (decision.action, decision.reason) == (again.action, again.reason)
        game.push(decision.action)
        memory = json.dumps(other.memory())
    outcome = game.outcome()
    assert outcome
    for agent in (always, other):
        agent.end(Ending(outcome.totals, outcome.winners))
    assert always.profile() == other.profile()


def test_learning_is_a_function_of_what_was_known_and_played():
    """What the kind learns is what an agent learns that plays the game."""
    agent, game = adaptive(":win_rate=0.3"), Game("small", seed=2)
    known = Profiles()
    known.put("small: Ann", after(Profile(), 0.3, 30, 10))
    known.put("usa: Ben", Profile())
    agent.know(known.to_dict())
    agent.meet(["me", "Ann"])
    agent.start(0, 1)
    while not game.is_over:
        game.push(agent.act(game.observe(0), Budget()).action if game.to_move == 0 else game.legal_actions()[0])
    outcome = game.outcome()
    assert outcome
    ending = Ending(outcome.totals, outcome.winners)
    agent.end(ending)
    played = PlayedGame(game.board, ["me", "Ann"], 0, agent.memory(), ending)
    learnt = agents.learn("adaptive:win_rate=0.3", known.to_dict(), played)
    assert learnt == agent.profiles.to_dict() != known.to_dict()
    assert learnt["usa: Ben"] == known.to_dict()["usa: Ben"]
    for lost in (replace(ending, forfeit=Forfeit(1, "took too long")), Ending((3.0,), (0,))):
        assert agents.learn("adaptive", known.to_dict(), replace(played, ending=lost)) == known.to_dict()
    assert agents.learn("greedy", {"a": 1}, played) == {"a": 1}


def test_a_forfeit_teaches_nothing():
    agent, game = adaptive(), Game("small", seed=2)
    agent.meet(["me", "Ann"])
    agent.start(0, 1)
    agent.act(game.observe(0), Budget())
    agent.end(Ending((3.0, 1.0), (0,), Forfeit(1, "took too long")))
    assert agent.profile().games == 0
