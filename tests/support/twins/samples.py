"""What a seat can know of hidden cards and tickets, kept the slow and obvious way: every world, with its weight.

The account is made of what the seat sees: its own cards, the market, the discard, who draws, who puts back how many
tickets. Only for boards without redeals and with few cards.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from footplate.actions import ClaimRoute, Decline, DrawCard, GiveCard, PayDue, TakeCard
from footplate.engine.layout import HELD, KINDS, LOCO, PLAYERS
from footplate.events import Event
from footplate.game import Game
from tests.support.invariants import Fields

Cards = tuple[int, ...]
World = tuple[tuple[Cards, ...], Cards]  # what each seat holds, the observer's own row stays empty; the deck

NOTHING: Cards = (0,) * KINDS


def cards(counts: Any) -> Cards:
    return tuple(int(n) for n in counts)


def plus(a: Cards, kind: int, n: int = 1) -> Cards:
    return (*a[:kind], a[kind] + n, *a[kind + 1 :])


def in_all(game: Game) -> Cards:
    rules = game.board.rules
    return tuple(
        rules.locomotives if kind == LOCO else rules.cards_per_color * (kind < len(game.board.colors))
        for kind in range(KINDS)
    )


def draws(pile: Cards) -> list[tuple[int, float]]:
    """(kind, chance) of the top card."""
    return [(kind, n / sum(pile)) for kind, n in enumerate(pile) if n]


def kinds(game: Game, cards: Mapping[str, int] | Iterable[str]) -> list[tuple[int, int]]:
    """(kind, number) of cards by name."""
    named = cards.items() if isinstance(cards, Mapping) else [(card, 1) for card in cards]
    return [(LOCO if card == "locomotive" else game.board.colors.index(card), n) for card, n in named]


def payment(before: Game, event: Event) -> Mapping[str, int]:
    """What goes from the hand to the discard: of a tunnel only when it is dug."""
    match event.action:
        case ClaimRoute() as claim:
            waits = event.due and before.board.routes[claim.route].tunnel
            return {} if waits else claim.cards
        case PayDue() as due:
            assert before.pending is not None
            return Counter(before.pending.cards) + Counter(due.cards)
        case GiveCard(card):
            return {card: 1}
        case _:
            return {}


class Belief:
    """Every world that ``seat`` can think possible, and how likely each is."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat, self.players = seat, game.players
        self.known = [[0] * KINDS for _ in range(game.players)]
        self.shuffles = 0
        s = game.observe(seat).record
        pool = tuple(n - int(s.face_up[k]) - int(s.hand[seat, k]) for k, n in enumerate(in_all(game)))
        self.worlds = self._dealt(pool, [int(n) for n in s.hand_n])

    def _dealt(self, pool: Cards, wanted: list[int]) -> dict[World, float]:
        """The worlds in which the others hold so many cards of the pool, each card equally likely anywhere."""
        worlds: dict[World, float] = {((NOTHING,) * self.players, pool): 1.0}
        for p in range(self.players):
            for _ in range(wanted[p] if p != self.seat else 0):
                worlds = self._drawn(worlds, p)
        return worlds

    @staticmethod
    def _drawn(worlds: dict[World, float], p: int) -> dict[World, float]:
        out: Counter[World] = Counter()
        for (hands, deck), weight in worlds.items():
            for kind, chance in draws(deck):
                more = (*hands[:p], plus(hands[p], kind), *hands[p + 1 :])
                out[more, plus(deck, kind, -1)] += weight * chance
        return dict(out)

    def _shown(self, kind: int) -> None:
        """The top card turns out to be of this kind: to everybody in the market, or to the observer in its hand."""
        self.worlds = {
            (hands, plus(deck, kind, -1)): weight * deck[kind]
            for (hands, deck), weight in self.worlds.items()
            if deck[kind]
        }

    def _shuffled(self, discard: Cards) -> None:
        """With one opponent the shuffle shows its whole hand. With more, what an earlier shuffle told is forgotten."""
        self.shuffles += 1
        assert all(deck == NOTHING for _, deck in self.worlds)
        if self.shuffles > 1 and self.players > 2:
            hands = next(iter(self.worlds))[0]
            pool = tuple(
                sum(hand[k] - self.known[p][k] * (p != self.seat) for p, hand in enumerate(hands)) for k in range(KINDS)
            )
            wanted = [sum(hand) - sum(self.known[p]) for p, hand in enumerate(hands)]
            self.worlds = {
                (
                    tuple(
                        tuple(n + self.known[p][k] * (p != self.seat) for k, n in enumerate(hand))
                        for p, hand in enumerate(dealt)
                    ),
                    deck,
                ): weight
                for (dealt, deck), weight in self._dealt(pool, wanted).items()
            }
        self.worlds = {(hands, discard): weight for (hands, _), weight in self.worlds.items()}
        if self.players == 2:
            assert len(self.worlds) == 1
            self.known[1 - self.seat] = list(next(iter(self.worlds))[0][1 - self.seat])

    def _paid(self, p: int, kind: int, n: int) -> None:
        """First what is known to be in the hand; the rest are hidden cards of it, shown at random."""
        hidden = max(0, n - self.known[p][kind])
        out: dict[World, float] = {}
        for (hands, deck), weight in self.worlds.items():
            if hands[p][kind] >= n:
                for i in range(hidden):
                    weight *= hands[p][kind] - self.known[p][kind] - i
                out[(*hands[:p], plus(hands[p], kind, -n), *hands[p + 1 :]), deck] = weight
        self.worlds = out
        self.known[p][kind] = max(0, self.known[p][kind] - n)

    def _showed(self, p: int, kind: int, n: int) -> None:
        """As if the cards were paid and came back: they are known to be in the hand from now on."""
        known = max(n, self.known[p][kind])
        self._paid(p, kind, n)
        self.worlds = {
            ((*hands[:p], plus(hands[p], kind, n), *hands[p + 1 :]), deck): weight
            for (hands, deck), weight in self.worlds.items()
        }
        self.known[p][kind] = known

    def see(self, before: Game, game: Game) -> None:
        """What happened between the two, as the seat saw it."""
        old, new = before.observe(self.seat), game.observe(self.seat)
        event, p = game.observe(self.seat).history[-1], before.to_move
        action = event.action
        deck_n, discard = old.deck_size, cards(old.record.discard)
        market = Counter({kind: int(n) for kind, n in enumerate(old.record.face_up)})
        if isinstance(action, DrawCard):
            if deck_n == 0:
                self._shuffled(discard)
            if p == self.seat:
                (kind,) = (k for k in range(KINDS) if new.record.hand[p, k] > old.record.hand[p, k])
                self._shown(kind)
            else:
                self.worlds = self._drawn(self.worlds, p)
            return
        if isinstance(action, TakeCard):
            kind = LOCO if action.card == "locomotive" else game.board.colors.index(action.card)
            market[kind] -= 1
            if p != self.seat:
                self.known[p][kind] += 1
                self.worlds = {
                    ((*hands[:p], plus(hands[p], kind), *hands[p + 1 :]), deck): weight
                    for (hands, deck), weight in self.worlds.items()
                }
        elif isinstance(action, ClaimRoute | PayDue | GiveCard | Decline):
            if isinstance(action, ClaimRoute) and game.board.routes[action.route].tunnel:
                for kind, n in kinds(game, action.cards):
                    if p != self.seat:
                        self._showed(p, kind, n)
                for kind, _ in kinds(game, event.turned_up):
                    if deck_n == 0:
                        self._shuffled(discard)
                        deck_n, discard = sum(discard), NOTHING
                    self._shown(kind)
                    deck_n -= 1
            for kind, n in kinds(game, payment(before, event)):
                discard = plus(discard, kind, n)
                if p != self.seat:
                    self._paid(p, kind, n)
            if not event.due or not isinstance(action, ClaimRoute):
                for kind, n in kinds(game, event.turned_up):
                    discard = plus(discard, kind, n)
        else:
            return
        after = Counter({kind: int(n) for kind, n in enumerate(new.record.face_up)})
        for kind in (after - market).elements():
            if deck_n == 0:
                self._shuffled(discard)
                deck_n, discard = sum(discard), NOTHING
            self._shown(kind)
            deck_n -= 1

    def chances(self) -> dict[World, float]:
        total = sum(self.worlds.values())
        return {world: weight / total for world, weight in self.worlds.items()}

    def world_of(self, sample: Game) -> World:
        s = Fields(sample)
        hands = tuple(tuple(s.hand[p]) if p != self.seat else NOTHING for p in range(self.players))
        deck = Counter(s.deck[: s.deck_n])
        return hands, tuple(deck[kind] for kind in range(KINDS))


