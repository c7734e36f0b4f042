"""What moves are worth: the game is played out after each of them, in the same deals of what is hidden.

A deal is one of three kinds. From an observation everything is dealt anew that the seat can't know (``determinize``).
From a full state only what lies ahead is: the order of the decks and later shuffles, which nobody knows. And a new
game is dealt to learn what it is worth before anybody has a card. All play on by the guided policy: everybody follows a
plan for the own tickets (agents/search/evaluators/guided.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from footplate.agents.layout import WORK, WORKS
from footplate.agents.search.evaluators import evaluator_of
from footplate.agents.search.layout import FOLLOW, PREPARE, SEARCH, VALUE
from footplate.agents.search.options import NetworkSearchOptions
from footplate.agents.search.pruning import actions_to_try
from footplate.compile import call_at, entry_point, jit
from footplate.engine.cards import ticket_known_by, ticket_place
from footplate.engine.determinize import determinize
from footplate.engine.entry_points import BOARDS, INT, STATES
from footplate.engine.layout import (
    HELD,
    OVER,
    PLAYERS,
    ROUTES,
    SCORE_COLUMNS,
    SHUFFLED_IN,
    STATE,
    TICKETS,
    Int,
    Record,
    Records,
    copy_records,
    new_records,
    plain,
)
from footplate.engine.random import rand_below, rand_bits, seed_stream, shuffle
from footplate.engine.routes import owner
from footplate.engine.score import score_game, winners
from footplate.engine.setup import deal
from footplate.engine.step import step
from footplate.engine.tables import Tables
from footplate.engine.ticket_decks import deck_head, deck_left, deck_slot
from footplate.review.beliefs import list_hidden, place_by_belief, weigh_hidden

OBSERVED, FULL, NEW_GAME = range(3)  # from what is dealt
AS_POLICY = -1  # in place of an action: whatever the policy does
_OTHER_CHANCE = 1 << 40  # numbers of streams for the policy's own chance, far from those of deals
_TOP_CHANCE = 1 << 41  # and for what is put on top

# What became of the mover's affairs after a move, summed over the deals.
ENDS = np.dtype(
    [
        ("done", np.int64, (TICKETS,)),  # tickets of the mover's that were completed
        ("held", np.int64, (TICKETS,)),
        ("lost", np.int64, (ROUTES,)),  # routes that somebody else got
        ("points", np.float64, (SCORE_COLUMNS,)),
    ],
    align=True,
)
Floats = npt.NDArray[np.float64]


class Belief(NamedTuple):
    """What is thought of hidden tickets, for ``place_by_belief``."""

    likely: Record  # (players, tickets) log-likelihood
    hidden: Record  # tickets
    n: Int  # how many of them are
    slots: Record  # by ticket


@jit
def shuffle_tickets_ahead(b: Record, s: Record, w: Record, long: bool) -> None:
    """Another order of the tickets in a deck whose place nobody knows."""
    n = 0
    for i in range(deck_left(s, long)):
        slot = deck_slot(b, deck_head(s, long) + i, long)
        t = np.int64(s.ticket_deck[slot])
        if ticket_place(s, t) == SHUFFLED_IN or ticket_known_by(s, t) == 0:
            w.acts[n] = slot
            n += 1
    for i in range(n - 1, 0, -1):
        j = rand_below(w, i + 1)
        x, y = np.uint64(w.acts[i]), np.uint64(w.acts[j])
        s.ticket_deck[x], s.ticket_deck[y] = s.ticket_deck[y], s.ticket_deck[x]


@jit
def shuffle_ahead(b: Record, s: Record, w: Record) -> None:
    """Another order of all that lies ahead. Every order is as likely as the one that came."""
    shuffle(w, s.deck, s.deck_n)
    shuffle_tickets_ahead(b, s, w, False)
    shuffle_tickets_ahead(b, s, w, True)
    s.rng = rand_bits(w)


@jit
def belief_of(b: Record, roots: Record, worlds: Record, weight: float, kind: Int) -> Belief:
    """What the observer of an observation thinks of the tickets that it doesn't see; worlds[1] is used up."""
    likely, hidden, slots = np.zeros((PLAYERS, TICKETS)), np.zeros(TICKETS, np.int64), np.zeros(TICKETS, np.int64)
    n = np.int64(0)
    if kind == OBSERVED:
        n = np.int64(list_hidden(b, roots[0], hidden))
        worlds[1] = roots[0]
        weigh_hidden(b, roots[0], worlds[1], likely)
        likely *= weight
    return Belief(likely, hidden, n, slots)


