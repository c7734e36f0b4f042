"""One round of balancing: boards that should be nearer to the target play, and the nearest of all play more.

A surrogate model, fitted to the games of all boards so far, predicts boards that have not played. So few games show
whether a board is worth more of them, and a lucky board is not taken for a good one. Held-out opponents play on every
board that plays. What a board's games of theirs lack to those of published boards is added to its expected distance;
the sum is the acquisition value, and the round looks for the least.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from footplate.arena.deals import seed_of
from footplate.arena.service import Watch
from footplate.boards import Board
from footplate.design.balance.candidate import Candidate, Canvas
from footplate.design.balance.gaussian_process import GaussianProcess, Posterior, share_variance, variance_within
from footplate.design.balance.guard import Guard
from footplate.design.balance.moves import Chance, Mover
from footplate.design.balance.state import ENOUGH, Contender, State
from footplate.design.balance.traits import Traits
from footplate.design.distance import Floats, Tally, distance
from footplate.design.playing import Playing

BRANCHES = 4  # tried at each step
HEATS = (5, 2)  # boards that play twice, and four times as many games as a proposal
MEMORY = 600  # boards
_GOOD = 8  # boards that proposals begin with
_GAMES = 0.25  # of a proposal, over the squared distance
_LEAST_GAMES, _MOST_GAMES = 72, 1200
_MOVES, _MOST_MOVES = 80, 16  # of a step: for each unit of distance, and at most
_FIRST_MOVES = 100
_FIRST_GAMES = 480  # of the given board
_HELD_OUT_GAMES = 6  # whenever a board plays
_RACE, _LAST, _HELD_OUT = range(3)  # what deals are for


def last_seed(seed: int) -> int:
    """The seed of the deals on which a finished board is measured; none of them has been played before."""
    return seed_of(seed, _LAST, 0)


@dataclass(frozen=True)
class Effort:
    """How many boards a round looks at."""

    first_boards: int = 64  # changed at random, to learn from
    proposals: int = 16
    steps: int = 10  # from a good board to a proposal


@dataclass(frozen=True)
class Workshop:
    """What rounds work with."""

    canvas: Canvas
    traits: Traits
    mover: Mover
    playing: Playing
    guard: Guard
    target: Floats
    seed: int
    effort: Effort = Effort()


class Prediction(NamedTuple):
    """By board: the distance of the posterior mean, the posterior mean of the distance, and how far held-out opponents'
    games are outside the range of published boards."""

    distance: Floats
    expected: Floats
    outside: Floats


class Surrogate:
    """A Gaussian process for win shares and one for held-out opponents' games; their kernel weights are those of an
    earlier surrogate at first, or none."""

    def __init__(
        self,
        traits: Traits,
        target: Floats,
        guard: Guard,
        tallies: Mapping[Candidate, Tally],
        held_out: Mapping[Candidate, Tally],
        weights: Sequence[float],
        held_out_weights: Sequence[float],
    ) -> None:
        self._target, self._guard = target, guard
        played, counts = list(tallies), [held_out[one] for one in tallies]
        mean, variance = np.mean([one.mean for one in counts], axis=0), variance_within(counts)
        shares = list(tallies.values())
        self._shares = GaussianProcess(traits, target, share_variance(target), played, shares, weights)
        self._counts = GaussianProcess(traits, mean, variance, played, counts, held_out_weights)
        self.weights, self.held_out_weights = (tuple(m.weights.tolist()) for m in (self._shares, self._counts))

    def predict_played(self) -> Prediction:
        """For the boards that have played."""
        return self._prediction(self._shares.posterior_of_played(), self._counts.posterior_of_played())

    def predict(self, candidates: Sequence[Candidate]) -> Prediction:
        """For boards that have not."""
        return self._prediction(self._shares.posterior(candidates), self._counts.posterior(candidates))

    def _prediction(self, shares: Posterior, counts: Posterior) -> Prediction:
        """Rounded, so that the last bits of a number, in which machines differ, don't decide."""
        far, expected = distance(self._target, shares.mean), shares.expected_distances(self._target)
        return Prediction(far.round(6), expected.round(6), self._guard.outside(counts.mean).round(6))


