"""What is to be played: deals between agents on a board, and what to keep of their games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from footplate.agents import Agent, AgentLike, Budget, Spec
from footplate.agents.kernel_agent import is_compiled
from footplate.arena.deals import games_per_deal
from footplate.arena.play import OnDecision
from footplate.boards import Board


@dataclass(frozen=True, kw_only=True)
class Request:
    """Deals of a seed: on each of them every pair of agents sits once in every pair of seats.

    Agents are spec strings, which any process can read, or live ones. Live ones stay in this process: compiled ones
    play on its threads, others in the calling thread, deal by deal.
    """

    board: Board
    agents: tuple[AgentLike, ...]
    seed: int = 0
    agent_seeds: tuple[int, ...] = ()  # of each agent's own chance; without them it follows from the seed, too
    deals: range = range(0)
    each_deal_once: bool = False  # for agents that are all alike: other seats would give the same game
    budget: Budget = field(default_factory=Budget)
    on_decision: OnDecision | None = None
    metrics: bool = False
    keep_records: bool = False
    keep_finals: bool = False
    keep_scores: bool = False
    clock: bool = False  # measure the time of each game; then none is played in compiled code, nor two at a time
    bot_hashes: Mapping[str, str] = field(default_factory=dict)  # of people's own bots, by spec string

    @property
    def games_per_deal(self) -> int:
        return 1 if self.each_deal_once else games_per_deal(len(self.agents))


def portable(agents: Sequence[AgentLike], made: Sequence[Agent]) -> tuple[AgentLike, ...]:
    """For a request: spec strings of compiled agents, which any worker can make again; else these very agents."""
    return tuple(
        one.name if isinstance(agent, str | Spec) and is_compiled(one) else one
        for agent, one in zip(agents, made, strict=True)
    )
