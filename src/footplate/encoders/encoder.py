"""What there is to know of an encoder on any board; plug-ins bring their own (docs/plugins.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from footplate.compile import FunctionPointer, function_pointer
from footplate.encoders.blocks import Part
from footplate.encoders.layout import MEMORY, NOTHING, ROW
from footplate.engine.layout import BOARD, STATE, Int, Record
from footplate.engine.tables import Tables

EncoderKernel = Callable[[Record, Record, Record, Record], Int]


@dataclass(frozen=True, kw_only=True)
class Encoder:
    """``kernel`` is a compiled function ``f(b, s, m, row)``: the board record, a state or an observation, the MEMORY of
    this encoder and the ROW to fill in. It writes into ``inputs_of(row)`` what the seat ``row.seat`` knows, as the
    ``parts`` say, and returns how many inputs that are.
    """

    name: str
    version: int  # networks play only with the version that they were trained with
    parts: Callable[[Tables, int], list[Part]]  # the blocks of a row, on a board and with room for so many seats
    kernel: EncoderKernel
    private_parts: Callable[[Tables, int], list[Part]] | None = None  # the blocks of what only a critic may see,
    private: int = NOTHING  # and what that is (layout.py)
    seats: int | None = None  # that a row always has room for; None: as many as are asked for
    can_show_hands: bool = False  # whether make_encoding's ``information`` says if m.shows_hands

    @property
    def address(self) -> int:
        """Of the compiled kernel."""
        return _compiled(self.kernel).address


@cache
def _compiled(kernel: EncoderKernel) -> FunctionPointer:
    return function_pointer(kernel, BOARD, STATE, MEMORY, ROW)
