"""``python -m tools.ground [BOARD ...]``: builds the grounds of the catalogue's boards anew."""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.ground.atlas import Packages
from tools.ground.build import build
from tools.ground.settings import BOARDS

ROOT = Path(__file__).parents[2]
CATALOG = ROOT / "src" / "footplate" / "boards" / "catalog"
PACKAGES = ROOT / ".venv" / "node" / "node_modules"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.ground", description=__doc__)
    parser.add_argument("boards", nargs="*", metavar="BOARD", help=f"any of {', '.join(BOARDS)}; all without any")
    parser.add_argument("--packages", type=Path, default=PACKAGES)
    parser.add_argument("--catalog", type=Path, default=CATALOG, help="the folder of the board files")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.boards if name not in BOARDS]
    if unknown:
        parser.error(f"no ground is built for {', '.join(unknown)}")
    for name in arguments.boards or BOARDS:
        print(build(arguments.catalog / f"{name}.json", Packages(arguments.packages)), flush=True)


if __name__ == "__main__":
    main()
