"""Games that a seat can't tell apart."""

from __future__ import annotations

import random

from footplate.engine.layout import HELD, IN_DECK, LOCO, PLAYERS
from footplate.game import Game


def shuffled_where_unseen(game: Game, seat: int, rng: random.Random) -> Game:
    """The same game with the deck in another order and hidden cards of other hands swapped with deck cards."""
    twin = game.copy()
    s = twin.record
    deck = [int(kind) for kind in s.deck[: s.deck_n]]
    rng.shuffle(deck)
    for other in range(game.players if not game.board.rules.open_hands else 0):
        hidden = [k for k in range(LOCO + 1) for _ in range(int(s.hand[other, k] - s.known[other, k]))]
        drawn = [i for i in range(s.deck_n, s.deck_full) if s.deck[i] >> 4 == other + 1 and s.deck[i] & 15 in hidden]
        if other != seat and hidden and deck and (drawn or not s.deck_full):
            at = rng.choice(drawn) if drawn else None  # since a reshuffle only what was drawn since can be another card
            given_up, i = rng.choice(hidden) if at is None else int(s.deck[at] & 15), rng.randrange(len(deck))
            s.hand[other, given_up] -= 1
            s.hand[other, deck[i]] += 1
            if at is not None:
                s.deck[at] = (other + 1) << 4 | deck[i]
            deck[i] = given_up
    s.deck[: s.deck_n] = deck
    s.rng = rng.getrandbits(64)
    swap_hidden_tickets(twin, seat, rng)
    return twin


def swap_hidden_tickets(twin: Game, seat: int, rng: random.Random) -> None:
    """Swap a ticket in the deck with one in another hand, where the seat knows neither."""
    s, n = twin.record, len(twin.tables.tickets)
    slots = [(int(s.ticket_head) + i) % n for i in range(int(s.ticket_n))]
    vague = [int(v) & 127 for v in s.vague[: s.vague_n] if int(v) >> 7 >> seat & 1]
    unseen = [t for t in range(n) if not s.ticket[t] >> seat & 1 and t not in vague]
    unseen_slots = [i for i in slots if s.ticket_deck[i] in unseen]
    held = [t for t in unseen if HELD <= s.ticket[t] >> PLAYERS < HELD + twin.players]
    if unseen_slots and held:
        slot, mine = rng.choice(unseen_slots), rng.choice(held)
        theirs = int(s.ticket_deck[slot])
        owner = int(s.ticket[mine] >> PLAYERS)
        s.ticket[theirs] = owner << PLAYERS | 1 << (owner - HELD)
        s.ticket[mine] = IN_DECK << PLAYERS
        s.ticket_deck[slot] = mine
