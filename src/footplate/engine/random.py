"""Chance: a splitmix64 stream in a record's ``rng`` field (a STATE for the game's own, a SCRATCH for a bot's own)."""

from __future__ import annotations

import numpy as np

from footplate.compile import jit
from footplate.engine.layout import Int, Record

_GOLDEN, _MIX1, _MIX2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_U27, _U30, _U31, _U32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@jit
def rand_bits(g: Record) -> Int:
    """The next 64 random bits of the stream."""
    g.rng = g.rng + _GOLDEN
    x = g.rng
    x = (x ^ (x >> _U30)) * _MIX1
    x = (x ^ (x >> _U27)) * _MIX2
    return x ^ (x >> _U31)


@jit
def rand_below(g: Record, n: Int) -> Int:
    """A uniform integer from 0 to n - 1 (n at most 2 ** 32)."""
    return np.int64(((rand_bits(g) >> _U32) * np.uint64(n)) >> _U32)


@jit
def shuffle(g: Record, cards: Record, n: Int) -> None:
    """Shuffle the first n entries of ``cards``."""
    for i in range(n - 1, 0, -1):
        j = rand_below(g, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@jit
def seed_stream(seed: Int, number: Int) -> Int:
    """The start of stream ``number`` of a seed: streams of one seed, and of neighbouring seeds, don't resemble."""
    x = np.uint64(seed) * _MIX1 + np.uint64(number) * _MIX2 + _GOLDEN
    x = (x ^ (x >> _U30)) * _MIX1
    x = (x ^ (x >> _U27)) * _MIX2
    return x ^ (x >> _U31)
