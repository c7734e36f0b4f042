"""A PostgreSQL of one's own for a while: in a temporary folder, as a user without rights, reached by a socket."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def programs() -> Path | None:
    """The folder with initdb and pg_ctl, the newest if there are several."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


def _as_somebody() -> list[str]:
    """PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return []
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        return ["runuser", "-u", "nobody", "--"]
    return ["runuser", "-u", "postgres", "--"]


@contextmanager
def postgres(bin_: Path) -> Iterator[str]:
    """The address of a fresh server."""
    who = _as_somebody()
    folder = Path(tempfile.mkdtemp(prefix="footplate-pg-", dir="/tmp"))  # socket paths must be short
    if who:
        shutil.chown(folder, who[2])
    data = folder / "data"

    def run(program: str, *args: str) -> None:
        done = subprocess.run(
            [*who, str(bin_ / program), *args], cwd=folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
    try:
        run("initdb", "-D", str(data), "-U", "footplate", "-A", "trust", "-E", "UTF8", "--no-sync")
        run("pg_ctl", "-D", str(data), "-o", options, "-l", str(folder / "log"), "-w", "start")
        try:
            yield f"postgresql://footplate@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
