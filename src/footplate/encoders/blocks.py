"""The named blocks of an encoder's input: what lies where, in which scale, and what it means."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footplate.engine.tables import Tables

Rows = npt.NDArray[np.int8]


class Sizes(NamedTuple):
    """What the sizes of blocks and codes are made of: real counts of a board."""

    cities: int
    routes: int
    tickets: int
    kinds: int  # of cards: the colours, then locomotives
    slots: int  # tickets on offer at once, at most


def sizes_of(tables: Tables) -> Sizes:
    board, rules = tables.board, tables.board.rules
    slots = max(rules.initial_tickets.deal + rules.first_long_tickets, rules.draw_tickets.deal)
    return Sizes(len(board.cities), len(board.routes), len(tables.tickets), len(board.colors) + 1, slots)


Scale = float | tuple[float, ...]  # of all inputs of a block, or one for each place of its last axis


class Part(NamedTuple):
    """A block without its place."""

    name: str
    shape: tuple[int, ...]
    scale: Scale
    meaning: str


@dataclass(frozen=True)
class Block:
    """Inputs ``first`` up to ``end`` of a row. Networks multiply them with ``scale``."""

    name: str
    first: int
    shape: tuple[int, ...]
    scale: Scale
    meaning: str

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def end(self) -> int:
        return self.first + self.size


def placed(parts: Iterable[Part]) -> tuple[Block, ...]:
    """The parts one behind the other."""
    blocks: list[Block] = []
    for name, shape, scale, meaning in parts:
        blocks.append(Block(name, blocks[-1].end if blocks else 0, shape, scale, meaning))
    return tuple(blocks)


def size_of(blocks: Sequence[Block]) -> int:
    return blocks[-1].end if blocks else 0


def scales_of(blocks: Sequence[Block]) -> npt.NDArray[np.float32]:
    scales = [np.broadcast_to(np.asarray(block.scale, np.float32), block.shape).ravel() for block in blocks]
    return np.concatenate(scales) if scales else np.zeros(0, np.float32)


def views_of(blocks: Sequence[Block], x: Rows) -> dict[str, Rows]:
    """Each block of a row, or of an array of rows, in its own shape: the same memory."""
    if x.shape[-1:] != (size_of(blocks),):
        raise ValueError(f"rows of these blocks have {size_of(blocks)} inputs, not an array of the shape {x.shape}")
    return {block.name: x[..., block.first : block.end].reshape(*x.shape[:-1], *block.shape) for block in blocks}


def legend_of(title: str, blocks: Sequence[Block]) -> str:
    """A table of the blocks as text."""
    rows = [("inputs", "block", "shape", "scale", "meaning")]
    for block in blocks:
        shape = " x ".join(map(str, block.shape))
        scale = "by column" if isinstance(block.scale, tuple) else f"{block.scale:.3g}"
        rows.append((f"{block.first}-{block.end - 1}", block.name, shape, scale, block.meaning))
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    lines = [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]) for row in rows
    ]
    return "\n".join([title, *lines])
