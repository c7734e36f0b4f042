"""The Warwick family: the report's bots by name, mixed bots that change their play in mid-game, and steered agents.

Those that extend base play in one of two modes. ``as_described`` follows the report's words and its printed game. Where
it is silent, or its table of wins speaks against its words, ``as_fitted`` takes the reading that agrees best with that
table.
"""

from __future__ import annotations

from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.kernels import TRAINS_LEFT, TURN_REACHED, Kernel
from footplate.agents.kinds import AgentKind, Value, kernel_kind
from footplate.agents.registry import make_agent, read_spec
from footplate.agents.specs import Spec
from footplate.engine.tables import Tables
from footplate.errors import UnknownAgent
from footplate.papers.warwick.bots import moves
from footplate.papers.warwick.methods import kinds as methods

FAMILY = "warwick"
_EVERY_BOARD = "every board"
# With more trains than this, and no ticket that can be done, it draws new ones.
_TICKETS: dict[str, Value] = {"ticket_trains": 15}
_TURNS = (0, 10_000)
_RANGES: dict[str, tuple[float, float]] = {"ticket_trains": (0, 1000), "probability": (0, 1), "threshold": (0, 100)}
_NEVER = 1000.0  # trains: nobody has more
MODES = ("as_fitted", "as_described")
_MODE: dict[str, Value] = {"mode": MODES[0]}
_TICKET_CHOICE = (
    "It keeps any legal choice of tickets, all equally likely: the report doesn't say how it chooses, and this agrees "
    "best with its tables."
)
_NEW_TICKETS = (
    "It draws new tickets with more than ticket_trains trains left, once its own are done or cut "
    "off (the report gives no figure; 15 is that of CFBase, and is never reached on the small board, as published)."
)
_AS_DESCRIBED = (
    "As described: an open locomotive comes before the open colours; of the first tickets it keeps the first ones, and "
    "no more than it must, as in Listing 11.5; of later ones it keeps the first that has a claimable path, and it "
    "looks at them only if there may be one."
)


def _bot(
    name: str,
    kernel: Kernel,
    summary: str,
    description: str,
    own: dict[str, Value] | None = None,
    never: bool = False,
) -> AgentKind:
    """A bot that extends base; ``never``: it draws no new tickets."""
    words = (description, _TICKET_CHOICE, *(() if never else (_NEW_TICKETS,)), _AS_DESCRIBED)

    def make(mode: str, ticket_trains: float = _NEVER, **own: float) -> KernelAgent:
        if mode not in MODES:
            raise UnknownAgent(f"agent {name!r}: mode={mode!r} must be {' or '.join(MODES)}")
        return KernelAgent(name, kernel, [ticket_trains, MODES.index(mode), *own.values()])

    return AgentKind(
        name=name,
        family=FAMILY,
        summary=summary,
        make=make,
        parameters=({} if never else _TICKETS) | (own or {}) | _MODE,
        ranges=_RANGES,
        description=" ".join(words),
        made_for=_EVERY_BOARD,
    )


class MixedAgent(KernelAgent):
    """A bot that plays as ``first`` and then as ``second``."""

    def __init__(self, first: KernelAgent, second: KernelAgent, switch: int, limit: int) -> None:
        super().__init__(
            f"{first.name} then {second.name}", first.kernel, first.bots[0].params,
            weights=first.weights, asks=first.asks, second=second, switch=switch, limit=limit,
            cheats=first.cheats or second.cheats,
        )  # fmt: skip
        self._first = first

    def fit(self, tables: Tables) -> None:
        """A network's weights follow from the board."""
        super().fit(tables)
        self._first.fit(tables)
        self.weights = self._first.weights


def make_mixed(first: str | Spec, second: str | Spec, when: str, limit: int) -> KernelAgent:
    """A bot that plays as ``first`` and then as ``second``: from its turn ``limit`` on, or with so few trains left."""
    conditions = {"turn": (TURN_REACHED, limit - 1), "trains": (TRAINS_LEFT, limit)}
    if when not in conditions:
        raise UnknownAgent(f"agent 'mixed': when={when!r} must be turn or trains")
    switch, at = conditions[when]
    one, other = (_part(read_spec(part)) for part in (first, second))
    return MixedAgent(one, other, switch, at)


def _part(spec: Spec) -> KernelAgent:
    agent = None if spec.runs_foreign_code else make_agent(spec)
    if not isinstance(agent, KernelAgent) or agent.second:
        raise UnknownAgent(f"agent 'mixed': {spec.text!r} is not a single compiled bot and can't be mixed")
    return agent


