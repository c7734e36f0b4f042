"""Environments for learners: games as arrays, with opponents inside.

Where Gymnasium is installed (``footplate[envs]``), its names footplate/Small-v0 and so on are known after this import.
"""

from importlib.util import find_spec

from footplate.envs.batched import BatchedEnv

__all__ = ["BatchedEnv"]

if find_spec("gymnasium"):
    from footplate.envs.gym import register_all

    register_all()
