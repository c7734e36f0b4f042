"""What was measured: every figure with its median, its worst and what was claimed of it."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from footplate.bench import machine


@dataclass(frozen=True)
class Figure:
    """Times of one thing, in milliseconds; ``claim`` is what it must stay below."""

    what: str
    times: Sequence[float]
    claim: float | None = None

    @property
    def median(self) -> float:
        return statistics.median(self.times)

    @property
    def worst(self) -> float:
        return max(self.times)

    @property
    def verdict(self) -> str:
        if self.claim is None:
            return ""
        if self.worst < self.claim:
            return f"below {self.claim:g}: yes"
        return f"below {self.claim:g}: " + ("not always" if self.median < self.claim else "no")


def as_json(figures: Sequence[Figure], checks: dict[str, str], where: dict[str, Any]) -> str:
    lines = [
        {"what": f.what, "n": len(f.times), "median": f.median, "worst": f.worst, "claim": f.claim} for f in figures
    ]
    return json.dumps({"machine": where, "milliseconds": lines, "check values": checks}, indent=1)


def print_all(figures: Sequence[Figure], checks: dict[str, str], where: dict[str, Any]) -> None:
    out = Console()
    table = Table("what", "n", "median ms", "worst ms", "claim", title="The page on loopback")
    for column in table.columns[1:4]:
        column.justify = "right"
    for f in figures:
        table.add_row(f.what, str(len(f.times)), f"{f.median:.0f}", f"{f.worst:.0f}", f.verdict)
    out.print(table)
    for title, facts in (("Check values", checks), ("Measured on", where)):
        out.print(f"\n{title}", style="bold")
        for key, value in facts.items():
            out.print(f"  {key}: {value}", highlight=False)


def where() -> dict[str, Any]:
    return machine()
