"""Games as files that other tools read: a tournament's, and the scores of a match.

One row for each game, the columns by seat: ``agent_1, score_1, won_1`` and so on; in a draw several have won. The
columns ``table``, ``deal`` and ``game`` say which game it is and ``seed`` shuffles its cards. A tournament's games are
CSV always, and Parquet where pyarrow is installed.
"""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from footplate.arena.deals import games_per_deal
from footplate.arena.results import GameResults
from footplate.arena.storage import TournamentFolder
from footplate.arena.tournament import TournamentSettings, deals_played
from footplate.engine import layout as L
from footplate.extras import needing
from footplate.outcome import POINTS_FOR

Columns = dict[str, Any]  # arrays, one value for each game
_NANOSECONDS = 1e9  # in a second


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
            _write_rows(text, columns, header=i == 0)
            packed.write(text.getvalue().encode())


def _write_rows(file: TextIO, columns: Columns, *, header: bool = True) -> None:
    writer = csv.writer(file, lineterminator="\n")
    if header:
        writer.writerow(columns)
    writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))


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


# ---------------------------------------------------------------- the scores of a match


def score_columns(names: Sequence[str], results: GameResults) -> Columns:
    """Of a match between the agents ``names`` that has kept scores.

    First come the game's number, its turns and its times; then by seat the total with a floor of 0, the total, and what
    it would be without tickets and with routes only. The rest says who sat where and what the points are for. The times
    are empty unless somebody asked for them, so that the same seed gives the same bytes.
    """
    assert results.scores is not None
    n, k = results.totals.shape
    rows, agent_at = np.arange(n)[:, None], np.argsort(results.seat_of, axis=1)
    points, totals = results.scores["points"][rows, agent_at], results.totals[rows, agent_at]
    if (totals == np.rint(totals)).all():
        totals = totals.astype(np.int64)
    scores = {
        "score_floored": np.maximum(totals, 0),
        "score": totals,
        "score_no_tickets": points.sum(axis=2) - points[:, :, L.TICKETS_DONE] - points[:, :, L.TICKETS_OPEN],
        "score_routes_only": points[:, :, L.ROUTE_POINTS],
    }
    return {
        "game": np.arange(n) + 1,
        "turns": results.scores["turns"],
        **_times(results),
        **{f"{name}_{seat + 1}": values[:, seat] for seat in range(k) for name, values in scores.items()},
        "seed": results.seeds,
        **_by_seat("agent", np.array(names)[agent_at]),
        **_by_seat("won", (results.shares > 0).astype(np.int64)[rows, agent_at]),
        **{
            f"points_{name}_{seat + 1}": points[:, seat, column]
            for seat in range(k)
            for column, name in enumerate(POINTS_FOR)
        },
    }


def _times(results: GameResults) -> Columns:
    """How long each game took, and how long the match was under way when it ended; empty if nobody measured."""
    if results.clock is None:
        nothing = np.full(results.seeds.size, "")
        return {"nanoseconds": nothing, "nanoseconds_since_start": nothing}
    began, ended = np.rint(_NANOSECONDS * results.clock).astype(np.int64).T
    return {"nanoseconds": ended - began, "nanoseconds_since_start": ended}


def write_scores(names: Sequence[str], results: GameResults, file: TextIO) -> None:
    """Write the games of a match between the agents ``names`` that has kept their scores."""
    _write_rows(file, score_columns(names, results))
