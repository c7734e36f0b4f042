"""Encodings: what a network sees of a game, as rows of int8 with named blocks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from footplate.arguments import instance, one_of, whole
from footplate.boards.limits import MAX_PLAYERS
from footplate.encoders.blocks import Block, Rows, legend_of, placed, scales_of, size_of, views_of
from footplate.encoders.encoder import Encoder
from footplate.encoders.features import FEATURES
from footplate.encoders.kernels import encode_private_rows, encode_rows
from footplate.encoders.layout import MEMORY
from footplate.encoders.tokens import TOKENS
from footplate.engine.layout import Records, new_records
from footplate.engine.tables import Tables
from footplate.errors import FootplateError
from footplate.observation import Observation
from footplate.plugins import ENCODERS, with_plugins

Seats = npt.NDArray[np.int8]
INFORMATION = ("complete", "incomplete")  # whether planes show the other hands


@cache
def encoders() -> dict[str, Encoder]:
    """Ours, and those that plug-ins add."""
    return with_plugins(ENCODERS, Encoder, (FEATURES, TOKENS))


class Encoding:
    """An encoder on a board for a number of players. ``seats`` is the number of players that a row has room for.

    Seats are relative: first the seat whose view it is, then the next player, and so on; rooms that nobody uses are 0.
    The same input comes from a state and from what the seat may know of it.

    >>> from footplate import Game
    >>> game = Game("small", seed=1)
    >>> encoding = make_encoding("vector", game.tables)
    >>> encoding.views(encoding.of(game.observe(0)))["hand"].tolist()
    [0, 1, 1, 1, 1]
    """

    def __init__(self, encoder: Encoder, tables: Tables, seats: int, shows_hands: bool) -> None:
        self.encoder, self.name, self.version = encoder, encoder.name, encoder.version
        self.tables, self.seats, self.shows_hands = tables, seats, shows_hands
        self.blocks: Sequence[Block] = placed(encoder.parts(tables, seats))
        self.private_blocks: Sequence[Block] = placed(
            encoder.private_parts(tables, seats) if encoder.private_parts else ()
        )
        self.size, self.private_size = size_of(self.blocks), size_of(self.private_blocks)
        self.scale, self.private_scale = scales_of(self.blocks), scales_of(self.private_blocks)

    def new_memory(self, n: int) -> Records:
        """What the encoder keeps for n games, by game and seat, so that it needn't work out everything each time.

        What it keeps follows from what it sees: any memory gives the same inputs, and games may be dealt anew.
        """
        memory = new_records(MEMORY, n * self.tables.players).reshape(n, self.tables.players)
        memory["encoder"], memory["private"] = self.encoder.address, self.encoder.private
        memory["seats"], memory["shows_hands"] = self.seats, self.shows_hands
        return memory

    def encode(self, states: Records, seats: Seats, memory: Records, out: Rows) -> None:
        """Write a row for each state or observation: the view of the seat that ``seats`` names."""
        encode_rows(self.tables.records, states, seats, memory, out)

    def encode_private(self, states: Records, seats: Seats, memory: Records, out: Rows) -> None:
        """Write what only a critic may see: it reads the other seats' secrets, so it needs whole states."""
        if self.private_size:
            encode_private_rows(self.tables.records, states, seats, memory, out)

    def of(self, observation: Observation) -> Rows:
        """The row of one observation, from the observer's seat."""
        instance("observation", observation, Observation, "an Observation, as game.observe(seat) gives it")
        out = np.zeros((1, self.size), np.int8)
        self.encode(observation.records, np.array([observation.seat], np.int8), self.new_memory(1), out)
        return out[0]

    def views(self, x: Rows) -> dict[str, Rows]:
        """The blocks of a row, or of an array of rows, by name and in their own shapes: the same memory."""
        return views_of(self.blocks, x)

    def private_views(self, x: Rows) -> dict[str, Rows]:
        return views_of(self.private_blocks, x)

    def legend(self) -> str:
        """A table of all blocks, as text."""
        legend = legend_of(f"{self}: {self.size} inputs", self.blocks)
        private = legend_of(f"what only a critic sees: {self.private_size} inputs", self.private_blocks)
        return f"{legend}\n\n{private}" if self.private_blocks else legend

    def __str__(self) -> str:
        return f"{self.name} {self.version} on {self.tables.board.name}, {self.seats} seats"

    def __repr__(self) -> str:
        return f"<Encoding {self}>"


def make_encoding(name: str, tables: Tables, seats: int | None = None, *, information: str | None = None) -> Encoding:
    """An encoder by its name (``encoders()``) for a board's tables, with room for ``seats`` players (the game's own).

    ``information`` is for those that can show the other hands, such as ``planes``: whether they do ("complete", which
    needs a board of open hands) or not ("incomplete"). What isn't said is as the board's rules are.
    """
    encoder = encoders()[one_of("encoder", name, encoders())]
    least, is_open = tables.players, tables.board.rules.open_hands
    seats = encoder.seats or (least if seats is None else whole("seats", seats))
    if not least <= seats <= MAX_PLAYERS:
        raise FootplateError(
            f"an input for {seats} players has no room for {least}; it must be {least} to {MAX_PLAYERS}"
        )
    if information is None:
        return Encoding(encoder, tables, seats, is_open)
    if not encoder.can_show_hands:
        raise FootplateError(f"{name} has no option information: it never shows the other hands")
    if information not in INFORMATION:
        raise FootplateError(f"information {information!r}: it must be {' or '.join(INFORMATION)}")
    if information == "complete" and not is_open:
        raise FootplateError(
            f"hands are hidden on {tables.board.name}: {name} of complete information need open ones (such as t2r:open)"
        )
    return Encoding(encoder, tables, seats, information == "complete")
