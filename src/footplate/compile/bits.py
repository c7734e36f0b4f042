"""What processors do with the bits of a whole number in one instruction, and Python has no name for."""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba.extending import intrinsic

from footplate.compile.types import Int

if numba.config.DISABLE_JIT:

    def lowest_bit(number: Int) -> Int:
        return (int(number) & -int(number)).bit_length() - 1

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest_bit(typing: Any, number: Any) -> Any:
        """The place of the lowest bit that is set; one is."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.cttz(values[0], ir.Constant(ir.IntType(1), 0))

        return number(number), generate
