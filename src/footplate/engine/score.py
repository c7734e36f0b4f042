"""Points at the end of a game (or as if it ended now), and who wins."""

from __future__ import annotations

import numpy as np

from footplate.compile import indirect_call, jit
from footplate.engine import layout as L
from footplate.engine.cards import ticket_place
from footplate.engine.districts import score_districts
from footplate.engine.grand_tour import score_grand_tour
from footplate.engine.layout import BOARD, SCRATCH, STATE, Int, Record
from footplate.engine.loans import score_with_stations
from footplate.engine.longest_path import longest_trail
from footplate.engine.networks import label_networks
from footplate.engine.passengers import score_passengers
from footplate.engine.progress import count_rewards
from footplate.engine.race import count_tickets
from footplate.engine.routes import touched_cities
from footplate.engine.ticket_points import score_ticket

TIE_BREAKS = 4  # kinds of them


@jit
def score_tickets(b: Record, s: Record, w: Record) -> None:
    for t in range(b.n_tickets):
        p = ticket_place(s, t) - L.HELD
        if 0 <= p < b.n_players:
            score_ticket(b, w, p, t)


@jit
def score_longest_path(b: Record, s: Record, w: Record, exact: bool) -> None:
    """Where only a tie-break asks for them, all trails are exact: it compares the players who are level."""
    longest = 1
    for p in range(b.n_players):
        w.trail[p] = longest_trail(b, s, w, p, 0 if exact or not b.path_bonus else longest)
        longest = max(longest, w.trail[p])
    for p in range(b.n_players):
        if w.trail[p] == longest:
            w.score[p, L.LONGEST_PATH] = b.path_bonus


@jit
def score_globetrotter(b: Record, w: Record) -> None:
    most = 1
    for p in range(b.n_players):
        most = max(most, w.done[p])
    for p in range(b.n_players):
        if w.done[p] == most:
            w.score[p, L.GLOBETROTTER] = b.globetrotter_bonus


@jit
def attractions_touched(b: Record, s: Record, p: Int) -> Int:
    touched = touched_cities(b, s, p) & b.attraction_cities
    n: Int = 0
    for v in range(b.n_cities):
        n += np.int64((touched >> np.uint64(v)) & np.uint64(1))
    return n


@indirect_call(None, BOARD, STATE, SCRATCH, bool)
def score_game(b: Record, s: Record, w: Record, exact: bool) -> None:
    """Fill w.score (points by column), w.total, w.done (tickets completed), w.network and, where it matters, w.trail.

    With ``exact`` every player's trail is exact; without it only the longest ones are. In the progress game the total
    is the discounted reward, in a race the tickets done. Tickets that an observer can't see count for nobody.
    """
    for p in range(L.PLAYERS):
        w.done[p] = 0
        w.trail[p] = 0
        w.unbuilt[p] = 0
        w.fares[p] = 0
        for column in range(L.SCORE_COLUMNS):
            w.score[p, column] = 0
    label_networks(b, s, w)
    if b.n_stations:
        score_with_stations(b, s, w)
    else:
        score_tickets(b, s, w)
    if b.path_bonus or b.tie_path:
        score_longest_path(b, s, w, exact)
    if b.globetrotter_bonus:
        score_globetrotter(b, w)
    if b.n_districts:
        score_districts(b, w)
    if b.grand_tour:
        score_grand_tour(b, s, w)
    if b.n_passengers:
        score_passengers(b, s, w)
    for p in range(b.n_players):
        w.score[p, L.ROUTE_POINTS] = s.points[p]
        if b.attraction_points:
            w.score[p, L.ATTRACTIONS] = b.attraction_points * attractions_touched(b, s, p)
        total = 0
        for column in range(L.SCORE_COLUMNS):
            total += w.score[p, column]
        w.total[p] = np.float64(total)
    if b.progress:
        count_rewards(b, s, w)
    if b.race:
        count_tickets(b, s, w)


@jit
def keep_best(n_players: Int, among: Int, values: Record) -> Int:
    """Those of the players in the bit mask ``among`` whose value is largest."""
    best, first = 0.0, True
    for p in range(n_players):
        if (among >> p) & 1 and (first or values[p] > best):
            best, first = np.float64(values[p]), False
    kept = 0
    for p in range(n_players):
        if (among >> p) & 1 and values[p] == best:
            kept |= 1 << p
    return kept


@jit
def keep_best_path(b: Record, w: Record, among: Int) -> Int:
    """Who has the bonus for the longest path; on boards without one, who of those in ``among`` has the longest."""
    if b.path_bonus:
        return keep_best(b.n_players, among, w.score[:, L.LONGEST_PATH])
    return keep_best(b.n_players, among, w.trail)


@jit
def winners(b: Record, w: Record) -> Int:
    """Bit mask of the winners after ``score_game``; more than one bit is a draw.

    Equal totals are decided by the board's tie-breaks, in its order.
    """
    best = keep_best(b.n_players, (1 << b.n_players) - 1, w.total)
    for place in range(1, TIE_BREAKS + 1):
        if place == b.tie_tickets:
            best = keep_best(b.n_players, best, w.done)
        elif place == b.tie_path:
            best = keep_best_path(b, w, best)
        elif place == b.tie_stations:
            best = keep_best(b.n_players, best, w.unbuilt)
        elif place == b.tie_passengers:
            best = keep_best(b.n_players, best, w.fares)
    return best
