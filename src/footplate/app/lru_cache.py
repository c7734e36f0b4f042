"""A memory of fixed size."""

from __future__ import annotations

from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """The last ``most`` values that were put in or asked for; the others are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[Key, Value] = {}  # the one used last is last

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Key) -> Value | None:
        if key not in self._values:
            return None
        value = self._values[key] = self._values.pop(key)
        return value

    def put(self, key: Key, value: Value) -> None:
        self._values.pop(key, None)
        self._values[key] = value
        while len(self._values) > self._most:
            del self._values[next(iter(self._values))]
