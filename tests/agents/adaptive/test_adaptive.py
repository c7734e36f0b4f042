"""The adaptive player: it holds a win rate, remembers opponents, looks natural and says what it does."""

from __future__ import annotations

import itertools
import json
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from footplate import agents
from footplate.action_space import ActionSpace, action_space
from footplate.actions import ClaimRoute, DrawCard, TakeCard
from footplate.agents import Budget, make_agent
from footplate.agents.adaptive import kinds
from footplate.agents.adaptive.agent import AdaptiveAgent
from footplate.agents.adaptive.choice import STEP_CAP, Choice, Situation, best_of, choose, full_hand, natural_moves
from footplate.agents.adaptive.control import FIRST_GAMES, HIGHEST, LOWEST, STEP, aim_of, gain_of, learn
from footplate.agents.adaptive.profile import RECENT, Profile, Profiles, key_of
from footplate.agents.base import Decision, Ending, Forfeit, PlayedGame
from footplate.agents.search.agent import SearchAgent
from footplate.agents.search.options import SearchOptions
from footplate.agents.search.searcher import MoveFigures, Searcher
from footplate.arena import play_match
from footplate.boards import Board, load_board
from footplate.engine.layout import DRAW_DECK, DRAW_TICKETS
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError, UnknownAgent
from footplate.game import Game
from footplate.studies.ledger import Ledger
from footplate.studies.target_win_rate import (
    JUDGE,
    FullStrength,
    Judge,
    Verdict,
    make_adaptive,
    play_series,
    silly_share,
)
from footplate.view import Phase

QUICK = "adaptive:iterations=60"


# ---- from game to game

SETTLED = Profile(games=2 * FIRST_GAMES * FIRST_GAMES, level=3.0)


