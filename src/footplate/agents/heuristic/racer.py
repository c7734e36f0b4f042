"""The racer: the longest routes as fast as it can, so that the game is over before slow planners have done much."""

from __future__ import annotations

import numpy as np

from footplate.agents.heuristic.greedy import greedy_action
from footplate.agents.kernels import chooses_tickets
from footplate.agents.planning.claims import longest_claim
from footplate.agents.planning.hand import assign_cards_to_plan, colours_lacking, draw_or_claim
from footplate.agents.planning.links import clear_plan, survey
from footplate.agents.planning.long_routes import add_long_routes, claim_at_once, claim_long_route
from footplate.agents.planning.race import race_on
from footplate.agents.planning.special import default_answer, usual_actions
from footplate.agents.planning.tickets import fewest_tickets
from footplate.compile import jit
from footplate.engine.layout import OFFER, SPLIT_FIRST, TUNNEL, TURN, Int, Record
from footplate.engine.moves import legal_actions

ALL_THE_TIME = 99.0  # turns


@jit
def cheapest_tickets(b: Record, o: Record, w: Record, n: Int) -> Int:
    """Of the allowed choices one with the fewest tickets, and of these the one with the fewest points."""
    points = np.empty(OFFER, np.int64)
    for i in range(o.offer_n):
        points[i] = b.ticket_points[o.offer[i]]
    return fewest_tickets(o, w, n, points)


@jit
def race(b: Record, o: Record, w: Record, n: Int) -> Int:
    """A claim of one of the routes it collects for, else cards for them; in its last turn whatever brings most."""
    survey(b, o, w)
    clear_plan(w)
    assign_cards_to_plan(b, o, w)
    add_long_routes(b, o, w, ALL_THE_TIME, np.int64(o.trains[o.player]))
    claim: Int = -1
    if o.phase == TURN and o.last_turns > 0:
        claim = claim_at_once(b, o, w, n)
    elif o.phase == TURN:
        claim = claim_long_route(b, o, w, n)
    if o.phase == TURN and claim < 0 and colours_lacking(b, w) == 0:
        claim = longest_claim(b, w, n)
    return claim if claim >= 0 else draw_or_claim(b, o, w, n)


def racer_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    if b.progress:
        return greedy_action(b, o, w)
    if TUNNEL <= o.phase <= SPLIT_FIRST:
        return default_answer(b, o, w)
    if b.race > 0 and not chooses_tickets(o):
        return race_on(b, o, w, legal_actions(b, o, w.acts))
    n = usual_actions(b, o, w.acts)
    return cheapest_tickets(b, o, w, n) if chooses_tickets(o) else race(b, o, w, n)
