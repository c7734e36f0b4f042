"""Bots that play by rules, by name."""

from __future__ import annotations

from footplate.agents.heuristic.greedy import greedy_kernel
from footplate.agents.heuristic.planner import planner_kernel
from footplate.agents.heuristic.racer import racer_kernel
from footplate.agents.kinds import kernel_kind
from footplate.engine.layout import Int, Record
from footplate.engine.moves import random_action


def random_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    return random_action(b, o, w.scratch)


KINDS = (
    kernel_kind(
        "random",
        "basic",
        random_kernel,
        "plays any legal action, all equally likely",
        made_for="every board",
        decides_all=True,
    ),
    kernel_kind(
        "greedy",
        "basic",
        greedy_kernel,
        "claims what gains most at once: points and progress on its tickets",
        made_for="every board",
        decides_all=True,
    ),
    kernel_kind(
        "racer",
        "strong",
        racer_kernel,
        "claims the longest routes and ends the game early; its tickets don't matter to it",
        description="It keeps as few tickets as it may, those with the fewest points, and never asks for more. It "
        "collects cards for the six routes whose points are most above the turns they take. On t2r, where routes "
        "bring no points, it plays like greedy.",
        made_for="boards with long routes such as usa",
        decides_all=True,
    ),
    kernel_kind(
        "planner",
        "strong",
        planner_kernel,
        "plans all its tickets as one network, re-plans when cut off, and spends the rest on long routes",
        description="It collects the cards first and claims early only what it can't afford to lose. On t2r, where "
        "only progress counts, it plays like greedy.",
        made_for="every board",
        decides_all=True,
    ),
)
