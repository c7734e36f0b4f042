"""The thesis's two methods, as ``footplate train`` and runs know them; no training library is loaded here."""

from __future__ import annotations

import os
from dataclasses import dataclass

from footplate.learning.settings import Imitation, Method, Options, Preset, option

_INITIAL = (
    "The last layer's first weights: their deviation times the root of its inputs. With more a new network plays "
)
_INITIAL += "less evenly."


@dataclass(frozen=True)
class ReinforceSettings(Imitation):
    """The thesis doesn't print its step size, its batch or its hidden layer; it has no baseline."""

    hidden: int = option(64, "Width of the hidden layer.", panel="Network")
    initial: float = option(0.1, _INITIAL, panel="Network")
    games: int = option(64, "Whole games between two updates.")
    learning_rate: float = option(1e-3, "Step size.")
    discount: float = option(0.91, "γ: what a reward is worth a decision later; t2r's decay comes beside it.")
    baseline: str = option(
        "none", "What is subtracted from returns; mean: of the games at the same decision.", choices=("none", "mean")
    )


@dataclass(frozen=True)
class ESSettings(Options):
    """The thesis doesn't print its deviation, its population or its step size."""

    hidden: int = option(64, "Width of the hidden layer.", panel="Network")
    initial: float = option(0.1, _INITIAL, panel="Network")
    networks: int = option(100, "Networks of a generation.")
    games: int = option(10, "Games that each of them plays, all the same.")
    deviation: float = option(0.05, "σ of the noise.")
    noise: str = option(
        "mirrored", "mirrored: in pairs on both sides of the center; independent: each its own, as in the thesis.",
        choices=("mirrored", "independent"),
    )  # fmt: skip
    learning_rate: float = option(0.05, "Step size.")
    fitness: str = option("ranks", "ranks, or raw: rewards, standardised as in the thesis.", choices=("ranks", "raw"))
    temperature: float = option(1.0, "1: networks choose by chance, as in the thesis; 0: their most probable action.")
    runner: str = option(
        "threads", "Where they play: as tournaments do.", panel="Machine", choices=("threads", "processes", "ray")
    )
    address: str | None = option(None, "Of a Ray cluster; without it, this machine's own.", panel="Machine")


_THESIS = {"board": "t2r", "encoder": "planes", "actions": "squares", "reward": "progress"}

REINFORCE = Method(
    "reinforce",
    "The thesis's policy gradient: whole games, its convolutional network, no critic.",
    ReinforceSettings,
    "footplate.papers.thesis.training.reinforce:Reinforce",
    {"strong": Preset("with a baseline and without a second decay", settings={"baseline": "mean", "discount": 1.0})},
    "footplate train reinforce --board t2r --opponents greedy --iterations 2000 --seed 1 --out runs/supervised",
    task=_THESIS,
)

ES = Method(
    "es",
    "Evolution Strategies with the thesis's network, compiled: needs no training library.",
    ESSettings,
    "footplate.papers.thesis.training.es:ES",
    {
        "thesis": Preset(
            "its Algorithm 1: standardised rewards, independent noise, 100 generations; 20 networks, large noise and "
            "a small step, by which rewards rise as little as there",
            settings={
                "fitness": "raw",
                "noise": "independent",
                "networks": 20,
                "deviation": 1.0,
                "learning_rate": 0.03,
            },
            run={"iterations": 100},
        )
    },
    "footplate train es --board t2r --players 1 --iterations 300 --seed 1 --out runs/solitaire",
    task={**_THESIS, "threads": os.cpu_count() or 1},
)
