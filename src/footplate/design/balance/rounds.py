"""One round of balancing: boards that should be nearer to the wish play, and the nearest of all play more.

What is believed of a board before it has played comes from the model, which knows the games of all boards so far. So
few games are enough to see whether it is worth more of them, and a lucky board is not taken for a good one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from footplate.arena.deals import seed_of
from footplate.design.balance.candidate import Candidate, Canvas
from footplate.design.balance.model import Model
from footplate.design.balance.mover import Mover
from footplate.design.balance.moves import Chance
from footplate.design.balance.state import Contender, State
from footplate.design.balance.traits import Traits
from footplate.design.distance import Floats, Tally, distance
from footplate.design.playing import Playing, Watch

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
_RACE, _LAST = range(2)  # what deals are for


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
    wished: Floats
    seed: int


class Round:
    """A round from a state to the next."""

    def __init__(self, shop: Workshop, state: State, watch: Watch) -> None:
        self.shop, self.state, self._watch = shop, state, watch
        self.chance: Chance = np.random.default_rng((shop.seed, state.rounds))
        self._deals, self._games = 0, 0
        self.tallies = {one.candidate: one.tally for one in state.contenders}
        self._weights = state.weights

    def play(self) -> State:
        if not self.tallies:
            given = self.shop.mover.begin(self.chance)
            self.add_games([given], self.deals_of(_FIRST_GAMES))
            self.add_games(self._first(given), self.deals_of(_LEAST_GAMES))
        else:
            deals = self.deals_of(_games_of_a_proposal(self.state.contenders[0].expected))
            good = [one.candidate for one in self.state.contenders[:_GOOD]]
            begin = [good[i] for i in self.chance.integers(len(good), size=PROPOSALS)]
            most = int(np.clip(_MOVES * self.state.contenders[0].expected, 1, _MOST_MOVES))
            self.add_games(self.proposals(begin, STEPS, most), deals)
            for racers in HEATS:
                deals *= 2
                self.add_games(self.nearest(racers), deals)
        return self.after()

    # ------------------------------------------------------------ candidates

    def _first(self, given: Candidate) -> list[Candidate]:
        """Boards from near to far."""
        moves = np.geomspace(1, _FIRST_MOVES, FIRST_BOARDS).astype(int)
        return [self.shop.mover.change(given, n, self.chance) for n in moves.tolist()]

    def _model(self) -> Model:
        shop = self.shop
        model = Model(shop.traits, shop.wished, list(self.tallies), list(self.tallies.values()), self._weights)
        self._weights = tuple(model.weights.tolist())
        return model

    def proposals(self, begin: Sequence[Candidate], steps: int, most: int) -> list[Candidate]:
        """From boards in steps of up to ``most`` moves to others that should be nearer to the wish, as far as the model
        knows."""
        model, places, reached = self._model(), list(begin), np.full(len(begin), np.inf)
        for _ in range(steps):
            moves = self.chance.integers(1, most + 1, (len(places), BRANCHES))
            tried = [
                self.shop.mover.vary(place, int(n), self.chance)
                for place, row in zip(places, moves, strict=True)
                for n in row
            ]
            would = model.guess(tried).distances(self.shop.wished).round(6)
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
        candidates, belief = list(self.tallies), self._model().known()
        order = np.argsort(distance(self.shop.wished, belief.shares).round(6), kind="stable")
        return [candidates[i] for i in order if self.is_wanted(candidates[i])][:racers]

    def deals_of(self, games: float) -> int:
        return max(1, round(games / self.shop.playing.games_per_deal))

    def add_games(self, candidates: Sequence[Candidate], deals: int) -> None:
        """All of them play the round's next deals."""
        if not candidates:
            return
        canvas, playing = self.shop.canvas, self.shop.playing
        boards = [canvas.make_board(candidate, f"candidate-{i}") for i, candidate in enumerate(candidates)]
        first, self._deals = self._deals, self._deals + deals
        seed = seed_of(self.shop.seed, _RACE, self.state.rounds)
        played = playing.win_shares(boards, seed, range(first, first + deals), self._watch)
        for candidate, by_deal in zip(candidates, played, strict=True):
            tally = Tally.of(by_deal)
            self.tallies[candidate] = self.tallies[candidate] + tally if candidate in self.tallies else tally
        self._games += len(boards) * deals * playing.games_per_deal

    def after(self) -> State:
        """The next state: the boards with most games are remembered, the nearest to the wish first."""
        expected = self._model().known().distances(self.shop.wished).round(6)
        contenders = [
            Contender(candidate, tally, float(d))
            for (candidate, tally), d in zip(self.tallies.items(), expected, strict=True)
        ]
        contenders = sorted(contenders, key=lambda one: -one.tally.deals)[:MEMORY]
        contenders.sort(key=lambda one: one.expected)
        games = self.state.games + self._games
        return State(self.state.rounds + 1, games, tuple(contenders), self.collect(contenders), self._weights)

    def collect(self, contenders: Sequence[Contender]) -> tuple[Contender, ...]:
        """Balanced boards that differ; this round looks for none."""
        return self.state.collected


def _games_of_a_proposal(expected: float) -> float:
    """The nearer to the wish, the smaller are the differences that matter."""
    return min(max(_LEAST_GAMES, _GAMES / max(expected, 1e-6) ** 2), _MOST_GAMES)
