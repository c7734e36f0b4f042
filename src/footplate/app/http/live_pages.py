"""The live connections of each browser in which somebody is known, so that signing it out ends them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from footplate.app.database import Store

Close = Callable[[], None]


class LivePages:
    def __init__(self) -> None:
        self._open: defaultdict[str, list[Close]] = defaultdict(list)

    @contextmanager
    def of(self, browser_id: str, close: Close) -> Iterator[None]:
        """A connection of a browser is open; ``close`` ends it."""
        self._open[browser_id].append(close)
        try:
            yield
        finally:
            self._open[browser_id].remove(close)
            if not self._open[browser_id]:
                del self._open[browser_id]

    def close(self, browser_id: str) -> None:
        """End all connections of a browser."""
        for close in self._open.get(browser_id, ()):
            close()

    async def close_signed_out(self, store: Store) -> None:
        """End the connections of browsers that are known no more, because another server has signed them out."""
        here = {browser_id for browser_id in self._open if browser_id}
        known = await store.run_read(store.identities.known_of, here) if here else set()
        for browser_id in here - known:
            self.close(browser_id)