@jit
def deal_world(b: Record, roots: Record, worlds: Record, k: Int, w: Record, v: Belief, kind: Int, seed: Int) -> None:
    """worlds[k] = a deal, always the same for a seed."""
    w.rng = np.uint64(seed)
    if kind == NEW_GAME:
        deal(b, worlds[k], seed)
        return
    worlds[k] = roots[0]
    if kind == OBSERVED:
        determinize(b, worlds[k], w)
        place_by_belief(b, worlds[k], w, v.likely, v.hidden, v.n, v.slots)
    else:
        shuffle_ahead(b, worlds[k], w)


@jit
def note_end(b: Record, s: Record, w: Record, seat: Int, end: Record) -> None:
    """Count what became of the seat's tickets, of the routes that others have, and of its points."""
    for t in range(b.n_tickets):
        if ticket_place(s, t) == HELD + seat:
            end.held[t] += 1
            end.done[t] += w.completed[t] != 0
    for r in range(b.n_routes):
        end.lost[r] += owner(s, r) >= 0 and owner(s, r) != seat
    for column in range(SCORE_COLUMNS):
        end.points[column] += w.score[seat, column]


@jit
def count_end(b: Record, s: Record, w: Record, wins: Record, margins: Record) -> None:
    """By seat: its share of the win, and its points over the best other's (alone: its points)."""
    score_game(b, s, w, False)
    won, n = winners(b, w), 0
    for p in range(b.n_players):
        n += (won >> p) & 1
    for p in range(b.n_players):
        other = -np.inf
        for r in range(b.n_players):
            if r != p:
                other = max(other, w.total[r])
        wins[p] = np.float64((won >> p) & 1) / n
        margins[p] = w.total[p] - other if b.n_players > 1 else w.total[p]


@jit
def end_after(
    b: Record, s: Record, w: Record, q: Record, action: Int, chance: Int, wins: Record, margins: Record
) -> None:
    """Play a world out after an action, or AS_POLICY."""
    w.scratch.rng = chance
    q.done += 1
    if action >= 0:
        q.action = action
        if q.asks[FOLLOW] != 0:
            call_at(q.asks[FOLLOW], b, s, w, q)
        step(b, s, action)
    if s.phase != OVER:
        call_at(q.asks[VALUE], b, s, w, q)
    count_end(b, s, w.scratch, wins, margins)


_SHARES, _NUMBERS = numba.types.float64[:, :, ::1], numba.types.int64[::1]
_ENDS, _SEARCHES = numba.typeof(new_records(ENDS)), numba.typeof(new_records(SEARCH))


@entry_point(BOARDS, STATES, STATES, _SEARCHES, WORKS, _NUMBERS, INT, INT, _SHARES, _SHARES, _ENDS)
def _play_out(
    boards: Record, roots: Record, worlds: Record, searches: Record, works: Record, actions: Record,
    kind: Int, first: Int, wins: Record, margins: Record, ends: Record,
) -> None:  # fmt: skip
    """Play out every action in the deals from number ``first`` on; wins and margins by deal, action and seat."""
    b, q, w = boards[0], searches[0], works[0]
    s, mover = worlds[0], np.int64(roots[0].player)
    if q.asks[PREPARE] != 0:
        call_at(q.asks[PREPARE], b, roots[0], w, q)
    v = belief_of(b, roots, worlds, q.options.belief, kind)
    for k in range(len(wins)):
        deal_world(b, roots, worlds, 1, w.scratch, v, kind, seed_stream(q.seed, first + k))
        for i in range(actions.size):
            worlds[0] = worlds[1]
            end_after(b, s, w, q, actions[i], seed_stream(q.seed, _OTHER_CHANCE + first + k), wins[k, i], margins[k, i])
            if i < ends.size:
                note_end(b, s, w.scratch, mover, ends[i])


