"""The cost-function bots: their paths, the threats they see, and positions with one right move.

The small board: AB 2 blue, AC 1 red, AD 2 yellow, AG 3 green, BD 1 grey, BF 3 red, CD 1 green, CG 2 yellow, DE 2 red,
DF 3 grey, DG 3 blue, EF 1 blue, EG 1 grey, EH 2 yellow, FH 2 green, GH 2 grey; routes of 1, 2, 3 score 1, 2, 4.
"""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.agents import Budget, make_agent
from footplate.agents.layout import WORK
from footplate.agents.registry import agent_kind
from footplate.arena import play_game, play_match
from footplate.boards import load_board
from footplate.engine.layout import PLAYERS, new_records
from footplate.errors import UnknownAgent
from footplate.game import Game
from footplate.papers.yang.bots.moves import most_frequent
from footplate.papers.yang.bots.paths import BY_COST, BY_POINTS, choose_path, path_cost, path_points
from footplate.papers.yang.bots.threats import NO_THREAT, find_threats
from footplate.view import Phase
from tests.support.asking import ThroughGame
from tests.support.bots.yang import links, offer, play, position, route, surveyed, ticket, words
from tests.support.positions import set_market
from tests.support.strategies import at_most, games_in_play, random_boards

BOTS = ("cf-base", "cf-random", "cf-action-eval", "cf-adversarial", "cf-combined", "cf-game-tree")
REDS = ("red", "red", "red", "red", "locomotive")
GREENS = ("green", "green", "green", "green", "green")


# ---------------------------------------------------------------- paths


@pytest.mark.parametrize(
    ("path", "cost"),
    [
        ("AC CD DE", 0 + 1),  # 3 red: one in hand, two face up; 1 green, squared
        ("AD DE", 4 + 0),  # 2 yellow, squared
        ("AG EG", 9 + 1),  # 3 green, squared; 1 grey
        ("AB BD DE", 1 + 1 + 0),  # 2 blue, of which one is face up; 1 grey
    ],
)
def test_a_path_costs_what_it_lacks_squared_by_colour(path: str, cost: int):
    game = position("AE", market=["red", "red", "blue", "locomotive", "locomotive"], red=1, locomotive=2)
    o = game.observe(0).record
    assert path_cost(game.tables.record, o, surveyed(game), *links(game, path)) == cost


def test_own_routes_cost_nothing_and_bring_no_points():
    game = position("AE", mine="DE")
    b, o, w = game.tables.record, game.observe(0).record, surveyed(game)
    assert path_cost(b, o, w, *links(game, "AB BD DE")) == 1 + 1  # one of 2 blue is face up; grey
    assert path_points(b, w, *links(game, "AB BD DE")) == 2 + 1


def best_path(game: Game, tickets: str, rating: int) -> float:
    """Cost or points of the path that a bot follows for these tickets."""
    b, o, w = game.tables.record, game.observe(game.to_move).record, surveyed(game)
    wanted = [ticket(game, ends) for ends in tickets.split()]
    w.wanted_n, w.wanted[: len(wanted)] = len(wanted), wanted
    if choose_path(b, o, w, rating) < len(wanted):
        return np.inf
    if rating == BY_COST:
        return path_cost(b, o, w, w.plan_lo, w.plan_hi)
    return path_points(b, w, w.plan_lo, w.plan_hi)


def all_paths(game: Game, ends: str) -> list[str]:
    """The slow twin: every simple path of a ticket that seat 0 can still build, as text for ``links``."""
    graph = nx.Graph()
    for r in game.board.routes:
        number = route(game, r.a[0] + r.b[0])
        mine = game.owners[number] == 0
        if mine or game.is_open(number, 0):
            graph.add_edge(r.a[0], r.b[0], length=r.length, due=0 if mine else r.length)
    paths = []
    if set(ends) <= set(graph.nodes):
        for nodes in nx.all_simple_paths(graph, *ends):
            edges = list(pairwise(nodes))
            length, due = (sum(graph.edges[e][what] for e in edges) for what in ("length", "due"))
            if length <= game.board.rules.trains and due <= game.trains[0]:
                paths.append(" ".join(a + b for a, b in edges))
    return paths


