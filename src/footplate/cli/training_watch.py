"""Shows a run: as a picture in a terminal, as lines in a log, or as JSON. It also takes Ctrl-C and keys."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any

from rich.console import Group
from rich.live import Live

from footplate.cli.output import err, print_json_line, say
from footplate.cli.training_screen import Moment, line_of, screen
from footplate.learning.boards import learning_boards
from footplate.learning.runs import Run
from footplate.learning.training import Watcher

_PERIOD = 30.0  # seconds between lines
_STOPPING = "Stopping after this iteration; Ctrl-C again stops at once."
_PAUSED = "Paused; p goes on."


class Watch(Watcher):
    """Writes lines. ``signals`` counts those that asked it to stop."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.signals = 0
        self.moment = Moment()
        self._keys: set[str] = set()
        self._last = time.monotonic()

    @property
    def wants_stop(self) -> bool:  # type: ignore[override]
        return self.signals > 0 or "q" in self._keys

    def doing(self, words: str) -> None:
        self.moment.doing = words

    def note(self, words: str) -> None:
        self.moment.notes.append((datetime.now().astimezone(), words))

    def line(self, line: Mapping[str, Any]) -> None:
        if time.monotonic() - self._last >= _PERIOD:
            self._last = time.monotonic()
            say(line_of(self.run, self.run.history.seconds))

    def wants_save(self) -> bool:
        wanted = "s" in self._keys
        self._keys.discard("s")
        return wanted

    def between(self) -> None:
        if "r" in self._keys:
            self._keys.discard("r")
            self._report()
        while "p" in self._keys and not self.wants_stop:
            time.sleep(0.1)

    def _report(self) -> None:
        from footplate.learning.report import write_report

        self.doing("writing the report")
        self.note(f"Wrote {write_report([self.run], self.run.path)[0]}")

    def press(self, key: str) -> None:
        """p goes on where it paused; other keys are kept until somebody looks."""
        if key == "p" and "p" in self._keys:
            self._keys.discard("p")
        else:
            self._keys.add(key)
        self._tell()

    def stop(self) -> None:
        """Ctrl-C: stop after the iteration; the second time at once."""
        self.signals += 1
        if self.signals > 1:
            self.close()
            say(f"Stopped at once; what was saved last is kept. To go on: {self.run.go_on}")
            sys.stderr.flush()
            os._exit(130)
        self._tell()
        if not isinstance(self, _Screen):
            say(_STOPPING)

    def _tell(self) -> None:
        self.moment.attention = _STOPPING if self.wants_stop else _PAUSED if "p" in self._keys else ""

    def open(self) -> None:
        """Begin to show."""

    def close(self) -> None:
        """Leave the terminal as it was."""


class _Json(Watch):
    """Every line of progress.jsonl, as it is written."""

    def line(self, line: Mapping[str, Any]) -> None:
        print_json_line(line)


class _Screen(Watch):
    """A picture that is redrawn in place twice a second."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self._boards = learning_boards(run.plan.task.board)
        self._began = time.monotonic() - run.history.seconds
        self._live = Live(console=err, refresh_per_second=2, get_renderable=self._picture, transient=False)
        self._terminal: Any = None

    def line(self, line: Mapping[str, Any]) -> None:
        self._began = time.monotonic() - self.run.history.seconds

    def _picture(self) -> Group:
        elapsed = self.run.history.seconds if "p" in self._keys else time.monotonic() - self._began
        return Group(*screen(self.run, self._boards, elapsed, self.moment, err.width))

    def open(self) -> None:
        self._live.start(refresh=True)
        self._terminal = _without_echo()
        if self._terminal:
            threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(OSError, ValueError):
            while key := os.read(sys.stdin.fileno(), 1).decode(errors="ignore"):
                if key in "qpsr":
                    self.press(key)

    def close(self) -> None:
        self._live.stop()
        if self._terminal:
            import termios

            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._terminal)
            self._terminal = None


def _without_echo() -> Any:
    """Let keys come one by one and unseen; returns how the terminal was, None where that can't be done."""
    try:
        import termios
        import tty

        if not sys.stdin.isatty():
            return None
        before = termios.tcgetattr(sys.stdin.fileno())
        tty.setcbreak(sys.stdin.fileno())
    except (ImportError, OSError, ValueError):
        return None
    return before


@contextmanager
def watching(run: Run, *, json: bool) -> Iterator[Watch]:
    """The watcher that fits: JSON if it was asked for, a picture in a terminal, lines anywhere else."""
    watch = _Json(run) if json else _Screen(run) if err.is_terminal else Watch(run)
    with _signals(watch):
        watch.open()
        try:
            yield watch
        finally:
            watch.close()


@contextmanager
def _signals(watch: Watch) -> Iterator[None]:
    """Ctrl-C and SIGTERM go to the watcher, on a thread: the main one may be in compiled code for minutes."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    reader, writer = socket.socketpair()  # Windows wakes nobody by a pipe
    writer.setblocking(False)

    def listen() -> None:
        while (number := reader.recv(1)[0]) != 0:
            if number in numbers:
                watch.stop()

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    before = [signal.signal(number, lambda *_: None) for number in numbers]
    woken = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(woken)
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
        writer.send(b"\0")
        thread.join()
        reader.close()
        writer.close()
