"""The four bots of Silva, Lee, Togelius and Nealen (2017), which Smith and Anton (2022) design boards with.

Each plays ``as_described`` (the papers' prose) or ``as_published`` (what the published engine's code does). Section
"Silva" of docs/agents.md lists the differences.
"""

from __future__ import annotations

from footplate.agents.base import Agent
from footplate.agents.heuristics.silva_hungry import hungry_action
from footplate.agents.heuristics.silva_path import path_action
from footplate.agents.heuristics.silva_steps import step_action
from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.kernels import Kernel
from footplate.agents.kinds import AgentKind
from footplate.engine.layout import Int, Record
from footplate.errors import UnknownAgent

MODES = ("as_described", "as_published")


def one_step_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    return step_action(b, o, w, False, bot.params[0] > 0)


def long_route_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    return step_action(b, o, w, True, bot.params[0] > 0)


def path_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    return path_action(b, o, w, bot.params[0] > 0)


def hungry_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    return hungry_action(b, o, w, bot.params[0] > 0)


def _kind(name: str, kernel: Kernel, summary: str, description: str) -> AgentKind:
    def make(mode: str) -> Agent:
        if mode not in MODES:
            raise UnknownAgent(f"agent {name!r}: mode={mode!r} must be {' or '.join(MODES)}")
        return KernelAgent(name, kernel, [MODES.index(mode)])

    return AgentKind(
        name=name,
        family="silva",
        summary=summary,
        make=make,
        parameters={"mode": MODES[0]},
        description=description,
        made_for="every board, made for usa with 2 to 5 players",
    )


KINDS = (
    _kind("one-step", one_step_kernel, "does its most valuable ticket route by route, then takes new tickets", ""),
    _kind("path", path_kernel, "claims the routes that serve most tickets and points; never takes more tickets", ""),
    _kind("long-route", long_route_kernel, "connects its tickets with long routes only, and hoards long routes", ""),
    _kind("hungry", hungry_kernel, "takes tickets for all its trains and joins their cities into one network", ""),
)
