"""Matches: fair seats, paired deals, the same games on every path, and intervals that keep their promise."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from itertools import permutations

import numpy as np
import numpy.typing as npt
import pytest

from footplate.arena import MatchResult, play_match
from footplate.arena.deals import Request, make_batch
from footplate.arena.match import MatchInterrupted
from footplate.arena.pairing import Pairing
from footplate.arena.results import GameResults
from footplate.arena.statistics import Estimate, mean_estimate, share_estimate, student95, wilson
from footplate.boards import load_board
from footplate.errors import FootplateError, UnknownAgent
from footplate.records import GameRecord
from tests.support.asking import ThroughGame

Values = npt.NDArray[np.float64]


def assert_same_results(one: GameResults, other: GameResults) -> None:
    for name in ("seeds", "seat_of", "totals", "shares", "decisions"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)


def assert_same_games(one: MatchResult, other: MatchResult) -> None:
    assert_same_results(one.results, other.results)
    assert one.agents == other.agents
    assert (one.margin, one.first_seat_win_rate, one.best) == (other.margin, other.first_seat_win_rate, other.best)


# ---------------------------------------------------------------- seats and deals


GAMES_PER_DEAL = {1: 1, 2: 2, 3: 6, 4: 12, 5: 20}


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_on_every_deal_each_pair_of_agents_sits_once_in_each_pair_of_seats(players: int) -> None:
    games = GAMES_PER_DEAL[players]
    results = play_match("usa", ["random"] * players, 4 * games).results
    for seat_of in results.seat_of.reshape(4, games, players):
        for one, other in permutations(range(players), 2):
            pairs = list(zip(seat_of[:, one].tolist(), seat_of[:, other].tolist(), strict=True))
            assert sorted(pairs) == list(permutations(range(players), 2))
    seeds = results.seeds.reshape(4, games)
    assert (seeds == seeds[:, :1]).all()
    assert len(set(seeds[:, 0].tolist())) == 4


@pytest.mark.parametrize(("players", "deals"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 6)])
def test_some_deals_in_a_row_have_all_permutations(players: int, deals: int) -> None:
    for first in (0, 1):
        rows = make_batch(players, 0, first, deals).agent_at.tolist()
        assert sorted(map(tuple, rows)) == list(permutations(range(players)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_follows_from_its_number(players: int) -> None:
    whole, parts = make_batch(players, 7, 0, 10), [make_batch(players, 7, 0, 3), make_batch(players, 7, 3, 7)]
    for name in ("seeds", "agent_seeds", "agent_at"):
        joined = np.concatenate([getattr(part, name) for part in parts])
        np.testing.assert_array_equal(getattr(whole, name), joined)
    assert len(set(whole.agent_seeds.ravel().tolist())) == whole.agent_seeds.size


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_chance_of_an_agent_follows_from_its_own_seed_wherever_it_sits(players: int) -> None:
    own = range(100, 100 + players)
    whole = make_batch(players, 7, 0, 6, seeds_of_agents=own)
    parts = [make_batch(players, 7, first, 3, seeds_of_agents=own) for first in (0, 3)]
    np.testing.assert_array_equal(whole.agent_seeds, np.concatenate([part.agent_seeds for part in parts]))
    np.testing.assert_array_equal(whole.seeds, make_batch(players, 7, 0, 6).seeds)
    others = make_batch(players, 8, 0, 6, seeds_of_agents=[100, *range(1, players)])
    first_agent = whole.agent_at == 0
    np.testing.assert_array_equal(whole.agent_seeds[first_agent], others.agent_seeds[first_agent])
    assert len(set(whole.agent_seeds.ravel().tolist())) == whole.agent_seeds.size


def test_other_seeds_of_agents_give_other_games_on_the_same_deals() -> None:
    one, again, other = (
        play_match("small", ["random", "random"], 40, seed=5, agent_seeds=seeds).results
        for seeds in ([1, 2], (1, 2), [1, 3])
    )
    assert_same_results(one, again)
    np.testing.assert_array_equal(one.seeds, other.seeds)
    assert (one.totals != other.totals).any()


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert [play_match("mini", ["random"] * 3, games).games for games in (1, 6, 7)] == [6, 6, 12]


def test_deals_are_the_same_whoever_plays() -> None:
    one, other = (
        play_match("small", ["random", "random"], 40, seed=5),
        play_match("small", ["greedy", "random"], 40, seed=5),
    )
    np.testing.assert_array_equal(one.results.seeds, other.results.seeds)
    assert (one.results.totals != other.results.totals).any()


def test_another_seed_gives_other_deals() -> None:
    one, other = (play_match("mini", ["random", "random"], 20, seed=seed).results.seeds for seed in (0, 1))
    assert not set(one.tolist()) & set(other.tolist())


def test_a_longer_match_begins_with_the_games_of_a_shorter_one() -> None:
    short, long = (play_match("small", ["random", "greedy"], games).results for games in (60, 200))
    np.testing.assert_array_equal(short.totals, long.totals[:60])


# ---------------------------------------------------------------- one set of rules, many paths


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_change_no_match(threads: int) -> None:
    expected = play_match("small", ["greedy", "random"], 300, seed=2, threads=1)
    assert_same_games(play_match("small", ["greedy", "random"], 300, seed=2, threads=threads), expected)


@pytest.mark.parametrize("most_deals", [1, 7, 1000])
def test_a_piece_is_the_same_however_many_deals_are_played_at_a_time(most_deals: int) -> None:
    expected = play_match("small", ["greedy", "random"], 300, seed=2, threads=1).results
    pairing = Pairing(Request(board=load_board("small"), agents=("greedy", "random"), seed=2))
    results, _ = pairing.play_piece(0, 150, most_deals)
    assert_same_results(results, expected)


@pytest.mark.parametrize(("board", "agents"), [
    ("small", ["greedy", "random"]), ("usa", ["random", "greedy", "random"]), ("t2r", ["greedy", "random"]),
    ("new_york", ["greedy"]), ("usa_1910", ["greedy", "random", "greedy", "random"]),
])  # fmt: skip
def test_python_agents_play_the_same_games(board: str, agents: list[str]) -> None:
    games = 2 * len(agents)
    compiled = play_match(board, agents, games, seed=3, keep_records=True)
    friendly = play_match(board, [ThroughGame(agents[0]), *agents[1:]], games, seed=3, keep_records=True)
    assert_same_games(friendly, compiled)
    for one, other in zip(compiled.results.records, friendly.results.records, strict=True):
        assert one.to_text() == other.to_text()


@pytest.mark.parametrize(("board", "players"), [("small", 2), ("usa", 3), ("t2r", 2), ("mini", 1)])
def test_records_replay_to_the_same_totals(board: str, players: int) -> None:
    agents = ["greedy", "random", "random"][:players]
    results = play_match(board, agents, 6, keep_records=True).results
    assert len(results.records) == 6
    for g, record in enumerate(results.records):
        outcome = GameRecord.from_text(record.to_text()).replay().outcome()
        assert outcome is not None
        assert [outcome.totals[seat] for seat in results.seat_of[g]] == results.totals[g].tolist()
        assert [record.seats[seat] for seat in results.seat_of[g]] == agents
        assert len(record.moves) == results.decisions[g]
        assert record.seed == results.seeds[g]
        winners = {seat for seat, share in zip(results.seat_of[g], results.shares[g], strict=True) if share}
        assert winners == set(outcome.winners)


def test_records_are_kept_only_when_asked_for() -> None:
    assert play_match("mini", ["random", "random"], 4).results.records == ()


def test_progress_adds_up() -> None:
    for agents in (["random", "random"], [ThroughGame("random"), "random"]):
        told: list[int] = []
        result = play_match("mini", agents, 50, progress=told.append)
        assert sum(told) == result.games == 50


def test_an_error_in_a_thread_ends_the_match() -> None:
    told: list[int] = []

    def fail_once(games: int) -> None:
        told.append(games)
        if len(told) == 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        play_match("mini", ["random", "random"], 10_000_000, threads=3, progress=fail_once)
    assert len(told) < 10_000


# ---------------------------------------------------------------- figures


@pytest.mark.parametrize("players", [2, 3, 5])
def test_figures_add_up(players: int) -> None:
    result = play_match("small", ["random"] * players, 300)
    assert sum(agent.win_rate.mean for agent in result.agents) == pytest.approx(1)
    for agent in result.agents:
        assert agent.wins + agent.draws + agent.losses == result.games
    for agent, shares in zip(result.agents, result.results.shares.T, strict=True):
        assert agent.win_rate.mean == pytest.approx(shares.mean())
        assert agent.wins == (shares == 1).sum()
    assert result.mean_decisions == pytest.approx(result.results.decisions.mean())


@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_an_agent_is_no_better_than_itself(agent: str) -> None:
    result = play_match("small", [agent, agent], 4000, seed=1)
    assert result.best is None
    for one in result.agents:
        assert one.win_rate.low < 0.5 < one.win_rate.high
    assert result.margin
    assert result.margin.low < 0 < result.margin.high


def test_greedy_is_better_than_random_wherever_it_stands() -> None:
    assert play_match("small", ["greedy", "random"], 200).best == 0
    result = play_match("usa", ["random", "random", "greedy"], 60)
    assert result.best == 2
    assert result.agents[2].win_rate.low > 1 / 3
    assert result.margin
    assert result.margin.high < 0


def test_the_margin_is_the_first_agents_lead() -> None:
    result = play_match("usa", ["greedy", "random", "greedy"], 30)
    totals = result.results.totals
    assert result.margin
    assert result.margin.mean == pytest.approx(np.mean(totals[:, 0] - np.maximum(totals[:, 1], totals[:, 2])))


def test_one_agent_alone() -> None:
    result = play_match("small", ["greedy"], 20)
    assert (result.games, result.best, result.margin) == (20, None, None)
    assert result.agents[0].mean_score.low < result.agents[0].mean_score.mean


def test_to_dict_is_json_even_for_one_deal() -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    data = play_match("mini", ["random", "greedy"], 1).to_dict()
    read = json.loads(json.dumps(data), parse_constant=refuse)
    assert read == data
    assert read["games"] == 2
    assert [agent["agent"] for agent in read["agents"]] == ["random", "greedy"]
    assert read["agents"][0]["mean_score"]["low"] is None
    assert set(read) == {
        "footplate", "board", "rules", "games", "seed", "agents", "best", "margin", "first_seat_win_rate",
        "mean_decisions", "seconds", "games_per_second", "forfeits",
    }  # fmt: skip


def test_bad_matches_are_refused() -> None:
    with pytest.raises(FootplateError, match="games: 0, but it must be a whole number, 1 or more"):
        play_match("small", ["random", "random"], 0)
    with pytest.raises(UnknownAgent, match=r"there is no agent .*agents: .*greedy, .*random"):
        play_match("small", ["random", "clever"])
    with pytest.raises(FootplateError, match="the number of agents: 6, but it must be a whole number from 1 to 5"):
        play_match("small", ["random"] * 6)
    with pytest.raises(FootplateError, match="the number of agents: 0, but it must be a whole number from 1 to 5"):
        play_match("small", [])
    with pytest.raises(FootplateError, match="agent_seeds: 1 seeds, but it must be a list of 2 seeds"):
        play_match("small", ["random", "random"], agent_seeds=[1])


# ---------------------------------------------------------------- intervals


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [(1, 12.7062), (2, 4.3027), (4, 2.7764), (5, 2.5706), (6, 2.4469), (10, 2.2281), (30, 2.0423), (1000, 1.9623)],
)
def test_students_quantiles(degrees: int, quantile: float) -> None:
    assert student95(degrees) == pytest.approx(quantile, abs=6e-4)


def test_wilson_by_the_book() -> None:
    interval = wilson(0.1, 10)
    assert interval.low == pytest.approx(0.01788, abs=1e-5)
    assert interval.high == pytest.approx(0.40415, abs=1e-5)
    assert wilson(1.0, 50) == Estimate(1.0, pytest.approx(1 / (1 + 1.96**2 / 50), abs=1e-4), 1.0)  # type: ignore[arg-type]


def coverage(draw: Callable[[], Values], truth: float, estimate: Callable[[Values], Estimate], times: int) -> float:
    estimates = [estimate(draw()) for _ in range(times)]
    return sum(e.low <= truth <= e.high for e in estimates) / times


@pytest.mark.parametrize("correlation", ["none", "positive", "negative"])
@pytest.mark.parametrize(("share", "deals"), [(0.5, 60), (0.5, 500), (0.7, 60), (0.9, 200), (0.97, 500)])
def test_share_intervals_cover_what_they_promise(correlation: str, share: float, deals: int) -> None:
    """Two games on each deal. The deal may suit an agent in both seats (positive) or suit a seat (negative)."""
    chance = np.random.default_rng([deals, round(100 * share), len(correlation)])
    reach = min(share, 1 - share)

    def draw() -> Values:
        luck = np.zeros(deals) if correlation == "none" else chance.uniform(-reach, reach, deals)
        second = share - luck if correlation == "negative" else share + luck
        wins = (chance.random(deals) < share + luck).astype(float) + (chance.random(deals) < second)
        return np.asarray(wins / 2)

    assert 0.93 <= coverage(draw, share, share_estimate, 3000) <= 0.97


@pytest.mark.parametrize("deals", [2, 3, 5, 10])
@pytest.mark.parametrize("share", [0.5, 0.7, 0.9])
def test_share_intervals_of_few_deals_promise_too_little_rather_than_too_much(share: float, deals: int) -> None:
    chance = np.random.default_rng(deals)
    assert coverage(lambda: chance.binomial(2, share, deals) / 2, share, share_estimate, 2000) >= 0.95


@pytest.mark.parametrize("deals", [2, 3, 10, 100])
def test_mean_intervals_cover_what_they_promise(deals: int) -> None:
    chance = np.random.default_rng(deals)
    assert 0.935 <= coverage(lambda: chance.normal(7, 3, deals), 7, mean_estimate, 4000) <= 0.965


def student(values: Values) -> Estimate:
    """What mean_estimate was before it looked at skewness."""
    half = student95(values.size - 1) * values.std(ddof=1) / math.sqrt(values.size)
    return Estimate(values.mean(), values.mean() - half, values.mean() + half)


@pytest.mark.parametrize("deals", [3, 5, 10])
def test_mean_intervals_cover_skewed_scores_too(deals: int) -> None:
    """Scores of some bots have a tail to the left (hungry against path on small:warwick: a skewness of -1.1)."""

    def draw() -> Values:
        return -chance.gamma(3, 1, deals)

    chance = np.random.default_rng(deals)
    assert 0.94 <= coverage(draw, -3, mean_estimate, 4000) <= 0.965
    chance = np.random.default_rng(deals)
    assert coverage(draw, -3, student, 4000) < 0.938


def test_the_longer_tail_has_the_longer_side() -> None:
    values = np.array([1.0, 2, 2, 3, 12])
    right, left = mean_estimate(values), mean_estimate(-values)
    assert right.high - right.mean > right.mean - right.low == pytest.approx(right.mean - student(values).low)
    assert (left.low, left.high) == (-right.high, -right.low)
    even = np.array([1.0, 2, 3])
    assert mean_estimate(even) == student(even)


@pytest.mark.parametrize("values", [[1.0] * 30, [0.0] * 30, [0.5] * 30, [1 / 3] * 30, [1.0], [0.25, 1.0]])
def test_share_intervals_hold_their_mean_and_stay_inside(values: list[float]) -> None:
    estimate = share_estimate(np.array(values))
    assert estimate.mean == pytest.approx(np.mean(values))
    assert 0 <= estimate.low <= estimate.mean <= estimate.high <= 1
    assert estimate.low < estimate.high


def test_pairing_narrows_the_interval() -> None:
    """Deals that favour a seat cancel out when seats are swapped."""
    paired, unpaired = np.tile([0.5, 0.5, 0.5, 1.0, 0.0], 40), np.tile([1.0, 0.0], 200)
    narrow, wide = share_estimate(paired), share_estimate(unpaired)
    assert paired.size < unpaired.size
    assert narrow.high - narrow.low < wide.high - wide.low


def test_one_value_says_nothing_about_its_error() -> None:
    assert mean_estimate(np.array([3.0])) == Estimate(3.0, -math.inf, math.inf)


def test_a_match_keeps_the_last_positions_if_it_is_asked_to() -> None:
    compiled = play_match("small", ["greedy", "greedy"], 4, seed=4, keep_finals=True).results
    through_game = play_match(
        "small", ["greedy", "greedy"], 4, seed=4, keep_finals=True, on_decision=lambda *told: None
    ).results
    assert compiled.finals is not None
    assert through_game.finals is not None
    assert compiled.finals.tobytes() == through_game.finals.tobytes()
    assert play_match("small", ["greedy", "greedy"], 4).results.finals is None


def test_a_match_that_is_cancelled_has_the_deals_so_far() -> None:
    """And no games at all, if it is cancelled before the first ones."""
    ended: list[int] = []
    with pytest.raises(MatchInterrupted) as stopped:
        play_match("mini", ["random", "greedy"], 200_000, progress=ended.append, is_cancelled=lambda: bool(ended))
    assert stopped.value.result is not None
    assert 0 < stopped.value.result.games == sum(ended) < 200_000
    with pytest.raises(MatchInterrupted) as unborn:
        play_match("mini", ["random", "greedy"], 20, is_cancelled=lambda: True)
    assert unborn.value.result is None
