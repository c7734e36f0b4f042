"""One round of balancing: children of a good board, crossings of the best changes, a race, and fresh games.

Within a round all boards play the same deals, and what is compared is the difference to their parent on those deals:
of the parent itself much is known. A race chooses lucky boards, however long it is. So its finalists then play deals
that had no part in it, and only those games count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from footplate.arena.deals import seed_of
from footplate.design.balance.candidate import Candidate, Canvas, combine
from footplate.design.balance.moves import Chance, Mover
from footplate.design.balance.state import Contender, State
from footplate.design.distance import Floats, Tally, distance, expected_distance
from footplate.design.playing import Playing, Watch

CHILDREN = 48
CROSSINGS = 16
CONTENDERS = 8  # boards that are kept
FINALISTS = 2  # of a race
_LEAST_GAMES, _MOST_GAMES = 48, 1200  # of a child
_MOVES, _MOST_MOVES = 400, 64  # from parent to child: for each unit of distance, and at most
_FIRST_GAMES = 480  # of the given board
_RACE, _FRESH, _LAST = range(3)  # what deals are for


def last_seed(seed: int) -> int:
    """The seed of the deals on which a finished board is measured; none of them has been played before."""
    return seed_of(seed, _LAST, 0)


@dataclass(frozen=True)
class Workshop:
    """What rounds work with."""

    canvas: Canvas
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

    def play(self) -> State:
        if not self.state.contenders:
            tested = self._test((), [self.shop.mover.begin(self.chance)], self._deals_of(_FIRST_GAMES))
        else:
            parent = self._parent()
            deals = self._deals_of(_games_of_a_child(parent))
            children = self._children(parent)
            crossings = self._crossings(parent, children, self._gaps(parent, children, deals))
            finalists = self._race(parent, crossings, 2 * deals, FINALISTS)
            best = self.state.contenders[0]
            known = [parent] if parent is best else [parent, best]
            tested = self._test(known, finalists, 8 * deals)
        return self._after(tested, self.state.collected)

    def _after(self, tested: Sequence[Contender], collected: tuple[Contender, ...]) -> State:
        """The next state: tested boards take their place among the contenders, of whom the best stay."""
        known = {one.candidate: one for one in (*self.state.contenders, *tested)}  # the later one has more games
        contenders = sorted(known.values(), key=lambda one: one.expected)[:CONTENDERS]
        return State(self.state.rounds + 1, self.state.games + self._games, tuple(contenders), collected)

    # ------------------------------------------------------------ candidates

    def _parent(self) -> Contender:
        """One of the best."""
        contenders = self.state.contenders
        good = [one for one in contenders if one.expected <= 1.2 * contenders[0].expected]
        return good[self.chance.integers(len(good))]

    def _children(self, parent: Contender) -> list[Candidate]:
        """Many moves at once show more of their effect among the chances of the games; near the wish few are enough."""
        most = int(np.clip(_MOVES * parent.expected, 2, _MOST_MOVES))
        moves = self.chance.integers(1, most + 1, CHILDREN)
        return [self.shop.mover.change(parent.candidate, int(n), self.chance) for n in moves]

    def _crossings(self, parent: Contender, children: Sequence[Candidate], gaps: Floats) -> list[Candidate]:
        """Boards with the changes of one or several children, those first that should be nearest to the wish.

        Each crossing is made of another half of the children, so that they are not all the same.
        """
        effects = effects_of(gaps)
        found: dict[Candidate, float] = {}
        for _ in range(2 * CROSSINGS):
            offered = self.chance.permutation(len(children))[: len(children) // 2]
            crossing, reached = self._crossing(parent, children, effects, offered.tolist())
            if crossing != parent.candidate and self.shop.mover.is_sound(crossing):
                found.setdefault(crossing, reached)
        return sorted(found, key=lambda one: found[one])[:CROSSINGS]

    def _crossing(
        self, parent: Contender, children: Sequence[Candidate], effects: Effects, offered: list[int]
    ) -> tuple[Candidate, float]:
        """Change after change, the best first, as long as they should bring the shares nearer: effects mostly add up.

        So do doubts about them, which is why few changes are better than many.
        """
        shares, chosen = parent.tally.mean, list[Candidate]()
        crossing, reached = parent.candidate, self._likely_distance(shares, 0.0)
        while offered:
            would = self._likely_distance(shares + effects.shares[offered], (1 + len(chosen)) * effects.doubt)
            best = int(np.argmin(would))
            if would[best] >= reached and chosen:
                break
            child = offered.pop(best)
            mixed = combine(parent.candidate, [*chosen, children[child]])
            if self.shop.mover.allows(mixed):
                crossing, reached = mixed, would[best]
                shares = shares + effects.shares[child]
                chosen.append(children[child])
        return crossing, float(reached)

    def _likely_distance(self, shares: Floats, doubt: float) -> Any:
        """The distance, where each share may really be off by chance of that variance."""
        wished = self.shop.wished
        return distance(wished, wished + np.sqrt((shares - wished) ** 2 + doubt))

    # ------------------------------------------------------------ games

    def _race(self, parent: Contender, racers: Sequence[Candidate], deals: int, finalists: int) -> list[Candidate]:
        """Heats on the same deals for all; after each a third stays, and the next is twice as long."""
        gaps = np.zeros((len(racers), 0, len(self.shop.wished)))
        while len(racers) > finalists:
            gaps = np.concatenate([gaps, self._gaps(parent, racers, deals)], axis=1)
            reached = distance(self.shop.wished, parent.tally.mean + effects_of(gaps).shares)
            kept = np.argsort(reached, kind="stable")[: max(finalists, len(racers) // 3)]
            racers, gaps, deals = [racers[i] for i in kept], gaps[kept], 2 * deals
        return list(racers)

    def _deals_of(self, games: float) -> int:
        return max(1, round(games / self.shop.playing.games_per_deal))

    def _gaps(self, parent: Contender, others: Sequence[Candidate], deals: int) -> Floats:
        """By how much the others' shares are larger than the parent's, by deal, on the round's next deals."""
        first, self._deals = self._deals, self._deals + deals
        shares = self._shares([parent.candidate, *others], _RACE, range(first, first + deals))
        gaps: Floats = shares[1:] - shares[:1]
        return gaps

    def _test(self, known: Sequence[Contender], new: Sequence[Candidate], deals: int) -> list[Contender]:
        """All of them after so many fresh deals."""
        candidates = [*(one.candidate for one in known), *new]
        tallies = [Tally.of(shares) for shares in self._shares(candidates, _FRESH, range(deals))]
        for i, one in enumerate(known):
            tallies[i] += one.tally
        return [
            Contender(candidate, tally, expected_distance(self.shop.wished, tally))
            for candidate, tally in zip(candidates, tallies, strict=True)
        ]

    def _shares(self, candidates: Sequence[Candidate], purpose: int, deals: range) -> Floats:
        canvas, playing = self.shop.canvas, self.shop.playing
        boards = [canvas.make_board(candidate, f"candidate-{i}") for i, candidate in enumerate(candidates)]
        self._games += len(boards) * len(deals) * playing.games_per_deal
        seed = seed_of(self.shop.seed, purpose, self.state.rounds)
        return playing.win_shares(boards, seed, deals, self._watch)


def _games_of_a_child(parent: Contender) -> float:
    """The nearer to the wish, the smaller are the differences that matter."""
    return min(max(_LEAST_GAMES, parent.expected**-2), _MOST_GAMES)


class Effects(NamedTuple):
    """What changes do to the shares, as far as games tell: by candidate and agent, with the variance that is left."""

    shares: Floats
    doubt: float


def effects_of(gaps: Floats) -> Effects:
    """From gaps by candidate, deal and agent.

    Part of the variance between candidates is chance, so every mean gap is made smaller by that part.
    """
    means, deals = gaps.mean(axis=1), gaps.shape[1]
    variance = max(float((means**2).mean()), 1e-9)
    real = max(0.1, 1 - float(gaps.var(axis=1).mean()) / max(1, deals - 1) / variance)
    return Effects(real * means, (1 - real) * real * variance)
