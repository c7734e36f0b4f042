"""What every method of training is to the run around it: it goes on by iterations, and can be saved and restored."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy.typing as npt

from footplate.agents.learned.map_network import AnyNetwork
from footplate.learning.settings import Task, methods

State = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Progress:
    """How far a trainer is after an iteration, and how that went.

    ``figures`` are the learner's, named as people read them ("value error", "entropy", "step size"); ``seconds`` says
    where the time went ("stepping", "learning"). ``score`` and ``won`` are those of the learner in the games that ended
    during the iteration: its mean final score and its share of wins; None if none ended.
    """

    iteration: int  # from 1 on
    steps: int  # decisions so far that were learned from
    games: int  # so far
    figures: Mapping[str, float] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    score: float | None = None
    won: float | None = None
    stage: str = ""  # what is going on if it isn't the method itself, e.g. "cloning planner"


class Trainer(ABC):
    """Trains one network. It is made from a task and its method's settings, and depends on nothing else."""

    def __init__(self, task: Task, settings: Any) -> None:
        self.task, self.settings = task, settings

    @abstractmethod
    def iterate(self, done: float) -> Progress:
        """Play and learn once; ``done`` is the share of the run that is over (0 to 1), for what falls during it."""

    @abstractmethod
    def network(self) -> AnyNetwork:
        """The network as it is now, to be saved and to play."""

    @abstractmethod
    def state(self) -> State:
        """Everything: parameters, optimiser, games under way, chance, counters.

        Arrays of any type but objects, records too. A trainer made anew that restores it goes on as if it had never
        stopped: ``iterate`` gives the same.
        """

    @abstractmethod
    def restore(self, state: State) -> None:
        """Become what ``state()`` gave. A KeyError or ValueError says that it doesn't fit."""


def make_trainer(method: str, task: Task, settings: Any) -> Trainer:
    """The trainer of a method. Its module may need a training library."""
    module, _, name = methods()[method].trainer.partition(":")
    trainer: type[Trainer] = getattr(import_module(module), name)
    return trainer(task, settings)
