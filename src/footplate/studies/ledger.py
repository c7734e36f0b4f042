"""What a study has played so far. Kept in a folder, it lets a study that was stopped go on where it was."""

from __future__ import annotations

import hashlib
import json
import shutil
import threading
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from footplate.agents import Agent
from footplate.arena.deals import deals_for, games_per_deal
from footplate.arena.match import MatchInterrupted, play_match
from footplate.arena.results import MatchResult, measure
from footplate.arena.runners import make_runner
from footplate.arena.storage import TournamentFolder
from footplate.boards import load_board
from footplate.files import write_whole

Progress = Callable[[int], None]
One = TypeVar("One")
Found = TypeVar("Found")


class Ledger:
    """Plays the matches of a study and remembers them, in ``folder`` if there is one. Threads may share it.

    ``matches`` are those that were played or found so far, the last one perhaps not to its end.
    """

    def __init__(self, progress: Progress = lambda games: None, folder: Path | None = None) -> None:
        self.matches: list[MatchResult] = []
        self._progress, self._folder = progress, folder
        self._stopped = threading.Event()

    def play(self, board: str, agents: Sequence[str], games: int, seed: int) -> MatchResult:
        """A match of agents that don't learn, whose deals may be played one after the other at any time."""
        if self._folder is None:
            return self._note(self._match(board, agents, games, seed))
        deals, loaded = deals_for(games, len(agents)), load_board(board)
        store = TournamentFolder(self._place(loaded.rules_hash, *agents, seed), len(agents), seed)
        done = min(deals, next((end for first, end in store.played(0) if first == 0), 0))
        self.tell(done * games_per_deal(len(agents)))
        try:
            if done < deals:
                missing = (deals - done) * games_per_deal(len(agents))
                store.write(0, done, self._match(board, agents, missing, seed, first_deal=done).results)
        except MatchInterrupted as stopped:
            if stopped.result:
                store.write(0, done, stopped.result.results)
                done += stopped.result.games // games_per_deal(len(agents))
            if done:
                self._note(measure(loaded.name, agents, seed, store.read(0, done), 0.0))
            raise
        return self._note(measure(loaded.name, agents, seed, store.read(0, deals), 0.0))

    def play_series(
        self, board: str, player: Agent, opponent: str | Agent, games: int, seed: int, known_as: str = ""
    ) -> MatchResult:
        """A match of an agent that learns from game to game. It is kept only as a whole, and if the agent is known."""
        if self._folder is None or not known_as:
            return self._note(self._match(board, [player, opponent], games, seed))
        deals, loaded = deals_for(games, 2), load_board(board)
        other = opponent if isinstance(opponent, str) else opponent.name
        store = TournamentFolder(self._place(loaded.rules_hash, known_as, other, games, seed), 2, seed)
        if store.played(0) == [(0, deals)]:
            self.tell(deals * games_per_deal(2))
        else:
            store.write(0, 0, self._match(board, [player, opponent], games, seed).results)
        return self._note(measure(loaded.name, [player.name, other], seed, store.read(0, deals), 0.0))

    def play_to_look(self, board: str, agents: Sequence[str | Agent], games: int, seed: int) -> MatchResult:
        """A match with the positions in which its games ended. It is not kept."""
        return self._match(board, agents, games, seed, keep_finals=True)

    def keep(self, known_as: str, games: int, find_out: Callable[[], list[float]]) -> list[float]:
        """Figures that take ``games`` to find out."""
        if self._folder is None:
            return find_out()
        file = self._place(known_as, games).with_suffix(".json")
        if file.exists():
            self.tell(games)
            return [float(figure) for figure in json.loads(file.read_text("utf-8"))]
        figures = find_out()
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(figures).encode())
        return figures

    def side_by_side(self, work: Callable[[One], Found], items: Sequence[One]) -> list[Found]:
        """What comes of each item, in their order, on all cores. Ctrl-C and an error of one of them stop all."""
        with closing(make_runner("threads")) as runner:
            waiting = [runner.submit(partial(work, item)) for item in items]
            try:
                return [one.result() for one in waiting]
            except BaseException:
                self.stop()
                raise

    def tell(self, games: int) -> None:
        """So many more games are over that the ledger has not played itself."""
        self._progress(games)

    @property
    def is_stopped(self) -> bool:
        return self._stopped.is_set()

    def stop(self) -> None:
        """Have all threads stop after the deal that each is playing."""
        self._stopped.set()

    def forget(self) -> None:
        """The study is over: drop what was kept."""
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
            with suppress(OSError):  # another study's games are there
                self._folder.parent.rmdir()

    def _match(self, board: str, agents: Sequence[str | Agent], games: int, seed: int, **more: Any) -> MatchResult:
        is_stopped = self._stopped.is_set
        return play_match(board, agents, games, seed=seed, progress=self._progress, is_cancelled=is_stopped, **more)

    def _note(self, result: MatchResult) -> MatchResult:
        self.matches.append(result)
        return result

    def _place(self, *what: object) -> Path:
        assert self._folder is not None
        return self._folder / hashlib.sha256(repr(what).encode()).hexdigest()[:16]
