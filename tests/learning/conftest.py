"""JAX compiles for a few steps only: little is made better, and what one test has compiled, the others find."""

from __future__ import annotations

import os

# Before any test loads JAX, which reads it then.
os.environ["JAX_DISABLE_MOST_OPTIMIZATIONS"] = "1"
os.environ["JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS"] = "0"
