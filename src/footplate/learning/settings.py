"""What is trained and how, as plain values: the command's options, its presets and a run's settings.json follow them.

No training library is loaded here, so that ``footplate train --help`` is quick. A method has its presets with it. So
the preset of Yang et al. stands here, with PPO, which they did not invent and everybody uses; it only names what their
package registers (its encoder and action code).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, asdict, dataclass, field, fields
from functools import cache
from typing import Any

from footplate.arguments import instance, listed, number, one_of, plain_text, whole
from footplate.plugins import METHODS, with_plugins

SELF_PLAY, POOL, ENSEMBLE = "self-play", "pool", "ensemble"
SCHEMES = (SELF_PLAY, POOL, ENSEMBLE)  # opponents that are no agents' spec strings
PARTNERS = (  # of an ensemble, as Yang et al. describe them
    "cf-base",
    "cf-random:mode=as_described",
    "cf-action-eval",
    "cf-adversarial",
    "cf-combined",
)


def option(
    default: Any, meaning: str, *, panel: str = "Learner", least: float | None = None, choices: Sequence[str] = ()
) -> Any:
    """A setting that is an option of the command: what it means, its panel in the help, and what it may be.

    Whole numbers are at least 1 and others at least 0 unless ``least`` says something else.
    """
    metadata = {"help": meaning, "panel": panel, "least": least, "choices": tuple(choices)}
    return field(default=default, metadata=metadata)


class Options:
    """Settings made of options, each of which is checked."""

    def __post_init__(self) -> None:
        for item in fields(self):  # type: ignore[arg-type]  # every subclass is a dataclass
            kind, is_optional = str(item.type).removesuffix(" | None"), str(item.type).endswith(" | None")
            if not (is_optional and getattr(self, item.name) is None):
                _check_option(item, kind, getattr(self, item.name))


def _check_option(item: Field[Any], kind: str, value: object) -> None:
    name, least, choices = item.name, item.metadata["least"], item.metadata["choices"]
    if kind.startswith("tuple"):
        for one in listed(name, value, f"a list, such as {item.default!r}"):
            if kind == "tuple[int, ...]":
                whole(name, one, 1)
            else:
                plain_text(name, one, "greedy")
    elif kind == "int":
        whole(name, value, 1 if least is None else int(least))
    elif kind == "float":
        number(name, value, 0.0 if least is None else least)
    elif kind == "bool":
        instance(name, value, bool, "True or False")
    elif choices:
        one_of(name, value, choices)
    else:
        plain_text(name, value, str(item.default))


@dataclass(frozen=True)
class Task(Options):
    """What is to be learned; the same for every method. A run can't change it."""

    board: str = option(
        "small",
        'A board of the catalogue ("usa", "small:warwick"), or a .json file; several with commas between them '
        '("catalogue,-usa,generated:100").',
        panel="Game",
    )
    players: tuple[int, ...] = option(
        (2,), "How many play: 2, or 3-5, or 2,4; on several boards in turn, so 2,2,3 is mostly 2.", panel="Game"
    )
    opponents: tuple[str, ...] = option(
        (SELF_PLAY,), f"Agents with commas between them, or {', '.join(SCHEMES)}; pool,planner is both.", panel="Game"
    )
    encoder: str = option("features", "What the network sees: features, tokens, vector, slots or planes.", panel="Game")
    actions: str = option("lean", "What it may do: full, lean, any, slots or squares.", panel="Game")
    reward: str = option("margin", "What it is paid with: shaped, progress, margin or win.", panel="Game")
    seed: int = option(0, "The same seed gives the same run on one thread.", panel="Run", least=0)
    device: str = option("cpu", "cuda where there is a GPU and a jax for it.", panel="Machine", choices=("cpu", "cuda"))
    threads: int = option(1, "Threads that play; with more than one, runs differ.", panel="Machine")


