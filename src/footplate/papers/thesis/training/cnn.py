"""The thesis's network while it learns (its section 4.1), and what its two methods have in common.

One 2 x 2 convolution over planes, one hidden layer, a logit for each action. All that is learned is one flat vector:
the convolution's weights and bias, the hidden layer's, then the last layer's, whose weights lie by action.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from footplate.agents.learned.network import Convolution, Floats, Layer, Network, NetworkSettings
from footplate.arena.deals import seed_of
from footplate.boards import load_board
from footplate.encoders import make_actions, make_encoding
from footplate.encoders.blocks import Rows
from footplate.encoders.encoding import Encoding
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError
from footplate.game import Game
from footplate.learning.settings import SCHEMES, SELF_PLAY, Task
from footplate.learning.trainer import State, Trainer


@dataclass(frozen=True)
class CNN:
    """Sizes of a network on the rows of ``planes``.

    Only some inputs need a look in every position: the map is always the same, and a plane of cards or trains is all 0
    or all 1, so that its first cell says everything. What is left of a row is its occupancy and one number for each of
    the latter planes (``looked_at``).
    """

    side: int  # of a plane
    map_planes: int
    owner_planes: int
    level_planes: int
    hidden: int
    actions: int

    @property
    def cells(self) -> int:
        """Outputs of the convolution."""
        return (self.side - 1) ** 2

    @property
    def shapes(self) -> list[tuple[int, ...]]:
        planes = self.map_planes + self.owner_planes + self.level_planes
        return [(planes, 2, 2), (1,), (self.cells, self.hidden), (self.hidden,), (self.actions, self.hidden),
                (self.actions,)]  # fmt: skip

    @property
    def size(self) -> int:
        """How many numbers are learned."""
        return sum(math.prod(shape) for shape in self.shapes)

    def parts(self, vector: Any) -> list[Any]:
        """The vector's pieces in their shapes; an array of NumPy or of JAX."""
        ends = np.cumsum([0, *(math.prod(shape) for shape in self.shapes)]).tolist()
        return [vector[i:j].reshape(shape) for (i, j), shape in zip(pairwise(ends), self.shapes, strict=True)]

    def new(self, chance: np.random.Generator, initial: float) -> Floats:
        """Normal weights by the number of inputs (He et al. 2015); a small ``initial`` makes actions as likely."""
        vector: Floats = np.zeros(self.size, np.float32)
        weight, _, hidden, _, last, _ = self.parts(vector)
        for part, deviation in (
            (weight, math.sqrt(2 / weight.size)),
            (hidden, math.sqrt(2 / self.cells)),
            (last, initial / math.sqrt(self.hidden)),
        ):
            part[:] = chance.normal(0, deviation, part.shape)
        return vector

    def looked_at(self, rows: Rows) -> Rows:
        square = self.side**2
        first = self.map_planes * square
        end = first + self.owner_planes * square
        return np.concatenate([rows[..., first:end], rows[..., end::square]], axis=-1)

    def network(self, vector: Floats, settings: NetworkSettings) -> Network:
        """The network that plays."""
        weight, bias, hidden, hidden_bias, last, last_bias = (part.copy() for part in self.parts(vector))
        layers = (
            Convolution(weight, bias, "relu", self.side),
            Layer(hidden, hidden_bias, "relu"),
            Layer(np.ascontiguousarray(last.T), last_bias),
        )
        return Network(settings, layers)


def cnn_for(encoding: Encoding, actions: int, hidden: int) -> CNN:
    shapes = {block.name: block.shape for block in encoding.blocks}
    planes = {name: math.prod(shape[:-2]) for name, shape in shapes.items()}
    levels = planes["hands"] + planes["trains"]
    return CNN(shapes["map"][-1], planes["map"], planes["occupancy"], levels, hidden, actions)


def map_of(encoding: Encoding) -> Floats:
    """The planes that are the same in every row."""
    first = Game(encoding.tables.board, encoding.tables.players, seed=0)
    drawn = encoding.views(encoding.of(first.observe(first.to_move)))["map"]
    return drawn.reshape(-1, *drawn.shape[-2:]).astype(np.float32)


class CNNTrainer(Trainer):
    """A game, the network for it, and opponents: agents by name, or in all seats the network itself."""

    def __init__(self, task: Task, settings: Any) -> None:
        super().__init__(task, settings)
        if len(task.players) != 1:
            raise FootplateError(f"the thesis's network plays with one number of players, not {task.players}")
        if task.encoder != "planes":
            raise FootplateError(f"the thesis's network looks at planes, not at {task.encoder}: --encoder planes")
        named = [name for name in task.opponents if name in SCHEMES]
        if not task.opponents or (named and task.opponents != (SELF_PLAY,)):
            raise FootplateError(f"opponents are agents, or {SELF_PLAY}; not {', '.join(task.opponents)!r}")
        self.players = task.players[0]
        self.opponents = None if named or self.players == 1 else task.opponents
        self.board = load_board(task.board)
        tables = make_tables(self.board, self.players)
        self.encoding = make_encoding(task.encoder, tables)
        self.cnn = cnn_for(self.encoding, make_actions(task.actions, tables).size, settings.hidden)
        self.map = map_of(self.encoding)
        self.vector: Floats = self.cnn.new(np.random.default_rng(task.seed), settings.initial)
        self.iterations = self.steps = self.games = 0

    def network(self) -> Network:
        settings = NetworkSettings(
            board=self.board.name, rules_hash=self.board.rules_hash, players=self.task.players,
            encoder=self.encoding.name, encoder_version=self.encoding.version, seats=self.encoding.seats,
            actions=self.task.actions, reward=self.task.reward,
        )  # fmt: skip
        return self.cnn.network(self.vector, settings)

    def state(self) -> State:
        """All there is: the games of an iteration follow from its number."""
        counts = np.array([self.iterations, self.steps, self.games])
        return {"vector": self.vector.copy(), "counts": counts}

    def restore(self, state: State) -> None:
        if state["vector"].shape != self.vector.shape:
            raise ValueError(f"{state['vector'].size} numbers, where the network has {self.vector.size}")
        self.vector = state["vector"].copy()
        self.iterations, self.steps, self.games = state["counts"].tolist()

    def seed_of_iteration(self) -> int:
        return seed_of(self.task.seed, self.iterations)
