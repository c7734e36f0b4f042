"""Actions that only some boards have: their numbers, what is legal of them, and what happens.

One indirect call each from ``tables`` (``number_actions``), ``moves`` (``legal_special``, ``legal_on_a_turn``) and
``step`` (``special_step``); boards without such rules never get here.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from footplate.boards import Board
from footplate.compile import ACTS, indirect_call, jit
from footplate.engine import layout as L
from footplate.engine.due import pay_due, ways_to_pay_due
from footplate.engine.layout import BOARD, STATE, Int, Record
from footplate.engine.memory import turn_over_tickets
from footplate.engine.passengers import answer_passengers, legal_passengers, meet_passengers
from footplate.engine.progress import open_distance, reward
from footplate.engine.race import swap_tickets
from footplate.engine.stations import begin_station, build_station, legal_cities, legal_station_payments
from footplate.engine.substitutes import give_card, legal_gifts, owe_others
from footplate.engine.ticket_decks import legal_splits
from footplate.engine.tunnels import dig, legal_payments, take_back, turn_up_cards
from footplate.engine.turn import claim_route, end_turn
from footplate.engine.two_cards import draw_two, pairs_of


def number_actions(b: Record, board: Board) -> None:
    """Behind the claims, as many numbers of each kind as the board uses."""
    rules = board.rules
    substitutes = any(board.route_columns.substitutes)
    sizes = (
        len(ways_to_pay_due(most_due(board))) * L.KINDS,
        L.KINDS if substitutes else 0,
        1 if board.has_tunnels or rules.passengers else 0,
        len(board.cities) if rules.stations else 0,
        len(rules.passengers.colors) if rules.passengers else 0,
        (L.OFFER + 1) ** 2 if rules.ticket_decks else 0,
        1 if rules.race else 0,
        len(pairs_of(board)) if rules.two_cards_at_once else 0,
    )
    b["special_first"] = list(accumulate(sizes, initial=L.CLAIM + int(b["n_claims"])))
    b["n_actions"] = b["special_first"][L.SPECIAL_KINDS]
    b["claims_apart"] = rules.progress is not None or sum(sizes) > 0
    b["ends_apart"] = rules.progress is not None or rules.race is not None


def most_due(board: Board) -> int:
    """The most cards that a tunnel or a station may ask for."""
    rules = board.rules
    return max(rules.tunnel_cards if board.has_tunnels else 0, *(rules.stations.costs if rules.stations else (0,)))


@jit
def special_kind(b: Record, action: Int) -> Int:
    """PAY … PAIR, or -1 for an action of no such kind."""
    if action < b.special_first[0]:
        return np.int64(-1)
    for kind in range(L.SPECIAL_KINDS):
        if action < b.special_first[kind + 1]:
            return np.int64(kind)
    return np.int64(-1)


@jit
def has_special_actions(b: Record) -> bool:
    return b.special_first[L.SPECIAL_KINDS] > b.special_first[0]


@indirect_call(int, BOARD, STATE, ACTS, int)
def legal_on_a_turn(b: Record, s: Record, acts: Record, n: Int) -> Int:
    """Append what can be done on a turn beside drawing and claiming."""
    if b.n_stations:
        n = legal_cities(b, s, acts, n)
    if b.two_decks:
        n = legal_splits(b, s, acts, n, b.split_deal)
    if b.race and s.ticket_n > 0:
        acts[n] = b.special_first[L.SWAP]
        n += 1
    return n


@indirect_call(int, BOARD, STATE, ACTS)
def legal_special(b: Record, s: Record, acts: Record) -> Int:
    """The legal actions of a phase that only some boards have."""
    if s.phase == L.TUNNEL:
        return legal_payments(b, s, acts)
    if s.phase == L.SUBSTITUTES:
        return legal_gifts(b, s, acts)
    if s.phase == L.STATION_PAYMENT:
        return legal_station_payments(b, s, acts)
    if s.phase == L.PASSENGER:
        return legal_passengers(b, s, acts)
    if s.phase == L.SPLIT_FIRST:
        return legal_splits(b, s, acts, np.int64(0), b.first_deal)
    raise ValueError("there is no such phase")


@indirect_call(None, BOARD, STATE, int)
def begin_claim(b: Record, s: Record, claim: Int) -> None:
    """A claim where some are not paid at once, or have more in their train."""
    if b.progress:
        p = np.int64(s.player)
        before = open_distance(b, s, p)
        claim_route(b, s, claim)
        reward(b, s, p, before)
        end_turn(b, s)
    elif b.claim_others[claim] > 0:
        owe_others(b, s, claim)
    elif not b.tunnel[b.claim_route[claim]]:
        claim_route(b, s, claim)
        end_claim(b, s, b.claim_route[claim])
    elif turn_up_cards(b, s, claim):
        end_claim(b, s, b.claim_route[claim])


@jit
def end_claim(b: Record, s: Record, r: Int) -> None:
    """Route r has been laid."""
    if b.n_passengers:
        meet_passengers(b, s, r)
    else:
        end_turn(b, s)


@indirect_call(None, BOARD, STATE, int)
def special_step(b: Record, s: Record, action: Int) -> None:
    """Carry out an action of a kind that only some boards have."""
    kind, claim = special_kind(b, action), np.int64(s.pending) - 1
    if kind == L.PAY and s.phase == L.TUNNEL:
        pay_due(b, s, action)
        dig(b, s)
        end_claim(b, s, b.claim_route[claim])
    elif kind == L.GIVE:
        if give_card(b, s, action - b.special_first[L.GIVE]):
            end_claim(b, s, b.claim_route[claim])
    elif kind == L.DECLINE and s.phase == L.TUNNEL:
        take_back(b, s)
    elif kind == L.BUILD:
        begin_station(b, s, action - b.special_first[L.BUILD])
    elif kind == L.PAY and s.phase == L.STATION_PAYMENT:
        build_station(b, s, action)
    elif kind == L.TAKE:
        answer_passengers(b, s, action - b.special_first[L.TAKE])
    elif kind == L.DECLINE and s.phase == L.PASSENGER:
        answer_passengers(b, s, L.NOBODY)
    elif kind == L.SPLIT:
        split_tickets(b, s, action - b.special_first[L.SPLIT])
    elif kind == L.SWAP:
        swap_tickets(b, s)
        end_turn(b, s)
    elif kind == L.PAIR:
        draw_two(b, s, action)
    else:
        raise ValueError("there is no such action")


@jit
def split_tickets(b: Record, s: Record, split: Int) -> None:
    """Look at short and long tickets, first ones or new ones."""
    s.phase = L.FIRST_TICKETS if s.phase == L.SPLIT_FIRST else L.TICKET_CHOICE
    turn_over_tickets(b, s, split // (L.OFFER + 1), split % (L.OFFER + 1))
