"""Where others find this server."""

from __future__ import annotations

import socket

from footplate.app.settings import Settings

_SOMEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # addresses of nobody; nothing is sent there


def address_of(settings: Settings) -> str:
    """What to type into a browser: on this machine, or elsewhere in the network where that is possible."""
    if settings.names:
        host = settings.names[0]
    else:
        host = "localhost" if settings.is_local else address_in_network(settings.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def address_in_network(host: str) -> str:
    """The host itself; where it means "everywhere", this machine's number in the network, or else its name."""
    if host not in ("0.0.0.0", "::"):
        return host
    family = socket.AF_INET6 if host == "::" else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_SOMEWHERE[family], 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
