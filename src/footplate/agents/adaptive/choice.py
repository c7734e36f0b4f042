"""Which move to play: the best one, or a natural one that gives a few points away.

Points that are too many are given away in small steps over the decisions that are left, each below what a stronger
player would notice. Only when small steps can't be enough (the opponent is very weak) the player is slow at the end of
the game: it draws another card where it should claim. With a full hand it claims, whatever else it would rather do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from footplate.action_space import ActionSpace
from footplate.actions import ClaimRoute
from footplate.agents.search.searcher import MoveFigures
from footplate.boards import Rules
from footplate.engine.layout import DRAW_TICKETS, PASS

STEP_CAP = 2.0  # points: more than this in one move would be noticed
CHANCE_CAP = 0.08  # of winning, likewise
EAGERNESS = 1.5  # how much more than an even share of the surplus is given away now
SMALL_STEPS = 0.6  # of STEP_CAP: what a small step gives away on average, as moves on offer allow
SLOW_AT_LEAST = 3.0  # points beyond small steps for which the player becomes slow
LATE = 6.0  # decisions left; before that, it waits
PATIENCE = 20.0  # points for each decision more, for which it no longer waits
LAST_ROUND = 30.0  # points for which it is slow even in the last round
TICKET_CHOICES = range(DRAW_TICKETS + 1, PASS)  # always its best: it costs nothing that a good player can't win back
WORTH_A_LOOK = 0.02  # visits, as a share of the most visited move's
SPARE_CARDS = 8  # of a full hand, besides one card for every second train: what the expert holds at most


@dataclass(frozen=True)
class Situation:
    """What the choice depends on, besides the moves. Points and decisions are those of the small board."""

    aim: float  # the final margin to aim at
    gain: float  # points that the opponent gives away between two decisions
    decisions_left: float
    last_round: bool
    must_claim: bool = False  # the hand is full, and a route can be claimed
    unit: float = 1.0  # points of this board for one of the small board
    pace: float = 1.0  # decisions of the small board for one of this board, whose games may be longer


@dataclass(frozen=True)
class Choice:
    best: MoveFigures
    move: MoveFigures
    surplus: float  # points to be given away in the rest of the game; below 0 the player must do its best

    @property
    def given(self) -> float:
        """Points that the move gives away."""
        return max(0.0, self.best.mean - self.move.mean)


def full_hand(rules: Rules) -> int | None:
    """Cards with which no more are drawn while a route can be claimed.

    None in the progress game, where nobody has anything to do but draw once the tickets can't be done.
    """
    return None if rules.progress else SPARE_CARDS + rules.trains // 2


def best_of(moves: Sequence[MoveFigures]) -> MoveFigures:
    """The move that was tried most often."""
    return max(moves, key=lambda move: move.visits)


def moves_to_choose(moves: Sequence[MoveFigures], actions: ActionSpace, now: Situation) -> Sequence[MoveFigures]:
    """All moves; when it must claim, the claims, and what else is best but to draw a card."""
    if not now.must_claim:
        return moves
    claims = [move for move in moves if isinstance(actions.action(move.action), ClaimRoute)]
    best = best_of(moves)
    return claims if best in claims or best.action < DRAW_TICKETS else [best, *claims]


def choose(moves: Sequence[MoveFigures], actions: ActionSpace, now: Situation) -> Choice:
    moves = moves_to_choose(moves, actions, now)
    best = best_of(moves)
    surplus = best.mean / now.unit + now.gain * now.decisions_left - now.aim
    if surplus <= 0 or best.action in TICKET_CHOICES:
        return Choice(best, best, surplus)

    def given(move: MoveFigures) -> float:
        """As if it were the small board, where a decision is a larger part of the game."""
        return (best.mean - move.mean) / (now.unit * now.pace)

    share = EAGERNESS * surplus / now.decisions_left
    beyond = surplus - SMALL_STEPS * STEP_CAP * now.decisions_left
    wait = LAST_ROUND if now.last_round else PATIENCE * max(0.0, now.decisions_left - LATE)
    natural = natural_moves(moves, actions, best)
    if beyond > SLOW_AT_LEAST + wait:
        draws = [move for move in moves if move.action < DRAW_TICKETS]
        slow = [move for move in draws or natural if move.visits > 4 and now.pace * given(move) <= beyond]
        if slow:
            return Choice(best, max(slow, key=given), surplus)
    unseen = [m for m in natural if given(m) <= STEP_CAP and best.win - m.win <= CHANCE_CAP]
    return Choice(best, min(unseen, key=lambda move: abs(given(move) - min(share, STEP_CAP))), surplus)


def natural_moves(moves: Sequence[MoveFigures], actions: ActionSpace, best: MoveFigures) -> list[MoveFigures]:
    """The best move, and those that nobody would wonder at.

    Left out: new tickets, locomotives paid instead of colours, and what the search hardly looked at.
    """
    most = max(move.visits for move in moves)
    claims = {move.action: action for move in moves if isinstance(action := actions.action(move.action), ClaimRoute)}
    fewest: dict[int, int] = {}
    for claim in claims.values():
        fewest[claim.route] = min(claim.locomotives, fewest.get(claim.route, claim.locomotives))

    def is_natural(move: MoveFigures) -> bool:
        if move.action == DRAW_TICKETS or move.visits < WORTH_A_LOOK * most:
            return False
        claim = claims.get(move.action)
        return claim is None or claim.locomotives == fewest[claim.route]

    return [move for move in moves if move.action == best.action or is_natural(move)]