@pytest.mark.parametrize("ends", ["AE", "BH", "FG"])
@pytest.mark.parametrize(("mine", "theirs"), [("", ""), ("DE", "GH AB"), ("CG", "EF EG BF"), ("", "DE EF EG EH")])
def test_a_bot_finds_the_best_of_all_paths(mine: str, theirs: str, ends: str):
    game = position("AH", mine=mine, theirs=theirs, red=1, blue=2)
    b, o, w = game.tables.record, game.observe(0).record, surveyed(game)
    masks = [links(game, path) for path in all_paths(game, ends)]
    assert best_path(game, ends, BY_COST) == min((path_cost(b, o, w, *mask) for mask in masks), default=np.inf)
    if masks:
        assert best_path(game, ends, BY_POINTS) == max(path_points(b, w, *mask) for mask in masks)


def test_one_path_does_two_tickets():
    game = position("AE AH", red=1, yellow=4)
    both = best_path(game, "AE AH", BY_COST)
    b, o, w = game.tables.record, game.observe(0).record, surveyed(game)
    assert both == path_cost(b, o, w, *links(game, "AC CG EG EH")) == 1  # grey is all that lacks


# ---------------------------------------------------------------- threats


def threats(game: Game, more_than: float = 1.0) -> dict[str, float]:
    found = find_threats(game.tables.record, game.observe(0).record, surveyed(game), more_than)
    return {r.a[0] + r.b[0]: found[i] for i, r in enumerate(game.board.routes) if found[i] > NO_THREAT}


def test_a_link_between_two_chains_of_an_opponent_is_threatened():
    game = position(theirs="AB EF")  # only BF joins them
    assert threats(game) == {"BF": pytest.approx(4 * 3 + 0.05 * 3 + 1 + 1)}


def test_longer_chains_are_greater_threats():
    game = position(theirs="AB AC EF FH")
    assert threats(game) == {"BF": pytest.approx(4 * 6 + 0.05 * 5 + 2**2 + 1**2)}  # B-A-C and F-H


def test_several_threats_to_one_opponent_are_each_worth_less():
    game = position(theirs="AC DE")  # AD and CD both join them
    assert threats(game) == {"AD": 0.0, "CD": 0.0}  # 4 x 3 - 20 and little more


@pytest.mark.parametrize(
    ("theirs", "more_than"),
    [
        ("", 1.0),
        ("AB", 1.0),
        ("AB EF", 3.0),  # the chains have 3 trains, not more
        ("AC CD", 1.0),  # A and D are joined already
        ("BF", 1.0),
    ],
)
def test_other_links_are_not_threatened(theirs: str, more_than: float):
    assert threats(position(theirs=theirs), more_than) == {}


def test_what_is_taken_is_no_longer_threatened():
    assert threats(position(theirs="AB EF", mine="BF")) == {}


def own(game: Game, seat: int, number: int) -> None:
    """The seat has the route, and nothing else changes."""
    game.record.route[number] = 0b11111 | (seat + 1) << PLAYERS


@pytest.mark.parametrize(("players", "seen"), [(2, 2), (4, 0)])
def test_double_routes_are_threatened_if_a_claim_closes_them(players: int, seen: int):
    """Seat 1 comes to Denver and to Kansas City, between which there are two tracks."""
    game = Game("usa", players, seed=1)
    for i, r in enumerate(game.board.routes):
        if {r.a, r.b} in ({"Denver", "Santa Fe"}, {"Kansas City", "Saint Louis"}):
            own(game, 1, i)
    found = find_threats(game.tables.record, game.observe(0).record, surveyed(game), 1.0)
    double = [i for i, r in enumerate(game.board.routes) if {r.a, r.b} == {"Denver", "Kansas City"}]
    assert len(double) == 2
    assert sum(found[i] > NO_THREAT for i in double) == seen


