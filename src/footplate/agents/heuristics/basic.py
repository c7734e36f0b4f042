"""The two bots to start with: random and greedy."""

from __future__ import annotations

from footplate.agents.heuristics.greedy import greedy_kernel
from footplate.agents.kernels import random_kernel
from footplate.agents.kinds import kernel_kind

KINDS = (
    kernel_kind("random", "basic", random_kernel, "plays any legal action, all equally likely", made_for="every board"),
    kernel_kind(
        "greedy",
        "basic",
        greedy_kernel,
        "claims what gains most at once: points and progress on its tickets",
        made_for="every board",
    ),
)
