"""A toy with a known optimum: a corridor of doors, each with a key among many; what the door shows says which."""

from __future__ import annotations

from typing import Any

import numpy as np

DOORS, KEYS, TURNS = 4, 12, 6


class Corridor:
    """Each door that opens is worth 1, so the optimum is DOORS; the game ends after the last one, or after TURNS.

    Three keys are at hand at each door: the right one (the door's colour + its number), and two that break: the game
    is over. With ``masked=False`` all keys may be tried; one that isn't at hand costs a turn and 0.1.
    """

    players = 1

    def __init__(self, n: int, seed: int, masked: bool = True) -> None:
        self.n, self.masked = n, masked
        self.chance = np.random.default_rng(seed)
        self.observation = np.zeros((n, DOORS + KEYS), np.int8)
        self.private = np.zeros((n, 0), np.int8)
        self.mask = np.zeros((n, KEYS), np.bool_)
        self.at_hand = np.zeros((n, KEYS), np.bool_)
        self.seat = np.zeros(n, np.int8)
        self.reward = np.zeros((n, 1), np.float32)
        self.done = np.zeros(n, np.bool_)
        self.won = np.ones((n, 1), np.bool_)
        self.totals = np.zeros((n, 1))
        self._sum, self.door, self.turn = np.zeros(n), np.zeros(n, int), np.zeros(n, int)
        self.right = np.zeros(n, int)
        self._show(np.ones(n, np.bool_))

    def step(self, codes: Any) -> None:
        rows = np.arange(self.n)
        legal, right = self.at_hand[rows, codes], codes == self.right
        self.reward[:, 0] = np.where(right, 1.0, np.where(legal, 0.0, -0.1))
        self._sum += self.reward[:, 0]
        self.turn += 1
        self.door += right
        self.done[:] = (self.door == DOORS) | (legal & ~right) | (self.turn == TURNS)
        self.totals[self.done, 0] = self._sum[self.done]
        self._sum[self.done], self.door[self.done], self.turn[self.done] = 0, 0, 0
        self._show(right | self.done)

    def _show(self, chosen: Any) -> None:
        rows = np.flatnonzero(chosen)
        n, door = len(rows), self.door[rows]
        colour = self.chance.integers(KEYS, size=n)
        right = (colour + 5 * door) % KEYS
        one, other = self.chance.integers(1, KEYS, size=n), self.chance.integers(1, KEYS - 1, size=n)
        other += other >= one
        self.right[rows] = right
        self.at_hand[rows] = False
        self.observation[rows] = 0
        for key in (right, (right + one) % KEYS, (right + other) % KEYS):
            self.at_hand[rows, key] = True
        self.observation[rows, door] = self.observation[rows, DOORS + colour] = 1
        self.mask[:] = self.at_hand if self.masked else True
