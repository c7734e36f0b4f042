"""Who plays. Agents get observations, never states."""

from footplate.agents.base import Agent, Budget, Decision
from footplate.agents.kinds import AgentKind
from footplate.agents.registry import agent_kinds, agent_names, make_agent, register, runs_own_code, unregister

__all__ = [
    "Agent",
    "AgentKind",
    "Budget",
    "Decision",
    "agent_kinds",
    "agent_names",
    "make_agent",
    "register",
    "runs_own_code",
    "unregister",
]
