"""The progress game of the thesis: given tickets, every action a whole turn, and rewards for shortening the way.

``tables``, ``setup``, ``step`` and ``score`` each come in by one indirect call, on boards with these rules
(``b.progress``); other boards never get here.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from footplate.boards import ProgressRules, Ticket
from footplate.compile import indirect_call, jit
from footplate.engine.cards import draw_blind, put_ticket, refill_market, take_face_up, ticket_place
from footplate.engine.layout import (
    BOARD,
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    EVERYBODY,
    FACE_UP,
    HELD,
    PASS,
    STATE,
    TURN,
    Int,
    Record,
)
from footplate.engine.networks import connects, distance
from footplate.engine.turn import claim_route, count_down, pass_on


def fill_progress(b: Record, rules: ProgressRules, tickets: Sequence[Ticket], players: int) -> tuple[Ticket, ...]:
    """Called by ``tables``. Returns the tickets in play: one copy for each seat that has it from the start."""
    b["progress"], b["decay"] = True, rules.decay
    b["blind_draw"], b["cut_off_distance"] = rules.cards_per_draw, rules.disconnected_distance
    given = [(seat, tickets[t]) for seat in range(players) for t in rules.tickets_of(seat)]
    b["ticket_given"][: len(given)] = [seat for seat, _ in given]
    return tuple(ticket for _, ticket in given)


@jit
def give_tickets(b: Record, s: Record) -> None:
    """Called by ``setup``: every seat has the tickets that the board names for it, known to all; no others."""
    for t in range(b.n_tickets):
        p = np.int64(b.ticket_given[t])
        put_ticket(s, t, HELD + p, EVERYBODY)
        s.held_n[p] += 1
    s.ticket_head = 0
    s.ticket_n = 0
    s.phase = TURN


@jit
def draw_several(b: Record, s: Record) -> None:
    draw_blind(s, s.player)
    for _ in range(b.blind_draw - 1):
        if s.deck_n > 0:
            draw_blind(s, s.player)


@jit
def open_distance(b: Record, s: Record, p: Int) -> Int:
    """Sum of the distances of p's tickets, each at most what the board says for one that is cut off."""
    total = 0
    for t in range(b.n_tickets):
        if ticket_place(s, t) == HELD + p:
            total += min(distance(b, s, p, t), b.cut_off_distance)
    return total


@jit
def claim_with_reward(b: Record, s: Record, claim: Int) -> None:
    """A claim earns what it shortens the way to the player's tickets, less the later it comes."""
    p = s.player
    before = open_distance(b, s, p)
    claim_route(b, s, claim)
    s.reward[p] += b.decay ** np.float64(s.turn // b.n_players) * (before - open_distance(b, s, p))


@jit
def is_over(b: Record, s: Record) -> bool:
    """Over when the player to move has finished all its tickets, or the deck is empty."""
    if s.deck_n == 0:
        return True
    for t in range(b.n_tickets):
        if ticket_place(s, t) == HELD + s.player and not connects(b, s, s.player, t):
            return False
    return True


@indirect_call(None, BOARD, STATE, int)
def progress_turn(b: Record, s: Record, action: Int) -> None:
    """Called by ``step``: a blind draw of several cards, a face-up card, a claim, or a pass."""
    if action == DRAW_DECK:
        draw_several(b, s)
        refill_market(b, s)
    elif FACE_UP <= action < DRAW_TICKETS:
        take_face_up(s, action - FACE_UP)
        refill_market(b, s)
    elif CLAIM <= action < CLAIM + b.n_claims:
        claim_with_reward(b, s, action - CLAIM)
    elif action != PASS:
        raise ValueError("the progress game has no such action")
    count_down(b, s)
    pass_on(b, s, is_over(b, s))


@jit
def count_rewards(b: Record, s: Record, w: Record) -> None:
    """Called by ``score``: the total is the discounted reward."""
    for p in range(b.n_players):
        w.total[p] = s.reward[p]
