"""The amateur: how it is named and made."""

from __future__ import annotations

from footplate.agents.amateur.kernel import PLAYS, WEAKNESS, amateur_kernel
from footplate.agents.base import Memory
from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.kernels import compiled
from footplate.agents.kinds import AgentKind
from footplate.agents.registry import make_agent, read_spec
from footplate.agents.specs import Spec
from footplate.boards import Board
from footplate.engine.layout import Records
from footplate.engine.tables import Tables
from footplate.errors import UnknownAgent

_CHARACTER = "character"  # in its memory


class Amateur(KernelAgent):
    """Plays as ``other`` does, less its lapses: none with a skill of 1."""

    def __init__(self, name: str, other: KernelAgent, skill: float) -> None:
        super().__init__(name, amateur_kernel, cheats=other.cheats, decides_all=bool(other.bots[0].decides_all))
        self._other, self._weakness = other, 1.0 - skill

    def fit(self, tables: Tables) -> None:
        self._other.fit(tables)
        self.weights = self._other.weights

    def records(self) -> Records:
        self.bots[:1] = self._other.records()[:1]
        self.bots[0].params[WEAKNESS] = self._weakness
        self.bots[0].asks[PLAYS] = compiled(self._other.kernel).address
        return super().records()

    def recall(self, board: Board, memory: Memory) -> None:
        with self.alone:
            if _CHARACTER in memory:  # at its first decision there is none
                self._works[0].character = int(memory[_CHARACTER])

    def memory(self) -> Memory:
        return {_CHARACTER: float(self._works[0].character)}

    @property
    def numbers(self) -> bytes:
        return super().numbers + self._other.numbers


def _looks_once(bot: KernelAgent) -> bool:
    return bot.plays_compiled and not (bot.asks or bot.second or bot.thinks)


def make_amateur(plays: str | Spec, skill: float) -> Amateur:
    spec = read_spec(plays)
    other = None if spec.runs_foreign_code else make_agent(spec)
    if not isinstance(other, KernelAgent) or isinstance(other, Amateur) or not _looks_once(other):
        raise UnknownAgent(
            f"agent 'amateur': it can't play as {spec.text!r}, only as a compiled bot that doesn't search, "
            "such as plays=planner or plays=net"
        )
    return Amateur("amateur", other, skill)


KINDS = (
    AgentKind(
        name="amateur",
        family="amateurs",
        summary="plays as another bot does, with people's weaknesses: forgets tickets, looks at one turn only, hoards",
        make=make_amateur,
        parameters={"plays": "planner", "skill": 0.5},
        description="With skill=1 it plays as the other bot does, with skill=0 it loses to nearly everybody. The less\n"
        "skill, the more tickets it keeps, and forgets for the whole game, long ones first. In some turns it takes\n"
        "what gains most at once, or the colour that it has most of; in some it draws where it could claim a route.",
        parts=("plays",),
        ranges={"skill": (0.0, 1.0)},
    ),
)
