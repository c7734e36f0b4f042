"""What a person has played: results against each opponent, a rating, and how the adaptive opponent sees the person."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from footplate.agents.adaptive.profile import RATINGS
from footplate.app.database.models import StoredGame, StoredSeat
from footplate.app.people.opponents import name_of
from footplate.app.people.rating import MEASURED, Result, Seated, rate
from footplate.app.people.seating import learns, name_in, unrated
from footplate.sentences import shown_points

_MILESTONES = ("random", "greedy", "planner")  # bots that everybody can measure themselves by


@dataclass
class Tally:
    """Results against one opponent on one board."""

    name: str
    spec: str
    board: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0


def results_of(
    player_id: str, name: str, games: Sequence[StoredGame], adaptive: Mapping[str, Any], past: Sequence[StoredGame] = ()
) -> dict[str, Any]:
    """Everything that the profile page shows; ``games`` are those of the player, the last one first.

    ``past`` ones were deleted: they are not listed, but count. Practice is listed, but counts for nobody.
    """
    games = [game for game in games if not game.is_study]
    over = [game for game in (*games, *past) if counts(game)]
    return {
        "rating": rating_of(player_id, over),
        "household": household(player_id, name, [game for game in games if counts(game)]),
        "opponents": [asdict(tally) for tally in tallies(player_id, over)],
        "adaptive": [adaptive_words(key, seen) for key, seen in adaptive.items() if isinstance(seen, Mapping)],
        "games": [{"id": game.id, **ended(game, player_id)} for game in games if game.result],
    }


def rating_of(player_id: str, games: Sequence[StoredGame]) -> dict[str, Any]:
    """Mean, interval and number of games.

    Games with an adaptive opponent do not count, since it aims at half of them. Nor do games in which somebody had
    help, took an action back, or left, and those whose seed was chosen.
    """
    results = results_for_rating(player_id, games)
    estimate = rate(Seated(player_id, is_person=True), results)
    mean, low, high = (round(value) for value in (estimate.mean, estimate.low, estimate.high))
    stones = [{"name": name_of(name), "rating": round(MEASURED[name])} for name in _MILESTONES]
    return {"mean": mean, "low": low, "high": high, "games": len(results), "milestones": stones}


def results_for_rating(player_id: str, games: Sequence[StoredGame]) -> list[Result]:
    """Of the games that count for a rating."""
    return [
        Result(tuple(_seated(seat) for seat in game.seats), tuple((game.result or {})["winners"]))
        for game in games
        if len(seats_of(game, player_id)) == 1 and not unrated(game) and not any(learns(seat) for seat in game.seats)
    ]


def counts(game: StoredGame) -> bool:
    """Whether a game is over, and was one against others and no practice."""
    return bool(game.result and len(game.seats) > 1 and not game.position)


def _seated(seat: StoredSeat) -> Seated:
    return Seated(seat.spec or seat.player_id or f"{seat.game_id} {seat.seat}", is_person=seat.spec is None)


def seats_of(game: StoredGame, player_id: str) -> list[int]:
    """Without those of a player whose other device this is."""
    return [seat.seat for seat in game.seats if seat.player_id == player_id]


def tallies(player_id: str, games: Sequence[StoredGame]) -> list[Tally]:
    """By opponent and board, those played most first."""
    found: dict[tuple[str, str], Tally] = {}
    for game in games:
        mine = seats_of(game, player_id)
        for seat in game.seats if mine else ():
            if seat.seat in mine:
                continue
            spec, name = seat.spec or "", name_in(seat)
            tally = found.setdefault((spec or name, game.board), Tally(name, spec, game.board))
            tally.games += 1
            better = _compare(game.result or {}, mine[0], seat.seat)
            tally.wins += better > 0
            tally.draws += better == 0
            tally.losses += better < 0
    return sorted(found.values(), key=lambda tally: -tally.games)


def household(player_id: str, name: str, games: Sequence[StoredGame]) -> list[dict[str, Any]]:
    """Who has won how often of the games that people play with one another; who has won most is first.

    A person is known by the name of the last game, whatever browser they come with. Of several who share the player's
    device, the player is the one of that ``name``, else the first.
    """
    rows: dict[str, dict[str, Any]] = {}
    for game in games:
        people = [seat for seat in game.seats if seat.spec is None]
        winners, mine = (game.result or {})["winners"], seats_of(game, player_id)
        me = next((n for n in mine if game.seats[n].name == name), mine[0] if mine else None)
        for seat in people if len(people) > 1 else ():
            you = seat.seat == me
            key = "you" if you else seat.name
            row = rows.setdefault(key, {"name": seat.name, "you": you, "games": 0, "wins": 0})
            row["games"] += 1
            row["wins"] += seat.seat in winners
    return sorted(rows.values(), key=lambda row: (-row["wins"], -row["games"], row["name"]))


def _compare(result: Mapping[str, Any], mine: int, theirs: int) -> float:
    """Above 0 if my seat did better: winning comes first, then points."""
    winners, totals = result["winners"], result["totals"]
    if (mine in winners) != (theirs in winners):
        return 1 if mine in winners else -1
    return 0 if mine in winners else float(totals[mine] - totals[theirs])


def ended(game: StoredGame, player_id: str) -> dict[str, Any]:
    """ "won", "lost", "drew" or "watched", and by how much."""
    winners, totals = (game.result or {})["winners"], (game.result or {})["totals"]
    mine = next(iter(seats_of(game, player_id)), None)
    date = {"board": game.board, "date": game.changed.isoformat()}
    if mine is None or len(totals) == 1:
        return {**date, "status": "watched" if mine is None else "played", "margin": 0}
    best_other = max(total for seat, total in enumerate(totals) if seat != mine)
    status = "lost" if mine not in winners else ("won" if len(winners) == 1 else "drew")
    return {**date, "status": status, "margin": shown_points(shown_points(totals[mine]) - shown_points(best_other))}


def adaptive_words(key: str, seen: Mapping[str, Any]) -> dict[str, Any]:
    """The adaptive opponent's profile of the person, in words. ``level`` is a rating: 0 is as strong as it can be."""
    board = key.partition(": ")[0]
    games, level = int(seen.get("games", 0)), float(seen.get("level", 0.0))
    unsure = math.sqrt(max(float(seen.get("variance", 0.0)), 0.0))
    count = "one game" if games == 1 else f"{games} games"
    if not games:
        sentence = "It does not know you yet."
    elif seen.get("measure") != RATINGS:
        sentence = f"It has played {count} with you and will learn how strong you are by the next ones."
        level = unsure = 0.0
    elif round(level) >= 0:
        sentence = f"After {count} it thinks that you are as strong as it is at full strength."
    else:
        sentence = f"After {count} it thinks that you are {-level:.0f} points of rating below its full strength."
    return {
        "key": key,
        "players": key.count(" + ") + 2,
        "board": board,
        "games": games,
        "level": round(level),
        "unsure": round(unsure),
        "sentence": sentence,
    }
