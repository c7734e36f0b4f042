"""Review: what positions were worth to a seat from what it could know, and what luck and play made of them."""

from footplate.review.decisions import DEALS, Decision, Move
from footplate.review.game import Account, Point, Review, Reviewer, SeatReview, judge_all, review_game
from footplate.review.practice import practice
from footplate.review.reduced import luck_in, reduce_luck

__all__ = [
    "DEALS", "Account", "Decision", "Move", "Point", "Review", "Reviewer", "SeatReview", "judge_all", "luck_in",
    "practice", "reduce_luck", "review_game",
]  # fmt: skip
