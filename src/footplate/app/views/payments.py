"""Ways to pay as the page lists them: best first, each with its cards, words and a short reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from footplate.actions import LOCOMOTIVE, ClaimRoute, PayDue
from footplate.observation import Observation
from footplate.sentences import payment_words
from footplate.words import counted

Payment = ClaimRoute | PayDue


def payments(seen: Observation, ways: Sequence[Payment], needed: Mapping[str, int]) -> list[dict[str, Any]]:
    """All ways to pay for one thing; ``needed`` are the cards that the seat's tickets still want, by colour."""
    return [
        {
            "action": seen.actions.id(way),
            "cards": dict(way.cards),
            "others": others_of(way),
            "words": payment_words(way),
            "why": reason(way, seen.hand, needed, only=len(ways) == 1),
        }
        for way in sorted(ways, key=lambda way: _order(way, seen.hand, needed))
    ]


def others_of(way: Payment) -> int:
    """Cards of any kind that are given besides."""
    return way.others if isinstance(way, ClaimRoute) else 0


def _order(way: Payment, hand: Mapping[str, int], needed: Mapping[str, int]) -> tuple[int, int, int, int]:
    """The order of payments: fewest cards, fewest locomotives, then the colour that is needed least and held most."""
    colour = way.paid_with or LOCOMOTIVE
    return others_of(way), way.locomotives, needed.get(colour, 0), -hand.get(colour, 0)


def reason(way: Payment, hand: Mapping[str, int], needed: Mapping[str, int], only: bool) -> str:
    """A few words on a way to pay: what it leaves, or whom it hurts."""
    if only:
        return "the only way"
    if way.locomotives:
        left = hand.get(LOCOMOTIVE, 0) - way.locomotives
        return "your last locomotive" if left == 0 else f"leaves {counted(left, 'locomotive')}"
    if others_of(way):
        return "you choose them next"
    colour = way.paid_with or ""
    left = hand[colour] - way.color_cards
    if needed.get(colour, 0) == 0:
        return "spare cards" if left == 0 else f"spare cards, leaves {left}"
    return f"leaves {left}; your tickets want {colour}"


def ways_for_one_colour(hand: Mapping[str, int], colours: Sequence[str], n: int) -> list[PayDue]:
    """How ``n`` cards of one colour can be paid, locomotives among them."""
    most = min(hand.get(LOCOMOTIVE, 0), n)
    found = [
        PayDue(colour, n - locos, locos)
        for locos in range(most + 1)
        for colour in colours
        if locos < n <= hand[colour] + locos
    ]
    return [*found, PayDue(None, 0, n)] if most == n else found
