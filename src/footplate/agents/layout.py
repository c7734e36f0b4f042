"""The records of compiled bots: BOT (what one was made with) and WORK (what it works on).

``w.scratch`` is the engine's, with the bot's own chance in its ``rng``; the other buffers are the bots' alone. Planning
(``agents/planning``) fills those from ``link_state`` on:

    link_state, link_track   MINE, FREE or SHUT for each pair of neighbouring cities, and the track to take if free
    link_due                 trains to lay on it (0 if it is mine)
    link_cost                what a family of bots thinks it costs: the caller fills it in after ``survey``
    wish                     the tickets to plan for
    plan_lo, plan_hi         the plan: a set of links
    in_plan                  the same by route: 1 for every free track that the plan wants
    for_locos                cards of a colour that the plan wants for routes that locomotives pay for, too
    waiting                  cities where passengers wait, a bit each
    need                     cards that the plan still needs, by colour, after the hand; need[GREY] for grey routes
"""

from __future__ import annotations

import numba
import numpy as np

from footplate.engine.layout import ACTIONS, CITIES, KINDS, OWNED, ROUTES, SCRATCH, TICKETS, new_records

PARAMETERS = 32
ASKED = 5
PLANS = 128  # sets of ways compared at a time

_I1, _I2, _I4, _I8 = np.int8, np.int16, np.int32, np.int64
_U1, _U2, _U8, _F8 = np.uint8, np.uint16, np.uint64, np.float64

BOT = np.dtype(
    [
        ("params", _F8, (PARAMETERS,)),
        ("asks", _U8, (ASKED,)),  # addresses of compiled functions that its kernel asks, as a search does
        ("weights", _U8), ("n_weights", _I8),  # an array (addresses.weights_of)
        ("switch", _I8), ("limit", _I8),  # when it changes its play (kernels.is_switched)
        ("cheats", _I8),
        ("decides_all", _I8),  # also in phases that only some boards have (kernels.settle)
    ],
    align=True,
)  # fmt: skip

KEPT = np.dtype(
    [
        ("maker", _I8),  # which bot made it, in which mode; 0: nothing is kept
        # what it was made for, and the links that it depends on, a bit each
        ("player", _I8), ("trains", _I8), ("tickets_lo", _U8), ("tickets_hi", _U8), ("route", _U1, (ROUTES,)),
        ("ways_lo", _U8), ("ways_hi", _U8),
        # the plan: a link, what links are worth, planned routes and the trains that they need
        ("link", _I8), ("gain", _I4, (ROUTES,)), ("in_plan", _U1, (ROUTES,)), ("due", _I8),
    ],
    align=True,
)  # fmt: skip

WORK = np.dtype(
    [
        ("scratch", SCRATCH),
        ("acts", _U2, (ACTIONS,)),  # legal actions
        ("memory", _I8, (16,)),  # what a bot remembers within a game; 0 at its start
        ("kept", KEPT),  # a plan of the Silva bots (smith_anton/kept.py)
        ("from_a", _I4, (CITIES,)), ("from_b", _I4, (CITIES,)), ("gain", _I4, (ROUTES,)),
        ("link_state", _I1, (ROUTES,)), ("link_track", _U1, (ROUTES,)), ("link_cost", _F8, (ROUTES,)),
        ("link_due", _I1, (ROUTES,)), ("in_plan", _U1, (ROUTES,)),
        ("usable_lo", _U8), ("usable_hi", _U8), ("plan_lo", _U8), ("plan_hi", _U8),
        ("for_locos", _I8), ("waiting", _U8),
        ("wish_n", _I8), ("wish", _U1, (TICKETS,)),
        ("plans_n", _I8), ("plans_dearest", _I8),  # the latter: once there is no room
        ("plans_lo", _U8, (2, PLANS)), ("plans_hi", _U8, (2, PLANS)), ("plans_cost", _F8, (2, PLANS)),
        ("need", _I4, (KINDS + 1,)), ("way_cost", _F8, (CITIES,)), ("way_link", _I2, (CITIES,)),
        # trains to lay on a link that can be used; ways from city to city: their cost and their last link
        ("link_trains", _I2, (ROUTES,)), ("far", _I2, (CITIES, CITIES)), ("towards", _I2, (CITIES, CITIES)),
        ("queue", _U1, (CITIES,)),  # of cities, for searches in breadth
        ("edge_a", _U1, (OWNED,)), ("edge_b", _U1, (OWNED,)), ("edge_length", _I1, (OWNED,)),  # routes of one player
    ],
    align=True,
)  # fmt: skip
WORKS = numba.typeof(new_records(WORK))
