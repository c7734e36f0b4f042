"""One game between agents, through Game: the friendly path. Listeners see every step of it.

``play_game`` is for agents that you trust: what they raise, you see. ``play_fairly`` is for matches: an agent that
misbehaves loses the game, and the reason is kept.
"""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from footplate.agents import AgentLike, as_agent
from footplate.agents.base import Agent, Budget, Decision, Ending, Forfeit, Memory, decision_of
from footplate.agents.kernel_agent import KernelAgent
from footplate.arguments import instance, listed, refuse, seed_number, whole
from footplate.boards import Board
from footplate.boards.limits import MAX_PLAYERS
from footplate.errors import IllegalAction, InvalidArgument, KernelFailed, Misbehaviour
from footplate.events import Event
from footplate.game import Game
from footplate.observation import Observation
from footplate.outcome import winners_without
from footplate.records import GameRecord

_PACKAGE = Path(__file__).parents[1]
_LONGEST_REASON = 500  # characters

OnDecision = Callable[[Game, Sequence[str], Decision], None]


class Listener:
    """Somebody who watches games; write only what you need. Games are seen from above: nothing is hidden."""

    def before(self, game: Game, names: Sequence[str]) -> None:
        """The cards are dealt; ``names`` are the agents by seat."""

    def step(self, game: Game, event: Event) -> None:
        """An action was carried out: ``event`` says by whom, and ``game`` stands after it."""

    def after(self, game: Game) -> None:
        """The game is over; ``game.outcome()`` says how it ended."""


class SearchLog:
    """Writes what searching agents found out, a line of JSON for each decision. It is an ``OnDecision``."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self.lines = 0

    def __call__(self, game: Game, names: Sequence[str], decision: Decision) -> None:
        if not decision.figures:
            return
        event = game.history[-1]
        line = {
            "board": game.board.name,
            "seed": game.seed,
            "agents": list(names),
            "decision": len(game.history),
            "turn": event.turn,
            "seat": event.seat,
            "agent": names[event.seat],
            "action": decision.action.text,
            "reason": decision.reason,
            **decision.figures,
        }
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self.lines += 1


def play_game(
    board: Board | str | Path,
    agents: Sequence[AgentLike],
    seed: int = 0,
    *,
    agent_seeds: Sequence[int] | None = None,
    budget: Budget | None = None,
    listeners: Iterable[Listener] = (),
) -> Game:
    """Play a game to its end; ``agents`` by seat. ``agent_seeds`` are for the agents' own chance.

    Agents are spec strings, classes or objects. Nobody measures their time, and whatever they raise ends the game.
    """
    players = seated(agents)
    game = Game(board, len(players), seed)
    budget, seeds = checked_budget(budget), _own_seeds(agent_seeds, len(players))
    listeners = checked_listeners(listeners)
    names = [agent.name for agent in players]
    for seat, agent in enumerate(players):
        agent.meet(names)
        agent.start(seat, seeds[seat])
    for listener in listeners:
        listener.before(game, names)
    while not game.is_over:
        seat = game.to_move
        seen = view_for(players[seat], game, seat)
        decision = decision_of(players[seat].act(seen, budget), seen)
        event = game.push(decision.action)
        for listener in listeners:
            listener.step(game, event)
    for listener in listeners:
        listener.after(game)
    _tell(players, _ending(game, None))
    return game


def seated(agents: Sequence[AgentLike]) -> list[Agent]:
    """The agents that are meant, one for each seat."""
    given = listed("agents", agents, "a list of agents, one for each seat")
    whole("the number of agents", len(given), 1, MAX_PLAYERS)
    return [as_agent(agent) for agent in given]


def checked_listeners(listeners: Iterable[Listener]) -> tuple[Listener, ...]:
    right = "a list of Listeners, who have before, step and after"
    given = listed("listeners", listeners, right)
    for listener in given:
        if not all(callable(getattr(listener, method, None)) for method in ("before", "step", "after")):
            refuse("listeners", listener, right)
    return tuple(given)


def checked_budget(budget: Budget | None) -> Budget:
    return Budget() if budget is None else instance("budget", budget, Budget, "a Budget, such as Budget(seconds=1)")


def _own_seeds(seeds: Sequence[int] | None, players: int) -> Sequence[int]:
    """For the agents' own chance; those whom nobody gives any have the number of their seat."""
    return range(players) if seeds is None else checked_agent_seeds(seeds, players)


def checked_agent_seeds(seeds: Sequence[int], players: int) -> tuple[int, ...]:
    right = f"a list of {players} seeds, one for each agent"
    given = listed("agent_seeds", seeds, right)
    if len(given) != players:
        raise InvalidArgument(f"agent_seeds: {len(given)} seeds, but it must be {right}")
    return tuple(seed_number(seed, "agent_seeds") for seed in given)


def tell_listeners(listeners: Iterable[Listener], record: GameRecord) -> None:
    """Let listeners see a recorded game."""
    listeners = tuple(listeners)
    for n, game in enumerate(record.steps()):
        for listener in listeners:
            if n == 0:
                listener.before(game, record.seats)
            else:
                listener.step(game, game.history[-1])
    for listener in listeners:
        listener.after(game)


