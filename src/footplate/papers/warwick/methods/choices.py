"""Methods of playing weaker than one can, each with one strength: 0 is as weak as it gets, 1 is its best.

| method | what the strength sets | source, as the Warwick report tells of it |
|---|---|---|
| time | the number of iterations, from 1 to all of them | Hao et al. (section 5.4) |
| blunders | how often it plays another move than its best | Kennedy (5.3) |
| rank | the place of its move in the ranking of all moves | Andrade et al. (5.3) |
| margin | the margin that its move is nearest to: ROSAS with a target | Demediuk et al. (5.4) |
| dropout | how many units of its network are left out (dropout.py) | Fujita (5.3) |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from footplate.agents.search.searcher import MoveFigures

WIDEST = 2.0  # spreads of a playout's margin: the largest target of the method "margin"

Moves = Sequence[MoveFigures]  # that were tried, in a fixed order
Choose = Callable[[Moves, MoveFigures, float, Random], MoveFigures]  # from moves, the best one, a strength and chance


def the_best(moves: Moves, best: MoveFigures, strength: float, chance: Random) -> MoveFigures:
    return best


def blunder(moves: Moves, best: MoveFigures, strength: float, chance: Random) -> MoveFigures:
    """The best move, or with a probability of 1 - strength any other one, all equally likely."""
    others = [move for move in moves if move.action != best.action]
    return chance.choice(others) if others and chance.random() >= strength else best


def at_rank(moves: Moves, best: MoveFigures, strength: float, chance: Random) -> MoveFigures:
    """Of all moves ranked by their mean, the worst first, the one at this share of the way up."""
    ranked = sorted(moves, key=lambda move: (move.mean, move.visits))
    return ranked[round(strength * (len(ranked) - 1))]


def nearest(moves: Moves, best: MoveFigures, strength: float, chance: Random) -> MoveFigures:
    """The move whose mean margin is the nearest to a target, which is 0 at a strength of a half."""
    target = (2 * strength - 1) * WIDEST * best.spread
    return min(moves, key=lambda move: (abs(move.mean - target), -move.visits))


@dataclass(frozen=True)
class Method:
    name: str
    summary: str
    choose: Choose = the_best
    takes_time: bool = False  # whether its strength is how much it searches

    def iterations(self, strength: float, most: int) -> int:
        """Of a search: each step of the strength multiplies them by as much, since twice as many are a step of play."""
        return max(1, round(most**strength)) if self.takes_time else most


TIME = Method("time", "searches less to play weaker, as Hao et al. do", takes_time=True)
BLUNDERS = Method(
    "blunders", "plays any other move than its best now and then to play weaker, as Kennedy does", blunder
)
RANK = Method("rank", "plays a move further down in its ranking to play weaker, as Andrade et al. do", at_rank)
MARGIN = Method("margin", "plays the move nearest to a margin: ROSAS of Demediuk et al. with a steered target", nearest)
DROPOUT = Method("dropout", "leaves out units of its network to play weaker, as Fujita does")
METHODS = (TIME, BLUNDERS, RANK, MARGIN)  # of any search; dropout needs a network
