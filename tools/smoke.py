"""Tries an installed Footplate, on any system: ``python smoke.py`` with the Python of the environment to try.

It lies outside of the package and imports nothing of it, so that only what is installed can answer.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path


def footplate(*words: str, folder: Path) -> str:
    """What a command prints."""
    done = subprocess.run(
        [sys.executable, "-m", "footplate", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"footplate {' '.join(words)} exited with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        version = footplate("--version", folder=folder).strip()
        if "play" not in footplate("--help", folder=folder):
            raise SystemExit("footplate --help doesn't name the command play")
        boards = json.loads(footplate("boards", "list", "--json", folder=folder))
        result = json.loads(footplate("match", "random", "greedy", "--games", "2", "--json", folder=folder))
        footplate("examples", "--out", "examples", folder=folder)
        footplate("match", "examples/mybot.py:MyBot", "random", "--games", "2", folder=folder)
        python = sys.version.split()[0]
        print(f"{version} on Python {python}: {len(boards)} boards, {result['games']} games, an example's bot plays.")


if __name__ == "__main__":
    main()
