"""The planner and the racer by name."""

from __future__ import annotations

from footplate.agents.kinds import kernel_kind
from footplate.agents.strong.planner import planner_kernel
from footplate.agents.strong.racer import racer_kernel

KINDS = (
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
