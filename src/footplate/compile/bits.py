"""What processors do at once and Python has no name for: with the bits of a whole number, the bytes of a record."""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic

from footplate.compile.types import Int, Record

if numba.config.DISABLE_JIT:

    def lowest_bit(number: Int) -> Int:
        return (int(number) & -int(number)).bit_length() - 1

    def clear(record: Record) -> None:
        for name in record.dtype.names:
            record[name] = 0

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest_bit(typing: Any, number: Any) -> Any:
        """The place of the lowest bit that is set; one is."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.cttz(values[0], ir.Constant(ir.IntType(1), 0))

        return number(number), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def clear(typing: Any, record: Any) -> Any:
        """All bytes of a record become 0."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            cgutils.memset(builder, values[0], cgutils.intp_t(record.size), 0)
            return context.get_dummy_value()

        return numba.types.void(record), generate