def _swap(name: str, first: str, second: str) -> AgentKind:
    def make(turn: Value, mode: str) -> KernelAgent:
        one, other = (bot if bot == "fully-random" else f"{bot}:mode={mode}" for bot in (first, second))
        return make_mixed(one, other, "turn", int(turn))

    return AgentKind(
        name=name,
        family=FAMILY,
        summary=f"plays as {first} and from its turn number `turn` on as {second}",
        make=make,
        parameters={"turn": 5} | _MODE,
        ranges={"turn": _TURNS},
        description="The report names the two bots (Figure 12.9), not when they change; turn 5 is the middle of a game "
        "on its small board.",
        made_for=_EVERY_BOARD,
    )


KINDS = (
    _bot(
        "base",
        moves.base_kernel,
        "plans the cheapest routes for all its tickets, claims what it can pay, draws what it needs most",
        "A train costs 8 on coloured routes and 1 on grey ones, less a tenth of the route's points; tickets that "
        "are cut off are left out. A payment costs 8 for each locomotive, and for each other card what the plan still "
        "lacks of the route's colour. Of the open cards it takes the colour that it lacks most, else a locomotive.",
    ),
    _bot(
        "random-smart",
        moves.random_smart_kernel,
        "base, but every other turn it claims any route of its plan, or draws any cards",
        "A coin decides at the start of each turn.",
        {"probability": 0.5},
    ),
    _bot(
        "random-base",
        moves.random_base_kernel,
        "base, but every other turn it does anything legal",
        "A coin decides at the start of each turn.",
        {"probability": 0.5},
    ),
    _bot(
        "hoarder",
        moves.hoarder_kernel,
        "base, but it only draws until it holds most cards for its whole plan, then claims while it can",
        "The threshold is the share of the cards that its plan needs; the report gives no figure, and 0.5 agrees best "
        "with its tables.",
        {"threshold": 0.5},
    ),
    _bot(
        "hoarder-ticket",
        moves.hoarder_ticket_kernel,
        "hoarder, but it draws more tickets in its first turn",
        "The threshold is the share of the cards that its plan needs.",
        {"threshold": 0.5},
    ),
    _bot(
        "pile",
        moves.pile_kernel,
        "base, but it draws from the deck only",
        "It takes open cards when the deck is empty.",
    ),
    _bot(
        "pile-ticket-hater",
        moves.pile_kernel,
        "pile, but it never draws new tickets",
        "It takes open cards when the deck is empty.",
        never=True,
    ),
    _bot(
        "villain",
        moves.villain_kernel,
        "claims the longest route next to an opponent's; base when there is none",
        "Of several routes that share a city with an opponent's it takes the one with most points (the report doesn't "
        "say which).",
    ),
    kernel_kind(
        "greedy-random",
        FAMILY,
        moves.greedy_random_kernel,
        "claims any route that it can pay; else draws any cards",
        description="It keeps all tickets that it is offered: the report doesn't say, but calls it TAKELASTTURN, the "
        "last choice in its list is all of them, and that agrees with its tables. It never draws new ones.",
        made_for=_EVERY_BOARD,
    ),
    kernel_kind(
        "fully-random",
        FAMILY,
        moves.fully_random_kernel,
        "plays any whole turn, all equally likely",
        description="As the report's engine lists turns: drawing two cards is one choice for each pair of cards, so it "
        "draws more, and looks at tickets less often, than random, for which each card is a choice.",
        made_for=_EVERY_BOARD,
    ),
    kernel_kind(
        "take-locomotive",
        FAMILY,
        moves.take_locomotive_kernel,
        "takes every open locomotive; else plays any legal action",
        description="The report lists it (TAKELOCOMOTIVE_AIAGENT) without a description.",
        made_for=_EVERY_BOARD,
    ),
    AgentKind(
        name="mixed",
        family=FAMILY,
        summary="any two compiled bots: changes from the first's play to the second's in mid-game",
        make=make_mixed,
        parameters={"first": "base", "second": "fully-random", "when": "turn", "limit": 5},
        parts=("first", "second"),
        ranges={"limit": _TURNS},
        description="when=turn: from its own turn number `limit` on; when=trains: with at most `limit` trains left. "
        "A part may have parameters: first=hoarder:threshold=0.8, and in brackets if there are several "
        "(docs/bots.md). With a part that cheats, the whole is shown everything.",
        made_for=_EVERY_BOARD,
    ),
    _swap("swap-bot", "fully-random", "base"),
    _swap("swap-bot-2", "base", "fully-random"),
    _swap("swap-bot-3", "hoarder", "random-base"),
    *methods.KINDS,
)
