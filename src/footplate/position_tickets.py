"""The tickets of a position as JSON: where each one is, the decks, and what is known of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from footplate.engine import layout
from footplate.engine.layout import EVERYBODY, HELD, IN_DECK, ON_OFFER, OUT, PLAYERS, SHUFFLED_IN
from footplate.engine.tables import Tables
from footplate.errors import InvalidPosition
from footplate.position_values import Reader, between

PLACES = {IN_DECK: "deck", ON_OFFER: "offer", OUT: "out", SHUFFLED_IN: "shuffled"}


def rings(s: Any, tables: Tables) -> tuple[list[int], list[int]]:
    """The places of the ticket deck and of that of long tickets, from the top, empty ones at the end."""
    n_short, n_long = int(tables.record.n_short), int(tables.record.n_long)
    heads = int(s["ticket_head"]), int(s["long_head"])
    slots = s["ticket_deck"][: n_short + n_long].tolist()
    short, long = slots[:n_short], slots[n_short:]
    return short[heads[0] :] + short[: heads[0]], long[heads[1] :] + long[: heads[1]]


def fill_tickets(s: Any, tables: Tables, given: Reader) -> None:
    n, b = len(tables.tickets), tables.record
    decks = [given.numbers("ticket_deck", 0, n - 1)]
    decks.append(given.numbers("long_ticket_deck", 0, n - 1) if b.n_long else [])
    lying, offer = {"deck": [t for deck in decks for t in deck]}, given.numbers("offer", 0, n - 1)
    lying |= {"shuffled": lying["deck"], "offer": offer, "out": []}
    seen: Counter[int] = Counter()
    for one in given.objects("tickets"):
        t, place = one.number("ticket", 0, n - 1), one.take("place", int, str)
        if one.data.get("between", between(tables.tickets[t])) != between(tables.tickets[t]):
            raise InvalidPosition(f"{one.where}ticket {t} is {between(tables.tickets[t])}")
        if isinstance(place, str):
            wrong = {name for name, there in lying.items() if t in there} - {"shuffled"}
            if place not in lying or wrong != {"deck" if place == "shuffled" else place} - {"out"}:
                raise InvalidPosition(f"{one.where}ticket {t} can't be in the place {place!r}")
            number = next(number for number, name in PLACES.items() if name == place)
        else:
            number = HELD + one.number("place", 0, tables.players - 1)
            s["held_n"][place] += 1
        known = sum({1 << p for p in one.numbers("known_by", 0, PLAYERS - 1)})
        if not isinstance(place, str) and not known >> place & 1:
            raise InvalidPosition(f"{one.where}seat {place} holds ticket {t}, so it must be known by it")
        s["ticket"][t] = number << PLAYERS | known
        seen[t] += 1
        seen[t] += (t in lying["deck"] or t in offer) and not isinstance(place, str)
    twice = [t for t in range(n) if seen[t] != 1 or lying["deck"].count(t) + offer.count(t) > 1]
    if twice:
        raise InvalidPosition(f"ticket {twice[0]} ({between(tables.tickets[twice[0]])}) must be in exactly one place")
    if len(offer) > layout.OFFER:
        raise InvalidPosition(f"{len(offer)} tickets on offer; there can be {layout.OFFER}")
    long = [bool(b.ticket_long[t]) for t in offer]
    if long != sorted(long) or any(bool(b.ticket_long[t]) != kind for kind in (0, 1) for t in decks[kind]):
        raise InvalidPosition("short and long tickets lie apart: each in its deck, and on offer the short ones first")
    s["ticket_n"], s["long_n"] = map(len, decks)
    s["ticket_head"] = _fill_deck(s["ticket_deck"][: b.n_short], decks[0], given, ("ticket_head", "dealt"))
    s["long_head"] = _fill_deck(s["ticket_deck"][b.n_short : n], decks[1], given, ("long_head", "dealt_long"))
    s["offer"][: len(offer)], s["offer_n"], s["offer_long"] = offer, len(offer), sum(long)


def _fill_deck(slots: Any, deck: list[int], given: Reader, names: tuple[str, str]) -> int:
    """Put a ticket deck where it lay; returns the place of its top."""
    n, (head_name, dealt_name) = len(slots), names
    head = given.number_in(given.engine.get(head_name, 0), head_name, 0, max(0, n - 1))
    for i, t in enumerate([*deck, *given.leftover(dealt_name, 255)][:n]):
        slots[(head + i) % n] = t
    return head


def ticket_counts_can_be(s: Any, tables: Tables) -> bool:
    """Whether what is known of long tickets and of a race agrees with who holds what: compiled code relies on it."""
    b, players = tables.record, tables.players
    places, known = s["ticket"] >> PLAYERS, s["ticket"] & EVERYBODY
    for p in range(players):
        mine = [t for t in range(len(tables.tickets)) if places[t] == HELD + p]
        kept, long = int(s["kept_n"][p]), sum(int(b.ticket_long[t]) for t in mine)
        if kept != (long if b.two_decks else kept if b.first_deal_long else 0):
            return False
        offered = sum(max(0, min(deal, n - p * deal)) for deal, n in _first_deals(b))
        if b.first_deal_long and not long <= kept <= min(offered, len(mine)):
            return False
        shown = sum(known[t] == EVERYBODY for t in mine) + (int(s["coasts"]) >> p & 1)
        if s["done_n"][p] != (shown if b.race else 0):
            return False
    return bool(b.race or not s["coasts"]) and int(s["coasts"]).bit_count() <= b.coast_cards


def _first_deals(b: Any) -> tuple[tuple[int, int], ...]:
    return (int(b.first_deal), int(b.n_short)), (int(b.first_deal_long), int(b.n_long))


def vague_tickets_can_be(s: Any, tables: Tables) -> bool:
    n, known = len(tables.tickets), [int(v) for v in s["vague"][: int(s["vague_n"])]]
    return s["vague_n"] <= layout.VAGUE and all(
        v & 127 < n and v >> 12 & 7 < tables.players and v >> 24 & 127 < n and v >> 21 & 7 < v >> 15 & 7 <= layout.OFFER
        and 0 < v >> 18 & 7 < (v >> 15 & 7) + tables.board.rules.ticket_decks
        for v in known
    )  # fmt: skip