class Top(NamedTuple):
    """What an action takes from the top: so many cards, short tickets and long ones."""

    cards: int
    shorts: int
    longs: int


@jit
def put_card_on_top(s: Record, w: Record, place: Int, kind: Int) -> bool:
    """Have a card of a kind at a place of the deck, below which all is shuffled; whether it was not there before.

    If every order was as likely, every order of the rest is.
    """
    at, n = -1, 0
    if s.deck[place] == kind:
        return False
    for i in range(place):
        if s.deck[i] == kind:
            n += 1
            if rand_below(w, n) == 0:
                at = i
    s.deck[at], s.deck[place] = s.deck[place], s.deck[at]
    return True


@jit
def put_ticket_on_top(b: Record, s: Record, slot: Int, t: Int, long: bool) -> bool:
    """The same for a ticket and its place in a deck."""
    if s.ticket_deck[slot] == t:
        return False
    for i in range(deck_left(s, long)):
        other = deck_slot(b, deck_head(s, long) + i, long)
        if s.ticket_deck[other] == t:
            s.ticket_deck[other], s.ticket_deck[slot] = s.ticket_deck[slot], s.ticket_deck[other]
            return True
    return True


@jit
def put_true_on_top(b: Record, root: Record, s: Record, w: Record, top: Top) -> bool:
    """Have on top of a shuffled world's decks what truly lay there; whether that changed anything."""
    changed = False
    for j in range(top.cards):
        place = np.int64(root.deck_n) - 1 - j
        changed |= put_card_on_top(s, w, place, root.deck[place])
    for long in (False, True):
        for i in range(top.longs if long else top.shorts):
            slot = deck_slot(b, deck_head(root, long) + i, long)
            changed |= put_ticket_on_top(b, s, slot, root.ticket_deck[slot], long)
    return changed


@entry_point(BOARDS, STATES, STATES, _SEARCHES, WORKS, INT, INT, INT, INT, _SHARES, _SHARES)
def _play_both(
    boards: Record, roots: Record, worlds: Record, searches: Record, works: Record, action: Int,
    cards: Int, shorts: Int, longs: Int, wins: Record, margins: Record,
) -> None:  # fmt: skip
    """Play out an action where everything ahead was shuffled, and with what truly lay on top; by deal and seat."""
    b, q, w, top = boards[0], searches[0], works[0], Top(cards, shorts, longs)
    if q.asks[PREPARE] != 0:
        call_at(q.asks[PREPARE], b, roots[0], w, q)
    for k in range(len(wins)):
        w.scratch.rng = seed_stream(q.seed, k)
        worlds[1] = roots[0]
        shuffle_ahead(b, worlds[1], w.scratch)
        worlds[0] = worlds[1]
        chance = seed_stream(q.seed, _OTHER_CHANCE + k)
        end_after(b, worlds[0], w, q, action, chance, wins[k, 0], margins[k, 0])
        w.scratch.rng = seed_stream(q.seed, _TOP_CHANCE + k)
        if put_true_on_top(b, roots[0], worlds[1], w.scratch, top):
            worlds[0] = worlds[1]
            end_after(b, worlds[0], w, q, action, chance, wins[k, 1], margins[k, 1])
        else:
            wins[k, 1], margins[k, 1] = wins[k, 0], margins[k, 0]


