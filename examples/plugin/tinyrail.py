"""A plug-in for Footplate with one of each: a bot, an encoder, methods of training and of design, and a study."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from footplate.agents import Agent, AgentKind, Budget
from footplate.agents.learned.network import Layer, Network, NetworkSettings
from footplate.boards import Board, load_board
from footplate.design.methods import DesignMethod, DesignTask
from footplate.encoders import Encoder, Part, make_actions, make_encoding
from footplate.encoders.layout import inputs_of, relative_seat
from footplate.engine.tables import make_tables
from footplate.errors import FootplateError
from footplate.learning.settings import Method, Options, Task, option
from footplate.learning.trainer import Progress, State, Trainer
from footplate.studies.published import beside, shares
from footplate.studies.study import Study, StudyRun, StudyTable

# ---------------------------------------------------------------- a bot


class LastAgent(Agent):
    def act(self, observation, budget: Budget):
        return observation.legal_actions()[-1]


BOT = AgentKind(name="tiny-last", family="tinyrail", summary="takes the last of its legal actions", make=LastAgent)


# ---------------------------------------------------------------- an encoder


def encode_counts(b, s, m, row):
    """Compiled. How many cards and trains each player has, the seat itself first."""
    x = inputs_of(row)
    for k in range(m.seats):
        p = relative_seat(b, row.seat, k)
        x[k] = s.hand_n[p] if k < b.n_players else 0
        x[m.seats + k] = s.trains[p] if k < b.n_players else 0
    return 2 * m.seats


ENCODER = Encoder(
    name="tiny-counts",
    version=1,
    parts=lambda tables, seats: [
        Part("hand_sizes", (seats,), 1 / 20, "cards in each hand, mine first"),
        Part("trains", (seats,), 1 / 20, "trains left, mine first"),
    ],
    kernel=encode_counts,
)


# ---------------------------------------------------------------- a method of training


@dataclass(frozen=True)
class WalkSettings(Options):
    step_size: float = option(0.01, "How far the weights walk in an iteration.")


class Walk(Trainer):
    """One layer, whose weights walk at random."""

    def __init__(self, task: Task, settings: WalkSettings) -> None:
        super().__init__(task, settings)
        self.board = load_board(task.board)
        tables = make_tables(self.board, task.players[0])
        self.encoding = make_encoding(task.encoder, tables)
        shape = self.encoding.size, make_actions(task.actions, tables).size
        self.weight, self.iteration = np.zeros(shape, np.float32), 0

    def iterate(self, done: float) -> Progress:
        self.iteration += 1
        chance = np.random.default_rng((self.task.seed, self.iteration))
        self.weight += self.settings.step_size * chance.normal(size=self.weight.shape).astype(np.float32)
        return Progress(self.iteration, steps=self.iteration, games=0)

    def network(self) -> Network:
        settings = NetworkSettings(
            board=self.board.name, rules_hash=self.board.rules_hash, players=self.task.players[:1],
            encoder=self.encoding.name, encoder_version=self.encoding.version, seats=self.encoding.seats,
            actions=self.task.actions,
        )  # fmt: skip
        return Network(settings, (Layer(self.weight.copy(), np.zeros(self.weight.shape[1], np.float32)),))

    def state(self) -> State:
        return {"weight": self.weight.copy(), "iteration": np.array(self.iteration)}

    def restore(self, state: State) -> None:
        self.weight, self.iteration = state["weight"].copy(), int(state["iteration"])


METHOD = Method(
    "tiny-walk",
    "A walk at random, which learns nothing.",
    WalkSettings,
    trainer="tinyrail:Walk",
    presets={},
    example="footplate train tiny-walk --board mini --iterations 3 --out runs/walk",
    task={"encoder": ENCODER.name, "opponents": ("random",)},
)


# ---------------------------------------------------------------- a method of design


@dataclass(frozen=True)
class TrimSettings(Options):
    longest: int = option(3, "No route is longer.", panel="The board")


def trimmed(task: DesignTask, settings: TrimSettings) -> Board:
    """The board with its longest routes cut, whatever that does to the win rates; a real method lets boards play."""
    if task.board is None:
        raise FootplateError("tiny-trim cuts the routes of a BOARD")
    routes = [replace(route, length=min(route.length, settings.longest)) for route in task.board.routes]
    return replace(task.board, routes=tuple(routes))


DESIGN_METHOD = DesignMethod(
    name="tiny-trim",
    summary="The board without long routes.",
    settings=TrimSettings,
    make=trimmed,
    example="footplate design tiny-trim small --longest 2 --agents greedy,random -o short.json",
)


# ---------------------------------------------------------------- a study


PLACE = BOT.name, "random"  # row and column
PUBLISHED = shares({PLACE: 0.5}, games=1000)


def measure(run: StudyRun) -> Iterator[StudyTable]:
    ours = {PLACE: run.play("mini", BOT.name, "random").agents[0].win_rate}
    yield StudyTable("Win rate of the last action, %", beside(ours, PUBLISHED), percent=True)


STUDY = Study(
    name="tiny-study",
    title="The last action against a random one",
    source="an example (docs/plugins.md)",
    board="mini",
    games=100,
    measure=measure,
    total=lambda games: games,
)