@pytest.mark.parametrize("target", [0.1, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("kind", ["weak", "strong", "changing"])
def test_the_win_rate_is_the_target_but_for_what_the_level_has_moved(target: float, kind: str):
    """An identity: it holds for any opponent, as long as the level is off its stops."""
    chance = np.random.default_rng(5)
    profile, n, won = SETTLED, 400, 0.0
    for game in range(n):
        strength = {"weak": -8.0, "strong": 9.0, "changing": -5.0 + 10 * (game > n / 2)}[kind]
        margin = aim_of(profile, target) - strength + 8 * chance.normal()
        won += margin > 0
        profile = learn(profile, target, float(margin > 0), margin)
        assert LOWEST < profile.level < HIGHEST
    assert won / n - target == pytest.approx((SETTLED.level - profile.level) / (STEP * n))
    assert abs(won / n - target) < 0.04


def test_the_margin_of_the_first_games_moves_the_level_at_once():
    stranger = Profile()
    crushed = learn(stranger, 0.5, 1.0, 25.0)
    beaten_narrowly = learn(stranger, 0.5, 1.0, 1.0)
    assert crushed.level < beaten_narrowly.level - 10
    assert crushed.variance < stranger.variance
    known = replace(stranger, games=FIRST_GAMES)
    assert learn(known, 0.5, 1.0, 25.0).level == learn(known, 0.5, 1.0, 1.0).level < known.level


def test_a_profile_counts_games_and_keeps_the_last_results():
    profile = Profile()
    for result in [1.0, 0.5, 0.0] * 10:
        profile = learn(profile, 0.5, result, 0.0, gained=2.0, decisions=1)
    assert (profile.games, profile.wins, profile.draws, profile.losses) == (30, 10, 10, 10)
    assert profile.recent == ((1.0, 0.5, 0.0) * 10)[-RECENT:]
    assert gain_of(Profile()) < gain_of(profile) < 2.0
    assert gain_of(profile, gained=-50.0, decisions=10) < gain_of(profile)


def test_a_higher_target_aims_at_a_higher_margin():
    aims = [aim_of(Profile(), target) for target in (0.1, 0.5, 0.9)]
    assert aims == sorted(aims)
    assert aims[1] == Profile().level


# ---- profiles


def test_profiles_survive_in_a_file(tmp_path: Path):
    path = tmp_path / "deep" / "profiles.json"
    one = learn(Profile(), 0.5, 1.0, 7.0, 3.0, 12)
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
        '{"format": 2, "profiles": {}}',
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
    spec = f"{QUICK},profile={path}"
    for games in (4, 10):
        play_match("small", [spec, "greedy"], games - (games == 10) * 4, seed=3)
        profile = Profiles(path).get("small: greedy")
        assert profile.games == games == profile.wins + profile.draws + profile.losses


# ---- which move is played


@pytest.fixture
def actions() -> ActionSpace:
    return action_space(make_tables(load_board("small"), 2))


def figures(action: int, mean: float, *, visits: int = 100, win: float = 0.5) -> MoveFigures:
    return MoveFigures(action, visits, mean, 9.0, win)


EARLY = Situation(aim=0.0, gain=0.0, decisions_left=12.0, last_round=False)


def test_it_plays_its_best_when_it_must(actions: ActionSpace):
    moves = [figures(DRAW_DECK, -1.0), figures(1, -2.0), figures(2, -1.5)]
    choice = choose(moves, actions, EARLY)
    assert choice.move == choice.best == moves[0]
    assert choice.given == 0


def test_it_gives_away_a_small_step_when_it_is_ahead(actions: ActionSpace):
    moves = [figures(DRAW_DECK, 10.0), figures(1, 8.7), figures(2, 5.0)]
    choice = choose(moves, actions, EARLY)
    assert choice.move == moves[1]
    assert 0 < choice.given <= STEP_CAP
    assert choose(moves[:1] + moves[2:], actions, EARLY).move == moves[0]  # 5 points would be noticed


def test_what_the_opponent_will_give_away_counts_before_it_happens(actions: ActionSpace):
    moves = [figures(DRAW_DECK, -1.0), figures(1, -2.0)]
    assert choose(moves, actions, EARLY).move == moves[0]
    assert choose(moves, actions, replace(EARLY, gain=1.5)).move == moves[1]


def test_a_sure_win_is_not_refused(actions: ActionSpace):
    moves = [figures(DRAW_DECK, 9.0, win=1.0), figures(1, 8.0, win=0.8), figures(2, 7.5, win=0.97)]
    last = replace(EARLY, decisions_left=2.0, last_round=True)
    assert choose(moves, actions, last).move == moves[2]
    assert choose(moves[:2], actions, last).move == moves[0]


def test_it_is_slow_late_and_only_if_small_steps_are_not_enough(actions: ActionSpace):
    claim = next(actions.id(action) for action in actions if isinstance(action, ClaimRoute))
    moves = [figures(claim, 20.0, win=1.0), figures(DRAW_DECK, 12.0, win=0.9)]
    late = replace(EARLY, decisions_left=5.0)
    assert choose(moves, actions, late).move == moves[1]
    assert choose(moves, actions, replace(late, last_round=True)).move == moves[0]
    assert choose(moves, actions, replace(EARLY, decisions_left=11.0)).move == moves[0]
    assert choose(moves, actions, replace(late, aim=15.0)).move == moves[0]


def test_with_a_full_hand_it_claims(actions: ActionSpace):
    first, second = [actions.id(action) for action in actions if isinstance(action, ClaimRoute)][:2]
    draw, good, weak = figures(DRAW_DECK, 10.0, visits=500), figures(first, 8.0), figures(second, 5.0, visits=50)
    tickets = figures(DRAW_TICKETS, 9.0, visits=900)
    behind = replace(EARLY, aim=30.0)
    full = replace(behind, must_claim=True)
    assert choose([draw, good, weak], actions, behind).move == draw
    assert choose([draw, good, weak], actions, full).move == good
    assert choose([tickets, draw, good, weak], actions, full).move == tickets  # which is no hoarding
    late = replace(full, decisions_left=5.0, aim=-20.0)
    assert choose([draw, good, weak], actions, late).move == weak  # slow without another card
    assert choose([draw, good, weak], actions, replace(late, must_claim=False)).move == draw


def test_a_full_hand_is_what_experts_hold_at_most():
    full = {name: full_hand(load_board(name).rules) for name in ("usa", "switzerland", "london", "small", "t2r")}
    assert full == {"usa": 30, "switzerland": 28, "london": 16, "small": 13, "t2r": None}


def with_full_hand(board: str, players: int) -> Game:
    """A game in which the first player has drawn cards all the time, until its hand is full; the others claim."""
    game = Game(board, players, seed=3)
    full = full_hand(game.board.rules)
    assert full is not None
    while game.phase is not Phase.TURN or game.to_move != 0 or game.hand_sizes[0] < full:
        legal = game.legal_actions()
        draws = [action for action in legal if isinstance(action, DrawCard | TakeCard)]
        game.push(draws[0] if game.to_move == 0 and draws else legal[-1])
    return game


@pytest.mark.parametrize(("board", "players"), [("small", 2), ("new_york", 4), ("europe", 3), ("usa", 2), ("usa", 5)])
def test_it_never_hoards(board: str, players: int):
    """Also where it is far ahead of a very weak opponent, and to draw would be the way to let it win."""
    game = with_full_hand(board, players)
    agent = make_agent("adaptive:iterations=100")
    names = ["me", *"ABCD"[: players - 1]]
    agent.know({key_of(game.board, names, 0): asdict(Profile(level=LOWEST))})
    agent.meet(names)
    agent.start(0, seed=9)
    decision = agent.act(game.observe(0), Budget())
    assert isinstance(decision, Decision)
    assert isinstance(decision.action, ClaimRoute)


def test_steps_are_smaller_where_games_are_longer(actions: ActionSpace):
    """Twice the points on the board and four times the decisions: half of what a step is on the small board."""
    larger = replace(EARLY, unit=2.0, pace=0.25)
    moves = [figures(DRAW_DECK, 20.0), figures(1, 19.2), figures(2, 17.0)]
    assert choose(moves, actions, larger).move == moves[1]
    assert choose(moves[:1] + moves[2:], actions, larger).move == moves[0]  # 3 points would be noticed
    assert choose(moves, actions, larger).surplus == pytest.approx(choose(moves, actions, EARLY).surplus / 2)


def test_a_long_game_is_counted_like_a_short_one():
    agent = make_agent("adaptive:iterations=20")
    assert isinstance(agent, AdaptiveAgent)
    play_match("new_york", [agent, "greedy"], 4, seed=4)
    assert 6 < agent.profile().decisions / 4 < 18


def test_tickets_are_always_chosen_well(actions: ActionSpace):
    moves = [figures(DRAW_TICKETS + 3, 20.0), figures(DRAW_TICKETS + 5, 19.0)]
    assert choose(moves, actions, EARLY).move == moves[0]


def test_unnatural_moves_are_left_out(actions: ActionSpace):
    claims = [action for action in actions if isinstance(action, ClaimRoute)]
    cheap = next(claim for claim in claims if claim.locomotives == 0 and claim.length == 2)
    dear = next(claim for claim in claims if claim.route == cheap.route and claim.locomotives == 1)
    draw, tickets = figures(DRAW_DECK, 10.0), figures(DRAW_TICKETS, 9.5)
    fair, wasteful = figures(actions.id(cheap), 9.0), figures(actions.id(dear), 9.1)
    unseen = figures(1, 9.2, visits=1)
    assert natural_moves([draw, tickets, fair, wasteful, unseen], actions, draw) == [draw, fair]
    assert tickets in natural_moves([draw, tickets], actions, tickets)


def test_the_best_move_was_tried_often():
    assert best_of([figures(0, 5.0), figures(1, 9.0, visits=5)]).action == 0


# ---- the agent


@pytest.mark.parametrize("wrong", ["0.04", "0.96", "-1", "2", "nan", "inf", "-inf"])
def test_win_rates_beyond_reason_are_refused(wrong: str):
    with pytest.raises(UnknownAgent, match=r"'adaptive': win_rate=.* must be from 0\.05 to 0\.95$"):
        make_agent(f"adaptive:win_rate={wrong}")


def test_options_of_the_search_can_be_given():
    agent = make_agent("adaptive:win_rate=0.7,iterations=300,cp=2,playouts=guided")
    assert isinstance(agent, AdaptiveAgent)
    assert agent.options == replace(kinds.SEARCH, iterations=300, cp=2.0, playouts="guided")
    with pytest.raises(UnknownAgent, match="no parameter 'worlds'"):
        make_agent("adaptive:worlds=true")
    with pytest.raises(UnknownAgent, match="iterations=0 must be from 1 to 1,000,000,000"):
        make_agent("adaptive:iterations=0")


def test_a_series_is_reproducible_and_played_in_order():
    one, two = (play_match("small", [QUICK, "greedy"], 12, seed=4, threads=threads).results for threads in (1, 2))
    assert (one.totals == two.totals).all()
    assert not one.forfeits


def test_it_learns_within_a_match():
    agent = make_agent(QUICK)
    assert isinstance(agent, AdaptiveAgent)
    play_match("small", [agent, "greedy"], 10, seed=4)
    profile = agent.profile()
    assert profile.games == 10
    assert profile.level != Profile().level
    assert profile.decisions > 50


def test_three_players_are_one_opponent_together():
    agent = make_agent(QUICK)
    assert isinstance(agent, AdaptiveAgent)
    play_match("small", [agent, "greedy", "random"], 6, seed=4)
    assert agent.profile().games == 6


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
        assert decide(QUICK, game).action == decide(QUICK, twin).action
        game.push(decide(QUICK, game).action)


def test_it_says_what_it_does():
    decision = decide("adaptive:iterations=300", Game("small", seed=2))
    playing, _, stands = decision.reason.partition(": ")
    assert playing in ("playing its best", "keeping it close")
    assert stands == "the game is even" or stands.startswith(("you lead by ", "it leads by "))
    assert {"aim", "level", "win", "given away", "moves", "line", "iterations"} <= set(decision.figures)
    json.dumps(dict(decision.figures))


def test_it_keeps_to_its_iterations():
    assert decide("adaptive:iterations=200", Game("small", seed=2)).figures["iterations"] <= 200


@pytest.mark.parametrize("budget", [Budget(), Budget(seconds=60), Budget(iterations=500)])
def test_its_best_move_gets_all_iterations(budget: Budget):
    """Also when a time limit that it does not reach stands beside them. First tickets are always its best."""
    agent = make_agent("adaptive:iterations=200")
    agent.meet(["me", "Ann"])
    agent.start(0, 1)
    decision = agent.act(Game("small", seed=2).observe(0), budget)
    assert isinstance(decision, Decision)
    assert decision.figures["iterations"] == 200


def test_another_goes_on_with_a_game_from_what_it_remembers():
    """At every decision somebody else takes over, with nothing but the memory, written and read as JSON."""
    always, profiles = make_agent(QUICK), []
    game, memory = Game("small", seed=2), "{}"
    assert isinstance(always, AdaptiveAgent)
    always.meet(["me", "Ann"])
    always.start(0, 1)
    while not game.is_over:
        if game.to_move == 1:
            game.push(game.legal_actions()[0])
            continue
        other = make_agent(QUICK)
        assert isinstance(other, AdaptiveAgent)
        other.meet(["me", "Ann"])
        other.start(0, 1)
        other.recall(game.board, json.loads(memory))
        assert other.memory() == always.memory()
        always._search.start(0, 1)  # the same chance as the other has
        decision, again = (agent.act(game.observe(0), Budget()) for agent in (always, other))
        assert (decision.action, decision.reason) == (again.action, again.reason)
        game.push(decision.action)
        memory = json.dumps(other.memory())
    outcome = game.outcome()
    for agent in (always, other):
        agent.end(Ending(outcome.totals, outcome.winners))
        profiles.append(agent.profile())
    assert profiles[0] == profiles[1]
    assert profiles[0].decisions > 5


def test_learning_is_a_function_of_what_was_known_remembered_and_played(monkeypatch: pytest.MonkeyPatch):
    """What the kind learns is what an agent learns that plays the game; for it, no agent and no search is made."""
    agent, game = make_agent(f"{QUICK},win_rate=0.3"), Game("small", seed=2)
    known = Profiles()
    known.put("small: Ann", learn(Profile(), 0.3, 1.0, 7.0))
    known.put("usa: Ben", Profile())
    agent.know(known.to_dict())
    agent.meet(["me", "Ann"])
    agent.start(0, 1)
    while not game.is_over:
        game.push(agent.act(game.observe(0), Budget()).action if game.to_move == 0 else game.legal_actions()[0])
    outcome = game.outcome()
    ending = Ending(outcome.totals, outcome.winners)
    memory = agent.memory()
    agent.end(ending)

    def poisoned(*_: object, **__: object) -> None:
        raise AssertionError("nothing must be made")

    for one in (AdaptiveAgent, SearchAgent, Searcher):
        monkeypatch.setattr(one, "__init__", poisoned)
    played = PlayedGame(game.board, ["me", "Ann"], 0, memory, ending)
    learnt = agents.learn(f"{QUICK},win_rate=0.3", known.to_dict(), played)
    assert learnt == agent.profiles.to_dict() != known.to_dict()
    assert learnt["usa: Ben"] == known.to_dict()["usa: Ben"]
    for lost in (replace(ending, forfeit=Forfeit(1, "took too long")), Ending((3.0,), (0,))):
        assert agents.learn("adaptive", known.to_dict(), replace(played, ending=lost)) == known.to_dict()
    assert agents.learn("greedy", {"a": 1}, played) == {"a": 1}


def test_a_forfeit_teaches_nothing():
    agent = make_agent(QUICK)
    assert isinstance(agent, AdaptiveAgent)
    game = Game("small", seed=2)
    agent.meet(["me", "Ann"])
    agent.start(0, 1)
    agent.act(game.observe(0), Budget())
    agent.end(Ending((3.0, 1.0), (0,), Forfeit(1, "took too long")))
    assert agent.profile().games == 0


def test_a_second_look_goes_through_one_action():
    game = Game("small", seed=2)
    searcher = Searcher(SearchOptions(iterations=300))
    searcher.begin(game.tables, game.observe(0).records)
    searcher.iterate(300)
    before = {move.action: move for move in searcher.moves()}
    least = min(before.values(), key=lambda move: move.visits)
    searcher.look_at(least.action, 50)
    after = {move.action: move for move in searcher.moves()}
    assert after.pop(least.action).visits == before.pop(least.action).visits + 50
    assert after == before
    assert abs(max(searcher.nodes["value"][: searcher.n_nodes])) < 1e5


# ---- the study's parts


def test_the_judge_knows_a_blunder_from_its_own_move():
    game = Game("mini", seed=3)
    observation = game.observe(game.to_move)
    searcher = Searcher(SearchOptions(iterations=3000))
    searcher.begin(game.tables, observation.records)
    searcher.iterate(3000)
    moves = sorted(searcher.moves(), key=lambda move: move.mean)
    verdicts = [Judge(seed=1).verdict(game.tables, observation.records, move.action) for move in (moves[0], moves[-1])]
    assert verdicts[0].is_silly
    assert verdicts[1] == Verdict(0.0, 0.0)
    assert Verdict(3.5, 0.0).is_silly
    assert Verdict(0.0, 0.2).is_silly
    assert not Verdict(2.0, 0.05).is_silly


def test_the_study_s_players_play_a_series_and_are_judged(monkeypatch: pytest.MonkeyPatch):
    options = SearchOptions(iterations=40)
    series = play_series(Ledger(), make_adaptive(options, 0.3), "base", 4, 1)
    assert len(series.curve) == 4
    assert series.curve[-1] == pytest.approx(series.shares.mean())
    verdicts = itertools.cycle([Verdict(9.0, 0.0), Verdict(0.0, 0.0)])
    monkeypatch.setattr(Judge, "verdict", lambda *decision: next(verdicts))  # every second move is silly
    silly, won = silly_share(FullStrength(options), "greedy-random", 4, 1, Ledger(), 20, JUDGE)
    assert silly.mean == pytest.approx(0.5, abs=0.05)
    assert silly.low < 0.45
    assert silly.high > 0.55
    assert won.mean in {n / 8 for n in range(9)}


def test_choices_tell_what_they_give_away():
    best, move = figures(0, 5.0), figures(1, 3.5)
    assert Choice(best, move, 4.0).given == 1.5
    assert Choice(best, best, 4.0).given == 0.0
