"""Writes a ground into a board file: one ring a line, and the rest of the file unchanged."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

Ring = Sequence[Sequence[float]]
_OLD = re.compile(r',\n "ground": \{.*?\n \}(?=,?\n)', re.DOTALL)


def write_ground(path: Path, texts: Mapping[str, str], parts: Mapping[str, Sequence[Ring]]) -> int:
    """Puts the ground at the end of the file's object, in place of an earlier one; returns its size in bytes."""
    text = _OLD.sub("", path.read_text("utf-8"))
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in texts.items()]
    lines += [f"  {json.dumps(key)}: [\n{_rings(rings)}\n  ]" for key, rings in parts.items() if rings]
    ground = ' "ground": {\n' + ",\n".join(lines) + "\n }"
    body = text.rstrip().removesuffix("}").rstrip()
    path.write_text(f"{body},\n{ground}\n}}\n", "utf-8")
    return len(ground.encode())


def _rings(rings: Sequence[Ring]) -> str:
    return ",\n".join("   " + json.dumps(ring, separators=(",", ":")) for ring in rings)