@entry_point(BOARDS, STATES, STATES, _SEARCHES, WORKS, INT, INT)
def _deal(
    boards: Record, roots: Record, worlds: Record, searches: Record, works: Record, kind: Int, number: Int
) -> None:
    """worlds[1] = a deal."""
    b, q = boards[0], searches[0]
    v = belief_of(b, roots, worlds, q.options.belief, kind)
    deal_world(b, roots, worlds, 1, works[0].scratch, v, kind, seed_stream(q.seed, number))


@entry_point(BOARDS, STATES, _SEARCHES, WORKS)
def _list_moves(boards: Record, states: Record, searches: Record, works: Record) -> Int:
    """List in ``acts`` what the player to move may do, without payments that have a better one; how many."""
    return np.int64(actions_to_try(boards[0], states[0], searches[0], works[0]))


class Outcomes(NamedTuple):
    """What moves brought in the same deals: arrays by deal, move and seat. ``ends`` is a record for each move."""

    wins: Floats
    margins: Floats
    ends: Records


# How reviews play out: nobody acts at random, and the tickets of others fit what they have built.
REVIEW = NetworkSearchOptions(playouts="guided", epsilon=0.0, belief=1.0, prune=True)


class Playouts:
    """Plays positions of a board out. One object works for one thread."""

    def __init__(self, tables: Tables, options: NetworkSearchOptions = REVIEW) -> None:
        _play_out.load()
        _list_moves.load()
        _play_both.load()
        self.tables = tables
        self._evaluator = evaluator_of(replace(options, prior=0.0))
        self._worlds, self._works, self._searches = new_records(STATE, 2), new_records(WORK), new_records(SEARCH)
        fields = plain(self._searches, SEARCH)
        fields["options"], fields["asks"] = options.numbers(), self._evaluator.addresses()
        self._seed = fields["seed"]

    def moves(self, root: Records) -> list[int]:
        """What the player to move may do, without payments that have a better one."""
        n = _list_moves(self.tables.records, root, self._searches, self._works)
        listed: list[int] = plain(self._works, WORK)["acts"][0, :n].tolist()
        return listed

    def deal(self, kind: int, root: Records, number: int, *, seed: int) -> Records:
        """One of the deals in which ``play`` plays, as a full state."""
        self._seed[0] = seed
        _deal(self.tables.records, root, self._worlds, self._searches, self._works, kind, number)
        return copy_records(self._worlds[1:])

    def play(
        self, kind: int, root: Records, actions: Sequence[int], deals: int, *, seed: int, first: int = 0
    ) -> Outcomes:
        """Play out each of the actions in so many deals, from number ``first`` of the seed on."""
        n = len(actions)
        wins, margins = np.zeros((deals, n, PLAYERS)), np.zeros((deals, n, PLAYERS))
        ends = new_records(ENDS, n)
        self._seed[0] = seed
        memory = self._worlds, self._searches, self._works
        numbers = np.array(actions, np.int64)
        _play_out(self.tables.records, root, *memory, numbers, kind, first, wins, margins, ends)
        players = self.tables.players
        return Outcomes(wins[:, :, :players], margins[:, :, :players], ends)

    def luck(self, root: Records, action: int, top: Top, deals: int, *, seed: int) -> Floats:
        """What an action of a full state owes to what lay on top: by (win, margin) and seat, in the mean of deals.

        It is 0 in the mean of all orders of what lies ahead. The same deals are played out with what lay on top and
        without, so that little else makes a difference.
        """
        wins, margins = np.zeros((deals, 2, PLAYERS)), np.zeros((deals, 2, PLAYERS))
        self._seed[0] = seed
        memory = self._worlds, self._searches, self._works
        _play_both(self.tables.records, root, *memory, action, *top, wins, margins)
        gains = np.stack([(values[:, 1] - values[:, 0]).mean(axis=0) for values in (wins, margins)])
        return gains[:, : self.tables.players]
