"""Threads, processes and Ray: the same games, however they are cut into tasks."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footplate.arena import play_match, runners
from footplate.arena.deals import Request
from footplate.arena.runners import make_runner
from footplate.arena.service import RemotePairing
from footplate.arena.standings import sum_up
from footplate.arena.tournament import TournamentSettings, open_folder, play_tournament
from footplate.boards import load_board
from footplate.errors import FootplateError
from tests.support.processes import is_running
from tests.support.slow_runner import OneByOne


def request(**changes: Any) -> Request:
    values = {"board": load_board("small"), "agents": ("greedy", "random"), "seed": 5, "deals": range(10, 30)} | changes
    return Request(**values)


def settings() -> TournamentSettings:
    return TournamentSettings(board=load_board("small"), agents=("greedy", "random"), games=60, seed=5, metrics=True)


def play(folder: Path, runner: runners.Runner) -> dict[str, object]:
    opened = open_folder(settings(), folder)
    play_tournament(settings(), opened, runner)
    return sum_up(settings(), opened).to_dict()


def test_a_table_that_has_travelled_plays_the_deals_of_a_match() -> None:
    results, _ = pickle.loads(pickle.dumps(RemotePairing(request()))).play_piece(10, 20)
    match = play_match("small", ["greedy", "random"], 60, seed=5).results
    np.testing.assert_array_equal(results.totals, match.totals[20:60])
    np.testing.assert_array_equal(results.seeds, match.seeds[20:60])


def test_workers_of_another_version_are_refused() -> None:
    table = RemotePairing(request())
    table.version = "0.0.1"
    with pytest.raises(FootplateError, match=r"the tournament 0\.0\.1"):
        table.play_piece(0, 1)


@pytest.mark.parametrize("workers", [1, 3])
def test_threads(workers: int, tmp_path: Path) -> None:
    assert play(tmp_path / "a", make_runner("threads", workers)) == play(tmp_path / "b", OneByOne())


def test_processes(tmp_path: Path) -> None:
    assert play(tmp_path / "a", make_runner("processes", 2)) == play(tmp_path / "b", OneByOne())


def test_ray(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    assert play(tmp_path / "a", make_runner("ray", 1)) == play(tmp_path / "b", OneByOne())


def test_unknown_runners_and_needless_addresses_are_refused() -> None:
    with pytest.raises(FootplateError, match="threads, processes, ray"):
        make_runner("abacus")
    with pytest.raises(FootplateError, match="address"):
        make_runner("threads", address="10.0.0.1:6379")


def test_an_address_at_which_no_ray_answers_is_given_up_after_a_time_that_is_said() -> None:
    pytest.importorskip("ray")
    with pytest.raises(FootplateError, match=r"no Ray cluster answers at 127.0.0.1:1 within 0.5 s"):
        runners.RayRunner(address="127.0.0.1:1", patience=0.5)


def test_an_address_that_is_none_is_said() -> None:
    pytest.importorskip("ray")
    with pytest.raises(FootplateError, match=r"no Ray cluster can be joined at ray:what: .*ray:what.*; the address"):
        make_runner("ray", address="ray:what")


def test_without_ray_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(runners, "import_module", missing)
    with pytest.raises(FootplateError, match=r"footplate\[cluster\]"):
        make_runner("ray")


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    """Also if the parent is killed, and with the programs that they started."""
    program = tmp_path / "endless.sh"
    program.write_text("#!/bin/sh\nexec sleep 1000\n")
    program.chmod(0o755)
    script = tmp_path / "parent.py"
    script.write_text(f"""
import os, signal, sys
from functools import partial
from footplate.agents.own.process import BotProcess
from footplate.arena.runners import make_runner

kept = []
def work(n):
    kept.append(BotProcess(["{program}"]))
    return os.getpid(), kept[-1].pid

if __name__ == "__main__":
    runner = make_runner("processes", 2)
    pids = [pid for future in [runner.submit(partial(work, n)) for n in range(2)] for pid in future.result()]
    print(*pids, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
""")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == -signal.SIGKILL, done.stderr
    pids = [int(word) for word in done.stdout.split()]
    assert len(pids) == 4
    deadline = time.monotonic() + 60
    while any(is_running(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert [pid for pid in pids if is_running(pid)] == []
