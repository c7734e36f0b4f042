"""The four bots of Silva, Lee, Togelius and Nealen (2017), which Smith and Anton (2022) design boards with.

Each plays ``as_described`` (the papers' prose, and the code's intention where the prose is silent) or ``as_published``
(what the published engine's code does, slips included; the rules of the game stay ours). Descriptions say what differs.
Hungry has a third mode: ``one_by_one``, with which the four win nearly as Smith and Anton print.
"""

from __future__ import annotations

from footplate.agents.base import Agent
from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.kernels import Kernel
from footplate.agents.kinds import AgentKind
from footplate.engine.layout import Int, Record
from footplate.errors import UnknownAgent
from footplate.papers.smith_anton.bots.hungry import hungry_action
from footplate.papers.smith_anton.bots.path import path_action
from footplate.papers.smith_anton.bots.steps import step_action

MODES = ("as_described", "as_published")
ONE_BY_ONE = "one_by_one"
AS_PRINTED = {  # by the name of the bot: the spec string with which the four win nearly as Smith and Anton print
    **{bot: f"{bot}:mode=as_published" for bot in ("one-step", "path", "long-route")},
    "hungry": f"hungry:mode={ONE_BY_ONE}",
}


def one_step_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    return step_action(b, o, w, False, bot.params[0] > 0)


def long_route_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    return step_action(b, o, w, True, bot.params[0] > 0)


def path_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    return path_action(b, o, w, bot.params[0] > 0)


def hungry_kernel(b: Record, o: Record, w: Record, bot: Record) -> Int:
    return hungry_action(b, o, w, bot.params[0] == 1, bot.params[0] == 2)


def _kind(name: str, kernel: Kernel, summary: str, description: str, modes: tuple[str, ...] = MODES) -> AgentKind:
    def make(mode: str) -> Agent:
        if mode not in modes:
            raise UnknownAgent(f"agent {name!r}: mode={mode!r} must be {' or '.join(modes)}")
        return KernelAgent(name, kernel, [modes.index(mode)])

    return AgentKind(
        name=name,
        family="silva",
        summary=summary,
        make=make,
        parameters={"mode": modes[0]},
        description=description,
        made_for="usa, 2 to 5 players; plays every board",
    )


_ONE_STEP = """\
Keeps all first tickets. Works on its most valuable ticket that can still be done: the target is the first missing
route, from the ticket's first city, on the way that needs the fewest trains. Claims the target as soon as it can
pay, with as few locomotives as possible; else draws its colour, a locomotive, or from the deck. When all is done it
takes new tickets, of which it keeps those with most points per train, while everybody has 8 trains or more (of 45;
as described in proportion to the board's trains); after that it goes for the longest free routes.
As published: ways have the fewest routes, whatever their length, and equally good ones change from claim to claim;
of new tickets it keeps the one with the fewest points; it pays with the first colour that will do, even with
locomotives; for a grey longest route it looks for no colour; it looks for a new target only when somebody has
scored."""

_PATH = """\
Keeps all first tickets and never takes more. A route on the shortest way of an open ticket is worth its points and
twice the points of every ticket that it serves; the worthiest that can be paid is claimed, and cards are drawn for
the worthiest of all. Without open tickets it goes for the longest free routes alone.
As published: ways have the fewest routes; a route counts for one ticket only; it never lays its last train, always
draws from the deck, and without open tickets claims the cheapest routes first."""

_LONG_ROUTE = """\
Plays as one-step does, but connects its tickets by routes longer than three trains only (or the board's longest, or
what its trains allow), keeps of the first tickets those that such routes can do, and never takes more: with no
ticket to do it goes for the longest free routes, those it can pay first.
As published: routes of three will do, and it keeps the first tickets with the fewest points; else as one-step."""

_HUNGRY = """\
Takes tickets, before its first claim, until the network for them leaves fewer than 8 trains; keeps those with most
points of tickets and routes per train that leave 5 (both of 45, as described in proportion to the board's trains).
The network grows from the two cities that are farthest apart. Of its routes it claims the one that serves most
points of tickets first, grey ones only with cards that the plan can spare, and draws the colour that it needs most.
When all is done it claims the longest route that it can pay.
As published: it remembers the cost of all offered tickets instead of the kept ones, so it soon stops taking
tickets; the network ties some cities to the wrong place and is not renewed after each claim; it claims the first
route it finds, and sees in the market only the commonest kind.
One by one: as described, but it stops taking tickets once their shortest ways, each counted by itself, leave fewer
than 8 trains."""


KINDS = (
    _kind(
        "one-step", one_step_kernel, "does its most valuable ticket route by route, then takes new tickets", _ONE_STEP
    ),
    _kind("path", path_kernel, "claims the routes that serve most tickets and points; never takes more tickets", _PATH),
    _kind(
        "long-route",
        long_route_kernel,
        "connects its tickets by long routes only, then claims the longest there are",
        _LONG_ROUTE,
    ),
    _kind(
        "hungry",
        hungry_kernel,
        "takes tickets for all its trains and joins their cities into one network",
        _HUNGRY,
        (*MODES, ONE_BY_ONE),
    ),
)
