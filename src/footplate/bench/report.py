"""All lines of the benchmark, one after the other, and the machine that they were measured on."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

import numba
import numpy as np

from footplate.bench.environments import environment_tasks
from footplate.bench.networks import network_tasks
from footplate.bench.searches import search_tasks
from footplate.bench.starts import start_tasks
from footplate.bench.tasks import board_tasks, engine_tasks, match_tasks
from footplate.bench.timing import Line, measure
from footplate.version import __version__

SCALE_NOTE = (
    "For scale: figures measured earlier on one core of the project's laboratory machines, not in this run. Lab is the "
    "laboratory engine; Rust and Python are the fastest public engines in these languages; published are a paper's."
)


def benchmark(seconds: float, *, cold: bool, only: str = "") -> Iterator[Line]:
    """Measure line by line, each for about ``seconds``; ``cold`` adds the compilation of everything.

    ``only`` leaves out the lines whose name doesn't contain it.
    """
    playing = chain(engine_tasks(), search_tasks(), network_tasks(), match_tasks())
    inside = chain(playing, environment_tasks(), board_tasks())
    for task in chain(inside, start_tasks(cold=cold)):
        if only in task.what:
            yield measure(task, seconds)


def machine() -> dict[str, Any]:
    """Where and when this is measured; a load above 0 says that others were working too."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "load": load,
        "python": platform.python_version(),
        "bounds checks": bool(numba.config.BOUNDSCHECK),
        "footplate": __version__,
        "numba": numba.__version__,
        "numpy": np.__version__,
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def to_dict(lines: Sequence[Line], where: dict[str, Any]) -> dict[str, Any]:
    return {
        "machine": where,
        "lines": [
            {
                "what": line.what,
                "seconds": line.seconds,
                "per_second": line.per_second,
                "check": line.check,
                "scale": line.scale or None,
            }
            for line in lines
        ],
        "note": SCALE_NOTE,
    }
