"""Tree search: golden trees, a slow twin that agrees on every node, and what must hold for every kind of search.

``python -m tests.agents.search.test_search`` writes the golden trees anew; look at the diff before you commit it.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from footplate.agents import Budget, Decision, make_agent
from footplate.agents.search.layout import NODE
from footplate.agents.search.options import OPTIONS, SearchOptions
from footplate.agents.search.policies import KINDS
from footplate.agents.search.root import utility
from footplate.agents.search.searcher import Searcher
from footplate.arena import play_match
from footplate.engine.layout import DRAW_TICKETS, PASS, plain
from footplate.game import Game
from footplate.view import Phase
from tests.support.asking import ThroughGame
from tests.support.bots.warwick import position
from tests.support.positions import give
from tests.support.project import GOLDEN
from tests.support.searching import WORLDS, at_turn, view
from tests.support.twins.search import Twin, Value, assert_same_tree

TREES = GOLDEN / "search-mini.json"
NAMES = [kind.name for kind in KINDS]
FAIR = [kind.name for kind in KINDS if not kind.cheats]


def searched(game: Game, options: SearchOptions, seed: int = 1, node_limit: int = 1 << 20) -> Searcher:
    searcher = Searcher(options, node_limit=node_limit)
    searcher.works[0].scratch.rng = seed
    observation = view(game, options.worlds)
    searcher.begin(observation.tables, observation.records)
    searcher.iterate(options.iterations)
    return searcher


def decide(game: Game, spec: str, seed: int = 1) -> Decision:
    agent = make_agent(spec)
    agent.start(game.to_move, seed)
    decision = agent.act(game.reveal(game.to_move) if agent.cheats else game.observe(game.to_move), Budget())
    assert isinstance(decision, Decision)
    return decision


# Golden trees


def tree(searcher: Searcher, game: Game, node: int = 0, levels: int = 2) -> list[dict[str, Any]]:
    """The first levels under a node, as plain data."""
    nodes = plain(searcher.nodes, NODE)
    rows = []
    for child in sorted(searcher.children(node), key=lambda child: int(nodes["action"][child])):
        row: dict[str, Any] = {
            "action": game.actions.action(int(nodes["action"][child])).text,
            "visits": int(nodes["visits"][child]),
            "value": float(nodes["value"][child]),
        }
        if levels > 1 and searcher.children(child):
            row["then"] = tree(searcher, game, child, levels - 1)
        rows.append(row)
    return rows


def golden_tree(worlds: str) -> dict[str, Any]:
    game = at_turn("mini", seed=2026)
    searcher = searched(game, SearchOptions(worlds=worlds, iterations=300, trees=3), seed=7)
    moves = {
        game.actions.action(move.action).text: [move.visits, round(move.mean, 6), round(move.spread, 6)]
        for move in searcher.moves()
    }
    return {"nodes": searcher.n_nodes, "moves": moves, "tree": tree(searcher, game)}


@pytest.mark.parametrize("worlds", WORLDS)
def test_golden_tree(worlds: str):
    assert golden_tree(worlds) == json.loads(TREES.read_text(encoding="utf-8"))[worlds]


# The slow twin


def rosas(mean: float, parent: float) -> float:
    return -abs(mean)


def posas_with_momentum(mean: float, parent: float) -> float:
    return -(max(0.0, abs(mean) - 3) + 0.25 * (parent - mean))


def rosas_with_target_and_size(mean: float, parent: float) -> float:
    return -(abs(mean - 2) + 0.5 * abs(parent - mean))


AIMS: dict[str, tuple[SearchOptions, Value | None]] = {
    "win": (SearchOptions(), None),
    "by the parent's visits": (SearchOptions(availability=False, cp=2.5), None),
    "won or lost": (SearchOptions(payoff="win", cp=0.7), None),
    "true ROSAS": (SearchOptions(dda="true-rosas"), rosas),
    "true POSAS": (SearchOptions(dda="true-posas", threshold=3, momentum=0.25), posas_with_momentum),
    "true ROSAS, target": (
        SearchOptions(dda="true-rosas", target=2, momentum=0.5, momentum_kind="abs", availability=False),
        rosas_with_target_and_size,
    ),
}


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize(("board", "players"), [("mini", 2), ("small", 3)])
@pytest.mark.parametrize("worlds", WORLDS)
def test_the_slow_twin_agrees_on_every_node(worlds: str, board: str, players: int, aim: str):
    options, value = AIMS[aim]
    game = at_turn(board, players, seed=5, moves=3)
    searcher = searched(game, replace(options, worlds=worlds, iterations=240, trees=4), seed=11)
    twin = Twin(view(game, worlds), worlds, 11, options.cp, options.availability, value, options.payoff == "win")
    if worlds == "tree-per-world":
        twin.vote(240, 60)
    else:
        twin.iterate(240)
    compared = assert_same_tree(searcher, twin.root)
    assert compared > (60 if worlds == "tree-per-world" else 200)
    assert int(searcher.works[0].scratch.rng) == int(twin.w.rng)
    assert {move.action: move.visits for move in searcher.moves() if move.visits} == {
        action: len(margins) for action, margins in twin.margins.items()
    }
    for move in searcher.moves():
        if move.visits:
            assert move.mean == pytest.approx(np.mean(twin.margins[move.action]))
            assert move.spread == pytest.approx(np.std(twin.margins[move.action]), abs=1e-6)
            if players == 2 and board == "mini":  # no tie-breaks there
                won = [0.5 * (1 + np.sign(margin)) for margin in twin.margins[move.action]]
                assert move.win == pytest.approx(np.mean(won))


def test_a_tree_of_seen_moves_knows_others_tickets_only_by_their_number():
    game = at_turn("mini", seed=5, moves=3)
    choices = {}
    for worlds in ("one-tree", "tree-of-seen"):
        searcher = searched(game, SearchOptions(worlds=worlds, iterations=3000))
        nodes = plain(searcher.nodes, NODE)[: searcher.n_nodes]
        theirs = nodes[nodes["mover"] != game.to_move]["action"].astype(int)
        choices[worlds] = set(theirs[(theirs > DRAW_TICKETS) & (theirs < PASS)] - DRAW_TICKETS)
    assert len(choices["one-tree"]) > 3
    assert choices["tree-of-seen"] == {1, 3, 7}


# What a search aims at


def test_an_early_target_shrinks_with_the_trains_of_the_player_who_has_fewest():
    game = at_turn("mini", seed=5)
    trains = game.board.rules.trains
    for left, target in ((trains, 8.0), (trains // 2, 5.0), (0, 2.0)):
        game.record.trains[1] = left
        searcher = searched(game, SearchOptions(dda="rosas", target=2, early=6, iterations=2))
        assert utility(searcher.searches[0], target, 0.0) == 0
        assert utility(searcher.searches[0], target - 1.5, 0.0) == -1.5


def test_a_search_for_wins_tells_no_points():
    decision = decide(at_turn("mini", seed=3), "ismcts:iterations=50,payoff=win")
    assert re.fullmatch(r"it wins \d+% in the mean of 50 tries of \d+ moves", decision.reason)
    assert all(abs(move["mean"] - (2 * move["win"] - 1)) < 1e-3 for move in decision.figures["moves"])


# What a search finds


@pytest.mark.parametrize("name", NAMES)
def test_the_claim_that_wins_on_the_last_turn_is_found(name: str):
    game = position(tickets=["Arindale-Helios Hold"], mine=["Arindale-Goldenreach"], hand={"yellow": 2, "green": 1},
                    market="red red blue blue green")  # fmt: skip
    game.record.last_turns = 1
    decision = decide(game, f"{name}:iterations=400")
    assert decision.action.text == "claim Goldenreach-Helios Hold 2 grey with 2 yellow"
    assert decision.figures["moves"][0]["action"] == decision.action.text


@pytest.mark.parametrize("name", NAMES)
def test_a_win_in_two_turns_is_found(name: str):
    """Both routes of the ticket can be paid; any other claim spends cards that one of them needs."""
    game = position(tickets=["Arindale-Helios Hold"], hand={"yellow": 2, "green": 3}, market="red red blue blue red")
    game.record.last_turns = 3
    ways = ("claim Arindale-Goldenreach 3 green with 3 green", "claim Goldenreach-Helios Hold 2 grey with 2 yellow")
    assert decide(game, f"{name}:iterations=3000").action.text in ways


def test_the_cheating_search_blocks_the_route_that_would_beat_it():
    """The other seat needs one route for its ticket (Arindale-Emberforge) and can pay it on its last turn."""
    game = position(tickets=["Fairhaven-Goldenreach"], mine=["Celestia-Dawnbreak"], theirs=["Arindale-Dawnbreak"],
                    hand={"red": 2, "yellow": 2}, market="blue blue blue green green")  # fmt: skip
    give(game, 1, red=2)
    game.record.last_turns = 2
    block = "claim Dawnbreak-Emberforge 2 red with 2 red"
    assert decide(game, "cheating-mcts:iterations=1000").action.text == block
    give(game, 1, green=2)
    assert {decide(game, "cheating-mcts:iterations=1000", seed).action.text for seed in range(5)} != {block}


# Fairness


@pytest.mark.parametrize("name", FAIR)
def test_states_that_look_alike_get_the_same_search(name: str):
    for seed in range(6):
        game = at_turn("small", seed=seed, moves=4 * seed)
        if game.is_over:
            continue
        twin = Game.sample(game.observe(game.to_move), seed)
        one, other = (decide(state, f"{name}:iterations=1500", seed) for state in (game, twin))
        assert one.action == other.action
        assert without_time(one) == without_time(other)


def test_the_cheating_search_tells_states_apart_that_look_alike():
    game = at_turn("small", seed=3, moves=6)
    twins = [game, *(Game.sample(game.observe(game.to_move), seed) for seed in range(8))]
    decisions = [decide(twin, "cheating-mcts:iterations=1500") for twin in twins]
    assert len({decision.action for decision in decisions}) > 1


# Memory


def test_a_node_has_32_bytes():
    assert NODE.itemsize == 32


@pytest.mark.parametrize("limit", [8, 50])
@pytest.mark.parametrize("worlds", WORLDS)
def test_a_full_pool_of_nodes_does_not_stop_the_search(worlds: str, limit: int):
    game = at_turn("small", seed=2, moves=4)
    searcher = searched(game, SearchOptions(worlds=worlds, iterations=2000, trees=2), node_limit=limit)
    assert searcher.nodes.size <= limit
    assert searcher.n_nodes <= limit
    assert searcher.done == 2000 == sum(move.visits for move in searcher.moves())
    assert game.actions.action(searcher.choose()) in game.legal_actions()


@pytest.mark.parametrize("worlds", WORLDS)
def test_the_pool_grows_with_the_search(worlds: str):
    """Chunk by chunk or at once: the same tree."""
    game, options = at_turn("small", seed=2), SearchOptions(worlds=worlds, iterations=6000)
    at_once, by_chunks = searched(game, options), Searcher(options)
    by_chunks.works[0].scratch.rng = 1
    observation = view(game, worlds)
    by_chunks.begin(observation.tables, observation.records)
    for chunk in (1, 4, 995, 3000, 2000):
        by_chunks.iterate(chunk)
    assert by_chunks.moves() == at_once.moves()
    assert by_chunks.n_nodes == at_once.n_nodes


# Both ways to play, and what a decision tells


@pytest.mark.parametrize(("board", "players"), [("small", 2), ("new_york", 3)])
@pytest.mark.parametrize("name", NAMES)
def test_compiled_matches_and_python_play_the_same_games(name: str, board: str, players: int):
    specs = [f"{name}:iterations=60", f"{name}:iterations=30,dda=posas,momentum=0.1", "random"][:players]
    fast = play_match(board, specs, 2 * players, seed=5).results
    slow = play_match(board, [shown(ThroughGame(spec)) for spec in specs], 2 * players, seed=5).results
    assert (fast.totals == slow.totals).all()
    assert (fast.decisions == slow.decisions).all()


def shown(agent: ThroughGame) -> ThroughGame:
    agent.cheats = agent.inner.cheats
    return agent


@pytest.mark.parametrize("name", NAMES)
def test_a_decision_carries_the_figures_of_its_search(name: str):
    game = at_turn("mini", seed=3)
    decision = decide(game, f"{name}:iterations=500")
    figures = json.loads(json.dumps(decision.figures))
    assert figures["iterations"] == 500 == sum(move["visits"] for move in figures["moves"])
    assert figures["nodes"] > 10
    assert figures["seconds"] > 0
    assert figures["line"][0] == decision.action.text
    legal = {action.text for action in game.legal_actions()}
    assert {move["action"] for move in figures["moves"]} == legal
    assert all(move["spread"] >= 0 and 0 <= move["win"] <= 1 for move in figures["moves"])
    assert " points " in decision.reason


def test_of_a_race_a_search_tells_how_often_it_wins_and_not_by_how_much():
    """What it counts is its own pace, which is no lead over anybody."""
    decision = decide(at_turn("first_journey_usa", seed=3), "guided-ismcts:iterations=50")
    assert re.fullmatch(r"it wins \d+% in the mean of 50 tries of \d+ moves", decision.reason)


def test_the_line_of_the_cheating_search_can_be_played():
    game = at_turn("small", seed=4, moves=3)
    line = decide(game, "cheating-mcts:iterations=5000").figures["line"]
    assert len(line) > 3
    for text in line:
        game.push(text)


@pytest.mark.parametrize("name", FAIR)
def test_the_line_of_a_fair_search_is_made_of_actions(name: str):
    """With few moves to try, a tree is deep even where 20 worlds share the iterations and the line is the last's."""
    game = at_turn("small", seed=5, moves=3)
    legal = {action.text for action in game.legal_actions()}
    assert len(legal) <= 8
    known = {action.text for action in game.actions}
    for seed in range(1, 4):
        line = decide(game, f"{name}:iterations=5000", seed).figures["line"]
        assert len(line) > 2
        assert line[0] in legal
        assert set(line) <= known


