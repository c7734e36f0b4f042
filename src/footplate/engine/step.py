"""One action, carried out. ``step`` trusts its caller: the action must be legal.

Every kind of action is named here, and an action of no kind is an error. A rule that only some boards have lives in a
file of its own and is called from here by one indirect call (``progress``).
"""

from __future__ import annotations

from footplate.compile import indirect_call, inlined, jit
from footplate.engine import layout as L
from footplate.engine.cards import cards_left, draw_blind, refill_market, take_face_up
from footplate.engine.layout import BOARD, STATE, Int, Record
from footplate.engine.memory import choose_tickets, turn_over_tickets
from footplate.engine.setup import next_first_tickets
from footplate.engine.special import begin_claim, special_step
from footplate.engine.turn import claim_route, end_turn


@jit
def can_draw_second(b: Record, s: Record) -> bool:
    return cards_left(s) > 0 or s.shown > (s.face_up[L.LOCO] if b.loco_ends_draw else 0)


@indirect_call(None, BOARD, STATE)
def draw_more(b: Record, s: Record) -> None:
    """The other cards of a blind draw of several; the progress game ends with its deck, so it is not shuffled anew."""
    for _ in range(b.blind_draw - 1):
        if s.deck_n > 0 or (cards_left(s) > 0 and not b.progress):
            draw_blind(s, s.player)


@inlined
def draw_card(b: Record, s: Record, action: Int) -> None:
    """A card from the deck or the market; the turn ends with the second one or the last card.

    On most boards it also ends with a face-up locomotive.
    """
    if action == L.DRAW_DECK:
        draw_blind(s, s.player)
        if b.blind_draw > 1:
            draw_more(b, s)
    else:
        take_face_up(s, action - L.FACE_UP)
    refill_market(b, s)
    whole = b.blind_draw > 0 or (action == L.FACE_UP + L.LOCO and b.loco_ends_draw)
    if s.phase == L.SECOND_CARD or whole or not can_draw_second(b, s):
        end_turn(b, s)
    else:
        s.phase = L.SECOND_CARD


@jit
def keep(b: Record, s: Record, mask: Int) -> None:
    """Keep the offered tickets in the bit mask."""
    choose_tickets(b, s, mask)
    refill_market(b, s)
    if s.phase == L.TICKET_CHOICE:
        end_turn(b, s)
    elif s.phase == L.FIRST_TICKETS:
        next_first_tickets(b, s, s.player + 1)
    else:
        raise ValueError("no tickets are chosen in this phase")


@inlined
def step(b: Record, s: Record, action: Int) -> None:
    """Carry out a legal action of the player to move, with whatever chance does next."""
    s.passes = s.passes + 1 if action == L.PASS or (b.race and action == b.special_first[L.SWAP]) else 0
    if L.DRAW_DECK <= action < L.DRAW_TICKETS:
        draw_card(b, s, action)
    elif L.CLAIM <= action < L.CLAIM + b.n_claims:
        if b.claims_apart:
            begin_claim(b, s, action - L.CLAIM)
        else:
            claim_route(b, s, action - L.CLAIM)
            end_turn(b, s)
    elif action == L.DRAW_TICKETS:
        if b.progress:
            raise ValueError("the progress game has no such action")
        s.phase = L.TICKET_CHOICE
        turn_over_tickets(b, s, min(b.deal, s.ticket_n), 0)
        refill_market(b, s)
    elif L.DRAW_TICKETS < action < L.PASS:
        keep(b, s, action - L.DRAW_TICKETS)
    elif action == L.PASS:
        end_turn(b, s)
    else:
        special_step(b, s, action)
