"""Two cards as one decision: the first is not replaced in the market before the second (``two_cards_at_once``).

What can be drawn has a number: 0 is the top card of the deck, 1 + colour a face-up card, and behind the colours comes a
face-up locomotive where it is an ordinary card. The two with the numbers i <= j have the action number
``PAIR + j * (j + 1) // 2 + i``. A single card is drawn where it is the last one.
"""

from __future__ import annotations

import numpy as np

from footplate.boards import Board
from footplate.compile import ACTS, indirect_call, jit
from footplate.engine import layout as L
from footplate.engine.cards import cards_left, draw_blind, refill_market, take_face_up
from footplate.engine.layout import BOARD, STATE, Int, Record
from footplate.engine.turn import end_turn


def cards_of_pairs(board: Board) -> list[int]:
    """The single draws that pairs are made of, in their order."""
    locos = [] if board.rules.face_up_locomotive_is_whole_draw else [L.FACE_UP + L.LOCO]
    return [L.DRAW_DECK, *range(L.FACE_UP, L.FACE_UP + len(board.colors)), *locos]


def pairs_of(board: Board) -> list[tuple[int, int]]:
    """The two single draws of every pair, in the order of its action numbers."""
    cards = cards_of_pairs(board)
    return [(first, second) for j, second in enumerate(cards) for first in cards[: j + 1]]


@jit
def card_number(b: Record, draw: Int) -> Int:
    """The number of a single draw among those that pairs are made of."""
    return 1 + b.n_colours if draw == L.FACE_UP + L.LOCO else np.int64(draw)


@jit
def draw_of(b: Record, number: Int) -> Int:
    return np.int64(L.FACE_UP + L.LOCO) if number == 1 + b.n_colours else np.int64(number)


@jit
def pair_of(b: Record, one: Int, other: Int) -> Int:
    """The action that makes two single draws, in either order."""
    i, j = card_number(b, one), card_number(b, other)
    if i > j:
        i, j = j, i
    return b.special_first[L.PAIR] + j * (j + 1) // 2 + i


@jit
def split_pair(b: Record, action: Int) -> tuple[Int, Int]:
    """The two single draws of a pair."""
    i, j = action - b.special_first[L.PAIR], np.int64(0)
    while i > j:
        j += 1
        i -= j
    return draw_of(b, i), draw_of(b, j)


@jit
def card_numbers(b: Record) -> Int:
    """How many numbers there are of what can be drawn."""
    return np.int64(b.n_colours) + (1 if b.loco_ends_draw else 2)


@jit
def is_part_of_pair(b: Record, draw: Int) -> bool:
    """Whether a single draw is made with another one; on most boards a face-up locomotive is a whole turn."""
    return L.DRAW_DECK <= draw < L.DRAW_TICKETS and not (b.loco_ends_draw and draw == L.FACE_UP + L.LOCO)


@jit
def copies(b: Record, s: Record, draw: Int) -> Int:
    """How often a single draw can be made."""
    return cards_left(s) if draw == L.DRAW_DECK else np.int64(s.face_up[draw - L.FACE_UP])


@indirect_call(int, BOARD, STATE, ACTS, int)
def pair_up(b: Record, s: Record, acts: Record, n: Int) -> Int:
    """Replace the single draws with which the n actions in ``acts`` begin by the pairs that there are; how many then.

    Where there is no second card, the single draw stays.
    """
    singles = 0
    while singles < n and is_part_of_pair(b, acts[singles]):
        singles += 1
    if singles == 0 or (singles == 1 and copies(b, s, acts[0]) == 1):
        return n
    for k in range(singles, n):
        acts[k - singles] = acts[k]
    n -= singles
    for j in range(card_numbers(b)):
        again = copies(b, s, draw_of(b, j))
        for i in range(j + (again > 1)):
            acts[n] = b.special_first[L.PAIR] + j * (j + 1) // 2 + i
            n += again > 0 and copies(b, s, draw_of(b, i)) > 0
    return n


@jit
def draw_single(b: Record, s: Record, draw: Int) -> None:
    if draw == L.DRAW_DECK:
        draw_blind(s, s.player)
    else:
        take_face_up(s, draw - L.FACE_UP)


@jit
def draw_two(b: Record, s: Record, action: Int) -> None:
    """Draw both cards of a pair, then fill the market."""
    one, other = split_pair(b, action)
    draw_single(b, s, one)
    draw_single(b, s, other)
    refill_market(b, s)
    end_turn(b, s)


# ---------------------------------------------------------------- for bots that choose one card after the other


@jit
def needs_second(b: Record, o: Record, draw: Int) -> bool:
    """Whether a bot named the first of two cards that are drawn at once, so that it has to be asked for the second."""
    if not b.two_cards or o.phase != L.TURN or not is_part_of_pair(b, draw):
        return False
    others = -1
    for number in range(card_numbers(b)):
        others += copies(b, o, draw_of(b, number))
    return others > 0


@jit
def begin_pair(o: Record, draw: Int) -> None:
    """Show in an observation that its player has made the first draw, until ``end_pair``. It hasn't seen a blind card.

    The deck may have -1 cards then: it is empty, and the card comes from the discard.
    """
    o.phase = L.SECOND_CARD
    if draw == L.DRAW_DECK:
        o.deck_n -= 1
    else:
        take_face_up(o, draw - L.FACE_UP)


@jit
def end_pair(o: Record, draw: Int) -> None:
    """Take back what ``begin_pair`` did."""
    o.phase = L.TURN
    if draw == L.DRAW_DECK:
        o.deck_n += 1
    else:
        p, kind = o.player, draw - L.FACE_UP
        o.hand[p, kind] -= 1
        o.hand_n[p] -= 1
        o.known[p, kind] -= 1
        o.face_up[kind] += 1
        o.shown += 1
