"""Environments for learners: games as arrays, with opponents inside."""

from footplate.envs.batched import BatchedEnv

__all__ = ["BatchedEnv"]