def test_every_opponent_counts():
    game = Game("small", 3, seed=1)
    for ends, seat in (("AB", 1), ("EF", 1), ("AC", 2), ("DE", 2)):
        own(game, seat, route(game, ends))
    found = find_threats(game.tables.record, game.observe(0).record, surveyed(game), 1.0)
    assert {i for i in range(16) if found[i] > NO_THREAT} == {route(game, ends) for ends in ("BF", "AD", "CD")}


# ---------------------------------------------------------------- what the bots do


def test_base_claims_the_route_that_spares_what_the_path_needs():
    """Path AC CD DE: 3 red and 1 green."""
    assert play("cf-base", position("AE", market=REDS, red=2, green=1)) == "claim CD with 1 green"
    assert play("cf-base", position("AE", market=REDS, red=2)) == "claim AC with 1 red"


def test_base_takes_what_its_path_needs_most():
    market = ["red", "green", "green", "green", "green"]
    assert play("cf-base", position("AE", mine="AC CD", market=market)) == "take red"  # DE is left
    assert play("cf-base", position("AE", mine="AC CD", market=GREENS, red=1)) == "draw"


def test_base_takes_a_locomotive_as_a_first_card_only():
    market = ["red", "green", "green", "green", "locomotive"]
    game = position("AE", mine="AC CD", market=market)
    assert play("cf-base", game) == "take locomotive"
    game.push("take red")
    set_market(game, ["green", "green", "green", "green", "locomotive"])
    assert game.phase is Phase.SECOND_CARD
    assert play("cf-base", game) == "draw"


def test_random_claims_any_route_of_the_path_with_most_points_and_draws_blind():
    """Path AG DG DF EF: 10 trains, 13 points."""
    assert play("cf-random", position("AE", market=REDS)) == "draw"
    game = position("AE", market=REDS, green=3, blue=3, locomotive=1)
    assert {play("cf-random", game, seed) for seed in range(60)} == {
        "claim AG with 3 green",
        "claim DG with 3 blue",
        "claim DF with 3 green",
        "claim EF with 1 blue",
    }


def test_action_eval_weighs_a_claim_against_a_card():
    """Path AC CD DE, 3 red: a red card is worth 3, DE 2 + 2 points, CD 2 + 1, and a card comes first of equals."""
    assert play("cf-action-eval", position("AE", market=REDS, red=2)) == "claim DE with 2 red"
    assert play("cf-action-eval", position("AE", market=REDS, green=1)) == "take red"


def test_action_eval_prefers_to_go_on_with_a_path_that_it_has_begun():
    agent = make_agent("cf-action-eval")
    game = position("AE", market=REDS, green=1)
    agent.start(0, 0)
    assert words(agent.act(game.observe(0), Budget())) == "take red"
    game.record.points[0] += 1  # as if it had claimed a route of its path since it first planned
    assert words(agent.act(game.observe(0), Budget())) == "claim CD with 1 green"


def test_action_eval_does_not_spend_locomotives_while_it_can_draw():
    game = position("AE", mine="AC CD", market=GREENS, red=1, locomotive=1)
    assert play("cf-action-eval", game) == "draw"
    assert play("cf-base", game) == "claim DE with 1 red 1 locomotive"


def test_adversarial_blocks_what_action_eval_leaves():
    game = position("CE", theirs="AB EF", red=3)
    assert play("cf-adversarial", game) == "claim BF with 3 red"
    assert play("cf-action-eval", game) == "claim DE with 2 red"


def test_adversarial_plays_its_own_game_when_it_cannot_block():
    game = position("CE", theirs="AB EF", red=2)  # BF takes three
    assert play("cf-adversarial", game) == play("cf-action-eval", game) == "claim DE with 2 red"


def test_combined_prefers_the_threatened_one_of_two_routes_that_are_equal_otherwise():
    """Path DE EH, with cards for both. Only EH joins their C-G-E and F-H: 5 trains, and 10/3 are the threshold."""
    game = position("DH", mine="EF GH", theirs="EG CG FH", red=2, yellow=2)
    assert play("cf-action-eval", game) == "claim DE with 2 red"
    assert play("cf-combined", game) == "claim EH with 2 yellow"
    assert play("cf-combined:scaled=false", game) == "claim DE with 2 red"


