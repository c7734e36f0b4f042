"""What is compiled at the first start on a machine: the steps, and how they are done in processes of their own."""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import cast

from footplate.engine.cache import is_compiled, keeps_code, mark_compiled
from footplate.errors import FootplateError

_SERVER = "ready-server"  # once all that a server needs is compiled
_PATIENCE = 15.0  # seconds until the same is told again
_NICENESS = 5  # whoever already uses the page comes first


def _compile_moves() -> None:
    from footplate.engine import entry_points
    from footplate.engine.cards import redeal_market, reshuffle
    from footplate.engine.doors import open_doors
    from footplate.engine.memory import choose_tickets, turn_over_tickets
    from footplate.game import Game

    open_doors(reshuffle, redeal_market, turn_over_tickets, choose_tickets)
    for entry in vars(entry_points).values():
        if isinstance(entry, entry_points.EntryPoint) and entry not in (entry_points.score_all, entry_points.fill_in):
            entry.open()
    game = Game("mini", 2)
    game.copy().push(game.observe(0).legal_actions()[0])


def _compile_scores() -> None:
    from footplate.engine.determinize import determinize
    from footplate.engine.doors import open_doors
    from footplate.engine.entry_points import fill_in, score_all
    from footplate.engine.score import score_game

    open_doors(score_game, determinize)
    score_all.open()
    fill_in.open()


def _compile_plans() -> None:
    from footplate.agents.search.evaluators.plans import make_plan
    from footplate.engine.doors import open_doors

    open_doors(make_plan)


def _compile_matches() -> None:
    from footplate.arena import play_match

    play_match("mini", ["random", "greedy"], 2)


def _compile_trees() -> None:
    from footplate.agents.search.search import continue_search

    continue_search.open()


def _compile_planner() -> None:
    from footplate.agents.search.evaluators.evaluator import compiled
    from footplate.agents.search.evaluators.priors import ask_planner

    compiled(ask_planner)


def _compile_playouts() -> None:
    from footplate.agents.search.evaluators.evaluator import compiled
    from footplate.agents.search.evaluators.guided import follow_plans, guided_playout, tickets_to_keep
    from footplate.agents.search.evaluators.priors import planned_priors
    from footplate.engine.doors import open_doors

    open_doors(tickets_to_keep)
    for asked in (planned_priors, guided_playout, follow_plans):
        compiled(asked)


def _compile_choices() -> None:
    from footplate.agents.kernel_agent import load_asking
    from footplate.agents.search.evaluators.evaluator import compiled, random_playout
    from footplate.agents.search.search import begin_search, choose_action
    from footplate.agents.search.tree import make_logs

    begin_search.open()
    choose_action.open()
    make_logs(1)
    compiled(random_playout)
    load_asking()


def _compile_the_rest() -> None:
    import footplate.agents.search.evaluators.guided
    import footplate.agents.strong.planner  # noqa: F401
    from footplate.engine.doors import all_doors, open_doors

    open_doors(*all_doors())


@dataclass(frozen=True)
class Step:
    """Something to be compiled. ``after`` names steps whose code it uses: side by side both would compile it."""

    name: str
    compile: Callable[[], None]  # of a module: another process calls it
    after: tuple[str, ...] = ()


MOVES = Step("the rules", _compile_moves)
SCORES = Step("scores and samples", _compile_scores)
PLANS = Step("plans", _compile_plans, after=(SCORES.name,))
PLANNER = Step("the planner", _compile_planner, after=(MOVES.name, PLANS.name))
TREES = Step("searches", _compile_trees, after=(MOVES.name, SCORES.name))
PLAYOUTS = Step("their playouts", _compile_playouts, after=(TREES.name, PLANS.name))
CHOICES = Step("their choices", _compile_choices, after=(TREES.name,))  # last and short: two processes end together
MATCHES = Step("matches", _compile_matches, after=(MOVES.name, SCORES.name))
RARE_RULES = Step("rules of some boards", _compile_the_rest)
STEPS_OF_COMMANDS = (MOVES, SCORES, MATCHES)
STEPS = (MOVES, SCORES, PLANS, PLANNER, TREES, PLAYOUTS, CHOICES)  # of a server, which plays no matches
LATER_STEPS = (RARE_RULES,)  # whoever comes to such a rule before has to wait for it


def is_prepared() -> bool:
    """Whether an earlier start has compiled all that a server needs."""
    return is_compiled(_SERVER)


def steps_to_do() -> Sequence[Step]:
    """What a server and its workers need and this machine lacks; nothing where compiled code can't be kept."""
    return () if is_prepared() or not keeps_code() else STEPS


def mark_done() -> None:
    """All steps are done: the next start has nothing to compile."""
    mark_compiled(_SERVER)


@dataclass(frozen=True)
class Progress:
    """How far compiling has come: ``now`` are the steps that are under way."""

    done: int
    steps: int
    now: tuple[str, ...]
    seconds: float

    def __str__(self) -> str:
        return f"{' and '.join(self.now)} ({self.done + 1} of {self.steps})"


class Compiler:
    """Does steps, those side by side that can be. Compiling takes much memory, so its processes end with it."""

    def __init__(self, steps: Sequence[Step], processes: int = os.cpu_count() or 1) -> None:
        self._steps, self._most = steps, processes
        self._free: list[_Process] = []
        self._working: dict[Connection, _Process] = {}
        self._is_stopped = False

    def run(self, tell: Callable[[Progress], None]) -> bool:
        """Blocks; whether all was done before a stop. ``tell`` hears of every change, and at times that it goes on."""
        began, waiting, done = time.monotonic(), list(self._steps), set[str]()
        try:
            while len(done) < len(self._steps):
                if self._is_stopped:
                    return False
                for step in [step for step in waiting if done.issuperset(step.after)]:
                    if self._free or len(self._working) < self._most:
                        waiting.remove(step)
                        self._begin(step)
                now = tuple(process.step.name for process in self._working.values())
                tell(Progress(len(done), len(self._steps), now, time.monotonic() - began))
                for connection in wait(list(self._working), _PATIENCE):
                    if self._is_stopped:
                        return False
                    done.add(self._end(cast(Connection, connection)))
            return True
        finally:
            self.stop()

    def _begin(self, step: Step) -> None:
        process = self._free.pop() if self._free else _Process()
        process.begin(step)
        self._working[process.connection] = process

    def _end(self, connection: Connection) -> str:
        process = self._working.pop(connection)
        try:
            connection.recv()
        except EOFError:
            process.process.join()
            raise FootplateError(
                f"compiling {process.step.name} failed: its process ended with {process.process.exitcode}"
            ) from None
        self._free.append(process)
        return process.step.name

    def stop(self) -> None:
        """End all processes; ``run`` then ends, too."""
        self._is_stopped = True
        for process in (*self._free, *self._working.values()):
            process.process.kill()


class _Process:
    """A process that does one step after the other, and what it does now."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_compile, args=(theirs,), name="footplate-compiler", daemon=True)
        start_unheard(self.process)
        theirs.close()

    def begin(self, step: Step) -> None:
        self.step = step
        self.connection.send(step)


def _compile(connection: Connection) -> None:
    """The life of a process that compiles. It ends soon, so nothing is gained by looking for garbage all the time."""
    os.nice(_NICENESS)
    gc.disable()
    while True:
        try:
            step = connection.recv()
        except (EOFError, OSError):
            return
        step.compile()
        connection.send(step.name)


def start_unheard(process: BaseProcess) -> None:
    """Start a process that does not hear Ctrl-C, not even while it starts: whoever started it ends it."""
    resource_tracker.ensure_running()  # which would let the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
