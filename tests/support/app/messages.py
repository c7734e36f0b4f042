"""Messages to the page, against the true position."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from footplate.app.live.opening import at_choice, is_together
from footplate.boards import Ticket
from footplate.game import Game


def dicts(data: Any) -> Iterator[dict[str, Any]]:
    """Every dict of a message, whatever it lies in."""
    rest = [data]
    while rest:
        one = rest.pop()
        if isinstance(one, dict):
            yield one
        inner = one.values() if isinstance(one, dict) else one
        rest += [value for value in inner if isinstance(value, dict | list)]


def check_message(message: dict[str, Any], truth: Game, seat: int | None) -> None:
    """One message against the true position: what a seat may see is right, and nothing else is there."""
    assert message["type"] == "view"
    assert message["you"] == seat
    check_numbers(message, truth)
    text = json.dumps(message)
    assert str(truth.seed) not in text
    found = list(dicts(message))
    for names in found:
        assert names.keys().isdisjoint(("seed", "rng", "figures")), names
    own = set(truth.tickets_of(seat)) if seat is not None else set()
    offered = offered_to(truth, seat) if seat is not None else set()
    if not message["offer"] and is_together(truth):  # chosen already: what was kept is among one's tickets
        offered &= {
            ticket for ticket in offered if (ticket.a, ticket.b) in {(t["a"], t["b"]) for t in message["tickets"]}
        }
    tickets = [one for one in found if one.keys() >= {"a", "b", "points"}]
    shown = {(ticket["a"], ticket["b"], ticket["points"]) for ticket in tickets}
    assert shown == {(t.a, t.b, t.points) for t in own | offered}
    hand = {card: n for card, n in message["hand"].items() if n}
    assert hand == ({card: n for card, n in truth.hand_of(seat).items() if n} if seat is not None else {})


def offered_to(truth: Game, seat: int) -> set[Ticket]:
    """The tickets that a seat chooses from now: all people choose their first ones at the same time."""
    if truth.to_move != seat and not (is_together(truth) and seat > truth.to_move):
        return set()
    return {ticket for ticket in at_choice(truth, seat).observe(seat).offer if ticket}


def check_numbers(message: dict[str, Any], truth: Game) -> None:
    """What the whole table sees."""
    assert message["version"] == len(truth.history)
    assert message["deck"] == truth.deck_size
    assert Counter(card for card in message["market"] if card) == Counter(
        {card: n for card, n in truth.market.items() if n}
    )
    for seat, player in enumerate(message["players"]):
        assert player["cards"] == truth.hand_sizes[seat]
        assert player["tickets"] == truth.ticket_counts[seat]
        public = seen_taken(truth, seat)
        assert sum(player["known_cards"].values()) <= truth.hand_sizes[seat]
        assert all(n <= public[card] for card, n in player["known_cards"].items())


def seen_taken(truth: Game, seat: int) -> Counter[str]:
    """Cards that the table has seen a seat take: face up ones."""
    taken: Counter[str] = Counter()
    for event in truth.history:
        if event.seat == seat and event.action is not None and event.action.text.startswith("take "):
            taken[event.action.card] += 1  # type: ignore[attr-defined]
    return taken