@pytest.mark.parametrize("bot", BOTS)
def test_with_all_tickets_done_new_ones_are_drawn_while_there_are_trains(bot: str):
    game = position("AE", mine="AC CD DE")  # 6 trains left of 10; the threshold is 15/45 of 10
    assert play(bot, game) == "tickets"
    assert play(f"{bot}:scaled=false", game) != "tickets"
    assert play(bot, position("AE", mine="AC CD DE BF")) != "tickets"  # 3 trains left


@pytest.mark.parametrize("bot", ["cf-base", "cf-random"])
def test_a_ticket_that_is_cut_off_leaves_the_longest_route(bot: str):
    game = position("AE", theirs="AB AC AD AG", red=3, blue=1)
    assert play(bot, game) == "claim BF with 3 red"


@pytest.mark.parametrize("bot", [bot for bot in BOTS if bot != "cf-random"])
@pytest.mark.parametrize("phase", [Phase.FIRST_TICKETS, Phase.TICKET_CHOICE])
def test_the_ticket_with_the_shortest_path_is_kept(bot: str, phase: Phase):
    game = position("AE")
    game.record.phase = phase.value
    offer(game, "AH FG")  # 5 trains and 2
    assert play(bot, game) == "keep 2"


def test_votes():
    w = new_records(WORK)[0]
    assert most_frequent(w, np.array([4, 9, 9, 1, 9])) == 9
    assert most_frequent(w, np.array([4, 9, 1, 1, 2])) == 1
    seen = [int(most_frequent(w, np.array([5, 7, 5, 9, 7]))) for _ in range(400)]
    assert set(seen) == {5, 7}
    assert 150 < seen.count(5) < 250
    assert {int(most_frequent(w, np.array([1, 2, 3, 4, 5]))) for _ in range(100)} == {1, 2, 3, 4, 5}


def test_game_tree_does_what_three_agree_on():
    game = position("CE", theirs="AB EF", red=3)  # base, action-eval and combined against the adversarial one
    assert play("cf-game-tree", game) == play("cf-base", game) == "claim DE with 2 red"


# ---------------------------------------------------------------- in every position


@given(game=games_in_play(), seed=st.integers(0, 2**63))
@settings(max_examples=60)
def test_the_bots_agree_as_far_as_they_should(game: Game, seed: int):
    if game.is_over:
        return
    plays = {bot: play(bot, game, seed) for bot in BOTS}
    if game.deck_size + sum(game.discard.values()) > 0:
        assert not plays["cf-random"].startswith("take")
    agreed = plays["cf-action-eval"]
    if plays["cf-base"] == agreed == plays["cf-combined"]:
        assert plays["cf-game-tree"] == agreed
    for bot, more_than in (("cf-adversarial", 1.0), ("cf-combined", 15 * game.board.rules.trains / 45)):
        if plays[bot] != agreed:
            found = find_threats(game.tables.record, game.observe(game.to_move).record, surveyed(game), more_than)
            assert plays[bot].startswith("claim")
            assert max(found) > NO_THREAT


@given(game=games_in_play(), seed=st.integers(0, 2**63))
@settings(max_examples=30)
def test_a_choice_depends_only_on_what_the_seat_sees(game: Game, seed: int):
    if not game.is_over:
        twin = Game.sample(game.observe(game.to_move), seed)
        for bot in BOTS:
            assert play(bot, twin, seed) == play(bot, game, seed)


@given(board=random_boards, players=st.integers(1, 5), seed=st.integers(0, 2**63), shift=st.integers(0, 5))
@settings(max_examples=40)
def test_random_boards(board, players: int, seed: int, shift: int):
    bots = [make_agent(BOTS[(shift + i) % 6]) for i in range(at_most(board, players))]
    assert play_game(board, bots, seed).is_over


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("board", ["small", "small:warwick", "mini", "t2r", "t2r:different", "new_york", "usa"])
def test_they_play_every_board(board: str, players: int):
    players = at_most(load_board(board), players)
    for shift in (0, 3):
        result = play_match(board, [BOTS[(shift + i) % 6] for i in range(players)], 2 * players, seed=4)
        assert result.results.decisions.min() > 5