class Round:
    """A round from a state to the next. Before the first one the given board plays alone."""

    def __init__(self, shop: Workshop, state: State, watch: Watch) -> None:
        self.shop, self.state, self._watch = shop, state, watch
        self.chance: Chance = np.random.default_rng((shop.seed, state.rounds))
        self._deals, self._held_out_deals, self._games = 0, 0, 0
        self.tallies = {one.candidate: one.tally for one in state.contenders}
        self._held_out = {one.candidate: one.held_out for one in state.contenders}
        self._weights = state.weights, state.held_out_weights

    def play(self) -> State:
        if not self.state.contenders:
            self.add_games([self.shop.mover.begin(self.chance)], _FIRST_GAMES)
        elif not self.state.rounds:
            self.add_games(self._first(*self.tallies), _LEAST_GAMES)
        else:
            games = _games_of_a_proposal(self.state.contenders[0].expected)
            good = [one.candidate for one in self.state.contenders[:_GOOD]]
            begin = [good[i] for i in self.chance.integers(len(good), size=self.shop.effort.proposals)]
            most = int(np.clip(_MOVES * self.state.contenders[0].expected, 1, _MOST_MOVES))
            self.add_games(self.proposals(begin, self.shop.effort.steps, most), games)
            for racers in HEATS:
                games *= 2
                self.add_games(self.nearest(racers), games)
        self.play_held_out(self.nearest(HEATS[-1]))
        return self.after()

    # ------------------------------------------------------------ candidates

    def _first(self, given: Candidate) -> list[Candidate]:
        """Boards from near to far."""
        moves = np.geomspace(1, _FIRST_MOVES, self.shop.effort.first_boards).astype(int)
        return [self.shop.mover.change(given, n, self.chance) for n in moves.tolist()]

    def surrogate(self) -> Surrogate:
        """Fitted to all games so far."""
        shop = self.shop
        surrogate = Surrogate(shop.traits, shop.target, shop.guard, self.tallies, self._held_out, *self._weights)
        self._weights = surrogate.weights, surrogate.held_out_weights
        return surrogate

    def proposals(self, begin: Sequence[Candidate], steps: int, most: int) -> list[Candidate]:
        """From boards, in steps of up to ``most`` moves, to others that are probably nearer to the target."""
        surrogate, places, reached = self.surrogate(), list(begin), np.full(len(begin), np.inf)
        for _ in range(steps):
            moves = self.chance.integers(1, most + 1, (len(places), BRANCHES))
            tried = [
                self.shop.mover.vary(place, int(n), self.chance)
                for place, row in zip(places, moves, strict=True)
                for n in row
            ]
            prediction = surrogate.predict(tried)
            value = prediction.expected + prediction.outside
            value[[not self.is_wanted(one) for one in tried]] = np.inf
            value = value.reshape(len(places), BRANCHES)
            for i, best in enumerate(value.argmin(axis=1)):
                if value[i, best] < reached[i]:
                    places[i], reached[i] = tried[i * BRANCHES + best], value[i, best]
        new = [one for one, d in dict(zip(places, reached, strict=True)).items() if d < np.inf]
        return [one for one in new if one not in self.tallies and self.shop.mover.is_sound(one)]

    def is_wanted(self, candidate: Candidate) -> bool:
        """Whether this may be proposed."""
        return True

    # ------------------------------------------------------------ games

    def nearest(self, racers: int) -> list[Candidate]:
        """The wanted boards that seem nearest to the target, of all that have played."""
        candidates, prediction = list(self.tallies), self.surrogate().predict_played()
        order = np.argsort(prediction.distance + prediction.outside, kind="stable")
        return [candidates[i] for i in order if self.is_wanted(candidates[i])][:racers]

    def add_games(self, candidates: Sequence[Candidate], games: float) -> None:
        """All of them play the round's next deals, about so many games each; held-out opponents play a few."""
        if not candidates:
            return
        playing, first = self.shop.playing, self._deals
        self._deals += max(1, round(games / playing.games_per_deal))
        seed, deals = seed_of(self.shop.seed, _RACE, self.state.rounds), range(first, self._deals)
        shares = playing.win_shares(self._boards(candidates), seed, deals, self._watch)
        _add(self.tallies, candidates, map(Tally.of, shares))
        self._games += len(candidates) * len(deals) * playing.games_per_deal
        self._add_held_out(candidates, _HELD_OUT_GAMES)

    def play_held_out(self, candidates: Sequence[Candidate]) -> None:
        """Held-out opponents play on those of them on which they haven't played enough."""
        if new := [one for one in candidates if self._held_out[one].deals < ENOUGH]:
            self._add_held_out(new, ENOUGH)

    def _add_held_out(self, candidates: Sequence[Candidate], games: int) -> None:
        first, self._held_out_deals = self._held_out_deals, self._held_out_deals + games
        seed, deals = seed_of(self.shop.seed, _HELD_OUT, self.state.rounds), range(first, first + games)
        _add(self._held_out, candidates, self.shop.guard.play(self._boards(candidates), seed, deals, self._watch))
        self._games += len(candidates) * games

    def _boards(self, candidates: Sequence[Candidate]) -> list[Board]:
        return [self.shop.canvas.make_board(candidate, f"candidate-{i}") for i, candidate in enumerate(candidates)]

    def after(self) -> State:
        """The next state: the boards with most games are remembered, the most promising first."""
        prediction = self.surrogate().predict_played()
        rows = zip(self.tallies, prediction.expected.tolist(), prediction.outside.tolist(), strict=True)
        contenders = [Contender(one, self.tallies[one], self._held_out[one], *predicted) for one, *predicted in rows]
        contenders = sorted(contenders, key=lambda one: -one.tally.deals)[:MEMORY]
        contenders.sort(key=lambda one: one.expected + one.outside)
        rounds, games = self.state.rounds + bool(self.state.contenders), self.state.games + self._games
        return State(rounds, games, tuple(contenders), self.collect(contenders), *self._weights)

    def collect(self, contenders: Sequence[Contender]) -> tuple[Contender, ...]:
        """Balanced boards that differ; this round looks for none."""
        return self.state.collected


def _add(tallies: dict[Candidate, Tally], candidates: Sequence[Candidate], more: Iterable[Tally]) -> None:
    for candidate, tally in zip(candidates, more, strict=True):
        tallies[candidate] = tallies[candidate] + tally if candidate in tallies else tally


def _games_of_a_proposal(expected: float) -> float:
    """The nearer to the target, the smaller are the differences that matter."""
    return min(max(_LEAST_GAMES, _GAMES / max(expected, 1e-6) ** 2), _MOST_GAMES)
