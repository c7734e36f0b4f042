"""The records of compiled bots: BOT (what one was made with) and WORK (what it works on).

A bot's own chance is ``rng`` in ``w.scratch``, which is the engine's record. What a bot plans lies in WORK, too:
``agents/planning`` fills it. A set of links is two words, ``lo`` and ``hi``, with a bit for each link.
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
        ("character", _U8),  # drawn when a game begins, for habits that last all game; less than 2 ** 53
        # the links, each a pair of neighbouring cities (planning/links.py): MINE, FREE, SHUT or LENT, the track to take
        # if free, the trains to lay on it (0 if it is mine), what a bot thinks that it costs, and the set of those that
        # are not shut
        ("link_state", _I1, (ROUTES,)), ("link_track", _U1, (ROUTES,)), ("link_due", _I1, (ROUTES,)),
        ("link_cost", _F8, (ROUTES,)), ("usable_lo", _U8), ("usable_hi", _U8),
        ("waiting", _U8),  # cities where passengers wait, a bit each
        # from city to city: the cost of the cheapest way and its last link (planning/ways.py)
        ("way_cost", _F8, (CITIES,)), ("way_link", _I2, (CITIES,)),
        ("wanted_n", _I8), ("wanted", _U1, (TICKETS,)),  # the tickets to plan for (planning/tickets.py)
        ("plan_lo", _U8), ("plan_hi", _U8),  # the plan: a set of links
        # the cheapest sets of two generations (planning/unions.py); the dearest one, once there is no room
        ("plans_lo", _U8, (2, PLANS)), ("plans_hi", _U8, (2, PLANS)), ("plans_cost", _F8, (2, PLANS)),
        ("plans_n", _I8), ("plans_dearest", _I8),
        # routes that the plan still has to claim and what they take from the hand (planning/hand.py): their trains; by
        # kind the cards that are left over; how many lack; how many of theirs may be locomotives; by route its colour
        ("tracks", _U1, (ROUTES,)), ("n_tracks", _I8), ("trains_due", _I8),
        ("left", _I8, (KINDS,)), ("lacking", _I8), ("for_locos", _I8), ("paid_with", _U1, (ROUTES,)),
        # the same without regard to colours of grey routes (planning/claims.py): 1 for every route that the plan wants,
        # and the cards that it needs by colour, need[GREY] for grey routes
        ("in_plan", _U1, (ROUTES,)), ("need", _I4, (KINDS + 1,)),
        ("from_a", _I4, (CITIES,)), ("from_b", _I4, (CITIES,)),  # distances from both ends of a ticket
        ("gain", _I4, (ROUTES,)),  # what a route or link brings
        # the Silva bots alone: a plan that is kept, trains to lay on a link that can be used, and ways between all
        # cities: what they cost and their last link
        ("kept", KEPT), ("link_trains", _I2, (ROUTES,)),
        ("far", _I2, (CITIES, CITIES)), ("towards", _I2, (CITIES, CITIES)),
        ("queue", _U1, (CITIES,)),  # of cities, for searches in breadth
        # the routes of one player, for Yang's bots
        ("edge_a", _U1, (OWNED,)), ("edge_b", _U1, (OWNED,)), ("edge_length", _I1, (OWNED,)),
    ],
    align=True,
)  # fmt: skip
WORKS = numba.typeof(new_records(WORK))