HAND = -1  # the place of a ticket that seat p holds is HAND - p; others are counted from the first top of the deck on


class TicketBelief:
    """Where the tickets can be that ``seat`` has seen: every world, with its weight, by the ticket's number.

    Which of the offered tickets a player puts back is taken to be chance. A ticket that may have been offered to a
    second player since the seat lost sight of it is forgotten.
    """

    def __init__(self, game: Game, seat: int) -> None:
        self.seat = seat
        self.worlds: dict[frozenset[tuple[int, int]], float] = {frozenset(): 1.0}
        self.head, self.tail = 0, len(game.tables.tickets)
        self._offered(game)

    def _places(self, ticket: int) -> set[int]:
        return {place for world in self.worlds for t, place in world if t == ticket}

    def _forget(self, tickets: set[int]) -> None:
        out: Counter[frozenset[tuple[int, int]]] = Counter()
        for world, weight in self.worlds.items():
            out[frozenset((t, place) for t, place in world if t not in tickets)] += weight
        self.worlds = dict(out)

    def _offered(self, game: Game) -> None:
        s = game.record
        n, first = int(s.offer_n), self.head
        places = set(range(first, first + n))
        self.head += n
        if game.to_move == self.seat:
            shown = {(int(t), first + i) for i, t in enumerate(s.offer[:n])}
            self.worlds = {
                world | shown: weight
                for world, weight in self.worlds.items()
                if {(t, place) for t, place in world if place in places} <= shown
                and not any(t == other and place != there for t, place in world for other, there in shown)
            }
        else:
            seen = {t for world in self.worlds for t, _ in world}
            self._forget({t for t in seen if self._places(t) & places and len(self._places(t)) > 1})

    def see(self, before: Game, game: Game) -> None:
        event, p = game.observe(self.seat).history[-1], before.to_move
        if before.record.offer_n:
            n, kept = event.n_offered, event.n_tickets
            mine = before.observe(p).offer
            ways = list(itertools.combinations(range(n), n - kept))
            if p == self.seat:
                assert event.tickets is not None
                held = {mine.index(t) for t in event.tickets}
                ways = [way for way in ways if not held & set(way)]
            self._chosen(p, n, ways)
            self.tail += n - kept
        if game.record.offer_n and game.phase.name in ("FIRST_TICKETS", "TICKET_CHOICE"):
            self._offered(game)

    def _chosen(self, p: int, n: int, ways: list[tuple[int, ...]]) -> None:
        first = self.head - n
        out: Counter[frozenset[tuple[int, int]]] = Counter()
        for world, weight in self.worlds.items():
            for way in ways:
                moved = {first + i: self.tail + way.index(i) if i in way else HAND - p for i in range(n)}
                out[frozenset((t, moved.get(place, place)) for t, place in world)] += weight / len(ways)
        self.worlds = dict(out)

    def chances(self) -> dict[frozenset[tuple[int, int]], float]:
        total = sum(self.worlds.values())
        return {world: weight / total for world, weight in self.worlds.items()}

    def world_of(self, sample: Game) -> frozenset[tuple[int, int]]:
        s, n = Fields(sample), len(sample.tables.tickets)
        ring, head, at = s.ticket_deck, s.ticket_head, s.ticket
        offered = s.offer[: s.offer_n]
        deck = {ring[(head + i) % n]: self.head + i for i in range(s.ticket_n)}
        offer = {t: self.head - len(offered) + i for i, t in enumerate(offered)}
        held = {t: HAND - ((at[t] >> PLAYERS) - HELD) for t in range(n) if t not in deck and t not in offer}
        places = held | deck | offer
        return frozenset((t, places[t]) for t in {t for world in self.worlds for t, _ in world})
