"""A tournament: every agent against every other one on the same deals, on disk, to be stopped and resumed at will."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from footplate.agents import make_agent
from footplate.agents.kernel_agent import KernelAgent
from footplate.arena.deals import Request, deals_for, games_per_deal
from footplate.arena.pairing import Pairing
from footplate.arena.results import GameResults
from footplate.arena.runners import Runner
from footplate.arena.sequential import certainly_best, looks
from footplate.arena.service import Watch, play_games
from footplate.arena.sources import bot_hashes, check_bots, code_hash
from footplate.arena.storage import TournamentFolder, read_manifest, write_manifest
from footplate.arguments import instance, listed, seed_number, shown, whole
from footplate.boards import Board
from footplate.boards.limits import MAX_PLAYERS
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError
from footplate.version import __version__

_FORMAT = 1
REPORT_FILES = ("report.html", "result.json", "heat-map.svg", "games.csv.gz", "games.parquet")
_PIECE_SECONDS = 1.0  # what a worker plays before it is stored, as one file
Progress = Callable[[int], None]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class TournamentSettings:
    """What is played. ``games`` are those of each table, rounded up to whole deals (at most, with until_certain)."""

    board: Board
    agents: tuple[str, ...]  # spec strings
    games: int
    players: int = 2  # at a table
    seed: int = 0
    self_play: bool = False  # each agent also plays tables full of itself
    metrics: bool = False
    until_certain: bool = False  # a table stops when it is certain who is best there
    reduce_luck: bool = False  # what chance gave is found out for each game, and taken out of the results

    def __post_init__(self) -> None:
        instance("board", self.board, Board, "a Board, as load_board gives it")
        whole("games", self.games, 1)
        seed_number(self.seed)
        listed("agents", self.agents, "a tuple of spec strings")
        for agent in self.agents:
            if not isinstance(agent, str):
                raise FootplateError(f"{shown(agent)}: a tournament takes spec strings, which other processes can read")
        if len(set(self.agents)) < len(self.agents):
            raise FootplateError(f"an agent takes part twice: {', '.join(self.agents)}")
        whole("players", self.players, 2, MAX_PLAYERS)
        if self.reduce_luck and self.until_certain:
            raise FootplateError("a table that stops when it is certain has other intervals: luck is not taken out")
        if not self.tables:
            raise FootplateError(f"{len(self.agents)} agents can't fill a table of {self.players}")
        make_tables(self.board, self.players)
        for agent in self.agents:
            if make_agent(agent).learns:
                raise FootplateError(
                    f"{agent!r} learns from game to game; a tournament plays its games in any order and place, so it "
                    "can't take part (footplate match plays them in order)"
                )

    @cached_property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """Who sits at each table, as numbers of agents."""
        full = combinations(range(len(self.agents)), self.players)
        alone = ((a,) * self.players for a in range(len(self.agents)) if self.self_play)
        return (*full, *alone)

    @property
    def deals(self) -> int:
        """The most deals that a table plays."""
        return deals_for(self.games, self.players)

    @property
    def looks(self) -> tuple[int, ...]:
        """After how many deals it is asked who is best; the last of them are all."""
        return tuple(looks(self.deals)) if self.until_certain else (self.deals,)

    @property
    def most_games(self) -> int:
        """Of all tables."""
        return len(self.tables) * self.deals * games_per_deal(self.players)

    @property
    def is_compiled(self) -> bool:
        return all(isinstance(make_agent(agent), KernelAgent) for agent in self.agents)

    @property
    def command(self) -> str:
        """The command that plays the same tournament."""
        options = {"agents": ";".join(self.agents), "board": self.board.name, "games": self.games,
                   "players": self.players, "seed": self.seed}  # fmt: skip
        flags = {"--self": self.self_play, "--metrics": self.metrics, "--until-certain": self.until_certain,
                 "--reduce-luck": self.reduce_luck}  # fmt: skip
        words = [str(word) for name, value in options.items() for word in (f"--{name}", value)]
        return shlex.join(["footplate", "tournament", *words, *(flag for flag, is_on in flags.items() if is_on)])

    def manifest(self) -> dict[str, Any]:
        """The same as JSON, with whatever else the results depend on."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        values |= {"board": self.board.data, "agents": list(self.agents)}
        own = {"format": _FORMAT, "footplate": __version__, "code": code_hash(), "bots": self.bot_hashes}
        return {**own, **values}

    @classmethod
    def of_manifest(cls, manifest: Mapping[str, Any]) -> TournamentSettings:
        try:
            values = {name: manifest[name] for name in cls.__dataclass_fields__}
            board, agents = Board.from_dict(values.pop("board")), tuple(values.pop("agents"))
        except (KeyError, TypeError) as error:
            raise FootplateError(f"the tournament's manifest is not one of this version: {error}") from None
        return cls(board=board, agents=agents, **values)

    def request(self, table: int, deals: range) -> Request:
        agents = tuple(self.agents[a] for a in self.tables[table])
        hashes = {agent: self.bot_hashes[agent] for agent in agents if agent in self.bot_hashes}
        return Request(
            board=self.board, agents=agents, seed=self.seed, deals=deals, metrics=self.metrics,
            keep_records=self.reduce_luck, bot_hashes=hashes,
        )  # fmt: skip

    @cached_property
    def bot_hashes(self) -> dict[str, str]:
        """Of people's own bots, as they are when the tournament begins or goes on."""
        return bot_hashes(self.agents)


