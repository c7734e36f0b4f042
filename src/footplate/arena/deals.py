"""What is played: deals between agents, who sits where, and what to keep of the games. All follows from seed and deal.

On each deal every pair of agents sits once in every pair of seats: 1, 2, 6, 12 or 20 games for one to five agents. Up
to three agents these are all permutations; of the 24 of four agents one deal has half and the next deal the rest, and
six deals in a row have all 120 of five.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footplate.agents import Agent, AgentLike, Budget, Spec
from footplate.agents.kernel_agent import is_compiled
from footplate.arena.play import OnDecision
from footplate.boards import Board

Seating = tuple[int, ...]  # the agent in each seat


class Batch(NamedTuple):
    """The games of some deals in a row; compiled code reads it too."""

    first: int  # number of the first deal
    seeds: npt.NDArray[np.uint64]  # by game
    agent_seeds: npt.NDArray[np.uint64]  # by game and seat
    agent_at: npt.NDArray[np.int64]  # by game and seat


@cache
def seatings(players: int) -> npt.NDArray[np.int64]:
    """agent_at by kind of deal, game and seat; kinds of deals take turns."""
    everybody = list(permutations(range(players)))
    first = [seating for seating in everybody if _is_in_first_deal(seating)]
    deals: list[list[Seating]] = []
    for seating in everybody:
        if not any(seating in deal for deal in deals):
            deals.append(sorted(tuple(seating[seat] for seat in row) for row in first))
    return np.array(deals, np.int64)


def _is_in_first_deal(seating: Seating) -> bool:
    """These permutations are a group that takes every pair of seats to every pair of agents exactly once."""
    if len(seating) == 4:
        return sum(a > b for i, a in enumerate(seating) for b in seating[i + 1 :]) % 2 == 0
    if len(seating) == 5:
        return all(agent == (seating[0] + seat * (seating[1] - seating[0])) % 5 for seat, agent in enumerate(seating))
    return True


def games_per_deal(players: int) -> int:
    return int(seatings(players).shape[1])


def deals_for(games: int, players: int) -> int:
    """How many deals give at least so many games."""
    return -(-games // games_per_deal(players))


def whole_deals(games: int, players: int) -> int:
    """``games`` rounded up to whole deals."""
    return deals_for(games, players) * games_per_deal(players)


def seed_of(*numbers: int) -> int:
    """A seed of its own for every row of so many numbers: a seed, what it is used for, for which time."""
    return int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0])


def make_batch(
    players: int, seed: int, first: int, deals: int, *, seeds_of_agents: Sequence[int] = (), each_once: bool = False
) -> Batch:
    """``deals`` deals from number ``first`` on. The shuffles depend on nothing but the seed and the deal's number.

    The chance of all agents follows from the same seed or, with ``seeds_of_agents``, that of each from its own. With
    ``each_once`` only the first seating of each deal is played.
    """
    of_deals, of_agents = (np.random.PCG64(child) for child in np.random.SeedSequence(seed).spawn(2))
    kinds, games, _ = seatings(players).shape
    of_deals.advance(first)
    of_agents.advance(first * games * players)
    deal_seeds = np.random.Generator(of_deals).integers(0, 2**63, deals, np.uint64)
    agent_seeds = np.random.Generator(of_agents).integers(0, 2**63, (deals * games, players), np.uint64)
    agent_at = seatings(players)[np.arange(first, first + deals) % kinds].reshape(-1, players)
    if seeds_of_agents:
        by_agent = np.stack([_chance_of(seed, first * games, deals * games) for seed in seeds_of_agents], axis=1)
        agent_seeds = np.take_along_axis(by_agent, agent_at, axis=1)
    if each_once:  # copies, because compiled code would be compiled anew for arrays with gaps
        return Batch(first, deal_seeds, agent_seeds[::games].copy(), agent_at[::games].copy())
    return Batch(first, np.repeat(deal_seeds, games), agent_seeds, agent_at)


def _chance_of(seed: int, first: int, games: int) -> npt.NDArray[np.uint64]:
    """The seeds of an agent's own chance in ``games`` games from number ``first`` on."""
    stream = np.random.PCG64(seed)
    stream.advance(first)
    return np.random.Generator(stream).integers(0, 2**63, games, np.uint64)


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
