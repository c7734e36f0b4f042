"""The steps that compile code at the first start on a machine, and the processes that do them."""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import cast

from footplate.compile import EntryPoint, is_compiled, keeps_code, mark_compiled
from footplate.errors import FootplateError

_SERVER = "ready-server"  # once all that a server needs is compiled
_RARE_RULES = "ready-rare-rules"
_BOT = "ready-bot-"  # and its name
_REPORT_EVERY = 15.0  # seconds, where nothing changes
_NICENESS = 5  # whoever already uses the page comes first
_BOARD_OF_BOTS = "small"
_BOARDS_OF_ADAPTIVE = ("small", "mini")


def _compile_moves() -> None:
    from footplate.compile import load
    from footplate.engine import entry_points
    from footplate.engine.cards import redeal_market, reshuffle
    from footplate.engine.memory import choose_tickets, turn_over_tickets
    from footplate.game import Game

    load(reshuffle, redeal_market, turn_over_tickets, choose_tickets)
    for entry in vars(entry_points).values():
        if isinstance(entry, EntryPoint) and entry not in (entry_points.score_all, entry_points.fill_in):
            entry.load()
    game = Game("mini", 2)
    game.copy().push(game.observe(0).legal_actions()[0])


def _compile_scores() -> None:
    from footplate.compile import load
    from footplate.engine.determinize import determinize
    from footplate.engine.entry_points import fill_in, score_all
    from footplate.engine.score import score_game

    load(score_game, determinize)
    score_all.load()
    fill_in.load()


def _compile_plans() -> None:
    from footplate.agents.search.evaluators.plans import make_plan
    from footplate.compile import load

    load(make_plan)


def _compile_matches() -> None:
    from footplate.arena import play_match

    play_match("mini", ["random", "greedy"], 2)


def _compile_trees() -> None:
    from footplate.agents.search.evaluators.evaluator import compiled
    from footplate.agents.search.search import continue_search
    from footplate.agents.search.selection import child_by_puct, child_by_ucb1

    continue_search.load()
    for select in (child_by_ucb1, child_by_puct):
        compiled(select)


def _compile_planner() -> None:
    from footplate.agents.search.evaluators.evaluator import compiled
    from footplate.agents.search.evaluators.priors import ask_planner

    compiled(ask_planner)


def _compile_amateurs() -> None:
    from footplate.agents.amateur.kernel import amateur_kernel
    from footplate.agents.heuristic.greedy import greedy_action
    from footplate.agents.heuristic.planner import planner_kernel
    from footplate.agents.kernels import compiled
    from footplate.compile import load

    load(greedy_action)
    for kernel in (planner_kernel, amateur_kernel):
        compiled(kernel)


def _compile_playouts() -> None:
    from footplate.agents.search.evaluators.evaluator import compiled
    from footplate.agents.search.evaluators.guided import follow_plans, guided_playout, tickets_to_keep
    from footplate.agents.search.evaluators.priors import planned_priors
    from footplate.compile import load

    load(tickets_to_keep)
    for asked in (planned_priors, guided_playout, follow_plans):
        compiled(asked)


def _compile_choices() -> None:
    from footplate.agents.kernel_agent import load_asking
    from footplate.agents.search.evaluators.evaluator import compiled, random_playout
    from footplate.agents.search.search import ENTRIES
    from footplate.agents.search.selection import make_terms

    for entry in ENTRIES:
        entry.load()
    make_terms(1)
    compiled(random_playout)
    load_asking()


def _compile_the_rest() -> None:
    from footplate.agents.registry import agent_kinds
    from footplate.compile import indirect_functions, load

    agent_kinds()  # which imports them
    load(*indirect_functions())
    mark_compiled(_RARE_RULES)


def _compile_bot(name: str) -> None:
    """Have a bot choose its tickets and make a move, as a worker of the server does."""
    from footplate.agents import Budget, make_agent
    from footplate.agents.base import decision_of
    from footplate.agents.registry import agent_kind
    from footplate.game import Game

    kind = agent_kind(name)
    game, spec = Game(_BOARD_OF_BOTS, 2), name
    if kind.trained:
        network = next(one for one in kind.trained() if one.rules_hash)  # one for a board of its own
        game, spec = Game(network.board, network.players[0]), f"{name}:{network.name}"
    bot = make_agent(spec)
    bot.start(0, seed=0)
    for _ in range(2):
        seen = game.observe(0)
        game.push(decision_of(bot.act(seen, Budget(iterations=1)), seen).action)
        while game.to_move != 0:
            game.push(game.legal_actions()[0])
    mark_compiled(f"{_BOT}{name}")


def _compile_adaptive() -> None:
    """Its first move, with a network of a board's own and with the one for any map."""
    from footplate.agents import Budget, make_agent
    from footplate.game import Game

    for board in _BOARDS_OF_ADAPTIVE:
        bot = make_agent("adaptive")
        bot.start(0, seed=0)
        bot.act(Game(board, 2).observe(0), Budget())


@dataclass(frozen=True)
class Step:
    """Something to be compiled. ``after`` names the steps whose code it uses: in parallel, both would compile it."""

    name: str
    compile: Callable[[], None]  # a function of a module, since another process calls it
    after: tuple[str, ...] = ()


