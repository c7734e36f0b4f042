"""Passengers: who waits where, who has how many of each colour, and which of them can be taken now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footplate.observation import Observation
from footplate.sentences import place_titles
from footplate.view import Phase, View


def passengers_view(view: View) -> dict[str, Any] | None:
    """The table: players by colours, with what they would get now."""
    rules = view.board.rules.passengers
    if rules is None:
        return None
    held = [view.passengers_of(seat) for seat in range(view.players)]
    ranks = {color: _ranks([mine.get(color, 0) for mine in held]) for color in rules.colors}
    worth = {"most": rules.most, "second": rules.second, "": 0}
    return {
        "colors": list(rules.colors),
        "head": f"most {rules.most}, second {rules.second}",
        "waiting": {place: dict(colors) for place, colors in view.waiting.items()},
        "rows": [
            {
                "seat": seat,
                "now": sum(worth[ranks[color][seat]] for color in rules.colors),
                "held": [{"n": mine.get(color, 0), "rank": ranks[color][seat]} for color in rules.colors],
            }
            for seat, mine in enumerate(held)
        ],
    }


def _ranks(counts: Sequence[int]) -> list[str]:
    """Who has most of a colour and who second most; with several first ones there is no second."""
    most = max(counts)
    rest = [n for n in counts if n < most]
    second = max(rest, default=0) if counts.count(most) == 1 else 0
    return ["most" if n == most > 0 else ("second" if n == second > 0 else "") for n in counts]


def passenger_choice(seen: Observation, colors: Sequence[str], names: Sequence[str]) -> dict[str, Any] | None:
    """Which passenger to take, where several colours wait."""
    if seen.phase is not Phase.PASSENGER or not seen.is_my_turn:
        return None
    place = seen.passengers_at or ""
    return {
        "place": place,
        "title": f"Take a passenger in {place_titles(seen.board).get(place, place)}",
        "choices": [{"color": color, "words": _standing(seen, color, names)} for color in colors],
    }


def _standing(seen: Observation, color: str, names: Sequence[str]) -> str:
    """ "you 1, Adaptive 3", with the one of the others who has most; "you 1" for somebody alone."""
    others = [(seen.passengers_of(seat).get(color, 0), seat) for seat in range(seen.players) if seat != seen.seat]
    mine = f"you {seen.passengers_of(seen.seat).get(color, 0)}"
    if not others:
        return mine
    most, ahead = max(others, key=lambda other: other[0])
    return f"{mine}, {names[ahead]} {most}"
