"""A program that answers lines of JSON: asked with a time limit, and killed with all that it started.

It waits in ``select`` for both directions at once, so a program that doesn't read can't block a question, and a
thread takes whatever comes on its standard error. For Linux and macOS: Windows can't select pipes.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from typing import IO, Any

from footplate.errors import Misbehaviour

_LONGEST_ANSWER = 1 << 20  # bytes
_LAST_WORDS = 3  # lines of standard error in a reason, the error itself at last
_LONGEST_WORDS = 120  # characters of each, so that a reason is short enough to be told whole
_KEPT = 1 << 10  # bytes of a line's beginning and of its end
_GOODBYE_SECONDS = 1.0  # for a program to end by itself


class BotProcess:
    """A running program. Every error is a Misbehaviour; after one the program should be killed."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._popen = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # a process group of its own, which can be killed as a whole
            )
        except OSError as error:
            raise Misbehaviour(f"its program could not be started: {error.strerror}") from None
        _running.add(self)
        self._stdin, self._stdout = _pipe(self._popen.stdin), _pipe(self._popen.stdout)
        for pipe in (self._stdin, self._stdout):
            os.set_blocking(pipe.fileno(), False)
        self._errors: deque[str] = deque(maxlen=_LAST_WORDS)
        self._listener = threading.Thread(
            target=_keep_last, args=(_pipe(self._popen.stderr), self._errors), daemon=True
        )
        self._listener.start()

    @property
    def pid(self) -> int:
        return self._popen.pid

    def ask(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a message, which must come within ``seconds``."""
        deadline = time.monotonic() + seconds
        self._send(message, deadline, seconds)
        line = self._receive(deadline, seconds)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise self._wrong(f"its answer is not a JSON object: {_shown(line)}")
        return answer

    def tell(self, message: Mapping[str, Any]) -> None:
        """A message that needs no answer."""
        self._send(message, time.monotonic() + _GOODBYE_SECONDS, _GOODBYE_SECONDS)

    def finish(self) -> None:
        """Tell the program that nothing more comes, and give it a moment to end."""
        self._stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(_GOODBYE_SECONDS)

    def kill(self) -> None:
        """End the program and the processes of its group, and leave nothing of it behind."""
        with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS: not permitted when all are dead
            os.killpg(self.pid, signal.SIGKILL)
        self._popen.wait()
        _running.discard(self)
        self._stdin.close()
        self._stdout.close()
        self._listener.join(_GOODBYE_SECONDS)

    def _send(self, message: Mapping[str, Any], deadline: float, seconds: float) -> None:
        rest = memoryview(json.dumps(message, ensure_ascii=False).encode() + b"\n")
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdin, selectors.EVENT_WRITE)
            selector.register(self._stdout, selectors.EVENT_READ)
            while rest:
                ready = {key.fileobj for key, _ in selector.select(max(0.0, deadline - time.monotonic()))}
                if not ready:
                    raise self._wrong(f"it did not read its input within {seconds:g} s")
                if self._stdout in ready:
                    raise self._spoke_unasked()
                try:
                    rest = rest[os.write(self._stdin.fileno(), rest) :]
                except BrokenPipeError:
                    raise self._ended() from None

    def _receive(self, deadline: float, seconds: float) -> bytes:
        """A line, without its end; nothing may follow it."""
        line = b""
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ)
            while b"\n" not in line:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise self._wrong(f"no answer within {seconds:g} s")
                part = os.read(self._stdout.fileno(), 1 << 16)
                if not part:
                    raise self._ended()
                line += part
                if len(line) > _LONGEST_ANSWER:
                    raise self._wrong(f"its answer is longer than {_LONGEST_ANSWER:,} bytes")
        if line.index(b"\n") != len(line) - 1:
            raise self._wrong(f"it said more than one line: {_shown(line)}")
        return line.rstrip()

    def _spoke_unasked(self) -> Misbehaviour:
        said = os.read(self._stdout.fileno(), 1 << 16)
        return self._wrong(f"it spoke before it was asked: {_shown(said)}") if said else self._ended()

    def _ended(self) -> Misbehaviour:
        try:
            code = self._popen.wait(_GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            return self._wrong("it closed its output")
        how = f"with exit code {code}" if code >= 0 else f"by signal {signal.Signals(-code).name}"
        return self._wrong(f"its program ended {how}")

    def _wrong(self, reason: str) -> Misbehaviour:
        """The reason with the program's last words, if it had any."""
        if self._popen.returncode is not None:
            self._listener.join(_GOODBYE_SECONDS)
        said = " / ".join(self._errors)
        return Misbehaviour(f"{reason}; its last words: {said}" if said else reason)


_running: weakref.WeakSet[BotProcess] = weakref.WeakSet()


def kill_programs() -> None:
    """End all programs of this process, which is about to end without a word to them."""
    for program in list(_running):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(program.pid, signal.SIGKILL)


def _pipe(file: IO[bytes] | None) -> IO[bytes]:
    assert file is not None
    return file


def _keep_last(stream: IO[bytes], lines: deque[str]) -> None:
    """Read a stream to its end and keep its last lines, each of bounded length."""
    with stream:
        line = b""
        while part := stream.read(1 << 12):
            *whole, line = (line + part).split(b"\n")
            lines.extend(_text(one) for one in whole if one.strip())
            line = line[:_KEPT] + line[_KEPT:][-_KEPT:]
        if line.strip():
            lines.append(_text(line))


def _text(line: bytes) -> str:
    """A line, or its beginning, which names the error, and its end."""
    text = line.decode("utf-8", "replace").strip()
    if len(text) <= _LONGEST_WORDS:
        return text
    return f"{text[: _LONGEST_WORDS // 2]} … {text[3 - _LONGEST_WORDS // 2 :]}"


def _shown(line: bytes) -> str:
    return repr(line[:80].decode("utf-8", "replace").strip())
