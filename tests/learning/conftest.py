"""What JAX compiles for these tests is kept where runs keep it, also for the next run of the tests."""

from __future__ import annotations

import os

from footplate.engine.cache import cache_folder

# Before any test loads JAX, which reads it then.
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(cache_folder() / "jax"))
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0.2")
