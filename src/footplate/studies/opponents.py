"""Opponents that people are: beginners, each with a mistake of its own, and players who change from game to game.

Footplate's fixed bots play alike in every game and know what they are doing. These models don't. All are the ticket
planner but for what the person gets wrong.

- collector: lays nothing before it holds or has laid a card for every second train. People want all cards for a plan
  together first, and fear to show it.
- forgetful: in every second turn it lays the longest route that it can pay, whatever its tickets say. Points on the
  board are seen, tickets lie face down.
- hopeful: keeps all tickets that it is offered, and takes new ones in one turn of eight. Every ticket looks like
  points, and none like a risk.
- short-sighted: does what gains most at once, as the bot ``greedy``. Many see one move ahead.
- changing: ten games with a plan, ten short-sighted, and so on: two people at one seat, or good and bad days.
- growing: has a plan in more and more of its turns, from none in the first game to all in the hundredth.
- tiring: has a plan in all its turns at first and in none after twenty games; then it has slept.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from footplate.agents.heuristic.greedy import greedy_action
from footplate.agents.heuristic.planner import planner_action
from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.planning.claims import is_legal, longest_claim
from footplate.compile import jit
from footplate.engine.layout import (
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    FIRST_TICKETS,
    KINDS,
    TICKET_CHOICE,
    TURN,
    Int,
    Record,
)
from footplate.engine.moves import legal_singly
from footplate.engine.random import rand_below

PLANS, COLLECTS, FORGETS, HOPES = range(4)
MODEL, SIGHT = range(2)  # in bot.params: which mistake, and the share of turns that are not short-sighted
MILLION = 1_000_000
EVENING, TURN_ABOUT, LEARNS_FOR = 20, 10, 100  # games
NEW_TICKETS = 8  # one turn of so many


@jit
def mistake(b: Record, o: Record, w: Record, model: Int, n: Int) -> Int:
    """What this beginner does where a planner would do something else; -1 if there is nothing."""
    p = np.int64(o.player)
    if o.phase == TURN and model == COLLECTS:
        held = np.int64(0)
        for kind in range(KINDS):
            held += np.int64(o.hand[p, kind])
        laid = b.n_trains - np.int64(o.trains[p])
        if 2 * (held + laid) < b.n_trains and is_legal(w, n, DRAW_DECK):
            return np.int64(DRAW_DECK)
    if o.phase == TURN and model == FORGETS and rand_below(w.scratch, 2) == 0:
        claim = longest_claim(b, w, n)
        return claim if claim >= CLAIM else np.int64(-1)
    if o.phase == TURN and model == HOPES and rand_below(w.scratch, NEW_TICKETS) == 0:
        return np.int64(DRAW_TICKETS) if is_legal(w, n, DRAW_TICKETS) else np.int64(-1)
    if (o.phase == FIRST_TICKETS or o.phase == TICKET_CHOICE) and model == HOPES:
        every = np.int64(DRAW_TICKETS) + (1 << np.int64(o.offer_n)) - 1
        return every if is_legal(w, n, every) else np.int64(-1)
    return np.int64(-1)


def person_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    """The planner, but for its mistake and for turns in which it sees one move ahead only."""
    action = mistake(b, o, w, int(bot.params[MODEL]), legal_singly(b, o, w.acts))
    if action >= 0:
        return action
    if bot.params[SIGHT] < 1.0 and rand_below(w.scratch, MILLION) >= bot.params[SIGHT] * MILLION:
        return greedy_action(b, o, w)
    return planner_action(b, o, w)


class Changing(KernelAgent):
    """A person whose sight is another one in every game; the first one is game 0."""

    learns = True  # so that its games are played in order
    plays_compiled = False

    def __init__(self, name: str, sight: Callable[[int], float]) -> None:
        super().__init__(name, person_kernel, [PLANS, 1.0])
        self._sight, self._games = sight, 0

    def start(self, seat: int, seed: int) -> None:
        super().start(seat, seed)
        self.bots[0].params[SIGHT] = self._sight(self._games)
        self._games += 1


def person(name: str) -> KernelAgent:
    """A new one of a model, by its name."""
    if name in BEGINNERS:
        return KernelAgent(name, person_kernel, [BEGINNERS[name], 0.0 if name == "short-sighted" else 1.0])
    return Changing(name, CHANGING[name])


BEGINNERS = {"collector": COLLECTS, "forgetful": FORGETS, "hopeful": HOPES, "short-sighted": PLANS}
CHANGING: dict[str, Callable[[int], float]] = {
    "changing": lambda game: float(game // TURN_ABOUT % 2 == 0),
    "growing": lambda game: min(1.0, game / LEARNS_FOR),
    "tiring": lambda game: 1.0 - game % EVENING / EVENING,
}
PEOPLE = (*BEGINNERS, *CHANGING)
