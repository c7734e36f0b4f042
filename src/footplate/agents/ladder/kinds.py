"""The six levels as agents: each plays as whoever was measured to be as strong on the board."""

from __future__ import annotations

from functools import partial

from footplate.actions import Action
from footplate.agents.base import Budget, Decision, Memory
from footplate.agents.heuristic.greedy import greedy_kernel
from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.kinds import AgentKind
from footplate.agents.ladder.measured import SECONDS, spec_of
from footplate.agents.ladder.words import LEVELS, STRONGEST
from footplate.agents.registry import make_agent
from footplate.boards import Board
from footplate.engine.layout import Records
from footplate.engine.tables import Tables
from footplate.errors import FootplateError
from footplate.observation import Observation


class LevelAgent(KernelAgent):
    """Another agent, chosen when the board and the number of players are known."""

    def __init__(self, level: int) -> None:
        super().__init__(LEVELS[level].spec, greedy_kernel)
        self.level = level
        self.plays_compiled = level != STRONGEST
        self.is_timed = level == STRONGEST
        self.thinks = Budget(seconds=SECONDS) if level == STRONGEST else None
        self._one: KernelAgent | None = None
        self._tables: Tables | None = None
        self._start: tuple[int, int] | None = None
        self._memory: tuple[Board, Memory] | None = None

    def fit(self, tables: Tables) -> None:
        if tables is self._tables:
            return
        one = make_agent(spec_of(self.level, tables.board, tables.players))
        assert isinstance(one, KernelAgent)
        one.fit(tables)
        if self._start:
            one.start(*self._start)
        if self._memory:
            one.recall(*self._memory)
        self.kernel, self._one, self._tables = one.kernel, one, tables

    @property
    def one(self) -> KernelAgent:
        """As whom it plays."""
        if self._one is None:
            raise FootplateError(f"{self.name} must be told first on which board it plays, and with how many (fit)")
        return self._one

    def start(self, seat: int, seed: int) -> None:
        super().start(seat, seed)
        self._start, self._memory = (seat, seed), None
        if self._one:
            self._one.start(seat, seed)

    def recall(self, board: Board, memory: Memory) -> None:
        self._memory = board, memory
        if self._one:
            self._one.recall(board, memory)

    def memory(self) -> Memory:
        return self._one.memory() if self._one else {}

    def act(self, observation: Observation, budget: Budget) -> Decision | Action:
        with self.alone:
            self.fit(observation.tables)
            return self.one.act(observation, budget)

    def records(self) -> Records:
        return self.one.records()

    @property
    def numbers(self) -> bytes:
        return self.one.numbers


KINDS = tuple(
    AgentKind(
        name=level.spec,
        family="levels",
        summary=f"level {number} of {len(LEVELS)} for people: {level.sentence[:1].lower()}{level.sentence[1:-1]}",
        make=partial(LevelAgent, number - 1),
        description="The levels are about 200 rating points apart. Whom one plays as depends on the board and on the\n"
        "number of players: `footplate agents --board BOARD` shows it.",
    )
    for number, level in enumerate(LEVELS, start=1)
)
