"""The adaptive player: the strongest player of the board, with the lapses that let others win as they should."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footplate.agents.adaptive import control
from footplate.agents.adaptive.hoarding import limits
from footplate.agents.adaptive.kernel import (
    BEST,
    FORGETS,
    KEEPS,
    LONGEST_WAIT,
    MOST_CARDS,
    PLANS,
    SINCE,
    TRAINS,
    adaptive_kernel,
)
from footplate.agents.adaptive.profile import Profile, Profiles, key_of
from footplate.agents.adaptive.strongest import planner_is_stronger
from footplate.agents.base import Budget, Decision, Ending, Knowledge, Memory
from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.learned.agent import weights_for
from footplate.agents.learned.shipped import ShippedNetworks
from footplate.agents.specs import check_range
from footplate.boards import Board
from footplate.engine.tables import Tables
from footplate.errors import FootplateError
from footplate.observation import Observation

WIN_RATES = (0.05, 0.95)
_CHARACTER = "character"  # in its memory
_NETWORKS = ShippedNetworks("net")


class AdaptiveAgent(KernelAgent):
    """Holds a win rate: what it learns of an opponent in one game sets how strongly it plays the next."""

    learns = True
    plays_compiled = False  # but for matches, which tell it how each game ended

    def __init__(self, name: str, win_rate: float, profiles: Profiles) -> None:
        super().__init__(name, adaptive_kernel, decides_all=True)
        check_range(name, "win_rate", win_rate, WIN_RATES)
        self.win_rate, self.profiles = win_rate, profiles
        self._names: Sequence[str] = ()
        self._tables: Tables | None = None
        self._seat, self._key, self._profile = 0, "", Profile()

    def know(self, knowledge: Knowledge) -> None:
        self.profiles = Profiles.from_dict(knowledge)

    def fit(self, tables: Tables) -> None:
        if tables is self._tables:
            return
        network = _NETWORKS.find("", tables)
        self.weights = weights_for(network, tables, self.name)
        self._tables, self._key = tables, ""
        self.bots[0].params[PLANS] = planner_is_stronger(network, tables)
        self.bots[0].params[[MOST_CARDS, LONGEST_WAIT]] = limits(tables)

    def meet(self, names: Sequence[str]) -> None:
        self._names = tuple(names)

    def start(self, seat: int, seed: int) -> None:
        super().start(seat, seed)
        self._seat, self._key = seat, ""
        if self._tables is not None:
            self._look_up(self._tables.board, self._tables.players)

    def memory(self) -> Memory:
        """When it claimed last, and what its habits in this game follow from."""
        work = self._works[0]
        return {"trains": int(work.memory[TRAINS]), "since": int(work.memory[SINCE]), _CHARACTER: int(work.character)}

    def recall(self, board: Board, memory: Memory) -> None:
        self._look_up(board, max(2, len(self._names)))
        for name, at in (("trains", TRAINS), ("since", SINCE)):
            self._works[0].memory[at] = memory.get(name, 0)
        if _CHARACTER in memory:  # at its first decision there is none
            self._works[0].character = int(memory[_CHARACTER])

    def _look_up(self, board: Board, players: int) -> None:
        """Who plays, and so how strongly to play."""
        self._rules, self._key = board.rules, key_of(board, self._names, self._seat)
        self._profile = control.level_of(self.profiles.get(self._key), board.rules)
        self.rating = control.rating_for(self._profile, self.win_rate, players, board.rules)
        self.bots[0].params[FORGETS : KEEPS + 1] = control.lapses_at(self.rating, board.rules)

    def profile(self) -> Profile:
        """What is known of the opponent of the game now or last played."""
        return self._profile

    def records(self) -> Any:
        if self._tables is None:
            raise FootplateError(f"{self.name} must be told first on which board it plays, and with how many (fit)")
        return super().records()

    def act(self, observation: Observation, budget: Budget) -> Decision:
        self.fit(observation.tables)
        if not self._key:
            self._look_up(observation.board, observation.players)
        action = super().act(observation, budget)
        assert not isinstance(action, Decision)
        best = observation.actions.action(int(self._works[0].memory[BEST])).text
        forgets, late, hopes, _ = self.bots[0].params[FORGETS : KEEPS + 1].tolist()
        figures = {
            "target win rate": self.win_rate,
            "plays at": round(self.rating),
            "level": round(self._profile.level),
            "uncertainty": round(self._profile.variance**0.5),
            "forgets": round(forgets, 3),
            "late": round(late, 3),
            "hopes": round(hopes, 3),
            "best": best,
            "games": self._profile.games,
        }
        return Decision(action, self._reason(action.text, best), figures)

    def _reason(self, chosen: str, best: str) -> str:
        """In one sentence, to the opponent."""
        strength = "at full strength" if self.rating == 0 else f"{-self.rating:.0f} points of rating below its best"
        instead = "" if chosen == best else f"; at full strength it might {best}"
        return f"it plays {strength}{instead}"

    def end(self, ending: Ending) -> None:
        """Learn from a game in which it has acted."""
        if self._key and control.teaches(ending):
            self._profile = control.learn(self._profile, self.win_rate, ending, self._seat, self._rules)
            self.profiles.put(self._key, self._profile)
