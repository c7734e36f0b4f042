"""What many tests need is compiled once, on all cores, before several workers start; side by side each would do it."""

from __future__ import annotations

import subprocess
import sys

from footplate.compile import is_compiled, keeps_code, mark_compiled
from footplate.compiling import MATCHES, PLAYOUTS, RARE_RULES, STEPS, Compiler, Step, bot_steps, mark_done

FIRST = (*STEPS, MATCHES, RARE_RULES)  # for some tests: the rules, searches, matches


def _compile_bots() -> None:
    from footplate.agents.kernel_agent import is_compiled as plays_compiled
    from footplate.agents.kernel_agent import players_of
    from footplate.agents.registry import agent_kinds, make_agent

    for kind in agent_kinds():
        agent = make_agent(kind.name)
        has_own_step = kind.family in ("learned", "levels", "adaptive")
        if plays_compiled(agent) and not has_own_step:
            players_of([agent])
    _compile_what_a_server_does_later(learned=False)


def _compile_networks() -> None:
    from footplate.agents.learned.search import ENTRIES
    from footplate.arena import play_match

    play_match("usa", ["net", "net-ismcts:iterations=2"], 2)
    for entry in ENTRIES:
        entry.load()
    _compile_what_a_server_does_later(learned=True)


def _compile_what_a_server_does_later(*, learned: bool) -> None:
    """So that no server of a test does it."""
    from footplate.agents.registry import agent_kind

    for step in bot_steps():
        if learned == (agent_kind(step.name).family == "learned"):
            step.compile()


def _compile_environments() -> None:
    from footplate.engine.batch import first_illegal
    from footplate.envs.kernels import advance, look_at_games, renew_games, start_games

    for entry in (start_games, renew_games, look_at_games, advance, first_illegal):
        entry.load()


def _collect_tests() -> None:
    """Python's own bytecode, of tests and all that they import. What can't be imported, the workers will say."""
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-qq"]
    subprocess.run(collect, stdout=subprocess.DEVNULL, check=False)


NETWORKS = Step("networks", _compile_networks, after=(MATCHES.name, PLAYOUTS.name))
BOTS = Step("bots", _compile_bots, after=(MATCHES.name, PLAYOUTS.name))
ENVIRONMENTS = Step("environments", _compile_environments, after=(NETWORKS.name,))
TESTS = Step("tests", _collect_tests)
ALL = (*FIRST, NETWORKS, BOTS, ENVIRONMENTS, TESTS)


def compile_steps(steps: tuple[Step, ...]) -> None:
    """Compile FIRST or ALL, if this machine lacks it."""
    if is_compiled(_mark(steps)) or not keeps_code():
        return
    Compiler(steps).run(lambda progress: None)
    mark_done()
    for done in (FIRST, steps):
        mark_compiled(_mark(done))


def _mark(steps: tuple[Step, ...]) -> str:
    return f"ready-tests-{len(steps)}"
