"""By which names the server may be called.

A page of a stranger's can have its own name point to this machine after it was loaded (DNS rebinding), and would then
be of the same origin as the game. The browser still says which name it has called.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:[0-9]{0,5})?")


def name_in(host: str) -> str:
    """The name in a Host header, without port and in small letters; empty if there is none."""
    found = _HOST.fullmatch(host.lower())
    return found["name"].removesuffix(".") if found else ""


class Hosts:
    """Addresses in numbers, which nobody can point elsewhere, this machine's own names, and those that were given."""

    def __init__(self, given: Iterable[str] = ()) -> None:
        machine = socket.gethostname().lower()
        short = machine.partition(".")[0]
        own = ("localhost", machine, short, f"{short}.local")
        self._names = {name.lower().removesuffix(".") for name in (*own, *given)}

    def has(self, host: str) -> bool:
        """Whether a Host header names this server."""
        name = name_in(host)
        return name != "" and (name in self._names or _is_address(name))


def _is_address(name: str) -> bool:
    try:
        if name.startswith("["):
            ipaddress.IPv6Address(name.strip("[]"))
        else:
            ipaddress.IPv4Address(name)
    except ValueError:
        return False
    return True
