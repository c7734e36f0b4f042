"""Who plays. Agents get observations, never states."""

from footplate.agents.base import Agent, Budget, Decision
from footplate.agents.kinds import AgentKind
from footplate.agents.registry import (
    AgentLike,
    agent_kinds,
    agent_names,
    as_agent,
    learn,
    make_agent,
    read_spec,
    register,
    unregister,
)
from footplate.agents.specs import Spec, split_specs

__all__ = [
    "Agent", "AgentKind", "AgentLike", "Budget", "Decision", "Spec", "agent_kinds", "agent_names", "as_agent",
    "learn", "make_agent", "read_spec", "register", "split_specs", "unregister",
]  # fmt: skip
