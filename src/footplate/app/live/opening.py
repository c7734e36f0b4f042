"""First tickets, which all people choose at the same time, as the rules say.

The engine has one choose after the other. So choices wait until every person has made one, and are then played in the
engine's order; bots choose when it is their turn there, after that. Nobody sees anything of a choice before it is
played. Where the tickets that a seat is offered depend on the choices before it (two decks to draw from, a deck that is
too small for all), people choose one after the other.
"""

from __future__ import annotations

from typing import Any

from footplate.app.people.seating import Seating
from footplate.app.views import game as views
from footplate.app.views.legal import nothing_legal
from footplate.game import Game
from footplate.view import Phase

_CHOOSING = ("offer", "must_keep", "legal", "why_not", "banner", "slips")  # what a view has of a choice


def is_together(game: Game) -> bool:
    """Whether all people choose their first tickets now."""
    if game.phase is not Phase.FIRST_TICKETS:
        return False
    b = game.tables.record
    is_enough = b.first_deal * game.players <= b.n_short and b.first_deal_long * game.players <= b.n_long
    return bool(not b.two_decks and is_enough)


def at_choice(game: Game, seat: int) -> Game:
    """The game as it stands for a seat that chooses, whatever those before it choose."""
    ahead = game.copy()
    while ahead.to_move != seat:
        ahead.push(ahead.legal_actions()[-1])
    return ahead


def undecided(game: Game, seating: Seating) -> list[int]:
    """The people who have not chosen yet, or are awaited."""
    return [
        seat.seat
        for seat in seating.seats[game.to_move :]
        if seat.spec is None and seat.choice is None and not seat.stand_in
    ]


def choice_view(game: Game, seating: Seating, seat: int, names: list[str]) -> dict[str, Any]:
    """What a seat sees of its own choice, before it has made it and while it waits for the others."""
    choice, ahead = seating.seats[seat].choice, at_choice(game, seat)
    if choice is None:
        own = views.seat_view(ahead, seat, names, seating.people)
        return {name: own[name] for name in _CHOOSING}
    ahead.push(ahead.read(choice))
    others = [names[other] for other in undecided(game, seating)]
    tickets = views.seat_view(ahead, seat, names, seating.people)["tickets"]
    own = {"offer": [], "must_keep": 0, "legal": nothing_legal(), "slips": [], "tickets": tickets}
    if others:
        words = f"You have chosen. {_together(others)} still to choose"
        own["banner"] = {"kind": "wait", "title": "", "words": words}
    return own


def _together(names: list[str]) -> str:
    if len(names) == 1:
        return f"{names[0]} has"
    return f"{', '.join(names[:-1])} and {names[-1]} have"
