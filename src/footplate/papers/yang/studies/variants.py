"""Networks that also see the past, which Yang et al. leave to future work (V), and networks that learn our way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from footplate.arena.results import MatchResult
from footplate.arena.statistics import Estimate, mean_estimate
from footplate.learning.settings import Plan
from footplate.papers.yang.studies.figures import Floats, scored, won
from footplate.papers.yang.studies.heuristics import BOARD, BOTS
from footplate.papers.yang.studies.learning import SHORT, WHOLE, Experiment, games_of_plan, games_to_learn
from footplate.studies.findings import Claim
from footplate.studies.published import Place, beside
from footplate.studies.study import Study, StudyRun, StudyTable, Training, few_games_of
from footplate.studies.trained import spec_of, train_all

PUBLISHED = "as published"


@dataclass(frozen=True)
class Variant:
    """What is other than published. ``folder`` is part of the names of its runs."""

    folder: str = ""
    task: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)

    def plan(self, published: Plan) -> Plan:
        return replace(
            published,
            task=replace(published.task, **self.task),
            settings=replace(published.settings, **self.settings),
        )


VARIANTS = {
    PUBLISHED: Variant(),
    "one earlier view": Variant("1-view", settings={"history": 1}),
    "three earlier views": Variant("3-views", settings={"history": 3}),
    "64 games at a time": Variant("64-games", settings={"games": 64, "horizon": 32}),
    "our inputs and actions": Variant("inputs", task={"encoder": "vector", "actions": "full"}),
}


@dataclass(frozen=True)
class Comparison:
    """Networks of some schemes, each trained in several ways."""

    schemes: Sequence[str]
    variants: Mapping[str, Variant]
    bots: Sequence[str]
    published: Experiment = WHOLE  # whose plans are varied

    def measure(self, run: StudyRun) -> Iterator[StudyTable]:
        names = {
            (scheme, variant): f"{scheme}-{its.folder}" if its.folder else scheme
            for scheme in self.schemes
            for variant, its in self.variants.items()
        }
        command = f"footplate study run yang-variants --steps {run.training.steps}"
        trained = train_all(names, partial(self._plan, training=run.training), games_of_plan, command, run)
        rates: dict[Place, Floats] = {}  # by scheme and variant; by seed
        scores: dict[Place, Floats] = {}
        against: dict[Place, Floats] = {}
        for place, networks in trained.items():
            played = [[run.play(BOARD, spec_of(network), bot) for bot in self.bots] for network in networks]
            rates[place] = np.array([_mean(matches, won) for matches in played])
            scores[place] = np.array([_mean(matches, scored) for matches in played])
            scheme, variant = place
            if variant != PUBLISHED:
                published = trained[scheme, PUBLISHED]
                pairs = zip(networks, published, strict=True)
                played = [[run.play(BOARD, spec_of(one), spec_of(other))] for one, other in pairs]
                against[place] = np.array([_mean(matches, won) for matches in played])
        claims = tuple(
            Claim(f"{scheme} wins more over the heuristics with {variant}", self._gain(rates, scheme, variant))
            for scheme in self.schemes
            for variant in self.variants
            if variant != PUBLISHED
        )
        title = "Win rate over the six heuristics by how networks learn, %"
        yield StudyTable(title, _cells(rates), digits=1, percent=True, claims=claims)
        yield StudyTable("Mean score over the six heuristics", _cells(scores))
        title = "Win rate against the network of the same seed that learned as published, %"
        yield StudyTable(title, _cells(against), digits=1, percent=True)

    def _gain(self, rates: Mapping[Place, Floats], scheme: str, variant: str) -> Estimate:
        return mean_estimate(rates[scheme, variant] - rates[scheme, PUBLISHED])

    def _plan(self, place: Place, seed: int, training: Training) -> Plan:
        scheme, variant = place
        return self.variants[variant].plan(self.published.plan(scheme, seed, training))

    def total(self, games: int, training: Training) -> int:
        networks = len(self.schemes) * len(self.variants)
        matches = networks * (len(self.bots) + 1) - len(self.schemes)
        return training.seeds * (matches * games + networks * games_to_learn(training))


def _mean(matches: Sequence[MatchResult], figure: Any) -> float:
    return float(np.mean([figure(match) for match in matches]))


def _cells(by_place: Mapping[Place, Floats]) -> tuple[Any, ...]:
    return beside({place: mean_estimate(by_seed) for place, by_seed in by_place.items()})


COMPARISON = Comparison(("self-play", "adversarial"), VARIANTS, BOTS)
FEW = Comparison(("self-play",), {name: VARIANTS[name] for name in (PUBLISHED, "three earlier views")}, BOTS, SHORT)


STUDIES = (
    Study(
        name="yang-variants",
        title="Networks that see the past, or learn our way, beside those of Yang et al.",
        source="Yang et al. 2023, section V: what they leave to future work; no figures are printed",
        board=BOARD,
        games=2_000,
        measure=COMPARISON.measure,
        total=COMPARISON.total,
        training=Training(steps=100_000, seeds=1, checkpoints=10),
        shorten=few_games_of(FEW),
        unshipped="nothing is printed of it, and nobody has trained its networks as long as the published ones",
        remarks=(
            "As long as published: --steps 1000000 --seeds 5 --checkpoints 100; --runs may be those of yang-learning.",
            "An earlier view is what the network's seat saw at an earlier decision of the same game.",
            "Intervals say how networks of the seeds differ; of one seed there is none.",
        ),
    ),
)