@pytest.mark.parametrize("board", ["small", "new_york", "usa_1910"])
@pytest.mark.parametrize("pair", [BOTS[:2], BOTS[2:4], BOTS[4:]])
def test_the_fast_path_and_the_friendly_path_play_the_same_games(board: str, pair: tuple[str, str]):
    fast = play_match(board, pair, 6, seed=5)
    slow = play_match(board, [ThroughGame(bot) for bot in pair], 6, seed=5)
    assert (fast.results.totals == slow.results.totals).all()
    assert (fast.results.decisions == slow.results.decisions).all()


# ---------------------------------------------------------------- whole games


def test_unscaled_combined_is_action_eval_on_the_small_board():
    """No opponent there has chains of more than 15 trains; with thresholds in proportion some have."""
    games = {bot: play_match("small", [bot, "cf-base"], 400, seed=6).results for bot in BOTS}
    unscaled = {
        bot: play_match("small", [f"{bot}:scaled=false", "cf-base"], 400, seed=6).results
        for bot in ("cf-action-eval", "cf-combined")
    }
    assert (unscaled["cf-combined"].totals == unscaled["cf-action-eval"].totals).all()
    assert (games["cf-combined"].totals != games["cf-action-eval"].totals).any()
    assert (games["cf-action-eval"].totals != unscaled["cf-action-eval"].totals).any()


@pytest.mark.parametrize("bot", BOTS)
def test_they_beat_random(bot: str):
    assert play_match("small", [bot, "random"], 1000, seed=7).agents[0].win_rate.low > 0.8


@pytest.mark.parametrize("bot", BOTS)
def test_they_say_what_they_do(bot: str):
    kind = agent_kind(bot)
    assert kind.family == "yang"
    assert kind.parameters == {"scaled": True} | ({} if bot == "cf-base" else {"mode": "as_coded"})
    assert "scaled=false" in kind.description
    assert ("As described" in kind.description) == (bot != "cf-base")


# ---------------------------------------------------------------- as described


def test_random_as_described_follows_the_path_of_base():
    """AG EG brings 4 + 1 points and lacks most; base goes by Celestia, for which it lacks a grey card."""
    game = position("AE", market=["red", "red", "blue", "locomotive", "locomotive"], red=3, green=3)
    coded = {play("cf-random", game, seed) for seed in range(20)}
    described = {play("cf-random:mode=as_described", game, seed) for seed in range(20)}
    assert coded.isdisjoint(described)
    for claims in (coded, described):
        assert all(words.startswith("claim") for words in claims)
    assert play("cf-base", game).split(" with")[0] in {words.split(" with")[0] for words in described}


def test_random_as_described_keeps_any_of_later_tickets():
    game = position("AE")
    game.record.phase = Phase.TICKET_CHOICE.value
    offer(game, "AH FG")
    kept = {play("cf-random:mode=as_described", game, seed) for seed in range(40)}
    assert kept == {"keep 1", "keep 2", "keep 1 2"}
    assert len({play("cf-random", game, seed) for seed in range(40)}) == 1


def test_algorithm_3_as_printed_draws_where_the_library_claims():
    """Path AC CD DE needs 3 red. DE is worth 4 points of value, but its two reds cost 3 each as printed."""
    game = position("AE", market=REDS, red=2)
    assert play("cf-action-eval", game) == "claim DE with 2 red"
    assert play("cf-action-eval:mode=as_described", game) == "take red"


def test_a_mode_is_one_of_two():
    with pytest.raises(UnknownAgent, match="mode='no' must be as_coded or as_described"):
        make_agent("cf-random:mode=no")
    with pytest.raises(UnknownAgent):
        make_agent("cf-base:mode=as_described")
