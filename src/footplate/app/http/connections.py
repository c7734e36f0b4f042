"""Connections that are open: how many one address may hold, and who has to go when there are too many.

A page asks over half a dozen connections and then leaves them open for a while. Those that wait for a request can be
closed at any time, since a browser opens another one. The address that holds most of them loses one first.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol

try:
    import resource
except ImportError:  # where a process has no such limit
    resource = None  # type: ignore[assignment]

BACKLOG = 64  # connections that are taken in at once, before anybody can count them
_SPARE_FILES = 400  # for the database, the workers, and connections that are just taken in
_LEAST = 64
_ENOUGH_FILES = 1 << 16
_THIS_MACHINE = ("127.0.0.1", "::/64")  # also of a proxy, behind which there may be many


class Connection(Protocol):
    @property
    def is_waiting(self) -> bool:
        """Whether nothing has been asked that is not answered."""
        ...

    def leave(self) -> None: ...


class Connections:
    """All but live ones, by address; those that were used last come last."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most, self._most_of_one = most, most_of_one
        self._of: dict[str, dict[Connection, None]] = {}
        self._count = 0

    def come(self, connection: Connection, address: str) -> bool:
        """Take one in, for which another one may have to go; False if there is no room."""
        own = self._of.get(address, {})
        if len(own) >= self._most_of_one and address not in _THIS_MACHINE:
            has_room = self._send_away(address)
        elif self._count >= self._most:
            has_room = self._send_away(max(self._of, key=lambda one: len(self._of[one])))
        else:
            has_room = True
        if has_room:
            self._of.setdefault(address, {})[connection] = None
            self._count += 1
        return has_room

    def use(self, connection: Connection, address: str) -> None:
        """It was just used."""
        own = self._of.get(address, {})
        if connection in own:
            del own[connection]
            own[connection] = None

    def go(self, connection: Connection, address: str) -> None:
        """It is closed, or has become a live one."""
        own = self._of.get(address, {})
        if connection in own:
            del own[connection]
            self._count -= 1
            if not own:
                del self._of[address]

    def _send_away(self, address: str) -> bool:
        for connection in self._of[address]:
            if connection.is_waiting:
                self.go(connection, address)
                connection.leave()
                return True
        return False


def raise_limit_of_files() -> None:
    """Have this process open as many files as the system lets it; connections are files."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, _ENOUGH_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def room_for(wanted: int) -> int:
    """``most`` connections, or fewer where this process can't open as many files."""
    if resource is None:
        return wanted
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, max(_LEAST, soft - _SPARE_FILES))
