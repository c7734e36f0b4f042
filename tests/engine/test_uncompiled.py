"""The compiled engine equals the same code run by plain Python, byte for byte."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support import trace_games


def run(**environment: str) -> str:
    answer = subprocess.run(
        [sys.executable, trace_games.__file__], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return answer.stdout


def test_compiled_and_uncompiled_engines_play_the_same_games():
    compiled, uncompiled = run(), run(NUMBA_DISABLE_JIT="1")
    assert compiled.count("decisions") == 7
    assert compiled == uncompiled
