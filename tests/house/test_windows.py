"""Windows lacks some of Python: whoever uses that asks first whether it is there. Here Windows is played on Linux."""

from __future__ import annotations

import ast
import asyncio
import os
import signal
import sys
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from footplate.agents import make_agent
from footplate.app.thinking.process import readable
from footplate.app.thinking.worker import Limit
from footplate.compiling import be_nice, start_ignoring_interrupts
from footplate.errors import UnknownAgent
from tests.support.project import PACKAGE

MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
NAMES = {
    "os": {
        "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg", "getpgid", "getuid",
        "initgroups", "killpg", "mkfifo", "nice", "openpty", "posix_spawn", "register_at_fork", "sched_getaffinity",
        "setpgid", "setsid", "statvfs", "sysconf", "uname", "wait3", "wait4",
    },
    "signal": {
        "SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPROF", "SIGUSR1", "SIGUSR2", "ITIMER_PROF", "ITIMER_REAL",
        "alarm", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt", "sigwait",
    },
    "time": {"tzset", "pthread_getcpuclockid"},
    "socket": {"AF_UNIX", "SO_REUSEPORT", "send_fds", "recv_fds"},
}  # fmt: skip

# Each asks first, by hasattr, getattr or except ImportError, or can't be reached: programs don't play on Windows.
ASKED = {
    "agents/own/process.py": {"os.killpg", "signal.SIGKILL"},
    "app/http/protocol.py": {"resource"},
    "app/thinking/worker.py": {"signal.setitimer", "signal.ITIMER_PROF"},
    "bench/report.py": {"os.getloadavg"},
    "cli/console.py": {"readline"},
    "cli/training_watch.py": {"termios", "tty"},
    "compiling.py": {"os.nice", "signal.pthread_sigmask"},
}


def lacking(text: str) -> set[str]:
    """What a source uses that Windows lacks."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & MODULES
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} & MODULES
            found |= {f"{node.module}.{alias.name}" for alias in node.names if alias.name in NAMES.get(node.module, ())}
        elif isinstance(node, ast.Attribute) and node.attr in NAMES.get(ast.unparse(node.value), ()):
            found.add(ast.unparse(node))
    return found


def test_nothing_is_used_unasked_that_windows_lacks() -> None:
    found = {path.relative_to(PACKAGE).as_posix(): lacking(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")}
    assert {file: names for file, names in found.items() if names} == ASKED
    assert lacking("import os, fcntl\nfrom signal import alarm\nos.fork()") == {"fcntl", "signal.alarm", "os.fork"}


def test_files_have_names_that_windows_can_write() -> None:
    """No file of the package has a name with a character, or of a device, that Windows keeps for itself."""
    devices = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
    files = list(PACKAGE.rglob("*"))
    assert [path for path in files if set(path.name) & set('<>:"|?*\\') or path.name.endswith((" ", "."))] == []
    assert [path for path in files if path.name.split(".")[0].lower() in devices] == []
    assert len({str(path).lower() for path in files}) == len(files), "two names that differ in capitals only"


@pytest.fixture
def _windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(os, "nice")
    for name in ("setitimer", "ITIMER_PROF", "pthread_sigmask", "SIGPROF"):
        monkeypatch.delattr(signal, name)


@pytest.mark.usefixtures("_windows")
def test_jobs_have_no_limit_and_processes_no_niceness_where_the_system_has_none() -> None:
    started: list[bool] = []
    limit = Limit()
    be_nice(5)
    start_ignoring_interrupts(SimpleNamespace(start=lambda: started.append(True)))  # type: ignore[arg-type]
    with limit.of(1.0):
        limit.compiling_begins()
        limit.compiling_ends()
    assert started == [True]


@pytest.mark.usefixtures("_windows")
def test_a_program_as_a_bot_is_refused_with_what_to_do() -> None:
    with pytest.raises(UnknownAgent, match=r"on Windows write the bot in Python: \./mybot\.py:MyBot"):
        make_agent(f"cmd:{Path(sys.executable).name} bot.py")


class Blind(asyncio.SelectorEventLoop):
    """A loop that can't watch a pipe, as that of Windows."""

    def add_reader(self, fd: Any, callback: Any, *args: Any) -> None:
        raise NotImplementedError


@pytest.mark.parametrize("loop", [asyncio.SelectorEventLoop, Blind])
def test_an_answer_is_noticed_by_either_loop(loop: type[asyncio.SelectorEventLoop]) -> None:
    ours, theirs = Pipe()

    async def ask(connection: Connection) -> list[bool]:
        before = await readable(connection, 0.0)
        theirs.send("done")
        return [before, await readable(connection, 60.0)]

    with asyncio.Runner(loop_factory=loop) as runner:
        assert runner.run(ask(ours)) == [False, True]
        assert ours.recv() == "done"
        theirs.close()
        assert runner.run(_ends(ours))


async def _ends(connection: Connection) -> bool:
    """Whether a closed pipe is noticed, too: it counts as readable, or is an error at once."""
    try:
        return await readable(connection, 60.0)
    except OSError:
        return True
