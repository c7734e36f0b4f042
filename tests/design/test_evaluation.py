"""How a board plays: the same figures as a match gives, its arc, what is wanted, held-out opponents, words."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footplate.arena import play_match
from footplate.arena.results import GameResults
from footplate.arena.runners import InThisThread
from footplate.arena.service import NOBODY, Watch
from footplate.arena.statistics import Estimate
from footplate.boards import Board, load_board
from footplate.design.distance import distance
from footplate.design.evaluation import table_play
from footplate.design.evaluation.arc import arc_of
from footplate.design.evaluation.evaluation import (
    Evaluation,
    evaluate,
    games_in_all,
    is_evaluation,
    read_evaluation,
)
from footplate.design.evaluation.held_out import MEASURES, HeldOutPlay, games_of_held_out, play_held_out
from footplate.design.evaluation.table_play import measure_play, play_table
from footplate.design.report.words import advantage_words, advice, contested_cities, headline, route_name, summary
from footplate.errors import FootplateError, InvalidBoard, UnknownAgent
from footplate.maps.route_use import DEAD
from footplate.view import Phase

AGENTS = ("greedy", "planner")
HERE = InThisThread()


@pytest.fixture(scope="module")
def small() -> Board:
    return load_board("small")


@pytest.fixture(scope="module")
def result(small: Board) -> Evaluation:
    return evaluate(small, AGENTS, 60, seed=5)


def test_the_figures_are_those_of_a_match_on_the_same_deals(small: Board, result: Evaluation) -> None:
    match = play_match(small, AGENTS, 60, seed=5, metrics=True)
    play = result.play
    assert play.win_shares == tuple(agent.win_rate for agent in match.agents)
    assert play.scores == tuple(agent.mean_score for agent in match.agents)
    assert play.seat_shares[0] == match.first_seat_win_rate
    assert sum(share.mean for share in play.seat_shares) == pytest.approx(1)
    assert play.advantage.mean == pytest.approx(play.seat_shares[0].mean - 0.5)
    metrics = match.results.metrics
    assert metrics is not None
    assert play.turns.mean == pytest.approx(metrics["turns"].mean() / 2)
    assert play.lead_changes.mean == pytest.approx(metrics["lead_changes"].mean())
    assert play.tickets_done.mean == pytest.approx(metrics["tickets_done"][:, :2].mean())
    assert play.completion.mean == pytest.approx(metrics["tickets_done"].sum() / metrics["tickets_held"].sum())
    assert result.distance.mean == pytest.approx(distance((0.5, 0.5), [share.mean for share in play.win_shares]))


def test_routes_cities_and_colours_are_those_of_the_last_positions(small: Board, result: Evaluation) -> None:
    games = [record.replay() for record in play_match(small, AGENTS, 60, seed=5, keep_records=True).results.records]
    owned = np.array([[owner is not None for owner in game.owners] for game in games])
    assert result.routes == pytest.approx(owned.mean(axis=0).tolist())
    city = small.cities[3].name
    at = [r for r, route in enumerate(small.routes) if city in (route.a, route.b)]
    builders = [{game.owners[r] for r in at} - {None} for game in games]
    assert result.cities[3] == pytest.approx(np.mean([len(found) >= 1 for found in builders]))
    assert result.contested[3] == pytest.approx(np.mean([len(found) >= 2 for found in builders]))
    red = [r for r, route in enumerate(small.routes) if route.color == "red"]
    spaces = np.array([small.routes[r].length for r in red])
    assert result.colors["red"] == pytest.approx((owned[:, red] * spaces).sum(axis=1).mean() / spaces.sum())


def test_the_arc_counts_routes_that_could_be_claimed() -> None:
    record = play_match("small", AGENTS, 2, seed=1, keep_records=True).results.records[0]
    choices: dict[int, list[list[int]]] = {0: [], 1: []}
    for game in record.steps():
        if not game.is_over and game.phase is Phase.TURN:
            claims = {action.route for action in game.legal_actions() if hasattr(action, "route")}
            choices[game.to_move].append([len(claims)])
    turns = min(map(len, choices.values()))
    expected = [np.median([choices[0][t][0], choices[1][t][0]]) for t in range(turns)]
    assert list(arc_of([record]).middle[:turns]) == expected
    assert 1 <= arc_of([record]).peak <= turns + 1


def test_threads_change_nothing_and_stopping_keeps_what_there_is(small: Board, result: Evaluation) -> None:
    told: list[int] = []
    assert evaluate(small, AGENTS, 60, seed=5, threads=1, progress=told.append) == result
    assert sum(told) == 60 == games_in_all(AGENTS, 60, (), 10)
    stopped = evaluate(small, AGENTS, 1000, seed=5, stop=lambda: True)
    assert 0 < stopped.play.games < 60
    assert evaluate(small, AGENTS, 2, held_out=["planner"], stop=lambda: True).held_out == ()


def test_an_evaluation_comes_back_from_its_json(result: Evaluation, tmp_path: Path) -> None:
    file = tmp_path / "before.json"
    file.write_text(json.dumps(result.to_dict()))
    assert is_evaluation(file)
    assert read_evaluation(file) == result
    board = tmp_path / "board.json"
    board.write_text(result.board.to_json())
    assert not is_evaluation(board)
    with pytest.raises(FootplateError, match="holds no evaluation"):
        read_evaluation(board)
    with pytest.raises(FootplateError, match="can't be read"):
        read_evaluation(tmp_path / "nowhere.json")


def test_what_cannot_be_played_is_refused(small: Board) -> None:
    with pytest.raises(InvalidBoard, match="there are only 0"):
        evaluate(replace(small, tickets=()), AGENTS, 10)
    with pytest.raises(FootplateError, match="add up to 110"):
        evaluate(small, AGENTS, 10, targets=(60, 50))
    with pytest.raises(UnknownAgent):
        evaluate(small, ("greedy", "nobody"), 10)
    with pytest.raises(FootplateError, match="games: 0, but it must be a whole number, 1 or more"):
        evaluate(small, AGENTS, 0)


# ---- held-out opponents ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def met(small: Board) -> HeldOutPlay:
    return play_held_out(small, ["planner"], 4, 12, seed=2, runner=HERE)[0]


def test_held_out_opponents_play_each_deal_once_on_published_boards_too(small: Board, met: HeldOutPlay) -> None:
    assert tuple(met.published) == MEASURES
    assert met.here.games == 12
    assert met.here.players == 2  # as many as the board allows
    assert met.published["usa"][1].players == 4
    results = play_table(small, ["planner"] * 2, 12, seed=2, runner=HERE)
    assert len(set(results.seeds.tolist())) == 12  # twice the same deal would be twice the same game
    assert measure_play(["planner"] * 2, 2, results) == met.here
    assert met.is_good  # the board is one of those that the range is made of
    assert met.words == "a good game"
    assert HeldOutPlay.from_dict(json.loads(json.dumps(met.to_dict()))) == met


def test_published_boards_are_played_once(
    small: Board, met: HeldOutPlay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    played: list[str] = []

    def counted(board: Board, *args: Any, **more: Any) -> GameResults:
        played.append(board.name)
        return play_table(board, *args, **more)

    monkeypatch.setattr(table_play, "play_table", counted)

    def meet(agent: str = "planner", games: int = 12, seed: int = 2, **more: Any) -> list[HeldOutPlay]:
        played.clear()
        return play_held_out(small, [agent], 4, games, seed=seed, runner=HERE, **more)

    first, told = meet()[0], list[int]()
    assert played == list(MEASURES)
    assert first == met
    assert meet(watch=Watch(told.append))[0] == met
    assert (played, sum(told)) == ([], games_of_held_out(12))
    for other in ({"seed": 3}, {"games": 13}, {"agent": "greedy"}):
        meet(**other)
        assert played == list(MEASURES)  # other games than those that were kept
    for file in tmp_path.rglob("*.json"):
        file.write_text("{}")
    assert meet()[0] == met  # damaged files are played anew
    assert played == list(MEASURES)


def test_what_depends_on_time_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    here: dict[str, Any] = {"seed": 1, "runner": HERE}
    table_play.play_published(load_board("mini"), "ismcts:ms=1", 2, 2, watch=NOBODY, **here)
    table_play.play_published(load_board("mini"), "greedy", 2, 100, watch=Watch(is_cancelled=lambda: True), **here)
    assert not list(tmp_path.rglob("*.json"))


def test_a_dull_game_is_outside(met: HeldOutPlay) -> None:
    dull = replace(met.here, lead_changes=Estimate(0.1, 0.0, 0.2), completion=Estimate(0.2, 0.1, 0.3))
    judged = replace(met, here=dull)
    assert not judged.is_good
    assert judged.words == "unlike published boards in tickets done and lead changes in a game"


# ---- words -------------------------------------------------------------------------------------------------------


def shares(result: Evaluation, *means: float, width: float = 0.02) -> Evaluation:
    found = tuple(Estimate(mean, mean - width, mean + width) for mean in means)
    gap = float(distance(result.target, means))
    return replace(
        result,
        play=replace(result.play, win_shares=found, seat_shares=found),
        distance=Estimate(gap, gap - 0.01, gap + 0.01),
    )


def test_headlines(result: Evaluation) -> None:
    assert headline(shares(result, 0.51, 0.49)) == "Even: greedy wins 51 of 100"
    assert headline(shares(result, 0.48, 0.52, width=0.01)) == "Nearly even: planner wins 52 of 100, greedy 48"
    assert headline(shares(result, 0.2, 0.8)) == "Uneven: planner wins 80 of 100, greedy 20"
    few = shares(result, 0.8, 0.2, width=0.4)
    assert headline(few) == "Too few games to tell: greedy wins 80 of 100, planner 20"
    uneven = replace(result, target=(0.2, 0.8))
    assert headline(shares(uneven, 0.2, 0.8)) == "On target: greedy wins 20 of 100"
    assert headline(shares(uneven, 0.6, 0.4)) == "Off target: greedy wins 60 of 100, planner 40"


def test_who_begins(result: Evaluation) -> None:
    assert "no advantage that can be shown (−1.0 to +3.0" in advantage_words(shares(result, 0.51, 0.49))
    assert "wins 10.0 points more" in advantage_words(shares(result, 0.6, 0.4))
    assert "wins 10.0 points less" in advantage_words(shares(result, 0.4, 0.6))
    assert "before 0.200" in summary(shares(result, 0.5, 0.5), shares(result, 0.6, 0.4))


def test_dead_routes_and_advice() -> None:
    usa = load_board("usa")
    twins = next(group for group in usa.parallel_routes if len(group) == 2)
    single = next(group[0] for group in usa.parallel_routes if len(group) == 1 and usa.routes[group[0]].length > 1)
    played = evaluate(usa, AGENTS, 2)
    use = [0.5] * len(usa.routes)
    use[twins[1]], use[single] = DEAD / 2, 0.0
    result = replace(played, routes=tuple(use), colors={"red": 0.9, "blue": 0.4, "grey": 0.1})
    assert result.dead == [single, twins[1]]
    assert route_name(usa, twins[1]).endswith("(2nd track)")
    a, b = usa.routes[twins[0]].a, usa.routes[twins[0]].b
    assert f"Drop a track of {a} – {b}; one is enough." in advice(result)
    assert f"Shorten {route_name(usa, single)}, or run a ticket through it." in advice(result)
    assert any(
        words.startswith("90 % of the red spaces are built, but only 40 % of the blue") for words in advice(result)
    )
    assert "Two routes are almost never built." in summary(result)


def test_reports_write_places_as_the_map_does() -> None:
    germany = evaluate(load_board("germany"), AGENTS, 2)
    names = [name for name, _ in contested_cities(germany)]
    assert "Köln" in names
    assert not any("Schweiz" in name or "Dänemark" in name for name in names)  # countries are no cities
    routes = [route_name(germany.board, route) for route in range(len(germany.board.routes))]
    assert "Freiburg – Schweiz" in routes
    assert not any(name[-1].isdigit() for name in routes)
