"""Products of inputs and weights: where a network's time goes.

Sums of up to ROWS rows and STRIP outputs stay in the processor's registers while the inputs are gone through, so a
weight is read once for all rows; so do those of a few logits. No compiler finds that by itself, so it is written in
LLVM's own terms. In which order a sum is made does not depend on what else is worked out at the same time.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from footplate.compile.decorators import jit
from footplate.compile.types import Int, Record

STRIP = 16  # outputs whose weights lie together, by input
TOGETHER = 4  # strips, for a single row
ROWS = 6  # at once
_LANES = 8  # of a register
_VECTOR, _SIZE, _LANE = ir.VectorType(ir.FloatType(), _LANES), ir.IntType(64), ir.IntType(32)


def _vector_at(builder: Any, floats: Any, place: int) -> Any:
    return builder.bitcast(builder.gep(floats, [_SIZE(place)]), _VECTOR.as_pointer())


def _load_strip(builder: Any, floats: Any) -> list[Any]:
    return [builder.load(_vector_at(builder, floats, part), align=4) for part in range(0, STRIP, _LANES)]


def _multiply_add(builder: Any, x: Any, w: Any, total: Any) -> Any:
    """In one instruction where the processor has it."""
    of_three = ir.FunctionType(_VECTOR, [_VECTOR] * 3)
    function = cgutils.get_or_insert_function(builder.module, of_three, f"llvm.fmuladd.v{_LANES}f32")
    return builder.call(function, [x, w, total])


def _add_lanes(builder: Any, vector: Any) -> Any:
    """Their sum: the second half to the first, until one is left."""
    half = _LANES // 2
    while half > 0:
        halves = [
            builder.shuffle_vector(vector, vector, ir.Constant(ir.VectorType(_LANE, half), list(range(k, k + half))))
            for k in (0, half)
        ]
        vector, half = builder.fadd(*halves), half // 2
    return builder.extract_element(vector, _LANE(0))


def _add_products(rows: int, strips: int) -> Callable[..., None]:
    """A function for so many rows and strips: sums += inputs.T @ weights.

    For each of the n inputs that are picked, ``inputs`` has its value in every row, and ``picked`` where in a strip its
    weights are; the next strip is ``stride`` further. Sums, weights and an input fill the 16 registers that most
    processors have.
    """
    if numba.config.DISABLE_JIT:

        def slowly(weights: Record, stride: Int, picked: Record, n: Int, inputs: Record, sums: Record) -> None:
            for s in range(strips):
                for k in range(n):
                    w = weights[s * stride + picked[k] :][:STRIP]
                    for r in range(rows):
                        sums[r, s * STRIP : (s + 1) * STRIP] += inputs[k * rows + r] * w

        return slowly

    @intrinsic  # type: ignore[untyped-decorator]
    def add_products(
        typing: Any, weights: Any, stride: Any, picked: Any, n: Any, inputs: Any, sums: Any
    ) -> tuple[Any, Callable[..., Any]]:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            weights, picked, inputs, sums = (
                context.make_array(signature.args[k])(context, builder, arguments[k]) for k in (0, 2, 4, 5)
            )
            stride, n = arguments[1], arguments[3]

            def sums_at(r: int, part: int) -> Any:
                row = cgutils.pointer_add(builder, sums.data, builder.mul(_SIZE(r), row_size))
                return _vector_at(builder, row, part)

            row_size = builder.extract_value(sums.strides, 0)
            places = [[sums_at(r, part) for part in range(0, strips * STRIP, _LANES)] for r in range(rows)]
            begins = [[builder.load(at, align=4) for at in row] for row in places]
            before = builder.block
            loop, after = builder.append_basic_block("inputs"), builder.append_basic_block("sums")
            builder.cbranch(builder.icmp_signed(">", n, _SIZE(0)), loop, after)

            builder.position_at_end(loop)
            k = builder.phi(_SIZE)
            totals = [[builder.phi(_VECTOR) for _ in row] for row in begins]
            at = builder.gep(weights.data, [builder.load(builder.gep(picked.data, [k]))])
            w = []
            for strip in range(strips):
                begin = builder.gep(at, [builder.mul(_SIZE(strip), stride)])
                w += _load_strip(builder, begin)
            following = []
            for r in range(rows):
                x = builder.load(builder.gep(inputs.data, [builder.add(builder.mul(k, _SIZE(rows)), _SIZE(r))]))
                only = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), x, _LANE(0))
                zeros = ir.Constant(ir.VectorType(_LANE, _LANES), None)
                all_lanes = builder.shuffle_vector(only, ir.Constant(_VECTOR, ir.Undefined), zeros)
                pairs = zip(w, totals[r], strict=True)
                following.append([_multiply_add(builder, all_lanes, v, total) for v, total in pairs])
            k_after = builder.add(k, _SIZE(1))
            builder.cbranch(builder.icmp_signed("<", k_after, n), loop, after)
            k.add_incoming(_SIZE(0), before)
            k.add_incoming(k_after, loop)

            builder.position_at_end(after)
            results = []
            for firsts, now, lasts in zip(begins, totals, following, strict=True):
                for first, total, last in zip(firsts, now, lasts, strict=True):
                    result = builder.phi(_VECTOR)
                    for phi in (total, result):
                        phi.add_incoming(first, before)
                        phi.add_incoming(last, loop)
                    results.append(result)
            for result, to in zip(results, chain(*places), strict=True):
                builder.store(result, to, align=4)
            return context.get_dummy_value()

        return types.void(weights, types.int64, picked, types.int64, inputs, sums), generate

    return add_products


_one, _two, _three, _four, _five, _six = (_add_products(rows, 1) for rows in range(1, ROWS + 1))
_one_wide = _add_products(1, TOGETHER)


@jit
def add_strip(weights: Record, picked: Record, n: Int, inputs: Record, rows: Int, sums: Record) -> None:
    """Add a strip's products to the sums of at most ROWS rows."""
    if rows == 1:
        _one(weights, 0, picked, n, inputs, sums)
    elif rows == 2:
        _two(weights, 0, picked, n, inputs, sums)
    elif rows == 3:
        _three(weights, 0, picked, n, inputs, sums)
    elif rows == 4:
        _four(weights, 0, picked, n, inputs, sums)
    elif rows == 5:
        _five(weights, 0, picked, n, inputs, sums)
    else:
        _six(weights, 0, picked, n, inputs, sums)


