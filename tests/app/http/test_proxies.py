"""The recipes of docs/app.md: Caddy and nginx before a server, with certificates that nobody has signed."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from json import dumps, loads
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from footplate.app.settings import ServerSettings
from tests.support.app.seats import bot, person
from tests.support.app.server import PATIENCE, Running, in_thread, wait_for
from tests.support.project import ROOT

NAME = "games.example"
BROWSER = "127.0.0.2"  # an address of this machine, too, but not that of the proxy
TRUSTING = ssl.create_default_context()
TRUSTING.check_hostname, TRUSTING.verify_mode = False, ssl.CERT_NONE


def recipe(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", (ROOT / "docs" / "app.md").read_text("utf-8"), re.DOTALL)
    assert found
    return found.group(1)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def caddy(folder: Path, port: int, server: Running) -> list[str]:
    """Its own certificates instead of those of an authority that would have to reach us."""
    here = (
        "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n"
        + f"\tstorage file_system {folder}\n"
        + "}\n"
    )
    site = recipe("caddyfile").replace(f"{NAME} {{", f"{NAME}:{port} {{\n\ttls internal")
    file = folder / "Caddyfile"
    file.write_text(here + site.replace("127.0.0.1:8321", server.host))
    return ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]


def nginx(folder: Path, port: int, server: Running) -> list[str]:
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    wanted = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    subprocess.run(
        ["openssl", "req", "-x509", *wanted, "-keyout", key, "-out", certificate], check=True, capture_output=True
    )
    site = recipe("nginx").replace("listen 443", f"listen 127.0.0.1:{port}").replace("127.0.0.1:8321", server.host)
    site = site.replace(f"/etc/ssl/{NAME}.pem", str(certificate)).replace(f"/etc/ssl/{NAME}.key", str(key))
    places = "".join(
        f"{what}_temp_path {folder / what};" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file, errors = folder / "nginx.conf", folder / "errors.log"
    file.write_text(
        f"pid {folder / 'pid'}; error_log {errors}; events {{}}\nhttp {{ access_log off; {places}\n{site} }}\n"
    )
    return ["nginx", "-e", str(errors), "-c", str(file), "-g", "daemon off; master_process off;"]


@dataclass
class Proxied:
    port: int

    def connection(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)

    def ask(self, method: str, path: str, json: object, **headers: str) -> httpx.Response:
        url, name = f"https://127.0.0.1:{self.port}{path}", {"Host": f"{NAME}:{self.port}"}
        from_there = httpx.HTTPTransport(verify=TRUSTING, local_address=BROWSER)
        with httpx.Client(transport=from_there, timeout=PATIENCE, trust_env=False) as browser:
            sent = {**name, **{key.replace("_", "-"): value for key, value in headers.items()}}
            request = browser.build_request(method, url, json=json, headers=sent, extensions={"sni_hostname": NAME})
            return browser.send(request)


@contextmanager
def before(server: Running, make: Callable[[Path, int, Running], list[str]], folder: Path) -> Iterator[Proxied]:
    port = free_port()
    command = make(folder, port, server)
    with (folder / "said").open("wb") as said, subprocess.Popen(command, stdout=said, stderr=said) as process:
        try:
            proxied = Proxied(port)

            def answers() -> bool:
                assert process.poll() is None, (folder / "said").read_text()
                try:
                    return proxied.ask("GET", "/api/opponents", None).status_code == 200
                except httpx.TransportError:
                    return False

            wait_for(answers)
            yield proxied
        finally:
            process.terminate()


@pytest.mark.parametrize("make", [caddy, nginx])
def test_a_move_is_played_over_wss_with_a_secure_cookie_and_the_address_is_the_browsers(make, tmp_path, caplog):
    if sys.platform != "linux":
        pytest.skip("elsewhere this machine has one address")
    if shutil.which(make.__name__) is None:
        warnings.warn(f"{make.__name__} is not installed: its recipe is not tried (apt-get install)", stacklevel=1)
        pytest.skip(f"{make.__name__} is not installed")
    settings = ServerSettings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", workers=1, names=(NAME,))
    with in_thread(settings) as server, before(server, make, tmp_path) as proxy:
        seats = [person(), bot("random")]
        made = proxy.ask("POST", "/api/games", {"board": "small", "seats": seats})
        assert made.headers["strict-transport-security"]
        cookie = made.headers["set-cookie"]
        assert cookie.startswith("__Host-footplate=")
        assert "; Secure" in cookie
        game, known = made.json()["id"], {"Cookie": cookie.partition(";")[0], "Origin": f"https://{NAME}:{proxy.port}"}
        address = f"wss://{NAME}:{proxy.port}/api/games/{game}/live"
        with connect(
            address, sock=proxy.connection(), ssl=TRUSTING, server_hostname=NAME, additional_headers=known, proxy=None
        ) as table:
            table.send('{"type": "join"}')
            view = next(message for message in map(loads, table) if message["type"] == "view")
            keep = next(iter(view["legal"]["keep"].values()))
            table.send(dumps({"type": "act", "version": 0, "action": keep}))
            assert next(message for message in map(loads, table) if message.get("version", 0) > 0)["you"] == 0
        forged = proxy.ask("POST", f"/api/games/{game}/links", {"seat": 0}, X_Forwarded_For="203.0.113.9")
        assert forged.status_code == 403
        told = [record.getMessage() for record in caplog.records if "refused a right" in record.getMessage()]
        assert [line.partition(":")[0] for line in told] == [BROWSER]
