"""The cost-function bots of Yang et al. 2023, after the library of Schwarcz, Twigg and Zeng.

All of them follow a path (paths.py) and draw for it what it needs. They differ in how they choose what to do:

    base         claims the path's cheapest payable route, else takes the face-up card that the path needs most
    random       follows the path with most points, claims a random route of it, draws from the deck
    action-eval  rates every legal action and takes the best
    adversarial  claims a threatened route (threats.py) when it can pay for one, else plays like action-eval
    combined     action-eval, with something added to the value of threatened routes
    game-tree    asks the other five and does what most of them say

Constants are those of the library; its three thresholds of 15 trains were made for players with 45.

All but base play ``as_coded`` (by the library) or ``as_described`` (by the paper's words and its Algorithm 3).
"""

from __future__ import annotations

from pathlib import Path

from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.kinds import AgentKind, Value
from footplate.agents.learned.kinds import network_kind
from footplate.agents.learned.shipped import ShippedNetworks
from footplate.errors import UnknownAgent
from footplate.papers.yang.bots.moves import (
    ACTION_EVAL,
    ADVERSARIAL,
    BASE,
    COMBINED,
    GAME_TREE,
    RANDOM,
    yang_kernel,
)

_PATHS = """\
A path is a set of links that does all its open tickets that can still be done; of parallel tracks it takes the one for
which it lacks fewest cards. {path}
At the start it keeps the tickets whose path takes fewest trains, less half the points of its routes; later as few as
allowed, the ones whose paths take fewest trains. {action}
With scaled=false the thresholds of 15 trains stay 15 on boards with fewer than 45 trains."""
_CHEAPEST = """\
It follows the one that lacks fewest cards, squared colour by colour; what lies face up counts as if it were in hand."""
_BASE = """\
Without a path it draws tickets if all are done and it has more than 15 of 45 trains, else it claims the longest route
that it can pay for, else it draws from the deck."""
_EVAL = """\
Every action has a value: a claim on the path 2, its points and those scored on this path so far, less 9 for each
locomotive and on grey routes the path's need of the colour for each card; a face-up card the path's need of its colour;
a locomotive 2, the deck 1; tickets, once all are done, the trains above 15 of 45."""
_THREATS = """\
A route is threatened if it is all that an opponent lacks to join two chains of its routes. With several opponents each
is looked at by itself, and the greatest threat counts; double routes count if a claim closes them."""


MODES = ("as_coded", "as_described")
_RANDOM_DESCRIBED = """\
As described it follows the path that base follows, and keeps any of the later tickets."""
_EVAL_DESCRIBED = """\
As described (Algorithm 3) a card costs the path's need of its colour on every route, and a locomotive 9 also without a
path; the deck is worth 2, and new tickets less than anything else."""


def _kind(who: int, name: str, summary: str, path: str, *action: str, described: str = "") -> AgentKind:
    """``described``: what is different as the paper describes it; with base nothing is."""
    modes: dict[str, Value] = {"mode": MODES[0]} if described else {}
    words = _PATHS.format(path=path, action=" ".join((*action, described)))

    def make(scaled: bool, mode: str = MODES[0]) -> KernelAgent:
        if mode not in MODES:
            raise UnknownAgent(f"agent {name!r}: mode={mode!r} must be {' or '.join(MODES)}")
        return KernelAgent(name, yang_kernel, [who, float(scaled), MODES.index(mode)])

    return AgentKind(
        name=name,
        family="yang",
        summary=summary,
        make=make,
        parameters={"scaled": True} | modes,
        description=" ".join(words.split()),
    )


NETWORKS = ShippedNetworks("ppo", Path(__file__).parents[1] / "networks")

KINDS = (
    _kind(BASE, "cf-base", "follows the path that lacks fewest cards and claims what costs it least", _CHEAPEST, _BASE),
    _kind(
        RANDOM,
        "cf-random",
        "follows the path with most points, claims a random route of it, draws blind",
        "It follows the one whose routes bring most points.",
        _BASE,
        described=_RANDOM_DESCRIBED,
    ),
    _kind(
        ACTION_EVAL,
        "cf-action-eval",
        "rates every action for its path and takes the best",
        _CHEAPEST,
        _EVAL,
        described=_EVAL_DESCRIBED,
    ),
    _kind(
        ADVERSARIAL,
        "cf-adversarial",
        "blocks an opponent about to join two chains of routes, else plays like cf-action-eval",
        _CHEAPEST,
        _THREATS,
        "It claims a random threatened route that it can pay for.",
        _EVAL,
        described=_EVAL_DESCRIBED,
    ),
    _kind(
        COMBINED,
        "cf-combined",
        "cf-action-eval, with a higher value for routes that an opponent needs",
        _CHEAPEST,
        _EVAL,
        _THREATS,
        "Threats to chains of more than 15 of 45 trains count, and 0.03 of a threat is added to a claim's value.",
        described=_EVAL_DESCRIBED,
    ),
    _kind(
        GAME_TREE,
        "cf-game-tree",
        "asks the other five and does what most of them say; chance decides ties",
        _CHEAPEST,
        "It searches no tree, whatever its name.",
        described="As described it asks the others as they are described.",
    ),
    network_kind(
        NETWORKS,
        "learned by PPO on the small board, as in the paper by Yang and others",
        "ppo:self-play, ppo:adversarial …",
    ),
)