MOVES = Step("the rules", _compile_moves)
SCORES = Step("scores and samples", _compile_scores)
PLANS = Step("plans", _compile_plans, after=(SCORES.name,))
PLANNER = Step("the planner", _compile_planner, after=(MOVES.name, PLANS.name))
AMATEURS = Step("the levels", _compile_amateurs, after=(PLANNER.name,))
TREES = Step("searches", _compile_trees, after=(MOVES.name, SCORES.name))
PLAYOUTS = Step("their playouts", _compile_playouts, after=(TREES.name, PLANS.name))
ADAPTIVE = Step("the adaptive player", _compile_adaptive, after=(MOVES.name, SCORES.name, AMATEURS.name))
CHOICES = Step("their choices", _compile_choices, after=(TREES.name,))  # short and last, so that processes end together
MATCHES = Step("matches", _compile_matches, after=(MOVES.name, SCORES.name))
RARE_RULES = Step("rules of some boards", _compile_the_rest)
STEPS_OF_COMMANDS = (MOVES, SCORES, MATCHES)
STEPS = (
    MOVES,
    SCORES,
    PLANS,
    PLANNER,
    AMATEURS,
    TREES,
    PLAYOUTS,
    ADAPTIVE,
    CHOICES,
)  # of a server, which plays no matches
_PLAY_AT_ONCE = ("adaptive", "levels", "search")  # families of bots whose code is among STEPS


def bot_steps() -> tuple[Step, ...]:
    """One for each bot that STEPS leave out and that people can play against; its name is the bot's."""
    from footplate.agents import agent_kinds

    bots = (kind for kind in agent_kinds() if kind.family not in _PLAY_AT_ONCE)
    return tuple(Step(kind.name, partial(_compile_bot, kind.name)) for kind in bots if not kind.cheats)


def is_prepared() -> bool:
    """Whether an earlier start has compiled all that a server needs."""
    return is_compiled(_SERVER)


def steps_to_do() -> Sequence[Step]:
    """What a server and its workers need and this machine lacks; nothing where compiled code can't be kept."""
    return () if is_prepared() or not keeps_code() else STEPS


def mark_done() -> None:
    """All steps are done: the next start has nothing to compile."""
    mark_compiled(_SERVER)


def later_steps() -> Sequence[Step]:
    """What this machine lacks and can compile while games are played; a player who needs it earlier waits for it."""
    if not keeps_code():
        return ()
    rules = () if is_compiled(_RARE_RULES) else (RARE_RULES,)
    return *rules, *(step for step in bot_steps() if not is_compiled(f"{_BOT}{step.name}"))


@dataclass(frozen=True)
class Progress:
    """How far compiling has come; ``now`` names the steps that run."""

    done: int
    steps: int
    now: tuple[str, ...]
    seconds: float

    def __str__(self) -> str:
        return f"{' and '.join(self.now)} ({self.done + 1} of {self.steps})"


class Compiler:
    """Does steps in parallel, in processes that end with it, since compiling takes much memory.

    A step that somebody waits for begins as soon as its predecessors are done, even beside ``processes`` others.
    """

    def __init__(self, steps: Sequence[Step], processes: int = os.cpu_count() or 1) -> None:
        self._steps, self._most = steps, processes
        self._wanted: set[str] = set()
        self._requests, self._requester = get_context("spawn").Pipe(duplex=False)
        self._free: list[_Process] = []
        self._working: dict[Connection, _Process] = {}
        self._is_stopped = False

    def want(self, name: str) -> None:
        """Somebody waits for this step."""
        self._wanted.add(name)
        self._requester.send(name)

    def run(self, tell: Callable[[Progress], None], is_done: Callable[[str], None] = lambda name: None) -> bool:
        """Do all steps; False if ``stop`` was called before.

        ``tell`` gets every change, and the same progress again now and then. ``is_done`` gets the name of each step
        that is done.
        """
        began, waiting, done = time.monotonic(), list(self._steps), set[str]()
        try:
            while len(done) < len(self._steps):
                if self._is_stopped:
                    return False
                waiting.sort(key=lambda step: step.name not in self._wanted)
                for step in [step for step in waiting if done.issuperset(step.after)]:
                    if len(self._working) < self._most + (step.name in self._wanted):
                        waiting.remove(step)
                        self._begin(step)
                now = tuple(process.step.name for process in self._working.values())
                tell(Progress(len(done), len(self._steps), now, time.monotonic() - began))
                for connection in wait([self._requests, *self._working], _REPORT_EVERY):
                    if self._is_stopped:
                        return False
                    if connection is self._requests:
                        self._requests.recv()
                        continue
                    done.add(name := self._end(cast(Connection, connection)))
                    is_done(name)
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
        """End all processes, and ``run`` with them."""
        self._is_stopped = True
        for process in (*self._free, *self._working.values()):
            process.process.kill()


class _Process:
    """A process that does one step after the other, and its current step."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_compile, args=(theirs,), name="footplate-compiler", daemon=True)
        start_ignoring_interrupts(self.process)
        theirs.close()

    def begin(self, step: Step) -> None:
        self.step = step
        self.connection.send(step)


def _compile(connection: Connection) -> None:
    """What a process that compiles does. It lives shortly, so garbage collection would gain nothing."""
    be_nice(_NICENESS)
    gc.disable()
    while True:
        try:
            step = connection.recv()
        except (EOFError, OSError):
            return
        step.compile()
        connection.send(step.name)


def start_ignoring_interrupts(process: BaseProcess) -> None:
    """Start a process that ignores Ctrl-C from its first moment, since the process that started it ends it.

    Windows has no such way: Ctrl-C ends both.
    """
    if not hasattr(signal, "pthread_sigmask"):
        process.start()
        return
    resource_tracker.ensure_running()  # else ``start`` would start it, which unblocks the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def be_nice(niceness: int) -> None:
    """Let other processes come first, where the system knows that."""
    if hasattr(os, "nice"):
        os.nice(niceness)
