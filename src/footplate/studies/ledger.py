"""What a study has played so far. Kept in a folder, it lets a study that was stopped go on where it was."""

from __future__ import annotations

import hashlib
import json
import shutil
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from footplate.agents import Agent
from footplate.arena.deals import deals_for, games_per_deal
from footplate.arena.match import MatchInterrupted, play_match
from footplate.arena.results import MatchResult, measure
from footplate.arena.runners import make_runner
from footplate.arena.sources import code_hash, play_hash
from footplate.arena.storage import TournamentFolder
from footplate.boards import Board, load_board
from footplate.files import write_whole
from footplate.studies.kept_games import KnownMatch, MatchKey

Progress = Callable[[int], None]
One = TypeVar("One")
Found = TypeVar("Found")


def code_of_studies() -> str:
    """A hash of the code that decides a study's figures."""
    return code_hash("studies", "papers")


class Ledger:
    """Plays the matches of a study and remembers them, in ``folder`` if there is one. Threads may share it.

    ``matches`` are those that were played or found so far, the last one perhaps not to its end. After each of them
    ``noted`` is called, by one thread at a time. Of ``known`` matches the games are ``taken`` into the folder, unless
    they are ``refused`` because the present code plays others. ``kept`` reads those that are in the folder whole.
    """

    def __init__(
        self,
        progress: Progress = lambda games: None,
        folder: Path | None = None,
        noted: Callable[[], None] = lambda: None,
        known: Mapping[MatchKey, KnownMatch] | None = None,
    ) -> None:
        self.matches: list[MatchResult] = []
        self.kept: dict[MatchKey, Callable[[], KnownMatch]] = {}
        self.taken: list[KnownMatch] = []
        self.refused: list[KnownMatch] = []
        self._progress, self._folder, self._noted, self._known = progress, folder, noted, known or {}
        self._stopped, self._noting = threading.Event(), threading.Lock()

    def play(self, board: Board | str, agents: Sequence[str], games: int, seed: int) -> MatchResult:
        """A match of agents that don't learn, whose deals may be played one after the other at any time."""
        if self._folder is None:
            return self._note(self._match(board, agents, games, seed))
        deals, loaded = deals_for(games, len(agents)), board if isinstance(board, Board) else load_board(board)
        code = play_hash(loaded, agents)
        store = TournamentFolder(self._place(code, seed), len(agents), seed)
        self._take(store, loaded, agents, seed, code)
        done = min(deals, _reached(store))
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
        with self._noting:
            self.kept[loaded.rules_hash, tuple(agents), seed] = partial(_match_in, store, loaded, agents, seed, code)
        return self._note(measure(loaded.name, agents, seed, store.read(0, deals), 0.0))

    def play_series(
        self,
        board: Board | str,
        player: Agent,
        opponents: Sequence[str | Agent],
        games: int,
        seed: int,
        known_as: str = "",
        *,
        keep_finals: bool = False,
    ) -> MatchResult:
        """A match of an agent that learns from game to game. It is kept only as a whole, and if the agent is known.

        With ``keep_finals`` the results have the positions in which the games ended.
        """
        table = [player, *opponents]
        if self._folder is None or not known_as:
            return self._note(self._match(board, table, games, seed, keep_finals=keep_finals))
        deals, loaded = deals_for(games, len(table)), board if isinstance(board, Board) else load_board(board)
        names = [one if isinstance(one, str) else one.name for one in table]
        place = self._place(loaded.rules_hash, known_as, *names[1:], games, seed, keep_finals, code_hash())
        store = TournamentFolder(place, len(table), seed)
        if store.played(0) == [(0, deals)]:
            self.tell(deals * games_per_deal(len(table)))
        else:
            store.write(0, 0, self._match(board, table, games, seed, keep_finals=keep_finals).results)
        return self._note(measure(loaded.name, names, seed, store.read(0, deals), 0.0))

    def play_to_look(self, board: Board | str, agents: Sequence[str | Agent], games: int, seed: int) -> MatchResult:
        """A match with the records of its games and the positions in which they ended. It is not kept."""
        return self._match(board, agents, games, seed, keep_finals=True, keep_records=True)

    def keep(self, known_as: str, games: int, find_out: Callable[[], list[float]]) -> list[float]:
        """Figures that take ``games`` to find out."""
        if self._folder is None:
            return find_out()
        file = self._place(known_as, games, code_of_studies()).with_suffix(".json")
        if file.exists():
            self.tell(games)
            return [float(figure) for figure in json.loads(file.read_text("utf-8"))]
        figures = find_out()
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(figures).encode())
        return figures

    def side_by_side(self, work: Callable[[One], Found], items: Sequence[One]) -> list[Found]:
        """What comes of each item, in their order, on all cores. Ctrl-C and an error of one of them stop all."""
        code_hash()  # and the other are kept from now on: Python 3.11 can't parse in two threads at once
        code_of_studies()
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

    def _take(self, store: TournamentFolder, board: Board, agents: Sequence[str], seed: int, code: str) -> None:
        """Games that are known already, if the present code plays their last deal alike."""
        match = self._known.get((board.rules_hash, tuple(agents), seed))
        if match is None or match.deals <= _reached(store):
            return
        if match.code != code:
            number, games = match.deals - 1, games_per_deal(len(agents))
            again = play_match(
                board, agents, games, seed=seed, first_deal=number, is_cancelled=self._stopped.is_set
            ).results
            if not match.ends_with(again):
                with self._noting:
                    self.refused.append(match)
                return
        store.write(0, 0, match.results)
        with self._noting:
            self.taken.append(match)

    def _match(
        self, board: Board | str, agents: Sequence[str | Agent], games: int, seed: int, **more: Any
    ) -> MatchResult:
        is_stopped = self._stopped.is_set
        return play_match(board, agents, games, seed=seed, progress=self._progress, is_cancelled=is_stopped, **more)

    def _note(self, result: MatchResult) -> MatchResult:
        with self._noting:
            self.matches.append(result)
            self._noted()
        return result

    def _place(self, *what: object) -> Path:
        assert self._folder is not None
        return self._folder / hashlib.sha256(repr(what).encode()).hexdigest()[:16]


def _reached(store: TournamentFolder) -> int:
    """How many deals were played, counted from the first one up to a gap."""
    return next((end for first, end in store.played(0) if first == 0), 0)


def _match_in(store: TournamentFolder, board: Board, agents: Sequence[str], seed: int, code: str) -> KnownMatch:
    return KnownMatch(board.name, board.rules_hash, tuple(agents), seed, code, store.read(0, _reached(store)))
