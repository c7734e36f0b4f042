"""A tournament's games as files that other tools read: CSV always, Parquet where pyarrow is installed.

One row for each game, the columns by seat: ``agent_1, score_1, won_1`` and so on; in a draw several have won. The
columns ``table``, ``deal`` and ``game`` say which game it is and ``seed`` shuffles its cards.
"""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from footplate.arena.deals import games_per_deal
from footplate.arena.results import GameResults
from footplate.arena.storage import TournamentFolder
from footplate.arena.tournament import TournamentSettings, deals_played
from footplate.extras import needing

Columns = dict[str, Any]  # arrays, one value for each game


def has_parquet() -> bool:
    return find_spec("pyarrow") is not None


def export_games(settings: TournamentSettings, folder: TournamentFolder) -> list[Path]:
    """Write games.csv.gz and, if it can be done, games.parquet; returns what was written."""
    files = [folder.path / "games.csv.gz"]
    _write_csv(files[0], _all_columns(settings, folder))
    if has_parquet():
        files.append(folder.path / "games.parquet")
        _write_parquet(files[1], _all_columns(settings, folder))
    return files


def _all_columns(settings: TournamentSettings, folder: TournamentFolder) -> Iterator[Columns]:
    for table in range(len(settings.tables)):
        yield game_columns(settings, table, folder.read(table, deals_played(settings, folder, table)))


def game_columns(settings: TournamentSettings, table: int, results: GameResults) -> Columns:
    """A table's games, by seat."""
    n, k = results.totals.shape
    rows, agent_at = np.arange(n)[:, None], np.argsort(results.seat_of, axis=1)
    names = np.array([settings.agents[a] for a in settings.tables[table]])
    whole = (results.totals == np.rint(results.totals)).all()
    totals = results.totals.astype(np.int64) if whole and not settings.board.rules.progress else results.totals
    columns: Columns = {
        "table": np.full(n, table),
        "deal": np.arange(n) // games_per_deal(k),
        "game": np.arange(n) % games_per_deal(k),
        "seed": results.seeds,
        **_by_seat("agent", names[agent_at]),
        **_by_seat("score", totals[rows, agent_at]),
        **_by_seat("won", (results.shares > 0).astype(np.int64)[rows, agent_at]),
        "decisions": results.decisions,
    }
    if results.metrics is not None:
        longest = max(route.length for route in settings.board.routes)
        columns |= {name: results.metrics[name] for name in ("turns", "lead_changes")}
        for name in ("tickets_done", "tickets_held", "blocks"):
            columns |= _by_seat(name, results.metrics[name][rows, agent_at])
        for length in range(1, longest + 1):
            columns |= _by_seat(f"routes_of_{length}", results.metrics["routes"][rows, agent_at, length])
    return columns


def _by_seat(name: str, values: Any) -> Columns:
    return {f"{name}_{seat + 1}": values[:, seat] for seat in range(values.shape[1])}


def _write_csv(path: Path, tables: Iterator[Columns]) -> None:
    """Without a date in the file, so that the same games are the same bytes."""
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 5, raw, mtime=0) as packed:
        for i, columns in enumerate(tables):
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\n")
            if i == 0:
                writer.writerow(columns)
            writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))
            packed.write(text.getvalue().encode())


def _write_parquet(path: Path, tables: Iterator[Columns]) -> None:
    with needing("a file for Parquet", "footplate[arena]"):
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    writer = None
    for columns in tables:
        arrays = [_arrow_array(arrow, column) for column in columns.values()]
        table = arrow.Table.from_arrays(arrays, names=list(columns))
        writer = writer or parquet.ParquetWriter(path, table.schema, compression="zstd")
        writer.write_table(table)
    if writer:
        writer.close()


def _arrow_array(arrow: Any, column: Any) -> Any:
    if column.dtype.kind != "U":
        return arrow.array(column)
    names, places = np.unique(column, return_inverse=True)
    return arrow.DictionaryArray.from_arrays(arrow.array(places.astype(np.int32)), arrow.array(names.tolist()))
