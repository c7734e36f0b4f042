"""Programs that watch what Python opens, imports and starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support.project import ROOT


def run_under_audit(program: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        cwd=folder, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout
