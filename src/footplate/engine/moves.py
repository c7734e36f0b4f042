"""What a player may do. The list, the mask and the test for one action all come from ``legal_actions``."""

from __future__ import annotations

import numpy as np

from footplate.compile import inlined, jit
from footplate.engine import layout as L
from footplate.engine.cards import cards_left
from footplate.engine.layout import Int, Record
from footplate.engine.random import rand_below
from footplate.engine.routes import is_open
from footplate.engine.special import has_special_actions, legal_on_a_turn, legal_special
from footplate.engine.substitutes import legal_with_others
from footplate.engine.two_cards import pair_up

MAX_TRIES = 32


@jit
def bits(mask: Int) -> Int:
    n = 0
    for i in range(L.OFFER):
        n += (mask >> i) & 1
    return n


@jit
def least_kept(b: Record, s: Record) -> Int:
    """How many of the tickets on offer must be kept; 0 when none are."""
    if s.phase == L.FIRST_TICKETS:
        return min(b.first_keep, s.offer_n)
    if s.phase == L.TICKET_CHOICE:
        return min(b.keep, s.offer_n)
    return np.int64(0)


@jit
def payable(b: Record, locos: Int, colour: Int, reach: Int) -> tuple[Int, Int]:
    """(first, number) of the claims not longer than ``reach`` paid with ``locos`` locomotives and a colour."""
    return np.int64(b.group_first[locos, colour]), np.int64(b.group_count[locos, colour, np.uint64(reach)])


@inlined
def single_draws(b: Record, s: Record, acts: Record) -> Int:
    """One card, new tickets, and what else can be done on a turn but claims; how many."""
    n = 0
    acts[n] = L.DRAW_DECK
    n += cards_left(s) > 0
    for colour in range(b.n_colours):
        acts[n] = L.FACE_UP + colour
        n += s.face_up[colour] > 0
    if s.phase == L.TURN or not b.loco_ends_draw:
        acts[n] = L.FACE_UP + L.LOCO
        n += s.face_up[L.LOCO] > 0
    if s.phase == L.TURN:
        acts[n] = L.DRAW_TICKETS
        n += (s.ticket_n > 0) & (b.deal > 0)
        if has_special_actions(b):
            n = legal_on_a_turn(b, s, acts, n)
    return n


@inlined
def legal_draws(b: Record, s: Record, acts: Record) -> Int:
    n = single_draws(b, s, acts)
    return pair_up(b, s, acts, n) if b.two_cards and s.phase == L.TURN else n


@jit
def open_claims(b: Record, s: Record, acts: Record, n: Int, p: Int, locos: Int, colour: Int, reach: Int) -> Int:
    first, size = payable(b, locos, colour, reach)
    for claim in range(first, first + size):
        acts[np.uint64(n)] = L.CLAIM + claim
        n += is_open(s, b.claim_route[np.uint64(claim)], p)
    return n


@jit
def legal_claims(b: Record, s: Record, acts: Record, n: Int) -> Int:
    """Append every way to pay for every route that the player to move can claim."""
    p, n_colours, reach = s.player, b.n_colours, min(s.trains[s.player], b.longest)
    for locos in range(min(s.hand[p, L.LOCO], reach) + 1):
        for colour in range(n_colours):
            n = open_claims(b, s, acts, n, p, locos, colour, min(s.hand[p, colour] + locos, reach))
        n = open_claims(b, s, acts, n, p, locos, L.LOCO, locos)
    return legal_with_others(b, s, acts, n) if b.n_plain_claims < b.n_claims else n


@jit
def or_pass(acts: Record, n: Int) -> Int:
    """Who has nothing else to do passes."""
    if n == 0:
        acts[0] = L.PASS
        n = 1
    return n


@jit
def legal_choices(b: Record, s: Record, acts: Record) -> Int:
    """Every set of offered tickets that may be kept."""
    n, least = 0, least_kept(b, s)
    for mask in range(1, 1 << s.offer_n):
        acts[n] = L.DRAW_TICKETS + mask
        n += bits(mask) >= least
    return n