@dataclass(frozen=True)
class Imitation(Options):
    """Settings of methods that can begin by imitating somebody."""

    clone: str | None = option(
        None, "Begin by imitating this compiled agent, or the games in a file of records.", panel="Beginning"
    )
    clone_player: str | None = option(
        None, "Of records: only the decisions of the player with this name.", panel="Beginning"
    )
    clone_steps: int = option(5_000_000, "Decisions to imitate; of records each at most 30 times.", panel="Beginning")


@dataclass(frozen=True)
class PPOSettings(Imitation):
    """The settings of Yang et al. (section IV), but for what their preset says. ``final_…`` is reached at the end."""

    layers: tuple[int, ...] = option((64, 64), "Hidden layers, of the actor and of the critic.", panel="Network")
    activation: str = option("tanh", "Of the hidden layers.", panel="Network", choices=("tanh", "relu"))
    residual: bool = option(False, "Add each hidden layer's input to its output.", panel="Network")
    history: int = option(
        0, "Earlier decisions at which what it saw is shown to it, too; small boards only.", panel="Network", least=0
    )
    private: bool = option(False, "Let the critic see all hands while it trains.", panel="Network")
    games: int = option(64, "Games played side by side.")
    horizon: int = option(32, "Decisions of each game between two updates.")
    minibatch: int = option(64, "Decisions in a minibatch.")
    epochs: int = option(10, "How often an update goes through its decisions.")
    learning_rate: float = option(3e-4, "Step size at the beginning.")
    final_learning_rate: float | None = option(None, "Step size at the end; without it, the same.")
    discount: float = option(0.99, "γ: what a reward is worth a decision later.")
    trace: float = option(0.95, "λ of the generalised advantage.")
    clip: float = option(0.2, "How far an update may move a probability.")
    value_weight: float = option(0.5, "Weight of the critic's loss.")
    value_clip: float | None = option(None, "How far an update may move a value; without it, any way.")
    entropy: float = option(0.0, "Reward for not being sure, at the beginning.")
    final_entropy: float | None = option(None, "The same at the end; without it, the same.")
    gradient_norm: float = option(0.5, "Gradients are cut to this length.")
    precision: str = option(
        "float32", "Of the learner; bfloat16 on a GPU.", panel="Machine", choices=("float32", "bfloat16")
    )
    begin_with: str | None = option(
        None, "A network file to go on learning from; its layers must be the same.", panel="Beginning"
    )
    clone_minibatch: int = option(16_384, "Decisions in a minibatch of these.", panel="Beginning")
    critic_first: int = option(8, "Iterations after that in which only the critic learns.", panel="Beginning", least=0)
    replace_every: int = option(
        1_000, "self-play: steps after which a newer self becomes the opponent.", panel="Self-play"
    )
    opponent_age: int = option(
        0,
        "self-play: by how many steps the opponent is older than the learner, at least; until then it is random.",
        panel="Self-play",
        least=0,
    )
    turn_every: int = option(10_000, "ensemble: steps with each partner in turn.", panel="Self-play")
    past_share: float = option(0.25, "pool: share of the games with a past self in one seat.", panel="Self-play")
    past_every: int = option(20, "pool: iterations between the selves that are kept.", panel="Self-play")
    contested: float = option(
        0.5, "pool with agents: share of the games in which the agents have the other seats.", panel="Self-play"
    )
    rounds: int = option(
        1,
        "tokens: how often routes hear of those that meet them. Their layers are the whole's and a route's.",
        panel="Network",
    )


@dataclass(frozen=True)
class RunSettings(Options):
    """How long a run goes on and how it is looked at; what can change when it is resumed."""

    steps: int | None = option(None, "Decisions to learn from.", panel="Run")
    iterations: int | None = option(None, "Or so many iterations.", panel="Run")
    minutes: float | None = option(None, "Or so long; with several, what comes first.", panel="Run")
    evaluate: tuple[str, ...] = option((), "Agents to measure it against; none: the opponents.", panel="Run")
    evaluate_on: str | None = option(
        None, "Boards to measure it on, where it learns on several; without it, those.", panel="Run"
    )
    evaluate_every: int | None = option(None, "Steps between evaluations; without it, 25 in the run.", panel="Run")
    evaluate_games: int = option(400, "Games against each of them.", panel="Run")
    save_every: float = option(5.0, "Minutes between checkpoints.", panel="Run")


