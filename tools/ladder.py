"""Write reports of ``footplate study run levels`` into the file that comes with the package.

    python tools/ladder.py FOLDER ...

Each folder has a report.json. What the file has of other boards and numbers of players stays.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from footplate.agents.ladder import measured
from footplate.agents.ladder.words import LEVELS
from footplate.boards import load_board
from footplate.files import write_whole
from footplate.studies.levels import MARKS, OTHERS, RATINGS

FILE = Path(measured.__file__).with_name(measured.FILE)


def rating_of(cell: dict[str, Any]) -> list[int]:
    return [round(cell["ours"]), round(cell["low"]), round(cell["high"])]


def entry(report: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """Board, number of players, and what is kept of a report."""
    options = dict(zip(report["options"][::2], report["options"][1::2], strict=True))
    board = load_board(options["--board"])
    tables = {table["title"]: table["cells"] for table in report["tables"]}
    levels = []
    for level, cell in zip(LEVELS, tables[RATINGS], strict=True):
        plays = cell["row"].removeprefix(f"{level.name}: ")
        rung = {"plays": plays, "rating": rating_of(cell)}
        if level is LEVELS[-1]:
            rung |= {"plays": f"{plays.partition(':')[0]}:ms={1000 * measured.SECONDS:g}", "measured": plays}
        levels.append(rung)
    marks = {cell["row"]: rating_of(cell) for cell in tables[OTHERS] if cell["row"] in (*MARKS, "expert", "net")}
    return board.name, options["--players"], {
        "rules": board.rules_hash, "sizes": measured.sizes_of(board), "games": report["games"], "date": report["date"],
        "command": report["command"], "levels": levels, "marks": marks,
    }  # fmt: skip


def main(folders: list[str]) -> None:
    data = json.loads(FILE.read_text("utf-8"))
    for folder in folders:
        board, players, found = entry(json.loads((Path(folder) / "report.json").read_text("utf-8")))
        data.setdefault(board, {})[players] = found
    lines = [
        f'"{board}": {{\n' + ",\n".join(f'"{n}": {json.dumps(by[n])}' for n in sorted(by)) + "\n}"
        for board, by in sorted(data.items())
    ]
    write_whole(FILE, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


if __name__ == "__main__":
    main(sys.argv[1:])