@jit
def legal_actions(b: Record, s: Record, acts: Record) -> Int:
    """Write the legal actions of the player to move into ``acts``; return how many (0 only when the game is over).

    Every phase is named here, and an unknown one is an error.
    """
    if s.phase == L.TURN:
        return or_pass(acts, legal_claims(b, s, acts, legal_draws(b, s, acts)))
    if s.phase == L.SECOND_CARD:
        return or_pass(acts, legal_draws(b, s, acts))
    if s.phase == L.TICKET_CHOICE or s.phase == L.FIRST_TICKETS:
        return legal_choices(b, s, acts)
    if s.phase == L.OVER:
        return 0
    return legal_special(b, s, acts)


@jit
def legal_singly(b: Record, s: Record, acts: Record) -> Int:
    """``legal_actions`` for who names one card after the other, where two are drawn at once (two_cards.py)."""
    if b.two_cards and s.phase == L.TURN:
        return or_pass(acts, legal_claims(b, s, acts, single_draws(b, s, acts)))
    return legal_actions(b, s, acts)


@jit
def legal_mask(b: Record, s: Record, w: Record, mask: Record) -> Int:
    """mask[a] = whether action a is legal, for all of the board's actions; returns how many are."""
    for a in range(b.n_actions):
        mask[a] = False
    n = legal_actions(b, s, w.acts)
    for i in range(n):
        mask[w.acts[i]] = True
    return n


@jit
def number_group(w: Record, g: Int, n: Int, group: tuple[Int, Int]) -> Int:
    """The claims of group g (first, number) get the numbers from n on; returns the number behind them."""
    first, size = group
    w.group_shift[np.uint64(g)] = first - n
    w.group_end[np.uint64(g)] = n + size
    return n + size


@jit
def number_claims(b: Record, s: Record, w: Record, n: Int) -> tuple[Int, Int]:
    """Number what the player to move can pay for, from n on, whoever has it; (the number behind them, groups)."""
    p, n_colours, reach = s.player, b.n_colours, min(s.trains[s.player], b.longest)
    groups = 0
    for locos in range(min(s.hand[p, L.LOCO], reach) + 1):
        for colour in range(n_colours):
            n = number_group(w, groups, n, payable(b, locos, colour, min(s.hand[p, colour] + locos, reach)))
            groups += 1
        n = number_group(w, groups, n, payable(b, locos, L.LOCO, locos))
        groups += 1
    return n, groups


@jit
def group_of(w: Record, groups: Int, k: Int) -> Int:
    """The group that has number k. All are looked at, many at once: guessing when to stop is slower."""
    before, number = np.int32(0), np.int32(k)
    for g in range(groups):
        before = np.int32(before + (number >= w.group_end[g]))
    return np.uint64(before)


@inlined
def random_action(b: Record, s: Record, w: Record) -> Int:
    """A uniformly random legal action, on most boards without listing all claims.

    Number all draws and, on a turn, all claims that the hand can pay, pick one, and try again if its route is taken.
    """
    if (s.phase == L.TURN or s.phase == L.SECOND_CARD) and b.n_plain_claims == b.n_claims:
        n_draws = legal_draws(b, s, w.acts)
        n, groups = number_claims(b, s, w, n_draws) if s.phase == L.TURN else (n_draws, 0)
        if n > 0:
            for _ in range(MAX_TRIES):
                k = rand_below(w, n)
                if k < n_draws:
                    return np.int64(w.acts[np.uint64(k)])
                claim = np.int64(w.group_shift[group_of(w, groups, k)]) + k
                if is_open(s, b.claim_route[np.uint64(claim)], s.player):
                    return np.int64(L.CLAIM + claim)
    return np.int64(w.acts[rand_below(w, legal_actions(b, s, w.acts))])
