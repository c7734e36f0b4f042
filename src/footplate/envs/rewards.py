"""What a move earns. Every reward is a change of each seat's standing, so over a game it sums to what the game brought.

Standing is what a seat would have if the game ended now without its bonuses: points for routes, its finished tickets
and, against it, its open ones; in the progress game the discounted reward so far, in a race the tickets done. In the
end it is the final total.

    shaped     the change of one's own standing: the shaping of Yang et al.; sums to the final score
    progress   the same in the progress game: the thesis's decayed progress; sums to its total
    margin     the change of one's own standing less the mean of the others', in units of 50 points, and the prize
    win        the prize at the end, nothing before

The prize is 1 for the winner and shared by the others with the opposite sign; winners share it. Prizes, and so margins,
sum to zero over the seats.
"""

from __future__ import annotations

from footplate.arguments import one_of
from footplate.boards import Board
from footplate.compile import jit
from footplate.engine.cards import ticket_place
from footplate.engine.layout import HELD, Int, Record
from footplate.engine.networks import label_networks_of
from footplate.engine.ticket_points import points_for
from footplate.errors import FootplateError

SHAPED, PROGRESS, MARGIN, WIN = range(4)  # those with a prize come last
REWARDS = {"shaped": SHAPED, "progress": PROGRESS, "margin": MARGIN, "win": WIN}
POINTS = 50.0  # that count as much as a win, in the margin


def reward_number(name: str, board: Board, players: int) -> int:
    """The number of a reward in compiled code."""
    one_of("reward", name, REWARDS)
    if name == "progress" and board.rules.progress is None:
        raise FootplateError(f"the reward 'progress' is for boards with the rules of t2r; for {board.name}: 'shaped'")
    if name == "win" and players == 1:
        raise FootplateError("the reward 'win' needs somebody to win against; for one player: 'shaped' or 'progress'")
    return REWARDS[name]


@jit
def standing_of(b: Record, s: Record, w: Record, p: Int) -> float:
    if b.progress:
        return float(s.reward[p])
    if b.race:
        return float(s.done_n[p])
    total = float(s.points[p])
    if s.held_n[p] > 0:
        label_networks_of(b, s, w, p)
        for t in range(b.n_tickets):
            if ticket_place(s, t) == HELD + p:
                total += float(points_for(b, w, p, t))
    return total


@jit
def credit(b: Record, z: Record, rule: Int, p: Int, standing: float) -> None:
    """Seat p of a game has a new standing: what that earns everybody is added to what is pending."""
    change = standing - z.standing[p]
    z.standing[p] = standing
    if rule < MARGIN:
        z.pending[p] += change
    elif rule == MARGIN:
        change /= POINTS
        z.pending[p] += change
        for q in range(b.n_players):
            if q != p:
                z.pending[q] -= change / (b.n_players - 1)


@jit
def award(b: Record, z: Record, rule: Int, won: Int) -> None:
    """The prize for the winners, a bit mask, paid by the others."""
    if b.n_players == 1 or rule < MARGIN:
        return
    n_won = 0
    for p in range(b.n_players):
        n_won += won >> p & 1
    share = 1.0 / (b.n_players - 1)
    for p in range(b.n_players):
        z.pending[p] += share * (b.n_players - n_won) / n_won if won >> p & 1 else -share