@jit
def add_strips(weights: Record, stride: Int, picked: Record, n: Int, inputs: Record, sums: Record) -> None:
    """The same for TOGETHER strips and a single row."""
    _one_wide(weights, stride, picked, n, inputs, sums)


def _dot_products(codes: int) -> Callable[..., None]:
    """A function for so many codes: the sums of ``inputs`` times the weights of each, which are ``stride`` apart.

    There are n inputs, in whole strips.
    """
    if numba.config.DISABLE_JIT:

        def slowly(weights: Record, stride: Int, chosen: Record, n: Int, inputs: Record, sums: Record) -> None:
            for k in range(codes):
                at = chosen[k] * stride
                sums[k] = inputs[:n] @ weights[at : at + n]

        return slowly

    @intrinsic  # type: ignore[untyped-decorator]
    def dot_products(
        typing: Any, weights: Any, stride: Any, chosen: Any, n: Any, inputs: Any, sums: Any
    ) -> tuple[Any, Callable[..., Any]]:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            weights, chosen, inputs, sums = (
                context.make_array(signature.args[k])(context, builder, arguments[k]) for k in (0, 2, 4, 5)
            )
            stride, n = arguments[1], arguments[3]
            begins = []
            for k in range(codes):
                code = builder.load(builder.gep(chosen.data, [_SIZE(k)]))
                begins.append(builder.gep(weights.data, [builder.mul(code, stride)]))
            before = builder.block
            loop, after = builder.append_basic_block("inputs"), builder.append_basic_block("sums")
            builder.branch(loop)

            builder.position_at_end(loop)
            i = builder.phi(_SIZE)
            i.add_incoming(_SIZE(0), before)
            totals = [[builder.phi(_VECTOR) for _ in range(0, STRIP, _LANES)] for _ in range(codes)]
            x = _load_strip(builder, builder.gep(inputs.data, [i]))
            lasts = []
            for begin, now in zip(begins, totals, strict=True):
                w = _load_strip(builder, builder.gep(begin, [i]))
                lasts.append([_multiply_add(builder, *three) for three in zip(x, w, now, strict=True)])
                for total, last in zip(now, lasts[-1], strict=True):
                    total.add_incoming(ir.Constant(_VECTOR, None), before)
                    total.add_incoming(last, loop)
            i_after = builder.add(i, _SIZE(STRIP))
            i.add_incoming(i_after, loop)
            builder.cbranch(builder.icmp_signed("<", i_after, n), loop, after)

            builder.position_at_end(after)
            for k, (low, high) in enumerate(lasts):
                total = _add_lanes(builder, builder.fadd(low, high))
                builder.store(total, builder.gep(sums.data, [_SIZE(k)]))
            return context.get_dummy_value()

        return types.void(weights, types.int64, chosen, types.int64, inputs, sums), generate

    return dot_products


_one_code, _four_codes = _dot_products(1), _dot_products(4)


@jit
def dot_products(weights: Record, stride: Int, codes: Record, m: Int, n: Int, inputs: Record, sums: Record) -> None:
    """sums[k] = the sum of n inputs, in whole strips, times the weights of codes[k], for each of m codes."""
    whole = m - m % 4
    for k in range(0, whole, 4):
        _four_codes(weights, stride, codes[k:], n, inputs, sums[k:])
    for k in range(whole, m):
        _one_code(weights, stride, codes[k:], n, inputs, sums[k:])
