"""Random and greedy by name."""

from __future__ import annotations

from footplate.agents.kinds import kernel_kind
from footplate.agents.simple.greedy import greedy_kernel
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
)
