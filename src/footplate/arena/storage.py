"""A tournament on disk: its settings and its games, in files that are written once and never changed.

    DIR/manifest.json                      what is played; a tournament goes on only if everything here agrees
    DIR/chunks/t0003-d00001024-00000512.npz    table 3, 512 deals from number 1024 on

A chunk gets its name only when it is whole and on the disk, so a crash loses no more than what was being played.
"""

from __future__ import annotations

import io
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from footplate.arena.deals import games_per_deal, make_batch
from footplate.arena.metrics import METRICS
from footplate.arena.results import ForfeitedGame, GameResults, join
from footplate.engine.layout import new_records
from footplate.errors import FootplateError
from footplate.files import PART, json_of, write_whole

_CHUNK = re.compile(r"t(\d+)-d(\d+)-(\d+)\.npz")


class TournamentFolder:
    """The folder of a tournament between tables of ``players``."""

    def __init__(self, folder: Path, players: int, seed: int) -> None:
        self.path, self._players, self._seed = folder, players, seed
        self._chunks = folder / "chunks"
        self._chunks.mkdir(parents=True, exist_ok=True)
        for unfinished in self._chunks.glob(f"*{PART}"):
            unfinished.unlink()

    def write(self, table: int, first: int, results: GameResults) -> None:
        """Keep the games of some deals in a row, the first of them number ``first``."""
        deals = results.seeds.size // games_per_deal(self._players)
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **_to_arrays(results))
        write_whole(self._chunks / f"t{table:04d}-d{first:08d}-{deals:08d}.npz", buffer.getvalue())

    def played(self, table: int) -> list[tuple[int, int]]:
        """(first deal, end) of the runs of deals that are there, in order, none touching the next."""
        runs: list[tuple[int, int]] = []
        for first, end, _ in self._chunks_of(table):
            if runs and first <= runs[-1][1]:
                runs[-1] = (runs[-1][0], max(end, runs[-1][1]))
            else:
                runs.append((first, end))
        return runs

    def read(self, table: int, deals: int) -> GameResults:
        """The games of the first ``deals`` deals of a table, all of which must be there."""
        parts, reached, games = [], 0, games_per_deal(self._players)
        for first, end, path in self._chunks_of(table):
            if first <= reached < min(end, deals):
                parts.append(self._from_arrays(_read(path, (end - first) * games), first, reached, min(end, deals)))
                reached = min(end, deals)
        if reached < deals:
            raise FootplateError(f"{self.path}: table {table} lacks deals from number {reached} on")
        return join(parts)

    def _chunks_of(self, table: int) -> Iterator[tuple[int, int, Path]]:
        for path in sorted(self._chunks.glob(f"t{table:04d}-*.npz")):
            found = _CHUNK.fullmatch(path.name)
            if found:
                first, deals = int(found[2]), int(found[3])
                yield first, first + deals, path

    def _from_arrays(self, arrays: dict[str, Any], first: int, start: int, end: int) -> GameResults:
        """Seeds and seats follow from the deals' numbers, so they are not stored."""
        games = games_per_deal(self._players)
        batch = make_batch(self._players, self._seed, start, end - start)
        rows = slice((start - first) * games, (end - first) * games)
        won = (arrays["won"][rows, None] >> np.arange(self._players) & 1).astype(np.float64)
        metrics = None
        if "turns" in arrays:
            metrics = new_records(METRICS, (end - start) * games)
            for name in METRICS.names or ():
                metrics[name] = arrays[name][rows]
        return GameResults(
            seeds=batch.seeds,
            seat_of=np.argsort(batch.agent_at, axis=1),
            totals=arrays["totals"][rows].astype(np.float64),
            shares=won / np.maximum(won.sum(axis=1, keepdims=True), 1),
            decisions=arrays["decisions"][rows].astype(np.int64),
            metrics=metrics,
            finals=arrays["finals"][rows] if "finals" in arrays else None,
            luck=arrays["luck"][rows] if "luck" in arrays else None,
            forfeits=tuple(
                ForfeitedGame(game - rows.start, agent, reason)
                for game, agent, reason in json.loads(str(arrays.get("forfeits", "[]")))
                if rows.start <= game < rows.stop
            ),
        )


def _read(path: Path, games: int) -> dict[str, Any]:
    """The arrays of a chunk; a FootplateError if the file is damaged in any way."""
    try:
        with np.load(path) as stored:
            arrays = dict(stored)
        sizes = {arrays[name].shape[0] for name in ("totals", "won", "decisions")}
        if sizes != {games}:
            raise ValueError(f"{sizes} games")
    except OSError as error:
        if error.errno is not None:
            raise
    except (ValueError, KeyError, EOFError, IndexError, BadZipFile, zlib.error):
        pass
    else:
        return arrays
    raise FootplateError(f"{path} is damaged; delete it, and --resume plays its games again")


def _to_arrays(results: GameResults) -> dict[str, Any]:
    """A few bytes for each game: scores as small whole numbers where they are, winners as bits (by agent)."""
    whole = results.totals.astype(np.int16)
    arrays = {
        "totals": whole if (whole == results.totals).all() else results.totals,
        "won": ((results.shares > 0) << np.arange(results.players)).sum(axis=1).astype(np.uint8),
        "decisions": results.decisions.astype(np.uint16),
    }
    if results.forfeits:
        arrays["forfeits"] = np.array(json.dumps([(f.game, f.agent, f.reason) for f in results.forfeits]))
    if results.metrics is not None:
        arrays |= {name: results.metrics[name] for name in METRICS.names or ()}
    if results.finals is not None:
        arrays["finals"] = results.finals
    if results.luck is not None:
        arrays["luck"] = results.luck
    return arrays


def write_manifest(folder: Path, manifest: Mapping[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "manifest.json", (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode())


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """What is played in that folder; None if no tournament is."""
    path = folder / "manifest.json"
    if not path.exists():
        return None
    try:
        manifest = json_of(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise FootplateError(f"{path} can't be read: {error}") from None
    if not isinstance(manifest, dict):
        raise FootplateError(f"{path} is no tournament")
    return manifest
