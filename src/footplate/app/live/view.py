"""What a seat, or a watcher, is sent of a live game."""

from __future__ import annotations

from footplate.app.database import times
from footplate.app.live.bots import Bots
from footplate.app.live.listeners import Listeners, Message, View
from footplate.app.live.opening import choice_view
from footplate.app.live.saved_game import SavedGame
from footplate.app.live.table_view import person_view, table_view
from footplate.app.people.opponents import SEES, cheats, win_rate_of, word_for
from footplate.app.people.seating import learns, unrated
from footplate.app.views import game as views

_COMPILING = "gets ready: its code is being compiled (once, about a minute)"


def view_of(saved: SavedGame, listeners: Listeners, bots: Bots, seat: int | None) -> View:
    """A function that makes the view of the game as it is now. On a large board it takes a while."""
    game, seating = saved.game, saved.seating
    names, people = saved.names(seat), seating.people
    places, figures = list(saved.market.places), saved.figures()
    here, pace, moment = listeners.seats, bots.pace, saved.clock()
    stored_seats = seating.seats

    def is_here(n: int) -> bool:
        """At this server, or at another one that has said so lately."""
        at_this = not here.isdisjoint(seating.seats_with(n))
        at_other = not game.is_over and times.is_here(stored_seats[n], moment)
        return stored_seats[n].spec is not None or at_this or at_other

    players = [
        views.PlayerFacts(
            names[n],
            stored.livery,
            is_person=stored.spec is None,
            level=word_for(stored.spec) if stored.spec and not stored.masked else "",
            sees=SEES if stored.spec and not stored.masked and cheats(stored.spec) else "",
            aim=win_rate_of(stored.spec) if stored.spec and learns(stored) and not stored.masked else None,
            connected=is_here(n),
        )
        for n, stored in enumerate(seating.seats)
    ]
    facts = {
        **seating.view(seat),
        **table_view(saved, seat),
        "board": saved.board_name,
        "compiling": bots.is_compiling,
        "thinking": game.to_move if bots.is_turn and not (pace and pace.held) else None,
        "pace": {"seconds": pace.seconds, "held": pace.held} if pace else None,
        "trouble": bots.trouble,
        "can_undo": saved.may_undo(seat),
        "study": seating.stored.is_study and seat is not None,
    }
    people_here = [person_view(saved, one, moment, here=is_here(n)) for n, one in enumerate(stored_seats)]
    choosing = saved.deciding if saved.is_choosing else []

    def made() -> Message:
        own = views.watcher_view(game, names, people) if seat is None else views.seat_view(game, seat, names, people)
        if facts["compiling"] and own["banner"]["kind"] == "wait":
            own["banner"]["words"] = _COMPILING
        shared = views.public_view(game, players, places)
        for n, player in enumerate(shared["players"]):
            player |= seating.facts(n) | people_here[n]
        if choosing:
            shared["to_move"] = seat if seat in choosing else choosing[0]
        if seat is not None and (seat in choosing or stored_seats[seat].choice is not None):
            own |= choice_view(game, seating, seat, names)
        outcome = views.outcome_view(game, names, figures)
        if outcome:
            outcome["unrated"] = unrated(seating.stored)
        return {"type": "view", "game": saved.id, **shared, **own, **facts, "outcome": outcome}

    return made
