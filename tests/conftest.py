"""What all tests share. Set before Footplate is imported, so that plain ``pytest`` does what ``make test`` does."""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile

import pytest
from hypothesis import HealthCheck, settings

# The rules check their array bounds. Compiled code stays in the user's cache, where all tests, their subprocesses and
# the next run find it again; saved games and settings go to a folder that is thrown away.
os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
os.environ.setdefault("NUMBA_OPT", "1")  # a third of the time goes into compiling, which more would make longer
_home = tempfile.TemporaryDirectory(prefix="footplate-tests-")
os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_STATE_HOME"] = _home.name

# What JAX compiles, workers and subprocesses find in a folder that they share.
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", f"{_home.name}/jax")
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0.1")

# The same output on every machine, for the tests that compare what is printed.
os.environ.update(COLUMNS="120", LINES="50", NO_COLOR="1")
for name in ("FORCE_COLOR", "PYTHONPATH"):
    os.environ.pop(name, None)

# The workers use all cores; threads of linear algebra beside them would only wait for one another.
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(name, "1")

# Modules stay: looking for garbage among them as often as Python does took 7 % of compiling.
gc.set_threshold(50_000, 20, 100)

# Tests and their many subprocesses find each other's bytecode, also where Python is told not to write any.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A shell lets its background jobs ignore Ctrl-C, and programs that tests start and interrupt would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The first call of a kernel compiles, so no example has a deadline. CI tries the same examples every time.
settings.register_profile(
    "footplate",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("footplate")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than cores: many tests wait for a browser, a server or a bot, and use no core meanwhile."""
    return (os.cpu_count() or 1) + 1


# Tests that take five seconds and more: they begin first, so that at the end no core waits for one of them.
LONG = (
    "tests/app/web/test_barriers.py", "tests/app/web/test_sizes.py", "tests/papers/smith_anton/test_design.py",
    "tests/app/test_model.py", "tests/house/test_readme.py::test_commands_run",
    "tests/papers/thesis/training/test_reinforce.py", "tests/learning/test_map_network.py",
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.freeze()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Before several workers start. A few tests need not wait for the bots and networks that all tests use."""
    config = session.config
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        from tests.support.compiled import ALL, FIRST, compile_steps

        are_all = config.args_source is config.ArgsSource.TESTPATHS and not config.option.keyword
        compile_steps(ALL if are_all else FIRST)
