"""One round of balancing: boards that should be nearer to the wish play, and the nearest of all play more.

What is believed of a board before it has played comes from the model, which knows the games of all boards so far. So
few games are enough to see whether it is worth more of them, and a lucky board is not taken for a good one. Strangers
play on every board that plays, and boards that they would like less than published ones come last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from footplate.arena.deals import seed_of
from footplate.arena.service import Watch
from footplate.boards import Board
from footplate.design.balance.candidate import Candidate, Canvas
from footplate.design.balance.guard import Guard
from footplate.design.balance.judge import Judge
from footplate.design.balance.mover import Mover
from footplate.design.balance.moves import Chance
from footplate.design.balance.state import ENOUGH, Contender, State
from footplate.design.balance.traits import Traits
from footplate.design.distance import Floats, Tally
from footplate.design.playing import Playing

FIRST_BOARDS = 64  # changed at random, to learn from
PROPOSALS = 16
STEPS = 10  # from a good board to a proposal
BRANCHES = 4  # tried at each step
HEATS = (5, 2)  # boards that play twice, and four times as many games as a proposal
MEMORY = 600  # boards
_GOOD = 8  # boards that proposals begin with
_GAMES = 0.25  # of a proposal, over the squared distance
_LEAST_GAMES, _MOST_GAMES = 72, 1200
_MOVES, _MOST_MOVES = 80, 16  # of a step: for each unit of distance, and at most
_FIRST_MOVES = 100
_FIRST_GAMES = 480  # of the given board
_STRANGERS_GAMES = 6  # whenever a board plays
_RACE, _LAST, _STRANGERS = range(3)  # what deals are for


def last_seed(seed: int) -> int:
    """The seed of the deals on which a finished board is measured; none of them has been played before."""
    return seed_of(seed, _LAST, 0)


@dataclass(frozen=True)
class Workshop:
    """What rounds work with."""

    canvas: Canvas
    traits: Traits
    mover: Mover
    playing: Playing
    guard: Guard
    wished: Floats
    seed: int


class Round:
    """A round from a state to the next. Before the first one the given board plays alone."""

    def __init__(self, shop: Workshop, state: State, watch: Watch) -> None:
        self.shop, self.state, self._watch = shop, state, watch
        self.chance: Chance = np.random.default_rng((shop.seed, state.rounds))
        self._deals, self._stranger_deals, self._games = 0, 0, 0
        self.tallies = {one.candidate: one.tally for one in state.contenders}
        self._strangers = {one.candidate: one.strangers for one in state.contenders}
        self._weights = state.weights, state.stranger_weights

    def play(self) -> State:
        if not self.state.contenders:
            self.add_games([self.shop.mover.begin(self.chance)], _FIRST_GAMES)
        elif not self.state.rounds:
            self.add_games(self._first(*self.tallies), _LEAST_GAMES)
        else:
            games = _games_of_a_proposal(self.state.contenders[0].expected)
            good = [one.candidate for one in self.state.contenders[:_GOOD]]
            begin = [good[i] for i in self.chance.integers(len(good), size=PROPOSALS)]
            most = int(np.clip(_MOVES * self.state.contenders[0].expected, 1, _MOST_MOVES))
            self.add_games(self.proposals(begin, STEPS, most), games)
            for racers in HEATS:
                games *= 2
                self.add_games(self.nearest(racers), games)
        self.meet_strangers(self.nearest(HEATS[-1]))
        return self.after()

    # ------------------------------------------------------------ candidates

    def _first(self, given: Candidate) -> list[Candidate]:
        """Boards from near to far."""
        moves = np.geomspace(1, _FIRST_MOVES, FIRST_BOARDS).astype(int)
        return [self.shop.mover.change(given, n, self.chance) for n in moves.tolist()]

    def judge(self) -> Judge:
        """Who knows all games so far."""
        shop = self.shop
        judge = Judge(shop.traits, shop.wished, shop.guard, self.tallies, self._strangers, *self._weights)
        self._weights = judge.weights, judge.stranger_weights
        return judge

    def proposals(self, begin: Sequence[Candidate], steps: int, most: int) -> list[Candidate]:
        """From boards in steps of up to ``most`` moves to others that should be nearer to the wish, as far as is
        known."""
        judge, places, reached = self.judge(), list(begin), np.full(len(begin), np.inf)
        for _ in range(steps):
            moves = self.chance.integers(1, most + 1, (len(places), BRANCHES))
            tried = [
                self.shop.mover.vary(place, int(n), self.chance)
                for place, row in zip(places, moves, strict=True)
                for n in row
            ]
            opinion = judge.guess(tried)
            would = opinion.expected + opinion.outside
            would[[not self.is_wanted(one) for one in tried]] = np.inf
            would = would.reshape(len(places), BRANCHES)
            for i, best in enumerate(would.argmin(axis=1)):
                if would[i, best] < reached[i]:
                    places[i], reached[i] = tried[i * BRANCHES + best], would[i, best]
        new = [one for one, d in dict(zip(places, reached, strict=True)).items() if d < np.inf]
        return [one for one in new if one not in self.tallies and self.shop.mover.is_sound(one)]

    def is_wanted(self, candidate: Candidate) -> bool:
        """Whether this may be proposed."""
        return True

    # ------------------------------------------------------------ games

    def nearest(self, racers: int) -> list[Candidate]:
        """The wanted boards that seem nearest to the wish, of all that have played."""
        candidates, opinion = list(self.tallies), self.judge().known()
        order = np.argsort(opinion.distance + opinion.outside, kind="stable")
        return [candidates[i] for i in order if self.is_wanted(candidates[i])][:racers]

    def add_games(self, candidates: Sequence[Candidate], games: float) -> None:
        """All of them play the round's next deals, about so many games each, and strangers a few of their own."""
        if not candidates:
            return
        playing, first = self.shop.playing, self._deals
        self._deals += max(1, round(games / playing.games_per_deal))
        seed, deals = seed_of(self.shop.seed, _RACE, self.state.rounds), range(first, self._deals)
        shares = playing.win_shares(self._boards(candidates), seed, deals, self._watch)
        _add(self.tallies, candidates, map(Tally.of, shares))
        self._games += len(candidates) * len(deals) * playing.games_per_deal
        self._add_strangers(candidates, _STRANGERS_GAMES)

    def meet_strangers(self, candidates: Sequence[Candidate]) -> None:
        """Strangers get to know those of them that they haven't played enough on."""
        if new := [one for one in candidates if self._strangers[one].deals < ENOUGH]:
            self._add_strangers(new, ENOUGH)

    def _add_strangers(self, candidates: Sequence[Candidate], games: int) -> None:
        first, self._stranger_deals = self._stranger_deals, self._stranger_deals + games
        seed, deals = seed_of(self.shop.seed, _STRANGERS, self.state.rounds), range(first, first + games)
        _add(self._strangers, candidates, self.shop.guard.play(self._boards(candidates), seed, deals, self._watch))
        self._games += len(candidates) * games

    def _boards(self, candidates: Sequence[Candidate]) -> list[Board]:
        return [self.shop.canvas.make_board(candidate, f"candidate-{i}") for i, candidate in enumerate(candidates)]

    def after(self) -> State:
        """The next state: the boards with most games are remembered, the most promising first."""
        opinion = self.judge().known()
        rows = zip(self.tallies, opinion.expected.tolist(), opinion.outside.tolist(), strict=True)
        contenders = [Contender(one, self.tallies[one], self._strangers[one], *believed) for one, *believed in rows]
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
    """The nearer to the wish, the smaller are the differences that matter."""
    return min(max(_LEAST_GAMES, _GAMES / max(expected, 1e-6) ** 2), _MOST_GAMES)
