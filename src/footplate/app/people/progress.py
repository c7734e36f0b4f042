"""How a person gets on: by board, rating, points, luck and play from game to game; typical mistakes, and puzzles.

Luck, play and mistakes come from the reviews that were kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from footplate.app.database.models import StoredGame
from footplate.app.people.rating import Seated, rate
from footplate.app.people.results import counts, ended, results_for_rating, seats_of

MOST_GAMES = 40  # of a board, the last ones
_RATED_WITH = 60  # earlier games, at most, from which a rating on a board is made
_PUZZLES, _MISTAKES = 12, 5

_GROUPS = {"take": "cards", "draw": "cards", "claim": "route", "tickets": "tickets", "split": "tickets", "keep": "keep"}
_WORDS = {
    ("cards", "route"): "Drew cards where claiming a route was better",
    ("route", "cards"): "Claimed a route where drawing cards was better",
    ("route", "route"): "Claimed a route where another one, or other cards for it, was better",
    ("cards", "cards"): "Took cards where others were better",
    ("keep", "keep"): "Kept tickets where other ones were better",
    ("tickets", "route"): "Drew tickets where claiming a route was better",
    ("tickets", "cards"): "Drew tickets where drawing cards was better",
    ("cards", "tickets"): "Drew cards where new tickets were better",
    ("route", "tickets"): "Claimed a route where new tickets were better",
}
_OTHERS = "Something else"

Reviews = Mapping[str, Mapping[str, Any]]


def progress_of(player_id: str, games: Sequence[StoredGame], reviews: Reviews) -> dict[str, Any]:
    """``games`` are those of the player, the last one first; ``reviews`` those that are whole, by game."""
    over = [game for game in games if counts(game) and not game.is_study and len(seats_of(game, player_id)) == 1]
    boards = dict.fromkeys(game.board for game in over)
    mine = [(game, _of_player(player_id, game, reviews[game.id])) for game in over if game.id in reviews]
    return {
        "boards": [_of_board(player_id, [game for game in over if game.board == board], reviews) for board in boards],
        "reviewed": len(mine),
        "mistakes": mistakes([decision for _, seat in mine for decision in seat["costliest"]]),
        "puzzles": [_puzzle(game, seat["costliest"][0]) for game, seat in mine if seat["costliest"]][:_PUZZLES],
    }


def _of_player(player_id: str, game: StoredGame, review: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = review["seats"][seats_of(game, player_id)[0]]
    return found


def _of_board(player_id: str, games: Sequence[StoredGame], reviews: Reviews) -> dict[str, Any]:
    """The games on a board, the first one first, with the rating on this board after each that was rated."""
    shown = list(reversed(games[:MOST_GAMES]))
    earlier = list(reversed(games))
    me = Seated(player_id, is_person=True)
    rows = []
    for game in shown:
        rated = results_for_rating(player_id, [game])
        before = earlier[: earlier.index(game) + 1]
        estimate = rate(me, results_for_rating(player_id, before)[-_RATED_WITH:]) if rated else None
        seat = seats_of(game, player_id)[0]
        account = _of_player(player_id, game, reviews[game.id])["margin"] if game.id in reviews else None
        rows.append(
            {
                "id": game.id,
                **ended(game, player_id),
                "points": (game.result or {})["totals"][seat],
                "rating": estimate and [round(value) for value in (estimate.mean, estimate.low, estimate.high)],
                "luck": account and account["luck"],
                "play": account and account["play"],
            }
        )
    return {"board": games[0].board, "count": len(games), "games": rows}


def mistakes(decisions: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What costly decisions have in common: how often, and what they cost in the mean; those that cost most first."""
    found: dict[str, list[float]] = {}
    for decision in decisions:
        pair = _group(decision["played"]["action"]), _group(decision["better"]["action"])
        found.setdefault(_WORDS.get(pair, _OTHERS), []).append(decision["cost"]["mean"])
    rows: list[dict[str, Any]] = [
        {"words": words, "times": len(costs), "cost": sum(costs) / len(costs)} for words, costs in found.items()
    ]
    return sorted(rows, key=lambda row: -row["times"] * row["cost"])[:_MISTAKES]


def _group(action: str) -> str:
    return _GROUPS.get(action.partition(" ")[0], "")


def _puzzle(game: StoredGame, decision: Mapping[str, Any]) -> dict[str, Any]:
    facts = {"game": game.id, "board": game.board, "date": game.changed.isoformat()}
    return {**facts, "number": decision["number"], "turn": decision["turn"]}
