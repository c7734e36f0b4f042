"""Balancing a board: rounds one after the other, that can be watched, undone, stopped, kept and gone on with.

The same task gives the same boards, round by round, on any number of threads.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from footplate.agents.kernel_agent import all_compiled
from footplate.arena.runners import Runner, make_runner
from footplate.arena.service import Cancelled, Watch
from footplate.arguments import instance, listed, number, seed_number, whole
from footplate.boards import Board
from footplate.design.balance.archive import CollectingRound, can_collect, write_archive
from footplate.design.balance.candidate import Canvas
from footplate.design.balance.constraints import Constraints, Limits
from footplate.design.balance.guard import Guard
from footplate.design.balance.moves import Mover
from footplate.design.balance.rounds import Effort, Round, Workshop, last_seed
from footplate.design.balance.state import Contender, State
from footplate.design.balance.traits import Traits
from footplate.design.distance import Fairness, Floats, chance_within, fairness, target_shares
from footplate.design.playing import Playing
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError

_VERSION = 3  # of what is written down
_CERTAIN = 0.95
_USUAL = Effort()
_ANEW = "without --resume it begins anew"


@dataclass(frozen=True, kw_only=True)
class BalancingTask:
    """What is to be balanced: everything that the boards depend on. Agents are spec strings, win rates percents."""

    board: Board
    agents: tuple[str, ...]
    win_rates: tuple[float, ...]
    constraints: Constraints = field(default_factory=Constraints)
    seed: int = 0

    def __post_init__(self) -> None:
        instance("board", self.board, Board, "a Board, as load_board gives it")
        listed("agents", self.agents, "a tuple of agents, as spec strings")
        seed_number(self.seed)

    @property
    def target(self) -> Floats:
        return target_shares(self.win_rates, len(self.agents))

    def to_dict(self) -> dict[str, Any]:
        return {
            "board": json.loads(self.board.to_json()),
            "agents": list(self.agents),
            "win_rates": list(self.win_rates),
            "constraints": self.constraints.to_dict(),
            "seed": self.seed,
        }


class Balance(AbstractContextManager["Balance"]):
    """Makes a board fairer, round by round. Close it, or use it in a ``with`` block.

    The first step lets the given board play, which is the ``best`` until changed ones have played.

    With ``collect`` rounds go on from the first balanced board to others that differ from it (archive.py).
    """

    def __init__(
        self,
        task: BalancingTask,
        *,
        threads: int | None = None,
        runner: Runner | None = None,
        collect: bool = False,
        effort: Effort = _USUAL,
    ) -> None:
        instance("task", task, BalancingTask, "a BalancingTask: a board, agents and win rates")
        self.task, self.target, self._collect = task, task.target, collect
        make_tables(task.board, len(task.agents))  # says what can't be played
        canvas = Canvas(task.board, keep_tickets=task.constraints.keep_tickets)
        mover = Mover(Limits(canvas, task.constraints))
        self._runner, self._is_own = runner or make_runner("threads", threads), runner is None
        self.playing = Playing(task.agents, runner=self._runner)
        self.guard = Guard(task.board, len(task.agents), self._runner)
        try:
            all_compiled(self.playing.agents, "help to balance a board, which takes many thousand games")
        except FootplateError:
            self.close()
            raise
        self._shop = Workshop(canvas, Traits(canvas), mover, self.playing, self.guard, self.target, task.seed, effort)
        self._history = [State()]

    @property
    def state(self) -> State:
        return self._history[-1]

    @property
    def best(self) -> Contender:
        return self.state.best

    def step(self, watch: Watch | None = None) -> State:
        """The given board, then one round; after ``Cancelled`` everything is as it was before it."""
        kind = CollectingRound if self._collect and can_collect(self.state) else Round
        self._history.append(kind(self._shop, self.state, watch or Watch()).play())
        return self.state

    def undo(self) -> None:
        """Go back before the last round, if there is one."""
        if len(self._history) > 1:
            self._history.pop()

    def run(
        self, *, seconds: float | None = None, rounds: int | None = None, within: float | None = None, watch: Watch
    ) -> Iterator[State]:
        """Round after round, until the time or the rounds are over, or the distance is certainly (95 %) ``within``.

        A round that is under way when the time is over is dropped, unless it is the first.
        """
        for what, limit in (("seconds", seconds), ("within", within)):
            if limit is not None:
                number(what, limit, 0)
        if rounds is not None:
            whole("rounds", rounds, 0)
        began, before = time.monotonic(), self.state.rounds

        def is_over() -> bool:
            return seconds is not None and self.state.rounds > 0 and time.monotonic() - began >= seconds

        def is_enough() -> bool:
            return bool(self.state.contenders) and rounds is not None and self.state.rounds - before >= rounds

        timed = Watch(watch.progress, lambda: watch.is_cancelled() or is_over())
        while not (is_over() or is_enough() or (within is not None and self.is_certainly_within(within))):
            try:
                yield self.step(timed)
            except Cancelled:
                return

    def is_certainly_within(self, limit: float) -> bool:
        if not self.state.contenders or self.best.expected > limit:
            return False
        return chance_within(self.target, self.best.tally, limit) >= _CERTAIN

    def board(self, one: Contender, name: str, title: str | None = None) -> Board:
        return self._shop.canvas.make_board(one.candidate, name, title)

    def write_archive(self, folder: Path) -> None:
        write_archive(folder, self._shop.canvas, self.target, self.state.collected)

    def so_far(self) -> Fairness:
        """What the fresh games of all rounds say about the best board."""
        return fairness(self.target, self.best.tally)

    def measure(self, board: Board, games: int, watch: Watch | None = None) -> Fairness:
        """How a finished board plays, on deals that no round has seen."""
        return self.playing.fairness(board, self.target, games, seed=last_seed(self.task.seed), watch=watch or Watch())

    def to_dict(self) -> dict[str, Any]:
        """For ``resume``; even before anything has played."""
        state = self.state.to_dict()
        return {"version": _VERSION, "task": self.task.to_dict(), "state": state, "check": _check(state)}

    def resume(self, data: Mapping[str, Any]) -> None:
        """Go on from what was written down; FootplateError if that was another task, or is damaged."""
        mine, theirs, state = self.task.to_dict(), data.get("task"), data.get("state")
        if data.get("version") != _VERSION or not isinstance(theirs, dict) or not isinstance(state, dict):
            raise FootplateError(f"this is no state of balancing that this version of Footplate has written; {_ANEW}")
        if wrong := [key.replace("_", " ") for key in mine if mine[key] != theirs.get(key)]:
            words = f"what was begun differs in {' and '.join(wrong)}; --resume needs the same command, and {_ANEW}"
            raise FootplateError(words)
        if data.get("check") != _check(state):
            raise FootplateError(f"what was kept of balancing is damaged; {_ANEW}")
        self._history = [State.from_dict(state)]

    def close(self) -> None:
        self.playing.close()
        if self._is_own:
            self._runner.close()

    def __exit__(self, *error: object) -> None:
        self.close()


def _check(state: Mapping[str, Any]) -> str:
    """A hash, by which damage is noticed."""
    return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()
