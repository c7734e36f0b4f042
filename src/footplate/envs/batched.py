"""Thousands of games that learners play, stepped in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from footplate.agents import AgentLike, as_agent
from footplate.agents.kernel_agent import KernelAgent, all_compiled, kernel_errors
from footplate.agents.kernels import compiled
from footplate.agents.layout import BOT, WORK
from footplate.arguments import listed, refuse, seed_number, thread_count, whole
from footplate.array_arguments import marks, whole_numbers
from footplate.boards import Board, load_board
from footplate.compile import EntryPoint
from footplate.encoders import ActionCode, Encoding, make_actions, make_encoding
from footplate.engine.batch import MOST_GAMES, first_illegal
from footplate.engine.layout import BOARD, NOBODY, OVER, STATE, Records, new_records
from footplate.engine.tables import Tables, make_tables
from footplate.engine.threads import Threads
from footplate.envs.kernels import RULES, SLOT, advance, look_at_games, renew_games, start_games
from footplate.envs.rewards import reward_number
from footplate.errors import FootplateError, IllegalAction
from footplate.view import View

Saved = Mapping[str, npt.NDArray[Any]]
AnyBoard = Board | str | PathLike[str]
Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.int8]

MOST_HISTORY = 16  # earlier views of a seat in an observation


def tables_of(board: AnyBoard | Sequence[AnyBoard], players: int | Sequence[int]) -> tuple[Tables, ...]:
    """Of one board, or of several with a number of players each."""
    if isinstance(board, (Board, str, PathLike)):
        return (make_tables(board if isinstance(board, Board) else load_board(board), cast(int, players)),)
    boards = [one if isinstance(one, Board) else load_board(one) for one in listed("board", board, "a list of boards")]
    numbers = [players] * len(boards) if isinstance(players, int) else listed("players", players, "a list of numbers")
    if not boards or len(numbers) != len(boards):
        raise FootplateError(
            f"there are {len(boards)} boards and {len(numbers)} numbers of players: as many, at least 1"
        )
    return tuple(make_tables(one, number) for one, number in zip(boards, numbers, strict=True))


def check_alike(encoding: Encoding, actions: ActionCode, all_tables: Sequence[Tables]) -> None:
    """Raise FootplateError unless rows and codes are alike on all of the boards."""
    for tables in all_tables if len(all_tables) > 1 else ():
        if not np.array_equal(make_encoding(encoding.name, tables, encoding.seats).scale, encoding.scale):
            raise FootplateError(f"rows of {encoding.name} differ from board to board; those of tokens don't")
        if actions.name != "any":
            raise FootplateError(f"codes of {actions.name} differ from board to board; those of any don't")


def records_of(all_tables: Sequence[Tables]) -> Records:
    """The BOARD records, one behind the other."""
    records = new_records(BOARD, len(all_tables))
    for k, tables in enumerate(all_tables):
        records[k : k + 1].view(np.uint8)[:] = np.frombuffer(tables.records.tobytes(), np.uint8)
    return records


def compiled_agents(given: Iterable[AgentLike]) -> tuple[KernelAgent, ...]:
    """The agents that are meant; only compiled ones can play inside a step."""
    return all_compiled([as_agent(one) for one in given], "play inside an environment")


class Table:
    """Agents as compiled code asks them on one board. It keeps their weights: records only know where they lie."""

    def __init__(self, agents: Sequence[KernelAgent], tables: Tables) -> None:
        self.agents = tuple(agents)
        self.bots = new_records(BOT, 2 * len(self.agents)).reshape(-1, 2)
        self.kernels: npt.NDArray[np.uint64] = np.zeros((len(self.agents), 2), np.uint64)
        self._weights = []
        for i, agent in enumerate(self.agents):
            agent.fit(tables)
            self._weights.append(agent.weights)
            self.bots[i] = agent.records()
            second = agent.second or agent
            self.kernels[i] = [compiled(one.kernel).address for one in (agent, second)]


class History:
    """The views of n games' seats. What a seat sees is written into ``now``; ``observation`` has its past behind it.

    Compiled bots do the same by themselves (``add_history`` of agents/learned/kernel.py).
    """

    def __init__(self, n: int, players: int, size: int, earlier: int) -> None:
        self.observation: Bytes = np.zeros((n, size * (1 + earlier)), np.int8)
        self.now: Bytes = np.zeros((n, size), np.int8) if earlier else self.observation
        self._past: Bytes = np.zeros((n, players, size * earlier), np.int8)  # by seat, its last view first

    def see(self, seats: Bytes, is_new: Bools, among: Bools | None = None) -> None:
        """``seats`` have to decide, in all games or those ``among`` which something happened; some have just begun."""
        if self.now is self.observation:
            return
        rows = np.arange(len(seats)) if among is None else np.flatnonzero(among)
        self._past[is_new] = 0
        size, mine = self.now.shape[1], seats[rows]
        self.observation[rows, :size] = self.now[rows]
        self.observation[rows, size:] = self._past[rows, mine]
        self._past[rows, mine] = self.observation[rows, :-size]

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """Nothing, where nobody has a past to look at."""
        if self.now is self.observation:
            return {}
        return {"past": self._past.copy(), "observation": self.observation.copy()}

    def restore(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        if self.now is not self.observation:
            self._past[:], self.observation[:] = saved["past"], saved["observation"]


class BatchedEnv:
    """n games, each row of every array one of them: of one board and number of players, or of several.

    Without ``opponents`` every seat's decisions come up, whoever is to move (``seat``). With opponents, compiled bots,
    one seat of each game is the learner's; the others are played inside ``step``, each by an opponent that the game
    draws. The learner's seat goes round: game k of slot i has seat (i + k) % players.

    A game that is over is followed by the next one in the same step (with ``autoreset=False`` it stays as it is, and
    its row counts no more). Game k of slot i is dealt by a seed that follows from (seed, i, k); a ``Game`` of the same
    seed (``deals``) is the same game. Results don't depend on ``threads``.

    ``board`` may be a list of boards and ``players`` one of as many numbers. Each board then has about as many of the
    slots, in their order, with an encoder and an action code that are alike on all boards (``tokens`` and ``any``).
    Arrays by seat have room for the most players.

    With ``history`` an observation goes on with what the encoder wrote at so many earlier decisions of that seat in
    this game, the last one first; where there were fewer, with 0.

    The arrays are filled in place, so keep copies:

        observation  int8, what the encoder writes for the seat that decides
        private      int8, what only a critic may see (with ``private=True``)
        mask         bool, the legal ones of the action code's actions
        seat         int8, who decides
        reward       float32, by seat: since the last decision that came up
        done         bool, whether the last step ended a game; then ``totals`` and ``won`` have its end, by seat
    """

    def __init__(
        self,
        board: AnyBoard | Sequence[AnyBoard],
        players: int | Sequence[int] = 2,
        n: int = 1024,
        *,
        opponents: Sequence[AgentLike] | None = None,
        encoder: str = "features",
        actions: str = "lean",
        reward: str = "margin",
        threads: int = 1,
        private: bool = False,
        seats: int | None = None,
        history: int = 0,
        autoreset: bool = True,
    ) -> None:
        n, threads = whole("n", n, 1, MOST_GAMES), thread_count(threads)
        self._all_tables = tables_of(board, players)
        self.tables = max(self._all_tables, key=lambda tables: tables.players)
        self.board, self.players, self.n, self._is_dealt = self.tables.board, self.tables.players, n, False
        self.encoding = make_encoding(encoder, self.tables, seats)
        self.actions = make_actions(actions, self.tables)
        check_alike(self.encoding, self.actions, self._all_tables)
        self.boards = records_of(self._all_tables)
        self.which: npt.NDArray[np.int64] = np.arange(n) * len(self._all_tables) // n  # the board of each game
        self.players_of: npt.NDArray[np.int8] = np.array([t.players for t in self._all_tables], np.int8)[self.which]
        self.states = new_records(STATE, n)
        self.states["phase"] = OVER  # until the first reset
        self._history = History(n, self.players, self.encoding.size, whole("history", history, 0, MOST_HISTORY))
        self.observation = self._history.observation
        self.private: npt.NDArray[np.int8] = np.zeros((n, self.encoding.private_size if private else 0), np.int8)
        self.mask: npt.NDArray[np.bool_] = np.zeros((n, self.actions.size), np.bool_)
        self.seat: npt.NDArray[np.int8] = np.zeros(n, np.int8)
        self.reward: npt.NDArray[np.float32] = np.zeros((n, self.players), np.float32)
        self.done: npt.NDArray[np.bool_] = np.zeros(n, np.bool_)
        self._slots = new_records(SLOT, n)
        self._slots["at"], self._slots["board"] = NOBODY, self.which
        self._rules = new_records(RULES)
        for tables in self._all_tables:
            self._rules["reward"] = reward_number(reward, tables.board, tables.players)
        self._rules["renews"] = autoreset
        self._rules["actions"] = self.actions.number
        self._table = Table((), self.tables)
        if opponents is not None:
            self.set_opponents(opponents)
        self._threads = Threads(threads)
        self._parts = self._threads.share(n)
        every = (
            self.states, self._slots, self.encoding.new_memory(n), self.seat,
            self._history.now, self.private, self.mask,
        )  # fmt: skip
        self._rows = [
            (new_records(WORK), new_records(STATE), *(array[part] for array in every)) for part in self._parts
        ]

    @property
    def deals(self) -> npt.NDArray[np.uint64]:
        """The seeds of the running games."""
        return np.asarray(self._slots["deal"])

    @property
    def finished(self) -> int:
        """How many games have ended since the last reset."""
        return int(self._slots["number"].sum() + self.over.sum()) if self._is_dealt else 0

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Games that are over and stay so; with ``autoreset`` there are none."""
        return np.asarray(self.states["phase"] == OVER)

    @property
    def totals(self) -> npt.NDArray[np.float64]:
        """Points by seat of each slot's last game that ended."""
        return np.asarray(self._slots["total"])[:, : self.players]

    @property
    def won(self) -> npt.NDArray[np.bool_]:
        """Who won each slot's last game that ended, by seat; several in a draw."""
        return np.asarray(self._slots["won"][:, None] >> np.arange(self.players) & 1, np.bool_)

    @property
    def opponents(self) -> tuple[KernelAgent, ...]:
        """All that play: first those of before that some running game still has, then those that new games draw."""
        return self._table.agents

    def sitting(self, i: int) -> tuple[KernelAgent | None, ...]:
        """Who plays each seat of game i; None is the learner."""
        self._check_game(i)
        at = self._slots["at"][i, : self.players_of[i]].tolist()
        return tuple(None if one == NOBODY else self._table.agents[one] for one in at)

    def view(self, i: int) -> View:
        """Game i, to be read by name; ``str`` of it is a few lines."""
        self._check_game(i)
        return View(self._all_tables[self.which[i]], self.states[i : i + 1])

    def set_opponents(self, opponents: Sequence[AgentLike]) -> None:
        """Others for the games to come; running games keep theirs."""
        opponents = listed("opponents", opponents, "a list of agents")
        if self.players_of.min() == 1 or not opponents:
            raise FootplateError("opponents are for two players and more, and there must be at least one")
        at = self._slots["at"]
        in_use = np.unique(at[at != NOBODY])
        staying = [self._table.agents[i] for i in in_use.tolist()]
        new = compiled_agents(opponents)
        table = Table([*staying, *new], self.tables)
        if len(self._all_tables) > 1 and (made_for_one := [agent.name for agent in new if agent.weights.size]):
            raise FootplateError(f"{made_for_one[0]} can't play on several boards in one environment")
        self._slots["at"] = np.where(at == NOBODY, NOBODY, np.searchsorted(in_use, at))
        self._table = table
        self._rules["first"], self._rules["opponents"] = len(staying), len(new)

    def reset(self, seed: int = 0) -> None:
        """Begin anew with the first game of every slot."""
        seed = seed_number(seed)
        self.reward[:], self.done[:] = 0, False
        self._share(start_games, lambda part: (np.uint64(seed), part.start))
        self._history.see(self.seat, np.ones(self.n, np.bool_))
        self._is_dealt = True

    def next_games(self, chosen: npt.NDArray[np.bool_]) -> None:
        """Deal the next game in the slots that ``chosen`` marks, whether theirs is over or not."""
        marked = marks("chosen", chosen, self.n)
        self._check_dealt()
        self._share(renew_games, lambda part: (marked[part],))
        self._history.see(self.seat, marked, among=marked)

    def step(self, codes: npt.ArrayLike) -> None:
        """Take an action in each game, by its code; IllegalAction names one that isn't legal, and nothing changes."""
        given = whole_numbers("actions", codes, self.n)
        self._check_dealt()
        wrong = first_illegal(self.mask, given, self.over)
        if wrong != NOBODY:
            raise IllegalAction(f"game {wrong}: action {given[wrong]} is not legal now")
        chosen = given.astype(np.int32)
        self._share(advance, lambda part: (chosen[part], self.reward[part], self.done[part]))
        self._history.see(self.seat, self.done)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """Everything that ``restore`` needs to go on from here, opponents excepted."""
        self._check_dealt()
        arrays = {"states": self.states, "slots": self._slots, "rules": self._rules}
        bytes_of = {name: np.frombuffer(records.tobytes(), np.uint8) for name, records in arrays.items()}
        return bytes_of | {"reward": self.reward.copy(), "done": self.done.copy()} | self._history.state()

    def restore(self, saved: Saved) -> None:
        """Go on from ``state()`` of an environment like this one, whose ``opponents`` were the same."""
        if not isinstance(saved, Mapping):
            refuse("saved", saved, "what state() gave")
        records = {"states": self.states, "slots": self._slots, "rules": self._rules}
        given = {**records, "reward": self.reward, "done": self.done, **self._history.state()}
        for name, array in given.items():
            if name not in saved or saved[name].nbytes != array.nbytes:
                raise FootplateError(f"what was saved of {name} is of an environment with other games")
        for name, array in records.items():
            array.view(np.uint8)[:] = saved[name]
        self.reward[:], self.done[:] = saved["reward"], saved["done"]
        self._is_dealt = True
        self._share(look_at_games, lambda part: ())
        self._history.restore(saved)

    def _check_game(self, i: int) -> None:
        whole("game", i, 0, self.n - 1)
        self._check_dealt()

    def _check_dealt(self) -> None:
        if not self._is_dealt:
            raise FootplateError("no game has been dealt yet: reset(seed) deals them")

    def _share(self, kernel: EntryPoint, more: Callable[[slice], tuple[Any, ...]]) -> None:
        """Each thread calls the kernel on its part of the games."""
        common = self.boards, self._rules, self._table.kernels, self._table.bots
        calls = [(*common, *rows, *more(part)) for part, rows in zip(self._parts, self._rows, strict=True)]
        with kernel_errors("the environment"):
            self._threads.call(kernel, calls)