def open_folder(settings: TournamentSettings, folder: Path, *, resume: bool = False) -> TournamentFolder:
    """Begin a tournament in a new folder, or go on in one where the very same is played."""
    manifest = settings.manifest()
    found = read_manifest(folder)
    if found is None:
        for name in REPORT_FILES:
            if (folder / name).exists():
                raise FootplateError(f"{folder / name} is there already, and no tournament is; choose another folder")
        write_manifest(folder, manifest)
    elif not resume:
        raise FootplateError(f"there is a tournament in {folder} already; --resume goes on with it")
    else:
        another = "put the old one back, or begin anew with another --out"
        check_bots(found.get("bots", {}), settings.bot_hashes, f"the tournament in {folder}", another)
        differences = [name for name in manifest if name != "bots" and found.get(name) != manifest[name]]
        if differences:
            raise FootplateError(f"the tournament in {folder} is another one: {', '.join(differences)} differ")
    return TournamentFolder(folder, settings.players, settings.seed)


def _gaps(runs: Sequence[tuple[int, int]], end: int) -> list[range]:
    """What the runs (first, end) leave free before ``end``."""
    starts = [0, *(stop for _, stop in runs)]
    ends = [*(first for first, _ in runs), end]
    return [range(start, min(stop, end)) for start, stop in zip(starts, ends, strict=True) if start < min(stop, end)]


def is_decided(folder: TournamentFolder, table: int, deals: int) -> bool:
    results = folder.read(table, deals)
    return certainly_best(results.by_deal(results.shares)) is not None


def deals_played(settings: TournamentSettings, folder: TournamentFolder, table: int) -> int:
    """How many deals of a finished table count."""
    return next((look for look in settings.looks[:-1] if is_decided(folder, table, look)), settings.deals)


def games_stored(settings: TournamentSettings, folder: TournamentFolder) -> int:
    runs = (run for table in range(len(settings.tables)) for run in folder.played(table))
    return sum(end - first for first, end in runs) * games_per_deal(settings.players)


def load_bots(settings: TournamentSettings) -> None:
    """Compile what is to play, once, before workers need it all at the same time."""
    for agent in settings.agents:
        agents = (agent,) * settings.players
        Pairing(Request(board=settings.board, agents=agents, metrics=settings.metrics)).load()


def play_tournament(
    settings: TournamentSettings,
    folder: TournamentFolder,
    runner: Runner,
    progress: Progress = lambda games: None,
    luck_in: Callable[[GameResults], Floats] | None = None,
) -> None:
    """Play what is missing, and close the runner. Whatever ends it, finished games are in the folder.

    With ``reduce_luck`` the room ``review`` says what luck was in games (``luck_in``), of which records were kept.
    """
    if settings.reduce_luck and luck_in is None:
        raise FootplateError("who is to say what luck was? luck_in, with reduce_luck")
    load_bots(settings)
    undecided = list(range(len(settings.tables)))
    try:
        for look in settings.looks:
            missing = [(table, deals) for table in undecided for deals in _gaps(folder.played(table), look)]
            requests = [settings.request(table, deals) for table, deals in missing]
            for piece in play_games(requests, runner, Watch(progress), seconds=_PIECE_SECONDS):
                luck = luck_in(piece.results) if settings.reduce_luck and luck_in else None
                folder.write(missing[piece.number][0], piece.first, replace(piece.results, luck=luck))
            if look < settings.deals:
                undecided = [table for table in undecided if not is_decided(folder, table, look)]
    finally:
        runner.close()
