"""How likely a tunnel is dug with what is in hand."""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.engine.layout import LOCO, Int, Record


@jit
def chance_of_claim(b: Record, o: Record, claim: Int) -> float:
    """That the cards in hand suffice for what a claim's tunnel asks beyond its payment; 1 for any other route."""
    if b.tunnel_cards == 0 or not b.tunnel[b.claim_route[claim]]:
        return 1.0
    p, colour = o.player, b.claim_colour[claim]
    matching, spare = np.int64(b.n_locos), np.int64(o.hand[p, LOCO]) - np.int64(b.claim_locos[claim])
    if colour != LOCO:
        matching += b.cards_per_colour
        spare += np.int64(o.hand[p, colour]) - np.int64(b.claim_coloured[claim])
    share = matching / np.float64(b.cards_per_colour * b.n_colours + b.n_locos)
    chance, exactly = 0.0, (1.0 - share) ** np.float64(b.tunnel_cards)
    for due in range(min(spare, b.tunnel_cards) + 1):
        chance += exactly
        exactly *= share / (1.0 - share) * (b.tunnel_cards - due) / (due + 1.0)
    return chance
