"""Tell the user when something has to be compiled, which happens once per machine and version."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection

from footplate.cli.output import err
from footplate.errors import FootplateError

Step = tuple[str, Callable[[], None]]  # what is compiled, and how

_SEARCHES = "ready-searches"  # what is compiled beside the rules
_PATIENCE = 15.0  # seconds from one line to the next where nobody sees a spinner turn


def compile_once() -> None:
    """Load the rules; on the first ever start, say that they are compiled and compile all of them now."""
    from footplate.engine.cache import is_compiled, mark_compiled

    if is_compiled():
        return
    with _telling("Compiling the rules for this machine. This happens once and takes about half a minute …"):
        compile_rules()
        compile_games()
    mark_compiled()


def compile_rules() -> None:
    from footplate.game import Game

    game = Game("mini", 2)
    while not game.is_over:
        Game.sample(game.observe(game.to_move), 0)
        game.push(game.observe(game.to_move).legal_actions()[0])
    game.scores()


def compile_games() -> None:
    from footplate.arena import play_match

    play_match("mini", ["random", "greedy"], 2)


def compile_searches() -> None:
    from footplate.agents.search.kinds import PUBLISHED, STRONGEST
    from footplate.agents.search.searcher import Searcher

    for options in (PUBLISHED, STRONGEST):
        Searcher(options)


STEPS: Sequence[Step] = (("the rules", compile_rules), ("matches", compile_games), ("searches", compile_searches))


def compile_for_server() -> None:
    """All that a server and its workers need. Compiling takes much memory, so it has a process that ends with it."""
    from footplate.engine.cache import is_compiled, keeps_code, mark_compiled

    if (is_compiled() and is_compiled(_SEARCHES)) or not keeps_code():
        return
    began = time.monotonic()
    _compile_elsewhere(STEPS)
    mark_compiled()
    mark_compiled(_SEARCHES)
    err.print(f"Compiled in {time.monotonic() - began:.0f} s.", highlight=False)


def _compile_elsewhere(steps: Sequence[Step]) -> None:
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_compile, args=(theirs, steps), name="footplate-compiler", daemon=True)
    with _telling("Compiling for this machine. This happens once and takes about two minutes …") as tell:
        process.start()
        theirs.close()
        now = "the compiler"
        while True:
            try:
                if ours.poll(_PATIENCE):
                    done = ours.recv()
                    now = f"{steps[done][0]} ({done + 1} of {len(steps)})"
                    tell(f"Compiling {now} …")
                elif not err.is_terminal:
                    tell(f"Still compiling {now} …")
            except EOFError:
                break
        process.join()
    if process.exitcode:
        raise FootplateError(f"compiling {now} failed: its process ended with {process.exitcode}")


def _compile(parent: Connection, steps: Sequence[Step]) -> None:
    """The life of the process that compiles; it says what it begins with."""
    for number, (_, compile_step) in enumerate(steps):
        parent.send(number)
        compile_step()


@contextmanager
def _telling(words: str) -> Iterator[Callable[[str], None]]:
    """Say what is going on: beside a spinner in a terminal, as lines anywhere else."""
    if err.is_terminal:
        with err.status(words) as status:
            yield status.update
    else:
        _say(words)
        yield _say


def _say(words: str) -> None:
    sys.stderr.write(f"{words}\n")
    sys.stderr.flush()
