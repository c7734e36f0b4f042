"""Bots that are programs of their own, in any language: "cmd:./bot --depth 3".

Footplate and the program talk in lines of JSON over its standard input and output (docs/bots.md has the protocol).
A program that ends, hangs or talks nonsense is killed, with all processes that it started, and started again for the
next game.
"""

from __future__ import annotations

import shlex
import shutil
import sys
import weakref
from typing import Any

from footplate.agents.base import Agent, Budget, Decision, Ending, Memory, check_question
from footplate.agents.own.process import BotProcess
from footplate.agents.specs import COMMAND, Spec
from footplate.boards import Board
from footplate.errors import IllegalAction, Misbehaviour, UnknownAgent
from footplate.observation import Observation

PROTOCOL = 1
START_SECONDS = 30.0  # for hello and for start, each
ACT_SECONDS = 60.0  # for a decision, where no budget says otherwise


class ExternalAgent(Agent):
    """A program that plays. It is pickled as its spec, so that another process starts a program of its own."""

    is_timed = False  # it keeps time itself, and kills a program that is late

    def __init__(self, spec: Spec, start_seconds: float = START_SECONDS, act_seconds: float = ACT_SECONDS) -> None:
        self.name, self._spec = spec.text, spec
        self._start_seconds, self._act_seconds = start_seconds, act_seconds
        self._command = _words(spec.text)
        self._process: BotProcess | None = None
        self._seat = self._seed = 0
        self._knows_game = False
        self._memory: Memory = {}

    def start(self, seat: int, seed: int) -> None:
        """Have the program running. It is told of the game when it first has to act, where the board is known."""
        self._seat, self._seed, self._knows_game, self._memory = seat, seed, False, {}
        if self._process is None:
            self._process = BotProcess(self._command)
            self._kill_at_exit = weakref.finalize(self, self._process.kill)
            answer = self._ask({"type": "hello", "protocol": PROTOCOL}, self._start_seconds)
            if answer.get("protocol") != PROTOCOL:
                self._fail(f"it must answer hello with protocol {PROTOCOL}, not {answer}")

    def recall(self, board: Board, memory: Memory) -> None:
        self._memory = memory

    def memory(self) -> Memory:
        """What came with the program's last answer; ``start`` brings it back to a program that goes on with a game."""
        return self._memory

    def act(self, observation: Observation, budget: Budget) -> Decision:
        check_question(self, observation, budget)
        if not self._knows_game:
            self._tell_game(observation)
        question = {"type": "act", "seconds": budget.seconds, "observation": observation.to_dict()}
        answer = self._ask(question, budget.patience or self._act_seconds)
        return self._decision(observation, answer)

    def end(self, ending: Ending) -> None:
        if self._process is None or not self._knows_game:
            return
        self._knows_game = False
        forfeit = ending.forfeit
        try:
            self._process.tell({
                "type": "end",
                "totals": ending.totals,
                "winners": ending.winners,
                "forfeit": {"seat": forfeit.seat, "reason": forfeit.reason} if forfeit else None,
            })  # fmt: skip
        except Misbehaviour:
            self._kill()  # the game is over: only the next one needs a new process

    def close(self) -> None:
        """Let the program end by itself, which it should when its input ends, or kill it."""
        if self._process:
            self._process.finish()
            self._kill()

    def _tell_game(self, observation: Observation) -> None:
        answer = self._ask(
            {
                "type": "start",
                "seat": self._seat,
                "players": observation.players,
                "seed": self._seed,
                "board": observation.board.data,
                **({"memory": self._memory} if self._memory else {}),
            },
            self._start_seconds,
        )
        if answer.get("ready") is not True:
            self._fail(f"it must answer start with ready, not {answer}")
        self._knows_game = True

    def _decision(self, observation: Observation, answer: dict[str, Any]) -> Decision:
        action, reason = answer.get("action"), answer.get("reason", "")
        if isinstance(action, bool) or not isinstance(action, str | int):
            raise IllegalAction(f"'action' must be the number or the text of an action, not {str(answer)[:80]}")
        if isinstance(memory := answer.get("memory"), dict):
            self._memory = memory
        return Decision(observation.actions.understood(action, observation.legal_actions), reason=str(reason))

    def _ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        if self._process is None:
            raise Misbehaviour("its program is not running")
        try:
            return self._process.ask(message, seconds)
        except Misbehaviour:
            self._kill()
            raise

    def _fail(self, reason: str) -> None:
        self._kill()
        raise Misbehaviour(reason)

    def _kill(self) -> None:
        self._kill_at_exit()
        self._process = None

    def __reduce__(self) -> tuple[type[ExternalAgent], tuple[Spec, float, float]]:
        return ExternalAgent, (self._spec, self._start_seconds, self._act_seconds)


def _words(spec: str) -> list[str]:
    if sys.platform == "win32":
        raise UnknownAgent(
            f"{spec!r}: programs play on Linux and macOS; on Windows write the bot in Python: ./mybot.py:MyBot"
        )
    try:
        words = shlex.split(spec.removeprefix(COMMAND))
    except ValueError as error:
        raise UnknownAgent(f"{spec!r}: the command can't be read: {error}") from None
    if not words:
        raise UnknownAgent(f"{spec!r} names no command; an example: cmd:python3 bot.py --depth 3")
    if shutil.which(words[0]) is None:
        raise UnknownAgent(f"{spec!r}: there is no program {words[0]!r} that can be run")
    return words
