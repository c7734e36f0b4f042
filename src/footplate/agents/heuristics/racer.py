"""The racer."""

from __future__ import annotations

import numpy as np

from footplate.agents.heuristics.greedy import best_tickets, greedy_action
from footplate.agents.heuristics.network import assign_cards
from footplate.agents.heuristics.planner import DEFAULTS, add_long_routes, best_last_claim, best_long_claim, draw
from footplate.agents.heuristics.planning import clear_plan, longest_claim, survey
from footplate.agents.kinds import kernel_kind
from footplate.engine.jit import jit
from footplate.engine.layout import KINDS as CARD_KINDS, ROUTES, SECOND_CARD, TURN, Int, Record
from footplate.engine.moves import legal_actions


@jit
def race(b: Record, o: Record, w: Record, n: Int, params: Record) -> Int:
    left, paid_with = np.empty(CARD_KINDS, np.int64), np.empty(ROUTES, np.uint8)
    survey(b, o, w)
    clear_plan(w)
    assign_cards(b, o, w, left, paid_with)
    if o.phase == TURN and o.last_turns > 0:
        claim = best_last_claim(b, o, w, n)
        if claim >= 0:
            return claim
    add_long_routes(b, o, w, params, 99.0, np.int64(o.trains[o.player]), left, paid_with)
    if o.phase == TURN:
        claim = best_long_claim(b, o, w, n, left, paid_with)
        if claim >= 0:
            return claim
    card = draw(b, o, w, n, left, params)
    if card >= 0:
        return card
    claim = longest_claim(b, w, n)
    return claim if claim >= 0 else np.int64(w.acts[0])


def racer_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    if b.progress:
        return greedy_action(b, o, w)
    n = legal_actions(b, o, w.acts)
    if o.phase == TURN or o.phase == SECOND_CARD:
        return race(b, o, w, n, bot.params)
    return best_tickets(b, o, w, n)


KINDS = (
    kernel_kind("racer", "strong", racer_kernel, "races",
        parameters={k: float(v) for k, v in DEFAULTS.items()}, made_for="every board"),
)
