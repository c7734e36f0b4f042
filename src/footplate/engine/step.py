"""One action, carried out. ``step`` trusts its caller: the action must be legal."""

from __future__ import annotations

import numpy as np

from footplate.engine.cards import cards_left, draw_blind, gain_card, refill_market
from footplate.engine.jit import jit
from footplate.engine.layout import (
    CITIES,
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    FACE_UP,
    LOCO,
    OVER,
    PASS,
    PLAYERS,
    SECOND_CARD,
    TICKET_CHOICE,
    TURN,
    Int,
    Record,
)
from footplate.engine.memory import choose_tickets, pay_openly, turn_over_tickets
from footplate.engine.progress import open_distance, progress_is_over
from footplate.engine.setup import next_first_tickets

_EVERYBODY = (1 << PLAYERS) - 1


@jit
def end_turn(b: Record, s: Record) -> None:
    """Who ends a turn with few trains starts the last round: everyone, that player included, has one more turn."""
    if s.last_turns > 0:
        s.last_turns -= 1
    elif s.trains[s.player] <= b.end_trains:
        s.last_turns = b.n_players
    over = s.last_turns == 0 or s.passes >= b.n_players
    if b.progress:
        over = progress_is_over(b, s)
    s.turn += 1
    s.player = s.player + 1 if s.player + 1 < b.n_players else 0
    s.phase = OVER if over else TURN


@jit
def draw_deck(b: Record, s: Record) -> None:
    draw_blind(s, s.player)
    if b.progress:
        for _ in range(b.blind_draw - 1):
            if s.deck_n > 0:
                draw_blind(s, s.player)


@jit
def take_face_up(s: Record, kind: Int) -> None:
    gain_card(s, s.player, kind)
    s.known[s.player, kind] += 1
    s.face_up[kind] -= 1
    s.shown -= 1


@jit
def can_draw_second(b: Record, s: Record) -> bool:
    return cards_left(s) > 0 or s.shown > s.face_up[LOCO]


@jit
def draw_card(b: Record, s: Record, action: Int) -> None:
    """A card from the deck or the market; the turn ends with the second one, a face-up locomotive, or the last card."""
    if action == DRAW_DECK:
        draw_deck(b, s)
    else:
        take_face_up(s, action - FACE_UP)
    refill_market(b, s)
    if s.phase == SECOND_CARD or action == FACE_UP + LOCO or b.progress or not can_draw_second(b, s):
        end_turn(b, s)
    else:
        s.phase = SECOND_CARD


@jit
def join_networks(b: Record, s: Record, p: Int, r: Int) -> None:
    old, new = s.component[p, b.route_a[r]], s.component[p, b.route_b[r]]
    for city in range(CITIES):
        label = s.component[p, city]
        s.component[p, city] = new if label == old else label


@jit
def claim_route(b: Record, s: Record, claim: Int) -> None:
    p = s.player
    r = b.claim_route[claim]
    length, locos = b.route_length[r], b.claim_locos[claim]
    pay_openly(b, s, LOCO, locos)
    if locos < length:
        pay_openly(b, s, b.claim_colour[claim], length - locos)
    s.route[r] = _EVERYBODY | (p + 1) << PLAYERS
    closed_to = _EVERYBODY if b.close_twins else (0 if b.both_tracks else 1 << p)
    twin = b.twin[r]
    while twin != r:
        s.route[twin] |= closed_to
        twin = b.twin[twin]
    s.trains[p] -= length
    s.points[p] += b.route_points[r]
    join_networks(b, s, p, r)
    refill_market(b, s)


@jit
def claim_with_reward(b: Record, s: Record, claim: Int) -> None:
    """The progress game: a claim earns what it shortens the way to the player's tickets, less the later it comes."""
    p = s.player
    before = open_distance(b, s, p)
    claim_route(b, s, claim)
    s.reward[p] += b.decay ** np.float64(s.turn // b.n_players) * (before - open_distance(b, s, p))


@jit
def step(b: Record, s: Record, action: Int) -> None:
    """Carry out a legal action of the player to move, with whatever chance does next."""
    if action == PASS:
        s.passes += 1
        end_turn(b, s)
        return
    s.passes = 0
    if action < DRAW_TICKETS:
        draw_card(b, s, action)
    elif action >= CLAIM:
        if b.progress:
            claim_with_reward(b, s, action - CLAIM)
        else:
            claim_route(b, s, action - CLAIM)
        end_turn(b, s)
    elif action == DRAW_TICKETS:
        s.phase = TICKET_CHOICE
        turn_over_tickets(b, s)
        refill_market(b, s)
    else:
        choose_tickets(b, s, action - DRAW_TICKETS)
        refill_market(b, s)
        if s.phase == TICKET_CHOICE:
            end_turn(b, s)
        else:
            next_first_tickets(b, s, s.player + 1)