def test_the_only_move_is_played_at_once():
    """Choosing tickets on small:warwick's ticket deck of one: there is nothing to choose."""
    game = at_turn("small:warwick", seed=1)
    while game.observe(game.to_move).record.ticket_n != 1 or game.phase is not Phase.TURN:
        tickets = [action for action in game.legal_actions() if action.text.startswith("tickets")]
        game.push(tickets[0] if tickets else game.legal_actions()[-1])
    game.push("tickets")
    (only,) = game.legal_actions()
    decision = decide(game, "ismcts")
    assert (decision.action, decision.reason, dict(decision.figures)) == (only, "the only move", {})


def without_time(decision: Decision) -> dict[str, Any]:
    return {key: value for key, value in decision.figures.items() if key != "seconds"}


def test_compiled_code_has_the_options_by_their_names():
    values = SearchOptions(cp=1.5, threshold=7, momentum=0.25, target=-2, trees=9).numbers()
    by_name = dict(zip(OPTIONS.names or (), values, strict=True))
    assert (by_name["cp"], by_name["threshold"], by_name["momentum"]) == (1.5, 7, 0.25)
    assert (by_name["target"], by_name["trees"]) == (-2, 9)


if __name__ == "__main__":
    TREES.write_text(json.dumps({worlds: golden_tree(worlds) for worlds in WORLDS}, indent=1) + "\n", encoding="utf-8")
