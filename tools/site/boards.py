"""A page for each board: who plays, cards, routes, tickets, action numbers, what networks see, rewards, the map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from footplate.action_space import action_space
from footplate.boards import Board, board_names, load_board
from footplate.boards.facts import board_facts, kind_of_route, number_range
from footplate.encoders import ACTION_CODES, encoders, make_actions, make_encoding
from footplate.engine.tables import Tables, make_tables
from footplate.envs.rewards import REWARDS, reward_number
from footplate.errors import FootplateError
from footplate.maps.draw import draw_board, draw_thumbnail
from tools.site.markdown import table


def write_boards(folder: Path) -> list[str]:
    """Write the pages and their pictures; returns the pages' names."""
    folder.mkdir(parents=True)
    boards = [load_board(name) for name in board_names()]
    for board in boards:
        (folder / f"{board.name}.svg").write_text(draw_board(board, width=1280), "utf-8")
        (folder / f"{board.name}-small.svg").write_text(draw_thumbnail(board), "utf-8")
        (folder / f"{board.name}.md").write_text(_page(board), "utf-8")
    index = table(["", "board", "players", "cities", "routes", "tickets"], map(_row, boards))
    (folder / "index.md").write_text(f"# Boards of the catalogue\n\n{index}\n", "utf-8")
    return [board.name for board in boards]


def _row(board: Board) -> tuple[object, ...]:
    name = f"[{board.title}]({board.name}.md) `{board.name}`"
    counts = len(board.cities), len(board.routes), len(board.tickets)
    return f"![]({board.name}-small.svg)", name, number_range(board.rules.players), *counts


def _page(board: Board) -> str:
    tables = make_tables(board, board.rules.players[0])
    seats = f"for {tables.players} player{'s' * (tables.players > 1)}"
    return "\n\n".join(
        [
            f"# {board.title}",
            f"Commands and Python call it `{board.name}`.",
            f"![Map: {board.title}]({board.name}.svg)",
            "## Rules",
            table(["", ""], board_facts(board)),
            f"## Routes ({len(board.routes)})",
            table(
                ["", "route", "length", "colour", "kind"],
                [(i, f"{r.a} – {r.b}", r.length, r.color, kind_of_route(board, i)) for i, r in enumerate(board.routes)],
            ),
            f"## Tickets ({len(board.tickets)})",
            table(["", "ticket", "points"], [(i, f"{t.a} – {t.b}", t.points) for i, t in enumerate(board.tickets)]),
            f"## Action numbers {seats}",
            table(["numbers", "action", "first", "last"], _actions(tables)),
            "Networks may use another code ([encoders](../encoders.md)):",
            table(["code", "actions"], _codes(tables)),
            f"## Observation {seats}",
            "Blocks of inputs, by encoder ([encoders](../encoders.md)).",
            *_encoders(tables),
            "## Rewards",
            f"{', '.join(f'`{reward}`' for reward in _rewards(tables))} ([environments](../environments.md)).",
            *_remarks(board),
        ]
    )


def _actions(tables: Tables) -> Iterator[tuple[object, ...]]:
    """A row for each run of numbers of one kind."""
    space = action_space(tables)
    numbered = sorted((space.id(action), action) for action in space if space.id(action) < len(space))
    for kind, run in groupby(numbered, key=lambda pair: type(pair[1]).__name__):
        numbers = list(run)
        (low, first), (high, last) = numbers[0], numbers[-1]
        yield number_range((low, high)), f"`{kind}`", first.text, last.text if high > low else ""


def _codes(tables: Tables) -> Iterator[tuple[str, int]]:
    for name in ACTION_CODES:
        try:
            yield f"`{name}`", make_actions(name, tables).size
        except FootplateError:  # a code that this board can't use
            continue


def _encoders(tables: Tables) -> Iterator[str]:
    for name in encoders():
        encoding = make_encoding(name, tables)
        rows = [
            (
                number_range((block.first, block.end - 1)),
                f"`{block.name}`",
                " × ".join(map(str, block.shape)),
                block.meaning,
            )
            for block in encoding.blocks
        ]
        yield f"### `{name}`: {encoding.size:,} inputs"
        yield table(["inputs", "block", "shape", "meaning"], rows)


def _rewards(tables: Tables) -> Iterator[str]:
    for name in REWARDS:
        try:
            reward_number(name, tables.board, tables.players)
        except FootplateError:  # a reward of other rules
            continue
        yield name


def _remarks(board: Board) -> Iterator[str]:
    for title in ("notes", "sources"):
        if board.data[title]:
            yield f"## {title.title()}"
            yield "\n".join(f"- {line}" for line in board.data[title])