@dataclass(frozen=True)
class Preset:
    """Settings by name; what the command names itself counts more."""

    meaning: str
    task: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    run: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Method:
    """A way of training: its settings, and where its trainer is (module:class), which may load a training library."""

    name: str
    summary: str
    settings: type
    trainer: str
    presets: Mapping[str, Preset]
    example: str  # a command that begins a run
    task: Mapping[str, Any] = field(default_factory=dict)  # where it begins with other values than ``Task``


PPO = Method(
    "ppo",
    "Proximal policy optimisation: an actor and a critic, updated in small safe steps.",
    PPOSettings,
    "footplate.learning.ppo:PPO",
    {
        "paper": Preset(
            "Yang et al.: 2 x 64, a million steps of one game at a time, its board, inputs, actions and reward",
            task={"board": "small:yang", "encoder": "slots", "actions": "slots", "reward": "shaped"},
            settings={"games": 1, "horizon": 2048, "opponent_age": 1_000},
            run={"steps": 1_000_000},
        ),
        "champion": Preset(
            "for strength: 3 x 1024 with residuals, all seats learn, past selves, our features",
            task={"encoder": "features", "reward": "margin", "opponents": (POOL,)},
            settings={
                "layers": (1024, 1024, 1024), "activation": "relu", "residual": True, "private": True,
                "games": 4096, "horizon": 64, "minibatch": 65_536, "epochs": 2,
                "learning_rate": 5e-4, "final_learning_rate": 3e-5, "discount": 0.999,
                "entropy": 0.015, "final_entropy": 0.003,
            },
            run={"steps": 400_000_000},
        ),
        "any-map": Preset(
            "one network for all maps: routes share their weights; planner is imitated, then the pool and planner",
            task={
                "board": "generated:300,catalogue*12", "players": (2, 2, 2, 3, 2, 4, 2, 5),
                "encoder": "tokens", "actions": "any", "reward": "margin", "opponents": (POOL, "planner"),
            },
            settings={
                "layers": (256, 128), "activation": "relu", "private": True, "clone": "planner",
                "clone_steps": 5_000_000, "clone_minibatch": 4096,
                "games": 8192, "horizon": 32, "minibatch": 16_384, "epochs": 2,
                "learning_rate": 3e-4, "final_learning_rate": 3e-5, "discount": 0.999,
                "entropy": 0.01, "final_entropy": 0.002,
            },
            run={"steps": 200_000_000},
        ),
    },
    "footplate train ppo --board small --opponents cf-base --steps 1000000 --seed 1 --out runs/base",
)  # fmt: skip


@cache
def methods() -> dict[str, Method]:
    """PPO, and what plug-ins add."""
    return with_plugins(METHODS, Method, (PPO,))


_KINDS: dict[str, type] = {"task": Task, "run": RunSettings}


@dataclass(frozen=True)
class Plan:
    """A run before it begins: everything that it depends on."""

    method: str
    task: Task
    settings: Any
    run: RunSettings

    def to_dict(self) -> dict[str, Any]:
        return {"method": self.method, **{part: asdict(getattr(self, part)) for part in ("task", "settings", "run")}}

    @classmethod
    def of_dict(cls, data: Mapping[str, Any]) -> Plan:
        """From JSON, where tuples are lists; a KeyError or TypeError says that it is none of this version's."""
        method = methods()[data["method"]]
        kinds = {**_KINDS, "settings": method.settings}
        parts = {
            part: kind(**{name: tuple(x) if isinstance(x, list) else x for name, x in data[part].items()})
            for part, kind in kinds.items()
        }
        return cls(method.name, **parts)
