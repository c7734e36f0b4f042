"""Who plays. Agents get observations, never states."""

from footplate.agents.base import Agent, Budget, Decision
from footplate.agents.registry import agent_names, make_agent

__all__ = ["Agent", "Budget", "Decision", "agent_names", "make_agent"]
