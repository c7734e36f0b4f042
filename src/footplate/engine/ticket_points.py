"""What tickets earn at the end, by networks that were labelled before."""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.engine.countries import points_at_end
from footplate.engine.layout import TICKETS_DONE, TICKETS_OPEN, Int, Record
from footplate.engine.networks import is_done


@jit
def points_for(b: Record, w: Record, p: Int, t: Int) -> Int:
    """What ticket t earns p, whose networks were labelled before; open ones count against it."""
    if b.country_tickets:
        return points_at_end(b, w, p, t)
    return np.int64(b.ticket_points[t]) if is_done(b, w, p, t) else -np.int64(b.ticket_points[t])


@jit
def score_ticket(b: Record, w: Record, p: Int, t: Int) -> None:
    points = points_for(b, w, p, t)
    w.score[p, TICKETS_DONE if points > 0 else TICKETS_OPEN] += points
    w.done[p] += points > 0
    w.completed[t] = points > 0
