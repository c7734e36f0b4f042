"""Many games on one board, one call for all of them: arrays in and out, for learning and for whoever needs games fast.

Where Python is in the loop, a call costs as much as many steps of a game; here it is paid once for thousands of games.

>>> from footplate.boards import load_board
>>> games = Batch(load_board("small"), players=2, n=1000)
>>> games.deal(range(1000))
>>> while not games.over.all():
...     games.step(games.random_actions())
>>> totals, winners = games.scores()
>>> totals.shape, winners.sum(axis=0).tolist()
((1000, 2), [553, 479])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from footplate.arguments import thread_count, whole
from footplate.array_arguments import marks, seed_numbers, whole_numbers
from footplate.boards import Board
from footplate.compile import EntryPoint, entry_point
from footplate.engine.entry_points import BOARDS, SCRATCHES, STATES
from footplate.engine.layout import NOBODY, OVER, SCRATCH, STATE, Int, Record, Records, new_records
from footplate.engine.moves import legal_mask, random_action
from footplate.engine.observe import observe
from footplate.engine.random import seed_stream
from footplate.engine.score import score_game, winners
from footplate.engine.setup import deal
from footplate.engine.step import step
from footplate.engine.tables import make_tables
from footplate.engine.threads import Threads
from footplate.errors import FootplateError, IllegalAction

MOST_GAMES = 100_000_000

Bools = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

_MASKS, _CHOSEN = numba.types.boolean[:, ::1], numba.types.boolean[::1]
_NUMBERS, _SEEDS = numba.types.int64[::1], numba.types.uint64[::1]
_TOTALS = numba.types.float64[:, ::1]


# Each kernel works on some of the games: the board, their states, a scratch record, and their rows of other arrays.


@entry_point(BOARDS, STATES, SCRATCHES, _MASKS, _SEEDS, _SEEDS, _CHOSEN)
def _deal(
    boards: Record, states: Record, scratch: Record, legal: Record, chance: Record, seeds: Record, chosen: Record
) -> None:
    for i in range(states.size):
        if chosen[i]:
            deal(boards[0], states[i], seeds[i])
            legal_mask(boards[0], states[i], scratch[0], legal[i])
            chance[i] = seed_stream(seeds[i], 0)


@entry_point(_MASKS, _NUMBERS, _CHOSEN)
def first_illegal(legal: Record, actions: Record, over: Record) -> Int:
    """The first game whose action is not legal, those that are over apart."""
    for i in range(actions.size):
        if not (0 <= actions[i] < legal.shape[1] and legal[i, actions[i]]) and not over[i]:
            return i
    return NOBODY


@entry_point(BOARDS, STATES, SCRATCHES, _MASKS, _NUMBERS)
def _step(boards: Record, states: Record, scratch: Record, legal: Record, actions: Record) -> None:
    for i in range(states.size):
        if states[i].phase != OVER:
            step(boards[0], states[i], actions[i])
            legal_mask(boards[0], states[i], scratch[0], legal[i])


@entry_point(BOARDS, STATES, SCRATCHES, _SEEDS, _NUMBERS)
def _choose(boards: Record, states: Record, scratch: Record, chance: Record, actions: Record) -> None:
    for i in range(states.size):
        if states[i].phase != OVER:
            scratch[0].rng = chance[i]
            actions[i] = random_action(boards[0], states[i], scratch[0])
            chance[i] = scratch[0].rng


@entry_point(BOARDS, STATES, SCRATCHES, STATES)
def _observe(boards: Record, states: Record, scratch: Record, out: Record) -> None:
    for i in range(states.size):
        observe(boards[0], states[i : i + 1], states[i].player, out[i : i + 1])


@entry_point(BOARDS, STATES, SCRATCHES, _TOTALS, _MASKS)
def _score(boards: Record, states: Record, scratch: Record, totals: Record, won: Record) -> None:
    b, w = boards[0], scratch[0]
    for i in range(states.size):
        score_game(b, states[i], w, False)
        best = winners(b, w)
        for p in range(b.n_players):
            totals[i, p], won[i, p] = w.total[p], best >> p & 1


class Scores(NamedTuple):
    """By game and seat. Where nobody is ahead several seats win; in the progress game totals are rewards."""

    totals: npt.NDArray[np.float64]
    winners: Bools


class Batch:
    """n games of the same board and number of players. Game i is row i of every array, and is dealt by its own seed.

    ``states`` are the engine's records, one a game; ``legal`` has a column for each action number of the board
    (``game.actions`` of a ``Game`` gives their names). Both, and what is read from them, change with every step.
    Threads share the games among themselves; results don't depend on how many there are.
    """

    def __init__(self, board: Board, players: int, n: int, *, threads: int = 1) -> None:
        self.tables = make_tables(board, players)
        n, threads = whole("n", n, 1, MOST_GAMES), thread_count(threads)
        self.states = new_records(STATE, n)
        self.states["phase"] = OVER  # until they are dealt
        self.legal: Bools = np.zeros((n, int(self.tables.record.n_actions)), np.bool_)
        self._chance = np.zeros(n, np.uint64)
        self._is_dealt = np.zeros(n, np.bool_)
        self._threads = Threads(threads)
        self._parts = self._threads.share(n)
        self._scratch = [new_records(SCRATCH) for _ in self._parts]

    def __len__(self) -> int:
        return len(self.states)

    @property
    def player(self) -> npt.NDArray[np.uint8]:
        """Who is to move."""
        return self._field("player")

    @property
    def phase(self) -> npt.NDArray[np.int8]:
        """What is decided now, as the numbers of ``engine.layout``."""
        return self._field("phase")

    @property
    def over(self) -> Bools:
        return self.phase == OVER

    def deal(self, seeds: Sequence[int] | npt.NDArray[np.integer[Any]], chosen: Bools | None = None) -> None:
        """Deal all games anew, or those that ``chosen`` marks (``games.over``, for instance), one seed for each.

        A ``Game`` of the same seed is the same game.
        """
        n = len(self)
        chosen = np.ones(n, np.bool_) if chosen is None else marks("chosen", chosen, n)
        every = np.zeros(n, np.uint64)
        every[chosen] = seed_numbers("seeds", seeds, int(chosen.sum()))
        self._share(_deal, self.legal, self._chance, every, chosen)
        self._is_dealt |= chosen

    def step(self, actions: npt.ArrayLike) -> None:
        """Take one action in each game. Games that are over stay as they are, whatever number stands there.

        IllegalAction names the first action that is not legal, and then nothing has changed.
        """
        numbers = whole_numbers("actions", actions, len(self))
        self._check_dealt()
        wrong = first_illegal(self.legal, numbers, self.over)
        if wrong != NOBODY:
            raise IllegalAction(f"game {wrong}: action {numbers[wrong]} is not legal now")
        self._share(_step, self.legal, numbers)

    def random_actions(self) -> Numbers:
        """A uniformly random legal action for each game that is not over; the seed of its deal decides which."""
        self._check_dealt()
        actions = np.zeros(len(self), np.int64)
        self._share(_choose, self._chance, actions)
        return actions

    def observe(self) -> Records:
        """What the player to move knows of each game: the same records with everything hidden erased."""
        self._check_dealt()
        out = new_records(STATE, len(self))
        self._share(_observe, out)
        return out

    def scores(self) -> Scores:
        """Everybody's points and who wins, as if each game ended now."""
        self._check_dealt()
        shape = (len(self), self.tables.players)
        scores = Scores(np.zeros(shape), np.zeros(shape, np.bool_))
        self._share(_score, *scores)
        return scores

    def _check_dealt(self) -> None:
        if not self._is_dealt.all():
            game = int(self._is_dealt.argmin())
            raise FootplateError(f"game {game} has no cards yet: deal(seeds) deals all games, one seed for each")

    def _field(self, name: str) -> npt.NDArray[Any]:
        view = np.asarray(self.states[name])
        view.flags.writeable = False
        return view

    def _share(self, kernel: EntryPoint, *rows: npt.NDArray[Any]) -> None:
        """Call the kernel on all games, each thread on its part of them."""
        calls = [
            (self.tables.records, self.states[part], scratch, *(array[part] for array in rows))
            for part, scratch in zip(self._parts, self._scratch, strict=True)
        ]
        self._threads.call(kernel, calls)
