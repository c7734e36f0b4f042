"""What turns are made of, for ``step`` and for the rules of single boards: a claim, and how a turn ends."""

from __future__ import annotations

from footplate.compile import inlined, jit
from footplate.engine.cards import refill_market
from footplate.engine.layout import EVERYBODY, LOCO, OVER, PLAYERS, TURN, Int, Record
from footplate.engine.memory import pay_openly
from footplate.engine.progress import is_over
from footplate.engine.race import finish_tickets
from footplate.engine.routes import close_twins


@jit
def pay_for(b: Record, s: Record, claim: Int) -> None:
    """The cards that a claim names: locomotives and cards of its colour."""
    pay_openly(b, s, LOCO, b.claim_locos[claim])
    if b.claim_coloured[claim] > 0:
        pay_openly(b, s, b.claim_colour[claim], b.claim_coloured[claim])


@jit
def lay_track(b: Record, s: Record, r: Int) -> None:
    """Route r is the player's."""
    p = s.player
    s.route[r] = EVERYBODY | (p + 1) << PLAYERS
    close_twins(b, s, p, r)
    s.trains[p] -= b.route_length[r]
    s.points[p] += b.route_points[r]


@inlined
def claim_route(b: Record, s: Record, claim: Int) -> None:
    """A claim that is paid at once."""
    pay_for(b, s, claim)
    lay_track(b, s, b.claim_route[claim])
    refill_market(b, s)


@jit
def count_down(b: Record, s: Record) -> None:
    """Who ends a turn with few trains starts the last round: everyone, that player included, has one more turn."""
    if s.last_turns > 0:
        s.last_turns -= 1
    elif s.trains[s.player] <= b.end_trains:
        s.last_turns = b.n_players


@jit
def pass_on(b: Record, s: Record, over: bool) -> None:
    """The turn goes to the next player, unless the game is over."""
    s.turn += 1
    s.player = s.player + 1 if s.player + 1 < b.n_players else 0
    s.phase = OVER if over else TURN


@inlined
def end_turn(b: Record, s: Record) -> None:
    if b.ends_apart:
        if b.progress:
            count_down(b, s)
        pass_on(b, s, is_over(b, s) if b.progress else finish_tickets(b, s))
    else:
        count_down(b, s)
        pass_on(b, s, s.last_turns == 0 or s.passes >= b.n_players)