def play_fairly(
    board: Board | str | Path,
    agents: Sequence[AgentLike],
    seed: int = 0,
    *,
    agent_seeds: Sequence[int] | None = None,
    budget: Budget | None = None,
    on_decision: OnDecision | None = None,
) -> tuple[Game, Ending]:
    """Like ``play_game``, but an agent that raises, answers with something illegal or takes too long loses the game.

    The game stops there. The one who misbehaved is last; the others are ranked by their scores as if the game ended
    now. Compiled bots are trusted: an error of theirs is an error of Footplate's and is raised. ``on_decision`` is told
    every decision after it was carried out, with the agents' names by seat.
    """
    players = seated(agents)
    game = Game(board, len(players), seed)
    budget, seeds = checked_budget(budget), _own_seeds(agent_seeds, len(players))
    if budget.seconds is not None:
        _load_kernels()
    forfeit = None
    seat = 0
    try:
        names = [agent.name for agent in players]
        for seat, agent in enumerate(players):
            start_agent(agent, names, seat, seeds[seat])
        while not game.is_over:
            seat = game.to_move
            decision = answer_of(players[seat], view_for(players[seat], game, seat), budget)
            game.push(decision.action)
            if on_decision:
                on_decision(game, names, decision)
    except Misbehaviour as error:
        forfeit = Forfeit(seat, str(error))
    ending = _ending(game, forfeit)
    _tell(players, ending)
    return game, ending


def _ending(game: Game, forfeit: Forfeit | None) -> Ending:
    outcome = game.outcome()
    if outcome:
        return Ending(outcome.totals, outcome.winners)
    assert forfeit is not None
    totals = tuple(score.total for score in game.scores())
    return Ending(totals, winners_without(game.tables, game.records, forfeit.seat), forfeit)


def _tell(agents: Sequence[Agent], ending: Ending) -> None:
    for agent in agents:
        agent.end(ending)


def view_for(agent: Agent, game: Game, seat: int) -> Observation:
    """What an agent is shown in a seat."""
    return game.reveal(seat) if agent.cheats else game.observe(seat)


def start_agent(
    agent: Agent, names: Sequence[str], seat: int, seed: int, so_far: tuple[Board, Memory] | None = None
) -> None:
    """Tell the agent that a game begins, or goes on with what it remembers ``so_far``; Misbehaviour if it can't.

    Compiled bots are trusted.
    """
    try:
        agent.meet(names)
        agent.start(seat, seed)
        if so_far:
            agent.recall(*so_far)
    except (Exception, SystemExit) as error:
        if isinstance(agent, KernelAgent) or isinstance(error, KernelFailed):
            raise
        raise Misbehaviour(_reason(error, "could not start")) from error


def memory_of(agent: Agent) -> dict[str, Any]:
    """What the agent must know at its next decision, as plain data; Misbehaviour if it is anything else."""
    try:
        memory = json.loads(json.dumps(agent.memory()))
        return {str(key): value for key, value in memory.items()}
    except (Exception, SystemExit) as error:
        raise Misbehaviour(_reason(error, "its memory is no plain data")) from error


def answer_of(agent: Agent, observation: Observation, budget: Budget) -> Decision:
    """The agent's answer, whose action is legal; Misbehaviour if it has none in time. Compiled bots are trusted."""
    if isinstance(agent, KernelAgent):
        return decision_of(agent.act(observation, budget), observation)
    legal = observation.legal_actions()
    began = time.perf_counter()
    try:
        decision = decision_of(agent.act(observation, budget), observation)
        action = observation.actions.action(observation.actions.id(decision.action))
    except KernelFailed:
        raise
    except (Exception, SystemExit) as error:
        raise Misbehaviour(_reason(error, "raised an error")) from error
    took, patience = time.perf_counter() - began, budget.patience
    if agent.is_timed and patience is not None and took > patience:
        raise Misbehaviour(f"took {took:.2f} s for a decision; {budget.seconds:g} s are allowed")
    if action not in legal:
        raise Misbehaviour(f"{action.text!r} is not legal now")
    return replace(decision, action=action)


def _reason(error: BaseException, what: str) -> str:
    """In one line: what went wrong, and where in the bot's own code if that is in Python."""
    if isinstance(error, Misbehaviour | IllegalAction):
        return str(error)[:_LONGEST_REASON]
    said = " ".join("".join(traceback.format_exception_only(error)).split())[:_LONGEST_REASON]
    return f"{what}: {said}{_place(error)}"


def _place(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not Path(frame.filename).is_relative_to(_PACKAGE)]
    return f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""


@cache
def _load_kernels() -> None:
    """Load the compiled code behind an observation, which is no part of the time that an agent takes."""
    observation = Game("mini", 2).observe(0)
    observation.to_dict()
    observation.legal_mask()
    Game.sample(observation, 0).scores()
