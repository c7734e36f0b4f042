"""Tunnels: a claim shows its payment, cards of the deck are turned up, and each that matches asks for one more.

The payment stays in the hand until the player has decided (phase TUNNEL): to pay with what is due, or to take it back.
"""

from __future__ import annotations

import numpy as np

from footplate.boards.limits import MAX_DUE
from footplate.compile import jit
from footplate.engine.cards import cards_left, refill_market, top_card
from footplate.engine.due import list_locos_only, list_ways
from footplate.engine.layout import DECLINE, LOCO, TUNNEL, Int, Record
from footplate.engine.memory import show_openly
from footplate.engine.turn import end_turn, lay_track, pass_on, pay_for

MOST_TURNS = 2000  # taking cards back changes nothing, so a game of this many turns ends with it


@jit
def turn_up_cards(b: Record, s: Record, claim: Int) -> bool:
    """Show the payment of a claim and turn up cards; whether none asks for more, and the tunnel is dug."""
    colour = b.claim_colour[claim]
    show_openly(b, s, LOCO, b.claim_locos[claim])
    show_openly(b, s, colour, b.claim_coloured[claim])
    s.pending = claim + 1
    s.phase = TUNNEL
    s.turned_n = min(b.tunnel_cards, cards_left(s))
    s.owed = 0
    for i in range(MAX_DUE):
        s.turned_up[i] = 0
    for i in range(s.turned_n):
        kind = top_card(s)
        s.fresh[kind] -= 1
        s.turned_up[i] = kind
        s.owed += (kind == colour) | (kind == LOCO)
    if s.owed == 0:
        dig(b, s)
        return True
    return False


@jit
def legal_payments(b: Record, s: Record, acts: Record) -> Int:
    """Every way to pay what is due, in the colour or in locomotives, and taking the cards back."""
    p, claim, n = s.player, np.int64(s.pending) - 1, np.int64(0)
    colour = b.claim_colour[claim]
    locos = s.hand[p, LOCO] - b.claim_locos[claim] if b.takes_locos[b.claim_route[claim]] else 0
    if colour != LOCO:
        n = list_ways(b, s, acts, n, colour, s.hand[p, colour] - b.claim_coloured[claim], locos)
    n = list_locos_only(b, s, acts, n, locos)
    acts[n] = b.special_first[DECLINE]
    return n + 1


@jit
def dig(b: Record, s: Record) -> None:
    """Pay the claim and lay the route."""
    claim = np.int64(s.pending) - 1
    pay_for(b, s, claim)
    lay_track(b, s, b.claim_route[claim])
    put_away(b, s)


@jit
def take_back(b: Record, s: Record) -> None:
    """Keep the payment; the turn is over."""
    put_away(b, s)
    if s.turn < MOST_TURNS:
        end_turn(b, s)
    else:
        pass_on(b, s, True)


@jit
def put_away(b: Record, s: Record) -> None:
    """What was turned up is discarded."""
    for i in range(s.turned_n):
        s.discard[s.turned_up[i]] += 1
    s.discard_n += s.turned_n
    s.pending = 0
    s.owed = 0
    refill_market(b, s)
