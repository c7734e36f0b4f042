"""Results with luck taken out have the same mean as the results, and vary less."""

from __future__ import annotations

import random

import numpy as np
import pytest

from footplate import Game, play_match
from footplate.arena.luck import margins_of, without_luck
from footplate.arena.statistics import mean_estimate
from footplate.engine.layout import copy_records
from footplate.errors import InvalidArgument
from footplate.review.playouts import AS_POLICY, FULL, Playouts
from footplate.review.reduced import luck_of, reduce_luck, top_of
from tests.support.positions import started


def test_what_can_come_is_worth_in_the_mean_what_the_action_is_worth() -> None:
    """The exact expectation: every card that a blind draw can bring, as often as it lies in the deck."""
    game = started("mini", 2, 3)
    deck = game.record.deck[: game.record.deck_n].tolist()
    draw = game.actions.id(game.read("draw"))
    playouts, deals = Playouts(game.tables), 3000
    worth = playouts.play(FULL, game.records, [draw], deals, seed=1).margins[:, 0, 0]
    mean, variance = 0.0, worth.var() / deals
    for kind in sorted(set(deck)):
        after = game.copy()
        cards = after.record.deck[: after.record.deck_n]
        place = cards.tolist().index(kind)
        cards[place], cards[-1] = cards[-1], cards[place]
        after.push(draw)
        each, share = (
            playouts.play(FULL, after.records, [AS_POLICY], deals, seed=2 + kind).margins[:, 0, 0],
            deck.count(kind) / len(deck),
        )
        mean += share * each.mean()
        variance += share**2 * each.var() / deals
    assert len(set(deck)) > 2
    assert abs(mean - worth.mean()) < 3 * variance**0.5
    assert variance**0.5 < 0.3


def test_where_chance_has_no_say_there_is_no_luck() -> None:
    game = Game("small", 2, 4)
    playouts, n = Playouts(game.tables), 0
    while not game.is_over:
        claims = [a for a in game.legal_actions() if a.kind == "claim"]
        before, action = copy_records(game.records), (claims or game.legal_actions())[-1]
        game.push(action)
        if claims:
            n += 1
            now = playouts.play(FULL, game.records, [AS_POLICY], 20, seed=n)
            then = playouts.play(FULL, before, [game.actions.id(action)], 20, seed=n)
            assert np.array_equal(now.margins, then.margins)
    assert n > 3


def test_luck_is_0_in_the_mean_whoever_plays() -> None:
    """Two players of very different strength, neither of whom plays as the deals are played out."""
    match = play_match("small", ["greedy", "random"], 120, seed=2, keep_records=True, threads=1)
    playouts = Playouts(Game("small", 2).tables)
    lucks = np.array([luck_of(record, playouts, seed=n, deals=40) for n, record in enumerate(match.results.records)])
    for seat in range(2):
        mean = mean_estimate(lucks[:, :, 1, seat].sum(axis=1))
        assert mean.low < 0 < mean.high


def test_luck_is_taken_out_without_changing_the_mean() -> None:
    """Made-up deals whose truth is known: 2 points, and luck of two kinds, one of which says nothing."""
    rng = random.Random(1)
    means, spreads = [], []
    for _ in range(200):
        luck = np.array([[rng.gauss(0, 3), rng.gauss(0, 9)] for _ in range(40)])
        values = np.array([2 + 0.5 * row[0] + rng.gauss(0, 1) for row in luck])
        less = without_luck(values, luck)
        means.append(less.mean())
        spreads.append(less.var() / values.var())
    mean = mean_estimate(np.array(means))
    assert mean.low < 2 < mean.high
    assert mean.high - mean.low < 0.06
    assert np.mean(spreads) < 0.5


@pytest.mark.parametrize(("board", "players"), [("small", 2), ("europe", 3), ("germany", 2), ("usa", 4)])
def test_what_lay_on_top_makes_the_position_that_came(board: str, players: int) -> None:
    """The slow twin: the worth of the position after an action, in deals of its own."""
    game, chance = Game(board, players, 3), random.Random(5)
    playouts, far, seen = Playouts(game.tables), [], set()
    for number in range(60):
        before, action = copy_records(game.records), chance.choice(game.legal_actions())
        game.push(action)
        top, done = top_of(before, game), game.actions.id(action)
        if game.is_over:
            break
        if top is None or not any(top):
            continue
        seen.add(action.kind)
        one = playouts.luck(before, done, top, 60, seed=number)[1, 0]
        now = playouts.play(FULL, game.records, [AS_POLICY], 60, seed=number).margins[:, 0, 0]
        then = playouts.play(FULL, before, [done], 60, seed=number + 500).margins[:, 0, 0]
        far.append((one - (now.mean() - then.mean())) / max(1.0, (now.var() / 60 + then.var() / 60) ** 0.5))
    assert len(far) > 8
    assert {"take", "draw"} & seen
    assert abs(np.mean(far)) < 1.0
    assert np.max(np.abs(far)) < 5.0


def test_the_same_deals_with_and_without_say_more() -> None:
    """What else happens in them is no noise: over a whole game, the errors are smaller than in deals of their own."""
    record = play_match("small", ["planner", "planner"], 2, seed=5, keep_records=True, threads=1).results.records[0]
    game, paired, apart = record.begin(), 0.0, 0.0
    playouts = Playouts(game.tables)
    for _ in record.moves:
        before = copy_records(game.records)
        record.push_next(game)
        top, done = top_of(before, game), game.moves[-1]
        if top is None or not any(top):
            continue
        paired += np.var([playouts.luck(before, done, top, 40, seed=n)[1, 0] for n in range(30)])
        after = [playouts.play(FULL, game.records, [AS_POLICY], 40, seed=n).margins[:, 0, 0].mean() for n in range(30)]
        then = [playouts.play(FULL, before, [done], 40, seed=n + 99).margins[:, 0, 0].mean() for n in range(30)]
        apart += np.var(np.subtract(after, then))
    assert 0 < paired < 0.85 * apart


def test_a_match_less_its_luck() -> None:
    match = play_match("small", ["planner", "greedy"], 40, seed=1, keep_records=True, threads=1)
    reduced = reduce_luck(match, ["planner", "greedy"], deals=40, threads=2)
    assert match.margin is not None
    assert abs(reduced.margins[0].mean - match.margin.mean) < match.margin.high - match.margin.low
    assert reduced == reduce_luck(match, ["planner", "greedy"], deals=40, threads=1)
    assert sum(rate.mean for rate in reduced.win_rates) == pytest.approx(1)


def test_margins_are_over_the_best_other() -> None:
    assert margins_of(np.array([[5.0, 3.0, 4.0]])).tolist() == [[1.0, -2.0, -1.0]]
    assert margins_of(np.array([[5.0]])).tolist() == [[5.0]]


def test_what_cannot_be_reduced_is_refused() -> None:
    match = play_match("small", ["random", "random"], 2, keep_records=True, threads=1)
    with pytest.raises(InvalidArgument, match="sees what lies ahead"):
        reduce_luck(match, ["random", "cheating-mcts"])
    with pytest.raises(InvalidArgument, match="keep_records=True"):
        reduce_luck(play_match("small", ["random", "random"], 2, threads=1), ["random", "random"])
